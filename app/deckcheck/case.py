"""A deck made ready for judging: copies added up by title, what is no part of the deck set apart.

Two printings of one title are one title. Identities are no part of the deck, nor are the three directives
Adam starts with when the list names them (all three, one copy of each). A card the format does not know at
all is kept apart like a name nobody knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.deckcheck.catalog import Card
from app.deckcheck.choices import Assignment, Need, choose
from app.deckcheck.influence import Held, influence_limit, influence_paid
from app.deckcheck.mwl import deck_limits
from app.deckcheck.pools import Pool
from app.deckcheck.values import Decklist, Entry
from app.sides import Side

ADAM = "Adam: Compulsive Hacker"
DIRECTIVE = "Directive"
STARTING_DIRECTIVES = 3


@dataclass(frozen=True, slots=True)
class Case:
    """Everything the rules ask about, worked out once. `size` counts the cards that are part of the deck."""

    decklist: Decklist
    pool: Pool
    identity: Card | None
    held: tuple[Held, ...]
    strangers: tuple[Entry, ...]
    second_identities: tuple[Entry, ...]
    bad_quantities: tuple[Entry, ...]
    limits: Mapping[str, int]
    assignment: Assignment
    size: int
    paid: Mapping[str, int]
    influence: int | None
    influence_limit: int | None

    @property
    def side(self) -> Side | None:
        """The identity's side; without an identity the side all cards share, if they do."""
        if self.identity is not None:
            return self.identity.side
        sides = {item.card.side for item in self.held}
        return sides.pop() if len(sides) == 1 else None

    @property
    def minimum(self) -> int | None:
        """The identity's minimum deck size."""
        return self.identity.minimum_deck_size if self.identity else None

    def limit(self, card: Card) -> int:
        """Copies the card's own deck limit allows on the day."""
        return self.limits.get(card.title, card.deck_limit)

    def available(self, card: Card) -> int:
        """Copies the pool holds with the products chosen."""
        return self.pool.base.get(card.title, 0) + self.assignment.extra.get(card.title, 0)


def make_case(decklist: Decklist, pool: Pool, deluxe: str | None = None) -> Case:
    """Sort the entries, choose the products, add up the influence. Raises PoolError for an unknown deluxe."""
    identity = decklist.identity
    counts: dict[str, list[Entry]] = {}
    strangers, second_identities, bad = [], [], []
    for entry in decklist.entries:
        if entry.card.is_identity:
            if identity is None or entry.card.title != identity.title:
                second_identities.append(entry)
        elif entry.copies < 1:
            bad.append(entry)
        elif not pool.knows(entry.card):
            strangers.append(entry)
        else:
            counts.setdefault(entry.card.title, []).append(entry)
    apart = _starting_directives(identity, counts)
    held = tuple(
        Held(entries[0].card, sum([entry.copies for entry in entries]), entries[0].line, title in apart)
        for title, entries in counts.items()
    )
    limits = deck_limits(pool.rules_day)
    needs = [Need(item.card, item.copies, limits.get(item.card.title, item.card.deck_limit)) for item in held]
    if identity is not None:
        needs.append(Need(identity, 1, 1))
    paid, total = influence_paid(identity, held, pool.mwl) if identity else ({}, None)
    return Case(
        decklist=decklist,
        pool=pool,
        identity=identity,
        held=held,
        strangers=tuple(strangers),
        second_identities=tuple(second_identities),
        bad_quantities=tuple(bad),
        limits=limits,
        assignment=choose(pool, needs, deluxe),
        size=sum(item.counted for item in held),
        paid=paid,
        influence=total,
        influence_limit=influence_limit(identity, held, pool.mwl) if identity else None,
    )


def _starting_directives(identity: Card | None, counts: Mapping[str, list[Entry]]) -> frozenset[str]:
    """Titles of which one copy is a starting directive: Adam's list names three different ones or none."""
    if identity is None or identity.title != ADAM:
        return frozenset()
    named = [title for title, entries in counts.items() if DIRECTIVE in entries[0].card.keywords]
    return frozenset(named[:STARTING_DIRECTIVES]) if len(named) >= STARTING_DIRECTIVES else frozenset()
