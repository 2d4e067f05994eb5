"""Reads the project's own fact tables (app/deckcheck/facts) and those an installation added to them.

A table is UTF-8, tab-separated, its first row the column names. The tables are made by tools/make_facts.py
and are trusted; a table of an installation goes through the import command, which checks it first.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).parent / "facts"
ADDED = "cards"
"""Name of the folder, inside an installation's data folder, that holds tables laid over these."""


def rows(name: str, folder: Path = FOLDER) -> Iterator[list[str]]:
    """The rows of table `name` (without `.tsv`) as lists of cells, the header left out."""
    lines = (folder / f"{name}.tsv").read_text(encoding="utf-8").split("\n")
    return (line.split("\t") for line in lines[1:] if line)


def laid_over(name: str, extra: Path | None, key: tuple[int, ...]) -> Iterator[list[str]]:
    """The rows of table `name`, those of an installation's folder in place of rows with the same key columns.

    A key stands for all its rows: a list an installation has replaces the program's whole list.
    """
    added: list[list[str]] = []
    if extra is not None and (extra / f"{name}.tsv").is_file():
        added = list(rows(name, extra))
    keys = {tuple(row[column] for column in key) for row in added}
    yield from (row for row in rows(name) if tuple(row[column] for column in key) not in keys)
    yield from added


def day(cell: str) -> date | None:
    """An ISO date, or None for an empty cell."""
    return date.fromisoformat(cell) if cell else None


def number(cell: str) -> int | None:
    """A whole number, or None for an empty cell and for `inf` (no limit)."""
    return int(cell) if cell and cell != "inf" else None
