"""Pairing score group by score group, without a search: the pairing most rounds get.

If nobody had met anybody, pairing the sorted scores two by two would be the best for any convex cost of the
differences, and every best pairing has the same multiset of score pairs (`adjacent`). So exchanging two
players with equal points never changes the differences. `repair` removes rematches and repeated floats
(players paired down or up again) by such exchanges.
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


def repeated_floats(field: Field, mates: list[int]) -> list[tuple[int, int]]:
    """The pairs (lower index first) in which somebody is paired down or up again."""
    if not (field.again_down or field.again_up):
        return []
    group, size = field.group_of, field.size
    return [
        (a, b) for a, b in enumerate(mates) if a < b < size and group[a] != group[b] and field.floats(a, b)
    ]


def repair(field: Field, mates: list[int]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Exchange equals in `mates` (index -> partner, the bye among them) until no pair clashes and nobody
    floats again, as far as single exchanges can; returns the pairs that still clash and that still float."""
    clashes = clashing(field, mates)
    floating = repeated_floats(field, mates)
    if not clashes and not floating:
        return clashes, floating
    for a, b in (*clashes, *floating):
        if mates[a] == b and _fault(field, a, b):
            _exchange(field, mates, a, b) or _exchange(field, mates, b, a)
    return clashing(field, mates), repeated_floats(field, mates)


# Floats of two pairs are at most 4, so a clash outweighs them.
_CLASH = 5


def _fault(field: Field, a: int, b: int) -> int:
    if field.bye in (a, b):
        return 0
    return _CLASH * field.clash(a, b) + field.floats(a, b)


def _exchange(field: Field, mates: list[int], leaving: int, staying: int) -> bool:
    """Replace `leaving` by an equal so that both pairs together clash and float less, without a clash."""
    start, end = field.groups[field.group_of[leaving]]
    here = _fault(field, leaving, staying)
    best, least = None, 0
    for coming in (*range(leaving + 1, end), *range(start, leaving)):
        partner = mates[coming]
        if coming == staying or (partner == field.bye and leaving not in field.bye_from):
            continue
        after = _fault(field, coming, staying) + _fault(field, leaving, partner)
        change = after - here - _fault(field, coming, partner)
        if after < _CLASH and change < least:
            best, least = coming, change
            if not after:
                break
    if best is None:
        return False
    partner = mates[best]
    mates[best], mates[staying] = staying, best
    mates[leaving], mates[partner] = partner, leaving
    return True


def fewest_floats(field: Field, pairs: Iterable[tuple[int, int]]) -> int:
    """A lower bound for repeated floats over all pairings with the same pairs of scores as these neighbours.

    In the order of scores at most one player of a group is paired up and one down; who it is, is free.
    """
    down, up = set(), set()
    for a, b in pairs:
        if b != field.bye and field.group_of[a] != field.group_of[b]:
            down.add(field.group_of[a])
            up.add(field.group_of[b])
    total = 0
    for group in down | up:
        members = set(range(*field.groups[group]))
        fresh_down, fresh_up = members - field.again_down, members - field.again_up
        total += (group in down and not fresh_down) + (group in up and not fresh_up)
        total += group in down & up and len(fresh_down) == 1 and fresh_down == fresh_up
    return total
