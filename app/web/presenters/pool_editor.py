"""The page on which an organizer changes the event's card pool by product."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from app.deckcheck.formats import CUSTOM
from app.deckcheck.pools import Pool, Slot
from app.sentences import message, t, tn
from app.services.decks.pool_editing import StoredPool
from app.services.decks.product_search import FoundProduct
from app.web.presenters.desk_frame import DeskPage
from app.words.written import day as day_in_words
from app.words.written import day_of, listed_short, short_day

SLOT_NAMES = {
    "core": message("Core"),
    "deluxe": message("Deluxe"),
    "deluxes": message("Deluxes"),
    "campaign": message("Campaign"),
    "data pack": message("Data pack"),
    "newest cycle": message("Newest cycle"),
    "second newest cycle": message("Second newest cycle"),
}
"""Slots of the formats of app/deckcheck/facts/pools.toml that are no product's or cycle's name."""


@dataclass(frozen=True)
class ProductRow:
    """A product of the pool. `boxes` is None where whole sets count."""

    code: str
    name: str
    boxes: int | None
    released: str


@dataclass(frozen=True)
class SlotShown:
    """A slot; `rule` says how much of it a deck may use. `number` and `choose` are those of a custom pool."""

    number: int | None
    name: str
    rule: str
    choose: int | None
    products: tuple[ProductRow, ...]


@dataclass(frozen=True)
class FoundRow:
    """A product that was searched for; `where` is why it was found or where it stands."""

    code: str
    name: str
    where: str
    in_pool: bool


@dataclass(frozen=True)
class PoolEditor:
    """`slot_options` are (number, name) for adding to a custom pool; `searched` is what was typed."""

    name: str
    day: str
    custom: bool
    whole_sets: bool
    titles: int
    slots: tuple[SlotShown, ...]
    removed: tuple[ProductRow, ...]
    slot_options: tuple[tuple[str, str], ...]
    searched: str
    found: tuple[FoundRow, ...]


@dataclass(frozen=True)
class PoolEditorPage(DeskPage):
    """The pool by slot, and products found by name, cycle or a card in them."""

    template: ClassVar[str] = "organizer/pool.html"

    editor: PoolEditor


def pool_editor(pool: Pool, stored: StoredPool, words: str, found: Sequence[FoundProduct]) -> PoolEditor:
    """The pool with what can be done to it, and what a search found."""
    custom = pool.format == CUSTOM
    here = {holding.product.code for slot in pool.slots for holding in slot.holdings}
    return PoolEditor(
        name=pool.name,
        day=day_in_words(pool.day),
        custom=custom,
        whole_sets=pool.whole_sets,
        titles=pool.titles(),
        slots=_custom_slots(pool, stored) if custom else tuple(_slot(pool, slot) for slot in pool.slots),
        removed=tuple(_removed(pool, code) for code in stored.removed),
        slot_options=tuple((str(n), slot.name) for n, slot in enumerate(stored.slots)),
        searched=words,
        found=tuple(FoundRow(each.code, each.name, _where(each), each.code in here) for each in found),
    )


def _released(on: date | None) -> str:
    return short_day(on) if on else ""


def _slot_name(name: str) -> str:
    """A slot of a format of ours in the reader's language; others are called as their organizer wrote."""
    return t(SLOT_NAMES[name]) if name in SLOT_NAMES else name[:1].upper() + name[1:]


def _slot(pool: Pool, slot: Slot) -> SlotShown:
    return SlotShown(
        None,
        _slot_name(slot.name),
        _rule(slot.choose),
        slot.choose,
        tuple(
            ProductRow(
                holding.product.code,
                holding.product.name,
                None if pool.whole_sets else holding.boxes,
                _released(holding.product.released),
            )
            for holding in slot.holdings
        ),
    )


def _custom_slots(pool: Pool, stored: StoredPool) -> tuple[SlotShown, ...]:
    products = pool.catalog.products
    return tuple(
        SlotShown(
            number,
            slot.name,
            _rule(slot.choose),
            slot.choose,
            tuple(
                ProductRow(
                    code,
                    products[code].name,
                    boxes,
                    _released(products[code].released),
                )
                for code, boxes in slot.products.items()
                if code in products
            ),
        )
        for number, slot in enumerate(stored.slots)
    )


def _rule(choose: int | None) -> str:
    if choose is None:
        return t("All of these count.")
    return tn("A deck uses one of these.", "A deck uses up to {n} of these.", choose)


def _removed(pool: Pool, code: str) -> ProductRow:
    product = pool.catalog.products.get(code)
    return ProductRow(code, product.name if product else code, None, "")


def _where(found: FoundProduct) -> str:
    because = t("has {card}", card=found.because) if found.because else ""
    parts = [found.cycle, day_of(found.released), because]
    return listed_short([part for part in parts if part])
