"""The deck desk: lists handed in with their verdict, locked at the first publish, overridden, checked.

An illegal deck is kept with its verdict: the organizer decides. A player's decks lock when the first round
they can be paired in is published, or, where the event lets decks change between rounds, while one is played.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlmodel import Session

from app.deckcheck.kept import KeptVerdict
from app.deckcheck.reading.source import text_of
from app.deckcheck.sentences import told_verdict
from app.sentences import Sentence, message, say
from app.services.decks.deck_laws import Judged, checked_slot, read_and_judge
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.permissions import require_own
from app.sides import DeckSlot, Side
from app.storage.journal import entries_with_key
from app.storage.players import deck_of, decks, player
from app.storage.rounds import rounds
from app.storage.tables import Deck, Player, Tournament
from app.tournament.lifecycle import RoundState
from app.tournament.rules import DeckPolicy, DecksChange

Verdict = dict[str, Any]


@dataclass(frozen=True)
class Handed:
    """A deck that was taken: for which side or as the one deck, the identity it plays and its verdict."""

    slot: DeckSlot
    identity: str | None
    verdict: Verdict


@command("hand_in_deck")
def hand_in_deck(work: Work, player_id: int, slot: Side | DeckSlot, source: str | bytes) -> Handed:
    """Take a list in place of the one before; legal or not, with its verdict.

    Raises Refused: deck-too-large (413), no-such-deck, unreadable-deck, two-decks, wrong-side (422),
    decks-locked, player-erased, decks-not-collected (409).
    """
    row = living_player(work, player_id)
    require_own(work.actor, work.tournament_id, player_id)
    slot = checked_slot(work.tournament, slot)
    before = deck_of(work.session, work.tournament_id, player_id, slot)
    judged = read_and_judge(work.installation.catalog, work.tournament, row, slot, source)
    # A verdict of an earlier version, or from before the identity changed, is given anew.
    if before is not None and (before.source, before.verdict) == (text_of(source), judged.verdict):
        return Handed(slot, identity_of(row, slot), told_verdict(before.verdict))
    if _is_repeat(work, slot):
        return Handed(slot, judged.identity or identity_of(row, slot), told_verdict(judged.verdict))
    work.require()
    refuse_locked(work, row, work.actor)
    return _keep(work, row, slot, source, judged)


def _is_repeat(work: Work, slot: DeckSlot) -> bool:
    """Whether the same request handed in this deck before; one request may bring both decks of a player."""
    if work.actor.key is None or not work.is_repeat():
        return False
    since = work.now - timedelta(days=1)
    made = entries_with_key(work.session, work.tournament_id, work.actor.key, work.command, since)
    return any(slot in entry.details and entry.actor_id == work.actor.id for entry in made)


def put_deck(
    installation: Installation, work: Work, row: Player, slot: Side | DeckSlot, source: str | bytes
) -> Handed:
    """Read, judge and keep a list within a command, and say so in its note."""
    slot = checked_slot(work.tournament, slot)
    judged = read_and_judge(installation.catalog, work.tournament, row, slot, source)
    return _keep(work, row, slot, source, judged)


def _keep(work: Work, row: Player, slot: DeckSlot, source: str | bytes, judged: Judged) -> Handed:
    if work.tournament.deck_policy == DeckPolicy.NONE:
        raise Refused("decks-not-collected", "This event collects no decks: bring them to the table.")
    _refuse_two_decks(judged)
    _refuse_wrong_side(judged, slot.side)
    deck = deck_of(work.session, work.tournament_id, row.id, slot) or Deck(
        tournament_id=work.tournament_id, player_id=row.id, side=slot, source=""
    )
    diff = _difference(deck.cards or {}, judged.cards)
    deck.source, deck.cards, deck.verdict = text_of(source), judged.cards, judged.verdict
    deck.override_reason = deck.override_by = None
    deck.handed_in_at = work.now
    work.session.add(deck)
    if slot.side is not None and judged.identity is not None:
        keep_identity(row, slot.side, judged.identity)
    legal = judged.verdict["legal"]
    work.note(
        _handed_in_words(row.name, slot, legal=legal),
        "players",
        **{slot: {"identity": identity_of(row, slot), "legal": legal, **diff}},
    )
    return Handed(slot, identity_of(row, slot), told_verdict(deck.verdict))


def _handed_in_words(name: str, slot: DeckSlot, *, legal: bool) -> Sentence:
    if slot.side is None:
        text = message("{name} handed in a deck (legal)"), message("{name} handed in a deck (not legal)")
        return say(text[0] if legal else text[1], name=name)
    if legal:
        return say("{name} handed in a {side} deck (legal)", name=name, side=slot.side.word)
    return say("{name} handed in a {side} deck (not legal)", name=name, side=slot.side.word)


def _refuse_two_decks(judged: Judged) -> None:
    if judged.two_decks:
        raise Refused(
            "two-decks", "These are two decks: hand in each of them as its own.", Kind.INVALID, field="deck"
        )


def _refuse_wrong_side(judged: Judged, side: Side | None) -> None:
    # The identity may be the player's own, so the cards are asked as well.
    if side is not None and side.other in (judged.side_named, judged.side_of_most):
        found = side.other.word
        raise Refused(
            "wrong-side",
            say(
                "This is a {found} deck: hand it in as the {found} deck, and a {side} deck here.",
                found=found,
                side=side.word,
            ),
            Kind.INVALID,
            field="deck",
        )


def _difference(before: dict[str, int], after: dict[str, int]) -> dict[str, dict[str, int]]:
    """What came in and what went out: `{"added": {title: copies}, "removed": {title: copies}}`."""
    change = {title: after.get(title, 0) - before.get(title, 0) for title in sorted({*before, *after})}
    return {
        "added": {title: copies for title, copies in change.items() if copies > 0},
        "removed": {title: -copies for title, copies in change.items() if copies < 0},
    }


def identity_of(row: Player, slot: Side | DeckSlot) -> str | None:
    """The player's identity of a side; a game without sides has none."""
    if slot == DeckSlot.ONE:
        return None
    return row.corp_identity if slot == Side.CORP else row.runner_identity


def keep_identity(row: Player, side: Side, title: str | None) -> None:
    """Set the player's identity of a side."""
    if side is Side.CORP:
        row.corp_identity = title
    else:
        row.runner_identity = title


def refuse_locked(work: Work, row: Player, actor: Actor) -> None:
    """Raise Refused decks-locked for a player whose decks may not change now; organizers always may."""
    if actor.kind in (ActorKind.ORGANIZER, ActorKind.SYSTEM):
        return
    if sentence := _locked_because(work.session, work.tournament, row):
        raise Refused("decks-locked", sentence)


def _locked_because(session: Session, tournament: Tournament, row: Player) -> Sentence | None:
    begun = [r for r in rounds(session, row.tournament_id) if r.state is not RoundState.DRAFT]
    mine = [r for r in begun if r.number >= row.first_round]
    if tournament.decks_change is DecksChange.BETWEEN_ROUNDS:
        if any(r.state is RoundState.PUBLISHED for r in mine):
            return say("Decks can change between rounds: wait until this round is closed.")
    elif mine:
        return say(
            "Decks are locked since round {round}: ask the organizer for a change.", round=mine[0].number
        )
    return None


def locked_because(installation: Installation, tournament_id: int, player_id: int) -> Sentence | None:
    """Why a player can't change their decks now, in a sentence; None when they can. Raises Refused (404)."""
    with installation.database.read_session() as session:
        tournament, row = session.get(Tournament, tournament_id), player(session, tournament_id, player_id)
        if tournament is None or row is None:
            raise not_found("player")
        return _locked_because(session, tournament, row)


@command("override_deck")
def override_deck(work: Work, player_id: int, slot: Side | DeckSlot, reason: str | None) -> None:
    """Let a deck be played whatever its verdict, for a reason that is kept; None takes that back.

    Raises Refused: reason-missing (422).
    """
    row = living_player(work, player_id)
    deck = deck_of(work.session, work.tournament_id, player_id, slot)
    if deck is None:
        raise not_found("deck")
    cleaned = clean_line(reason, 300, "reason") if reason is not None else None
    if reason is not None and not cleaned:
        raise Refused("reason-missing", "Say why this deck may be played.", Kind.INVALID, field="reason")
    if deck.override_reason == cleaned:
        return
    work.require()
    deck.override_reason = cleaned
    deck.override_by = work.actor.name if cleaned else None
    work.note(_overridden_words(row.name, DeckSlot(slot), cleaned), "players")


def _overridden_words(name: str, slot: DeckSlot, reason: str | None) -> Sentence:
    if slot.side is None and reason:
        return say("The deck of {name} may be played: {reason}", name=name, reason=reason)
    if slot.side is None:
        return say("The deck of {name} counts by its verdict again", name=name)
    side = slot.side.word
    if reason:
        return say("The {side} deck of {name} may be played: {reason}", side=side, name=name, reason=reason)
    return say("The {side} deck of {name} counts by its verdict again", side=side, name=name)


def found_player(work: Work, player_id: int) -> Player:
    """The player of this tournament; raises Refused (404)."""
    row = player(work.session, work.tournament_id, player_id)
    if row is None:
        raise not_found("player")
    return row


def living_player(work: Work, player_id: int) -> Player:
    """The player for a command that writes down something of the person; Refused (404, player-erased 409)."""
    row = found_player(work, player_id)
    if row.erased:
        raise Refused("player-erased", "This player was erased for good: only results are kept.")
    return row


def has_illegal_deck(work: Work, player_id: int) -> bool:
    """Whether a list of the player is neither legal nor allowed."""
    listed = decks(work.session, work.tournament_id, player_id)
    return any(not KeptVerdict(deck.verdict).legal and deck.override_by is None for deck in listed)


def missing_decks(
    handed_in: Iterable[str], policy: str, slots: Iterable[DeckSlot] = (DeckSlot.CORP, DeckSlot.RUNNER)
) -> tuple[DeckSlot, ...]:
    """The decks of `slots` a player still owes, by the event's policy."""
    if policy != DeckPolicy.REQUIRED:
        return ()
    there = set(handed_in)
    return tuple(slot for slot in slots if slot not in there)
