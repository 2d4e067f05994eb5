"""The player's own pages: the one page of the day, decks and entry, leaving and coming back, calls."""

from dataclasses import dataclass, replace
from typing import ClassVar

from fastapi import Request
from starlette.responses import HTMLResponse, Response

from app.services.judging import calls
from app.services.kernel.errors import Refused
from app.services.people import registration
from app.web.forms import InForm, Posted
from app.web.pages.answers import EVENT_VERSION, is_live, see_other
from app.web.pages.frames import event_of, player_frame
from app.web.pages.player.player_state import Attempt, PlayerPage, player_page
from app.web.requester import InPlayerVisit, Visit
from app.web.routes_made_late import Router
from app.web.templating import page, render
from app.web.views import EventFrame, View

router = Router(prefix="/t/{code}/me")


@dataclass(frozen=True)
class DropPage(View):
    """The question before leaving the event."""

    template: ClassVar[str] = "player/drop.html"

    frame: EventFrame


@router.get("")
def me(request: Request, here: InPlayerVisit) -> Response:
    """The page a player keeps open all day."""
    return page(request, player_page(here))


@router.get("/fragment")
def fragment(here: InPlayerVisit) -> Response:
    """What of it changes, for the page's script; by asking for it a phone is heard of."""
    return _part(here)


def _part(here: Visit, attempt: Attempt | None = None) -> Response:
    return part(here, player_page(here, attempt), _status(attempt))


def part(here: Visit, shown: PlayerPage, status: int = 200) -> Response:
    """The part of a player's page that changes; who gets it was heard of."""
    here.context.presence.hear(here.actor.known_id, here.context.now())
    return HTMLResponse(render(shown), status, {EVENT_VERSION: str(shown.frame.live_version)})


def _status(attempt: Attempt | None) -> int:
    return int(attempt.refusal.kind) if attempt and attempt.refusal else 200


def after(request: Request, here: Visit, attempt: Attempt | None = None) -> Response:
    """The answer to a form of that page: the fragment for the script, the page again, or the way back."""
    if is_live(request):
        return _part(here, attempt)
    if attempt is None:
        return see_other(f"/t/{here.code}/me")
    return page(request, player_page(here, attempt), status_code=_status(attempt))


@router.post("/call")
def call(request: Request, here: InPlayerVisit, form: InForm) -> Response:
    """Call a judge to the table."""
    try:
        calls.call_organizer(here.call, form.text("text"))
    except Refused as refusal:
        return after(request, here, Attempt(refusal, "call", form))
    return after(request, here)


@router.post("/call/end")
def end_call(request: Request, here: InPlayerVisit) -> Response:
    """Take the call back."""
    calls.take_back_call(here.call)
    return after(request, here)


@router.get("/drop")
def drop_form(request: Request, here: InPlayerVisit) -> Response:
    """Ask once more before leaving the event."""
    event = event_of(here)
    frame = replace(player_frame(here, event, "/me/drop"), live_url=None)
    return page(request, DropPage(frame))


@router.post("/drop")
def drop(request: Request, here: InPlayerVisit) -> Response:
    """Leave the rounds to come."""
    return _leave_or_return(request, here, "drop_player")


@router.post("/return")
def come_back(request: Request, here: InPlayerVisit) -> Response:
    """Come back after leaving, until the next pairing."""
    return _leave_or_return(request, here, "reinstate_player")


def _leave_or_return(request: Request, here: Visit, action: str) -> Response:
    here.require(action)
    command = registration.drop_player if action == "drop_player" else registration.reinstate_player
    try:
        command(here.call, here.actor.known_id)
    except Refused as refusal:
        return after(request, here, Attempt(refusal, "leave", Posted()))
    return after(request, here)
