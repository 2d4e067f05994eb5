"""Changing an event's card pool by product: what is stored after each change, and the pool it makes."""

from datetime import date

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import CUSTOM
from app.deckcheck.pools import Pool, pool_at
from app.services.decks import pool_editing
from app.services.decks.card_pool import overrides_of
from app.services.decks.product_search import search_products
from app.services.kernel.errors import Refused

DAY = date(2018, 2, 15)
CATALOG = load_catalog()


def pool(changes: dict[str, object]) -> Pool:
    stored = changes["pool_overrides"]
    assert isinstance(stored, dict)
    return pool_at(CATALOG, str(changes["format"]), DAY, overrides_of(stored, None))


CLASSIC = {"format": "cache-refresh", "pool_overrides": {}}


def codes(of: Pool) -> dict[str, int]:
    return {holding.product.code: holding.boxes for slot in of.slots for holding in slot.holdings}


def test_a_product_is_taken_out_of_a_format_and_put_back() -> None:
    out = pool_editing.remove_product(pool(CLASSIC), {}, "td")
    assert out == {"format": "cache-refresh", "pool_overrides": {"remove": ["td"]}}
    assert pool(out).titles() == pool(CLASSIC).titles() - 57
    back = pool_editing.add_product(pool(out), out["pool_overrides"], "td")
    assert back == CLASSIC


def test_a_product_is_added_on_top_with_its_boxes_and_taken_off_again() -> None:
    more = pool_editing.add_product(pool(CLASSIC), {}, "core", boxes=2)
    assert more["pool_overrides"] == {"add": {"core": 2}}
    assert codes(pool(more))["core"] == 2
    assert pool_editing.remove_product(pool(more), more["pool_overrides"], "core") == CLASSIC


def test_a_format_becomes_slots_with_the_same_cards() -> None:
    made = pool_editing.as_custom(pool(CLASSIC), {})
    assert made["format"] == CUSTOM
    before, after = pool(CLASSIC), pool(made)
    assert (after.titles(), after.titles("cac"), codes(after)) == (
        before.titles(),
        before.titles("cac"),
        codes(before),
    )
    assert [slot.choose for slot in after.slots] == [slot.choose for slot in before.slots]


def test_slots_of_a_custom_pool_are_made_named_filled_and_removed() -> None:
    stored = pool_editing.as_custom(pool(CLASSIC), {})["pool_overrides"]
    stored = pool_editing.add_slot(stored, "  A  choice ", 1)["pool_overrides"]
    last = len(stored["slots"]) - 1
    assert stored["slots"][last] == {"name": "A choice", "products": {}, "choose": 1}
    made = pool({"format": CUSTOM, "pool_overrides": stored})
    stored = pool_editing.add_product(made, stored, "core", 3, last)["pool_overrides"]
    stored = pool_editing.change_slot(stored, last, "Old cards", None)["pool_overrides"]
    assert stored["slots"][last] == {"name": "Old cards", "products": {"core": 3}}
    made = pool({"format": CUSTOM, "pool_overrides": stored})
    assert codes(made)["core"] == 3
    gone = pool_editing.remove_slot(stored, last)["pool_overrides"]
    assert [slot["name"] for slot in gone["slots"]] == [slot["name"] for slot in stored["slots"][:last]]


def test_a_choice_shrinks_with_its_products() -> None:
    stored = {"slots": [{"name": "Two of", "products": ["cac", "hap"], "choose": 2}]}
    made = pool({"format": CUSTOM, "pool_overrides": stored})
    after = pool_editing.remove_product(made, stored, "hap")["pool_overrides"]
    assert after["slots"] == [{"name": "Two of", "products": {"cac": 1}, "choose": 1}]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda: pool_editing.add_product(pool(CLASSIC), {}, "nothing"), "unknown-product"),
        (lambda: pool_editing.add_product(pool(CLASSIC), {}, "core", 0), "invalid-boxes"),
        (lambda: pool_editing.add_product(pool(CLASSIC), {}, "td"), "already-in-pool"),
        (lambda: pool_editing.remove_product(pool(CLASSIC), {}, "core"), "unknown-product"),
        (lambda: pool_editing.add_slot({}, "  ", None), "invalid-slot"),
        (lambda: pool_editing.add_slot({}, "One of many", 2), "invalid-slot"),
        (lambda: pool_editing.change_slot({"slots": []}, 0, "A", None), "unknown-slot"),
        (lambda: pool_editing.remove_slot({"slots": [{"name": "A", "products": []}]}, 1), "unknown-slot"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_change_that_makes_no_sense_is_refused(change, code) -> None:
    with pytest.raises(Refused) as refused:
        change()
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_products_are_found_by_name_cycle_code_and_card() -> None:
    assert [each.code for each in search_products(CATALOG, "creation and")] == ["cac"]
    assert {each.cycle for each in search_products(CATALOG, "kitara")} >= {"Kitara"}
    assert "td" in {each.code for each in search_products(CATALOG, "td")}
    by_card = search_products(CATALOG, "hedge fund")
    assert {each.because for each in by_card} == {"Hedge Fund"}
    assert {"core", "core2"} <= {each.code for each in by_card}
    assert search_products(CATALOG, "  ") == () == search_products(CATALOG, "no such product at all")
