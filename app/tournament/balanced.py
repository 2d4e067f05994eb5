"""The best pairing with assigned sides: exact up to a few hundred players, with an honest bound beyond.

Where nobody is out of balance any pair can be balanced, so the sides settle nothing and the search by windows
(`optimum`) answers. Else one matching of the whole field is exact. Above LARGEST_EXACT players that takes
more than a second: then only the likeliest pairs are matched, those of near scores that keep the balance, and
the pairing is called proven only if it reaches a bound that holds for every pairing.
"""

from bisect import bisect_left
from copy import copy

from app.tournament.field import Aims, Field
from app.tournament.lookahead import MOST_PLAYERS, Plan
from app.tournament.matching import exact_pairs, pairs_among
from app.tournament.optimum import Optimum, best_pairing, with_foresight
from app.tournament.scoregroups import adjacent

# The exact matching of 400 players takes half a second of processor time.
LARGEST_EXACT = 400
# Above that: how many partners of near scores are tried for everybody, at first.
REACH = 24


def best_balanced(field: Field, plan: Plan | None = None) -> Optimum:
    """The best pairing of a field with a law of sides. A `plan` counts where rematches are to be avoided."""
    assert field.law is not None
    if not field.size:
        return Optimum((), Aims(), Aims(), 0)
    if plan is not None and len(plan.entrants) <= MOST_PLAYERS and field.law.swapped_costs is None:
        return with_foresight(field, plan)
    if not any(field.biases):
        even = _in_balance(field)
        if even is not None:
            return even
    if field.size <= LARGEST_EXACT:
        pairs = exact_pairs(field, range(field.size + field.odd))
        cost = field.cost(pairs)
        return Optimum(tuple(pairs), cost, cost, _scores_bound(field, pairs))
    pairs = _by_near_pairs(field)
    return Optimum(tuple(pairs), field.cost(pairs), lower_bound(field), _scores_bound(field, pairs))


def _in_balance(field: Field) -> Optimum | None:
    """The answer where every bias is 0: each pair costs the same in sides, unless it is a rematch."""
    plain = copy(field)
    plain.law = None
    best = best_pairing(plain)
    if not best.proven or best.cost.rematches:
        return None
    if (
        field.law is not None
        and field.law.swapped_costs is not None
        and best.cost.squares > best.scores_bound
    ):
        # A rematch could be worth its price.
        return None
    cost = field.cost(best.pairs)
    return Optimum(best.pairs, cost, cost, best.scores_bound)


def _scores_bound(field: Field, pairs: list[tuple[int, int]]) -> int:
    holder = next((min(pair) for pair in pairs if field.bye in pair), None)
    return field.squares(adjacent(index for index in range(field.size) if index != holder))


def _by_near_pairs(field: Field) -> list[tuple[int, int]]:
    """Match only pairs of near scores; more of them until everybody has a partner."""
    reach = REACH
    while True:
        found = pairs_among(field, _near(field, reach))
        if 2 * len(found) == field.size + field.odd:
            return found
        reach *= 4


def _near(field: Field, reach: int) -> set[tuple[int, int]]:
    """(higher, lower) index of the pairs to try: with everybody the nearest of each kind of bias, fewer of
    the own kind where that would put somebody out of balance; the bye with the lowest who may have it."""
    kinds = [(bias > 0) - (bias < 0) for bias in field.biases]
    of_kind = {kind: [index for index, one in enumerate(kinds) if one == kind] for kind in (-1, 0, 1)}
    tried = set()
    for index, kind in enumerate(kinds):
        for other, members in of_kind.items():
            width = reach // 4 if kind and other == kind else reach
            place = bisect_left(members, index)
            for there in members[max(0, place - width) : place + width + 1]:
                if there != index:
                    tried.add((max(index, there), min(index, there)))
    if field.odd:
        tried |= {(field.bye, index) for index in sorted(field.bye_from)[-2 * reach :]}
    return tried


def lower_bound(field: Field) -> Aims:
    """What no pairing of this field can cost less than."""
    plus = sum(bias > 0 for bias in field.biases)
    minus = sum(bias < 0 for bias in field.biases)
    level = field.size - plus - minus
    # More than half of them play one side too often: some must meet, and one of the two goes further out.
    among_themselves = max(0, max(plus, minus) - min(plus, minus) - level - field.odd)
    beyond = sum(max(0, abs(bias) - 2) for bias in field.biases) + -(-among_themselves // 2)
    spread = sum((abs(bias) - 1) ** 2 for bias in field.biases) - (field.odd and level > 0)
    bye_points = min(field.points[index] for index in field.bye_from) if field.odd else 0
    return Aims(
        earlier_byes=min(field.byes) if field.odd else 0,
        sides_over=beyond,
        bye_points=bye_points,
        squares=_squares_bound(field, plus == minus and not level),
        spread=spread,
    )


def _squares_bound(field: Field, two_halves: bool) -> int:
    """The least squares of the scores; where everybody is out of balance, one half meets the other."""
    if two_halves:
        upper = [index for index, bias in enumerate(field.biases) if bias > 0]
        lower = [index for index, bias in enumerate(field.biases) if bias < 0]
        return field.squares(zip(upper, lower, strict=True))
    if not field.odd:
        return field.squares(adjacent(range(field.size)))
    # Whoever has the bye: pairs of neighbours without it cost at least what the best choice of it leaves.
    points = field.points
    ahead = [0]
    for place in range(0, field.size - 1, 2):
        ahead.append(ahead[-1] + (points[place] - points[place + 1]) ** 2)
    behind = [0]
    for place in range(field.size - 1, 0, -2):
        behind.append(behind[-1] + (points[place - 1] - points[place]) ** 2)
    half = field.size // 2
    return min(ahead[pairs] + behind[half - pairs] for pairs in range(half + 1))
