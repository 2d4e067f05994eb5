"""Which pairing sits at which table.

Table numbers follow the score: the pairing with the highest total score sits at table 1, equal totals are
ordered by the better player's score, then as the pairings were given. A player with a fixed table (mobility,
stream) keeps it and brings the opponent along. Blocked numbers are left out of the counting; a fixed table
may well be a blocked one, that is how a stream table is kept free for its players. Byes need no table and
come last: they get the numbers after the highest one in use, so that every row of a round has its number.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Seated:
    """One row of the seating; `second` is None for a bye."""

    table_number: int
    first: int
    second: int | None


class Unkept(NamedTuple):
    """A fixed table that could not be kept: `table` was wanted; `opponents` is the fixed table of the
    opponent where that was served, None where another pairing sits at the wanted one."""

    player: int
    table: int
    opponents: int | None


def seat_tables(
    pairings: Sequence[tuple[int, int]],
    byes: Sequence[int],
    points: Mapping[int, int],
    *,
    fixed: Mapping[int, int] | None = None,
    blocked: Collection[int] = (),
) -> tuple[Seated, ...]:
    """Give every pairing and every bye its table number (from 1); rows in the order of table numbers.

    `points` holds the scores (missing: 0; all missing keeps the order given), `fixed` player -> table number.
    Where two players of a pairing have different fixed tables, or two pairings the same, the first in the
    order of scores is served; `unkept` tells whose was not.
    """
    fixed = fixed or {}
    ordered = sorted(pairings, key=lambda pairing: _score(pairing, points), reverse=True)
    numbers = _fixed_numbers(ordered, fixed)
    kept = set(numbers.values())
    free = (number for number in count(1) if number not in kept and number not in blocked)
    rows = [Seated(_number(index, numbers, free), *pairing) for index, pairing in enumerate(ordered)]
    last = max((row.table_number for row in rows), default=0)
    after = (number for number in count(last + 1) if number not in blocked)
    rest = sorted(byes, key=lambda player: points.get(player, 0), reverse=True)
    rows.sort(key=lambda row: row.table_number)
    rows += [Seated(next(after), player, None) for player in rest]
    return tuple(rows)


def _score(pairing: tuple[int, int], points: Mapping[int, int]) -> tuple[int, int]:
    first, second = (points.get(player, 0) for player in pairing)
    return first + second, max(first, second)


def _number(index: int, numbers: Mapping[int, int], free: Iterator[int]) -> int:
    return numbers[index] if index in numbers else next(free)


def _fixed_numbers(ordered: Sequence[tuple[int, int]], fixed: Mapping[int, int]) -> dict[int, int]:
    """Index of a pairing -> its fixed table."""
    numbers: dict[int, int] = {}
    for index, pairing in enumerate(ordered):
        for player in pairing:
            table = fixed.get(player)
            if table is not None and index not in numbers and table not in numbers.values():
                numbers[index] = table
    return numbers


def unkept(rows: Iterable[Seated], fixed: Mapping[int, int]) -> tuple[Unkept, ...]:
    """The fixed tables these rows do not keep; a bye needs none."""
    found = []
    for row in rows:
        if row.second is None:
            continue
        for player, opponent in ((row.first, row.second), (row.second, row.first)):
            table = fixed.get(player)
            if table is not None and table != row.table_number:
                theirs = fixed.get(opponent)
                found.append(Unkept(player, table, theirs if theirs == row.table_number else None))
    return tuple(found)


def reseat(
    rows: Sequence[Seated], changed: Collection[int], fixed: Mapping[int, int], blocked: Collection[int]
) -> dict[int, int]:
    """Table numbers by the first player of a row after some pairings were `changed` by hand (their first
    players): these get the fixed table of one of their players, others keep theirs unless they have to make
    room. A changed row keeps a number that is allowed, else it gets the lowest free one."""
    numbers = {row.first: row.table_number for row in rows}
    seated_by_right = {
        row.table_number
        for row in rows
        if row.second is not None and row.table_number in (fixed.get(row.first), fixed.get(row.second))
    }
    for row in rows:
        if row.first not in changed or row.second is None or row.table_number in (
            fixed.get(row.first), fixed.get(row.second)
        ):  # fmt: skip
            continue
        wanted = next(
            (
                table for player in (row.first, row.second)
                if (table := fixed.get(player)) is not None and table not in seated_by_right
            ),
            None,
        )  # fmt: skip
        if wanted is not None:
            sitting = next((first for first, number in numbers.items() if number == wanted), None)
            numbers[row.first] = wanted
            seated_by_right.add(wanted)
            if sitting is not None and sitting != row.first:
                numbers[sitting] = _lowest_free(numbers.values(), blocked)
        elif row.table_number in blocked or row.table_number < 1:
            numbers[row.first] = _lowest_free(numbers.values(), blocked)
    return numbers


def _lowest_free(used: Collection[int], blocked: Collection[int]) -> int:
    return next(number for number in count(1) if number not in used and number not in blocked)
