"""On which days a list is legal: "legal from" and "legal until" between the format's first day and today.

A verdict can only change on a day on which a product comes out, a list or an erratum starts or a slot of the
format changes; only those days are judged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from app.deckcheck.catalog import Catalog
from app.deckcheck.formats import FormatSpec, Overrides, apply, format_named
from app.deckcheck.legality import is_legal
from app.deckcheck.mwl import NAPD, NO_LIST, all_lists, errata_days, list_called
from app.deckcheck.pools import CACHE_REFRESH, counts_from
from app.deckcheck.snapshots import all_snapshots, pool_products
from app.deckcheck.values import Decklist

FIRST_DAY = date(2017, 4, 28)
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Range:
    """Days from `first` to `last`, both included; `last` None: still legal today."""

    first: date
    last: date | None

    def as_json(self) -> dict[str, str | None]:
        """The range as the API answers it."""
        return {"from": self.first.isoformat(), "until": self.last.isoformat() if self.last else None}


def change_days(
    catalog: Catalog, format: str, today: date, overrides: Overrides | None = None
) -> tuple[date, ...]:
    """The days up to today on which a verdict in the format can change, the first day it exists among
    them.
    """
    overrides = overrides or Overrides()
    spec = apply(format_named(format, overrides), overrides)
    first = spec.first_day or FIRST_DAY
    last = min(today, spec.last_change or today)
    days = {first, *errata_days(), *_list_days(catalog, spec)}
    codes = _products(catalog, spec) if overrides.is_empty else catalog.products.keys()
    released = (catalog.products[code].released for code in codes)
    days.update(counts_from(day, overrides.legality) for day in released if day)
    for slot in spec.slots:
        for product in slot.products:
            days.update(day for day in (product.start,) if day)
            days.update(day + _ONE_DAY for day in (product.until,) if day)
    return tuple(sorted(day for day in days if first <= day <= last))


def _products(catalog: Catalog, spec: FormatSpec) -> Iterable[str]:
    """The products whose release can change a verdict: all, or those of the format's pools of whole sets."""
    if spec.snapshots is None or spec.wild:
        return catalog.products.keys()
    return {
        code
        for row in all_snapshots(catalog.added)[spec.snapshots]
        for code in pool_products(catalog.added)[row.pool]
    }


def _list_days(catalog: Catalog, spec: FormatSpec) -> Iterator[date]:
    """The days on which a list or a snapshot of the format begins."""
    if spec.snapshots is not None:
        for row in all_snapshots(catalog.added)[spec.snapshots]:
            yield row.start
            if row.list:
                yield list_called(row.list, catalog.added).start
    elif spec.list is None and spec.mwl != NO_LIST:
        yield from (item.start for item in all_lists(catalog.added) if item.family in (NAPD, spec.mwl))


def legal_ranges(
    catalog: Catalog,
    decklist: Decklist,
    today: date,
    *,
    format: str = CACHE_REFRESH,
    deluxe: str | None = None,
    mwl: str | None = None,
    overrides: Overrides | None = None,
) -> tuple[Range, ...]:
    """The ranges of days from the format's first day to today on which the list is legal, the oldest
    first.
    """
    ranges: list[Range] = []
    begun: date | None = None
    days = change_days(catalog, format, today, overrides)
    if mwl is not None:
        overrides = replace(overrides or Overrides(), mwl=mwl)
    for day in days:
        legal = is_legal(catalog, decklist, format=format, date=day, deluxe=deluxe, overrides=overrides)
        if legal and begun is None:
            begun = day
        elif not legal and begun is not None:
            ranges.append(Range(begun, day - _ONE_DAY))
            begun = None
    if begun is not None:
        ranges.append(Range(begun, None))
    return tuple(ranges)
