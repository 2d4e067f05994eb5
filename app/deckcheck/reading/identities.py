"""Which identity a list means, when it says so in one of many ways or not at all.

Decides, in this order: a full title (or a code) anywhere is certain, and a second different one is
reported; then what the list marks as its identity (`Identity:`, `#Hayley Kaplan`, `1x Haas-Bioroid
(Intervention)`); then a line above the first card that is one half of an identity's title, perhaps with a
deck name as the other half (`Reina Roja: my deck`). Halves that fit several identities are narrowed by the
pack in brackets, by the identity chosen apart, and by the side of the cards; what still fits several is
asked for, never guessed. Names of factions and their abbreviations (`HB`) never name an identity: the answer
asks with the identities of that faction.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import fold
from app.deckcheck.reading.source import written
from app.deckcheck.values import Entry, Problem
from app.sentences import AnyOf, did_you_mean, in_turn, message, say
from app.sides import Side

_NO_IDENTITY = message(
    "The list names no identity; add a line with the identity's title, or choose it apart from the list."
)
_MISSPELT = 70  # of 100; two unrelated names of a deck's length seldom reach 50
_MAX_CLAIMS = 20  # lines above the first card that are looked at
_MAX_HEARD = 5
_MOST_NAMED = 3
_MOST_OF_FACTION = 8
_MOST_WORDS = 12  # of a line above the cards that are looked up
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Claim:
    """Words that may mean an identity. `marked`: the list says that they do."""

    name: str
    candidates: tuple[Card, ...]
    marked: bool
    line: int | None
    text: str


class Claims:
    """All that one list says about its identity."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._certain: Card | None = None
        self._others: list[tuple[Card, int | None, str]] = []
        self._again: list[tuple[Card, int | None, str]] = []
        self._claims: list[Claim] = []
        self._heard: list[Claim] = []  # lines above the first card of which an identity can only be guessed

    def __bool__(self) -> bool:
        """Whether anything in the list can be its identity."""
        return self._certain is not None or any(claim.candidates for claim in self._claims)

    @property
    def first(self) -> Card | None:
        """The first identity named by its full title or a code."""
        return self._certain

    @property
    def others(self) -> Sequence[tuple[Card, int | None, str]]:
        """Further identities named so, with the lines and words that name them."""
        return self._others

    @property
    def again(self) -> Sequence[tuple[Card, int | None, str]]:
        """Where the first identity is named once more, as above a deck that was pasted twice."""
        return self._again

    def certain(self, card: Card, line: int | None, text: str) -> None:
        """An identity named by its full title or a code."""
        if self._certain is None:
            self._certain = card
        elif len(self._others) + len(self._again) < _MAX_CLAIMS:
            (self._others if self._certain.title != card.title else self._again).append((card, line, text))

    def claim(self, name: str, pack: str, line: int | None, text: str, *, marked: bool) -> bool:
        """Words that may name the identity; `pack` as in the brackets behind them. True when they fit any."""
        card = self._catalog.find(name)
        if card is not None and card.is_identity:
            self.certain(card, line, text)
            return True
        half = self._catalog.find_identity(name)
        if not half and not marked:
            half, marked = self._beside_a_name(name)
        candidates = self._of_pack(half, pack)
        if (candidates or marked) and len(self._claims) < _MAX_CLAIMS:
            self._claims.append(Claim(name, candidates, marked, line, text))
        elif len(self._heard) < _MAX_HEARD:
            self._heard.append(Claim(name, (), False, line, text))
        return bool(candidates)

    def settle(self, chosen: str | None, entries: tuple[Entry, ...]) -> tuple[Card | None, list[Problem]]:
        """The identity, or None and the problem why; `chosen` fills in what the list leaves open."""
        name = (chosen or "").strip()
        fitting = self._apart(name)
        apart = fitting[0] if len(fitting) == 1 else None
        if self._certain is not None:
            found: Card | None = self._certain
            problems = [_second(self._certain, *other) for other in self._others]
        else:
            found, unclear = self._claimed(apart, entries)
            problems = []
            if found is None and apart is not None:
                if unclear is not None and unclear.code == "identity-ambiguous":
                    problems.append(_conflict(unclear.written, apart.title))
                return apart, problems
            if found is None and not name:
                return None, [unclear or self._missing(entries)]
        if name and found not in fitting:
            problems.append(self._wrong_choice(name, fitting, found))
        return found, problems

    def _apart(self, name: str) -> tuple[Card, ...]:
        """The identities that the identity chosen apart from the list can be."""
        card = self._catalog.by_code(name) if name.isascii() and name.isdigit() and len(name) == 5 else None
        found = (card,) if card is not None else self._catalog.find_identity(name) if name else ()
        return tuple(card for card in found if card.is_identity)

    def _wrong_choice(self, name: str, fitting: tuple[Card, ...], found: Card | None) -> Problem:
        """The identity chosen apart is none, or several, or not the one in the list."""
        if not fitting:
            return self._no_identity(name, None, name)
        if found is not None:
            return _conflict(found.title, fitting[0].title if len(fitting) == 1 else name)
        return _ambiguous(name, fitting, None, name)

    def _claimed(self, apart: Card | None, entries: tuple[Entry, ...]) -> tuple[Card | None, Problem | None]:
        """The identity that half a title means, marked lines first."""
        unclear: Problem | None = None
        for claim in sorted(self._claims, key=lambda claim: not claim.marked):
            left = self._narrowed(claim, apart, entries)
            if len(left) == 1:
                if claim.marked or apart is None or apart is left[0]:
                    return left[0], None
            elif unclear is None and left:
                likely = [card for card in self._likely(claim.name) if card in left]
                ranked = tuple(dict.fromkeys([*likely, *left]))
                unclear = _ambiguous(claim.name, ranked, claim.line, claim.text)
            elif unclear is None and claim.marked:
                unclear = self._no_identity(claim.name, claim.line, claim.text)
        return None, unclear

    def _narrowed(self, claim: Claim, apart: Card | None, entries: tuple[Entry, ...]) -> tuple[Card, ...]:
        if apart is not None and apart in claim.candidates:
            return (apart,)
        sides = {entry.card.side for entry in entries}
        if len(sides) != 1 or (claim.marked and len(claim.candidates) == 1):
            return claim.candidates
        left = tuple(card for card in claim.candidates if card.side in sides)
        return left or (claim.candidates if claim.marked else ())

    def _beside_a_name(self, words: str) -> tuple[tuple[Card, ...], bool]:
        """Identities of which one half stands before or after a colon or dash, the other being a deck's name.

        When the other half is nearly right, it is a slip of the pen, and those are never accepted: then no
        identity, and True, for the line means to be one.
        """
        fitting: dict[str, Card] = {}
        for mark in (":", " - ", " – ", " — "):
            left, there, right = words.partition(mark)
            if there:
                for half, other in ((left, right), (right, left)):
                    for card in self._catalog.find_identity(half):
                        if _nearly(other, card.title):
                            return (), True
                        fitting[card.title] = card
        return tuple(fitting.values()), False

    def _of_pack(self, candidates: tuple[Card, ...], pack: str) -> tuple[Card, ...]:
        """Those printed in the pack, when the pack tells them apart (CardGameDB names identities so)."""
        key = fold(pack)
        if len(candidates) < 2 or not key:
            return candidates
        products = self._catalog.products
        printed = tuple(
            card
            for card in candidates
            if any(
                fold(products[printing.product].name).startswith(key)
                for printing in card.printings
                if printing.product in products
            )
        )
        return printed or candidates

    def _no_identity(self, name: str, line: int | None, text: str) -> Problem:
        near = self._near(name, frozenset()) or self._catalog.suggest(name, _MOST_NAMED, identities=True)
        said = say(
            "No identity is called “{written}”; add a line with the identity's title, or choose it apart "
            "from the list.",
            written=written(name),
        )
        told = in_turn([said, did_you_mean(near)]) if near else said
        return Problem("identity-missing", told, line, written(text), near)

    def _missing(self, entries: tuple[Entry, ...]) -> Problem:
        """No identity, and those that a line above the first card (`Kit`, `HB: EtF`) may be short for."""
        sides = frozenset(entry.card.side for entry in entries)
        for heard in self._heard:
            near = self._near(heard.name, sides)
            if near:
                told = in_turn([say(_NO_IDENTITY), did_you_mean(near)])
                return Problem("identity-missing", told, heard.line, written(heard.text), near)
        return Problem("identity-missing", say(_NO_IDENTITY))

    def _likely(self, name: str) -> list[Card]:
        """Identities that the words, or one of them, may be short for."""
        words = [word for word in _WORDS.findall(name)[:_MOST_WORDS] if not self._catalog.faction_named(word)]
        likely = list(self._catalog.likely_identities(name))
        return [*likely, *(card for word in words for card in _meant(word, self._catalog))]

    def _near(self, name: str, sides: frozenset[Side]) -> tuple[str, ...]:
        """Identities the words may be short for: the whole of them, a faction among them, a nickname."""

        def on_side(cards: Iterable[Card]) -> list[str]:
            return [card.title for card in cards if not sides or card.side in sides]

        catalog = self._catalog
        whole = catalog.likely_identities(name)
        words = _WORDS.findall(name)[:_MOST_WORDS]
        pairs = [f"{first} {second}" for first, second in pairwise(words)]
        others = self._likely(name)
        for faction in filter(None, map(catalog.faction_named, [name, *pairs, *words])):
            likely = [card for card in others if card.faction == faction]
            found = on_side(dict.fromkeys([*likely, *catalog.faction_identities(faction)]))
            if found:
                return tuple(found[:_MOST_OF_FACTION])
        nicknames = [card for each in (*pairs, *words) if (card := catalog.nicknamed(each)) is not None]
        found = on_side(whole) or on_side(dict.fromkeys(card for card in nicknames if card.is_identity))
        return tuple(found[:_MOST_NAMED])


def _meant(word: str, catalog: Catalog) -> tuple[Card, ...]:
    """Identities one word of a line may mean."""
    return (*catalog.find_identity(word), *catalog.likely_identities(word))


def _nearly(half: str, title: str) -> bool:
    """Whether the words are a misspelt half of the title."""
    return any(fuzz.ratio(fold(half), fold(part)) >= _MISSPELT for part in title.split(":", 1))


def _ambiguous(name: str, fitting: tuple[Card, ...], line: int | None, text: str) -> Problem:
    titles = tuple(card.title for card in fitting[:8])
    told = say(
        "“{written}” can be {titles}; write the whole title, or choose it apart from the list.",
        written=written(name),
        titles=AnyOf(titles),
    )
    return Problem("identity-ambiguous", told, line, written(text), titles)


def _second(first: Card, card: Card, line: int | None, text: str) -> Problem:
    told = say(
        "A deck has one identity; the list names {one} and {other}. Take one of them out.",
        one=first.title,
        other=card.title,
    )
    return Problem("several-identities", told, line, written(text))


def _conflict(in_list: str, apart: str) -> Problem:
    told = say(
        "The list names {named}, but {chosen} was chosen apart from it. Make them the same.",
        named=in_list,
        chosen=written(apart),
    )
    return Problem("several-identities", told, None, in_list)
