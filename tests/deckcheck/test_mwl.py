"""Which list holds on a day, under which names lists are known, and the erratum."""

from datetime import date

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.mwl import UnknownList, all_lists, deck_limit_at, mwl_at, mwl_named

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("day", "family", "name"),
    [
        ("2016-01-31", "napd", None),
        ("2016-02-01", "napd", "NAPD MWL 1.0"),
        ("2017-04-11", "napd", "NAPD MWL 1.1"),
        ("2017-04-12", "napd", "NAPD MWL 1.2"),
        ("2017-09-30", "napd", "NAPD MWL 1.2"),
        ("2017-10-01", "napd", "NAPD MWL 2.0"),
        ("2018-02-25", "napd", "NAPD MWL 2.0"),
        ("2018-02-26", "napd", "NAPD MWL 2.1"),
        ("2018-09-06", "napd", "NAPD MWL 2.2"),
        ("2024-01-01", "napd", "NAPD MWL 2.2"),
        ("2018-12-21", "standard", "Standard MWL 3.0"),
        ("2024-06-01", "standard", "Standard Ban List 24.05"),
        ("2024-06-01", "none", None),
    ],
)
def test_list_at_a_day(day: str, family: str, name: str | None) -> None:
    found = mwl_at(date.fromisoformat(day), family)
    assert (found.name if found else None) == name


def test_a_short_name_two_families_share_is_the_standard_list() -> None:
    found = mwl_named("26.03")
    assert found is not None
    assert found.name == "Standard Ban List 26.03"


@pytest.mark.parametrize("name", ["NAPD MWL 2.1", "napd_mwl_2.1", "2.1", "MWL 2.1", "NAPD_MWL_2.1"])
def test_names_of_a_list(name: str) -> None:
    found = mwl_named(name)
    assert found is not None
    assert found.name == "NAPD MWL 2.1"


def test_no_list_and_no_such_list() -> None:
    assert mwl_named("none") is None
    with pytest.raises(UnknownList, match="Use none or one of"):
        mwl_named("NAPD MWL 7")


def test_each_list_has_one_mechanism_of_its_time() -> None:
    mechanisms = {
        item.name: (bool(item.penalty), bool(item.universal), bool(item.restricted), bool(item.removed))
        for item in all_lists()
        if item.family == "napd"
    }
    assert mechanisms == {
        "NAPD MWL 1.0": (True, False, False, False),
        "NAPD MWL 1.1": (True, False, False, False),
        "NAPD MWL 1.2": (False, True, False, False),
        "NAPD MWL 2.0": (False, False, True, True),
        "NAPD MWL 2.1": (False, False, True, True),
        "NAPD MWL 2.2": (False, False, True, True),
    }


def test_every_listed_title_is_a_card() -> None:
    titles = {card.title for card in CATALOG.cards}
    for item in all_lists():
        listed = item.restricted | item.removed | set(item.universal) | set(item.penalty) | set(item.points)
        assert listed <= titles, item.name


@pytest.mark.parametrize(
    ("day", "copies"), [("2016-07-31", 3), ("2016-08-01", 1), ("2025-03-31", 1), ("2025-04-01", 3)]
)
def test_erratum(day: str, copies: int) -> None:
    card = CATALOG.find("AstroScript Pilot Program")
    assert card is not None
    assert deck_limit_at(card, date.fromisoformat(day)) == copies
