"""A thousand random legal decks, and a thousand with exactly one rule broken."""

from datetime import timedelta
from random import Random

import pytest

from app.deckcheck.legality import judge
from tests.deckcheck.generated import CATALOG, CUSTOM_BIOTICS, FIRST, MUTATIONS, legal_deck

DECKS = 1000


def test_a_thousand_legal_decks() -> None:
    random = Random(20170428)
    for number in range(DECKS):
        deck = legal_deck(random)
        verdict = judge(CATALOG, deck.decklist(), date=deck.day.day)
        assert verdict.legal, (number, deck.day.day, deck.identity.title, verdict.violations)
        assert verdict.influence == deck.spent
        assert verdict.cards == deck.size
        if verdict.deluxe is not None:
            assert deck.deluxe is not None
            assert verdict.deluxe == CATALOG.products[deck.deluxe].name


def test_a_thousand_decks_with_one_rule_broken() -> None:
    random = Random(20181022)
    broken = {mutation.__name__: 0 for mutation, _codes in MUTATIONS}
    while sum(broken.values()) < DECKS:
        wanted = CUSTOM_BIOTICS if sum(broken.values()) % 20 == 0 else ""
        deck = legal_deck(random, wanted)
        before = dict(deck.cards)
        order = sorted(MUTATIONS, key=lambda item: (broken[item[0].__name__], random.random()))
        for mutation, codes in order[:3]:
            deck.cards = dict(before)
            if mutation(deck, random):
                verdict = judge(CATALOG, deck.decklist(), date=deck.day.day)
                told = (mutation.__name__, deck.day.day, deck.identity.title, verdict.violations)
                assert verdict.codes == codes, told
                broken[mutation.__name__] += 1
                break
    assert min(broken.values()) >= 3, broken


@pytest.mark.parametrize("days", [1, 400])
def test_before_the_first_day_there_is_one_answer(days: int) -> None:
    deck = legal_deck(Random(5))
    verdict = judge(CATALOG, deck.decklist(), date=FIRST - timedelta(days=days))
    assert verdict.codes == {"format-not-yet"}
