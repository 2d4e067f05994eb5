"""The players a round has still to pair, by index, and what a pairing of them costs.

The aims in their order: fewest second byes, fewest pairs that must not meet (a setting), fewest rematches,
lowest points of the player with the bye, smallest sum of squared point differences. They make a tuple that
is compared from left to right.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.tournament.draws import drawn, mixed

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
    before (a third meeting counts like a second). bye_points: points of the player with the bye. squares:
    sum of squared point differences over the pairs.
    """

    second_byes: int = 0
    forbidden: int = 0
    rematches: int = 0
    bye_points: int = 0
    squares: int = 0


class Field:
    """Entrants by index 0 to n-1, highest points first and equals as drawn by the seed; index n is the bye.

    So a score group is a range of indices: `groups` holds (start, end) of each, `group_of` the number of the
    group of an index. `points` are counted from the lowest score. `met`, `barred` and `clashes` (either) hold
    for every index the indices it should not be paired with. `bye_from` are the indices that may have the
    bye without breaking more than they must: those without a bye so far, or all if there are none.
    """

    def __init__(
        self, entrants: Sequence[Entrant], seed: int, forbidden: Iterable[Collection[int]] = ()
    ) -> None:
        order = sorted(
            (-entrant.points, drawn(seed, "pairing", entrant.id), entrant.id) for entrant in entrants
        )
        by_id = {entrant.id: entrant for entrant in entrants}
        self.entrants = [by_id[player] for _, _, player in order]
        self.keys = [key for _, key, _ in order] + [0]
        self.size = self.bye = len(order)
        self.odd = self.size % 2 == 1
        lowest = -order[-1][0] if order else 0
        self.points = [-points - lowest for points, _, _ in order]
        self._note_groups()
        index = {player: number for number, (_, _, player) in enumerate(order)}
        self._note_clashes(index, forbidden)
        self.rested = {number for number, entrant in enumerate(self.entrants) if entrant.byes}
        unrested = set(range(self.size)) - self.rested
        self.bye_from = unrested or set(range(self.size))

    def _note_groups(self) -> None:
        self.groups: list[tuple[int, int]] = []
        self.group_of: list[int] = []
        for number, points in enumerate(self.points):
            if not number or points != self.points[number - 1]:
                self.groups.append((number, number))
            self.groups[-1] = (self.groups[-1][0], number + 1)
            self.group_of.append(len(self.groups) - 1)

    def _note_clashes(self, index: dict[int, int], forbidden: Iterable[Collection[int]]) -> None:
        self.met: list[set[int]] = [
            {index[other] for other in entrant.opponents if other in index} for entrant in self.entrants
        ]
        for number, others in enumerate(self.met):
            others.discard(number)
            for other in others:
                self.met[other].add(number)
        self.barred: list[set[int]] = [set() for _ in self.entrants]
        for pair in forbidden:
            present = [index[player] for player in pair if player in index]
            if len(present) == 2:
                self.barred[present[0]].add(present[1])
                self.barred[present[1]].add(present[0])
        barred = any(self.barred)
        self.clashes = (
            [met | no for met, no in zip(self.met, self.barred, strict=True)] if barred else self.met
        )

    def cost(self, pairs: Iterable[tuple[int, int]]) -> Aims:
        """What these pairs cost together; one index of a pair may be the bye."""
        second_byes = forbidden = rematches = bye_points = squares = 0
        for a, b in pairs:
            if self.bye in (a, b):
                player = min(a, b)
                second_byes += player in self.rested
                bye_points += self.points[player]
            else:
                forbidden += b in self.barred[a]
                rematches += b in self.met[a]
                squares += (self.points[a] - self.points[b]) ** 2
        return Aims(second_byes, forbidden, rematches, bye_points, squares)

    def tie(self, a: int, b: int) -> int:
        """A number below 2**TIE_BITS drawn for this pair; the sum of them decides among equal pairings."""
        low, high = sorted((self.keys[a], self.keys[b]))
        return mixed(low ^ mixed(high)) >> (64 - TIE_BITS)
