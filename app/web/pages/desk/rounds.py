"""Rounds at the desk: the draft that is edited and published, the round being played, closing, going back."""

from collections.abc import Callable

from starlette.responses import Response

from app.sentences import message, say_count, t
from app.services.event import brackets, queries
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import RoundView
from app.services.play import drafts, late_players, rounds
from app.tournament.lifecycle import RoundState, Stage
from app.web.forms import InForm, Posted, typed_in
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.desk_rounds import (
    STATE_WORDS,
    DraftPage,
    PodDraftPage,
    RoundPage,
    RoundsPage,
    open_tables,
    result_rows,
    round_row,
)
from app.web.presenters.drafts import draft_shown
from app.web.presenters.next_step import NO_DECKS, next_step
from app.web.presenters.pods import pod_shown
from app.web.presenters.round_names import round_name
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/rounds")


@router.get("")
def all_rounds(desk: InDesk) -> Response:
    """Every round with its state, and the bracket once there is one."""
    with desk.here.asking() as ask:
        found = ask.rounds()
    rows = [
        round_row(desk.view, each, desk.path)
        for each in found
        if each.state is not RoundState.DRAFT or desk.here.may("see_drafts")
    ]
    return desk.page(RoundsPage(desk.frame("/rounds"), rows, has_cut=_has_cut(desk)))


def _has_cut(desk: Desk) -> bool:
    try:
        brackets.bracket_view(desk.installation, desk.here.tournament_id)
    except Refused:
        return False
    return True


@router.get("/{number}")
def one_round(number: Number, desk: InDesk) -> Response:
    """A round: as a draft to edit, else its tables and how to close it or go back."""
    return round_page(desk, number)


def round_page(
    desk: Desk, number: int, refusal: Refused | None = None, form: Posted | None = None
) -> Response:
    """The page of a round, with why something about it was refused and what was typed."""
    found = desk.round_at(number)
    if found.state is RoundState.DRAFT:
        desk.here.require("see_drafts")
        shown = _pod_draft(desk, found, form) if found.pods else _draft(desk, found, form)
        return desk.page(shown, refusal)
    return desk.page(_round(desk, found, form), refusal)


def _draft(desk: Desk, found: RoundView, form: Posted | None) -> DeskPage:
    with desk.here.asking() as ask:
        standings = ask.standings_shown()
    points = {row.player_id: row.points for row in standings.rows}
    return DraftPage(
        desk.frame("/rounds"),
        name=round_name(desk.view, found),
        draft=draft_shown(desk.view, found, points, _seeds(desk, found)),
        step=next_step(desk.view, found, NO_DECKS, desk.here.may),
        typed=typed_in(form),
        picked=form.many("seat") if form else [],
    )


def _seeds(desk: Desk, found: RoundView) -> dict[int, int]:
    """The seeds by player in a round of the cut; none in a Swiss round."""
    if found.stage is not Stage.TOP_CUT:
        return {}
    seeds = brackets.bracket_view(desk.installation, desk.here.tournament_id).seeds
    return {each.player_id: each.seed for each in seeds}


def _pod_draft(desk: Desk, found: RoundView, form: Posted | None) -> DeskPage:
    return PodDraftPage(
        desk.frame("/rounds"),
        number=found.number,
        name=round_name(desk.view, found),
        is_cut=found.stage is Stage.TOP_CUT,
        pods=[pod_shown(pod) for pod in found.pods],
        met_again=found.quality.get("rematches", 0),
        waiting=[seat.name for seat in found.unpaired],
        players=[
            *((str(seat.player_id), seat.name) for pod in found.pods for seat in pod.seats),
            *((str(seat.player_id), seat.name) for seat in found.unpaired),
        ],
        tables=[(str(pod.id), t("Table {number}", number=pod.table_number)) for pod in found.pods],
        step=next_step(desk.view, found, NO_DECKS, desk.here.may),
        typed=typed_in(form),
    )


def _round(desk: Desk, found: RoundView, form: Posted | None) -> DeskPage:
    last = desk.view.round == found.number
    published = found.state is RoundState.PUBLISHED
    return RoundPage(
        desk.frame("/rounds"),
        number=found.number,
        name=round_name(desk.view, found),
        state=t(STATE_WORDS[found.state]),
        is_cut=found.stage is Stage.TOP_CUT,
        published=published,
        last=last,
        lead=t("Open a table to set or correct its points.")
        if found.pods
        else t("Open a table to see how it stands and to set or correct its result."),
        rows=result_rows(found, desk.path),
        pods_open=[pod.table_number for pod in found.pods if not pod.final],
        open=open_tables(found),
        late=_late(desk, found) if last and published else [],
        typed=typed_in(form),
    )


def _late(desk: Desk, found: RoundView) -> list[tuple[str, str]]:
    """(id, name) of who could still play the bye of this Swiss round: everybody who is not in it."""
    if found.stage is not Stage.SWISS or not any(table.bye for table in found.tables):
        return []
    there = {seat.player_id for table in found.tables for seat in (table.first, table.second) if seat}
    everybody = queries.players_view(desk.installation, desk.here.tournament_id, desk.here.viewer)
    return [(str(one.id), one.name) for one in everybody if one.id not in there]


def _edit(
    desk: Desk, number: int, form: Posted | None, run: Callable[[], Done[object]], to: str | None = None
) -> Response:
    return desk.carry_out(
        to or f"{desk.path}/rounds/{number}",
        run,
        lambda refusal: round_page(desk.afresh(), number, refusal, form),
    )


@router.post("/{number}/shuffle")
def shuffle(number: Number, desk: InDesk) -> Response:
    """Draw the unlocked tables again."""
    desk.here.require("edit_draft")
    return _edit(
        desk, number, None, lambda: drafts.shuffle_round(desk.call, number, desk.here.context.seed())
    )


@router.post("/{number}/fill-gaps")
def fill_gaps(number: Number, desk: InDesk) -> Response:
    """Draw only who lost the opponent or sits nowhere."""
    desk.here.require("edit_draft")
    return _edit(desk, number, None, lambda: drafts.fill_gaps(desk.call, number, desk.here.context.seed()))


@router.post("/{number}/play-bye")
def play_bye(number: Number, desk: InDesk, form: InForm) -> Response:
    """A player who came late plays who has the bye."""
    desk.here.require("play_bye")

    def run() -> Done[object]:
        player_id = form.whole("player", "Choose who came late.", "player-missing")
        return late_players.play_bye(desk.call, number, player_id)

    return _edit(desk, number, form, run)


@router.post("/{number}/swap")
def swap(number: Number, desk: InDesk, form: InForm) -> Response:
    """Two picked seats change places; one may be the bye's."""
    desk.here.require("edit_draft")

    def run() -> Done[object]:
        if "one" in form:
            sentence = message("Choose two players to swap.")
            pair = [form.whole(name, sentence, "player-missing") for name in ("one", "other")]
            return drafts.swap_seats(desk.call, number, pair[0], pair[1])
        picked = form.many("seat")
        if len(picked) != 2:
            raise Refused(
                "two-seats",
                say_count(
                    "Pick two seats to swap; {n} is picked.",
                    "Pick two seats to swap; {n} are picked.",
                    len(picked),
                ),
                Kind.INVALID,
            )
        one, other = (_player_at(desk.round_at(number), each) for each in picked)
        return drafts.swap_seats(desk.call, number, one, other)

    return _edit(desk, number, form, run)


def _player_at(draft: RoundView, picked: str) -> int:
    """The player of a seat picked as `TABLE-ID/first`, or of somebody who waits, as `player/ID`."""
    place, _, key = picked.partition("/")
    if place == "player" and key.isascii() and key.isdigit():
        return int(key[:9])
    for table in draft.tables:
        seat = {"first": table.first, "second": table.second}.get(key)
        if str(table.id) == place and seat is not None:
            return seat.player_id
    raise Refused("seat-gone", "This draft was drawn again meanwhile: pick the seats again.")


@router.post("/{number}/swap-sides")
def swap_sides(number: Number, desk: InDesk, form: InForm) -> Response:
    """Let the two players of a table change their assigned sides."""
    return _edit(desk, number, form, lambda: drafts.swap_sides(desk.call, number, _table(form)))


@router.post("/{number}/lock")
def lock(number: Number, desk: InDesk, form: InForm) -> Response:
    """Keep a table through the next draws, or let it go."""
    desk.here.require("edit_draft")
    return _edit(
        desk,
        number,
        form,
        lambda: drafts.lock_table(desk.call, number, _table(form), form.text("locked") == "1"),
    )


def _table(form: Posted) -> int:
    return form.whole("table", "Choose a table of the draft.", "table-missing")


@router.post("/{number}/take-apart")
def take_apart(number: Number, desk: InDesk, form: InForm) -> Response:
    """Remove a table; its players wait to be paired."""
    desk.here.require("edit_draft")
    return _edit(desk, number, form, lambda: drafts.take_apart(desk.call, number, _table(form)))


@router.post("/{number}/pair")
def pair_by_hand(number: Number, desk: InDesk, form: InForm) -> Response:
    """Pair two players who wait, or give one the bye."""
    desk.here.require("edit_draft")

    def run() -> Done[object]:
        first = form.whole("first", "Choose who shall play.", "player-missing")
        second = form.optional_whole("second", "Choose an opponent, or the bye.", "player-missing")
        return drafts.pair_by_hand(desk.call, number, first, second)

    return _edit(desk, number, form, run)


@router.post("/{number}/table-number")
def table_number(number: Number, desk: InDesk, form: InForm) -> Response:
    """Give a table another number."""
    desk.here.require("edit_draft")

    def run() -> Done[object]:
        wanted = form.whole("table_number", "Type the new number, 1 to 9999.", "bad-table-number")
        return drafts.set_table_number(desk.call, number, _table(form), wanted)

    return _edit(desk, number, form, run)


@router.post("/{number}/withdraw")
def withdraw(number: Number, desk: InDesk) -> Response:
    """Back to a draft while nobody has bid."""
    desk.here.require("withdraw_round")
    return _edit(desk, number, None, lambda: rounds.withdraw_round(desk.call, number))


@router.post("/{number}/close")
def close(number: Number, desk: InDesk, form: InForm) -> Response:
    """Close the round; the ticked tables end without a result."""
    desk.here.require("close_round")

    def run() -> Done[object]:
        ticked = [
            int(each) for each in form.many("without") if each.isascii() and each.isdigit() and len(each) < 10
        ]
        return rounds.close_round(desk.call, number, tuple(ticked))

    return _edit(desk, number, form, run, desk.path)


@router.post("/{number}/delete")
def delete(number: Number, desk: InDesk, form: InForm) -> Response:
    """Delete the last round with everything in it, after its name was typed."""
    desk.here.require("delete_round")
    return _edit(
        desk,
        number,
        form,
        lambda: rounds.delete_round(desk.call, number, form.text("confirm")),
        desk.path,
    )
