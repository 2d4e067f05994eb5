"""The projector: one page that shows by itself what the hall needs now, and comes back by itself.

It shows what everybody may see, also in the browser of an organizer: no draft, no bid, no hidden standings.
Without JavaScript the page loads itself again every 8 seconds and turns its pages so.
"""

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.services.event import announcements, brackets, queries
from app.services.event.standings import standings_view
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import RoundView
from app.time_zones import local
from app.tournament.lifecycle import Phase, RoundState
from app.web.cache.public_cache import Ticking, held
from app.web.pages.answers import page_or_part
from app.web.pages.links import hall_address, join_qr
from app.web.presenters import wall
from app.web.presenters.clock import at_time, clock_shown
from app.web.presenters.event import stage_words
from app.web.presenters.standings import in_final_order
from app.web.requester import InVisit, Visit

router = APIRouter(prefix="/t/{code}/wall")

SHOWS = ("pairings", "tables", "join", "standings")
TOPICS = "tournament,round,clock,results,standings,announcement,players"
TURN_SECONDS = 8
KEPT_PAGES = 100


@router.get("")
def projector(request: Request, here: InVisit, show: str = "", page: int = 0) -> Response:
    """The wall; `show` holds one of its pages, without it the wall chooses."""
    here.require("see_display")
    if show and show not in SHOWS:
        raise Refused("not-found", f"The wall shows {', '.join(SHOWS)}.", Kind.NOT_FOUND)

    def render() -> Ticking:
        values = _values(request, here, show, page)
        return Ticking(page_or_part(request, "display/wall.html", "fragments/wall.html", values))

    if not 0 <= page < KEPT_PAGES:  # any number turns to some page, but not any number is kept
        return render().response
    # It holds the address to join at: kept for those alone who reach the program there.
    return held(request, here, (show, page, hall_address(request, here.context)), render)


def _values(request: Request, here: Visit, show: str, page: int) -> dict[str, Any]:
    context = here.context
    view = queries.tournament_view(context.installation, here.tournament_id, PUBLIC_VIEWER)
    running = _running(here, view.round)
    chosen = show or wall.what_to_show(running, view.phase is Phase.FINISHED)
    if chosen == "join" and not view.registration_open and not show:
        chosen = "pairings" if running else "join"
    pages, after = _pages(here, chosen, running)
    address = f"{hall_address(request, context)}/{here.code}"
    now = context.now()
    fixed = f"show={show}&" if show else ""
    return {
        "code": here.code,
        "name": view.name,
        "stage": stage_words(view),
        "chosen": chosen,
        "fragment": f"/t/{here.code}/wall" + (f"?show={show}" if show else ""),
        "clock": clock_shown(running.clock) if running and running.state is RoundState.PUBLISHED else None,
        "at_time": at_time(view),
        "said": _said(here, running),
        "number": after,
        "finished": view.phase is Phase.FINISHED,
        "pages": [{**each, "href": f"?{fixed}page={number}"} for number, each in enumerate(pages)],
        "page": page % len(pages) if pages else 0,
        "tables": wall.outstanding(running) if running and running.state is RoundState.PUBLISHED else [],
        "join": {
            "code": here.code,
            "address": address,
            "qr": join_qr(hall_address(request, context), here.code),
        },
        "open": view.registration_open,
        "players": view.players,
        "updated": local(now, view.time_zone).strftime("%H:%M:%S"),
        "turn_seconds": TURN_SECONDS,
        "next_page": f"?{fixed}page={(page + 1) % max(len(pages), 1)}",
        "live_url": f"/api/v1/tournaments/{here.code}/live?topics={TOPICS}",
        "live_version": here.version(),
    }


def _running(here: Visit, number: int | None) -> RoundView | None:
    if number is None:
        return None
    context = here.context
    return queries.round_view(context.installation, here.tournament_id, number, PUBLIC_VIEWER, context.now())


def _pages(here: Visit, chosen: str, running: RoundView | None) -> tuple[list[dict[str, Any]], int | None]:
    """The turning pages of what is shown, and the round it belongs to."""
    number = running.number if running else None
    if chosen == "pairings" and running:
        return wall.pages_by_name(running.tables), number
    if chosen == "standings":
        view = standings_view(here.context.installation, here.tournament_id, PUBLIC_VIEWER)
        order = brackets.final_order(here.context.installation, here.tournament_id)
        return wall.standings_pages(in_final_order(view, order).rows), view.after_round or None
    return [], number


def _said(here: Visit, running: RoundView | None) -> str | None:
    standing = announcements.standing_announcements(
        here.context.installation, here.tournament_id, here.context.now()
    )
    return standing[0].text if standing else wall.outstanding_words(running)
