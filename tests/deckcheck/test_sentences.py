"""What people read: one sentence for each code, plural forms, several titles of one cause together."""

from datetime import date
from string import Formatter

import pytest

from app.deckcheck.advice import advise
from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.formats import day_meant
from app.deckcheck.kept import KeptVerdict
from app.deckcheck.legality import check, judge
from app.deckcheck.pools import pool_at
from app.deckcheck.sentences import MESSAGES, Names, Points, sentence

CATALOG = load_catalog()
DAY = date(2018, 2, 15)


@pytest.mark.parametrize("key", sorted(MESSAGES))
def test_both_forms_of_a_message_ask_for_the_same_values(key: str) -> None:
    message = MESSAGES[key]
    forms = message if isinstance(message, tuple) else (message,)
    asked = [{name for _text, name, _spec, _conversion in Formatter().parse(form) if name} for form in forms]
    assert all(names == asked[0] for names in asked)
    assert len(forms) == 1 or forms[0] != forms[1]


def test_names_and_points_are_joined_in_the_sentence() -> None:
    values = {"titles": Names(("A", "B", "C"), "or"), "line": 4}
    assert str(sentence("advice/name-line", values)) == "Line 4: write A, B or C if that is meant."
    put_in = "agendas/put-in"
    assert (
        str(sentence(put_in, {"points": Points((1,))}))
        == "Put in agendas worth 1 point in place of other cards."
    )
    assert "worth 1 or 2 points in" in str(sentence(put_in, {"points": Points((1, 2))}))


@pytest.mark.parametrize(("cards", "told"), [(1, "The deck has 1 card; "), (2, "The deck has 2 cards; ")])
def test_one_card_is_no_cards(cards: int, told: str) -> None:
    verdict = judge(CATALOG, read(f"Chaos Theory\n{cards} Sure Gamble", CATALOG), date=DAY)
    assert any(violation.message.startswith(told) for violation in verdict.violations)


def test_many_titles_of_one_cause_are_one_sentence() -> None:
    text = "Chaos Theory: Wünderkind\n3 Kati Jones\n2 Account Siphon\n1 Parasite\n4 Sure Gamble\n"
    verdict = judge(CATALOG, read(text, CATALOG), date=DAY).as_json()
    assert [v["code"] for v in verdict["violations"]].count("not-in-pool") == 3
    faults = KeptVerdict(verdict).causes("Cache Refresh")
    assert faults[0].lines == (2, 3, 4)
    assert faults[0].message == (
        "3 titles are not in the pool of Cache Refresh on 15 February 2018: Kati Jones, Account Siphon "
        "and Parasite."
    )
    assert [fault.code for fault in faults].count("not-in-pool") == 1
    assert any(fault.message == "4 Sure Gamble: the pool has 3." for fault in faults)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Titan Transnational\n3 Firmware Updates\n3 High-Risk Investment\n3 Posted Bounty\n",
            "Put 7 other cards, agendas worth 8 or 9 points among them, in place of what you cut, "
            "to reach 45.",
        ),
        ("Chaos Theory\n3 Sure Gamble\n3 Kati Jones\n", "Add 37 cards to reach 40."),
    ],
)
def test_cards_for_those_cut_are_told_apart_from_cards_to_add(text: str, told: str) -> None:
    pool = pool_at(CATALOG, "cache-refresh", DAY)
    if told.startswith("Put"):
        fill = ["Hedge Fund", "Ice Wall", "Enigma", "Hunter", "PAD Campaign", "Wall of Static", "Archer"]
        text += "".join(f"3 {title}\n" for title in fill) + "3 Asteroid Belt\n3 Wormhole\n3 Mark Yale\n"
        text += "3 Space Camp\n3 Beanstalk Royalties\n"
    decklist = read(text, CATALOG)
    changes = advise(decklist, pool, check(decklist, pool))
    assert any(change.message.startswith(told) for change in changes), [c.message for c in changes]


def test_another_deluxe_is_weighed_when_influence_is_broken_too() -> None:
    text = "Gabriel Santiago\n2 Clone Chip\n3 Levy AR Lab Access\n3 Legwork\n3 Logos\n3 Magnum Opus\n"
    pool = pool_at(CATALOG, "cache-refresh", DAY)
    decklist = read(text, CATALOG)
    verdict = check(decklist, pool)
    assert {"needs-other-deluxe", "influence-exceeded"} <= verdict.codes
    told = [change.message for change in advise(decklist, pool, verdict) if change.key.startswith("boxes/")]
    assert len(told) == 1
    assert told[0].startswith("With ") and " instead, replace " in told[0]


def test_a_format_played_no_more_means_its_last_day() -> None:
    today = date(2026, 12, 1)
    assert day_meant("socr9", today) == date(2019, 12, 26)
    assert day_meant("socr9", date(2019, 8, 1)) == date(2019, 8, 1)
    assert day_meant("cache-refresh", today) == today
    assert day_meant("no such format", today) == today
