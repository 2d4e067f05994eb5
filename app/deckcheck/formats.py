"""The formats the checker knows, as they stand in facts/pools.toml, and what an organizer may change of them.

A format is a list of slots; an organizer can put other products into the core, the deluxe list or the
cycles, add and remove single products, name the Most Wanted List, or write all slots of a custom pool
(RULES "Custom").
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from math import comb, prod
from typing import Any

from app.deckcheck.mwl import NO_LIST
from app.deckcheck.snapshots import all_snapshots
from app.deckcheck.tables import FOLDER
from app.sentences import AnyOf, say

CUSTOM = "custom"
RELEASE, SECOND_FRIDAY = "release", "second-friday"
LEGALITIES = (RELEASE, SECOND_FRIDAY)
MOST_CHOICES = 100_000  # combinations a deck may have to choose from; more would be slow to decide exactly


class PoolError(ValueError):
    """A pool was asked for that cannot be made; the message says what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ProductSpec:
    """A product by code. It counts from `start` (None: its street date) to `until`, both days included."""

    code: str
    boxes: int = 1
    start: date | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """A slot: products, or a cycle (n-th newest or code), or kinds of products; all of them or `choose`.

    Products in `removed` stay out whatever put them in.
    """

    name: str
    products: tuple[ProductSpec, ...] = ()
    choose: int | None = None
    cycle: int | str | None = None
    kinds: tuple[str, ...] = ()
    removed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class FormatSpec:
    """A format: its slots, its days, its family of lists, how many titles may come from anywhere.

    `free_identity`: the identity may come from any product, too. From `last_change` on the pool and the list
    stay. `played_until`: the day meant where nobody names one. `snapshots`: the format of snapshots.py whose
    pool and list of the day count. `whole_sets`: copies are limited by the card alone, not by boxes. `list`:
    the name of the one list that always counts.
    """

    name: str
    slots: tuple[SlotSpec, ...]
    mwl: str = NO_LIST
    wild: int = 0
    first_day: date | None = None
    last_change: date | None = None
    played_until: date | None = None
    free_identity: bool = False
    snapshots: str | None = None
    whole_sets: bool = False
    list: str | None = None


@dataclass(frozen=True, slots=True)
class Overrides:
    """What an organizer changed. None leaves a slot as the format has it; products named here always count.

    `legality`: the day from which a new product counts, `release` or `second-friday` after it.
    `core`: (product, boxes) pairs; `deluxes`: products of which a deck chooses one; `cycles`: codes of whole
    cycles; `add`: (product, boxes) pairs on top; `remove`: products taken out wherever they stand; `mwl`:
    name of a list or `none`; `slots`: all slots of a custom pool; `wild`: titles from anywhere.
    """

    core: tuple[tuple[str, int], ...] | None = None
    deluxes: tuple[str, ...] | None = None
    cycles: tuple[str, ...] | None = None
    add: tuple[tuple[str, int], ...] = ()
    remove: tuple[str, ...] = ()
    mwl: str | None = None
    slots: tuple[SlotSpec, ...] | None = None
    wild: int | None = None
    legality: str = RELEASE

    @property
    def is_empty(self) -> bool:
        """Whether the products are those of the format (the list may still be another)."""
        return replace(self, mwl=None) == Overrides()


@cache
def all_formats() -> Mapping[str, FormatSpec]:
    """Every named format by its code, in the order of the file."""
    data = tomllib.loads((FOLDER / "pools.toml").read_text(encoding="utf-8"))
    return {code: _format(entry) for code, entry in data.items()}


def format_named(code: str, overrides: Overrides | None = None) -> FormatSpec:
    """The format with that code; `custom` is made of the overrides' slots. Raises PoolError."""
    spec = all_formats().get(code)
    if spec is not None:
        return spec
    if code == CUSTOM:
        if overrides is None or not overrides.slots:
            raise PoolError(say("A custom pool needs its slots: a name and products for each."))
        return FormatSpec(name="Custom", slots=overrides.slots)
    known = AnyOf([*all_formats(), CUSTOM])
    raise PoolError(say('There is no format "{code}". Use one of: {known}.', code=code[:60], known=known))


def day_meant(code: str, today: date) -> date:
    """The day to judge by when none is named: today, or the last day on which the format was played."""
    spec = all_formats().get(code)
    return min(today, spec.played_until) if spec and spec.played_until else today


def apply(spec: FormatSpec, overrides: Overrides) -> FormatSpec:
    """The format with the organizer's changes."""
    slots = list(overrides.slots if overrides.slots is not None else spec.slots)
    if overrides.core is not None:
        slots = _put(slots, ("core",), SlotSpec("core", _always(overrides.core)))
    if overrides.deluxes is not None:
        boxes = _always([(code, 1) for code in overrides.deluxes])
        slots = _put(slots, ("deluxe",), SlotSpec("deluxe", boxes, choose=1))
    if overrides.cycles is not None:
        slots = _put(slots, ("newest cycle", "second newest cycle"), None)
        slots.extend(SlotSpec(f"cycle {code}", cycle=code) for code in overrides.cycles)
    if overrides.add:
        slots.append(SlotSpec("added", _always(overrides.add)))
    if overrides.remove:
        slots = [replace(slot, removed=frozenset(overrides.remove)) for slot in slots]
    return replace(spec, slots=tuple(slots))


def custom_slots(data: Sequence[Mapping[str, Any]]) -> tuple[SlotSpec, ...]:
    """Slots of a custom pool from `[{"name", "products": {CODE: boxes} or [CODE, ...], "choose"?}]`.

    Raises PoolError for anything else and for more choices than can be decided exactly.
    """
    slots = tuple(_custom_slot(entry) for entry in data)
    choices = prod(comb(len(slot.products), slot.choose) for slot in slots if slot.choose is not None)
    if choices > MOST_CHOICES:
        raise PoolError(
            say(
                "These slots give {choices} choices; the checker decides up to {most}.",
                choices=choices,
                most=MOST_CHOICES,
            )
        )
    return slots


def _custom_slot(entry: Mapping[str, Any]) -> SlotSpec:
    name, products, choose = entry.get("name"), entry.get("products"), entry.get("choose")
    if not isinstance(name, str) or not name or set(entry) - {"name", "products", "choose"}:
        raise PoolError(say("A slot has a name, products and perhaps choose."))
    if isinstance(products, Mapping):
        pairs = list(products.items())
    elif isinstance(products, Sequence) and not isinstance(products, str):
        pairs = [(code, 1) for code in products]
    else:
        raise PoolError(
            say('The slot "{slot}" needs products: codes, or codes with a number of boxes.', slot=name)
        )
    if not all(isinstance(code, str) and type(boxes) is int and 1 <= boxes <= 99 for code, boxes in pairs):
        raise PoolError(say('The slot "{slot}" needs product codes with 1 to 99 boxes each.', slot=name))
    if choose is not None and not (type(choose) is int and 1 <= choose <= max(len(pairs), 1)):
        raise PoolError(
            say(
                'In the slot "{slot}" choose is a number from 1 to {most}.',
                slot=name,
                most=max(len(pairs), 1),
            )
        )
    return SlotSpec(name, _always(pairs), choose)


def _always(pairs: Sequence[tuple[str, int]]) -> tuple[ProductSpec, ...]:
    """Products an organizer named: they count on every day."""
    return tuple(ProductSpec(code, boxes, start=date.min) for code, boxes in pairs)


def _put(slots: list[SlotSpec], names: tuple[str, ...], new: SlotSpec | None) -> list[SlotSpec]:
    """The slots without those of the names, and `new` in the place of the first (or at the end)."""
    place = next((index for index, slot in enumerate(slots) if slot.name in names), len(slots))
    left = [slot for slot in slots if slot.name not in names]
    if new is not None and new.products:
        left.insert(min(place, len(left)), new)
    return left


def _format(entry: Mapping[str, Any]) -> FormatSpec:
    snapshots = entry.get("snapshots")
    begun = all_snapshots()[snapshots][0].start if snapshots else None
    return FormatSpec(
        name=entry["name"],
        slots=tuple(_slot(slot) for slot in entry.get("slots", ())),
        mwl=entry.get("mwl", NO_LIST),
        wild=entry.get("wild", 0),
        first_day=entry.get("first_day", begun),
        last_change=entry.get("last_change"),
        played_until=entry.get("played_until"),
        free_identity=entry.get("free_identity", False),
        snapshots=snapshots,
        whole_sets=entry.get("whole_sets", snapshots is not None),
        list=entry.get("list"),
    )


def _slot(entry: Mapping[str, Any]) -> SlotSpec:
    products = []
    for item in entry.get("products", ()):
        spec: Mapping[str, Any] = {"code": item} if isinstance(item, str) else item
        products.append(ProductSpec(spec["code"], spec.get("boxes", 1), spec.get("from"), spec.get("until")))
    return SlotSpec(
        name=entry["name"],
        products=tuple(products),
        choose=entry.get("choose"),
        cycle=entry.get("cycle"),
        kinds=tuple(entry.get("kinds", ())),
    )
