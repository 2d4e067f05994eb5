"""The entry of a player who joins, and the reader of a pasted list of players.

A line is a name, or cells separated by tabs, semicolons or commas (CSV with quotes): name, Corp identity,
Runner identity, pronouns. A first row that names the columns puts them in another order.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass

from app.sentences import Sentence, say
from app.sides import DeckSlot

MOST_LINES = 1000
_COLUMNS = {
    "name": "name",
    "player": "name",
    "pronouns": "pronouns",
    "corp": "corp_identity",
    "corp identity": "corp_identity",
    "corp_identity": "corp_identity",
    "runner": "runner_identity",
    "runner identity": "runner_identity",
    "runner_identity": "runner_identity",
}
_USUAL = ("name", "corp_identity", "runner_identity", "pronouns")


@dataclass(frozen=True)
class Entry:
    """One player's entry; identities are titles or unique parts of them, decks any form of list;
    `deck` is the one of a game without sides."""

    name: str
    pronouns: str = ""
    corp_identity: str | None = None
    runner_identity: str | None = None
    corp_deck: str | bytes | None = None
    runner_deck: str | bytes | None = None
    deck: str | bytes | None = None

    def deck_for(self, slot: DeckSlot) -> str | bytes | None:
        """The list that came along, if any."""
        return {
            DeckSlot.CORP: self.corp_deck,
            DeckSlot.RUNNER: self.runner_deck,
            DeckSlot.ONE: self.deck,
        }[slot]


@dataclass(frozen=True)
class LineProblem:
    """A line that is no entry, and why."""

    line: int
    written: str
    sentence: Sentence


def parse_entries(text: str) -> tuple[tuple[Entry, ...], tuple[LineProblem, ...]]:
    """The entries of a pasted list and the lines that are none; empty lines are skipped."""
    entries: list[Entry] = []
    problems: list[LineProblem] = []
    columns: tuple[str, ...] = _USUAL
    for number, cells in _rows(text):
        if number > MOST_LINES:
            problems.append(
                LineProblem(
                    number,
                    "",
                    say("Up to {most} lines are read: split the list.", most=MOST_LINES),
                )
            )
            break
        named = _header(cells)
        if named is not None and not entries:
            columns = named
            continue
        problem = _problem(cells, columns)
        if problem:
            problems.append(LineProblem(number, " | ".join(cells)[:120], problem))
        else:
            entries.append(_entry(cells, columns))
    return tuple(entries), tuple(problems)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    lines = text.replace("\ufeff", "").replace("\x00", "\ufffd").splitlines()
    for number, line in enumerate(lines, 1):
        if line.strip():
            # A line at a time, too: a list is often put together from several places.
            separator = next((mark for mark in "\t;," if mark in line), ",")
            # Line by line, so that one open quote does not swallow the rest of the list.
            cells = next(csv.reader([line[:2000]], delimiter=separator, skipinitialspace=True))
            yield number, [cell.strip() for cell in cells]


def _header(cells: list[str]) -> tuple[str, ...] | None:
    named = tuple(_COLUMNS.get(cell.casefold(), "") for cell in cells)
    return named if "name" in named and all(named) and (len(named) > 1 or cells[0] == "name") else None


def _problem(cells: list[str], columns: tuple[str, ...]) -> Sentence | None:
    if len(cells) > len(columns):
        return say(
            "This line has more cells than name, Corp, Runner and pronouns: "
            'put a title with a comma in quotes, like "Fringe Applications: Tomorrow, Today".'
        )
    place = columns.index("name")
    return None if place < len(cells) and cells[place] else say("This line has no name.")


def _entry(cells: list[str], columns: tuple[str, ...]) -> Entry:
    said = dict(zip(columns, cells, strict=False))
    return Entry(
        name=said["name"],
        pronouns=said.get("pronouns", ""),
        corp_identity=said.get("corp_identity") or None,
        runner_identity=said.get("runner_identity") or None,
    )
