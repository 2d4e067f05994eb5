"""Lists people really published, judged in Standard of their day and of a day when they were legal no more.

Names of people and decks are left out. What is expected follows from the public lists and rotations:
MWL 1.1 (2016-08-01), 1.2 (2017-04-12), 2.1 (2018-02-26), Standard 3.0 and rotation (2018-12-21).
"""

import json
from datetime import date
from pathlib import Path

import pytest

from app.deckcheck.legality import judge
from tests.deckcheck.test_formats_of_today import CATALOG, deck

LISTS = json.loads((Path(__file__).parent / "vectors" / "public_lists.json").read_text(encoding="utf-8"))
# Each list with days, and the violations of each: code and card; none is legal.
JUDGED: list[tuple[str, str, list[tuple[str, str | None]]]] = [
    ("making-news-2013", "2014-02-01", []),
    (
        "making-news-2013",
        "2016-10-14",
        [("copies-exceed-deck-limit", "AstroScript Pilot Program"), ("influence-exceeded", None)],
    ),
    ("kit-2017", "2017-05-01", []),
    ("kit-2017", "2018-09-24", []),
    (
        "kit-2017",
        "2019-01-01",
        [
            ("not-in-pool", title)
            for title in (
                *("Maxwell James", "Egret", "Dhegdheer", "Levy Advanced Research Lab"),
                "Sacrificial Construct",
            )
        ],
    ),
    ("gabriel-2016", "2017-05-01", [("influence-exceeded", None)]),
    ("titan-2018", "2017-05-01", [("not-in-pool", "Priority Construction")]),
    ("titan-2018", "2018-03-01", []),
    (
        "titan-2018",
        "2019-01-01",
        [("not-in-pool", title) for title in ("Armored Servers", "GRNDL Refinery", "Shipment from Kaguya")],
    ),
    ("khan-banned-2017", "2018-03-01", [("mwl-removed", "Temüjin Contract")]),
    (
        "khan-banned-2017",
        "2019-01-01",
        [
            ("not-in-pool", "SYN Attack"),
            ("mwl-removed", "Temüjin Contract"),
            ("mwl-removed", "Tapwrm"),
        ],
    ),
    ("khan-2018", "2018-03-01", []),
    ("khan-2018", "2019-01-01", []),
    (
        "controlling-the-message-2018",
        "2018-03-01",
        [("not-in-pool", "Rashida Jaheem"), ("not-in-pool", "Market Forces")],
    ),
    ("controlling-the-message-2018", "2018-09-24", []),
    ("controlling-the-message-2018", "2019-01-01", [("mwl-restricted", None)]),
    ("sunny-2018", "2018-03-01", [("not-in-pool", "Office Supplies"), ("not-in-pool", "DJ Fenris")]),
    ("sunny-2018", "2018-09-24", []),
]


@pytest.mark.parametrize(("name", "day", "broken"), JUDGED, ids=[f"{name} {day}" for name, day, _ in JUDGED])
def test_a_public_list_in_standard_of_a_day(
    name: str, day: str, broken: list[tuple[str, str | None]]
) -> None:
    decklist = deck(LISTS[name]["identity"], LISTS[name]["cards"])
    verdict = judge(CATALOG, decklist, format="standard", date=date.fromisoformat(day))
    assert [(each.code, each.card) for each in verdict.violations] == broken
    assert verdict.legal is (not broken)


@pytest.mark.parametrize(
    ("name", "day", "sentence"),
    [
        (
            "controlling-the-message-2018",
            "2019-01-01",
            "Global Food Initiative and Commercial Bankers Group are restricted by Standard MWL 3.0; a deck"
            " may have one of them.",
        ),
        (
            "gabriel-2016",
            "2017-05-01",
            "The deck spends 19 influence; Gabriel Santiago: Consummate Professional has 15.",
        ),
    ],
)
def test_a_public_list_is_told_why(name: str, day: str, sentence: str) -> None:
    decklist = deck(LISTS[name]["identity"], LISTS[name]["cards"])
    verdict = judge(CATALOG, decklist, format="standard", date=date.fromisoformat(day))
    assert [str(each.message) for each in verdict.violations] == [sentence]


@pytest.mark.parametrize("name", sorted(LISTS))
def test_no_list_of_those_days_is_legal_today(name: str) -> None:
    decklist = deck(LISTS[name]["identity"], LISTS[name]["cards"])
    verdict = judge(CATALOG, decklist, format="standard", date=date(2026, 12, 1))
    assert not verdict.legal and "not-in-pool" in verdict.codes
