"""The days on which a list is legal, and why only some days are judged."""

from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import Unreadable, read
from app.deckcheck.formats import PoolError
from app.deckcheck.legality import is_legal, judge
from app.deckcheck.pools import CACHE_REFRESH
from app.deckcheck.ranges import change_days, legal_ranges
from app.deckcheck.values import Decklist, Entry

CATALOG = load_catalog()
TODAY = date(2026, 11, 30)
RUNNER = {
    "Sure Gamble": 3,
    "Diesel": 2,
    "Modded": 2,
    "Armitage Codebusting": 2,
    "Crypsis": 2,
    "Process Automation": 3,
    "Corroder": 1,
    "Gordian Blade": 2,
    "Mimic": 1,
    "Datasucker": 2,
    "The Maker's Eye": 2,
    "Battering Ram": 2,
    "Pipeline": 2,
    "Tinkering": 2,
    "Dhegdheer": 3,
    "Adept": 3,
    "Egret": 3,
    "Access to Globalsec": 1,
    "Careful Planning": 3,
    "Sacrificial Construct": 1,
    "Cyberfeeder": 1,
    "Mammon": 2,
}


def deck(cards: dict[str, int], identity: str) -> Decklist:
    entries = []
    for title, copies in cards.items():
        card = CATALOG.find(title)
        assert card is not None, title
        entries.append(Entry(card, copies))
    return Decklist(None, CATALOG.find_identity(identity)[0], tuple(entries))


def days_between(first: date, last: date) -> list[date]:
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


@pytest.mark.parametrize("extra", [{}, {"Corroder": 3}, {"Egret": 2}])
def test_ranges_agree_with_judging_every_day(extra: dict[str, int]) -> None:
    decklist = deck(RUNNER | extra, 'Ayla "Bios" Rahim')
    last = date(2018, 11, 30)
    ranges = legal_ranges(CATALOG, decklist, last)
    for day in days_between(date(2017, 4, 28), last)[::3]:
        inside = any(item.first <= day <= (item.last or last) for item in ranges)
        assert judge(CATALOG, decklist, date=day).legal is inside, day


def test_a_deck_of_the_old_core_ends_with_it() -> None:
    ranges = legal_ranges(CATALOG, deck(RUNNER, 'Ayla "Bios" Rahim'), TODAY)
    assert [item.as_json() for item in ranges] == [{"from": "2017-04-28", "until": "2017-09-30"}]


def test_a_deck_legal_today_has_no_end() -> None:
    cards = RUNNER | {"Test Run": 1, "Notoriety": 1, "The Maker's Eye": 1, "Ubax": 1}
    del cards["Corroder"], cards["Access to Globalsec"]
    ranges = legal_ranges(CATALOG, deck(cards, 'Ayla "Bios" Rahim'), TODAY)
    assert ranges[-1].last is None
    assert ranges[-1].first == date(2017, 10, 1)


def test_only_days_of_a_change_are_judged() -> None:
    days = change_days(CATALOG, "cache-refresh", TODAY)
    assert days[0] == date(2017, 4, 28)
    assert days[-1] <= date(2018, 10, 31)
    assert {date(2017, 10, 1), date(2018, 2, 26), date(2018, 6, 28)} <= set(days)
    assert len(days) < 40


def test_a_deck_never_legal_has_no_range() -> None:
    assert legal_ranges(CATALOG, deck({"Sure Gamble": 3}, 'Ayla "Bios" Rahim'), TODAY) == ()


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(PoolError):
        legal_ranges(CATALOG, deck({}, 'Ayla "Bios" Rahim'), TODAY, format="extended")


LISTS = sorted((Path(__file__).parent / "lists").glob("*.*"))
FORMATS = (CACHE_REFRESH, "standard", "startup", "eternal", "throwback", "snapshot", "system-gateway")


def test_whether_a_list_is_legal_is_what_its_verdict_says() -> None:
    """Real lists, whole and with one card less, in each format on each day of a change."""
    seen = {True: 0, False: 0}
    read_lists = [deck(RUNNER, 'Ayla "Bios" Rahim'), deck(RUNNER | {"Egret": 4}, 'Ayla "Bios" Rahim')]
    for path in LISTS[::3]:
        with suppress(Unreadable):
            read_lists.append(read(path.read_bytes(), CATALOG))
    shorter = [replace(each, entries=each.entries[1:]) for each in read_lists]
    for decklist in (*read_lists, *shorter):
        for format in FORMATS:
            for day in (*change_days(CATALOG, format, TODAY)[::3], date(2012, 1, 1)):
                for deluxe in (None, "none"):
                    asked: dict[str, Any] = {"format": format, "date": day, "deluxe": deluxe}
                    legal = judge(CATALOG, decklist, **asked).legal
                    assert is_legal(CATALOG, decklist, **asked) is legal, (decklist.name, asked)
                    seen[legal] += 1
    assert min(seen.values()) >= 20
