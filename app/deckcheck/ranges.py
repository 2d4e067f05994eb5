"""On which days a list is legal: "legal from" and "legal until" between the format's first day and today.

A verdict can only change on a day on which a product comes out, a list or an erratum starts or a slot of the
format changes; only those days are judged.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from app.deckcheck.catalog import Catalog
from app.deckcheck.formats import Overrides, apply, format_named
from app.deckcheck.legality import judge
from app.deckcheck.mwl import all_lists, errata_days
from app.deckcheck.pools import CACHE_REFRESH
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
    spec = apply(format_named(format, overrides), overrides or Overrides())
    first = spec.first_day or FIRST_DAY
    last = min(today, spec.last_change or today)
    days = {first}
    days.update(product.released for product in catalog.products.values() if product.released)
    days.update(item.start for item in all_lists())
    days.update(errata_days())
    for slot in spec.slots:
        for product in slot.products:
            days.update(day for day in (product.start,) if day)
            days.update(day + _ONE_DAY for day in (product.until,) if day)
    return tuple(sorted(day for day in days if first <= day <= last))


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
    for day in change_days(catalog, format, today, overrides):
        verdict = judge(
            catalog, decklist, format=format, date=day, deluxe=deluxe, mwl=mwl, overrides=overrides
        )
        if verdict.legal and begun is None:
            begun = day
        elif not verdict.legal and begun is not None:
            ranges.append(Range(begun, day - _ONE_DAY))
            begun = None
    if begun is not None:
        ranges.append(Range(begun, None))
    return tuple(ranges)
