"""A list read and judged by the deck law of the event's game, and what is kept of it."""

import json
from dataclasses import dataclass
from typing import Any

from app.deckcheck.catalog import Catalog
from app.deckcheck.cyberpunk import judge_cyberpunk, load_cyber_cards
from app.deckcheck.cyberpunk_lists import read_cyber_list
from app.deckcheck.reading.source import Unreadable, text_of
from app.deckcheck.values import Decklist
from app.sentences import said_by, say
from app.services.decks.card_pool import check_kept_size, has_pool, judge_deck, read_kept_deck
from app.services.kernel.errors import Kind, Refused
from app.sides import DeckSlot, Side
from app.storage.tables import Player, Tournament
from app.storage.worth import structure_of


@dataclass(frozen=True)
class Judged:
    """A list: copies by title, its verdict, the title of the identity it names, and its side by most cards;
    both None in a game without sides."""

    cards: dict[str, int]
    verdict: dict[str, Any]
    identity: str | None = None
    side_named: Side | None = None
    side_of_most: Side | None = None
    two_decks: bool = False


def slots_of(tournament: Tournament) -> tuple[DeckSlot, ...]:
    """The decks a player of this event hands in."""
    return structure_of(tournament).decks


def checked_slot(tournament: Tournament, slot: Side | DeckSlot) -> DeckSlot:
    """The deck that is meant; Refused no-such-deck (422) for one the event does not take."""
    slots = slots_of(tournament)
    if slot in slots:
        return DeckSlot(slot)
    if slots == (DeckSlot.ONE,):
        said = say("This event takes one deck from each player: hand it in as deck.")
    elif slots:
        said = say("This event takes a Corp deck and a Runner deck: say which of them this is.")
    else:
        said = say("This event takes no decks.")
    raise Refused("no-such-deck", said, Kind.INVALID)


def read_and_judge(
    catalog: Catalog, tournament: Tournament, row: Player, slot: DeckSlot, source: str | bytes
) -> Judged:
    """The list with its verdict; Refused deck-too-large (413), unreadable-deck (422)."""
    if slot.side is None or not has_pool(tournament):
        return _judged_cyberpunk(catalog, tournament, source)
    decklist = _read(catalog, source, row, slot.side)
    return Judged(
        cards=_cards(decklist),
        verdict=judge_deck(catalog, tournament, decklist).as_kept(),
        identity=decklist.identity.title if decklist.identity else None,
        side_named=decklist.identity.side if decklist.identity else None,
        side_of_most=_side_of_most(decklist),
        two_decks=any(problem.code == "two-decks" for problem in decklist.problems),
    )


def _judged_cyberpunk(catalog: Catalog, tournament: Tournament, source: str | bytes) -> Judged:
    read = read_cyberpunk(source)
    verdict = judge_cyberpunk(read, load_cyber_cards(catalog.added), tournament.pool_date)
    cards: dict[str, int] = {}
    for line in verdict.lines:
        cards[line.card] = cards.get(line.card, 0) + line.copies
    return Judged(cards=dict(sorted(cards.items())), verdict=verdict.as_kept())


def read_cyberpunk(source: str | bytes) -> object:
    """A list of the Cyberpunk TCG as its law takes it; Refused unreadable-deck (422) as `read_and_judge`."""
    check_kept_size(source)
    try:
        deck = _parsed(source)
        read_cyber_list(deck)
    except Unreadable as error:
        raise Refused("unreadable-deck", said_by(error), Kind.INVALID, field="deck") from error
    return deck


def _parsed(source: str | bytes) -> object:
    """A list as JSON as what it holds, every other text as it is."""
    text = text_of(source)
    if not text.lstrip().startswith("{"):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _read(catalog: Catalog, source: str | bytes, row: Player, side: Side) -> Decklist:
    """The list as read. Its own identity is the player's from now on, whatever they joined with; the player's
    counts where the list names none.
    """
    decklist = read_kept_deck(catalog, source, None)
    kept = row.corp_identity if side is Side.CORP else row.runner_identity
    if decklist.identity is not None or kept is None:
        return decklist
    return read_kept_deck(catalog, source, kept)


def _side_of_most(decklist: Decklist) -> Side | None:
    corp = sum(1 if entry.card.side is Side.CORP else -1 for entry in decklist.entries)
    return None if corp == 0 else Side.CORP if corp > 0 else Side.RUNNER


def _cards(decklist: Decklist) -> dict[str, int]:
    cards: dict[str, int] = {}
    for entry in decklist.entries:
        cards[entry.card.title] = cards.get(entry.card.title, 0) + entry.copies
    return dict(sorted(cards.items()))
