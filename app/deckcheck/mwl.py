"""The Most Wanted List at a date, its mechanisms, and errata that change a card's deck limit.

Lists match by title, in any printing. Restricted: at most one such title per deck. Removed: none. Universal
influence (1.2): every copy costs that much influence more, in faction too. Penalty (1.0, 1.1): every copy
lowers the identity's influence limit by that much, never below 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from app.deckcheck import tables
from app.deckcheck.catalog import Card
from app.deckcheck.folding import fold

NAPD = "napd"
STANDARD = "standard"
NO_LIST = "none"


class UnknownList(ValueError):
    """A list was named that does not exist; the message names those that do."""


@dataclass(frozen=True, slots=True, eq=False)
class MostWanted:
    """One list. `universal` and `penalty` give influence per copy of a title."""

    name: str
    family: str
    start: date
    restricted: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    universal: Mapping[str, int] = field(default_factory=dict)
    penalty: Mapping[str, int] = field(default_factory=dict)


@cache
def all_lists() -> tuple[MostWanted, ...]:
    """Every list, the oldest first."""
    found: dict[str, tuple[str, date, dict[str, dict[str, int]]]] = {}
    for family, name, start, title, mechanism, value in tables.rows("mwl"):
        if name not in found:
            found[name] = (family, date.fromisoformat(start), {})
        found[name][2].setdefault(mechanism, {})[title] = int(value) if value else 1
    lists = (
        MostWanted(
            name=name,
            family=family,
            start=start,
            restricted=frozenset(entries.get("restricted", ())),
            removed=frozenset(entries.get("removed", ())),
            universal=entries.get("universal_influence", {}),
            penalty=entries.get("global_penalty", {}),
        )
        for name, (family, start, entries) in found.items()
    )
    return tuple(sorted(lists, key=lambda item: item.start))


def mwl_at(day: date, family: str = NAPD) -> MostWanted | None:
    """The list in force on `day`: the NAPD lists end with 2.2; `standard` goes on with the lists after it.

    None for the family `none` and for a day before the first list.
    """
    if family == NO_LIST:
        return None
    families = (NAPD,) if family == NAPD else (NAPD, STANDARD)
    begun = [item for item in all_lists() if item.family in families and item.start <= day]
    return begun[-1] if begun else None


def mwl_named(name: str) -> MostWanted | None:
    """The list of that name: `NAPD MWL 2.1`, `NAPD_MWL_2.1`, `2.1`, `Standard Ban List 24.09`; `none` is
    None.

    Raises UnknownList.
    """
    wanted = fold(name)
    if wanted == NO_LIST:
        return None
    for item in all_lists():
        short = item.name.rsplit(" ", 1)[-1]
        if wanted in (fold(item.name), fold(short), fold(f"mwl {short}")):
            return item
    known = ", ".join(item.name for item in all_lists())
    raise UnknownList(f'There is no list named "{name[:60]}". Use none or one of: {known}.')


@cache
def _errata() -> tuple[tuple[str, str, int, date], ...]:
    return tuple(
        (title, field, int(value), date.fromisoformat(start))
        for title, field, value, start in tables.rows("errata")
    )


@cache
def deck_limits(day: date) -> Mapping[str, int]:
    """Deck limits that an erratum changed and that hold on `day`, by title."""
    return {
        title: value for title, field, value, start in _errata() if field == "deck_limit" and start <= day
    }


def deck_limit_at(card: Card, day: date) -> int:
    """Copies of the card a deck may hold on `day` by the card itself, errata included."""
    return deck_limits(day).get(card.title, card.deck_limit)


def errata_days() -> tuple[date, ...]:
    """The days on which an erratum starts."""
    return tuple(start for _title, _field, _value, start in _errata())
