"""Finds what a line gives copies of when it names no card the catalogue has, in forms other than `3x Name`.

`| 3 | Acount Siphon |`, `Events: 3x Acount Siphon`, `three Acount Siphon`: a misspelt title counts as little
as one that was left out, so such a line may not end as a warning. A row of a table and a number behind a
heading are certain; a bare number makes a card line only of what is spelt almost like a title, as remarks
have numbers, too.
"""

import re
from typing import NamedTuple

from app.deckcheck.catalog import Catalog
from app.deckcheck.reading.headings import is_heading, is_product
from app.deckcheck.reading.loose import COUNTERS, NUMBERS, SETS
from app.deckcheck.reading.mentions import words

_MOST_COPIES = 6
_LABEL = re.compile(r"([^:|,;]{1,40}): ?(?=\S)")
_CELLS = re.compile(r"[|;\t]")
_FRONT = re.compile(r"[^\w]*(?:[xX×] ?)?([1-6]|[^\W\d_]+)(?: ?[xX×](?![^\W_]))?[\s.):,=–—-]+(?=\S)")
_BEHIND = re.compile(r"[\s,:;=–—-]+[(\[]?(?:[xX×] ?)?([1-6])(?: ?[xX×])?[)\]]?\W*$")
_SHORTEST = 5  # letters of a name that is compared with titles


class Given(NamedTuple):
    """The words a line gives copies of, and whether it certainly does."""

    name: str
    certain: bool


def given(line: str, catalog: Catalog) -> Given | None:
    """What a line gives copies of; None for a line that gives copies of nothing."""
    label = _LABEL.match(line)
    headed = label is not None and is_heading(label[1].strip(" *#-_>"), catalog)
    body = line[label.end() :] if label is not None and headed else line
    if _CELLS.search(body.strip(" |")):
        return _in_cells([cell.strip(' *_`"') for cell in _CELLS.split(body)], catalog)
    front = _FRONT.match(body)
    if front is not None and _copies(front[1]):
        return _named(body[front.end() :], headed or "x" in front[0].lower().replace(front[1], ""))
    behind = _BEHIND.search(body)
    if behind is not None:
        return _named(body[: behind.start()], headed)
    if SETS.intersection(word.text.lower() for word in words(body)):
        kept = [word.text for word in words(body) if word.text.lower() not in SETS | COUNTERS | {"a"}]
        return _named(" ".join(kept), headed)
    return None


def _copies(word: str) -> bool:
    return word.isdigit() or word.lower() in NUMBERS


def _in_cells(cells: list[str], catalog: Catalog) -> Given | None:
    """The one cell of words beside one cell that is a number of copies."""
    numbers = [cell for cell in cells if cell.strip("xX× ").isdigit()]
    copies = [cell for cell in numbers if 0 < int(cell.strip("xX× ")[:4]) <= _MOST_COPIES]
    named = [cell for cell in cells if cell not in numbers and words(cell)]
    named = [cell for cell in named if not (is_product(cell, catalog) or is_heading(cell, catalog))]
    return Given(named[0], True) if copies and len(named) == 1 else None


def _named(name: str, certain: bool) -> Given | None:
    name = name.strip(" *_`\"'.,:;|-–—()[]{}<>《》「」『』【】“”")
    return Given(name, certain) if len(name) >= _SHORTEST else None
