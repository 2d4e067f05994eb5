"""The card catalogue: every title with its printings, every product, found by any name people give them.

A card is its title (RULES "identified by title, whichever printing the list names"): a code of any
printing, the title in any language and the two halves of an identity's title all lead to the same Card.
Names are compared after folding; a misspelt name is never accepted, only answered with suggestions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from app.deckcheck import tables
from app.deckcheck.cards import AGENDA, IDENTITY, Card, Cycle, Printing, Product
from app.deckcheck.folding import fold, in_ascii, spelled_out
from app.deckcheck.likeness import Likeness
from app.sides import Side

__all__ = ["AGENDA", "IDENTITY", "Card", "Catalog", "Cycle", "Printing", "Product", "load_catalog"]

_LONGEST_NAME = 120  # no title is half as long; longer text is not worth comparing


class _Nicknames(NamedTuple):
    """Folded names with the cards and the factions (codes) they mean."""

    cards: dict[str, Card]
    factions: dict[str, str]


@dataclass(eq=False)
class Catalog:
    """All cards, products and cycles. Read-only after it is made; make it with `load_catalog`."""

    cards: tuple[Card, ...]
    products: Mapping[str, Product]
    cycles: Mapping[str, Cycle]
    factions: Mapping[str, str]
    added: Path | None = None
    _by_key: dict[str, Card] = field(default_factory=dict)
    _by_code: dict[str, Card] = field(default_factory=dict)
    _halves: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    _contents: dict[str, dict[str, int]] = field(default_factory=dict)
    _foreign: dict[str, tuple[Card, ...]] | None = None
    _foreign_halves: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    _alike: dict[bool, Likeness] = field(default_factory=dict)
    _called: _Nicknames | None = None
    _identities: dict[Side | None, tuple[Card, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        halves: dict[str, dict[str, Card]] = {}
        for card in self.cards:
            self._by_key[fold(card.title)] = card
            for printing in card.printings:
                self._by_code[printing.code] = card
                box = self._contents.setdefault(printing.product, {})
                box[card.title] = box.get(card.title, 0) + printing.quantity
            if card.is_identity:
                _add_halves(halves, card.title, card)
        for card in self.cards:  # a star is often left out; it never decides between two titles
            if card.title.endswith("*"):
                self._by_key.setdefault(fold(card.title).rstrip("*"), card)
            if card.title.isascii():
                continue
            self._by_key.setdefault(fold(in_ascii(card.title)), card)
            if (other := spelled_out(card.title)) != card.title:
                self._by_key.setdefault(fold(other), card)
                if card.is_identity:
                    _add_halves(halves, other, card)
        self._halves = {key: tuple(found.values()) for key, found in halves.items()}

    def find(self, name: str) -> Card | None:
        """The card of that title in any language, or None. No guessing: a name of two cards is None too."""
        if len(name) > _LONGEST_NAME:
            return None
        key = fold(name)
        card = self._by_key.get(key)
        if card is not None or not key:
            return card
        found = self._other_languages().get(key, ())
        return found[0] if len(found) == 1 else None

    def of_key(self, key: str) -> tuple[Card, ...]:
        """The cards a folded title can mean: the English title's, else all with it in another language."""
        card = self._by_key.get(key)
        return (card,) if card is not None else self._other_languages().get(key, ())

    def titled(self, title: str) -> Card | None:
        """The card of that English title, or None."""
        return self._by_key.get(fold(title))

    def by_code(self, code: str) -> Card | None:
        """The card one of whose printings has this code; a lost leading zero is forgiven (`1050` =
        `01050`).
        """
        return self._by_code.get(code) or self._by_code.get(code.zfill(5))

    def find_identity(self, name: str, side: Side | None = None) -> tuple[Card, ...]:
        """Every identity the name can mean: the full title, or the part before or after the colon.

        "Title - Subtitle" is read like "Title: Subtitle". None fits: an empty tuple; several fit: all of
        them, in the order of their codes.
        """
        card = self.find(name)
        if card is not None and card.is_identity:
            found: tuple[Card, ...] = (card,)
        elif len(name) > _LONGEST_NAME:
            found = ()
        else:
            key = fold(name)
            found = self._halves.get(key, ())
            if not found:
                foreign = self._other_languages().get(key, ()) or self._foreign_halves.get(key, ())
                found = tuple(card for card in foreign if card.is_identity)
        return tuple(card for card in found if side is None or card.side is side)

    def suggest(self, name: str, limit: int = 3, *, identities: bool = False) -> tuple[str, ...]:
        """Up to `limit` titles the name may mean, the likeliest first; with `identities` of those only. For
        people to choose from only.
        """
        if not fold(name[:_LONGEST_NAME]):
            return ()
        meant = [card.title for card in self.meanings(name) if card.is_identity or not identities]
        if meant:
            return tuple(meant[:limit])
        nicknamed = self.nicknamed(name)
        first = (
            [nicknamed.title] if nicknamed is not None and (nicknamed.is_identity or not identities) else []
        )
        if identities and (faction := self.faction_named(name)):
            first += [card.title for card in self.faction_identities(faction)]
        alike = () if len(first) > 1 else self._likeness(identities).alike(name[:_LONGEST_NAME], limit)
        return tuple(dict.fromkeys([*first, *alike]))[:limit]

    def almost(self, name: str) -> bool:
        """Whether the name is spelt almost like an English title, with a slip or two."""
        return self._likeness(False).almost(name) or self._likeness(True).almost(name)

    def likely_identities(self, words: str) -> tuple[Card, ...]:
        """Identities whose title begins so or has such a later word or initials (`Kit`, `CtM`)."""
        likely = self._likeness(True).likely(words[:_LONGEST_NAME])
        nicknamed = self.nicknamed(words)
        first = [nicknamed] if nicknamed is not None and nicknamed.is_identity else []
        return tuple(dict.fromkeys([*first, *(self._by_key[fold(title)] for title in likely)]))

    def begins_a_title(self, words: str) -> bool:
        """Whether some English title is these words or begins with them."""
        key = fold(words[:_LONGEST_NAME])
        return any(title.startswith(key) for title in self._by_key)

    def faction_named(self, words: str) -> str | None:
        """The code of the faction of that name or abbreviation (`HB`, `Weyland`), or None."""
        return self._nicknames().factions.get(fold(words[:_LONGEST_NAME]))

    def faction_identities(self, faction: str) -> tuple[Card, ...]:
        """The identities of a faction, the oldest printing first, those for draft last."""
        found = (card for card in self.cards if card.is_identity and card.faction == faction)
        return tuple(sorted(found, key=lambda card: (card.is_draft, min(p.code for p in card.printings))))

    def nicknamed(self, words: str) -> Card | None:
        """The card players call so (`Andy`, `SMC`): a name to suggest, never one to read."""
        return self._nicknames().cards.get(fold(words[:_LONGEST_NAME]))

    def meanings(self, name: str) -> tuple[Card, ...]:
        """The cards that have this title in another language: none, one, or several."""
        return self._other_languages().get(fold(name[:_LONGEST_NAME]), ())

    def contents(self, product: str) -> Mapping[str, int]:
        """Copies per title in one box of the product with that code; empty for a code nobody printed
        under.
        """
        return self._contents.get(product, {})

    def identities(self, side: Side | None = None) -> tuple[Card, ...]:
        """Every identity (of one side), in the order of titles."""
        if not self._identities:
            found = sorted((card for card in self.cards if card.is_identity), key=lambda card: card.title)
            for each in (*Side, None):
                self._identities[each] = tuple(card for card in found if each in (card.side, None))
        return self._identities[side]

    def _nicknames(self) -> _Nicknames:
        """What players call cards and factions, read when first asked for."""
        if self._called is None:
            self._called = _read_nicknames(self)
        return self._called

    def _words_of_the_field(self) -> frozenset[str]:
        """Keys that mean something else in a list than half an identity's title in another language."""
        names = [product.name for product in self.products.values()]
        names += [cycle.name for cycle in self.cycles.values()]
        names += [*self.factions, *self.factions.values()]
        called = self._nicknames()
        return (
            frozenset(map(fold, names)) | called.factions.keys() | called.cards.keys() | self._by_key.keys()
        )

    def _likeness(self, identities: bool) -> Likeness:
        """The index of all titles or of the identities', made when first asked for."""
        if identities not in self._alike:
            titles = [card.title for card in self.cards if card.is_identity or not identities]
            self._alike[identities] = Likeness(titles)
        return self._alike[identities]

    def _other_languages(self) -> dict[str, tuple[Card, ...]]:
        """Keys of titles in other languages, read at the first name that is not an English title."""
        if self._foreign is None:
            self._foreign, halves = _foreign_titles(self._by_key)
            taken = self._words_of_the_field()
            self._foreign_halves = {key: cards for key, cards in halves.items() if key not in taken}
        return self._foreign


def _add_halves(halves: dict[str, dict[str, Card]], title: str, card: Card) -> None:
    """Enter the part before and the part after the colon of an identity's title."""
    for half in title.replace("：", ":").split(":", 1):
        key = fold(half)
        halves.setdefault(key, {})[card.title] = card
        if key.endswith("*"):
            halves.setdefault(key.rstrip("*"), {})[card.title] = card


def _foreign_titles(
    english: Mapping[str, Card],
) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[Card, ...]]]:
    """Folded titles in other languages with the cards they can mean, and the halves of identities among them.

    Halves are kept apart: a half is a name to look for, never a title by itself.
    """
    found: dict[str, dict[str, Card]] = {}
    halves: dict[str, dict[str, Card]] = {}
    for _language, title, original in tables.rows("titles"):
        card = english.get(fold(original))
        if card is None:
            continue
        found.setdefault(fold(title), {})[card.title] = card
        if card.is_identity:
            _add_halves(halves, title, card)
    return (
        {key: tuple(cards.values()) for key, cards in found.items()},
        {key: tuple(cards.values()) for key, cards in halves.items()},
    )


def _read_nicknames(catalog: Catalog) -> _Nicknames:
    cards: dict[str, Card] = {}
    factions: dict[str, str] = {}
    for kind, nickname, meaning in tables.rows("nicknames"):
        if kind == "faction":
            factions[fold(nickname)] = meaning
        elif (card := catalog.titled(meaning)) is not None:
            cards[fold(nickname)] = card
    return _Nicknames(cards, factions)


def _read_cards(lines: Iterable[list[str]]) -> dict[str, Card]:
    """Rows of a card table as cards by title. Empty influence is 0, but agendas and identities have none."""
    sides = {side.value: side for side in Side}
    found: dict[str, Card] = {}
    number = tables.number
    for row in lines:
        title, side, faction, kind, keywords, influence, limit, points, size, maximum, unique, flag, where = (
            row
        )
        printings = []
        for printing in where.split(";"):
            code, product, position, quantity = printing.split(":")
            printings.append(Printing(code, product, int(position), int(quantity)))
        no_cost = kind in (AGENDA, IDENTITY) or influence == "none"
        cost = None if no_cost and influence in ("", "none") else number(influence) or 0
        found[title] = Card(
            title=title,
            side=sides[side],
            faction=faction,
            type=kind,
            keywords=keywords,
            influence=cost,
            deck_limit=int(limit),
            agenda_points=number(points) or 0,
            minimum_deck_size=number(size) or 0,
            influence_limit=number(maximum),
            unique=unique == "1",
            flag=flag,
            printings=tuple(printings),
        )
    return found


def _read_products(lines: Iterable[list[str]]) -> dict[str, Product]:
    found = {}
    for code, name, cycle, position, released, _size, kind, publisher in lines:
        found[code] = Product(code, name, cycle, int(position), tables.day(released), kind, publisher)
    return found


def _read_cycles(lines: Iterable[list[str]]) -> dict[str, Cycle]:
    return {code: Cycle(code, name, int(position), kind) for code, name, position, kind in lines}


def load_catalog(extra: Path | None = None) -> Catalog:
    """The catalogue of the program, with the tables in folder `extra` laid over it where there is one (a
    title there replaces the same title here). Read once per process and folder; the tables are made by
    tools/make_facts.py and by the command `cards import`.
    """
    return _read_once(extra if extra is not None and extra.is_dir() else None)


def read_catalog(extra: Path | None = None) -> Catalog:
    """The same, read anew. Raises KeyError or ValueError when a table in `extra` is broken."""
    cards = _read_cards(tables.rows("cards"))
    products = _read_products(tables.rows("products"))
    cycles = _read_cycles(tables.rows("cycles"))
    if extra is not None:
        if (extra / "cards.tsv").is_file():
            cards.update(_read_cards(tables.rows("cards", extra)))
        if (extra / "products.tsv").is_file():
            products.update(_read_products(tables.rows("products", extra)))
        if (extra / "cycles.tsv").is_file():
            cycles.update(_read_cycles(tables.rows("cycles", extra)))
    factions = {code: name for code, name, _side in tables.rows("factions")}
    return Catalog(tuple(cards.values()), products, cycles, factions, added=extra)


_read_once = cache(read_catalog)


def forget_catalogs() -> None:
    """Let the next `load_catalog` read the tables again, after they changed."""
    _read_once.cache_clear()
