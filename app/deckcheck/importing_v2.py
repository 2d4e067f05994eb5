"""The newer layout of NetrunnerDB's cards (folder `v2` of the card repository, answers of the API v3).

Cards, printings, sets and cycles become entries of the older layout, which importing.py checks and takes.
Lists, pools and snapshots become rows of the tables mwl, pool_products and snapshots. Objects of the API
carry their fields in `attributes`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import fold
from app.deckcheck.mwl import all_lists
from app.deckcheck.snapshots import all_snapshots

Entry = Mapping[str, Any]
# Lists kept in Standard's folder that are another format's.
_OTHER_LISTS = ("_for_classic_only", "sunset_")
_MECHANISMS = ("universal_faction_cost", "global_penalty", "points")
_TABLE_NAMES = {"universal_faction_cost": "universal_influence"}


class BadEntry(ValueError):
    """An entry that cannot be taken; `where` says where it stands."""

    def __init__(self, where: str, reason: str) -> None:
        super().__init__(f"{where}: {reason}")


@dataclass
class NewerLayout:
    """Entries of the newer layout by kind, each with the place it stands at."""

    found: dict[str, list[tuple[str, Entry]]] = field(default_factory=dict)

    def add(self, where: str, kind: str, entry: Entry) -> None:
        """Keep one entry of a kind that `kind_of` named."""
        self.found.setdefault(kind, []).append((where, entry))

    def of(self, kind: str) -> list[tuple[str, Entry]]:
        """The entries of a kind."""
        return self.found.get(kind, [])


def flat(entry: Any) -> Any:
    """An object of the API as the repository has it: its attributes beside its id."""
    if isinstance(entry, Mapping) and isinstance(entry.get("attributes"), Mapping):
        return {**entry["attributes"], "id": entry.get("id"), "type": entry.get("type")}
    return entry


def kind_of(name: str, entry: Any) -> str | None:
    """What an object of the newer layout is, by the fields only that kind has; cycles and subtypes have none
    of their own, so the name of the file or the type decides. None for everything else.
    """
    if isinstance(entry, Mapping) and {"slug", "name", "type", "ram", "color"} <= entry.keys():
        return "cyberpunk"
    if not isinstance(entry, Mapping) or not isinstance(entry.get("id"), str):
        return None
    keys = entry.keys()
    if "card_type_id" in keys and "title" in keys and "side_id" in keys:
        return "card"
    if "card_id" in keys and "card_set_id" in keys and "quantity" in keys:
        return "printing"
    if "card_cycle_id" in keys and "card_set_type_id" in keys:
        return "set"
    if "date_start" in keys and "format_id" in keys and "name" in keys and "card_pool_id" not in keys:
        return "list"
    if isinstance(entry.get("snapshots"), list):
        return "format"
    if "card_pool_id" in keys and "date_start" in keys:
        return "snapshot"
    if "card_set_ids" in keys or "card_cycle_ids" in keys:
        return "pool"
    stem = name.rsplit("/", 1)[-1].removesuffix(".json")
    for kind in ("card_cycles", "card_subtypes"):
        if stem == kind or entry.get("type") == kind:
            return kind.removeprefix("card_").removesuffix("s")
    return None


def older_entries(layout: NewerLayout, catalog: Catalog) -> Iterator[tuple[str, str, Entry]]:
    """Kind (`cycle`, `pack`, `card`), place and content of entries as the older layout has them."""
    codes = _set_codes(layout)
    cycles = _cycle_codes(layout, catalog)
    sizes: dict[str, int] = {}
    for _where, entry in layout.of("set"):
        sizes[entry["card_cycle_id"]] = sizes.get(entry["card_cycle_id"], 0) + 1
    for number, (where, entry) in enumerate(layout.of("cycle")):
        size = sizes.get(entry["id"], 1)
        position = entry.get("position", number)
        yield (
            "cycle",
            where,
            {**entry, "code": cycles[entry["id"]], "size": size, "position": position, "rotated": False},
        )
    for where, entry in layout.of("set"):
        cycle = cycles.get(entry["card_cycle_id"]) or _known_cycle(entry["card_cycle_id"], catalog)
        yield "pack", where, {**entry, "code": codes[entry["id"]], "cycle_code": cycle}
    yield from _printings(layout, catalog, codes)


def _set_codes(layout: NewerLayout) -> dict[str, str]:
    return {entry["id"]: entry.get("legacy_code") or entry["id"] for _where, entry in layout.of("set")}


def _known_cycle(code: str, catalog: Catalog) -> str:
    dashed = code.replace("_", "-")
    names = {fold(cycle.name): known for known, cycle in catalog.cycles.items()}
    return dashed if dashed in catalog.cycles else names.get(fold(code.replace("_", " ")), code)


def _cycle_codes(layout: NewerLayout, catalog: Catalog) -> dict[str, str]:
    return {
        entry["id"]: entry.get("legacy_code") or _known_cycle(entry["id"], catalog)
        for _where, entry in layout.of("cycle")
    }


def _key(text: str) -> str:
    """An id or a title without what ids leave out."""
    return "".join(char for char in fold(text) if char.isascii() and char.isalnum())


def _without_signs(title: str) -> str:
    """A title without what is neither a letter nor ASCII: the id of `O₂ Shortage` is `o_shortage`."""
    return "".join(char for char in title if char.isascii() or char.isalpha())


class _Titles:
    """Titles of cards by their id: those of the import, else those of the catalogue."""

    def __init__(self, layout: NewerLayout, catalog: Catalog) -> None:
        self.new = {entry["id"]: entry["title"] for _where, entry in layout.of("card")}
        plain = {_key(_without_signs(card.title)): card.title for card in catalog.cards}
        self.known = plain | {_key(card.title): card.title for card in catalog.cards}

    def of(self, where: str, code: Any) -> str:
        """The title; raises BadEntry for an id nobody knows."""
        title = self.new.get(code) or self.known.get(_key(str(code)))
        if not isinstance(title, str):
            raise BadEntry(where, f'the card "{str(code)[:60]}" is unknown; import its card file too.')
        return title


def _printings(
    layout: NewerLayout, catalog: Catalog, codes: Mapping[str, str]
) -> Iterator[tuple[str, str, Entry]]:
    """One entry of the older layout for each printing; what the cards say is in their own files."""
    names = {entry["id"]: entry.get("name") for _where, entry in layout.of("subtype")}
    known = {_key(word): word for card in catalog.cards for word in card.keywords.split(" - ")}
    products = {fold(product.name): code for code, product in catalog.products.items()}
    facts = {entry["id"]: entry for _where, entry in layout.of("card")}
    for where, entry in layout.of("printing"):
        pack = codes.get(entry["card_set_id"])
        pack = pack or products.get(fold(str(entry["card_set_id"]).replace("_", " ")))
        if pack is None:
            raise BadEntry(where, f'the set "{entry["card_set_id"]}" is unknown; import card_sets.json too.')
        position = entry.get("position", entry.get("position_in_set", 0))
        place = {"code": entry["id"], "pack_code": pack, "position": position, "quantity": entry["quantity"]}
        card = facts.get(entry["card_id"])
        if card is None:
            raise BadEntry(
                where, f'the card "{str(entry["card_id"])[:60]}" is unknown; import its card file too.'
            )
        subtypes = card.get("subtypes") or card.get("card_subtype_ids") or []
        keywords = [
            names.get(code) or known.get(_key(code)) or code.replace("_", " ").title() for code in subtypes
        ]
        yield "card", where, {**_facts(card), **place, "keywords": " - ".join(keywords) or None}


def _facts(card: Entry) -> dict[str, Any]:
    kind = str(card["card_type_id"])
    return {
        "title": card["title"],
        "side_code": card["side_id"],
        "type_code": "identity" if kind.endswith("_identity") else kind,
        "faction_code": str(card.get("faction_id")).replace("_", "-"),
        "faction_cost": card.get("influence_cost"),
        "deck_limit": card.get("deck_limit"),
        "agenda_points": card.get("agenda_points"),
        "minimum_deck_size": card.get("minimum_deck_size"),
        "influence_limit": card.get("influence_limit"),
        "uniqueness": card.get("is_unique"),
    }


def list_rows(layout: NewerLayout, catalog: Catalog) -> list[tuple[str, ...]]:
    """Rows of the table mwl. Raises BadEntry."""
    titles = _Titles(layout, catalog)
    names = {entry["id"]: entry.get("name") for _where, entry in layout.of("subtype")}
    rows: list[tuple[str, ...]] = []
    for where, entry in layout.of("list"):
        if any(part in entry["id"] for part in _OTHER_LISTS) or "ignore active date" in entry["name"]:
            continue
        family = "napd" if entry["id"].startswith("napd_") else str(entry["format_id"])
        head = (family, entry["name"], _day(where, entry["date_start"]))
        cards = {**entry, **_verdicts(entry)}
        for field_name, mechanism in (("banned", "removed"), ("restricted", "restricted")):
            rows.extend(
                (*head, titles.of(where, code), mechanism, "") for code in cards.get(field_name) or ()
            )
        for mechanism in _MECHANISMS:
            for value, codes in _by_value(cards.get(mechanism)):
                told = _TABLE_NAMES.get(mechanism, mechanism)
                rows.extend((*head, titles.of(where, code), told, value) for code in codes)
        subtypes = (entry.get("subtypes") or {}).get("banned") or entry.get("banned_subtypes") or ()
        rows.extend((*head, names.get(code) or code.title(), "subtype", "") for code in subtypes)
        for field_name, mechanism in (("point_limit", "point_limit"), ("max_3_point_agendas", "agenda_cap")):
            if type(entry.get(field_name)) is int:
                rows.append((*head, "", mechanism, str(entry[field_name])))
        if not rows or rows[-1][1] != entry["name"]:
            raise BadEntry(where, f'the list "{entry["name"]}" names no card.')
    return rows


def _verdicts(entry: Entry) -> Mapping[str, Any]:
    """The entries of a list as the API nests them."""
    verdicts = entry.get("verdicts")
    return verdicts if isinstance(verdicts, Mapping) else {}


def _by_value(value: Any) -> Iterator[tuple[str, list[str]]]:
    """Values with their cards: from `{"2": [cards]}`, from `{card: 2}`, or from `[cards]`, each 1."""
    if isinstance(value, Mapping):
        for key, content in value.items():
            yield (str(key), content) if isinstance(content, list) else (str(content), [key])
    elif isinstance(value, list):
        yield "1", value


def pool_rows(layout: NewerLayout) -> list[tuple[str, ...]]:
    """Rows of the table pool_products: the sets a pool names and those of the cycles it names."""
    codes = _set_codes(layout)
    in_cycle: dict[str, list[str]] = {}
    for _where, entry in layout.of("set"):
        in_cycle.setdefault(entry["card_cycle_id"], []).append(entry["id"])
    rows: dict[tuple[str, ...], None] = {}
    for where, entry in layout.of("pool"):
        named = [*(entry.get("card_set_ids") or ())]
        for cycle in entry.get("card_cycle_ids") or ():
            named.extend(in_cycle.get(cycle, ()))
        for code in named:
            if code not in codes:
                raise BadEntry(where, f'the set "{code}" is unknown; import card_sets.json too.')
            rows[(entry["id"], codes[code])] = None
    return list(rows)


def snapshot_rows(layout: NewerLayout, catalog: Catalog) -> list[tuple[str, ...]]:
    """Rows of the table snapshots, of the formats the program knows. Raises BadEntry."""
    names = {_key(item.name): item.name for item in all_lists(catalog.added)}
    names |= {entry["id"]: entry["name"] for _where, entry in layout.of("list")}
    rows: list[tuple[str, ...]] = []
    begun = [
        (where, entry["id"], each) for where, entry in layout.of("format") for each in entry["snapshots"]
    ]
    begun += [(where, entry["format_id"], entry) for where, entry in layout.of("snapshot")]
    for where, format_id, snapshot in begun:
        format = str(format_id).replace("_", "-")
        if format not in all_snapshots() or str(snapshot.get("id")).startswith("sunset"):
            continue
        restriction = snapshot.get("restriction_id")
        name = (names.get(restriction) or names.get(_key(restriction))) if restriction else ""
        if name is None:
            raise BadEntry(where, f'the list "{restriction}" is unknown; import its restrictions too.')
        day = _day(where, snapshot.get("date_start"))
        rows.append((format, day, str(snapshot["card_pool_id"]), name))
    return rows


def cyberpunk_rows(layout: NewerLayout) -> list[tuple[str, ...]]:
    """Rows of the table cyberpunk: cards of the Cyberpunk TCG. Raises BadEntry."""
    rows = []
    for where, entry in layout.of("cyberpunk"):
        cells = [entry["slug"], entry["name"], entry.get("subtitle") or "", entry["color"], entry["type"]]
        if not all(isinstance(cell, str) and not set(cell) & set("\t\r\n") for cell in cells):
            raise BadEntry(where, "slug, name, subtitle, color and type are texts on one line.")
        if type(entry["ram"]) is not int or not 0 <= entry["ram"] <= 99 or not cells[0] or not cells[1]:
            raise BadEntry(where, "a card has a slug, a name and a number of RAM.")
        rows.append((*cells, str(entry["ram"])))
    return rows


def _day(where: str, text: Any) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except (TypeError, ValueError):
        raise BadEntry(where, f"“{str(text)[:30]}” is no date such as 2026-08-01.") from None
