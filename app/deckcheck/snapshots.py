"""Formats of whole sets by date: from which day which pool of sets and which list count
(facts/snapshots.tsv).

A pool lists its sets for its whole life; which of them count on a day, their release decides (pools.py). An
installation can add snapshots and pools of its own beside those of the program.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from app.deckcheck import tables


@dataclass(frozen=True, slots=True)
class Snapshot:
    """From `start` on the sets of `pool` are played with the list named `list`; empty: with none."""

    format: str
    start: date
    pool: str
    list: str


@cache
def all_snapshots(extra: Path | None = None) -> Mapping[str, tuple[Snapshot, ...]]:
    """The snapshots of each format, the oldest first."""
    found: dict[str, list[Snapshot]] = {}
    for format, start, pool, name in tables.laid_over("snapshots", extra, (0, 1)):
        found.setdefault(format, []).append(Snapshot(format, date.fromisoformat(start), pool, name))
    return {format: tuple(sorted(rows, key=lambda row: row.start)) for format, rows in found.items()}


@cache
def pool_products(extra: Path | None = None) -> Mapping[str, tuple[str, ...]]:
    """The products of each pool, by code."""
    found: dict[str, list[str]] = {}
    for pool, product in tables.laid_over("pool_products", extra, (0,)):
        found.setdefault(pool, []).append(product)
    return {pool: tuple(products) for pool, products in found.items()}


def snapshot_at(format: str, day: date, extra: Path | None = None) -> Snapshot | None:
    """The last snapshot of the format that has begun, or None before the first."""
    begun = [row for row in all_snapshots(extra)[format] if row.start <= day]
    return begun[-1] if begun else None


def forget_snapshots() -> None:
    """Let the next question read the snapshots again, after the tables of an installation changed."""
    all_snapshots.cache_clear()
    pool_products.cache_clear()
