"""Exact minimum-cost pairing of a set of indices by maximum-weight matching (blossom algorithm, rustworkx).

The aims are folded into one whole number per pair, so the optimum is exact: every unit is larger than any
sum of everything that ranks below it. The drawn tie number of every pair ranks last and makes the optimum
unique but for a negligible chance (isolation lemma), so the answer follows from the seed and not from the
order in which the algorithm looks at the graph.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from functools import partial

import rustworkx

from app.tournament.balance import SideCost, side_cost
from app.tournament.field import TIE_BITS, Field

# rustworkx reckons with signed 128-bit integers and doubles a weight on the way.
MAX_BITS = 120


class Weights:
    """The unit of every aim for sums over at most `pairs` pairs whose scores differ by up to `span`.

    `most_byes` is the largest number of earlier byes, `most_later` that of meetings beyond the second of one
    pair, and `floats` says whether anybody was paired down or up before. Where the sides are assigned,
    `most_bias` is the largest bias a game may lead to and `price` what a rematch costs in squared points. The
    draw has `tie_bits`. Raises ValueError where the largest unit would not fit into the integers of the
    matching algorithm, which takes point differences of many thousands.
    """

    def __init__(
        self,
        span: int,
        pairs: int,
        *,
        most_byes: int = 1,
        most_later: int = 0,
        floats: bool = False,
        most_bias: int = 0,
        price: int = 0,
        apart: bool = True,
        tie_bits: int = TIE_BITS,
    ) -> None:
        self.tie_bits = tie_bits
        self.float = (pairs + 1) << tie_bits
        self.spread = self.float * (2 * pairs + 1 if floats else 1)
        self.square = self.spread * (2 * pairs * most_bias * most_bias + 1)
        self.bye_point = self.square * (pairs * (span * span + price) + 1)
        self.later_meeting = self.bye_point * (span + 1)
        self.rematch = self.later_meeting * (pairs * most_later + 1)
        self.side_over = self.rematch * (pairs + 1)
        self.same_sides = self.side_over * (2 * pairs * max(0, most_bias - 1) + 1)
        self.forbidden = self.same_sides * (pairs + 1 if most_bias else 1)
        self.earlier_bye = self.forbidden * (pairs + 1 if apart else 1)
        self.most = self.earlier_bye * (most_byes + 1)
        if self.most.bit_length() > MAX_BITS:
            raise ValueError(f"Scores differ by {span} points, too much to weigh exactly: check the points.")


# With sides to balance, a draw of fewer bits makes room for them: two equal sums have a chance of 2**-15.
SIDED_TIE_BITS = 32
FEWEST_TIE_BITS = 24


def weights_of(field: Field, pairs: int) -> Weights:
    """The units for this field."""
    span, most_byes = field.points[0], max(field.byes)
    if field.law is None:
        floats = bool(field.again_down or field.again_up)
        most_later = max(field.later.values(), default=0)
        return Weights(span, pairs, most_byes=most_byes, most_later=most_later, floats=floats)
    for_sides = partial(
        Weights,
        span,
        pairs,
        most_byes=most_byes,
        most_bias=1 + max(map(abs, field.biases)),
        price=field.law.swapped_costs or 0,
        apart=bool(field.apart),
    )
    for tie_bits in range(SIDED_TIE_BITS, FEWEST_TIE_BITS, -1):
        with suppress(ValueError):
            return for_sides(tie_bits=tie_bits)
    return for_sides(tie_bits=FEWEST_TIE_BITS)


def exact_pairs(
    field: Field, indices: Sequence[int], free: Collection[int] = (), bye_from: Collection[int] | None = None
) -> list[tuple[int, int]]:
    """The cheapest perfect pairing of these indices, an even number of them, as pairs (lower, higher).

    One of them may be the bye, the highest index. Indices in `free` are treated as if they had met nobody and
    had never been paired down or up; with `bye_from` only these can have the bye.
    """
    ordered = sorted(indices)
    weights = weights_of(field, len(ordered) // 2)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(ordered)))
    graph.add_edges_from(list(edges(field, ordered, weights, free, bye_from)))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    # The library answers with a set, whose order is not that of the last run.
    return sorted((ordered[min(two)], ordered[max(two)]) for two in found)


def edges(
    field: Field,
    ordered: Sequence[int],
    weights: Weights,
    free: Collection[int] = (),
    bye_from: Collection[int] | None = None,
) -> Iterator[tuple[int, int, int]]:
    """(position, position, weight) of every pair that may be made; the bye, if any, is the last position.

    The weight is `weights.most` less what the pair costs, so more is better.
    """
    if field.law is not None:
        weigh = _sided_weight(field, weights)
        for here, a in enumerate(ordered):
            for there in range(here):
                yield here, there, weigh(a, ordered[there])
        return
    players = ordered[:-1] if ordered[-1] == field.bye else ordered
    square, rematch, forbidden, most, tie = (
        weights.square, weights.rematch, weights.forbidden, weights.most, field.tie
    )  # fmt: skip
    later = field.later
    down, up = field.again_down.difference(free), field.again_up.difference(free)
    for here, a in enumerate(players):
        points = field.points[a]
        met, barred = (set(), set()) if a in free else (field.met[a], field.barred[a])
        again = weights.float if a in up else 0
        for there in range(here):
            b = players[there]
            weight = most - tie(a, b)
            difference = field.points[b] - points
            if difference:
                weight -= square * difference**2 + again
                if b in down:
                    weight -= weights.float
            if b in met and b not in free:
                weight -= rematch
                if later:
                    weight -= weights.later_meeting * later.get((b, a), 0)
            if b in barred and b not in free:
                weight -= forbidden
            yield here, there, weight
        if len(players) < len(ordered) and (bye_from is None or a in bye_from):
            cost = weights.bye_point * points + weights.earlier_bye * field.byes[a]
            yield here, len(players), most - cost - tie(a, field.bye)


def pairs_among(field: Field, tried: Collection[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cheapest pairing of a field with sides that uses only the pairs (higher, lower index) tried; it
    leaves players out if they do not suffice."""
    weigh = _sided_weight(field, weights_of(field, (field.size + field.odd) // 2))
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(field.size + field.odd))
    graph.add_edges_from([(a, b, weigh(a, b)) for a, b in sorted(tried)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(two), max(two)) for two in found)


def _sided_weight(field: Field, weights: Weights) -> Callable[[int, int], int]:
    """The weight of a pair (higher, lower index) where the sides are assigned; the better of its two ways."""
    assert field.law is not None
    swapped = field.law.swapped_costs
    rematch = weights.rematch if swapped is None else weights.square * swapped
    biases, points, tie, met, barred = field.biases, field.points, field.tie, field.met, field.barred
    shift, most, square, bye = TIE_BITS - weights.tie_bits, weights.most, weights.square, field.bye
    kinds = set(biases)
    balance = {
        (one, other): _packed(
            min(side_cost(one, other, again=False), side_cost(other, one, again=False)), weights
        )
        for one in kinds
        for other in kinds
    }

    def weigh(a: int, b: int) -> int:
        if a == bye:
            cost = weights.bye_point * points[b] + weights.earlier_bye * field.byes[b]
            return most - cost - _packed(field.resting(b), weights) - (tie(b, a) >> shift)
        weight = most - (tie(a, b) >> shift) - square * (points[b] - points[a]) ** 2
        if b in met[a]:
            weight -= _packed(min(field.ways(a, b)), weights) + rematch
        else:
            weight -= balance[biases[a], biases[b]]
        return weight - weights.forbidden if b in barred[a] else weight

    return weigh


def _packed(cost: SideCost, weights: Weights) -> int:
    return cost.same * weights.same_sides + cost.over * weights.side_over + cost.spread * weights.spread
