"""Finds what a line gives copies of when it names no card the catalogue has, in forms other than `3x Name`.

`| 3 | Acount Siphon |`, `Events: 3x Acount Siphon`, `Author: 3x Acount Siphon`: a misspelt title counts as
little as one that was left out, so such a line may not end as a warning, nor as a footer. A row of a table, a
number with an `x` and a number behind a heading are certain; a bare number makes a card line only of what is
spelt almost like a title, as remarks have numbers, too.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from app.deckcheck.catalog import Catalog
from app.deckcheck.reading import lines
from app.deckcheck.reading.headings import is_heading, is_product
from app.deckcheck.reading.loose import COUNTERS, NUMBERS, SETS
from app.deckcheck.reading.mentions import without_links, words
from app.deckcheck.reading.sheet import Sheet

_MOST_COPIES = 6
_LABEL = re.compile(r"([^:|,;]{1,40}): ?(?=\S)")
_CELLS = re.compile(r"[|;\t]")
_FRONT = re.compile(r"[^\w]*(?:[xX×] ?)?([1-6]|[^\W\d_]+)(?: ?[xX×](?![^\W_]))?[\s.)\]:,=–—-]+(?=\S)")
_BEHIND = re.compile(r"[\s,:;=–—-]+[(\[]?(?:[xX×] ?)?([1-6])(?: ?[xX×])?[)\]]?\W*$")
_ENUMERATED = re.compile(r"\W*[0-9]{1,3}[.)] +(?=\S)")
_NOTE = re.compile(r" [(\[][^()\[\]]*[)\]]\W*$")
_COUNTED_IN_JAPANESE = re.compile(r"(?:(?<=[0-9])|([一二三四五六])) ?[枚張张]の?")
_INSIDE = re.compile(r"(?<![\w/.-])[xX×]? ?[1-6](?: ?[xX×])?(?= )")
_SHORTEST = 5  # letters of a name that is compared with titles
_CODE = re.compile(r"[0-9]{5}")


class Given(NamedTuple):
    """The words a line gives copies of, and whether it certainly does."""

    name: str
    certain: bool


def misspelt(line: str, sheet: Sheet) -> str | None:
    """The words a line that names no card gives copies of, when that is certain or nearly a title."""
    return next((said.name for said in _all_given(line, sheet.catalog) if _convinces(said, sheet)), None)


def misspelt_in_footer(line: str, sheet: Sheet) -> str | None:
    """The same for what stands behind the words of a footer: `Author: 3x Acount Siphon`."""
    bodies = [line[lines.footer_label(line) :].strip()]
    if inside := _INSIDE.search(line, 1):
        bodies.append(line[inside.start() :].strip())
    for body in bodies:
        if (said := _given(body, sheet.catalog, headed=False)) and _convinces(said, sheet):
            return said.name
    return None


def nearly_a_title(line: str, sheet: Sheet) -> str | None:
    """The words a line gives copies of when they are spelt almost like a title."""
    return next((said.name for said in _all_given(line, sheet.catalog) if sheet.almost(said.name)), None)


def _convinces(said: Given, sheet: Sheet) -> bool:
    return said.certain or sheet.almost(said.name)


def _all_given(line: str, catalog: Catalog) -> Iterator[Given]:
    """What a line may give copies of: as it stands, without number in a list or note, behind a label."""
    bodies = [line]
    bodies += [line[at.end() :] for at in (_ENUMERATED.match(line), _LABEL.match(line)) if at is not None]
    bodies += [line[: note.start()] for note in (_NOTE.search(line),) if note is not None]
    for body in bodies:
        if (said := given(body, catalog)) is not None:
            yield said


def given(line: str, catalog: Catalog) -> Given | None:
    """What a line gives copies of; None for a line that gives copies of nothing."""
    label = _LABEL.match(line)
    headed = label is not None and is_heading(label[1].strip(" *#-_>"), catalog)
    return _given(line[label.end() :] if label is not None and headed else line, catalog, headed=headed)


def _given(body: str, catalog: Catalog, *, headed: bool) -> Given | None:
    body = _COUNTED_IN_JAPANESE.sub(_with_sign, without_links(body).rstrip())
    if _CELLS.search(body.strip(" |")):
        return _in_cells([cell.strip(' *_`"') for cell in _CELLS.split(body)], catalog)
    front = _FRONT.match(body)
    if front is not None and _copies(front[1]):
        return _named(body[front.end() :], headed or _signed(front))
    behind = _BEHIND.search(body)
    if behind is not None:
        name = body[: behind.start()]
        return _named(name, headed or (_signed(behind) and not is_heading(name, catalog)))
    if SETS.intersection(word.text.lower() for word in words(body)):
        kept = [word.text for word in words(body) if word.text.lower() not in SETS | COUNTERS | {"a"}]
        return _named(" ".join(kept), headed)
    return None


def _with_sign(found: re.Match[str]) -> str:
    return f" x{NUMBERS[found[1]]} " if found[1] else "x "


def _signed(number: re.Match[str]) -> bool:
    """Whether a number has an `x` beside it."""
    return any(sign in number[0].lower().replace(number[1].lower(), "") for sign in "x×")


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
    certain = certain or _CODE.fullmatch(name) is not None
    return Given(name, certain) if len(name) >= _SHORTEST else None
