"""Finds entries by what a judge types: a card in any language, its nickname or a slip of the pen, or words.

A name that means cards brings their entries first, then entries in whose title, keywords, question or answer
the words stand. Only when nothing fits are the words read as misspelt. How cards are guessed is the deck
reader's way (app.deckcheck.likeness): beginnings, later words, initials, then likeness.
"""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from rapidfuzz import fuzz, process

from app.deckcheck import tables
from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import fold
from app.deckcheck.likeness import Likeness
from app.judge.entries import Entry, entries
from app.judge.words import ENGLISH

LONGEST_QUERY = 200
_MOST_WORDS = 12
_IN_TITLE = 100  # points; a word in the text is worth less than one in a card's title
_KEYWORD, _KEYWORD_BEGINS, _QUESTION, _ANSWER = 12, 8, 5, 2
_BEGINNING = 3  # letters from which a word counts as the beginning of another
_ENOUGH = 0.6  # of the words asked must stand in an entry
_MISSPELT = 78  # of 100: how alike a misspelt word must be
_WORD = re.compile(r"[^\s,;:()\[\]\"“”?!…–—/、。「」（）：？！]+")
# Katakana with its long mark, Chinese characters, letters and digits.
_RUN = re.compile(r"[ァ-ヺー]+|[一-鿿々]+|[a-z0-9]+")
_EMPTY_WORDS = frozenset(
    re.findall(
        r"[a-z]+",
        "a an and are be can do does for from have how i if in is it may my no not of on or the then there "
        "they this to was what when where which who why will with",
    )
)


@dataclass(frozen=True, slots=True)
class Found:
    """Entries, the likeliest first; the cards the words can mean, with or without entries."""

    entries: tuple[Entry, ...]
    cards: tuple[Card, ...]


class Desk:
    """The entries of one edition and language, made ready to be searched; `also` are the same entries in
    another language, whose words find them as well.
    """

    def __init__(self, catalog: Catalog, listed: tuple[Entry, ...], also: tuple[Entry, ...] = ()) -> None:
        self.entries = listed
        self._catalog = catalog
        self._by_card: dict[str, list[Entry]] = defaultdict(list)
        for entry in listed:
            for title in entry.cards:
                self._by_card[title].append(entry)
        self._names = _names_of(catalog, self._by_card)
        self._spellings = list(self._names)
        self._english = Likeness(self._by_card)
        self._places = _places_of(listed, also)
        known = set(self._places).union(*(_words(title) for title in self._by_card))
        self._vocabulary = sorted(known)
        self._known = frozenset(known)

    def on(self, card: Card) -> tuple[Entry, ...]:
        """The entries on a card, in the order of the sources."""
        return tuple(self._by_card.get(card.title, ()))

    def meant(self, name: str) -> tuple[Card, ...]:
        """The cards that a name means: the card of that title, the identities of that half, else what a name
        begins, abbreviates or misspells among cards with entries.
        """
        name = name[:LONGEST_QUERY]
        exact = self._exact(name)
        return exact or self._cards(self._likely(name) or self._alike(name))

    def find(self, asked: str) -> Found:
        """The entries for what was typed; all of them for nothing."""
        asked = asked[:LONGEST_QUERY]
        asked_words = _words(asked)[:_MOST_WORDS]
        if not asked_words:
            return Found(self.entries, ())
        named = self._exact(asked)
        if any(card.title in self._by_card for card in named):
            titles = {card.title for card in named}
            return Found(tuple(each for each in self.entries if titles.intersection(each.cards)), named)
        likely = () if named else self._likely(asked)
        asked_words = [self._spelt(part) for word in asked_words for part in self._parts(word)][:_MOST_WORDS]
        found = self._ranked(asked_words, likely)
        if not found and not named and not likely:
            likely = self._alike(asked)
            found = self._ranked(asked_words, likely)
        return Found(found, named or self._cards(likely))

    def _exact(self, name: str) -> tuple[Card, ...]:
        card = self._catalog.find(name)
        if card is not None:
            return (card,)
        return self._catalog.find_identity(name) or self._catalog.meanings(name)

    def _likely(self, name: str) -> tuple[str, ...]:
        """The title with that nickname; cited titles the name begins, abbreviates or is a part of."""
        key = fold(name)
        if len(key) < (2 if key.isascii() else 1):
            return ()
        short = key.isascii() and len(key) < _BEGINNING
        inside = self._names.get(key, ()) if short else self._holding(key)
        return tuple(dict.fromkeys([*self._nicknamed(name), *self._english.likely(name), *inside]))

    def _nicknamed(self, name: str) -> tuple[str, ...]:
        """The title of the card that players call so, with entries or without."""
        card = self._catalog.nicknamed(name)
        return (card.title,) if card is not None else ()

    def _holding(self, key: str) -> Iterable[str]:
        """Titles with this in them; in scripts without spaces that is how a part of a name is found."""
        begins = key.isascii()
        for spelt, titles in self._names.items():
            if spelt.startswith(key) if begins else key in spelt:
                yield from titles

    def _alike(self, name: str) -> tuple[str, ...]:
        """Cited titles spelt like a name that no card of the catalogue has, in any language."""
        key = fold(name)
        near = process.extract(key, self._spellings, scorer=fuzz.ratio, limit=3, score_cutoff=_MISSPELT)
        spelt = [title for match, _score, _at in near for title in self._names[match]]
        first = [title for title in self._catalog.suggest(name) if title in self._by_card]
        return tuple(dict.fromkeys([*spelt, *first]))

    def _cards(self, titles: Iterable[str]) -> tuple[Card, ...]:
        found = (self._catalog.titled(title) for title in titles)
        return tuple(card for card in found if card is not None)

    def _parts(self, word: str) -> list[str]:
        """The word; one that stands nowhere in a script without spaces by its runs of one script, without
        those of hiragana, which are mostly endings and particles: `アイスのレゾ` is `アイス` and `レゾ`.
        """
        if word.isascii() or any(self._beginning(word)):
            return [word]
        return _RUN.findall(word) or [word]

    def _spelt(self, word: str) -> str:
        """The word, or if it stands nowhere the one it is most like."""
        if word in self._known or any(self._beginning(word)) or any(self._titles_with(word)):
            return word
        near = process.extractOne(word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=_MISSPELT)
        return near[0] if near else word

    def _ranked(self, asked: list[str], likely: Iterable[str]) -> tuple[Entry, ...]:
        """Entries on these titles, then those with enough of these words, the best first."""
        titles = set(likely)
        by_word = [self._points(word) for word in asked]
        ranked = []
        for place, entry in enumerate(self.entries):
            points = [each[place] for each in by_word if place in each]
            elsewhere = titles.isdisjoint(entry.cards)
            if not elsewhere or len(points) >= _ENOUGH * len(asked):
                ranked.append((elsewhere, -len(points), -sum(points), place))
        return tuple(self.entries[place] for *_, place in sorted(ranked))

    def _points(self, word: str) -> dict[int, int]:
        """What it is worth that this word stands in an entry, by the place of the entry."""
        found = dict(self._places.get(word, {}))
        for longer in self._beginning(word):
            for place, points in self._places.get(longer, {}).items():
                found[place] = max(found.get(place, 0), min(points, _KEYWORD_BEGINS))
        titles = set(self._titles_with(word))
        for place, entry in enumerate(self.entries) if titles else ():
            if not titles.isdisjoint(entry.cards):
                found[place] = found.get(place, 0) + _IN_TITLE
        return found

    def _beginning(self, word: str) -> Iterable[str]:
        """Known words that begin so, or have it inside in a script without spaces."""
        if not word.isascii():
            return (each for each in self._vocabulary if word in each)
        if len(word) < _BEGINNING:
            return ()
        begun = self._vocabulary[bisect_left(self._vocabulary, word) :]
        return takewhile(lambda each: each.startswith(word), begun)

    def _titles_with(self, word: str) -> Iterable[str]:
        if len(word) >= _BEGINNING or not word.isascii():
            yield from self._nicknamed(word)
            yield from self._english.likely(word)
            yield from self._names.get(word, ())


@lru_cache(maxsize=12)
def desk(catalog: Catalog, edition: str, language: str = ENGLISH) -> Desk:
    """The desk of an edition in a language, made once for each catalogue; English words find there as well.
    The catalogue's own indexes of names are made with it, so that no search waits for them.
    """
    catalog.suggest("everything that is not a title")
    also = entries(edition) if language != ENGLISH else ()
    return Desk(catalog, entries(edition, language), also)


def titles_in_every_language(titles: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each English title all titles of the card, English first."""
    found = {title: {title: None} for title in titles}
    for _language, spelt, english in tables.rows("titles"):
        if english in found:
            found[english][spelt] = None
    return {title: tuple(spelt) for title, spelt in found.items()}


def _names_of(catalog: Catalog, cited: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Folded names of the cited cards in every language, with halves of identities and first words of English
    titles, and whose they are.
    """
    found: dict[str, dict[str, None]] = defaultdict(dict)
    spellings = titles_in_every_language(cited)
    for name, title in ((name, title) for title, names in spellings.items() for name in names):
        card = catalog.titled(title)
        halves = name.replace("：", ":").split(":", 1) if card is not None and card.is_identity else ()
        first = _words(name.split()[0]) if name == title else ()
        for each in (name, *halves, *first):
            found[fold(each)][title] = None
    return {key: tuple(titles) for key, titles in found.items() if key}


def _places_of(listed: tuple[Entry, ...], also: tuple[Entry, ...]) -> dict[str, dict[int, int]]:
    """The words of all entries: in which entry each stands, and what it is worth there. Both tuples have the
    same entries in the same order; the second may be empty.
    """
    places: dict[str, dict[int, int]] = defaultdict(dict)
    for place, entry in (*enumerate(also), *enumerate(listed)):
        said = (
            (_ANSWER, f"{entry.answer} {entry.changed_answer}"),
            (_QUESTION, entry.question),
            (_KEYWORD, " ".join(entry.keywords)),
        )
        for points, text in said:
            for word in _words(text):
                places[word][place] = max(points, places[word].get(place, 0))
    return dict(places)


def _words(text: str) -> list[str]:
    """The folded words of a text without the empty ones; if there are only empty ones, these."""
    folded = [key for word in _WORD.findall(text) if (key := fold(word))]
    telling = [word for word in folded if word not in _EMPTY_WORDS]
    return list(dict.fromkeys(telling or folded))
