"""Tables: CSV, Markdown tables and the columns of a decklist sheet.

A line of words such as `Qty | Card | Inf` is the heading of a table. It says which cell of the rows below is
the number of copies and which is the title, so that influence, set and number of the card are not taken for
copies. Rows that do not fit the heading are read like any other line.
"""

import csv
from dataclasses import dataclass

from app.deckcheck.folding import fold

_COPIES = frozenset(
    [
        "qty",
        "quantity",
        "count",
        "copies",
        "amount",
        "number",
        "nr",
        "no",
        "anzahl",
        "x",
        "menge",
        "quantité",
        "cantidad",
        "枚数",
    ]
)
_TITLE = frozenset(
    [
        "card",
        "cards",
        "title",
        "name",
        "cardname",
        "cardtitle",
        "karte",
        "carte",
        "carta",
        "kartenname",
        "cardnames",
        "カード",
        "カード名",
    ]
)
_OTHER = frozenset(
    [
        "inf",
        "influence",
        "influencecost",
        "cost",
        "set",
        "pack",
        "packname",
        "setname",
        "product",
        "type",
        "cardtype",
        "faction",
        "side",
        "code",
        "id",
        "cycle",
        "min",
        "minimum",
        "max",
        "maximum",
        "identity",
        "position",
        "total",
        "totals",
        "points",
        "agendapoints",
        "ap",
        "price",
        "rarity",
        "decksize",
        "deck",
        "size",
        "note",
        "notes",
        "comment",
        "art",
    ]
)
_KNOWN = frozenset(map(fold, _COPIES | _TITLE | _OTHER))
_COPIES_KEYS, _TITLE_KEYS = frozenset(map(fold, _COPIES)), frozenset(map(fold, _TITLE))
_SEPARATORS = ("\t", "|", ";", ",")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Columns:
    """The heading of a table; `copies` and `title` are numbers of cells, None where no cells are parted."""

    separator: str
    copies: int | None
    title: int | None
    has_influence: bool


def heading(line: str) -> Columns | None:
    """The columns a line names, None for a line that is no heading of a table."""
    if len(line) > _LONGEST:
        return None
    for separator in _SEPARATORS:
        if separator in line:
            names = [fold(cell) for cell in cells(line, separator)]
            if sum(name in _KNOWN for name in names) < 2 or not all(n in _KNOWN or not n for n in names):
                continue
            copies = next((at for at, name in enumerate(names) if name in _COPIES_KEYS), None)
            titled = next((at for at, name in enumerate(names) if name in _TITLE_KEYS), None)
            return Columns(separator, copies, titled, any(name.startswith("inf") for name in names))
    names = [fold(word) for word in line.split()]
    if len(names) > 1 and all(name in _KNOWN for name in names):
        titled_or_copies = not _COPIES_KEYS.isdisjoint(names) or {"min", "max"} <= set(names)
        if titled_or_copies:
            return Columns("", None, None, any(name.startswith("inf") or name == "max" for name in names))
    return None


def cells(line: str, separator: str) -> list[str]:
    """The cells of a row, without the bars that frame a Markdown table and without quotes."""
    if separator == "|":
        return [cell.strip(" *_`") for cell in line.strip().strip("|").split("|")]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator, skipinitialspace=True))]
    except (csv.Error, StopIteration):
        return []


def row(line: str, columns: Columns) -> tuple[str, str, list[str]] | None:
    """Copies, title and the other cells of a row below that heading; None when the row does not fit it."""
    if not columns.separator or columns.separator not in line:
        return None
    if columns.copies is None or columns.title is None:
        return None
    found = cells(line, columns.separator)
    if len(found) <= max(columns.copies, columns.title):
        return None
    rest = [cell for at, cell in enumerate(found) if at not in (columns.copies, columns.title)]
    return found[columns.copies], found[columns.title], rest
