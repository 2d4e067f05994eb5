"""What everybody may see of an event. An organizer sees here exactly what everybody sees."""

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import Response

from app.sentences import t
from app.services.decks.event_pool import event_pool
from app.services.event import announcements, brackets, listing, queries
from app.services.event.played import Played, played
from app.services.event.player_record import tables_of_player
from app.services.event.standings import explanation, standings_view
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase, RoundState
from app.tournament.rules import CutKind
from app.tournament.sides import SidesBy
from app.tournament.structures import structure
from app.web.cache.public_cache import Rendered, Ticking, made_once, seen_by
from app.web.http.path_ids import Number
from app.web.pages.answers import page_or_part
from app.web.pages.frames import event_of, public_frame, still_frame
from app.web.pages.public.several import Ranked, pod_sheet, pod_standings, pods_of_round
from app.web.presenters import event as words
from app.web.presenters.brackets import BracketPage, bracket_shown
from app.web.presenters.champion import Champion, champion_shown
from app.web.presenters.checking import EventPoolPage
from app.web.presenters.clock import ClockShown, at_time, clock_shown
from app.web.presenters.computed import computed_words
from app.web.presenters.decks import format_name, pool_shown
from app.web.presenters.feed import feed
from app.web.presenters.game_rows import game_row
from app.web.presenters.pairings import (
    PairingsPage,
    by_initial,
    one_for_each,
    players_words,
    public_row,
    rows_by_name,
)
from app.web.presenters.pods import several_words
from app.web.presenters.round_names import round_name
from app.web.presenters.rulings import GAME, rulings_of
from app.web.presenters.sheet import SheetPage, numbers_shown, rank_shown
from app.web.presenters.standings import (
    StandingsPage,
    columns_of,
    in_final_order,
    legend_of,
    named_like,
    row_of,
    standing_rows,
    tie_sentences,
)
from app.web.presenters.timetable import time_rows
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import NavLink

LONGEST_QUERY = 60
router = Router(prefix="/t/{code}")


@router.get("")
def info(request: Request, here: InVisit) -> Response:
    """The event: when, what is played, what comes next."""
    return made_once(request, here, "", lambda nobody: _info(request, nobody))


def _info(request: Request, here: Visit) -> Rendered:
    event = event_of(here)
    installation, tournament_id = here.context.installation, here.tournament_id
    said = listing.notice(installation, tournament_id)
    story = played(installation, tournament_id)
    clock = _clock(here, event.round) if words.round_is_played(event) else None
    view = words.EventPage(
        frame=public_frame(event, ""),
        day_words=words.day_words(event),
        next_words=words.next_words(event),
        facts=words.facts_shown(event, said),
        when_and_where=words.notice_shown(said),
        times=time_rows(event, said),
        schedule=said.schedule,
        outside=words.outside_links(said),
        played_words=_played_words(event),
        deck_words=words.deck_words(event),
        cut_words=words.cut_words(event),
        rules_href=rules if (rules := rulings_of(event.structure, event.format)).startswith(GAME) else None,
        info=[line for line in event.info.splitlines() if line.strip()],
        announcements=announcements.standing_announcements(installation, tournament_id, here.context.now()),
        clock=clock,
        at_time=at_time(event),
        full=words.is_full(event, said),
        champion=_champion(here, event, story),
        news=feed(story),
        preview=_preview(here, event.code),
        here=f"/t/{event.code}",
    )
    shown = page_or_part(request, view)
    return Ticking(shown) if clock is not None and clock.ends_at else shown


def _played_words(event: TournamentView) -> str:
    if event.goal_points is not None:
        return several_words(event.goal_points)
    return words.played_words(event, format_name(event.format))


def _preview(here: Visit, code: str) -> str | None:
    """The event's address for link previews; never from the request, whose host anybody may choose."""
    public = here.context.settings.public_url
    return f"{public.rstrip('/')}/t/{code}" if public else None


def _champion(here: Visit, event: TournamentView, story: Played) -> Champion | None:
    if event.phase is not Phase.FINISHED:
        return None
    installation, tournament_id = here.context.installation, here.tournament_id
    view = standings_view(installation, tournament_id, PUBLIC_VIEWER)
    return champion_shown(event.code, view, brackets.final_order(installation, tournament_id), story)


def _clock(here: Visit, number: int | None) -> ClockShown:
    assert number is not None
    context = here.context
    return clock_shown(
        queries.clock_view(context.installation, here.tournament_id, number, PUBLIC_VIEWER, context.now())
    )


@router.get("/pairings")
def pairings(request: Request, here: InVisit, by: str | None = None) -> Response:
    """The pairings of the last published round."""
    return made_once(request, here, by, lambda nobody: _now(request, nobody, by))


def _now(request: Request, here: Visit, by: str | None) -> Rendered:
    """The last round: by name while people look for their tables; by table afterwards and in the cut."""
    event = event_of(here)
    usual = "name" if words.round_is_played(event) and event.phase is Phase.SWISS else "table"
    return _pairings(request, here, event.round, _order(by or usual))


@router.get("/rounds/{number}")
def one_round(request: Request, here: InVisit, number: Number, by: str = "table") -> Response:
    """The pairings of one round."""
    by = _order(by)
    return made_once(request, here, by, lambda nobody: _pairings(request, nobody, number, by))


def _order(by: str) -> str:
    return "name" if by == "name" else "table"


def _pairings(request: Request, here: Visit, number: int | None, by: str) -> Rendered:
    with here.asking() as ask:
        event = ask.event()
        shown = ask.round(number) if number is not None else None
    base = f"/t/{event.code}/pairings" if number == event.round else f"/t/{event.code}/rounds/{number}"
    if structure(event.structure).has_pods:
        return pods_of_round(request, event, shown, base)
    tables = shown.tables if shown else []
    rows = [public_row(table) for table in tables] if by == "table" else []
    people = rows_by_name(tables)
    clock = clock_shown(shown.clock) if shown and shown.state is RoundState.PUBLISHED else None
    view = PairingsPage(
        frame=public_frame(event, "/pairings"),
        by=by,
        number=number,
        title=round_name(event, shown) if shown else t("Pairings"),
        lead=words.next_words(event) if number == event.round else t("This round is over."),
        players_words=players_words(tables),
        names_with_sides=any(table.sides_by is SidesBy.ASSIGNED for table in tables),
        rows=rows,
        names=by_initial(people) if by == "name" else [],
        seats=one_for_each(people),
        clock=clock,
        at_time=at_time(event),
        links=words.round_links(
            event.code, range(1, (event.round or 0) + 1), number, f"/rounds/{{}}?by={by}"
        ),
        base=base,
        here=f"{base}?by={by}",
    )
    answer = page_or_part(request, view)
    return Ticking(answer) if clock is not None and clock.ends_at else answer


@router.get("/standings")
def standings(
    request: Request,
    here: InVisit,
    round: Annotated[int | None, Query(ge=0, le=1000)] = None,
    q: Annotated[str, Query(max_length=LONGEST_QUERY)] = "",
) -> Response:
    """The standings after the last closed round or an earlier one; `q` is part of a name."""
    if q.strip():  # what people type is not kept
        return seen_by(request, here, _standings(request, here.as_nobody(), round, q.strip()))
    return made_once(request, here, round, lambda nobody: _standings(request, nobody, round, ""))


def _standings(request: Request, here: Visit, round: int | None, query: str) -> Response:
    installation, tournament_id = here.context.installation, here.tournament_id
    with here.asking() as ask:
        event, view, order = ask.event(), ask.standings(), ask.final_order()
    path = f"/t/{event.code}/standings"
    last = view.after_round
    if round is not None:
        view = standings_view(installation, tournament_id, PUBLIC_VIEWER, round)
    by_cut = bool(order) and round is None
    links = words.round_links(
        event.code, range(1, last + 1), None if by_cut else view.after_round, "/standings?round={}"
    )
    if order:
        links.append(NavLink(path, t("Final"), current=by_cut))
    final = event.phase is Phase.FINISHED and view.after_round == last and (by_cut or not order)
    ranked = in_final_order(view, order) if by_cut else view
    cut_size = event.cut_size if event.cut_kind is not CutKind.NONE else 0
    if structure(event.structure).has_pods:
        told = Ranked(ranked, final=final, by_cut=by_cut, links=links, query=query)
        address = path + (f"?round={round}" if round is not None else "")
        return pod_standings(request, event, told, address)
    before = None
    if view.after_round > 1 and not by_cut:
        before = standings_view(installation, tournament_id, PUBLIC_VIEWER, view.after_round - 1)
    rows = standing_rows(ranked, event.code, played(installation, tournament_id), cut_size, before)
    shown = StandingsPage(
        frame=public_frame(event, "/standings"),
        title=t("Final standings") if final else t("Standings"),
        kicker=words.standings_kicker(view.after_round, final=final, by_cut=by_cut),
        lead=t(words.BY_CUT) if by_cut else None,
        after_round=view.after_round,
        rounds=range(1, view.after_round + 1),
        rows=named_like(rows, query) if view.after_round else [],
        columns=columns_of(event.structure),
        legend=legend_of(event.structure),
        cut_size=cut_size,
        tied=tie_sentences(view.rows) if view.after_round and not (by_cut or query) else [],
        links=links if len(links) > 1 else [],
        kept_round=view.after_round if len(links) > 1 and not by_cut else None,
        query=query,
        here=path + (f"?round={round}" if round is not None else ""),
        computed=computed_words(event.structure, view.worth),
    )
    return page_or_part(request, shown)


@router.get("/players/{player_id}")
def sheet(request: Request, here: InVisit, player_id: Number) -> Response:
    """One player's sheet: the games, and how the numbers of the standings come about."""
    return made_once(request, here, "", lambda nobody: Ticking(_sheet(request, nobody, player_id)))


def _sheet(request: Request, here: Visit, player_id: int) -> Response:
    event = event_of(here)
    if structure(event.structure).has_pods:
        return pod_sheet(request, here, event, player_id)
    installation, tournament_id = here.context.installation, here.tournament_id
    view = standings_view(installation, tournament_id, PUBLIC_VIEWER)
    explained, names = explanation(installation, tournament_id, player_id, PUBLIC_VIEWER)
    games = tables_of_player(installation, tournament_id, player_id, PUBLIC_VIEWER)
    row = row_of(view, player_id) if view.after_round else None
    by_cut = bool(brackets.final_order(installation, tournament_id))
    shown = SheetPage(
        frame=public_frame(event, "/standings"),
        person=queries.player_view(installation, tournament_id, player_id, PUBLIC_VIEWER),
        rank=rank_shown(row, len(view.rows), view.after_round, by_cut=by_cut) if row else None,
        sheet=numbers_shown(explained, names),
        games=[game_row(table, player_id) for table in games],
        here=f"/t/{event.code}/players/{player_id}",
    )
    return page_or_part(request, shown)


@router.get("/bracket")
def bracket(request: Request, here: InVisit) -> Response:
    """The games of the cut."""
    return made_once(request, here, "", lambda nobody: _bracket(request, nobody))


def _bracket(request: Request, here: Visit) -> Response:
    event = event_of(here)
    try:
        shown = bracket_shown(brackets.bracket_view(here.context.installation, here.tournament_id))
    except Refused as refusal:
        if refusal.code != "no-cut":
            raise
        shown = None
    view = BracketPage(
        frame=public_frame(event, "/bracket"),
        bracket=shown,
        cut_words=words.cut_words(event),
        here=f"/t/{event.code}/bracket",
    )
    return page_or_part(request, view)


@router.get("/pool")
def pool(request: Request, here: InVisit) -> Response:
    """The event's own pool, with what the organizer changed."""
    return made_once(request, here, "", lambda nobody: _pool(request, nobody))


def _pool(request: Request, here: Visit) -> Response:
    event = event_of(here)
    shown = pool_shown(event_pool(here.context.installation, here.tournament_id))
    return page(request, EventPoolPage(frame=still_frame(event, ""), pool=shown))
