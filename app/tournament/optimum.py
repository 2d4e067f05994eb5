"""The best pairing of a field with the proof that it is, looking at as little of the field as that needs.

Call the players of some score groups *free* and forget whom they have met and that they were paired down or
up: an optimum of this easier problem is a lower bound for the real one, and a real pairing that costs no more
is proven optimal. At first all groups are free and the easier problem is solved by pairing neighbours in the
order of scores. Where the real pairing cannot keep up, the groups of the players at fault (who clash, or are
paired down or up again) are taken seriously (*strict*) and a *window* around them is solved exactly by
matching. This repeats until bound and cost meet, at the latest when every group is strict and the window is
the complete graph.

Why a window is enough. Let G be a free group with score v and let x, y be partners of two of its players.
If x > v and y > v (or both below) and x, y may meet, then pairing x with y and the two in G with each other
is cheaper by 2(x-v)(y-v). So in an optimum the partners above are pairwise clashing, at most c = 1 + the
largest number of clashes of a strict player with strict players, and so are those below. If G has at least
2c + 2 players, two of them are paired with each other, and a pair x > v > y across G would be cheaper by
2(x-v)(v-y) as x with one and y with the other. So nothing crosses such a group, and what happens above and
below it are separate problems, each with up to c players of G, whose parity the head count above fixes.
Repeated floats rank below the squares, so they do not touch this argument.

The bye of an odd field is taken from the lowest group that can have it. If no clash remains, that is the
optimum in every aim; if one would, an odd field is paired by the complete graph, where the bye moves freely.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from app.tournament.field import Aims, Field
from app.tournament.lookahead import MOST_PLAYERS, Plan, look_ahead
from app.tournament.matching import exact_pairs
from app.tournament.scoregroups import (
    adjacent,
    bye_holder,
    clashing,
    fewest_floats,
    repair,
    repeated_floats,
)

# A window of this many players takes the matching algorithm several seconds; beyond it a pairing is still
# made, but without the claim that it is the best.
LARGEST_WINDOW = 500


@dataclass(frozen=True, slots=True)
class Optimum:
    """Pairs of indices (the bye among them), a lower bound of their cost and whether the two meet.

    `scores_bound` is the sum of squares the scores alone would allow. Where the rounds to come were looked
    at, `rounds_after` of them can follow without a rematch, and `alone` is what the best pairing of this
    round by itself would cost.
    """

    pairs: tuple[tuple[int, int], ...]
    cost: Aims
    bound: Aims
    scores_bound: int
    rounds_after: int | None = None
    alone: Aims | None = None

    @property
    def proven(self) -> bool:
        return self.cost == self.bound


def best_pairing(field: Field, plan: Plan | None = None) -> Optimum:
    """The best pairing of the field; unproven only beyond LARGEST_WINDOW. With a `plan`, a field of up to ten
    is paired so that as many of the planned rounds as possible can follow without a rematch."""
    if plan is not None and len(plan.entrants) <= MOST_PLAYERS:
        return with_foresight(field, plan)
    if not field.size:
        return Optimum((), Aims(), Aims(), 0)
    holder = bye_holder(field) if field.odd else None
    pairs = adjacent(index for index in range(field.size) if index != holder)
    scores_bound = field.squares(pairs)
    bound = Aims(squares=scores_bound)
    if holder is not None:
        pairs.append((holder, field.bye))
        bound = field.cost(pairs[-1:])._replace(squares=scores_bound)
    strict: set[int] = set()
    while True:
        mates = _mates(field, pairs)
        clashes, floating = repair(field, mates)
        found = [(a, b) for a, b in enumerate(mates) if a < b]
        if not clashes and not floating:
            # Exchanges of equals leave everything but clashes and floats as it was.
            reached = bound._replace(forbidden=0, rematches=0, later_meetings=0, floats=0)
            return Optimum(tuple(found), reached, bound, scores_bound)
        if not clashes and not strict:
            bound = bound._replace(floats=fewest_floats(field, pairs))
            if bound.floats == sum(field.floats(a, b) for a, b in floating):
                return Optimum(tuple(found), bound, bound, scores_bound)
        if field.odd and (bound.rematches or bound.forbidden):
            return _complete(field, found, bound, scores_bound)
        loose = _groups(field, clashes, floating) - strict
        if not loose:
            if field.cost(found) == bound:
                return Optimum(tuple(found), bound, bound, scores_bound)
            # The exchanges went astray: what they started from says which groups still have to be strict.
            mates = _mates(field, pairs)
            loose = _groups(field, clashing(field, mates), repeated_floats(field, mates)) - strict
            if not loose:
                return Optimum(tuple(pairs), field.cost(pairs), bound, scores_bound)
        strict |= loose
        windows = _windows(field, strict, holder)
        if max(len(window.indices) for window in windows) > LARGEST_WINDOW:
            return Optimum(tuple(found), field.cost(found), bound, scores_bound)
        pairs = _solve(field, windows, strict, holder)
        bound = _relaxed_cost(field, pairs, strict)


def with_foresight(field: Field, plan: Plan) -> Optimum:
    """The best pairing of up to MOST_PLAYERS that leaves the most of the planned rounds."""
    best = look_ahead(field, plan)
    cost = field.cost(best.pairs)
    holder = next((a for a, b in best.pairs if b == field.bye), None)
    by_scores = adjacent(index for index in range(field.size) if index != holder)
    return Optimum(best.pairs, cost, cost, field.squares(by_scores), best.rounds_after, best.alone)


def _groups(
    field: Field, clashes: Iterable[tuple[int, int]], floating: Iterable[tuple[int, int]]
) -> set[int]:
    """The groups of those at fault: both players of a clash, who floats again of the others."""
    groups = {field.group_of[index] for pair in clashes for index in pair}
    for upper, lower in floating:
        groups |= {field.group_of[upper]} if upper in field.again_down else set()
        groups |= {field.group_of[lower]} if lower in field.again_up else set()
    return groups


def _complete(field: Field, found: list[tuple[int, int]], bound: Aims, scores_bound: int) -> Optimum:
    if field.size > LARGEST_WINDOW:
        easiest = Aims(earlier_byes=bound.earlier_byes)
        return Optimum(tuple(found), field.cost(found), easiest, scores_bound)
    pairs = exact_pairs(field, range(field.size + 1))
    cost = field.cost(pairs)
    holder = next(min(pair) for pair in pairs if field.bye in pair)
    by_scores = adjacent(index for index in range(field.size) if index != holder)
    return Optimum(tuple(pairs), cost, cost, field.cost(by_scores).squares)


def _mates(field: Field, pairs: Iterable[tuple[int, int]]) -> list[int]:
    mates = [0] * (field.size + field.odd)
    for a, b in pairs:
        mates[a], mates[b] = b, a
    return mates


def _relaxed_cost(field: Field, pairs: list[tuple[int, int]], strict: set[int]) -> Aims:
    """The cost of the pairs where only clashes between players of strict groups and their floats count."""
    serious = [
        (a, b)
        for a, b in pairs
        if b == field.bye or (field.group_of[a] in strict and field.group_of[b] in strict)
    ]
    real = [pair for pair in pairs if pair[1] != field.bye]
    floats = sum(
        (index in again and field.group_of[index] in strict)
        for a, b in real
        if field.group_of[a] != field.group_of[b]
        for index, again in ((min(a, b), field.again_down), (max(a, b), field.again_up))
    )
    return field.cost(serious)._replace(squares=field.squares(real), floats=floats)


@dataclass(frozen=True, slots=True)
class Window:
    """The indices to match, the bye among them if its group is strict; those in `free` clash with nobody."""

    indices: tuple[int, ...]
    free: frozenset[int]


def _windows(field: Field, strict: set[int], holder: int | None) -> list[Window]:
    """The parts of the field that have to be matched exactly, from the top."""
    members = [list(range(*group)) for group in field.groups]
    if holder is not None:
        members[field.group_of[holder]].remove(holder)
    strict_players = {index for group in strict for index in range(*field.groups[group])}
    partners = 1 + max(len(field.clashes[index] & strict_players) for index in strict_players)
    walls = [
        group for group, players in enumerate(members)
        if group not in strict and len(players) >= 2 * partners + 2
    ]  # fmt: skip
    above = [0]
    for players in members:
        above.append(above[-1] + len(players))
    windows = []
    for upper, lower in zip([-1, *walls], [*walls, len(members)], strict=True):
        inside = range(upper + 1, lower)
        if strict.isdisjoint(inside):
            continue
        free = [index for group in inside if group not in strict for index in members[group]]
        if upper >= 0:
            wall = members[upper]
            free += wall[len(wall) - _at_most(partners, above[upper + 1]) :]
        if lower < len(members):
            free += members[lower][: _at_most(partners, above[lower])]
        serious = [index for group in inside if group in strict for index in range(*field.groups[group])]
        if holder is not None and field.group_of[holder] in strict & set(inside):
            serious.append(field.bye)
        windows.append(Window((*free, *serious), frozenset(free)))
    return windows


def _at_most(number: int, parity_of: int) -> int:
    """The largest number up to `number` that is even or odd as `parity_of` is."""
    return number - (number - parity_of) % 2


def _solve(
    field: Field, windows: list[Window], strict: set[int], holder: int | None
) -> list[tuple[int, int]]:
    """An optimum of the easier problem: the windows by matching, the rest by neighbours."""
    pairs: list[tuple[int, int]] = []
    rest = set(range(field.size))
    if holder is not None and field.group_of[holder] not in strict:
        pairs.append((holder, field.bye))
        rest.remove(holder)
    lowest = set() if holder is None else set(range(*field.groups[field.group_of[holder]]))
    for window in windows:
        pairs += exact_pairs(field, window.indices, window.free, field.bye_from & lowest)
        rest.difference_update(window.indices)
    return pairs + adjacent(rest)
