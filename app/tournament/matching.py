"""Exact minimum-cost pairing of a set of indices by maximum-weight matching (blossom algorithm, rustworkx).

Weights are whole numbers, so the optimum is exact. The drawn tie number of every pair makes the optimum
unique but for a negligible chance (isolation lemma), so the answer follows from the seed and not from the
order in which the algorithm looks at the graph.
"""

from collections.abc import Sequence

import rustworkx

from app.tournament.field import Field, Weights


def exact_pairs(field: Field, indices: Sequence[int]) -> list[tuple[int, int]]:
    """The cheapest perfect pairing of these indices (an even number; the bye may be one of them)."""
    weights = Weights(field, len(indices) // 2)
    edges = [
        (here, there, weights.most - weights.fold(field.pair_aims(a, b)) - field.tie(a, b))
        for here, a in enumerate(indices)
        for there, b in enumerate(indices[:here])
    ]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(indices)))
    graph.add_edges_from(edges)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [(indices[here], indices[there]) for here, there in found]
