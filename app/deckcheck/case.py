"""A deck made ready for judging: copies added up by title, what is no part of the deck set apart.

Two printings of one title are one title. Identities are no part of the deck. Cards an identity starts with
(Adam's three directives) are set aside, one copy each, only when the list keeps its minimum without them:
real lists have 45 cards without them, or 48 with.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.deckcheck.catalog import Card
from app.deckcheck.choices import Assignment, Need, choose
from app.deckcheck.identity_laws import IdentityLaw, law_of
from app.deckcheck.influence import Held, influence_limit, influence_paid
from app.deckcheck.mwl import deck_limits
from app.deckcheck.pools import Pool
from app.deckcheck.values import Decklist, Entry
from app.sides import Side


@dataclass(frozen=True, slots=True)
class Case:
    """Everything the rules ask about, worked out once. `size` counts the cards that are part of the deck.

    `starting`: the titles the identity starts with, where the list names enough of them.
    """

    decklist: Decklist
    pool: Pool
    identity: Card | None
    held: tuple[Held, ...]
    second_identities: tuple[Entry, ...]
    bad_quantities: tuple[Entry, ...]
    starting: tuple[str, ...]
    law: IdentityLaw
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
        """Copies the card's own deck limit allows on the day, fewer where the identity allows fewer."""
        own = self.limits.get(card.title, card.deck_limit)
        return own if self.law.copies is None else min(own, self.law.copies)

    def available(self, card: Card) -> int:
        """Copies the pool holds with the products chosen."""
        return self.pool.base.get(card.title, 0) + self.assignment.extra.get(card.title, 0)


def make_case(decklist: Decklist, pool: Pool, deluxe: str | None = None) -> Case:
    """Sort the entries, choose the products, add up the influence. Raises PoolError for an unknown deluxe."""
    identity = decklist.identity
    counts: dict[str, list[Entry]] = {}
    second_identities, bad = [], []
    for entry in decklist.entries:
        if entry.card.is_identity:
            if identity is None or entry.card.title != identity.title:
                second_identities.append(entry)
        elif entry.copies < 1:
            bad.append(entry)
        else:
            counts.setdefault(entry.card.title, []).append(entry)
    law = law_of(identity)
    starting = _starting(law, counts) if law.starting else ()
    apart = _set_aside(identity, starting, counts) if identity and starting else ()
    held = tuple(
        Held(entries[0].card, sum([entry.copies for entry in entries]), entries[0].line, title in apart)
        for title, entries in counts.items()
    )
    limits = deck_limits(pool.rules_day)
    needs = [Need(item.card, item.copies, limits.get(item.card.title, item.card.deck_limit)) for item in held]
    if identity is not None and not pool.free_identity:
        needs.append(Need(identity, 1, 1))
    paid, total = influence_paid(identity, held, pool.mwl) if identity else ({}, None)
    return Case(
        decklist=decklist,
        pool=pool,
        identity=identity,
        held=held,
        second_identities=tuple(second_identities),
        bad_quantities=tuple(bad),
        starting=starting,
        law=law,
        limits=limits,
        assignment=choose(pool, needs, deluxe),
        size=sum(item.counted for item in held),
        paid=paid,
        influence=total,
        influence_limit=influence_limit(identity, held, pool.mwl) if identity else None,
    )


def _starting(law: IdentityLaw, counts: Mapping[str, list[Entry]]) -> tuple[str, ...]:
    """The titles the identity can start with, in the order of the list; none where it names too few."""
    named = [title for title, entries in counts.items() if law.keyword in entries[0].card.keywords]
    return tuple(named[: law.starting]) if len(named) >= law.starting else ()


def _set_aside(
    identity: Card, starting: tuple[str, ...], counts: Mapping[str, list[Entry]]
) -> tuple[str, ...]:
    """Those of which one copy is no part of the deck: all, when the list keeps its minimum without them."""
    size = sum(entry.copies for entries in counts.values() for entry in entries)
    return starting if size - len(starting) >= identity.minimum_deck_size else ()
