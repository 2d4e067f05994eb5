"""Titles of cards as the reader's language prints them, where one is known (facts/titles.tsv).

A card is known by its English title everywhere; the other one is only shown. Where several are known the
first of the table is shown, and each that is shown is read as the same card again.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from app.deckcheck import tables
from app.deckcheck.factions import FactionName
from app.sentences import AnyOf, Named, Sentence
from app.words.languages import ENGLISH
from app.words.reader import language

# The values of sentences that are titles of cards.
_VALUES = frozenset({"card", "identity", "other", "title", "titles"})
# The one that is the name of a faction.
_FACTION = "faction"


class CardTitle(Named):
    """The English title of a card, as a value of a sentence."""

    __slots__ = ()

    def here(self) -> str:
        """The title in the reader's language, else the English one."""
        return card_title(self)


def card_title(english: str) -> str:
    """The title of a card in the reader's language, else the text as it is."""
    there = language()
    return english if there == ENGLISH else titles_in(there).get(english, english)


def title_and_english(english: str) -> str:
    """The title in the reader's language, for judges with the English one behind it: `エニグマ (Enigma)`."""
    shown = card_title(english)
    return english if shown == english else f"{shown} ({english})"


@cache
def titles_in(code: str) -> Mapping[str, str]:
    """English titles and those of a language, named by its tag (`pt-BR` has the titles of `pt`)."""
    tag, found = code.lower(), dict[str, str]()
    while tag:
        for each, title, english in tables.rows("titles"):
            if each == tag:
                found.setdefault(english, title)
        tag = tag.rpartition("-")[0]
    return found


def with_titles(said: Sentence) -> Sentence:
    """A sentence whose cards and factions are named as the reader's language names them."""
    values = {name: _named(name, value) for name, value in said.values.items()}
    return replace(said, values=values)


def _named(name: str, value: Any) -> Any:
    if name == _FACTION:
        return FactionName(value)
    return _titles(value) if name in _VALUES else _within(value)


def _within(value: Any) -> Any:
    """A value that is no title: a sentence, or a list of such, may name cards itself."""
    if isinstance(value, Sentence):
        return with_titles(value)
    if isinstance(value, list | tuple):
        return _listed(value, _within)
    return value


def _titles(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return _listed(value, _titles)
    return CardTitle(value) if isinstance(value, str) else _within(value)


def _listed(values: Iterable[Any], made: Callable[[Any], Any]) -> Any:
    named = [made(each) for each in values]
    return AnyOf(named) if isinstance(values, AnyOf) else named
