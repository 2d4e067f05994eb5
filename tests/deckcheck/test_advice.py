"""Advice that makes a deck legal when it is followed."""

from datetime import date

import pytest

from app.deckcheck.advice import advise
from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.legality import check
from app.deckcheck.pools import pool_at
from app.deckcheck.values import Decklist, Entry, Problem
from app.sentences import say

CATALOG = load_catalog()
POOL = pool_at(CATALOG, "cache-refresh", date(2018, 2, 15))


def runner(cards: dict[str, int], identity: str = "Chaos Theory") -> Decklist:
    entries = []
    for title, copies in cards.items():
        card = CATALOG.find(title)
        assert card is not None, title
        entries.append(Entry(card, copies))
    return Decklist(None, CATALOG.find_identity(identity)[0], tuple(entries))


def sentences(decklist: Decklist) -> list[str]:
    return [change.message for change in advise(decklist, POOL, check(decklist, POOL))]


@pytest.mark.parametrize(
    ("cards", "sentence"),
    [
        ({"Diesel": 3}, "Cut 1 Diesel: the pool has 2."),
        ({"Sure Gamble": 5}, "Cut 2 Sure Gamble: the pool has 3."),
        ({"Kati Jones": 2}, "Cut 2 Kati Jones: it is not in the pool."),
        ({"Hedge Fund": 3}, "Cut 3 Hedge Fund: it is a card of the other side."),
        ({"Sure Gamble": 3}, "Add 37 cards to reach 40."),
    ],
)
def test_one_change(cards: dict[str, int], sentence: str) -> None:
    assert sentence in sentences(runner(cards))


def test_influence_is_met_with_any_one_card_that_is_enough() -> None:
    cards = {"Inside Job": 2, "Sneakdoor Beta": 1, "Special Order": 1, "Femme Fatale": 2}
    found = sentences(runner(cards, "Rielle “Kit” Peddler"))
    assert "3 influence over: cutting one copy of Inside Job or Sneakdoor Beta is enough." in found


def test_influence_over_by_much_names_the_fewest_copies() -> None:
    cards = {"Inside Job": 2, "Sneakdoor Beta": 1, "Special Order": 1, "Femme Fatale": 2, "Stimhack": 1}
    found = sentences(runner(cards, "Rielle “Kit” Peddler"))
    assert "4 influence over: cut as few as 2 Inside Job." in found


def test_influence_is_counted_after_the_cuts() -> None:
    cards = {"Account Siphon": 3, "Inside Job": 2}
    found = sentences(runner(cards, "Rielle “Kit” Peddler"))
    assert "Cut 3 Account Siphon: it is not in the pool." in found
    assert not any("influence over" in line for line in found)


def test_following_the_advice_leaves_only_cards_to_add() -> None:
    cards = {"Account Siphon": 3, "Inside Job": 3, "Diesel": 3, "Magnum Opus": 2, "Levy AR Lab Access": 2}
    cards |= {"Hedge Fund": 2, "Sneakdoor Beta": 2, "Special Order": 3, "Femme Fatale": 3, "Legwork": 2}
    decklist = runner(cards)
    for change in advise(decklist, POOL, check(decklist, POOL)):
        for title, copies in change.cuts.items():
            assert f"{copies} {title}" in change.message
            cards[title] -= copies
    left = {title: copies for title, copies in cards.items() if copies}
    assert check(runner(left), POOL).codes == {"deck-too-small"}
    assert left["Diesel"] == 2


def test_restricted_titles_keep_one() -> None:
    found = sentences(runner({"Magnum Opus": 2, "Levy AR Lab Access": 1}))
    assert "Cut 1 Levy AR Lab Access: a deck may have one restricted title." in found


def test_another_deluxe_is_weighed() -> None:
    fillers = {"Sure Gamble": 3, "Armitage Codebusting": 3, "Crypsis": 2, "Easy Mark": 3, "Bank Job": 2}
    fillers |= {"Forged Activation Orders": 2, "Emergency Shutdown": 2, "Inside Job": 2, "HQ Interface": 1}
    fillers |= {"Process Automation": 3, "Sneakdoor Beta": 1, "Faerie": 2, "Infiltration": 2, "Abagnale": 3}
    fillers |= {"Demara": 3, "Spear Phishing": 3, "Polyhistor": 1, "Puffer": 3}
    decklist = runner(fillers | {"Clone Chip": 2, "Daily Casts": 2, "Legwork": 1}, "Gabriel Santiago")
    verdict = check(decklist, POOL)
    assert verdict.codes == {"needs-other-deluxe"}
    assert verdict.deluxe == "Creation and Control"
    assert "With Honor and Profit instead, replace 2 Clone Chip and 2 Daily Casts." in sentences(decklist)


def test_a_misspelt_name_gets_its_suggestions() -> None:
    problem = Problem("unknown-card", say("No such card."), 4, "Sure Gmble", ("Sure Gamble", "Surge"))
    decklist = Decklist(None, CATALOG.find_identity("Chaos Theory")[0], (), (problem,))
    assert "Line 4: write Sure Gamble or Surge if that is meant." in sentences(decklist)


def test_an_identity_that_is_nearly_named_gets_its_suggestions() -> None:
    asked = read("Kit\n3 Diesel", CATALOG)
    assert "Line 1: write Rielle “Kit” Peddler: Transhuman if that is meant." in sentences(asked)
