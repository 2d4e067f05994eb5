"""Joining an event, and opening a personal link.

The form brings the secret of the personal link with it, so that a second tap or a form sent again is the same
entry and not a second one.
"""

import re
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from fastapi import Request
from markupsafe import Markup
from starlette.responses import Response

from app.deckcheck.catalog import Catalog
from app.sentences import say, t
from app.services.decks import deck_views
from app.services.decks.card_pool import read_deck, read_kept_deck
from app.services.decks.deck_laws import read_cyberpunk
from app.services.decks.event_pool import identities_in, outside_pool, pool_if_any
from app.services.decks.identities import identity_named
from app.services.event import queries
from app.services.event.listing import notice
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.errors import Refused
from app.services.kernel.names import clean_name
from app.services.kernel.permissions import Role
from app.services.kernel.roles import viewer_of
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import TournamentView
from app.services.people import registration, sessions
from app.services.people.entries import Entry
from app.services.people.registration import Registered
from app.sides import DeckSlot, Side
from app.tournament.rules import DeckPolicy
from app.web.context import Context, InContext
from app.web.forms import InForm, Posted, summary
from app.web.http.request_line import HEAD
from app.web.pages.answers import see_other
from app.web.pages.frames import event_frame, event_of
from app.web.pages.links import hall_address, qr_code
from app.web.pages.player.deck_page import deck_field, deck_with_changes
from app.web.presenters.decks import VerdictShown, outside_words, slots_in
from app.web.presenters.entries import EntryFields, Identities, entry_fields
from app.web.presenters.event import decks_todo, is_full, waiting_words
from app.web.presenters.game_words import SIDES
from app.web.requester import PLAYER_COOKIE, InVisit, Visit, counting_joins, set_cookie
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import EventFrame, FieldError, View

router = Router()


@dataclass(frozen=True)
class JoinPage(View):
    """The form to join; `refused` is why nothing of it can be taken, `me` who this browser belongs to
    already, `full` whether it leads to the waiting list.

    `key` is the secret of the personal link to be; `identities` None in a game without them,
    `takes_deck` where everybody has one deck.
    """

    template: ClassVar[str] = "public/join.html"

    frame: EventFrame
    typed: EntryFields
    errors: EntryFields
    refused: str | None
    summary: list[FieldError]
    key: str
    identities: Identities | None
    takes_deck: bool
    me: Actor | None
    full: bool


@dataclass(frozen=True)
class JoinedPage(View):
    """You are in, or wait for a place: what is still to do with the decks, then the personal link, which is
    shown this once.
    """

    template: ClassVar[str] = "public/joined.html"

    frame: EventFrame
    name: str
    address: str
    qr: Markup
    outside: list[str]
    todo: str | None
    waiting: str | None
    verdicts: list[VerdictShown]


FIELDS = ("name", "corp_deck", "runner_deck", "deck", "corp_identity", "runner_identity", "pronouns")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43,100}")


@router.get("/t/{code}/join")
def join_form(request: Request, here: InVisit) -> Response:
    """The form to join, or why nobody can join now."""
    return _join(request, here, Posted())


@router.post("/t/{code}/join")
def join(request: Request, here: InVisit, form: InForm) -> Response:
    """Join: sign this browser in as the player and show the personal link this once."""
    here.require("register_player")
    event = event_of(here)
    errors = _errors(here, event, form)
    if errors:
        return _join(request, here, form, errors, 422)
    try:
        with counting_joins(request, here):
            secret, made = _register(here, form)
    except Refused as refusal:
        field = refusal.field if refusal.field in FIELDS else "form"
        return _join(request, here, form, {field: refusal.sentence}, int(refusal.kind))
    return _welcome(request, here, event, secret, made)


def _errors(here: Visit, event: TournamentView, form: Posted) -> dict[str, str]:
    """Everything that is wrong with the fields, by field, so that nobody corrects one after the other."""
    catalog = here.context.installation.catalog
    errors: dict[str, str] = {}
    slots = slots_in(event)
    checks: list[tuple[str, Any]] = [("name", lambda: clean_name(form.text("name")))]
    for side in Side:
        if DeckSlot(side) in slots:
            checks.append((f"{side}_identity", lambda side=side: _named(here, form, side)))
    for slot in () if event.deck_policy is DeckPolicy.NONE else slots:
        source = form.text(deck_field(slot))
        if source.strip():
            checks.append((deck_field(slot), lambda slot=slot, text=source: _readable(catalog, slot, text)))
    for field, check in checks:
        try:
            check()
        except Refused as refusal:
            errors[field] = refusal.sentence
    return errors


def _readable(catalog: Catalog, slot: DeckSlot, source: str) -> None:
    """Refuse a list that is none."""
    if slot is DeckSlot.ONE:
        read_cyberpunk(source)
    else:
        read_kept_deck(catalog, source, None)


def _named(here: Visit, form: Posted, side: Side) -> None:
    """Refuse an identity that is none; nothing typed is fine where a deck names it."""
    catalog = here.context.installation.catalog
    if identity_named(catalog, form.line(f"{side}_identity"), side) is None:
        source = form.text(f"{side}_deck")
        if not source.strip() or read_deck(catalog, source, None).identity is None:
            raise Refused(
                "identity-missing",
                say("Name your {side} identity: type a part and choose.", side=say(SIDES[side])),
            )


def _register(here: Visit, form: Posted) -> tuple[str, Registered]:
    context = here.context
    key = form.text("key")
    secret = key if _SECRET.fullmatch(key) else context.secret()
    made = _registered(here, form, secret)
    if made.name != clean_name(form.text("name")):
        # The form of somebody who joined before on this phone was used again for another person.
        secret = context.secret()
        made = _registered(here, form, secret)
    return secret, made


def _registered(here: Visit, form: Posted, secret: str) -> Registered:
    entry = Entry(
        form.text("name"),
        form.text("pronouns"),
        form.line("corp_identity"),
        form.line("runner_identity"),
        form.text("corp_deck").strip() or None,
        form.text("runner_deck").strip() or None,
        form.text("deck").strip() or None,
    )
    context = here.context
    # Players join for themselves, also in a browser where an organizer is signed in.
    call = Call(context.installation, here.tournament_id, PUBLIC, Role.PUBLIC, context.now())
    return registration.register_player(call, entry, secret).value


def _welcome(request: Request, here: Visit, event: TournamentView, secret: str, made: Registered) -> Response:
    context = here.context
    installation, tournament_id = context.installation, here.tournament_id
    address = f"{hall_address(request, context)}/p/{secret}"
    actor = Actor(ActorKind.PLAYER, made.player_id, made.name, tournament_id)
    viewer = viewer_of(Role.PLAYER, actor)
    me = queries.player_view(installation, tournament_id, made.player_id, PUBLIC_VIEWER)
    pool = pool_if_any(installation, tournament_id)
    decks = deck_views.decks_of(installation, tournament_id, made.player_id, viewer)
    illegal = sum(not deck.told.legal for deck in decks)
    required = event.deck_policy is DeckPolicy.REQUIRED
    shown = JoinedPage(
        frame=replace(event_frame(here, event, "/join"), nav=(), live_url=None),
        name=made.name,
        address=address,
        qr=qr_code(address, t("QR code of the personal link of {name}", name=made.name)),
        outside=outside_words(outside_pool(pool, me.corp_identity, me.runner_identity)),
        todo=decks_todo(len(slots_in(event)) - len(decks), illegal, required=required),
        waiting=waiting_words(made.waiting) if made.waiting else None,
        verdicts=[deck_with_changes(installation, tournament_id, deck, locked=False) for deck in decks],
    )
    answer = page(request, shown)
    _open_session(context, answer, actor)
    return answer


def _open_session(context: Context, answer: Response, actor: Actor) -> None:
    session = context.secret()
    sessions.open_session(context.installation, context.now(), session, actor)
    set_cookie(answer, context, PLAYER_COOKIE, session)


def _join(
    request: Request,
    here: Visit,
    form: Posted,
    errors: dict[str, str] | None = None,
    status: int = 200,
) -> Response:
    event = event_of(here)
    pool = pool_if_any(here.context.installation, here.tournament_id)
    wrong = errors or {}
    shown = JoinPage(
        frame=replace(event_frame(here, event, "/join"), live_url=None),
        typed=entry_fields(form.values()),
        errors=entry_fields(wrong),
        refused=wrong.get("form"),
        summary=summary({name: text for name, text in wrong.items() if name != "form"}, FIELDS),
        key=form.text("key") or here.context.secret(),
        identities=Identities(identities_in(pool, Side.CORP), identities_in(pool, Side.RUNNER))
        if pool is not None
        else None,
        takes_deck=slots_in(event) == (DeckSlot.ONE,) and event.deck_policy is not DeckPolicy.NONE,
        me=here.as_player,
        full=is_full(event, notice(here.context.installation, here.tournament_id)),
    )
    return page(request, shown, status_code=status)


@router.get("/p/{secret}")
def personal_link(request: Request, context: InContext, secret: str) -> Response:
    """Sign this browser in as the player whose link this is, on whatever device, once for each."""
    actor = sessions.player_of_link(context.installation, secret)
    assert actor.tournament_id is not None
    event = queries.tournament_view(context.installation, actor.tournament_id, PUBLIC_VIEWER)
    answer = see_other(f"/t/{event.code}/me")
    kept = request.cookies.get(PLAYER_COOKIE)
    known = sessions.session_of(context.installation, context.now(), kept) if kept else None
    if known is not None and (known.kind, known.id) == (actor.kind, actor.id):
        return answer
    if not getattr(request.state, HEAD, False):  # who only asks whether the link works is no device
        _open_session(context, answer, actor)
    return answer
