"""Reads lists of the Cyberpunk TCG: lines of a number and a name, the Legends below a heading or first.

A list without a heading has its Legends in the first paragraph when that has four lines or fewer, each a
single copy. What the cards are, cyberpunk.py decides.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.deckcheck.reading.source import Unreadable, text_of
from app.sentences import say

_NUMBER_FIRST = re.compile(r"^(?:[-*•]\s*)?(\d{1,4})\s*(?:[x×]\s*|\s)(\S.*)$", re.IGNORECASE)
_NUMBER_LAST = re.compile(r"^(?:[-*•]\s*)?(\S.*?)\s+[x×]\s*(\d{1,4})$", re.IGNORECASE)
_PRINTING = re.compile(r"\s*[(\[][^()\[\]]*[)\]]\s*$")
_COUNT = re.compile(r"\s*[(\[]?\d+[)\]]?\s*$")
_LEGEND_HEADS = frozenset({"legend", "legends"})
_OTHER_HEADS = frozenset(
    {"unit", "units", "program", "programs", "gear", "gears", "main deck", "deck", "cards", "main"}
)
_MOST_LEGENDS = 4  # lines of a first paragraph that may be the Legends, one too many included


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: name, copies, whether it stands among the Legends, its number."""

    name: str
    copies: int
    legend: bool
    line: int | None


@dataclass(frozen=True, slots=True)
class CyberList:
    """A list as read. `marks_legends`: it says which cards are the Legends. `unread`: lines of no known
    form.
    """

    rows: tuple[Row, ...]
    unread: tuple[Row, ...]
    name: Row | None
    marks_legends: bool


def read_cyber_list(deck: object) -> CyberList:
    """The list in a text, in bytes or in `{"legends": [names], "cards": {name: copies}}`. Raises
    Unreadable.
    """
    if isinstance(deck, Mapping):
        return _from_object(deck)
    if not isinstance(deck, str | bytes):
        raise Unreadable(say("A list is a text, or an object with legends and cards."))
    found = _from_text(text_of(deck))
    if not found.rows:
        raise Unreadable(say("No line of this is a card; write lines such as 3 Mantis Blades."))
    return found


def _from_object(deck: Mapping[str, object]) -> CyberList:
    legends, cards = deck.get("legends"), deck.get("cards")
    if not isinstance(legends, list) or not isinstance(cards, Mapping):
        raise Unreadable(say("A list has legends (names) and cards (copies by name)."))
    if not all(isinstance(name, str) for name in (*legends, *cards)):
        raise Unreadable(say("A list has legends (names) and cards (copies by name)."))
    if not all(type(copies) is int for copies in cards.values()):
        raise Unreadable(say("Copies are whole numbers."))
    rows = [Row(name, 1, True, None) for name in legends]
    rows.extend(Row(name, copies, False, None) for name, copies in cards.items())
    return CyberList(tuple(rows), (), None, True)


def _from_text(text: str) -> CyberList:
    rows: list[Row] = []
    unread: list[Row] = []
    section: bool | None = None
    paragraph, paragraphs = 0, []
    name: Row | None = None
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words:
            paragraph += bool(rows)
        elif words.startswith(("#", "//")):
            continue
        elif (heading := _heading(words)) is not None:
            section = heading
        elif (card := _card(words)) is not None:
            rows.append(Row(card[0], card[1], section is True, number))
            paragraphs.append(paragraph)
        elif section is True:
            rows.append(Row(_PRINTING.sub("", words), 1, True, number))
            paragraphs.append(paragraph)
        elif not rows and name is None:
            name = Row(words[:120], 0, False, number)
        else:
            unread.append(Row(words, 0, False, number))
    marked = any(row.legend for row in rows)
    if not marked and section is None:
        rows, marked = _first_paragraph(rows, paragraphs)
    return CyberList(tuple(rows), tuple(unread), name, marked)


def _first_paragraph(rows: list[Row], paragraphs: list[int]) -> tuple[list[Row], bool]:
    """The rows with those of the first paragraph as Legends where it can be these."""
    first = [row for row, paragraph in zip(rows, paragraphs, strict=True) if paragraph == 0]
    if not 0 < len(first) <= _MOST_LEGENDS or len(first) == len(rows):
        return rows, False
    if any(row.copies != 1 for row in first):
        return rows, False
    return [Row(row.name, 1, True, row.line) for row in first] + rows[len(first) :], True


def _heading(words: str) -> bool | None:
    """Whether a line is the heading of the Legends (True) or of other cards (False); None for no heading."""
    key = _COUNT.sub("", words.strip("#*=_- ")).rstrip(":").strip().lower()
    key = _COUNT.sub("", key).rstrip(":").strip()
    if key in _LEGEND_HEADS:
        return True
    return False if key in _OTHER_HEADS else None


def _card(words: str) -> tuple[str, int] | None:
    """Name and copies of a card line; what stands in brackets at its end is the printing."""
    if found := _NUMBER_FIRST.match(words):
        return _PRINTING.sub("", found[2]).strip(), int(found[1])
    if found := _NUMBER_LAST.match(_PRINTING.sub("", words)):
        return found[1].strip(), int(found[2])
    return None
