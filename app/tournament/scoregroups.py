"""Pairing score group by score group, without a search: the pairing most rounds get.

If nobody had met anybody, pairing the sorted scores two by two would be the best for any convex cost of the
differences, and every best pairing has the same multiset of score pairs (`adjacent`). So exchanging two
players with equal points never changes the cost. `repair` removes rematches by such exchanges.
"""

from collections.abc import Iterable

from app.tournament.field import Field


def bye_holder(field: Field) -> int:
    """Of those with the lowest score among the players who may have the bye, the first as drawn."""
    lowest = max(field.group_of[index] for index in field.bye_from)
    return min(index for index in field.bye_from if field.group_of[index] == lowest)


def adjacent(indices: Iterable[int]) -> list[tuple[int, int]]:
    """Neighbours in the order of scores; the number of indices is even."""
    ordered = sorted(indices)
    return list(zip(ordered[::2], ordered[1::2], strict=True))


def clashing(field: Field, mates: list[int]) -> list[tuple[int, int]]:
    """The pairs (lower index first) that have met or must not meet."""
    ids, avoid = field.ids, field.avoid
    return [
        (a, b)
        for a, b in enumerate(mates)
        if a < b < field.size and (ids[b] in avoid[a] or ids[a] in avoid[b])
    ]


def repair(field: Field, mates: list[int]) -> list[tuple[int, int]]:
    """Exchange equals in `mates` (index -> partner, the bye among them) until no pair clashes, as far as
    single exchanges can; returns the pairs that still clash."""
    left = clashing(field, mates)
    for a, b in left:
        if mates[a] == b:
            _exchange(field, mates, a, b) or _exchange(field, mates, b, a)
    return clashing(field, mates) if left else left


def _exchange(field: Field, mates: list[int], leaving: int, staying: int) -> bool:
    """Replace `leaving` by an equal whose partner it can take over without a new clash."""
    start, end = field.groups[field.group_of[leaving]]
    for coming in (*range(leaving + 1, end), *range(start, leaving)):
        partner = mates[coming]
        if coming == staying or field.clash(coming, staying):
            continue
        if leaving not in field.bye_from if partner == field.bye else field.clash(leaving, partner):
            continue
        mates[coming], mates[staying] = staying, coming
        mates[leaving], mates[partner] = partner, leaving
        return True
    return False
