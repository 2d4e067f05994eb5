"""Which cards may be played in a format on a day, and how many copies of each.

A pool is a set of slots with products in them (RULES "Legal card pool at a date"): all products of a slot,
or as many as the deck chooses. A pack counts from its street date. The formats are data
(facts/pools.toml); an organizer can override any slot or write a pool of their own. Which products a deck
had best choose is decided in choices.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property, lru_cache
from typing import Any

from app.deckcheck.catalog import Card, Catalog, Product
from app.deckcheck.formats import (
    CUSTOM,
    SECOND_FRIDAY,
    FormatSpec,
    Overrides,
    PoolError,
    ProductSpec,
    SlotSpec,
    apply,
    format_named,
)
from app.deckcheck.mwl import MostWanted, list_called, mwl_at, mwl_named
from app.deckcheck.sentences import sentence
from app.deckcheck.snapshot_sizes import sizes_of
from app.deckcheck.snapshots import Snapshot, all_snapshots, pool_products, snapshot_at
from app.sentences import say

CACHE_REFRESH = "cache-refresh"
ANY_NUMBER = 99  # copies in a pool of whole sets: the card's own limit is smaller
FRIDAY = 4
_DELUXE_KINDS = ("deluxe", "campaign")


class FormatNotYet(PoolError):
    """The format did not exist on the day asked for. `values` are those of its sentence."""

    def __init__(self, format: str, day: date, first: date) -> None:
        self.values = {"format": format, "day": day.isoformat(), "first": first.isoformat()}
        super().__init__(sentence("format-not-yet", self.values))


@dataclass(frozen=True, slots=True)
class Holding:
    """A product and how many boxes of it the pool has."""

    product: Product
    boxes: int


@dataclass(frozen=True, slots=True)
class Slot:
    """Products of a pool: all of them when `choose` is None, else a deck uses at most that many."""

    name: str
    holdings: tuple[Holding, ...]
    choose: int | None = None

    @property
    def is_deluxe(self) -> bool:
        """Whether it is a choice of deluxe-size boxes."""
        named = self.name == "deluxe"
        return self.choose is not None and (
            named or any(h.product.kind in _DELUXE_KINDS for h in self.holdings)
        )


@dataclass(frozen=True, eq=False)
class Pool:
    """The pool of a format on a day.

    `free_identity`: the identity may come from any product that is out. `rules_day` is the day whose lists
    and errata count (the last change of an ended format). `base` gives copies per title of all products a
    deck need not choose; `options` copies per title of each product it may choose.
    """

    format: str
    name: str
    day: date
    rules_day: date
    mwl: MostWanted | None
    slots: tuple[Slot, ...]
    wild: int
    free_identity: bool
    whole_sets: bool
    catalog: Catalog
    base: Mapping[str, int] = field(repr=False)
    sources: Mapping[str, str] = field(repr=False)
    options: Mapping[str, Mapping[str, int]] = field(repr=False)

    @property
    def snapshot(self) -> Snapshot | None:
        """The snapshot the day is in; None where the format is made of slots."""
        family = format_named(self.format).snapshots if self.whole_sets and self.format != CUSTOM else None
        return snapshot_at(family, self.rules_day, self.catalog.added) if family is not None else None

    @cached_property
    def choices(self) -> tuple[Slot, ...]:
        """The slots a deck chooses from."""
        return tuple(slot for slot in self.slots if slot.choose is not None)

    @cached_property
    def offered(self) -> frozenset[str]:
        """The titles of the pool, those of the products a deck may choose among them."""
        return frozenset(self.base).union(*self.options.values())

    def is_out(self, card: Card) -> bool:
        """Whether some printing of the card can be bought on the day."""
        released = (self.catalog.products[printing.product].released for printing in card.printings)
        return any(day is not None and day <= self.rules_day for day in released)

    def titles(self, *chosen: str) -> int:
        """Distinct titles of the pool with the chosen products (codes), identities included."""
        return len(set(self.base).union(*(self.options[code] for code in chosen)))

    def removed(self) -> frozenset[str]:
        """The titles of the pool, of the products a deck may choose too, that the list removes."""
        if self.mwl is None:
            return frozenset()
        cards = ((title, self.catalog.titled(title)) for title in self.offered)
        return frozenset(title for title, card in cards if card is not None and self.mwl.removes(card))

    def copies(self, *chosen: str) -> int:
        """Cards in the boxes of the pool with the chosen products (codes)."""
        return sum(self.base.values()) + sum(sum(self.options[code].values()) for code in chosen)

    def as_json(self) -> dict[str, Any]:
        """The pool as the API answers it: format, date, mwl, slots, sizes in titles, snapshot."""
        deluxes = [h.product.code for slot in self.choices if slot.is_deluxe for h in slot.holdings]
        return {
            "format": self.format,
            "name": self.name,
            "date": self.day.isoformat(),
            "mwl": self.mwl.name if self.mwl else None,
            "copies": "limit" if self.whole_sets else "boxes",
            "slots": [_slot_json(slot) for slot in self.slots],
            "titles": {
                "without_deluxe": self.titles(),
                "one_deluxe": self.titles(deluxes[0]) if deluxes else None,
                "two_deluxes": self.titles(*deluxes[:2]) if len(deluxes) > 1 else None,
            },
            "removed": len(self.removed()),
            "snapshot": sizes_of(self.catalog, self.snapshot).as_json(self.snapshot)
            if self.snapshot
            else None,
        }


def _slot_json(slot: Slot) -> dict[str, Any]:
    products = [
        {
            "code": holding.product.code,
            "name": holding.product.name,
            "boxes": holding.boxes,
            "released": holding.product.released.isoformat() if holding.product.released else None,
        }
        for holding in slot.holdings
    ]
    answer: dict[str, Any] = {"name": slot.name, "products": products}
    if slot.choose is not None:
        answer["choose"] = slot.choose
    return answer


def pool_at(catalog: Catalog, format: str, day: date, overrides: Overrides | None = None) -> Pool:
    """The pool of `format` on `day`.

    Raises FormatNotYet before the format's first day, PoolError for an unknown format, product or cycle and
    UnknownList for an unknown list.
    """
    return _at(catalog, format, day, overrides or Overrides())


@lru_cache(maxsize=512)
def _at(catalog: Catalog, format: str, day: date, overrides: Overrides) -> Pool:
    spec = format_named(format, overrides)
    if spec.first_day is not None and day < spec.first_day:
        raise FormatNotYet(spec.name, day, spec.first_day)
    rules_day = min(day, spec.last_change) if spec.last_change else day
    pool = _build(catalog, format, rules_day, overrides)
    return pool if rules_day == day else replace(pool, day=day)


@lru_cache(maxsize=512)
def _build(catalog: Catalog, format: str, day: date, overrides: Overrides) -> Pool:
    spec = format_named(format, overrides)
    if spec.snapshots is not None:
        spec = replace(spec, slots=(_sets_of(catalog, spec.snapshots, day),))
    out = counting(catalog, day, overrides.legality)
    slots = tuple(_slot(catalog, item, day, out) for item in apply(spec, overrides).slots)
    base, sources, options = _copies(catalog, slots, spec.whole_sets)
    return Pool(
        format=format,
        name=spec.name,
        day=day,
        rules_day=day,
        mwl=_list_of(catalog, spec, day)
        if overrides.mwl is None
        else mwl_named(overrides.mwl, catalog.added),
        slots=slots,
        wild=spec.wild if overrides.wild is None else overrides.wild,
        free_identity=spec.free_identity,
        whole_sets=spec.whole_sets,
        catalog=catalog,
        base=base,
        sources=sources,
        options=options,
    )


def _sets_of(catalog: Catalog, format: str, day: date) -> SlotSpec:
    """The sets of the pool of the day, and those the format names besides; what is not out yet is left out
    later.
    """
    snapshot = snapshot_at(format, day, catalog.added)
    codes = pool_products(catalog.added)[snapshot.pool] if snapshot else ()
    besides = [item for slot in format_named(format).slots for item in slot.products]
    own = {item.code for item in besides if item.until is None or day <= item.until}
    named = (ProductSpec(code) for code in codes if code not in own)
    return SlotSpec("sets", (*named, *besides))


def _list_of(catalog: Catalog, spec: FormatSpec, day: date) -> MostWanted | None:
    """The list of a format on a day. A list younger than its snapshot counts from its own day; until then the
    one before goes on.
    """
    if spec.list is not None:
        return list_called(spec.list, catalog.added)
    if spec.snapshots is None:
        return mwl_at(day, spec.mwl, catalog.added)
    for snapshot in reversed(all_snapshots(catalog.added)[spec.snapshots]):
        if snapshot.start <= day:
            found = list_called(snapshot.list, catalog.added) if snapshot.list else None
            if found is None or found.start <= day:
                return found
    return None


@lru_cache(maxsize=256)
def counting(catalog: Catalog, day: date, legality: str) -> frozenset[str]:
    """The codes of the products that count on a day, from their release or from the second Friday after
    it.
    """
    return frozenset(
        code
        for code, product in catalog.products.items()
        if product.released is not None and counts_from(product.released, legality) <= day
    )


def counts_from(released: date, legality: str) -> date:
    """The first day on which a product counts: its release, or the second Friday after that day."""
    if legality != SECOND_FRIDAY:
        return released
    return released + timedelta(days=(FRIDAY - released.weekday() - 1) % 7 + 8)


@lru_cache(maxsize=256)
def _copies(
    catalog: Catalog, slots: tuple[Slot, ...], whole_sets: bool
) -> tuple[dict[str, int], dict[str, str], dict[str, dict[str, int]]]:
    """Copies and product names per title of the products a deck need not choose, and copies of each it may.

    Days with the same products share them.
    """
    base: dict[str, int] = {}
    sources: dict[str, str] = {}
    options: dict[str, dict[str, int]] = {}
    for slot in slots:
        for holding in slot.holdings:
            product = holding.product
            held = options.setdefault(product.code, {}) if slot.choose is not None else base
            for title, quantity in catalog.contents(product.code).items():
                held[title] = ANY_NUMBER if whole_sets else held.get(title, 0) + quantity * holding.boxes
                if held is base:
                    sources[title] = (
                        f"{sources[title]} + {product.name}" if title in sources else product.name
                    )
    return base, sources, options


def _slot(catalog: Catalog, spec: SlotSpec, day: date, out: frozenset[str]) -> Slot:
    """The products of one slot on a day."""
    holdings = []
    for item in spec.products:
        product = catalog.products.get(item.code)
        if product is None:
            raise PoolError(say('There is no product with the code "{code}".', code=item.code))
        begun = item.start <= day if item.start else item.code in out
        if begun and (item.until is None or day <= item.until):
            holdings.append(Holding(product, item.boxes))
    released = [catalog.products[code] for code in out] if spec.kinds or spec.cycle is not None else []
    released.sort(key=lambda product: (product.released or date.min, product.position))
    if spec.kinds:
        holdings.extend(Holding(product, 1) for product in released if product.kind in spec.kinds)
    if spec.cycle is not None:
        code = _cycle(catalog, spec.cycle, released)
        holdings.extend(Holding(product, 1) for product in released if product.cycle == code)
    kept = tuple(holding for holding in holdings if holding.product.code not in spec.removed)
    return Slot(spec.name, kept, spec.choose)


def _cycle(catalog: Catalog, wanted: int | str, released: list[Product]) -> str | None:
    """The code of a cycle: named, or the n-th newest that has a released pack (1 = the newest)."""
    if isinstance(wanted, str):
        if wanted not in catalog.cycles:
            raise PoolError(say('There is no cycle with the code "{code}".', code=wanted))
        return wanted
    begun = {product.cycle for product in released if catalog.cycles[product.cycle].kind == "data"}
    newest_first = sorted(begun, key=lambda code: catalog.cycles[code].position, reverse=True)
    return newest_first[wanted - 1] if len(newest_first) >= wanted else None
