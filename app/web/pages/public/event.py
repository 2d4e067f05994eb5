"""What everybody may see of an event. An organizer sees here exactly what everybody sees."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from app.services.decks.event_pool import event_pool
from app.services.event import announcements, brackets, queries
from app.services.event.player_record import tables_of_player
from app.services.event.standings import explanation, standings_view
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.web.cache.public_cache import Rendered, Ticking, held
from app.web.http.path_ids import Number
from app.web.pages.answers import page_or_part
from app.web.pages.frames import event_frame, event_of, public_frame, still_frame
from app.web.presenters import event as words
from app.web.presenters.brackets import BracketPage, bracket_shown
from app.web.presenters.clock import ClockShown, at_time, clock_shown
from app.web.presenters.decks import format_name, pool_shown
from app.web.presenters.results import game_row, public_row, rows_by_name
from app.web.presenters.standings import (
    explanation_shown,
    in_final_order,
    lot_sentences,
    row_of,
    standing_rows,
)
from app.web.presenters.values import Values
from app.web.requester import InVisit, Visit
from app.web.templating import page

router = APIRouter(prefix="/t/{code}")


@router.get("")
def info(request: Request, here: InVisit) -> Response:
    """The event: when, what is played, what comes next."""
    return held(request, here, "", lambda: _info(request, here))


def _info(request: Request, here: Visit) -> Rendered:
    event = event_of(here)
    clock = _clock(here, event.round) if words.round_is_played(event) else None
    said = announcements.standing_announcements(
        here.context.installation, here.tournament_id, here.context.now()
    )
    values = {
        **public_frame(here, event, ""),
        "next_words": words.next_words(event),
        "facts": words.facts_shown(event),
        "format": format_name(event.format),
        "deck_words": words.deck_words(event),
        "cut_words": words.cut_words(event),
        "announcements": said,
        "clock": clock,
        "at_time": at_time(event),
        "joined": here.as_player is not None,
        "here": f"/t/{event.code}",
    }
    shown = page_or_part(request, "public/event.html", "fragments/event.html", values)
    return Ticking(shown) if clock is not None and clock.ends_at else shown


def _clock(here: Visit, number: int | None) -> ClockShown:
    assert number is not None
    context = here.context
    return clock_shown(
        queries.clock_view(context.installation, here.tournament_id, number, PUBLIC_VIEWER, context.now())
    )


@router.get("/pairings")
def pairings(request: Request, here: InVisit, by: str = "table") -> Response:
    """The pairings of the last published round."""
    by = _order(by)
    return held(request, here, by, lambda: _pairings(request, here, event_of(here).round, by))


@router.get("/rounds/{number}")
def one_round(request: Request, here: InVisit, number: Number, by: str = "table") -> Response:
    """The pairings of one round."""
    by = _order(by)
    return held(request, here, by, lambda: _pairings(request, here, number, by))


def _order(by: str) -> str:
    return "name" if by == "name" else "table"


def _pairings(request: Request, here: Visit, number: int | None, by: str) -> Rendered:
    event = event_of(here)
    context = here.context
    values: dict[str, Any] = {
        **public_frame(here, event, "/pairings"),
        "by": by,
        "number": number,
        "clock": None,
        "links": [],
        "round": None,
        "me": here.as_player.id if here.as_player else None,
        "base": f"/t/{event.code}/pairings" if number == event.round else f"/t/{event.code}/rounds/{number}",
        "next_words": words.next_words(event),
        "at_time": at_time(event),
    }
    values["here"] = f"{values['base']}?by={by}"
    if number is not None:
        shown = queries.round_view(
            context.installation, here.tournament_id, number, PUBLIC_VIEWER, context.now()
        )
        values |= {
            "round": shown,
            "rows": [public_row(table) for table in shown.tables] if by == "table" else None,
            "names": rows_by_name(shown.tables) if by == "name" else None,
            "clock": clock_shown(shown.clock) if shown.state.value == "published" else None,
            "links": words.round_links(
                event.code, range(1, (event.round or 0) + 1), number, f"/rounds/{{}}?by={by}"
            ),
        }
    answer = page_or_part(request, "public/pairings.html", "fragments/pairings.html", values)
    clock = values["clock"]
    return Ticking(answer) if clock is not None and clock.ends_at else answer


@router.get("/standings")
def standings(
    request: Request, here: InVisit, round: Annotated[int | None, Query(ge=0, le=1000)] = None
) -> Response:
    """The standings after the last closed round or an earlier one."""
    return held(request, here, round, lambda: _standings(request, here, round))


def _standings(request: Request, here: Visit, round: int | None) -> Response:
    event = event_of(here)
    installation = here.context.installation
    view = standings_view(installation, here.tournament_id, PUBLIC_VIEWER, round)
    order = brackets.final_order(installation, here.tournament_id)
    path = f"/t/{event.code}/standings"
    last = view.after_round
    if round is not None:
        last = standings_view(installation, here.tournament_id, PUBLIC_VIEWER).after_round
    by_cut = bool(order) and round is None
    links = words.round_links(
        event.code, range(1, last + 1), None if by_cut else view.after_round, "/standings?round={}"
    )
    if order:
        links.append(Values(href=path, label="Final", current=by_cut))
    if by_cut:
        view = in_final_order(view, order)
    values = {
        **public_frame(here, event, "/standings"),
        "after_round": view.after_round,
        "rows": standing_rows(event.code, view) if view.after_round else [],
        "lots": lot_sentences(view.rows) if view.after_round and not by_cut else [],
        "me": here.as_player.id if here.as_player else None,
        "here": path + (f"?round={round}" if round is not None else ""),
        "links": links,
        "final": event.phase.value == "finished" and view.after_round == last and not (order and not by_cut),
        "by_cut": by_cut,
    }
    return page_or_part(request, "public/standings.html", "fragments/standings.html", values)


@router.get("/players/{player_id}")
def sheet(request: Request, here: InVisit, player_id: Number) -> Response:
    """One player's sheet: the games, and how the numbers of the standings come about."""
    return held(request, here, "", lambda: Ticking(_sheet(request, here, player_id)))


def _sheet(request: Request, here: Visit, player_id: int) -> Response:
    event = event_of(here)
    installation, tournament_id = here.context.installation, here.tournament_id
    person = queries.player_view(installation, tournament_id, player_id, PUBLIC_VIEWER)
    view = standings_view(installation, tournament_id, PUBLIC_VIEWER)
    explained, names = explanation(installation, tournament_id, player_id, PUBLIC_VIEWER)
    games = tables_of_player(installation, tournament_id, player_id, PUBLIC_VIEWER)
    values = {
        **public_frame(here, event, "/standings"),
        "person": person,
        "row": row_of(view, player_id) if view.after_round else None,
        "players": len(view.rows),
        "after_round": view.after_round,
        "by_swiss": bool(brackets.final_order(installation, tournament_id)),
        "sheet": explanation_shown(explained, names),
        "games": [game_row(table, player_id) for table in games],
        "here": f"/t/{event.code}/players/{player_id}",
    }
    return page_or_part(request, "public/sheet.html", "fragments/sheet.html", values)


@router.get("/bracket")
def bracket(request: Request, here: InVisit) -> Response:
    """The games of the cut."""
    return held(request, here, "", lambda: _bracket(request, here))


def _bracket(request: Request, here: Visit) -> Response:
    event = event_of(here)
    try:
        shown = bracket_shown(brackets.bracket_view(here.context.installation, here.tournament_id))
    except Refused as refusal:
        if refusal.code != "no-cut":
            raise
        shown = None
    view = BracketPage(
        frame=event_frame(here, event, "/bracket"),
        bracket=shown,
        cut_words=words.cut_words(event),
        here=f"/t/{event.code}/bracket",
    )
    return page_or_part(request, view)


@router.get("/pool")
def pool(request: Request, here: InVisit) -> Response:
    """The event's own pool, with what the organizer changed."""
    return held(request, here, "", lambda: _pool(request, here))


def _pool(request: Request, here: Visit) -> Response:
    event = event_of(here)
    shown = pool_shown(event_pool(here.context.installation, here.tournament_id))
    return page(request, "public/event_pool.html", {**still_frame(here, event, ""), "pool": shown})
