"""The Most Wanted List at a date, its mechanisms, and errata that change a card's deck limit.

Lists match by title, in any printing. Restricted: at most one such title per deck. Removed: none. Universal
influence (1.2): every copy costs that much influence more, in faction too. Penalty (1.0, 1.1): every copy
lowers the identity's influence limit by that much, never below 1. Later lists remove a whole subtype, give
points to titles of which a deck may spend so many, or cap the agendas worth 3 or more points.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from app.deckcheck import tables
from app.deckcheck.catalog import Card
from app.deckcheck.folding import fold
from app.sentences import AnyOf, say

NAPD = "napd"
STANDARD = "standard"
NO_LIST = "none"


class UnknownList(ValueError):
    """A list was named that does not exist; the message names those that do."""


@dataclass(frozen=True, slots=True, eq=False)
class MostWanted:
    """One list. `universal` and `penalty` give influence per copy of a title, `points` what a title costs of
    the `point_limit`, once for all its copies. `subtypes` are removed whole. `agenda_cap`: Corp decks have at
    most so many agenda cards worth 3 or more points; None: no cap.
    """

    name: str
    family: str
    start: date
    restricted: frozenset[str] = frozenset()
    removed: frozenset[str] = frozenset()
    universal: Mapping[str, int] = field(default_factory=dict)
    penalty: Mapping[str, int] = field(default_factory=dict)
    subtypes: frozenset[str] = frozenset()
    points: Mapping[str, int] = field(default_factory=dict)
    point_limit: int | None = None
    agenda_cap: int | None = None

    def removed_subtype(self, card: Card) -> str | None:
        """The removed subtype the card has, or None."""
        return next((name for name in card.keywords.split(" - ") if name in self.subtypes), None)

    def removes(self, card: Card) -> bool:
        """Whether a deck may not have the card at all, by its title or a subtype."""
        return card.title in self.removed or (bool(self.subtypes) and self.removed_subtype(card) is not None)


@cache
def all_lists(extra: Path | None = None) -> tuple[MostWanted, ...]:
    """Every list, the oldest first; with those in the tables of an installation's folder `extra`."""
    found: dict[str, tuple[str, date, dict[str, dict[str, int]]]] = {}
    for family, name, start, title, mechanism, value in tables.laid_over("mwl", extra, (1,)):
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
            subtypes=frozenset(entries.get("subtype", ())),
            points=entries.get("points", {}),
            point_limit=entries.get("point_limit", {}).get(""),
            agenda_cap=entries.get("agenda_cap", {}).get(""),
        )
        for name, (family, start, entries) in found.items()
    )
    return tuple(sorted(lists, key=lambda item: item.start))


def mwl_at(day: date, family: str = NAPD, extra: Path | None = None) -> MostWanted | None:
    """The list in force on `day`: the NAPD lists end with 2.2; `standard` goes on with the lists after it; a
    format that is played later has a family of its own.

    None for the family `none` and for a day before the first list.
    """
    if family == NO_LIST:
        return None
    families = (NAPD, STANDARD) if family == STANDARD else (family,)
    begun = [item for item in all_lists(extra) if item.family in families and item.start <= day]
    return begun[-1] if begun else None


def mwl_named(name: str, extra: Path | None = None) -> MostWanted | None:
    """The list of that name: `NAPD MWL 2.1`, `NAPD_MWL_2.1`, `2.1`, `Standard Ban List 24.09`; `none` is
    None.

    Raises UnknownList.
    """
    wanted = fold(name)
    if wanted == NO_LIST:
        return None
    # Several families number their lists by month: the short name is the older family's.
    for item in sorted(all_lists(extra), key=lambda item: item.family not in (NAPD, STANDARD)):
        short = item.name.rsplit(" ", 1)[-1]
        if wanted in (fold(item.name), fold(short), fold(f"mwl {short}")):
            return item
    known = AnyOf(item.name for item in all_lists(extra))
    raise UnknownList(
        say('There is no list named "{name}". Use none or one of: {known}.', name=name[:60], known=known)
    )


@cache
def list_called(name: str, extra: Path | None = None) -> MostWanted:
    """The list of exactly that name. Raises UnknownList."""
    found = next((item for item in all_lists(extra) if item.name == name), None)
    if found is None:
        raise UnknownList(say('There is no list named "{name}".', name=name))
    return found


def forget_lists() -> None:
    """Let the next question read the lists again, after the tables of an installation changed."""
    all_lists.cache_clear()
    list_called.cache_clear()


@dataclass(frozen=True, slots=True)
class Erratum:
    """A value of a title other than the card's own, from `start` to `until`, both days included."""

    title: str
    field: str
    value: int
    start: date
    until: date | None


@cache
def all_errata() -> tuple[Erratum, ...]:
    """Every erratum."""
    return tuple(
        Erratum(title, field, int(value), date.fromisoformat(start), tables.day(until))
        for title, field, value, start, until in tables.rows("errata")
    )


@cache
def deck_limits(day: date) -> Mapping[str, int]:
    """Deck limits that an erratum changed and that hold on `day`, by title."""
    return {
        item.title: item.value
        for item in all_errata()
        if item.field == "deck_limit" and item.start <= day and (item.until is None or day <= item.until)
    }


def deck_limit_at(card: Card, day: date) -> int:
    """Copies of the card a deck may hold on `day` by the card itself, errata included."""
    return deck_limits(day).get(card.title, card.deck_limit)


def errata_days() -> tuple[date, ...]:
    """The days on which an erratum starts, and those after its last."""
    starts = [item.start for item in all_errata()]
    return (*starts, *(item.until + timedelta(days=1) for item in all_errata() if item.until))
