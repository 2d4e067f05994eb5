"""Which cards may be played in a format on a day, and how many copies of each.

A pool is a set of slots with products in them (RULES "Legal card pool at a date"): all products of a slot,
or as many as the deck chooses. A pack counts from its street date. The formats are data
(facts/pools.toml); an organizer can override any slot or write a pool of their own. Which products a deck
had best choose is decided in choices.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from typing import Any

from app.deckcheck.catalog import Card, Catalog, Product
from app.deckcheck.formats import Overrides, PoolError, SlotSpec, apply, format_named
from app.deckcheck.mwl import MostWanted, mwl_at, mwl_named
from app.deckcheck.sentences import sentence

CACHE_REFRESH = "cache-refresh"
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
        return self.choose is not None and any(h.product.kind in _DELUXE_KINDS for h in self.holdings)


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
    catalog: Catalog
    base: Mapping[str, int] = field(repr=False)
    sources: Mapping[str, str] = field(repr=False)
    options: Mapping[str, Mapping[str, int]] = field(repr=False)

    @property
    def choices(self) -> tuple[Slot, ...]:
        """The slots a deck chooses from."""
        return tuple(slot for slot in self.slots if slot.choose is not None)

    def is_out(self, card: Card) -> bool:
        """Whether some printing of the card can be bought on the day."""
        released = (self.catalog.products[printing.product].released for printing in card.printings)
        return any(day is not None and day <= self.rules_day for day in released)

    def titles(self, *chosen: str) -> int:
        """Distinct titles of the pool with the chosen products (codes), identities included."""
        return len(set(self.base).union(*(self.options[code] for code in chosen)))

    def copies(self, *chosen: str) -> int:
        """Cards in the boxes of the pool with the chosen products (codes)."""
        return sum(self.base.values()) + sum(sum(self.options[code].values()) for code in chosen)

    def as_json(self) -> dict[str, Any]:
        """The pool as the API answers it: format, date, mwl, slots, sizes in titles."""
        deluxes = [h.product.code for slot in self.choices if slot.is_deluxe for h in slot.holdings]
        return {
            "format": self.format,
            "name": self.name,
            "date": self.day.isoformat(),
            "mwl": self.mwl.name if self.mwl else None,
            "slots": [_slot_json(slot) for slot in self.slots],
            "titles": {
                "without_deluxe": self.titles(),
                "one_deluxe": self.titles(deluxes[0]) if deluxes else None,
                "two_deluxes": self.titles(*deluxes[:2]) if len(deluxes) > 1 else None,
            },
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
    spec = format_named(format, overrides)
    if spec.first_day is not None and day < spec.first_day:
        raise FormatNotYet(spec.name, day, spec.first_day)
    rules_day = min(day, spec.last_change) if spec.last_change else day
    return replace(_build(catalog, format, rules_day, overrides or Overrides()), day=day)


@lru_cache(maxsize=512)
def _build(catalog: Catalog, format: str, day: date, overrides: Overrides) -> Pool:
    spec = format_named(format, overrides)
    slots = tuple(_slot(catalog, item, day) for item in apply(spec, overrides).slots)
    base, sources, options = _copies(catalog, slots)
    return Pool(
        format=format,
        name=spec.name,
        day=day,
        rules_day=day,
        mwl=mwl_named(overrides.mwl) if overrides.mwl is not None else mwl_at(day, spec.mwl),
        slots=slots,
        wild=spec.wild if overrides.wild is None else overrides.wild,
        free_identity=spec.free_identity,
        catalog=catalog,
        base=base,
        sources=sources,
        options=options,
    )


@lru_cache(maxsize=256)
def _copies(
    catalog: Catalog, slots: tuple[Slot, ...]
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
                held[title] = held.get(title, 0) + quantity * holding.boxes
                if held is base:
                    sources[title] = (
                        f"{sources[title]} + {product.name}" if title in sources else product.name
                    )
    return base, sources, options


def _slot(catalog: Catalog, spec: SlotSpec, day: date) -> Slot:
    """The products of one slot on a day."""
    holdings = []
    for item in spec.products:
        product = catalog.products.get(item.code)
        if product is None:
            raise PoolError(f'There is no product with the code "{item.code}".')
        start = item.start or product.released
        if start is not None and start <= day and (item.until is None or day <= item.until):
            holdings.append(Holding(product, item.boxes))
    released = [p for p in catalog.products.values() if p.released is not None and p.released <= day]
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
            raise PoolError(f'There is no cycle with the code "{wanted}".')
        return wanted
    begun = {product.cycle for product in released if catalog.cycles[product.cycle].kind == "data"}
    newest_first = sorted(begun, key=lambda code: catalog.cycles[code].position, reverse=True)
    return newest_first[wanted - 1] if len(newest_first) >= wanted else None
