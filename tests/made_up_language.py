"""A language made up for tests: each text in brackets; whatever stands outside of them has no translation."""

import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tools.words import texts

CODE = "eo"
OPEN, CLOSE = "⟦", "⟧"
_INNERMOST = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_SAID = ("title", "alt", "placeholder", "aria-label", "aria-description", "data-label", "content")
_UNSEEN = frozenset({"script", "style", "svg"})
_EMPTY = frozenset({"meta", "link", "input", "img", "br", "hr", "source", "col"})


def write_made_up(file: Path) -> None:
    """The file of the language: every text of the program, as itself between brackets."""
    catalog = Catalog(locale=CODE, charset="utf-8", fuzzy=False)
    for each in texts():
        if each.id:
            string = _bracketed(each.id) if isinstance(each.id, str) else tuple(map(_bracketed, each.id))
            catalog.add(each.id, string)
    with file.open("wb") as opened:
        write_po(opened, catalog)


def _bracketed(text: str) -> str:
    return f"{OPEN}{text}{CLOSE}"


def outside_of_brackets(html: str) -> list[str]:
    """What a reader meets on a page, or has read to, that no translation covers; pieces between tags."""
    reader = _Said()
    reader.feed(html)
    pieces = [_without("\x00".join(reader.texts)), *(_without(each) for each in reader.attributes)]
    words = [" ".join(each.split()) for piece in pieces for each in piece.split("\x00")]
    return [each for each in words if any(letter.isalpha() for letter in each)]


def _without(text: str) -> str:
    before = None
    while before != text:
        before, text = text, _INNERMOST.sub("", text)
    return text


def but(words: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """The words that are not allowed as they are: names people typed, titles of cards, codes."""
    names = sorted(set(allowed), key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names if name))
    return [each for each in words if any(letter.isalpha() for letter in pattern.sub("", each))]


class _Said(HTMLParser):
    """The texts of a page and of the attributes that are read to somebody."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.attributes: list[str] = []
        self._unseen = 0
        self._own_words = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _UNSEEN:
            self._unseen += 1
        # A name of a language is in that language; a text area holds what somebody typed.
        if tag not in _EMPTY and (
            tag == "textarea" or ("lang" in given and tag != "html") or self._own_words
        ):
            self._own_words += 1
        if tag == "meta" and not given.get("property", given.get("name", "")).startswith(
            ("og:title", "desc")
        ):
            return
        self.attributes += [value for name, value in given.items() if name in _SAID]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        self._own_words -= bool(self._own_words)

    def handle_data(self, data: str) -> None:
        if not self._unseen and not self._own_words:
            self.texts.append(data)
