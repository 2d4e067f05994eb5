"""The best choice of products, held against trying everything."""

from datetime import date
from itertools import product as every
from random import Random

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.choices import Need, choose
from app.deckcheck.formats import Overrides, custom_slots
from app.deckcheck.legality import judge
from app.deckcheck.pools import Pool, pool_at
from app.deckcheck.values import Decklist, Entry

CATALOG = load_catalog()
DAY = date(2018, 2, 15)


def random_needs(random: Random, pool: Pool, titles: int) -> list[Need]:
    """Titles from few products of the pool and some from elsewhere, so that there is something to choose."""
    codes = random.sample(sorted(pool.options), min(5, len(pool.options)))
    inside = sorted({title for code in codes for title in pool.options[code]} | set(pool.base))
    anywhere = [card.title for card in CATALOG.cards]
    chosen = random.sample(inside, min(titles, len(inside))) + random.sample(anywhere, 3)
    cards = [CATALOG.find(title) for title in dict.fromkeys(chosen)]
    return [Need(card, random.randint(1, 3), card.deck_limit) for card in cards if card is not None]


def failing(pool: Pool, needs: list[Need], codes: tuple[str | None, ...]) -> int:
    """Titles that break the pool's rule with these products; the best titles from anywhere left out."""
    bad = []
    for need in needs:
        title = need.card.title
        have = pool.base.get(title, 0) + sum(pool.options[code].get(title, 0) for code in codes if code)
        if have < need.copies:
            bad.append(need)
    released = [CATALOG.products[p.product].released for need in bad for p in need.card.printings]
    assert released is not None
    helped = [need for need in bad if need.copies <= need.limit and out(need, pool.rules_day)]
    return len(bad) - min(pool.wild, len(helped))


def out(need: Need, day: date) -> bool:
    days = [CATALOG.products[printing.product].released for printing in need.card.printings]
    return any(released is not None and released <= day for released in days)


@pytest.mark.parametrize("format", ["cache-refresh", "1.1.1.1", "socr8"])
@pytest.mark.parametrize("seed", range(12))
def test_the_choice_is_the_best_there_is(format: str, seed: int) -> None:
    random = Random(f"{format} {seed}")
    pool = pool_at(CATALOG, format, DAY)
    needs = random_needs(random, pool, 12)
    options = [[None, *(h.product.code for h in slot.holdings)] for slot in pool.choices]
    best = min(failing(pool, needs, codes) for codes in every(*options))
    found = choose(pool, needs)
    bad = [
        need
        for need in needs
        if pool.base.get(need.card.title, 0) + found.extra.get(need.card.title, 0) < need.copies
    ]
    assert len(bad) == best
    assert len(found.wild) <= pool.wild
    chosen = {product.code for product in found.products}
    for slot in pool.choices:
        assert len(chosen & {h.product.code for h in slot.holdings}) <= (slot.choose or 0)


def test_two_of_a_slot() -> None:
    slots = custom_slots([{"name": "two boxes", "products": ["cac", "hap", "oac"], "choose": 2}])
    pool = pool_at(CATALOG, "custom", DAY, Overrides(slots=slots))
    titles = {"Clone Chip": 3, "Legwork": 3, "Hostile Infrastructure": 1, "I've Had Worse": 2}
    needs = []
    for title, copies in titles.items():
        card = CATALOG.find(title)
        assert card is not None
        needs.append(Need(card, copies, 3))
    found = choose(pool, needs)
    assert len(found.products) == 2
    assert sum(found.extra[title] >= copies for title, copies in titles.items()) == 2


def onesies(cards: dict[str, int], identity: str) -> Decklist:
    entries = []
    for title, copies in cards.items():
        card = CATALOG.find(title)
        assert card is not None, title
        entries.append(Entry(card, copies))
    return Decklist(None, CATALOG.find_identity(identity)[0], tuple(entries))


def test_onesies_says_which_core_box_pack_and_title() -> None:
    cards = {"Account Siphon": 2, "Legwork": 3, "Logos": 1, "Temüjin Contract": 3, "Daily Casts": 3}
    verdict = judge(CATALOG, onesies(cards, "Gabriel Santiago"), format="1.1.1.1", date=DAY)
    assert verdict.codes == {"deck-too-small"}
    assert verdict.products == ("Core Set", "Honor and Profit", "Blood Money")
    assert verdict.wild == ("Daily Casts",)
    assert verdict.deluxe == "Honor and Profit"
    assert verdict.mwl is None


def test_onesies_does_not_mix_the_cores() -> None:
    only_old = {"Account Siphon": 2, "Desperado": 1, "Crash Space": 1, "Data Dealer": 1}
    only_new = {"Emergency Shutdown": 1, "HQ Interface": 1, "Faerie": 1, "Test Run": 1}
    mixed = only_old | only_new
    verdict = judge(CATALOG, onesies(mixed, "Gabriel Santiago"), format="1.1.1.1", date=DAY)
    assert "not-in-pool" in verdict.codes


def test_a_wild_title_may_raise_a_title_of_the_core_to_a_playset() -> None:
    verdict = judge(CATALOG, onesies({"Account Siphon": 3}, "Gabriel Santiago"), format="1.1.1.1", date=DAY)
    assert verdict.wild == ("Account Siphon",)
    assert verdict.codes == {"deck-too-small"}


def test_every_line_names_the_products_it_comes_from() -> None:
    """All chosen products that hold the title; where none does, the product that printed it first."""
    cards = {"Imp": 3, "Test Run": 2, "Plascrete Carapace": 3, "Legwork": 3, "Daily Casts": 3}
    verdict = judge(CATALOG, onesies(cards, "Gabriel Santiago"), format="1.1.1.1", date=DAY)
    assert verdict.products == ("Revised Core Set", "Creation and Control", "What Lies Ahead")
    assert {line.card: line.product for line in verdict.lines} == {
        "Imp": "Revised Core Set + What Lies Ahead",
        "Test Run": "Revised Core Set",
        "Plascrete Carapace": "What Lies Ahead",
        "Legwork": "Honor and Profit",
        "Daily Casts": "Creation and Control",
    }
    base = judge(CATALOG, onesies({"Demolition Run": 3, "Logos": 1}, "Gabriel Santiago"), date=DAY)
    assert [line.product for line in base.lines] == ["Revised Core Set", "Honor and Profit"]


@pytest.mark.parametrize(
    ("cards", "wild", "outside"),
    [
        ({"Hunting Grounds": 1, "Daily Casts": 3, "I've Had Worse": 3}, "I've Had Worse", "Hunting Grounds"),
        ({"Hunting Grounds": 3, "Daily Casts": 3, "I've Had Worse": 3}, "Hunting Grounds", "I've Had Worse"),
    ],
    ids=["most copies", "then by title"],
)
def test_the_title_that_lacks_most_copies_is_the_wild_one(
    cards: dict[str, int], wild: str, outside: str
) -> None:
    verdict = judge(CATALOG, onesies(cards, "Gabriel Santiago"), format="1.1.1.1", date=DAY)
    assert (verdict.deluxe, verdict.wild) == ("Creation and Control", (wild,))
    assert [each.card for each in verdict.violations if each.code == "needs-other-deluxe"] == [outside]
