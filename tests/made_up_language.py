"""A made-up language in which every text of the program is translated: its letters become wide ones.

What still stands in narrow letters on a page was not marked for translation, or is a name somebody gave.
Days and lists are written as in Greek, whose letters are none of ours.
"""

import re
from collections.abc import Iterable
from functools import cache
from html.parser import HTMLParser

from tools.words import texts

CODE = "el"
_KEPT = re.compile(r"(\{\w+\}|<[^>]*>|&#?\w+;)")
_WIDE = {
    ord(narrow): ord(narrow) + 0xFEE0 for narrow in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
}
_NARROW = re.compile(r"[A-Za-z]{2}")
_ADDRESS = re.compile(r"https?://\S+")
_SAID = ("aria-label", "aria-description", "title", "placeholder", "alt", "data-label", "label")
_SAID_BY_META = ("og:title", "og:description", "og:image:alt", "description")
_CODES = ("data-counted", "data-pointer")
_UNSEEN = frozenset({"script", "style", "textarea", "code", "pre"})
_EMPTY = frozenset({"meta", "link", "input", "img", "br", "hr", "source", "col", "wbr"})


def widened(text: str) -> str:
    """A text as the made-up language has it; values, tags and entities stay."""
    return "".join(part if _KEPT.fullmatch(part) else part.translate(_WIDE) for part in _KEPT.split(text))


@cache
def entries() -> str:
    """The file of translations, without its head."""
    found = []
    for each in texts():
        if isinstance(each.id, tuple):
            one, many = each.id
            found.append(f"msgid {_quoted(one)}\nmsgid_plural {_quoted(many)}\n")
            found.append(f"msgstr[0] {_quoted(widened(one))}\nmsgstr[1] {_quoted(widened(many))}\n\n")
        elif each.id:
            found.append(f"msgid {_quoted(each.id)}\nmsgstr {_quoted(widened(each.id))}\n\n")
    return "".join(found)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def untranslated(markup: str) -> list[str]:
    """What a reader meets on a page, or has read to, that stands in narrow letters; pieces between tags."""
    return [each for each in pieces_of(markup) if _NARROW.search(each)]


def pieces_of(markup: str) -> list[str]:
    """All that a reader meets on a page, or has read to, in pieces between tags."""
    reader = _Said()
    reader.feed(markup)
    reader.close()
    return reader.found


def but(words: Iterable[str], allowed: Iterable[str]) -> list[str]:
    """The words that are not allowed as they are: names people typed, titles of cards, codes."""
    names = sorted(set(allowed) - {""}, key=len, reverse=True)
    return [each for each in words if _NARROW.search(_without(_ADDRESS.sub(" ", each), names))]


def _without(text: str, names: Iterable[str]) -> str:
    for name in names:
        if name in text:
            text = re.sub(rf"(?<![A-Za-z]){re.escape(name)}(?![A-Za-z])", " ", text)
    return text


class _Said(HTMLParser):
    """The texts of a page and of the attributes that are read to somebody or that a script shows."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unseen = 0
        self._own_words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._unseen += tag in _UNSEEN
        # A name of a language is in that language.
        if tag not in _EMPTY and (self._own_words or (tag != "html" and "lang" in given)):
            self._own_words.append(tag)
        if self._own_words:
            return
        for name, value in given.items():
            if name in _SAID or ("data-words" in given and name.startswith("data-") and name not in _CODES):
                self._add(re.sub(r"\{\w+\}", "", value))
        if tag == "meta" and given.get("property", given.get("name", "")) in _SAID_BY_META:
            self._add(given.get("content", ""))
        if tag == "input" and given.get("type") in ("submit", "button"):
            self._add(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN
        if self._own_words and self._own_words[-1] == tag:
            self._own_words.pop()

    def handle_data(self, data: str) -> None:
        if not self._unseen and not self._own_words:
            self._add(data)

    def _add(self, text: str) -> None:
        self.found.append(" ".join(text.split()))
