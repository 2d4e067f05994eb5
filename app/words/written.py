"""Dates and lists as the reader's language writes them.

Other languages than English are asked of Babel, which takes a moment to load; only their readers wait for it.
"""

from collections.abc import Sequence
from datetime import date

from app.words.languages import ENGLISH
from app.words.reader import language


def listed(words: Sequence[str], *, any_of: bool = False) -> str:
    """Words as a list in a sentence: `Ana, Ben and Cai`, `Ana、Ben、Cai`; `any_of`: `Ana, Ben or Cai`."""
    if language() == ENGLISH:
        last = " or " if any_of else " and "
        return last.join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
    from babel.lists import format_list

    return format_list(words, style="or" if any_of else "standard", locale=_locale())


def listed_short(words: Sequence[str]) -> str:
    """Words one after the other, where there is little room: `Corp 2.1, Runner 3.0`."""
    return ", ".join(words) if language() == ENGLISH else listed(words)


def day(value: date) -> str:
    """A day as people write it: `15 February 2018`, `2018年2月15日`."""
    if language() == ENGLISH:
        return f"{value.day} {value:%B %Y}"
    from babel.dates import format_date

    return format_date(value, format="long", locale=_locale())


def short_day(value: date) -> str:
    """A day with its month shortened, for lists: `15 Feb 2018`, `2018/02/15`."""
    if language() == ENGLISH:
        return f"{value.day} {value:%b %Y}"
    from babel.dates import format_date

    return format_date(value, format="medium", locale=_locale())


def day_of(text: str) -> str:
    """A day or a month of ISO 8601 (`2018-02-15`, `2018-02`) as people write it; another text as it is."""
    parts = text.split("-")
    try:
        whole = date(*map(int, parts), *(1,) * (3 - len(parts)))
    except (TypeError, ValueError):
        return text
    if len(parts) == 1:
        return text
    return day(whole) if len(parts) == 3 else _month(whole)


def _month(value: date) -> str:
    if language() == ENGLISH:
        return f"{value:%B %Y}"
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", value, locale=_locale())


def _locale() -> str:
    return language().replace("-", "_")
