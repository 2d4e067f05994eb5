"""Which pairing sits at which table.

Table numbers follow the score: the pairing with the highest total score sits at table 1, equal totals are
ordered by the better player's score, then as the pairings were given. A player with a fixed table (mobility,
stream) keeps it and brings the opponent along. Blocked numbers are left out of the counting; a fixed table
may well be a blocked one, that is how a stream table is kept free for its players. Byes need no table and
come last: they get the numbers after the highest one in use, so that every row of a round has its number.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class Seated:
    """One row of the seating; `second` is None for a bye."""

    table_number: int
    first: int
    second: int | None


@dataclass(frozen=True, slots=True)
class Seating:
    """Rows in the order of table numbers, and a sentence for every fixed table that could not be kept."""

    tables: tuple[Seated, ...]
    notes: tuple[str, ...]


def seat_tables(
    pairings: Sequence[tuple[int, int]],
    byes: Sequence[int],
    points: Mapping[int, int],
    *,
    fixed: Mapping[int, int] | None = None,
    blocked: Collection[int] = (),
    names: Mapping[int, str] | None = None,
) -> Seating:
    """Give every pairing and every bye its table number (from 1).

    `points` holds the scores (missing: 0), `fixed` player -> table number, `names` player -> name for the
    notes. Where two players of a pairing have different fixed tables, or two pairings the same, the
    first in the order of scores is served and a note says so.
    """
    fixed = fixed or {}
    ordered = sorted(pairings, key=lambda pairing: _score(pairing, points), reverse=True)
    numbers, notes = _fixed_numbers(ordered, fixed, names or {})
    kept = set(numbers.values())
    free = (number for number in count(1) if number not in kept and number not in blocked)
    rows = [Seated(_number(index, numbers, free), *pairing) for index, pairing in enumerate(ordered)]
    last = max((row.table_number for row in rows), default=0)
    after = (number for number in count(last + 1) if number not in blocked)
    rest = sorted(byes, key=lambda player: points.get(player, 0), reverse=True)
    rows.sort(key=lambda row: row.table_number)
    rows += [Seated(next(after), player, None) for player in rest]
    return Seating(tuple(rows), tuple(notes))


def _score(pairing: tuple[int, int], points: Mapping[int, int]) -> tuple[int, int]:
    first, second = (points.get(player, 0) for player in pairing)
    return first + second, max(first, second)


def _number(index: int, numbers: Mapping[int, int], free: Iterator[int]) -> int:
    return numbers[index] if index in numbers else next(free)


def _fixed_numbers(
    ordered: Sequence[tuple[int, int]], fixed: Mapping[int, int], names: Mapping[int, str]
) -> tuple[dict[int, int], list[str]]:
    """Index of a pairing -> its fixed table, and the notes about wishes that cannot be met."""
    numbers: dict[int, int] = {}
    taken: set[int] = set()
    notes: list[str] = []
    for index, pairing in enumerate(ordered):
        for player in pairing:
            table = fixed.get(player)
            if table is None or numbers.get(index) == table:
                continue
            name = names.get(player, f"player {player}")
            if index in numbers:
                notes.append(
                    f"{name} should sit at table {table}, but the opponent has fixed table {numbers[index]}."
                )
            elif table in taken:
                notes.append(f"{name} should sit at table {table}, but another pairing is fixed to it.")
            else:
                numbers[index] = table
                taken.add(table)
    return numbers, notes
