"""New cards for an installation: NetrunnerDB-format JSON becomes rows of the catalogue's tables.

Understood are answers of the API (`{"data": [...]}`) and the files of the card repository, in the older
layout (arrays of cards, of packs and of cycles) and in the newer one (importing_v2.py), told apart by their
fields. All or nothing: the first thing that cannot be
a card, pack or cycle refuses the whole import with a sentence that says where it stands.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from app.deckcheck.catalog import AGENDA, IDENTITY, Card, Catalog, Cycle, Printing, Product
from app.deckcheck.folding import fold
from app.deckcheck.importing_v2 import (
    BadEntry,
    NewerLayout,
    cyberpunk_rows,
    flat,
    kind_of,
    list_rows,
    older_entries,
    pool_rows,
    snapshot_rows,
)
from app.sides import Side

CARD_HEADER = (
    "title\tside\tfaction\ttype\tkeywords\tinfluence\tdeck_limit\tagenda_points\tminimum_deck_size"
    "\tinfluence_limit\tunique\tflag\tprintings"
)
PRODUCT_HEADER = "code\tname\tcycle\tposition\treleased\tsize\tkind\tpublisher"
CYCLE_HEADER = "code\tname\tposition\tkind"
LIST_HEADER = "family\tlist\tfrom\ttitle\tmechanism\tvalue"
SNAPSHOT_HEADER = "format\tfrom\tpool\tlist"
POOL_HEADER = "pool\tproduct"
CYBERPUNK_HEADER = "slug\tname\tsubtitle\tcolor\ttype\tram"
KEYS = {"mwl.tsv": (1,), "snapshots.tsv": (0, 1)}
"""Columns that tell which earlier rows a new row replaces, where it is not the first column alone."""
_NEW_PUBLISHER = "NISEI/NSG"


class ImportRefused(ValueError):
    """What was given cannot be imported; the message says which file, which entry and why."""


@dataclass
class Import:
    """What an import brings, by title and code; `tables` turns it into the text of the three tables."""

    catalog: Catalog
    cards: dict[str, Card] = field(default_factory=dict)
    products: dict[str, Product] = field(default_factory=dict)
    cycles: dict[str, Cycle] = field(default_factory=dict)
    lists: list[tuple[str, ...]] = field(default_factory=list)
    snapshots: list[tuple[str, ...]] = field(default_factory=list)
    pools: list[tuple[str, ...]] = field(default_factory=list)
    cyberpunk: list[tuple[str, ...]] = field(default_factory=list)

    def tables(self) -> dict[str, str]:
        """File name to content; those of lists, snapshots and pools only where the import has some."""
        found = {
            "cards.tsv": _table(CARD_HEADER, [_card_row(card) for card in self.cards.values()]),
            "products.tsv": _table(PRODUCT_HEADER, [_product_row(p) for p in self.products.values()]),
            "cycles.tsv": _table(CYCLE_HEADER, [_cycle_row(cycle) for cycle in self.cycles.values()]),
        }
        for name, header, rows in (
            ("mwl.tsv", LIST_HEADER, self.lists),
            ("snapshots.tsv", SNAPSHOT_HEADER, self.snapshots),
            ("pool_products.tsv", POOL_HEADER, self.pools),
            ("cyberpunk.tsv", CYBERPUNK_HEADER, self.cyberpunk),
        ):
            if rows:
                found[name] = _table(header, ["\t".join(row) for row in rows])
        return found


def read_import(files: Iterable[tuple[str, object]], catalog: Catalog) -> Import:
    """The cards, packs and cycles of parsed JSON files, laid over a catalogue. Raises ImportRefused."""
    found = Import(catalog)
    kinds: dict[str, list[tuple[str, Mapping[str, Any]]]] = {"card": [], "pack": [], "cycle": []}
    newer = NewerLayout()
    for name, value in files:
        for where, kind, entry in _entries(name, value, newer):
            kinds[kind].append((where, entry))
    _take_newer(found, newer, kinds)
    cards, packs, cycles = kinds["card"], kinds["pack"], kinds["cycle"]
    for where, entry in cycles:
        _add_cycle(found, where, entry)
    for where, entry in packs:
        _add_pack(found, where, entry)
    for where, entry in cards:
        _add_card(found, where, entry)
    if not cards and not packs and not cycles and not (found.lists or found.snapshots or found.cyberpunk):
        raise ImportRefused("There is no card in this; give card JSON of NetrunnerDB.")
    return found


def _take_newer(
    found: Import, newer: NewerLayout, kinds: Mapping[str, list[tuple[str, Mapping[str, Any]]]]
) -> None:
    """What came in the newer layout: its cards beside those of the older, its lists as rows of tables."""
    catalog = found.catalog
    try:
        for kind, where, entry in older_entries(newer, catalog):
            kinds[kind].append((where, entry))
        found.lists = list_rows(newer, catalog)
        found.snapshots = snapshot_rows(newer, catalog)
        found.pools = pool_rows(newer)
        found.cyberpunk = cyberpunk_rows(newer)
    except BadEntry as error:
        raise ImportRefused(str(error)) from None
    except (AttributeError, KeyError, TypeError) as error:
        raise ImportRefused(
            f"A card, set, list or format lacks something or has another form: {error}."
        ) from None


def _entries(name: str, value: object, newer: NewerLayout) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Place, kind and content of the objects of one file; nothing for a file of other things (factions,
    rulings). Objects of the newer layout go to `newer`.
    """
    data = value.get("data") if isinstance(value, Mapping) and "data" in value else value
    entries = [flat(entry) for entry in (data if isinstance(data, list) else [data])]
    kinds = [kind_of(name, entry) for entry in entries]
    if any(kinds):
        for number, (newer_kind, entry) in enumerate(zip(kinds, entries, strict=True), 1):
            if newer_kind is None:
                raise ImportRefused(f"{name}, entry {number}: this is no entry as the others of its file.")
            newer.add(f"{name}, entry {number}", newer_kind, entry)
        return
    if not isinstance(data, list):
        return
    found = [_kind(entry) for entry in entries]
    if not any(found):
        return
    for number, (kind, entry) in enumerate(zip(found, entries, strict=True), 1):
        if kind is None:
            raise ImportRefused(f"{name}, entry {number}: this is no card, pack or cycle.")
        yield f"{name}, entry {number}", kind, entry


def _kind(entry: object) -> str | None:
    """What an object is, by the fields only that kind has."""
    if not isinstance(entry, Mapping):
        return None
    if "type_code" in entry or "pack_code" in entry:
        return "card"
    if "cycle_code" in entry:
        return "pack"
    return "cycle" if isinstance(entry.get("rotated"), bool) else None


def _text(where: str, entry: Mapping[str, Any], key: str, default: str | None = None) -> str:
    value = entry.get(key)
    if value is None and default is not None:
        return default
    if not isinstance(value, str) or not value or any(char in value for char in "\t\r\n"):
        raise ImportRefused(f'{where}: "{key}" has to be a text on one line.')
    return value


def _number(where: str, entry: Mapping[str, Any], key: str, default: int | None = None) -> int:
    value = entry.get(key)
    if value is None and default is not None:
        return default
    if type(value) is not int or not 0 <= value <= 9999:
        raise ImportRefused(f'{where}: "{key}" has to be a whole number.')
    return value


def _code(where: str, entry: Mapping[str, Any], key: str) -> str:
    """A code that can stand in a table's list of printings."""
    code = _text(where, entry, key)
    if any(char in code for char in ":; "):
        raise ImportRefused(f'{where}: "{key}" has to be a code, not "{code[:40]}".')
    return code


def _add_cycle(found: Import, where: str, entry: Mapping[str, Any]) -> None:
    code = _code(where, entry, "code")
    known = found.catalog.cycles.get(code)
    kind = known.kind if known else "data" if _number(where, entry, "size", 1) > 1 else "other"
    found.cycles[code] = Cycle(code, _text(where, entry, "name"), _number(where, entry, "position"), kind)


def _add_pack(found: Import, where: str, entry: Mapping[str, Any]) -> None:
    code, cycle = _code(where, entry, "code"), _code(where, entry, "cycle_code")
    cycles = dict(found.catalog.cycles) | found.cycles
    if cycle not in cycles:
        raise ImportRefused(f'{where}: the cycle "{cycle}" is unknown; import its cycles.json too.')
    known = found.catalog.products.get(code)
    kind = known.kind if known else "data pack" if cycles[cycle].kind == "data" else "other"
    released = entry.get("date_release")
    try:
        day = date.fromisoformat(released) if released else None
    except (TypeError, ValueError):
        raise ImportRefused(f'{where}: "date_release" has to be a date such as 2017-12-28.') from None
    publisher = known.publisher if known else _NEW_PUBLISHER
    position = _number(where, entry, "position", 1)
    found.products[code] = Product(code, _text(where, entry, "name"), cycle, position, day, kind, publisher)


def _add_card(found: Import, where: str, entry: Mapping[str, Any]) -> None:
    """One printing: it joins the printings of its title; the newest printing decides the title's facts."""
    code, title = _text(where, entry, "code"), _text(where, entry, "title")
    if not (code.isascii() and code.isdigit() and len(code) == 5):
        raise ImportRefused(f'{where}: "code" has to be five digits.')
    pack = _code(where, entry, "pack_code")
    if pack not in found.catalog.products and pack not in found.products:
        raise ImportRefused(f'{where}: the pack "{pack}" is unknown; import its packs.json too.')
    printing = Printing(
        code, pack, _number(where, entry, "position", 0), max(_number(where, entry, "quantity", 1), 1)
    )
    other = found.catalog.by_code(code)
    known = found.cards.get(fold(title)) or found.catalog.titled(title)
    if other is not None and fold(other.title) != fold(title):
        raise ImportRefused(f'{where}: code {code} is "{other.title}", not "{title}".')
    old = tuple(p for p in known.printings if p.code != code) if known is not None else ()
    newest = known is None or all(code > item.code for item in old)
    printings = tuple(sorted((*old, printing), key=lambda item: item.code))
    card = _card(where, entry, title, printings)
    if known is not None and not newest:
        card = replace(known, printings=printings)
    found.cards[fold(title)] = card


def _card(where: str, entry: Mapping[str, Any], title: str, printings: tuple[Printing, ...]) -> Card:
    side, kind = _text(where, entry, "side_code"), _text(where, entry, "type_code")
    faction = _code(where, entry, "faction_code")
    if side not in list(Side):
        raise ImportRefused(f'{where}: "side_code" has to be corp or runner.')
    cost = entry.get("faction_cost")
    limit = entry.get("influence_limit")
    agenda = kind == AGENDA and not faction.startswith("neutral")
    return Card(
        title=title,
        side=Side(side),
        faction=faction,
        type=kind,
        keywords=_text(where, entry, "keywords", ""),
        influence=None
        if cost is None or kind == IDENTITY or agenda
        else _number(where, entry, "faction_cost"),
        deck_limit=_number(where, entry, "deck_limit", 3),
        agenda_points=_number(where, entry, "agenda_points", 0),
        minimum_deck_size=_number(where, entry, "minimum_deck_size", 0),
        influence_limit=None if limit is None else _number(where, entry, "influence_limit"),
        unique=entry.get("uniqueness") is True,
        flag="draft" if printings[0].product == "draft" else "",
        printings=printings,
    )


def _card_row(card: Card) -> str:
    """A card as a row of cards.tsv; `none` says that it has no cost, `inf` that there is no limit."""
    costless = card.type in (AGENDA, IDENTITY)
    influence = str(card.influence) if card.influence is not None else "" if costless else "none"
    limit = "" if card.influence_limit is None else str(card.influence_limit)
    where = ";".join(f"{p.code}:{p.product}:{p.position}:{p.quantity}" for p in card.printings)
    cells = (
        card.title,
        card.side.value,
        card.faction,
        card.type,
        card.keywords,
        influence,
        str(card.deck_limit),
        str(card.agenda_points),
        str(card.minimum_deck_size),
        "inf" if card.is_identity and not limit else limit,
        "1" if card.unique else "0",
        card.flag,
        where,
    )
    return "\t".join(cells)


def _product_row(product: Product) -> str:
    released = product.released.isoformat() if product.released else ""
    cells = (product.code, product.name, product.cycle, str(product.position), released, "")
    return "\t".join((*cells, product.kind, product.publisher))


def _cycle_row(cycle: Cycle) -> str:
    return "\t".join((cycle.code, cycle.name, str(cycle.position), cycle.kind))


def _table(header: str, rows: list[str]) -> str:
    return "\n".join((header, *rows)) + "\n"
