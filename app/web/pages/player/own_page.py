"""The player's own pages: the one page of the day, decks and entry, leaving and coming back, calls."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from app.services.decks import deck_views, handed_in
from app.services.decks.event_pool import event_pool, identities_in, outside_pool
from app.services.event import queries
from app.services.judging import calls
from app.services.kernel.errors import Kind, Refused
from app.services.people import registration
from app.sides import Side
from app.web.forms import InForm, Posted, summary
from app.web.pages.answers import is_live, see_other
from app.web.pages.frames import event_of, player_frame
from app.web.pages.player.player_state import Attempt, player_page
from app.web.presenters.decks import outside_words, verdict_shown
from app.web.presenters.values import Values
from app.web.requester import InPlayerVisit, Visit
from app.web.templating import page, render
from app.web.views import EventFrame, View

router = APIRouter(prefix="/t/{code}/me")


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
    here.context.presence.hear(here.actor.id or 0, here.context.now())
    return HTMLResponse(render(player_page(here)))


def after(request: Request, here: Visit, attempt: Attempt | None = None) -> Response:
    """The answer to a form of that page: the fragment for the script, the page again, or the way back."""
    if is_live(request):
        here.context.presence.hear(here.actor.id or 0, here.context.now())
        status = int(attempt.refusal.kind) if attempt else 200
        return HTMLResponse(render(player_page(here, attempt)), status)
    if attempt is None:
        return see_other(f"/t/{here.code}/me")
    return page(request, player_page(here, attempt), status_code=int(attempt.refusal.kind))


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
        command(here.call, here.actor.id or 0)
    except Refused as refusal:
        return after(request, here, Attempt(refusal, "leave", Posted()))
    return after(request, here)


@router.get("/decks")
def deck_page(request: Request, here: InPlayerVisit, saved: str = "") -> Response:
    """The player's decks with their verdicts, and the entry."""
    return _decks(request, here, saved=saved)


@router.post("/decks/{side}")
def hand_in(request: Request, here: InPlayerVisit, side: Side, form: InForm) -> Response:
    """Take a deck; a refused one stays in its field."""
    here.require("hand_in_deck")
    field = f"{side}_deck"
    source: str | bytes = form.files.get(f"{side}_file", b"") or form.text(field)
    try:
        if not source.strip():
            raise Refused("deck-missing", f"Paste your {side.word} deck, or choose a file.", Kind.INVALID)
        handed_in.hand_in_deck(here.call, here.actor.id or 0, side, source)
    except Refused as refusal:
        return _decks(request, here, form, {field: refusal.sentence}, int(refusal.kind))
    return see_other(f"/t/{here.code}/me/decks?saved={side}#{side}")


@router.post("/entry")
def change_entry(request: Request, here: InPlayerVisit, form: InForm) -> Response:
    """Change name, pronouns and identities as far as they may change now."""
    here.require("edit_player")
    changes = {
        name: form.text(name) or None if name.endswith("identity") else form.text(name)
        for name in ("name", "pronouns", "corp_identity", "runner_identity")
        if name in form
    }
    try:
        registration.edit_player(here.call, here.actor.id or 0, changes)
    except Refused as refusal:
        field = _entry_field(refusal)
        return _decks(request, here, form, {field: refusal.sentence}, int(refusal.kind))
    return see_other(f"/t/{here.code}/me/decks?saved=entry")


def _entry_field(refusal: Refused) -> str:
    if refusal.code in ("name-taken", "invalid-name", "name-locked"):
        return "name"
    if refusal.code == "invalid-text":
        return "pronouns"
    # Sentences about an identity name its side.
    return "runner_identity" if Side.RUNNER.word in refusal.sentence else "corp_identity"


def _decks(
    request: Request,
    here: Visit,
    form: Posted | None = None,
    errors: dict[str, str] | None = None,
    status: int = 200,
    saved: str = "",
) -> Response:
    installation, tournament_id, me = here.context.installation, here.tournament_id, here.actor.id or 0
    event = event_of(here)
    pool = event_pool(installation, tournament_id)
    by_side = {
        deck.side.value: deck for deck in deck_views.decks_of(installation, tournament_id, me, here.viewer)
    }
    locked = handed_in.locked_because(installation, tournament_id, me)
    person = queries.player_view(installation, tournament_id, me, here.viewer)
    values: dict[str, Any] = {
        **vars(player_frame(here, event, "/me/decks")),
        "live_url": None,
        "person": person,
        "outside": outside_words(outside_pool(pool, person.corp_identity, person.runner_identity)),
        "sides": [_side(here, side, by_side.get(side.value), bool(locked)) for side in Side],
        "locked": locked,
        "name_open": event.round is None,
        "typed": Values(form.values() if form else {}),
        "errors": Values(errors or {}),
        "summary": summary(errors or {}),
        "identities": {side.value: identities_in(pool, side) for side in Side},
        "saved": saved,
        "collects": event.deck_policy != "none",
    }
    return page(request, "player/decks.html", values, status)


def _side(here: Visit, side: Side, deck: deck_views.DeckView | None, locked: bool) -> Values:
    # Nobody is told to change what may not change any more.
    changes = []
    if deck is not None and not locked:
        changes = deck_views.changes_for(here.context.installation, here.tournament_id, deck)
    return Values(
        side=side.value,
        word=side.word,
        source=deck.source if deck else None,
        verdict=verdict_shown({**deck.verdict, "advice": changes}) if deck else None,
        override=Values(who=deck.override_by, reason=deck.override_reason)
        if deck and deck.override_reason
        else None,
        handed_in_at=deck.handed_in_at if deck else None,
    )
