"""The players a round has still to pair, by index, and what a pairing of them costs.

The aims in their order (RULES of the event: fewest second byes, fewest rematches, lowest points of the
player with the bye, smallest sum of squared point differences; pairs that must not meet by a setting come
right before rematches) make a tuple that is compared from left to right. For a matching algorithm, which
wants one number, `Weights` folds such a tuple into a whole number that compares the same way.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.tournament.draws import drawn, mixed

# rustworkx reckons with 128-bit integers and doubles weights on the way.
MAX_BITS = 120
TIE_BITS = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to pair: points so far, everyone met so far (a rematch is there twice), byes so far."""

    id: int
    points: int
    opponents: tuple[int, ...] = ()
    byes: int = 0


class Aims(NamedTuple):
    """What a pairing costs, compared from left to right; less is better.

    second_byes: byes for players who had one. forbidden: pairs that must not meet. rematches: pairs that met
    before (a third meeting counts like a second). bye_points: points of the players with a bye. squares:
    sum of squared point differences over the pairs.
    """

    second_byes: int = 0
    forbidden: int = 0
    rematches: int = 0
    bye_points: int = 0
    squares: int = 0

    def plus(self, other: "Aims") -> "Aims":
        return Aims(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


class Field:
    """Entrants by index 0 to n-1 in an order drawn by the seed; index n is the bye of an odd field.

    `points` are counted from the lowest score of the field. `met` and `barred` hold, for every index, the
    indices it met before or must not meet; `rested` the indices that had a bye.
    """

    def __init__(
        self, entrants: Sequence[Entrant], seed: int, forbidden: Iterable[Collection[int]] = ()
    ) -> None:
        drawn_keys = sorted((drawn(seed, "pairing", entrant.id), entrant.id, entrant) for entrant in entrants)
        self.entrants = [entrant for _, _, entrant in drawn_keys]
        self.keys = [key for key, _, _ in drawn_keys]
        self.size = len(entrants)
        self.bye = self.size
        self.lowest = min((entrant.points for entrant in entrants), default=0)
        self.points = [entrant.points - self.lowest for entrant in self.entrants]
        index = {entrant.id: number for number, entrant in enumerate(self.entrants)}
        self.met: list[set[int]] = [
            {index[other] for other in entrant.opponents if other in index} for entrant in self.entrants
        ]
        for number, others in enumerate(self.met):
            for other in others:
                self.met[other].add(number)
        self.barred: list[set[int]] = [set() for _ in self.entrants]
        for pair in forbidden:
            present = [index[player] for player in pair if player in index]
            if len(present) == 2:
                self.barred[present[0]].add(present[1])
                self.barred[present[1]].add(present[0])
        self.rested = {number for number, entrant in enumerate(self.entrants) if entrant.byes}

    @property
    def odd(self) -> bool:
        return self.size % 2 == 1

    def pair_aims(self, a: int, b: int) -> Aims:
        """What it costs to pair these two indices; one of them may be the bye."""
        if self.bye in (a, b):
            player = a if b == self.bye else b
            return Aims(second_byes=int(player in self.rested), bye_points=self.points[player])
        return Aims(
            forbidden=int(b in self.barred[a]),
            rematches=int(b in self.met[a]),
            squares=(self.points[a] - self.points[b]) ** 2,
        )

    def total(self, pairs: Iterable[tuple[int, int]]) -> Aims:
        cost = Aims()
        for a, b in pairs:
            cost = cost.plus(self.pair_aims(a, b))
        return cost

    def tie(self, a: int, b: int) -> int:
        """A number below 2**TIE_BITS drawn for this pair; the sum of them decides among equal pairings."""
        key_a = self.keys[a] if a < self.size else 0
        key_b = self.keys[b] if b < self.size else 0
        return mixed(min(key_a, key_b) ^ mixed(max(key_a, key_b))) >> (64 - TIE_BITS)


class Weights:
    """Folds the Aims of one pair into a whole number whose sums over at most `pairs` pairs compare as the
    sums of Aims do, with the drawn tie number below everything else.

    Each unit is larger than any sum of everything that ranks below it. Raises ValueError where that does
    not fit into the integers of the matching algorithm (points differing by many thousands).
    """

    def __init__(self, field: Field, pairs: int) -> None:
        span = max(field.points, default=0)
        self.square = (pairs + 1) << TIE_BITS
        self.bye_point = self.square * (pairs * span * span + 1)
        self.rematch = self.bye_point * (span + 1)
        self.forbidden = self.rematch * (pairs + 1)
        self.second_bye = self.forbidden * (pairs + 1)
        self.most = self.second_bye * 2
        if self.most.bit_length() > MAX_BITS:
            raise ValueError(f"Scores differ by {span} points, too much to weigh exactly: check the points.")

    def fold(self, aims: Aims) -> int:
        return (
            aims.second_byes * self.second_bye
            + aims.forbidden * self.forbidden
            + aims.rematches * self.rematch
            + aims.bye_points * self.bye_point
            + aims.squares * self.square
        )
