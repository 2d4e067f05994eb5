"""Finds every card title in a line, wherever it stands and whatever stands around it.

A title counts as a run of whole words, in any language, with or without accents and punctuation; of two that
begin at the same word the longer one counts. Lines the grammar of lines.py does not know are read by the
titles in them (reading/loose.py), and a line that is not read must say so when it holds a title.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import fold

# Letters of scripts that put no space between words: where they meet others a word ends (`三枚Title`).
_EASTERN = "\u3005\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(
    r"[0-9]+"
    r"|[xX](?=[0-9]{1,3}(?![^\W_]))"  # the sign in `x3`
    r"|(?<=[0-9])[xX](?=[^\W\d_])|(?<=[0-9一二三四五六])[枚張张장]の?"  # and in `3xTitle`, `3枚Title`
    r"|[一二三四五六](?=[枚張张])"
    r"|[^\W\d_]+?(?=[xX][0-9]{1,2}(?![^\W_]))"  # `Titlex3`
    rf"|[{_EASTERN}]+|[^\W\d_{_EASTERN}]+|[^\W_]+"
)
# Words joined by a slip: `3pcsTitle`, `THREETitle`, and letters of another script before Latin ones.
_SEAM = re.compile(r"[a-z](?=[A-Z])|[A-Z](?=[A-Z][a-z])|[\u0370-\u052f](?=[A-Za-z])")
_MOST_WORDS = 16
_LONGEST_KEY = 80
_NO_CARD = re.compile(
    r"(?:https?://|www\.)[^\s()\[\]<>\"]+|\bcache refresh\b"
    r"|(?<=\S ) ?[(\[] ?(?:inf(?:luence)?[.:]? ?[:=]? ?[0-9]{1,2}|[0-9]{1,2} ?inf(?:luence)?\.?) ?[)\]]",
    re.IGNORECASE,
)


class Word(NamedTuple):
    """A run of letters or of digits, and where it stands in the line."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Mention:
    """A title in a line: the cards it can mean, and where it stands (positions in the line)."""

    cards: tuple[Card, ...]
    start: int
    end: int
    words: int
    text: str

    @property
    def card(self) -> Card | None:
        """The card, or None when the title is that of several in other languages."""
        return self.cards[0] if len(self.cards) == 1 else None

    @property
    def is_plain(self) -> bool:
        """Whether nobody takes these words for anything but a title.

        One word of Latin letters is a title only as it is printed: `Diesel`, not `diesel`.
        """
        if self.words > 1 or not self.text.isascii():
            return True
        return any(self.text in (card.title, card.title.rstrip("!?.")) for card in self.cards)


def words(line: str) -> list[Word]:
    """The words and numbers of a line."""
    found = []
    for match in _WORD.finditer(line):
        start, text = match.start(), match[0]
        for seam in _SEAM.finditer(text) if len(text) > 2 else ():
            found.append(Word(text[start - match.start() : seam.end()], start, match.start() + seam.end()))
            start = match.start() + seam.end()
        found.append(Word(text[start - match.start() :], start, match.end()))
    return found


def without_links(line: str) -> str:
    """The line with what is no card blanked out: addresses, whose last parts are names of decks, the format's
    own name, and a note of influence in brackets, as one card's French title is Influence.
    """
    return _NO_CARD.sub(lambda found: " " * len(found[0]), line)


def mentions(line: str, catalog: Catalog) -> list[Mention]:
    """The titles in a line, from left to right. Takes time in proportion to the line's length."""
    found: list[Mention] = []
    parts = words(line)
    keys = [fold(part.text) for part in parts]
    at = 0
    while at < len(parts):
        longest, cards = _longest(keys, at, catalog)
        if longest:
            start, end = parts[at].start, parts[at + longest - 1].end
            found.append(Mention(cards, start, end, longest, line[start:end]))
        at += longest or 1
    return found


def _longest(keys: list[str], at: int, catalog: Catalog) -> tuple[int, tuple[Card, ...]]:
    """How many words from there on are a title (0 for none), and whose."""
    longest, cards, key = 0, (), ""
    best: tuple[Card, ...] = cards
    for count, word in enumerate(keys[at : at + _MOST_WORDS], 1):
        key += word
        if len(key) > _LONGEST_KEY:
            break
        if key.isdigit():  # a number alone is never a title
            continue
        if here := catalog.of_key(key):
            longest, best = count, here
    return longest, best
