"""Titles that a misspelt, shortened or half remembered name may mean: for people to choose from, never taken.

In this order: titles that begin with the name (`Astroscript`), titles all but spelt so, titles with those
initials (`SMC`), titles with a later word that begins so (`Beale`), and, when nothing of that fits, the
titles spelt most alike. One good answer keeps poor ones out.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from app.deckcheck.folding import fold

_SHORTEST = 3  # letters of a beginning; of fewer, too many titles begin so
_FEWEST_INITIALS = 2
_ALMOST = 85  # of 100: a slip of the pen in a title of usual length
_ALIKE = 55  # below that nobody sees the likeness
_BEHIND = 10  # how far behind the best an answer may be
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'’ʼ")


@dataclass(frozen=True, slots=True)
class _Part:
    """A later word of a title, and the title from there on, both folded."""

    word: str
    rest: str
    title: str


class Likeness:
    """An index of titles by which names that are none can be answered."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._titles: dict[str, str] = {}
        self._parts: list[_Part] = []
        self._initials: dict[str, list[str]] = {}
        for title in titles:
            self._titles[fold(title)] = title
            self._parts.extend(_later_words(title))
            for letters in {_initials(half) for half in (title, *title.split(":"))}:
                self._initials.setdefault(letters, []).append(title)
        self._keys = list(self._titles)

    def likely(self, name: str) -> tuple[str, ...]:
        """Every title the name is a beginning, a later word or the initials of; the likeliest first."""
        return tuple(dict.fromkeys([*self._beginning(fold(name)), *self._remembered(fold(name))]))

    def almost(self, name: str) -> bool:
        """Whether the name is a title but for a slip of the pen."""
        return process.extractOne(fold(name), self._keys, scorer=fuzz.ratio, score_cutoff=_ALMOST) is not None

    def alike(self, name: str, limit: int) -> tuple[str, ...]:
        """Up to `limit` titles the name may mean, the likeliest first."""
        key = fold(name)
        beginning, remembered = self._beginning(key), self._remembered(key)
        near = process.extract(key, self._keys, scorer=fuzz.ratio, limit=limit * 2, score_cutoff=_ALIKE)
        almost = [self._titles[match] for match, score, _ in near if score >= _ALMOST]
        found = dict.fromkeys([*beginning, *almost, *remembered])
        if not found and near:
            best = near[0][1]
            found = dict.fromkeys(self._titles[match] for match, score, _ in near if score >= best - _BEHIND)
        return tuple(found)[:limit]

    def _beginning(self, key: str) -> list[str]:
        if len(key) < _SHORTEST:
            return []
        found = [title for begin, title in self._titles.items() if begin.startswith(key)]
        return sorted(found, key=lambda title: not _is_first_word(key, title))

    def _remembered(self, key: str) -> list[str]:
        """Titles with those initials, then those with that word or words in them."""
        initials = self._initials.get(key, []) if len(key) >= _FEWEST_INITIALS else []
        if len(key) < _SHORTEST:  # a whole word, as in `Wu`
            return [*initials, *(part.title for part in self._parts if len(key) > 1 and part.word == key)]
        fitting = [part for part in self._parts if part.rest.startswith(key)]
        fitting.sort(key=lambda part: part.word != key)
        return [*initials, *(part.title for part in fitting)]


def _later_words(title: str) -> Iterable[_Part]:
    """The second and every later word; an apostrophe parts no word."""
    plain = title.translate(_APOSTROPHES)
    for match in list(_WORD.finditer(plain))[1:]:
        yield _Part(fold(match[0]), fold(plain[match.start() :]), title)


def _is_first_word(key: str, title: str) -> bool:
    first = _WORD.search(title.translate(_APOSTROPHES))
    return first is not None and fold(first[0]) == key


def _initials(words: str) -> str:
    return fold("".join(match[0][0] for match in _WORD.finditer(words.translate(_APOSTROPHES))))
