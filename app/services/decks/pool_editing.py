"""Edits of an event's card pool by product: each gives the settings to store after one change.

Each function takes the pool as it is and the stored changes of it (`pool_overrides`, see card_pool) and gives
`format` and `pool_overrides`. In a custom pool products stand in slots, all of whose
products count, or as many as a deck chooses. In a named format products are added to it or taken out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.deckcheck.formats import CUSTOM
from app.deckcheck.pools import Pool
from app.sentences import say
from app.services.kernel.errors import Kind, Refused

MOST_BOXES = 99
MOST_SLOTS = 30
LONGEST_SLOT = 60
ALWAYS = "always in the pool"

Changes = dict[str, Any]


def add_product(
    pool: Pool, stored: Mapping[str, Any], code: str, boxes: int = 1, slot: int | None = None
) -> Changes:
    """Add boxes of a product: to slot number `slot` of a custom pool, or on top of a named format.

    Raises Refused unknown-product, invalid-boxes, unknown-slot (422), already-in-pool (409).
    """
    product = pool.catalog.products.get(code)
    if product is None:
        raise Refused("unknown-product", "Choose a product from the list.", Kind.INVALID)
    if not 1 <= boxes <= MOST_BOXES:
        raise Refused(
            "invalid-boxes",
            say("A pool has 1 to {most} boxes of a product.", most=MOST_BOXES),
            Kind.INVALID,
            field="boxes",
        )
    if pool.format == CUSTOM:
        slots = _slots(stored)
        there = next((each["name"] for each in slots if code in each["products"]), None)
        if there is not None:
            raise Refused(
                "already-in-pool",
                say("{product} is in the slot “{slot}” already.", product=product.name, slot=there),
            )
        _slot_at(slots, slot or 0)["products"][code] = boxes
        return _custom(stored, slots)
    if any(holding.product.code == code for each in pool.slots for holding in each.holdings):
        raise Refused("already-in-pool", say("{product} is in the pool already.", product=product.name))
    removed = [each for each in stored.get("remove", []) if each != code]
    back = len(removed) < len(stored.get("remove", []))
    added = dict(stored.get("add", {})) if back else {**stored.get("add", {}), code: boxes}
    return _named(pool, stored, added, removed)


def remove_product(pool: Pool, stored: Mapping[str, Any], code: str) -> Changes:
    """Take a product out of the pool, wherever it stands. Raises Refused unknown-product (422)."""
    if not any(holding.product.code == code for slot in pool.slots for holding in slot.holdings):
        raise Refused("unknown-product", "This product is not in the pool; load the page.", Kind.INVALID)
    if pool.format == CUSTOM:
        slots = _slots(stored)
        for slot in slots:
            slot["products"].pop(code, None)
            if slot.get("choose") is not None:
                slot["choose"] = max(1, min(slot["choose"], len(slot["products"])))
        return _custom(stored, slots)
    added = {key: boxes for key, boxes in stored.get("add", {}).items() if key != code}
    came_on_top = code in stored.get("add", {})
    removed = [*stored.get("remove", []), *([] if came_on_top else [code])]
    return _named(pool, stored, added, removed)


def as_custom(pool: Pool, stored: Mapping[str, Any]) -> Changes:
    """Turn the pool of a named format, as it is on its day, into slots that can be changed one by one.

    Raises Refused no-slots (409) for a pool whose copies no box limits: there are no boxes to write down.
    """
    if pool.whole_sets:
        raise Refused(
            "no-slots",
            say("{pool} counts whole sets, not boxes: add or remove single sets instead.", pool=pool.name),
        )
    slots = [
        {
            "name": slot.name,
            "products": {holding.product.code: holding.boxes for holding in slot.holdings},
            **({"choose": slot.choose} if slot.choose is not None else {}),
        }
        for slot in pool.slots
        if slot.holdings
    ]
    wild = {"wild": pool.wild} if pool.wild else {}
    legality = {"legality": stored["legality"]} if "legality" in stored else {}
    return {"format": CUSTOM, "pool_overrides": {"slots": slots, **wild, **legality}}


def add_slot(stored: Mapping[str, Any], name: str, choose: int | None) -> Changes:
    """A new slot at the end; `choose`: how many of its products a deck uses, None for all of them.

    Raises Refused invalid-slot (422).
    """
    slots = _slots(stored)
    if len(slots) >= MOST_SLOTS:
        raise Refused(
            "invalid-slot", say("A pool has up to {most} slots.", most=MOST_SLOTS), Kind.INVALID, field="name"
        )
    slot: dict[str, Any] = {"name": _name(name), "products": {}}
    if choose is not None:
        slot["choose"] = _choose(choose, 1)
    return _custom(stored, [*slots, slot])


def change_slot(stored: Mapping[str, Any], number: int, name: str, choose: int | None) -> Changes:
    """Another name for a slot, or another number of products to choose. Raises Refused invalid-slot (422)."""
    slots = _slots(stored)
    slot = _slot_at(slots, number)
    slot["name"] = _name(name)
    slot.pop("choose", None)
    if choose is not None:
        slot["choose"] = _choose(choose, max(1, len(slot["products"])))
    return _custom(stored, slots)


def remove_slot(stored: Mapping[str, Any], number: int) -> Changes:
    """Take a slot out with all its products. Raises Refused unknown-slot (422)."""
    slots = _slots(stored)
    slot = _slot_at(slots, number)
    return _custom(stored, [each for each in slots if each is not slot])


@dataclass(frozen=True)
class CustomSlot:
    """A slot of a custom pool with the boxes of each product by its code; `choose` None: all count."""

    name: str
    products: Mapping[str, int]
    choose: int | None


@dataclass(frozen=True)
class StoredPool:
    """What an organizer made of a pool: the slots of a custom one, or codes of products taken out."""

    slots: tuple[CustomSlot, ...]
    removed: tuple[str, ...]


def stored_pool(stored: Mapping[str, Any]) -> StoredPool:
    """The changes of a pool as an event keeps them."""
    slots = (CustomSlot(each["name"], each["products"], each.get("choose")) for each in _slots(stored))
    return StoredPool(tuple(slots), tuple(stored.get("remove") or ()))


def _slots(stored: Mapping[str, Any]) -> list[dict[str, Any]]:
    slots = []
    for slot in stored.get("slots") or []:
        products = slot["products"]
        boxes = dict(products) if isinstance(products, Mapping) else dict.fromkeys(products, 1)
        slots.append({**slot, "products": boxes})
    return slots


def _slot_at(slots: list[dict[str, Any]], number: int) -> dict[str, Any]:
    if not 0 <= number < len(slots):
        raise Refused("unknown-slot", "Choose one of the slots of this pool.", Kind.INVALID, field="slot")
    return slots[number]


def _custom(stored: Mapping[str, Any], slots: list[dict[str, Any]]) -> Changes:
    return {"format": CUSTOM, "pool_overrides": {**stored, "slots": slots}}


def _named(pool: Pool, stored: Mapping[str, Any], added: Mapping[str, int], removed: list[str]) -> Changes:
    kept = {key: value for key, value in stored.items() if key not in ("add", "remove")}
    changed = {**kept, **({"add": dict(added)} if added else {}), **({"remove": removed} if removed else {})}
    return {"format": pool.format, "pool_overrides": changed}


def _name(name: str) -> str:
    words = " ".join(name.split())
    if not 1 <= len(words) <= LONGEST_SLOT:
        raise Refused(
            "invalid-slot",
            say("A slot has a name of 1 to {most} characters.", most=LONGEST_SLOT),
            Kind.INVALID,
            field="name",
        )
    return words


def _choose(choose: int, most: int) -> int:
    if not 1 <= choose <= most:
        sentence = say("Choose 1 to {most} of the products, or leave it empty for all of them.", most=most)
        raise Refused("invalid-slot", sentence, Kind.INVALID, field="choose")
    return choose
