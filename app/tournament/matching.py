"""Exact minimum-cost pairing of a set of indices by maximum-weight matching (blossom algorithm, rustworkx).

The aims are folded into one whole number per pair, so the optimum is exact: every unit is larger than any
sum of everything that ranks below it. The drawn tie number of every pair ranks last and makes the optimum
unique but for a negligible chance (isolation lemma), so the answer follows from the seed and not from the
order in which the algorithm looks at the graph.
"""

from collections.abc import Collection, Iterator, Sequence

import rustworkx

from app.tournament.field import TIE_BITS, Field

# rustworkx reckons with signed 128-bit integers and doubles a weight on the way.
MAX_BITS = 120


class Weights:
    """The unit of every aim for sums over at most `pairs` pairs whose scores differ by up to `span`.

    `most_byes` is the largest number of earlier byes, `most_later` that of meetings beyond the second of one
    pair, and `floats` says whether anybody was paired down or up before. Raises ValueError where the largest
    unit would not fit into the integers of the matching algorithm, which takes point differences of many
    thousands.
    """

    def __init__(
        self, span: int, pairs: int, *, most_byes: int = 1, most_later: int = 0, floats: bool = False
    ) -> None:
        self.float = (pairs + 1) << TIE_BITS
        self.square = self.float * (2 * pairs + 1 if floats else 1)
        self.bye_point = self.square * (pairs * span * span + 1)
        self.later_meeting = self.bye_point * (span + 1)
        self.rematch = self.later_meeting * (pairs * most_later + 1)
        self.forbidden = self.rematch * (pairs + 1)
        self.earlier_bye = self.forbidden * (pairs + 1)
        self.most = self.earlier_bye * (most_byes + 1)
        if self.most.bit_length() > MAX_BITS:
            raise ValueError(f"Scores differ by {span} points, too much to weigh exactly: check the points.")


def weights_of(field: Field, pairs: int) -> Weights:
    """The units for this field."""
    return Weights(
        field.points[0],
        pairs,
        most_byes=max(field.byes),
        most_later=max(field.later.values(), default=0),
        floats=bool(field.again_down or field.again_up),
    )


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
