"""The lists of both finalists of eight World Championships, judged in Standard of the day they were played.

Where they come from knows nothing of this program: they were published after the event with its newest set,
and judges had checked them. So each must be legal on its day, the newest set of that day must be the one
named, and on a day before a set came out, or while a list banned a card, the same lists must fail.
Names of people and decks are left out.
"""

import json
from datetime import date
from pathlib import Path

import pytest

from app.deckcheck.legality import judge
from app.deckcheck.pools import pool_at
from app.deckcheck.values import Decklist, Entry
from tests.deckcheck.test_formats_of_today import CATALOG, deck

LISTS = json.loads((Path(__file__).parent / "vectors" / "finals_of_worlds.json").read_text(encoding="utf-8"))
# The day of each event, the newest set that was legal, and the list of the day. The days of 2020 and 2021 are
# in the month that was announced (November); lists and pools did not change within it.
EVENTS = {
    "2018": ("2018-09-01", "Reign and Reverie", "NAPD MWL 2.1"),
    "2019": ("2019-10-05", "Uprising Booster Pack", "Standard MWL 3.4"),
    "2020": ("2020-11-14", "Uprising", "Standard Ban List 20.09"),
    "2021": ("2021-11-13", "System Gateway", "Standard Ban List 21.10"),
    "2022": ("2022-10-08", "Midnight Sun", "Standard Ban List 22.09"),
    "2023": ("2023-10-14", "The Automata Initiative", "Standard Ban List 23.09"),
    "2024": ("2024-10-19", "Rebellion Without Rehearsal", "Standard Banlist 24.09"),
    "2025": ("2025-10-18", "Elevation", "Standard Ban List 25.10"),
}


def day_of(name: str) -> date:
    return date.fromisoformat(EVENTS[name.split("-")[1]][0])


def decklist(name: str) -> Decklist:
    return deck(LISTS[name]["identity"], LISTS[name]["cards"])


def test_there_are_the_four_lists_of_every_final() -> None:
    years = [name.split("-")[1] for name in LISTS]
    # Of 2018 one Corp list is missing; in 2019 both finalists played the same Runner list.
    assert {year: years.count(year) for year in EVENTS} == {
        **dict.fromkeys(EVENTS, 4), "2018": 3, "2019": 3
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_list_of_a_final_is_legal_on_its_day(name: str) -> None:
    verdict = judge(CATALOG, decklist(name), format="standard", date=day_of(name))
    assert [str(each.message) for each in verdict.violations] == []
    assert verdict.legal and verdict.mwl == EVENTS[name.split("-")[1]][2]


@pytest.mark.parametrize("year", EVENTS)
def test_the_newest_set_of_the_day_is_the_one_the_event_was_played_with(year: str) -> None:
    day, newest, _ = EVENTS[year]
    pool = pool_at(CATALOG, "standard", date.fromisoformat(day))
    out = {holding.product.name: holding.product.released for slot in pool.slots for holding in slot.holdings}
    assert out[newest] == max(day for day in out.values() if day is not None)


@pytest.mark.parametrize("name", sorted(LISTS))
def test_a_card_of_the_days_list_makes_it_illegal_and_is_named(name: str) -> None:
    day, own = day_of(name), decklist(name)
    assert own.identity is not None
    pool = pool_at(CATALOG, "standard", day)
    titles = sorted(pool.removed() & pool.base.keys())
    cards = [CATALOG.titled(title) for title in titles]
    banned = next(
        card
        for card in cards
        if card is not None and card.side is own.identity.side and card.type not in ("identity", "agenda")
    )
    worse = Decklist(None, own.identity, (*own.entries, Entry(banned, 1)))
    verdict = judge(CATALOG, worse, format="standard", date=day)
    assert f"{banned.title} is removed by {verdict.mwl}." in [
        str(each.message) for each in verdict.violations
    ]


@pytest.mark.parametrize(
    ("name", "day", "sentence"),
    [
        ("worlds-2025-runner-a", "2025-04-23", "Bling is not in the pool of Standard on 23 April 2025."),
        ("worlds-2021-runner-b", "2021-10-28", "PAD Tap is removed by Standard Ban List 21.06."),
        (
            "worlds-2021-corp-b",
            "2021-06-19",
            "Gagarin Deep Space: Expanding the Horizon is removed by Standard Ban List 21.06.",
        ),
        ("worlds-2019-corp-a", "2019-03-17", "Hagen is not in the pool of Standard on 17 March 2019."),
        (
            "worlds-2019-corp-b",
            "2019-09-08",
            "La Costa Grid is not in the pool of Standard on 8 September 2019.",
        ),
    ],
)
def test_on_a_day_when_it_was_not_legal_it_is_told_why(name: str, day: str, sentence: str) -> None:
    verdict = judge(CATALOG, decklist(name), format="standard", date=date.fromisoformat(day))
    assert sentence in [str(each.message) for each in verdict.violations]


@pytest.mark.parametrize("name", sorted(name for name in LISTS if "2025" not in name))
def test_no_final_list_of_earlier_years_is_legal_today(name: str) -> None:
    assert not judge(CATALOG, decklist(name), format="standard", date=date(2026, 12, 1)).legal
