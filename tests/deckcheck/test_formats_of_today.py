"""Formats of whole sets: sizes of every snapshot that has begun, copies, lists of the day, points, caps."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from app.deckcheck.advice import advise
from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import Overrides, all_formats, format_named
from app.deckcheck.legality import check, judge
from app.deckcheck.mwl import list_called
from app.deckcheck.pools import FormatNotYet, counts_from, pool_at
from app.deckcheck.ranges import legal_ranges
from app.deckcheck.snapshots import all_snapshots, pool_products
from app.deckcheck.values import Decklist, Entry
from app.sides import Side

CATALOG = load_catalog()
VECTORS = json.loads((Path(__file__).parent / "vectors" / "snapshots.json").read_text(encoding="utf-8"))
CASES = [dict(zip(VECTORS["columns"], row, strict=True)) for row in VECTORS["rows"]]
TODAY = date(2026, 12, 1)


def deck(identity: str, cards: dict[str, int]) -> Decklist:
    entries = []
    for title, copies in cards.items():
        card = CATALOG.find(title)
        assert card is not None, title
        entries.append(Entry(card, copies))
    return Decklist(None, CATALOG.find_identity(identity)[0], tuple(entries))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['format']} {case['from']}" for case in CASES])
def test_sizes_of_every_snapshot(case: dict[str, Any]) -> None:
    """A pool names its sets for its whole life, and the sizes are those of all, as `pool` tells them."""
    start = date.fromisoformat(case["from"])
    told = pool_at(CATALOG, case["format"], start).as_json()["snapshot"]
    assert told == {key: case[key] for key in told if key != "legal"} | {
        "legal": case["titles"] - case["removed"]
    }
    snapshot = next(row for row in all_snapshots()[case["format"]] if row.start == start)
    codes = pool_products()[snapshot.pool]
    assert len(codes) == case["sets"]
    titles = {title for code in codes for title in CATALOG.contents(code)}
    cards = [card for card in CATALOG.cards if card.title in titles]
    assert len(titles) == len(cards) == case["titles"]
    mwl = list_called(snapshot.list) if snapshot.list else None
    legal = [card for card in cards if mwl is None or card.title not in mwl.removed]
    assert len(cards) - len(legal) == case["removed"]
    for side in Side:
        own = [card for card in legal if card.side is side]
        assert len(own) == case[side.value]
        assert sum(card.is_identity for card in own) == case[f"{side.value}_identities"]


@pytest.mark.parametrize("case", CASES, ids=[f"{case['format']} {case['from']}" for case in CASES])
def test_the_pool_of_the_day_a_snapshot_begins(case: dict[str, Any]) -> None:
    start = date.fromisoformat(case["from"])
    pool = pool_at(CATALOG, case["format"], start)
    assert pool.snapshot is not None
    named = pool_products()[pool.snapshot.pool]
    besides = {item.code for slot in format_named(case["format"]).slots for item in slot.products}
    out = {holding.product.code: holding.product.released for slot in pool.slots for holding in slot.holdings}
    late = {code for code, released in out.items() if released is None or released > start}
    assert late <= besides and out.keys() <= {*named, *besides}
    titles = {title for code in out if code in named for title in CATALOG.contents(code)}
    if out.keys() >= set(named):
        assert len(titles) == case["titles"]
    else:
        assert len(titles) <= case["titles"]


def test_most_snapshots_begin_when_all_their_sets_are_out() -> None:
    whole = [
        case
        for case in CASES
        if pool_at(CATALOG, case["format"], date.fromisoformat(case["from"])).titles() >= case["titles"]
    ]
    assert len(whole) > 45


@pytest.mark.parametrize(
    ("format", "day", "titles", "name"),
    [
        # The core of the first rotation counts from its day, before its box; sets of 2019 from release.
        ("standard", "2017-10-01", 1003, "NAPD MWL 2.0"),
        ("standard", "2017-12-13", 1003, "NAPD MWL 2.0"),
        ("throwback", "2017-12-13", 1003, "NAPD MWL 2.0"),
        ("standard", "2019-03-17", 1119, "Standard MWL 3.1"),
        ("standard", "2019-03-18", 1184, "Standard MWL 3.1"),
        ("standard", "2019-09-09", 1191, "Standard MWL 3.3"),
        ("standard", "2026-11-30", 613, "Standard Balance Update 26.08"),
        ("standard", "2026-07-31", 613, "Standard Ban List 26.05"),
        ("standard", "2026-03-12", 547, "Standard Ban List 25.12"),
        ("startup", "2026-11-30", 225, "Startup Balance Update 26.05"),
        ("startup", "2024-06-01", 289, "Startup Ban List 24.01"),  # its own list is younger than the snapshot
        ("startup", "2024-09-20", 289, "Startup Ban List 24.09"),
        ("startup", "2023-12-01", 352, None),
        ("eternal", "2026-11-30", 2017, "Eternal Points List 26.03"),
        ("eternal", "2018-01-01", 1244, None),
        ("throwback", "2026-11-30", 613, "Standard Balance Update 26.08"),
        ("snapshot", "2026-11-30", 1181, "Snapshot Ban List 1.0"),
        ("ram", "2026-11-30", 399, None),
        ("system-gateway", "2026-11-30", 77, None),
        ("socr11", "2020-02-01", 623, "Standard MWL 3.4b"),
    ],
)
def test_pool_and_list_of_a_day(format: str, day: str, titles: int, name: str | None) -> None:
    pool = pool_at(CATALOG, format, date.fromisoformat(day))
    assert pool.titles() == titles
    assert (pool.mwl.name if pool.mwl else None) == name
    assert pool.as_json()["copies"] == "limit"


@pytest.mark.parametrize("legality", ["release", "second-friday"])
@pytest.mark.parametrize("day", ["2017-10-01", "2017-12-14", "2018-12-21"])
def test_the_core_of_a_rotation_counts_from_its_day_by_older_printings(day: str, legality: str) -> None:
    """Sure Gamble was in the Core Set of 2012: no deck lost it while its new box was not out yet."""
    pool = pool_at(CATALOG, "standard", date.fromisoformat(day), Overrides(legality=legality))
    assert {"Sure Gamble", "Hedge Fund", "Gordian Blade", "Enigma"} <= pool.base.keys()
    cards = {"Sure Gamble": 3, "Dirty Laundry": 3}
    decklist = deck("Hayley Kaplan", cards)
    verdict = check(decklist, pool)
    assert [str(each.message) for each in verdict.violations if each.code == "not-in-pool"] == []


def test_before_its_first_day_a_format_of_snapshots_does_not_exist() -> None:
    with pytest.raises(
        FormatNotYet, match="Startup did not exist on 17 March 2019; its first day is 18 March 2019"
    ):
        pool_at(CATALOG, "startup", date(2019, 3, 17))


def test_copies_are_limited_by_the_card_alone() -> None:
    """System Gateway holds two Smartware Distributor; NetChip may be in a deck six times."""
    verdict = judge(CATALOG, deck("Tāo Salonga", {"Sure Gamble": 4}), format="standard", date=TODAY)
    assert verdict.codes == {"copies-exceed-deck-limit", "deck-too-small"}
    six = judge(CATALOG, deck("Chaos Theory", {"NetChip": 6, "Diesel": 3}), format="eternal", date=TODAY)
    assert six.codes == {"deck-too-small"}
    seven = judge(CATALOG, deck("Chaos Theory", {"NetChip": 7}), format="eternal", date=TODAY)
    assert seven.codes == {"deck-too-small", "copies-exceed-deck-limit"}


def test_rotated_and_banned_cards() -> None:
    verdict = judge(
        CATALOG, deck("Tāo Salonga", {"Diesel": 3, "Endurance": 1}), format="standard", date=TODAY
    )
    assert [(v.code, v.card) for v in verdict.violations if v.card] == [
        ("not-in-pool", "Diesel"),
        ("mwl-removed", "Endurance"),
    ]
    then = date(2024, 12, 26)
    banned = judge(CATALOG, deck("Tāo Salonga", {"Endurance": 1}), format="standard", date=then)
    assert [(v.code, v.card) for v in banned.violations if v.card] == [("mwl-removed", "Endurance")]


def test_eternal_allows_seven_points_and_counts_a_title_once() -> None:
    seven = {"Account Siphon": 3, "Hyperdriver": 3, "Aumakua": 2}
    kept = judge(CATALOG, deck("Valencia Estevez", seven), format="eternal", date=TODAY)
    assert "points-exceeded" not in kept.codes
    decklist = deck("Valencia Estevez", seven | {"Employee Strike": 1})
    broken = judge(CATALOG, decklist, format="eternal", date=TODAY)
    told = next(v for v in broken.violations if v.code == "points-exceeded")
    assert (told.copies, told.allowed) == (9, 7)
    assert told.message == (
        "The deck spends 9 points of Eternal Points List 26.03 on Account Siphon, Hyperdriver, Aumakua "
        "and Employee Strike; it may spend 7."
    )
    pool = pool_at(CATALOG, "eternal", TODAY)
    cut = next(change for change in advise(decklist, pool, check(decklist, pool)) if change.kind == "cut")
    assert cut.message == "Cut 1 Employee Strike: a deck may spend 7 points of Eternal Points List 26.03."


def test_startup_caps_agendas_worth_three_points() -> None:
    pool = pool_at(CATALOG, "startup", TODAY)
    identity = "Haas-Bioroid: Precision Design"
    cards = {"Send a Message": 3, "Méliès City Luxury Line": 2}
    five = judge(CATALOG, deck(identity, cards), format="startup", date=TODAY)
    told = next(v for v in five.violations if v.code == "too-many-three-point-agendas")
    assert (told.copies, told.allowed) == (5, 4)
    four = judge(CATALOG, deck(identity, cards | {"Send a Message": 2}), format="startup", date=TODAY)
    assert "too-many-three-point-agendas" not in four.codes
    decklist = deck(identity, cards)
    said = [change.message for change in advise(decklist, pool, check(decklist, pool))]
    assert any("at most 4 of them are worth 3 or more points" in line for line in said)


def test_throwback_takes_one_title_that_left_standard() -> None:
    one = judge(CATALOG, deck("Tāo Salonga", {"Diesel": 3}), format="throwback", date=TODAY)
    assert (one.codes, one.wild) == ({"deck-too-small"}, ("Diesel",))
    two = judge(CATALOG, deck("Tāo Salonga", {"Diesel": 3, "Modded": 1}), format="throwback", date=TODAY)
    assert sum(v.code == "not-in-pool" for v in two.violations) == 1


def test_cache_refresh_with_todays_cards() -> None:
    pool = pool_at(CATALOG, "cache-refresh-today", TODAY)
    assert (pool.titles(), pool.titles("elev"), pool.titles("elev", "vp")) == (335, 417, 483)
    assert [slot.choose for slot in pool.slots if slot.is_deluxe] == [1]
    assert pool.mwl is not None
    assert pool.mwl.name == "Standard Balance Update 26.08"
    verdict = judge(CATALOG, deck("Topan", {"Sure Gamble": 3}), format="cache-refresh-today", date=TODAY)
    assert (verdict.deluxe, verdict.codes) == ("Elevation", {"deck-too-small"})
    with pytest.raises(FormatNotYet):
        pool_at(CATALOG, "cache-refresh-today", date(2026, 3, 1))


@pytest.mark.parametrize(
    ("released", "counts"),
    [
        ("2026-03-02", "2026-03-13"),  # a Monday
        ("2026-03-05", "2026-03-13"),  # a Thursday
        ("2026-03-06", "2026-03-20"),  # a Friday: the two after it
        ("2026-03-07", "2026-03-20"),  # a Saturday
    ],
)
def test_second_friday_after_release(released: str, counts: str) -> None:
    day = date.fromisoformat(released)
    assert counts_from(day, "second-friday") == date.fromisoformat(counts)
    assert counts_from(day, "release") == day


def test_days_on_which_a_standard_deck_is_legal_are_those_of_judging_every_week() -> None:
    pool = pool_at(CATALOG, "standard", TODAY)
    base = set(pool.base) - pool.removed()
    titles = [c for c in CATALOG.cards if c.title in base and c.side is Side.RUNNER and c.is_neutral]
    cards = {c.title: min(3, c.deck_limit) for c in titles if not c.is_identity and not c.influence}
    own = [c for c in CATALOG.cards if c.title in base and c.faction == "shaper" and not c.is_identity]
    cards |= {c.title: min(3, c.deck_limit) for c in own[: max(0, 16 - len(cards))]}
    decklist = deck("Tāo Salonga", cards)
    ranges = legal_ranges(CATALOG, decklist, TODAY, format="standard")
    assert ranges[-1].last is None
    for week in range(300):
        day = date.fromordinal(date(2021, 4, 1).toordinal() + 7 * week)
        inside = any(item.first <= day <= (item.last or TODAY) for item in ranges)
        if day <= TODAY:
            assert judge(CATALOG, decklist, format="standard", date=day).legal is inside, day


def test_every_format_has_a_pool_on_its_first_day_and_today() -> None:
    for code, spec in all_formats().items():
        for day in {spec.first_day or date(2019, 1, 1), TODAY}:
            assert pool_at(CATALOG, code, day, Overrides()).name == spec.name
