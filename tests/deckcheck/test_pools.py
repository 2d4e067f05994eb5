"""Pools at every date on which one changed, the community pools and what an organizer may override."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import Overrides, PoolError, custom_slots
from app.deckcheck.mwl import UnknownList
from app.deckcheck.pools import FormatNotYet, Pool, pool_at

CATALOG = load_catalog()
CASES = json.loads((Path(__file__).parent / "vectors" / "pools.json").read_text(encoding="utf-8"))


def products(pool: Pool, *, chosen: bool) -> list[str]:
    """Codes of the products that a deck chooses, or of those it need not choose."""
    slots = [slot for slot in pool.slots if (slot.choose is not None) is chosen]
    return [holding.product.code for slot in slots for holding in slot.holdings]


@pytest.mark.parametrize("case", CASES, ids=[case["date"] for case in CASES])
def test_cache_refresh_pool_of_a_day(case: dict[str, Any]) -> None:
    pool = pool_at(CATALOG, "cache-refresh", date.fromisoformat(case["date"]))
    titles, copies = case["titles"], case["copies"]
    assert pool.mwl is not None
    assert pool.mwl.name == case["mwl"]
    cores = [h.product.name for slot in pool.slots if slot.name == "core" for h in slot.holdings]
    assert cores == [case["core"]]
    cycles = {h.product.cycle for slot in pool.slots if "cycle" in slot.name for h in slot.holdings}
    assert sorted(cycles) == sorted(case["cycles"])
    assert sorted(products(pool, chosen=False)) == case["packs"]
    assert products(pool, chosen=True) == case["deluxes"]
    assert pool.titles() == titles["without_deluxe"]
    assert pool.titles("cac") == titles["with_creation_and_control"]
    assert pool.titles("hap", "dad") == titles["two_of_55"]
    with_rar = pool.titles("rar") if "rar" in pool.options else None
    assert with_rar == titles["with_reign_and_reverie"]
    assert pool.copies() == copies["without_deluxe"]
    assert pool.copies("cac") == copies["with_creation_and_control"]


def test_the_vectors_reach_from_the_first_day_to_a_late_one() -> None:
    assert CASES[0]["date"] == "2017-04-28"
    assert len(CASES) >= 20


def test_before_the_first_day_there_is_no_format() -> None:
    with pytest.raises(FormatNotYet, match="28 April 2017"):
        pool_at(CATALOG, "cache-refresh", date(2017, 4, 27))


def test_pool_as_json() -> None:
    answer = pool_at(CATALOG, "cache-refresh", date(2018, 2, 1)).as_json()
    assert answer["titles"] == {"without_deluxe": 349, "one_deluxe": 404, "two_deluxes": 459}
    deluxe = next(slot for slot in answer["slots"] if slot["name"] == "deluxe")
    assert deluxe["choose"] == 1
    assert deluxe["products"][0] == {
        "code": "cac",
        "name": "Creation and Control",
        "boxes": 1,
        "released": "2013-07-29",
    }


@pytest.mark.parametrize(
    ("format", "day", "title", "copies"),
    [
        ("modded", "2019-01-01", "Diesel", 6),
        ("modded", "2019-01-01", "Temüjin Contract", 0),
        ("modded", "2019-01-01", "Mti Mwekundu: Life Improved", 3),
        ("socr7", "2019-01-01", "Akiko Nisei: Head Case", 1),
        ("socr7", "2019-01-01", "Diesel", 2),
        ("socr8", "2019-01-01", "Diesel", 6),
        ("socr8", "2019-01-01", "Paperclip", 0),
        ("socr9", "2019-07-01", "Diesel", 6),
        ("socr9", "2019-07-01", "Bukhgalter", 3),
        ("socr9", "2019-07-01", "Simulchip", 0),
    ],
)
def test_community_pools(format: str, day: str, title: str, copies: int) -> None:
    pool = pool_at(CATALOG, format, date.fromisoformat(day))
    assert pool.base.get(title, 0) == copies


@pytest.mark.parametrize(
    ("format", "day", "name"),
    [
        ("1.1.1.1", "2018-02-01", None),
        ("modded", "2018-02-01", None),
        ("socr7", "2018-10-10", "NAPD MWL 2.2"),
        ("socr9", "2019-07-20", "Standard MWL 3.3"),
        ("socr9", "2018-12-20", "NAPD MWL 2.2"),
    ],
)
def test_list_of_a_community_pool(format: str, day: str, name: str | None) -> None:
    mwl = pool_at(CATALOG, format, date.fromisoformat(day)).mwl
    assert (mwl.name if mwl else None) == name


def test_onesies_offers_one_core_one_box_one_pack_and_one_title() -> None:
    pool = pool_at(CATALOG, "1.1.1.1", date(2018, 2, 1))
    assert pool.base == {}
    assert [(slot.name, slot.choose) for slot in pool.slots] == [("core", 1), ("deluxe", 1), ("data pack", 1)]
    assert [h.product.code for h in pool.slots[0].holdings] == ["core", "core2"]
    assert [h.product.code for h in pool.slots[1].holdings] == ["cac", "hap", "oac", "dad", "td"]
    assert len(pool.slots[2].holdings) == 44
    assert pool.wild == 1


def test_overrides_change_one_slot_each() -> None:
    day = date(2018, 2, 15)
    three_cores = pool_at(CATALOG, "cache-refresh", day, Overrides(core=(("core2", 3),)))
    assert three_cores.base["Diesel"] == 6
    only_two = pool_at(CATALOG, "cache-refresh", day, Overrides(deluxes=("hap", "oac")))
    assert products(only_two, chosen=True) == ["hap", "oac"]
    no_deluxe = pool_at(CATALOG, "cache-refresh", day, Overrides(deluxes=()))
    assert products(no_deluxe, chosen=True) == []
    other_cycles = pool_at(CATALOG, "cache-refresh", day, Overrides(cycles=("flashpoint",)))
    assert other_cycles.titles() == 132 + 57 + 120
    changed = pool_at(CATALOG, "cache-refresh", day, Overrides(add=(("ka", 1),), remove=("td",)))
    assert changed.titles() == 349 - 57 + 20
    other_list = pool_at(CATALOG, "cache-refresh", day, Overrides(mwl="2.2"))
    assert other_list.mwl is not None
    assert other_list.mwl.name == "NAPD MWL 2.2"
    assert pool_at(CATALOG, "cache-refresh", day, Overrides(mwl="none")).mwl is None


def test_custom_pool() -> None:
    slots = custom_slots(
        [
            {"name": "core", "products": {"core": 3}},
            {"name": "one big box", "products": ["cac", "hap"], "choose": 1},
        ]
    )
    pool = pool_at(CATALOG, "custom", date(2016, 1, 1), Overrides(slots=slots))
    assert pool.base["Diesel"] == 9
    assert set(pool.options) == {"cac", "hap"}
    assert pool.mwl is None


@pytest.mark.parametrize(
    "slot",
    [
        {"products": ["core"]},
        {"name": "core"},
        {"name": "core", "products": "core"},
        {"name": "core", "products": {"core": 0}},
        {"name": "core", "products": {"core": True}},
        {"name": "core", "products": ["core"], "choose": 2},
        {"name": "core", "products": ["core"], "boxes": 2},
    ],
)
def test_a_slot_that_makes_no_sense_is_refused(slot: dict[str, Any]) -> None:
    with pytest.raises(PoolError):
        custom_slots([slot])


def test_unknown_names_are_refused_with_the_known_ones() -> None:
    day = date(2018, 2, 15)
    with pytest.raises(PoolError, match="cache-refresh"):
        pool_at(CATALOG, "extended", day)
    with pytest.raises(PoolError, match="nope"):
        pool_at(CATALOG, "cache-refresh", day, Overrides(add=(("nope", 1),)))
    with pytest.raises(PoolError, match="nope"):
        pool_at(CATALOG, "cache-refresh", day, Overrides(cycles=("nope",)))
    with pytest.raises(UnknownList, match=r"NAPD MWL 2\.1"):
        pool_at(CATALOG, "cache-refresh", day, Overrides(mwl="9.9"))
    with pytest.raises(PoolError, match="slots"):
        pool_at(CATALOG, "custom", day)
