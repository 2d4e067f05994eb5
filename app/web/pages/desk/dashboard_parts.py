"""What each part of the dashboard shows, as the whole page and the page's script ask for it."""

from collections.abc import Callable
from dataclasses import replace

from markupsafe import Markup

from app.sentences import t
from app.services.decks.deck_views import deck_desk
from app.services.event import brackets, days
from app.services.kernel.errors import Refused
from app.services.kernel.views import TableView
from app.tournament.lifecycle import Phase, RoundState, TableState
from app.tournament.rules import CutKind, DeckPolicy
from app.tournament.sides import SidesBy
from app.web.forms import Posted, typed_in
from app.web.pages.desk.frame import Desk
from app.web.presenters import dashboard, next_step
from app.web.presenters.brackets import bracket_tree
from app.web.presenters.calls import call_shown
from app.web.presenters.clock import at_time, clock_shown
from app.web.presenters.dashboard import TableCard
from app.web.presenters.desk_frame import DeskPart
from app.web.presenters.desk_parts import (
    AlarmPart,
    BracketPart,
    CallsPart,
    CardPart,
    ClockPart,
    EntryPart,
    NextPart,
    ReportsPart,
    TablesPart,
    entered_of,
    halves_of,
    reports_of,
)
from app.web.presenters.entry import EntryForm
from app.web.presenters.event import stage_words
from app.web.presenters.pods import pod_cards
from app.web.presenters.results import bought
from app.web.presenters.round_names import round_name
from app.web.presenters.timetable import next_expected
from app.web.templating import render


def next_part(desk: Desk) -> NextPart:
    """The next step and what blocks it."""
    decks = next_step.NO_DECKS
    if desk.round is None and desk.view.deck_policy is not DeckPolicy.NONE:
        rows = deck_desk(desk.installation, desk.here.tournament_id, desk.here.viewer)
        decks = next_step.deck_state(rows, desk.view.deck_policy is DeckPolicy.REQUIRED, desk.path)
    step = next_step.next_step(desk.view, desk.round, decks, desk.here.may)
    draft = desk.round is not None and desk.round.state is RoundState.DRAFT
    over = desk.view.phase is Phase.FINISHED
    first = brackets.first_place(desk.installation, desk.here.tournament_id) if _decided(desk) else None
    if step is not None and first:
        step = replace(
            step, note=t("First place: {name}. Finish it to make the standings final.", name=first)
        )
    return NextPart(
        desk.part_frame,
        stage=stage_words(desk.view),
        twice=[str(said) for said in days.sit_twice(desk.installation, desk.here.tournament_id)]
        if desk.view.day
        else [],
        step=step,
        over=over,
        champion=first if over else None,
        draft_number=desk.round.number if draft and desk.round else None,
    )


def _decided(desk: Desk) -> bool:
    """Whether nothing is left to be played: the event is over, or may be finished as its next step."""
    step = desk.view.next
    return desk.view.phase is Phase.FINISHED or (step is not None and step.command == "finish_tournament")


def bracket_part(desk: Desk) -> BracketPart:
    """The bracket once the cut has begun; a final table has none."""
    tree = None
    if desk.view.phase in (Phase.TOP_CUT, Phase.FINISHED) and desk.view.cut_kind in (
        CutKind.SINGLE,
        CutKind.DOUBLE,
    ):
        try:
            tree = bracket_tree(brackets.bracket_view(desk.installation, desk.here.tournament_id))
        except Refused:  # finished without its cut
            tree = None
    return BracketPart(desk.part_frame, tree)


def clock_part(desk: Desk, refusal: Refused | None = None) -> ClockPart:
    """The clock of the round being played; `refusal` is why it was not changed."""
    running = desk.round
    playing = running is not None and running.state is RoundState.PUBLISHED
    return ClockPart(
        desk.part_frame,
        clock=clock_shown(running.clock) if running and playing else None,
        clock_round=running.number if running else None,
        at_time=at_time(desk.view),
        clock_refusal=refusal.sentence if refusal else None,
        expected=next_expected(desk.view, desk.notice, desk.round, desk.here.context.now())
        if desk.view.phase in (Phase.REGISTRATION, Phase.SWISS)
        else None,
    )


def tables_part(desk: Desk) -> TablesPart:
    """The grid of tables."""
    only_open = desk.request.query_params.get("show") == "open"
    running = desk.round
    return TablesPart(
        desk.part_frame,
        cards=[
            *(_card(desk, table) for table in dashboard.tables_shown(running, only_open=only_open)),
            *(_drawn(card) for card in pod_cards(running, desk.path, only_open=only_open)),
        ],
        only_open=only_open,
        tables_out=dashboard.still_out(running) if running else 0,
        tables_all=dashboard.tables_of(running) if running else 0,
        table_round=round_name(desk.view, running) if running else None,
        round_state=running.state if running else None,
        states=[
            state
            for state in TableState
            if (state is not TableState.BIDDING or any(map(bought, running.tables if running else ())))
            and (state is not TableState.DISPUTED or not (running and running.pods))
        ],
    )


def _card(desk: Desk, table: TableView) -> Markup:
    place = ("card", desk.here.tournament_id, table.id)
    drawn = desk.here.context.drawn
    return drawn.of(place, table, lambda: _drawn(dashboard.table_card(table, desk.path)))


def _drawn(card: TableCard) -> Markup:
    return Markup(render(CardPart(card)))  # noqa: S704 - a template made it


def reports_part(desk: Desk) -> ReportsPart:
    """The tables with one report, and those with a bidding held aloud, which can be accepted together."""
    disputes, reported = reports_of(desk.round, desk.path)
    return ReportsPart(
        desk.part_frame,
        disputes=disputes,
        reported=reported,
        halves=halves_of(desk.round),
        entered=entered_of(desk.round),
    )


def calls_part(desk: Desk, refusal: Refused | None = None, form: Posted | None = None) -> CallsPart:
    """Who waits for somebody of the staff, and what everybody reads; `refusal`: why a call was not ended."""
    now = desk.here.context.now()
    return CallsPart(
        desk.part_frame,
        calls=[call_shown(call, desk.here.actor.name, now, desk.path) for call in desk.calls],
        announced=desk.announced,
        calls_refused=refusal.sentence if refusal else None,
        typed=typed_in(form),
    )


def entry_part(desk: Desk) -> EntryPart:
    """The entry of a table by one line."""
    return EntryPart(desk.part_frame, entry_form(desk))


def entry_form(desk: Desk) -> EntryForm:
    """The form of that line; it is closed while no round is being played."""
    playing = desk.round is not None and desk.round.state is RoundState.PUBLISHED
    how = next((table.sides_by for table in desk.round.tables if not table.bye), None) if desk.round else None
    return EntryForm(
        open=playing,
        how=how or SidesBy.AUCTION,
        several=bool(desk.round and desk.round.pods),
        focus="entered" in desk.request.query_params,
    )


def alarm_part(desk: Desk) -> AlarmPart:
    """How many players wait for a judge nobody sent yet: above every page of the desk."""
    return AlarmPart(desk.part_frame, desk.alarm)


PARTS: dict[str, Callable[[Desk], DeskPart]] = {
    "next": next_part,
    "clock": clock_part,
    "tables": tables_part,
    "reports": reports_part,
    "calls": calls_part,
    "alarm": alarm_part,
    "entry": entry_part,
    "bracket": bracket_part,
}
