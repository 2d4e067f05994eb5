"""The deck desk: lists handed in with their verdict, locked at the first publish, overridden, checked.

An illegal deck is kept with its verdict: the organizer decides. A player's decks lock when the first round
they can be paired in is published, or, where the event lets decks change between rounds, while one is played.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlmodel import Session

from app.deckcheck.reading.source import text_of
from app.deckcheck.values import Decklist
from app.services.decks.card_pool import judge_deck, read_kept_deck
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.permissions import require_own
from app.sides import Side
from app.storage.players import deck_of, player
from app.storage.rounds import rounds
from app.storage.tables import Deck, Player, Tournament
from app.tournament.rules import DeckPolicy

Verdict = dict[str, Any]


@dataclass(frozen=True)
class Handed:
    """A deck that was taken: its side, the identity it plays and its verdict."""

    side: Side
    identity: str | None
    verdict: Verdict


@command("hand_in_deck")
def hand_in_deck(work: Work, player_id: int, side: Side, source: str | bytes) -> Handed:
    """Take a list for one side in place of the one before; legal or not, with its verdict.

    Raises Refused: deck-too-large (413), unreadable-deck, two-decks, wrong-side (422), decks-locked,
    player-erased, decks-not-collected (409).
    """
    row = living_player(work, player_id)
    require_own(work.actor, work.tournament_id, player_id)
    before = deck_of(work.session, work.tournament_id, player_id, side)
    decklist = _read(work.installation, source, row, side)
    if before is not None and before.source == text_of(source):
        # A verdict of an earlier version, or from before the identity changed, is given anew.
        judged = judge_deck(work.installation.catalog, work.tournament, decklist).as_json()
        if judged == before.verdict:
            return Handed(side, identity_of(row, side), before.verdict)
    work.require()
    refuse_locked(work, row, work.actor)
    return put_deck(work.installation, work, row, side, source)


def put_deck(installation: Installation, work: Work, row: Player, side: Side, source: str | bytes) -> Handed:
    """Read, judge and keep a list within a command, and say so in its note."""
    if work.tournament.deck_policy == DeckPolicy.NONE:
        raise Refused("decks-not-collected", "This event collects no decks: bring them to the table.")
    decklist = _read(installation, source, row, side)
    _refuse_two_decks(decklist)
    _refuse_wrong_side(decklist, side)
    verdict = judge_deck(installation.catalog, work.tournament, decklist)
    assert row.id is not None
    deck = deck_of(work.session, work.tournament_id, row.id, side) or Deck(
        tournament_id=work.tournament_id, player_id=row.id, side=side.value, source=""
    )
    cards = _cards(decklist)
    diff = _difference(deck.cards or {}, cards)
    deck.source, deck.cards, deck.verdict = text_of(source), cards, verdict.as_json()
    deck.override_reason = deck.override_by = None
    deck.handed_in_at = work.now
    work.session.add(deck)
    if decklist.identity is not None:
        keep_identity(row, side, decklist.identity.title)
    said = "legal" if verdict.legal else "not legal"
    work.note(
        f"{row.name} handed in a {side.word} deck ({said})",
        "players",
        **{side.value: {"identity": identity_of(row, side), "legal": verdict.legal, **diff}},
    )
    return Handed(side, identity_of(row, side), deck.verdict)


def _read(installation: Installation, source: str | bytes, row: Player, side: Side) -> Decklist:
    """The list as read. Its own identity is the player's from now on, whatever they joined with; the player's
    counts where the list names none.
    """
    decklist = read_kept_deck(installation.catalog, source, None)
    if decklist.identity is not None or identity_of(row, side) is None:
        return decklist
    return read_kept_deck(installation.catalog, source, identity_of(row, side))


def _refuse_two_decks(decklist: Decklist) -> None:
    for problem in decklist.problems:
        if problem.code == "two-decks":
            raise Refused("two-decks", "These are two decks: hand in each of them as its own.", Kind.INVALID)


def _refuse_wrong_side(decklist: Decklist, side: Side) -> None:
    named = decklist.identity.side if decklist.identity else None
    # The identity may be the player's own, so the cards are asked as well.
    if side.other in (named, _side_of_most(decklist)):
        found = side.other.word
        raise Refused(
            "wrong-side",
            f"This is a {found} deck: hand it in as the {found} deck, and a {side.word} deck here.",
            Kind.INVALID,
        )


def _side_of_most(decklist: Decklist) -> Side | None:
    corp = sum(1 if entry.card.side is Side.CORP else -1 for entry in decklist.entries)
    return None if corp == 0 else Side.CORP if corp > 0 else Side.RUNNER


def _cards(decklist: Decklist) -> dict[str, int]:
    cards: dict[str, int] = {}
    for entry in decklist.entries:
        cards[entry.card.title] = cards.get(entry.card.title, 0) + entry.copies
    return dict(sorted(cards.items()))


def _difference(before: dict[str, int], after: dict[str, int]) -> dict[str, dict[str, int]]:
    """What came in and what went out: `{"added": {title: copies}, "removed": {title: copies}}`."""
    change = {title: after.get(title, 0) - before.get(title, 0) for title in sorted({*before, *after})}
    return {
        "added": {title: copies for title, copies in change.items() if copies > 0},
        "removed": {title: -copies for title, copies in change.items() if copies < 0},
    }


def identity_of(row: Player, side: Side) -> str | None:
    """The player's identity of a side."""
    return row.corp_identity if side is Side.CORP else row.runner_identity


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


def _locked_because(session: Session, tournament: Tournament, row: Player) -> str | None:
    begun = [r for r in rounds(session, row.tournament_id) if r.state != "draft"]
    mine = [r for r in begun if r.number >= row.first_round]
    if tournament.decks_change == "between-rounds":
        if any(r.state == "published" for r in mine):
            return "Decks can change between rounds: wait until this round is closed."
    elif mine:
        return f"Decks are locked since round {mine[0].number}: ask the organizer for a change."
    return None


def locked_because(installation: Installation, tournament_id: int, player_id: int) -> str | None:
    """Why a player can't change their decks now, in a sentence; None when they can. Raises Refused (404)."""
    with installation.database.read_session() as session:
        tournament, row = session.get(Tournament, tournament_id), player(session, tournament_id, player_id)
        if tournament is None or row is None:
            raise not_found("player")
        return _locked_because(session, tournament, row)


@command("override_deck")
def override_deck(work: Work, player_id: int, side: Side, reason: str | None) -> None:
    """Let a deck be played whatever its verdict, for a reason that is kept; None takes that back."""
    row = living_player(work, player_id)
    deck = deck_of(work.session, work.tournament_id, player_id, side)
    if deck is None:
        raise not_found("deck")
    cleaned = clean_line(reason, 300, "reason") if reason is not None else None
    if reason is not None and not cleaned:
        raise Refused("reason-missing", "Say why this deck may be played.", Kind.INVALID)
    if deck.override_reason == cleaned:
        return
    work.require()
    deck.override_reason = cleaned
    deck.override_by = work.actor.name if cleaned else None
    said = f"may be played: {cleaned}" if cleaned else "counts by its verdict again"
    work.note(f"The {side.word} deck of {row.name} {said}", "players")


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


def missing_decks(sides_handed_in: Iterable[str], policy: str) -> tuple[Side, ...]:
    """The sides a player still owes a deck of, by the event's policy."""
    if policy != DeckPolicy.REQUIRED:
        return ()
    return tuple(side for side in Side if side.value not in set(sides_handed_in))
