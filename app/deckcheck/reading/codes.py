"""Codes of cards in a line that stand for titles: alone (`01050`), or beside a number (`01050: 3`).

The code of a known card is put back as its title, so that a line with codes is read, or asked about, as the
same line with titles. Other numbers of five digits stay what they are: sites number lists with them, too
(`/decklist/49875`). The link to a card's page is a code like any other where the line holds no title.
"""

import re

from app.deckcheck.catalog import Catalog
from app.deckcheck.reading.loose import COUNTERS, NUMBERS, SETS
from app.deckcheck.reading.mentions import mentions, without_links, words

_CODE = re.compile(r"(?<![\w/.,-])#?([0-9]{5})(?!\w|[/.-]\w)")
_LINK = re.compile(
    r"(?:https?://|www\.)?[\w.-]{1,60}/(?:[\w.-]{1,20}/){0,3}card/([0-9]{5})\b[^\s()\[\]<>\"]*"
)
_FRONT = re.compile(
    r"(?<![\w/.-])(?:[xX×] ?)?[1-6](?: ?[xX×枚張张])?[^\w]{1,4}(?:(?:of|copies|card|枚) ?){0,2}$"
)
_BEHIND = re.compile(r"[^\w]{1,4}(?:[xX×] ?)?[1-6](?: ?[xX×枚張张])?(?![\w/.-])")
_NEAR = 30  # letters before a code in which its number may stand
_LABELS = (
    frozenset({"a", "code", "codes", "id", "nr", "no", "nrdb", "playset"})
    | COUNTERS
    | SETS
    | frozenset(NUMBERS)
)
_MOST_DIGITS = 2


def holds_code(line: str) -> bool:
    """Whether the line has a number that may be a card's code."""
    return _CODE.search(line) is not None or "card/" in line


def with_titles(line: str, catalog: Catalog) -> str:
    """The line with titles for the codes that stand alone or beside a number."""
    if not holds_code(line):
        return line
    bare = line
    if "card/" in line and not mentions(without_links(line), catalog):
        bare = _LINK.sub(r" \1 ", line)
        bare = " ".join(bare.split())
    alone = _is_alone(bare)
    told, at = [], 0
    for code in _CODE.finditer(bare):
        card = catalog.by_code(code[1])
        if card is None or not (alone or _beside_number(bare, code)):
            continue
        told += [bare[at : code.start()], "#" if code[0] != code[1] and card.is_identity else "", card.title]
        at = code.end()
    return "".join([*told, bare[at:]]) if told else line


def _is_alone(line: str) -> bool:
    """Whether a line has nothing but codes, numbers and signs in it."""
    return all(
        word.text.lower() in _LABELS or (word.text.isdigit() and len(word.text) in (1, _MOST_DIGITS, 5))
        for word in words(line)
    )


def _beside_number(line: str, code: re.Match[str]) -> bool:
    near = line[max(0, code.start() - _NEAR) : code.start()]
    return _FRONT.search(near) is not None or _BEHIND.match(line, code.end()) is not None
