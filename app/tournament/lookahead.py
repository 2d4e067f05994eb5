"""For up to ten players: the best pairing that leaves a schedule without rematches for the rounds to come.

Pairing each round by itself can use up the meetings of a small field: five rounds of six players then need a
rematch although a schedule without one existed. With so few players all pairings of a round can be listed
(945 for ten players). Of those that break the fewest rules now, the ones after which the most planned rounds
can still be played without a rematch or a second bye come first, then the aims in their order decide. Rounds
to come are disjoint perfect matchings of the graph of players who have not met; an odd field has the bye as
one more node. That is an edge colouring, searched exactly.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from app.tournament.field import Aims, Entrant, Field
from app.tournament.matching import edges, weights_of

MOST_PLAYERS = 10


@dataclass(frozen=True)
class Plan:
    """What the rounds to come look like: everybody who plays them, and who cannot meet in them.

    `rounds` are the planned ones after this one (None: as many as possible). `settled` are the pairs and byes
    (player, None) of this round that are fixed beforehand. `apart` are pairs that must not meet later either.
    """

    rounds: int | None
    entrants: Sequence[Entrant]
    settled: Sequence[tuple[int, int | None]] = ()
    apart: Collection[frozenset[int]] = ()
    _place: dict[int | None, int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        places: dict[int | None, int] = {entrant.id: n for n, entrant in enumerate(self.entrants)}
        if len(places) % 2:
            places[None] = len(places)
        object.__setattr__(self, "_place", places)

    def unmet(self) -> tuple[int, ...]:
        """For every place a bit mask of the places it can still meet after what is settled."""
        size = len(self._place)
        rows = [(1 << size) - 1 - (1 << place) for place in range(size)]
        for entrant in self.entrants:
            for other in entrant.opponents:
                self._remove(rows, entrant.id, other)
            if entrant.byes:
                self._remove(rows, entrant.id, None)
        for both in self.apart:
            self._remove(rows, *both)
        for player, opponent in self.settled:
            self._remove(rows, player, opponent)
        return tuple(rows)

    def without(self, rows: Sequence[int], pairs: Collection[tuple[int, int | None]]) -> tuple[int, ...]:
        """`rows` after these pairs of player ids have met, too."""
        left = list(rows)
        for one, other in pairs:
            self._remove(left, one, other)
        return tuple(left)

    def _remove(self, rows: list[int], one: int | None, other: int | None) -> None:
        a, b = self._place.get(one), self._place.get(other)
        if a is not None and b is not None:
            rows[a] &= ~(1 << b)
            rows[b] &= ~(1 << a)


@dataclass(frozen=True, slots=True)
class Foresight:
    """The pairing as pairs of indices, the planned rounds that can follow it without a rematch, and the cost
    of the best pairing of this round alone."""

    pairs: tuple[tuple[int, int], ...]
    rounds_after: int
    alone: Aims


def look_ahead(the_field: Field, plan: Plan) -> Foresight:
    """The best pairing of the field that leaves the longest schedule; the field has up to MOST_PLAYERS."""
    ordered = list(range(the_field.size + the_field.odd))
    if not ordered:
        return Foresight((), rounds_possible(plan.unmet(), _most(plan)), Aims())
    weights = weights_of(the_field, len(ordered) // 2)
    costs = {
        (min(here, there), max(here, there)): weights.most - weight
        for here, there, weight in edges(the_field, ordered, weights)
    }
    candidates = sorted(
        ((sum(costs[pair] for pair in pairs), pairs) for pairs in _pairings(tuple(ordered))),
        key=lambda candidate: candidate[0],
    )
    # What ranks above the points of the bye is settled before anything is looked ahead for.
    least = candidates[0][0] // weights.later_meeting
    equal = [pairs for cost, pairs in candidates if cost // weights.later_meeting == least]
    alone = the_field.cost(equal[0])
    rows = plan.unmet()
    left = [plan.without(rows, _named(the_field, pairs)) for pairs in equal]
    for rounds in range(max(min(_most(plan), _degree(after)) for after in left), 0, -1):
        for pairs, after in zip(equal, left, strict=True):
            if has_schedule(after, rounds):
                return Foresight(pairs, rounds, alone)
    return Foresight(equal[0], 0, alone)


def _most(plan: Plan) -> int:
    return len(plan.entrants) if plan.rounds is None else plan.rounds


def _named(the_field: Field, pairs: Collection[tuple[int, int]]) -> list[tuple[int, int | None]]:
    ids = the_field.ids
    return [(ids[a], None if b == the_field.bye else ids[b]) for a, b in pairs]


def _pairings(indices: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every perfect pairing of these indices."""
    if not indices:
        yield ()
        return
    first, *others = indices
    for other in others:
        for rest in _pairings(tuple(index for index in others if index != other)):
            yield ((first, other), *rest)


def rounds_possible(rows: tuple[int, ...], most: int) -> int:
    """The largest number of rounds, up to `most`, that can be played by pairs who have not met."""
    return next(
        (rounds for rounds in range(min(most, _degree(rows)), 0, -1) if has_schedule(rows, rounds)), 0
    )


def rounds_after(plan: Plan) -> int | None:
    """The planned rounds that can follow a round which `plan.settled` holds as a whole; None: too many
    players to look at."""
    return rounds_possible(plan.unmet(), _most(plan)) if len(plan.entrants) <= MOST_PLAYERS else None


def _degree(rows: Sequence[int]) -> int:
    return min((row.bit_count() for row in rows), default=0)


@lru_cache(maxsize=1 << 16)
def has_schedule(rows: tuple[int, ...], rounds: int) -> bool:
    """Whether the graph (a bit mask of neighbours for every node) has that many disjoint perfect matchings.

    The order of the matchings does not matter, so the next one may be the one with the lowest neighbour of
    node 0, as long as its other neighbours suffice for the rest.
    """
    if not rounds:
        return True
    if _degree(rows) < rounds:
        return False
    spare = rows[0].bit_count() - rounds
    choices: list[int] = []
    left = rows[0]
    while left and len(choices) <= spare:
        choices.append((left & -left).bit_length() - 1)
        left &= left - 1
    # Neighbours of node 0 that were passed over are not used by a later matching either.
    passed = list(rows)
    for neighbour in choices:
        for matching in _matchings(passed, neighbour):
            if has_schedule(matching, rounds - 1):
                return True
        passed[0] &= ~(1 << neighbour)
        passed[neighbour] &= ~1
    return False


def _matchings(rows: Sequence[int], neighbour: int) -> Iterator[tuple[int, ...]]:
    """What is left of the graph after each perfect matching in which node 0 has this neighbour."""
    whole = (1 << len(rows)) - 1
    yield from _extended(list(rows), whole, 0, neighbour)


def _extended(rows: list[int], open_nodes: int, a: int, b: int) -> Iterator[tuple[int, ...]]:
    rows[a] ^= 1 << b
    rows[b] ^= 1 << a
    open_nodes &= ~(1 << a | 1 << b)
    if not open_nodes:
        yield tuple(rows)
    else:
        first = (open_nodes & -open_nodes).bit_length() - 1
        partners = rows[first] & open_nodes
        while partners:
            partner = (partners & -partners).bit_length() - 1
            partners &= partners - 1
            yield from _extended(rows, open_nodes, first, partner)
    rows[a] ^= 1 << b
    rows[b] ^= 1 << a
