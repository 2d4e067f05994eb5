"""The player's decks with their verdicts and what to change, and the player's entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import ClassVar

from fastapi import Request
from starlette.responses import Response

from app.sentences import message, t
from app.services.decks import deck_views, handed_in
from app.services.decks.event_pool import identities_in, outside_pool, pool_if_any
from app.services.event import queries
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.installation import Installation
from app.services.kernel.views import PlayerView
from app.services.people import registration
from app.sides import DeckSlot, Side
from app.tournament.rules import DeckPolicy
from app.web.forms import InForm, Posted, summary
from app.web.pages.answers import see_other
from app.web.pages.frames import event_of, player_frame
from app.web.presenters.decks import VerdictShown, outside_words, slots_in, verdict_shown
from app.web.presenters.entries import EntryFields, Identities, entry_fields, entry_of
from app.web.requester import InPlayerVisit, Visit
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import EventFrame, FieldError, View

router = Router(prefix="/t/{code}/me")

# By whether it is the one deck of a game without sides.
_HINT = {
    False: message("As your deck builder gives it."),
    True: message("The three Legends below a line “Legends”, then a card a line, like 3 Mantis Blades."),
}


def deck_field(slot: DeckSlot) -> str:
    """The field of a form that holds the list."""
    return "deck" if slot is DeckSlot.ONE else f"{slot}_deck"


@dataclass(frozen=True)
class Override:
    """Who allowed a deck that is not legal, and why."""

    who: str
    reason: str


@dataclass(frozen=True)
class DeckWords:
    """The texts about a deck of one side: its name, what its form is called, its field and its button."""

    title: str
    hand_in: str
    replace: str
    list: str
    send: str

    def spoken(self) -> "DeckWords":
        """The same in the reader's language."""
        return DeckWords(**{each.name: t(getattr(self, each.name)) for each in fields(self)})


_WORDS = {
    DeckSlot.CORP: DeckWords(
        message("Corp deck"),
        message("Hand in the Corp deck"),
        message("Replace the Corp deck"),
        message("Corp deck list"),
        message("Hand in this Corp deck"),
    ),
    DeckSlot.RUNNER: DeckWords(
        message("Runner deck"),
        message("Hand in the Runner deck"),
        message("Replace the Runner deck"),
        message("Runner deck list"),
        message("Hand in this Runner deck"),
    ),
    DeckSlot.ONE: DeckWords(
        message("Deck"),
        message("Hand in the deck"),
        message("Replace the deck"),
        message("Deck list"),
        message("Hand in this deck"),
    ),
}


_MISSING = {
    DeckSlot.CORP: message("Paste your Corp deck, or choose a file."),
    DeckSlot.RUNNER: message("Paste your Runner deck, or choose a file."),
    DeckSlot.ONE: message("Paste your deck, or choose a file."),
}


@dataclass(frozen=True)
class DeckSide:
    """One of the player's decks; `typed` is what its form shows in `field`, `error` why that was refused."""

    side: DeckSlot
    words: DeckWords
    field: str
    hint: str
    verdict: VerdictShown | None
    override: Override | None
    handed_in_at: datetime | None
    source: str | None
    typed: str
    error: str | None


@dataclass(frozen=True)
class DecksPage(View):
    """The player's decks and entry; `sides` is empty where the event takes no decks.

    `locked` says why nothing may change any more; `name_open` that the name still may; `saved` what was just
    saved: corp, runner, deck, entry or nothing. `identities` is None in a game without them.
    """

    template: ClassVar[str] = "player/decks.html"

    frame: EventFrame
    person: PlayerView
    sides: tuple[DeckSide, ...]
    outside: list[str]
    locked: str | None
    name_open: bool
    entry: EntryFields
    errors: EntryFields
    summary: list[FieldError]
    identities: Identities | None
    saved: str


@router.get("/decks")
def deck_page(request: Request, here: InPlayerVisit, saved: str = "") -> Response:
    """The player's decks with their verdicts, and the entry."""
    return _decks(request, here, saved=saved)


@router.post("/decks/{side}")
def hand_in(request: Request, here: InPlayerVisit, side: DeckSlot, form: InForm) -> Response:
    """Take a deck; a refused one stays in its field."""
    here.require("hand_in_deck")
    field = deck_field(side)
    source: str | bytes = form.files.get(f"{side}_file", b"") or form.text(field)
    try:
        if not source.strip():
            raise Refused("deck-missing", _MISSING[side], Kind.INVALID)
        handed_in.hand_in_deck(here.call, here.actor.known_id, side, source)
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
        registration.edit_player(here.call, here.actor.known_id, changes)
    except Refused as refusal:
        field = refusal.field or "corp_identity"
        return _decks(request, here, form, {field: refusal.sentence}, int(refusal.kind))
    return see_other(f"/t/{here.code}/me/decks?saved=entry")


def deck_with_changes(
    installation: Installation, tournament_id: int, deck: deck_views.DeckView, *, locked: bool
) -> VerdictShown:
    """A deck's verdict with what to change; nobody is told to change what may not change any more."""
    changes = () if locked else deck_views.changes_for(installation, tournament_id, deck)
    return verdict_shown(deck.told, deck.source, changes)


def _decks(
    request: Request,
    here: Visit,
    form: Posted | None = None,
    errors: Mapping[str, str] | None = None,
    status: int = 200,
    saved: str = "",
) -> Response:
    installation, tournament_id, me = here.context.installation, here.tournament_id, here.actor.known_id
    event = event_of(here)
    pool = pool_if_any(installation, tournament_id)
    locked = handed_in.locked_because(installation, tournament_id, me)
    person = queries.player_view(installation, tournament_id, me, here.viewer)
    typed, wrong = entry_fields(form.values() if form else {}), entry_fields(errors or {})
    shown = DecksPage(
        frame=replace(player_frame(here, event, "/me/decks"), live_url=None),
        person=person,
        sides=()
        if event.deck_policy is DeckPolicy.NONE
        else _sides(here, slots_in(event), typed, wrong, locked=bool(locked)),
        outside=outside_words(outside_pool(pool, person.corp_identity, person.runner_identity)),
        locked=str(locked) if locked else None,
        name_open=event.round is None,
        entry=entry_of(person, typed),
        errors=wrong,
        summary=summary(errors or {}),
        identities=Identities(identities_in(pool, Side.CORP), identities_in(pool, Side.RUNNER))
        if pool is not None
        else None,
        saved=saved,
    )
    return page(request, shown, status_code=status)


def _sides(
    here: Visit, slots: Sequence[DeckSlot], typed: EntryFields, wrong: EntryFields, *, locked: bool
) -> tuple[DeckSide, ...]:
    installation, tournament_id, me = here.context.installation, here.tournament_id, here.actor.known_id
    decks = {deck.side: deck for deck in deck_views.decks_of(installation, tournament_id, me, here.viewer)}
    texts = {
        DeckSlot.CORP: (typed.corp_deck, wrong.corp_deck),
        DeckSlot.RUNNER: (typed.runner_deck, wrong.runner_deck),
        DeckSlot.ONE: (typed.deck, wrong.deck),
    }
    return tuple(_side(here, slot, decks.get(slot), texts[slot], locked) for slot in slots)


def _side(
    here: Visit,
    side: DeckSlot,
    deck: deck_views.DeckView | None,
    texts: tuple[str | None, str | None],
    locked: bool,
) -> DeckSide:
    typed, error = texts
    installation, tournament_id = here.context.installation, here.tournament_id
    source = deck.source if deck else None
    allowed = deck is not None and deck.override_reason
    return DeckSide(
        side=side,
        words=_WORDS[side].spoken(),
        field=deck_field(side),
        hint=t(_HINT[side is DeckSlot.ONE]),
        verdict=deck_with_changes(installation, tournament_id, deck, locked=locked) if deck else None,
        override=Override(deck.override_by or "", deck.override_reason or "") if deck and allowed else None,
        handed_in_at=deck.handed_in_at if deck else None,
        source=source,
        typed=typed if typed is not None else source or "",
        error=error,
    )
