"""How the journal keeps what a command changed: changes of one kind that follow each other as one group.

A round of a thousand tables changes a thousand rows of the same columns, most of them with the same values. A
group says the columns once, and a value that is the same in all rows once; so the entry of a round takes no
more room than the round. Readers get the changes one by one, as they were recorded:

    {"table": "player", "id": 7, "before": {"lot": 1, "dropped": false}, "after": {"lot": 5, "dropped": true}}
    {"table": "player", "id": 8, "before": {"lot": 2, "dropped": false}, "after": {"lot": 6, "dropped": true}}

are kept as

    {"table": "player", "ids": [7, 8],
     "before": {"same": {"dropped": false}, "each": {"lot": [1, 2]}},
     "after": {"same": {"dropped": true}, "each": {"lot": [5, 6]}}}

A single change is kept as it is, and so are all that versions of before wrote.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import JSON, Dialect
from sqlalchemy.types import TypeDecorator

Change = dict[str, Any]
_SIDES = ("before", "after")
# Stands for the columns of a side that is not there: of a row that is new or gone.
_NOT_THERE = ("",)
_PLAIN = (str, int, float, bool, type(None))


class PackedChanges(TypeDecorator[list[Change]]):
    """A column of changes, each with `table`, `id`, `before` and `after`."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: Sequence[Change] | None, dialect: Dialect) -> list[Change] | None:
        """The changes as they are kept."""
        return None if value is None else pack(value)

    def process_result_value(self, value: Sequence[Change] | None, dialect: Dialect) -> list[Change] | None:
        """The changes one by one."""
        return None if value is None else unpack(value)


def pack(changes: Sequence[Change]) -> list[Change]:
    """The changes in groups of those that follow each other, of one table and of the same columns."""
    packed: list[Change] = []
    for (table, *sides), some in groupby(changes, key=_kind):
        rows = list(some)
        if len(rows) == 1:
            packed += rows
            continue
        group: Change = {"table": table, "ids": [row["id"] for row in rows]}
        for side, columns in zip(_SIDES, sides, strict=True):
            group[side] = _columns([row[side] for row in rows], columns)
        packed.append(group)
    return packed


def _kind(change: Change) -> tuple[Any, ...]:
    """What the changes of one group share."""
    return (change["table"], *(_names(change[side]) for side in _SIDES))


def _names(values: Mapping[str, Any] | None) -> tuple[str, ...]:
    return _NOT_THERE if values is None else tuple(values)


def _columns(rows: Sequence[Change], columns: tuple[str, ...]) -> Change | None:
    if columns == _NOT_THERE:
        return None
    group: dict[str, dict[str, Any]] = {"same": {}, "each": {}}
    for name in columns:
        values = [row[name] for row in rows]
        first = values[0]
        # Equal is not the same: in Python 1 equals true.
        if type(first) in _PLAIN and all(value == first and type(value) is type(first) for value in values):
            group["same"][name] = first
        else:
            group["each"][name] = values
    return {kind: found for kind, found in group.items() if found}


def unpack(packed: Sequence[Change]) -> list[Change]:
    """The changes one by one."""
    changes: list[Change] = []
    for kept in packed:
        if "ids" in kept:
            changes += _of_group(kept)
        else:
            changes.append(kept)
    return changes


def _of_group(group: Change) -> Iterator[Change]:
    before, after = (_rows(group[side], len(group["ids"])) for side in _SIDES)
    for key, old, new in zip(group["ids"], before, after, strict=True):
        yield {"table": group["table"], "id": key, "before": old, "after": new}


def _rows(columns: Change | None, count: int) -> list[Change | None]:
    if columns is None:
        return [None] * count
    same, each = columns.get("same", {}), columns.get("each", {})
    if not each:
        return [dict(same) for _ in range(count)]
    return [{**same, **dict(zip(each, values, strict=True))} for values in zip(*each.values(), strict=True)]
