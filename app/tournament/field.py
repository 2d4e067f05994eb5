"""The players a round has still to pair, by index, and what a pairing of them costs.

The aims in their order: fewest second byes (a third is worse than a second), fewest pairs that must not meet
(a setting), fewest rematches, fewest meetings beyond the second, lowest points of the player with the bye,
smallest sum of squared point differences, fewest players paired down or up again. They make a tuple that is
compared from left to right. Where the pairing assigns the sides it has aims of its own (`SideLaw`).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from app.sides import Side
from app.tournament.balance import Played, SideCost, bias, over, side_cost
from app.tournament.draws import Draw, mixed

TIE_BITS = 40


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player to pair: points so far, everyone met so far (a rematch is there twice), byes so far.

    `paired_down`, `paired_up`: whether an opponent of an earlier round had fewer, or more, points then.
    `sides` are (opponent, own side) of every game whose sides the pairing assigned.
    """

    id: int
    points: int
    opponents: tuple[int, ...] = ()
    byes: int = 0
    paired_down: bool = False
    paired_up: bool = False
    sides: Played = ()


@dataclass(frozen=True, slots=True)
class SideLaw:
    """That the pairing assigns and balances the sides. `swapped_costs`: None, where a rematch with swapped
    sides is avoided if possible, or how many squared points of difference it is worth."""

    swapped_costs: int | None = None


class Aims(NamedTuple):
    """What a pairing costs, compared from left to right; less is better.

    earlier_byes: how many byes the player with the bye had before. forbidden: pairs that must not meet.
    rematches: pairs that met before. later_meetings: meetings beyond the second, summed over the pairs (1 for
    a third meeting, 2 for a fourth). bye_points: points of the player with the bye. squares: sum of squared
    point differences over the pairs. floats: players paired down who were paired down before, or up again.
    Only where the pairing assigns the sides: same_sides: pairs who meet with the same sides as before.
    sides_over: by how much the biases of all players go beyond 1. spread: sum of their squared biases. Third
    meetings and floats are not counted there, as sides count instead.
    """

    earlier_byes: int = 0
    forbidden: int = 0
    same_sides: int = 0
    sides_over: int = 0
    rematches: int = 0
    later_meetings: int = 0
    bye_points: int = 0
    squares: int = 0
    spread: int = 0
    floats: int = 0


class Field:
    """Entrants by index 0 to n-1, highest points first and equals as drawn by the seed; index n is the bye.

    So a score group is a range of indices: `groups` holds (start, end) of each, `group_of` the number of the
    group of an index. `points` are counted from the lowest score. `bye_from` are the indices that may have
    the bye without breaking more than they must: those with the fewest byes so far. `again_down` and
    `again_up` are the indices of those who were paired down, or up, before.
    `avoid` holds for every index the ids it should not meet, as told by its own entrant: enough for looking
    at a few pairs; `met`, `barred` and `clashes` (either) are the same by index and from both sides.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        seed: int,
        forbidden: Collection[Collection[int]] = (),
        law: SideLaw | None = None,
    ) -> None:
        self.law = law
        draw = Draw(seed, "pairing")
        order = sorted([(-entrant.points, draw(entrant.id), entrant.id, entrant) for entrant in entrants])
        self.entrants = [entrant for _, _, _, entrant in order]
        self.ids = [player for _, _, player, _ in order]
        self.keys = [key for _, key, _, _ in order] + [0]
        self.size = self.bye = len(order)
        self.odd = self.size % 2 == 1
        lowest = -order[-1][0] if order else 0
        self.points = [-points - lowest for points, _, _, _ in order]
        self.groups: list[tuple[int, int]] = []
        self.group_of: list[int] = []
        for number, (_, same) in enumerate(groupby(self.points)):
            start = len(self.group_of)
            self.group_of += [number for _ in same]
            self.groups.append((start, len(self.group_of)))
        self.apart = _by_player(forbidden) if forbidden else {}
        self.avoid = [entrant.opponents for entrant in self.entrants]
        if self.apart:
            self.avoid = [(*entrant.opponents, *self.apart.get(entrant.id, ())) for entrant in self.entrants]
        self.byes = [entrant.byes for entrant in self.entrants]
        fewest = min(self.byes, default=0)
        self.bye_from = {number for number, byes in enumerate(self.byes) if byes == fewest}
        self.again_down, self.again_up = set[int](), set[int]()
        if law is None:
            self.again_down = {number for number, entrant in enumerate(self.entrants) if entrant.paired_down}
            self.again_up = {number for number, entrant in enumerate(self.entrants) if entrant.paired_up}

    @cached_property
    def _index(self) -> dict[int, int]:
        return {player: number for number, player in enumerate(self.ids)}

    @cached_property
    def met(self) -> list[set[int]]:
        get = self._index.get
        met = [{get(other, number) for other in e.opponents} for number, e in enumerate(self.entrants)]
        for number, others in enumerate(met):
            others.discard(number)
            for other in others:
                met[other].add(number)
        return met

    @cached_property
    def barred(self) -> list[set[int]]:
        index = self._index
        return [{index[o] for o in self.apart.get(player, ()) if o in index} for player in self.ids]

    @cached_property
    def clashes(self) -> list[set[int]]:
        return [met | barred for met, barred in zip(self.met, self.barred, strict=True)]

    def clash(self, a: int, b: int) -> bool:
        """Whether these two have met or must not meet."""
        return self.ids[b] in self.avoid[a] or self.ids[a] in self.avoid[b]

    @cached_property
    def later(self) -> dict[tuple[int, int], int]:
        """Meetings beyond the second that another one would be, by pair (lower, higher); most pairs: none."""
        found: dict[tuple[int, int], int] = {}
        if self.law is not None:
            return found
        for number, entrant in enumerate(self.entrants):
            if len(set(entrant.opponents)) == len(entrant.opponents):
                continue
            for other in set(entrant.opponents):
                there, meetings = self._index.get(other, number), entrant.opponents.count(other)
                if there != number and meetings > 1:
                    found[min(number, there), max(number, there)] = meetings - 1
        return found

    @cached_property
    def biases(self) -> list[int]:
        """Games as Corp less games as Runner by index."""
        return [bias(entrant.sides) for entrant in self.entrants]

    @cached_property
    def corp_against(self) -> list[set[int]]:
        """By index, against whom they played Corp; told by either of the two."""
        found: list[set[int]] = [set() for _ in self.entrants]
        for number, entrant in enumerate(self.entrants):
            for opponent, side in entrant.sides:
                other = self._index.get(opponent)
                if other is not None:
                    corp, runner = (number, other) if side is Side.CORP else (other, number)
                    found[corp].add(runner)
        return found

    def ways(self, a: int, b: int) -> tuple[SideCost, SideCost]:
        """What it costs that `a` plays Corp, and that `b` does."""
        biases, corp_against = self.biases, self.corp_against
        return (
            side_cost(biases[a], biases[b], b in corp_against[a]),
            side_cost(biases[b], biases[a], a in corp_against[b]),
        )

    def resting(self, player: int) -> SideCost:
        """What the sides cost of a player who has the bye and keeps their bias."""
        own = self.biases[player]
        return SideCost(0, over(own), own * own)

    def squares(self, pairs: Iterable[tuple[int, int]]) -> int:
        """Sum of squared point differences of pairs without the bye."""
        points = self.points
        return sum([(points[a] - points[b]) ** 2 for a, b in pairs])

    def floats(self, a: int, b: int) -> int:
        """How many of these two would be paired down or up again."""
        if self.group_of[a] == self.group_of[b]:
            return 0
        upper, lower = (a, b) if a < b else (b, a)
        return (upper in self.again_down) + (lower in self.again_up)

    def cost(self, pairs: Iterable[tuple[int, int]]) -> Aims:
        """What these pairs cost together; one index of a pair may be the bye."""
        earlier_byes = forbidden = rematches = later_meetings = bye_points = floats = 0
        real, resting = [], []
        for a, b in pairs:
            if self.bye in (a, b):
                player = min(a, b)
                resting.append(player)
                earlier_byes += self.byes[player]
                bye_points += self.points[player]
            else:
                real.append((a, b))
                forbidden += self.ids[b] in self.apart.get(self.ids[a], ())
                here, there = self.entrants[a], self.entrants[b]
                if there.id in here.opponents or here.id in there.opponents:
                    rematches += 1
                    later_meetings += self.later.get((min(a, b), max(a, b)), 0)
                floats += self.floats(a, b)
        cost = Aims(
            earlier_byes=earlier_byes,
            forbidden=forbidden,
            rematches=rematches,
            later_meetings=later_meetings,
            bye_points=bye_points,
            squares=self.squares(real),
            floats=floats,
        )
        return cost if self.law is None else self._with_sides(cost, real, resting, self.law)

    def _with_sides(self, cost: Aims, pairs: list[tuple[int, int]], resting: list[int], law: SideLaw) -> Aims:
        costs = [min(self.ways(a, b)) for a, b in pairs] + [self.resting(player) for player in resting]
        same, beyond, spread = (sum(each) for each in zip(*costs, strict=True)) if costs else (0, 0, 0)
        cost = cost._replace(same_sides=same, sides_over=beyond, spread=spread)
        if law.swapped_costs is None:
            return cost
        return cost._replace(rematches=0, squares=cost.squares + law.swapped_costs * cost.rematches)

    def tie(self, a: int, b: int) -> int:
        """A number below 2**TIE_BITS drawn for this pair; the sum of them decides among equal pairings."""
        low, high = sorted((self.keys[a], self.keys[b]))
        return mixed(low ^ mixed(high)) >> (64 - TIE_BITS)


def _by_player(forbidden: Iterable[Collection[int]]) -> dict[int, set[int]]:
    apart: dict[int, set[int]] = {}
    for a, b in forbidden:
        apart.setdefault(a, set()).add(b)
        apart.setdefault(b, set()).add(a)
    return apart
