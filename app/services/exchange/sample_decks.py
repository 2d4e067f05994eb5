"""Legal decks out of a pool, for the demonstration: any identity, filled type by type, then judged.

They are drawn, so they are legal and plausible and win nothing. Only a deck the checker calls legal leaves.
"""

from collections.abc import Iterable, Mapping
from random import Random

from app.deckcheck.catalog import AGENDA, Card
from app.deckcheck.legality import check
from app.deckcheck.mwl import deck_limit_at
from app.deckcheck.pools import Pool
from app.deckcheck.values import Decklist, Entry
from app.sides import Side

# Copies of a type at most, in the order in which a deck is filled; the last one takes what is left.
QUOTAS: Mapping[Side, tuple[tuple[str, int], ...]] = {
    Side.CORP: (("ice", 17), ("asset", 9), ("upgrade", 5), ("operation", 99), ("asset", 99), ("ice", 99)),
    Side.RUNNER: (("program", 14), ("hardware", 8), ("resource", 12), ("event", 99), ("resource", 99)),
}
ATTEMPTS = 50


def sample_deck(pool: Pool, identity: Card, seed: int) -> Decklist | None:
    """A legal deck of this identity, the same for the same seed; None when none was found."""
    for attempt in range(ATTEMPTS):
        deck = _drawn(pool, identity, Random(f"{seed}/{identity.title}/{attempt}"))  # noqa: S311 - no secret
        if check(deck, pool).legal:
            return deck
    return None


def as_text(deck: Decklist) -> str:
    """The deck as a player would paste it: the identity, then a line for each title."""
    assert deck.identity is not None
    lines = [f"{entry.copies}x {entry.card.title}" for entry in deck.entries]
    return "\n".join([deck.identity.title, "", *lines]) + "\n"


def _drawn(pool: Pool, identity: Card, random: Random) -> Decklist:
    """Agendas first, then type by type; own cards before those that cost influence."""
    held = dict(pool.base)
    boxes = sorted(pool.options)
    if boxes:
        own = [code for code in boxes if identity.title in pool.options[code]]
        held.update(pool.options[random.choice(own or boxes)])
    titles = sorted(held)
    random.shuffle(titles)
    cards = [card for title in titles if (card := pool.catalog.titled(title)) and _fits(pool, identity, card)]
    copies = {
        card: min(held[card.title], deck_limit_at(card, pool.rules_day), random.choice((2, 3, 3)))
        for card in cards
    }
    chosen = _agendas(identity, cards, copies)
    spent = 0
    for kind, quota in QUOTAS[identity.side]:
        spent = _fill(identity, [c for c in cards if c.type == kind], copies, chosen, quota, spent)
    return Decklist(None, identity, tuple(Entry(card, number) for card, number in chosen.items()))


def _fits(pool: Pool, identity: Card, card: Card) -> bool:
    """Whether the deck may have the card and nothing about it needs a second look."""
    if card.is_identity or card.side is not identity.side or "Directive" in card.keywords:
        return False
    mwl = pool.mwl
    if mwl is not None and card.title in {*mwl.restricted, *mwl.removed, *mwl.universal, *mwl.penalty}:
        return False
    own = card.faction == identity.faction or card.is_neutral
    return own or (card.type != AGENDA and card.influence is not None)


def _agendas(identity: Card, cards: Iterable[Card], copies: Mapping[Card, int]) -> dict[Card, int]:
    """Agendas worth what a deck of the smallest size needs; none for a Runner."""
    chosen: dict[Card, int] = {}
    if identity.side is Side.RUNNER:
        return chosen
    missing = 2 * (identity.minimum_deck_size // 5) + 2
    agendas = [card for card in cards if card.type == AGENDA and card.agenda_points > 0]
    for card in sorted(agendas, key=lambda each: -each.agenda_points):
        number = min(copies[card], missing // card.agenda_points)
        if number:
            chosen[card] = number
            missing -= number * card.agenda_points
    return chosen


def _fill(
    identity: Card,
    cards: list[Card],
    copies: Mapping[Card, int],
    chosen: dict[Card, int],
    quota: int,
    spent: int,
) -> int:
    """Add cards until the quota or the smallest size is reached; returns the influence spent so far."""
    limit = identity.influence_limit
    for card in sorted(cards, key=lambda each: each.faction != identity.faction):
        room = min(identity.minimum_deck_size - sum(chosen.values()), quota, copies[card])
        each = 0 if card.faction == identity.faction else card.influence or 0
        if each and limit is not None:
            room = min(room, (limit - spent) // each)
        if room > 0 and card not in chosen:
            chosen[card] = room
            spent += room * each
            quota -= room
    return spent
