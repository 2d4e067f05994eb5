"""Every rule of deckbuilding on small decks, with the traps each rule has."""

from datetime import date

import pytest

from app.deckcheck.catalog import Card, load_catalog
from app.deckcheck.formats import Overrides, PoolError, custom_slots
from app.deckcheck.identity_laws import all_laws
from app.deckcheck.legality import judge
from app.deckcheck.values import Decklist, Entry, Problem, with_identity
from app.deckcheck.verdict import Verdict
from app.sentences import say
from app.sides import Side

CATALOG = load_catalog()
DAY = date(2018, 2, 15)
EARLY = date(2017, 7, 1)
OLD_CARDS = Overrides(
    slots=custom_slots([{"name": "all", "products": dict.fromkeys(sorted(CATALOG.products), 3)}])
)
NOISE = {"unknown-card", "deck-too-small", "agenda-points-out-of-range"}


def card(title: str) -> Card:
    found = CATALOG.find(title) or CATALOG.find_identity(title)[0]
    assert found is not None, title
    return found


def deck(identity: str | None, cards: dict[str, int]) -> Decklist:
    entries = tuple(Entry(card(title), copies, line) for line, (title, copies) in enumerate(cards.items(), 3))
    return Decklist(None, card(identity) if identity else None, entries)


def anything(identity: str | None, cards: dict[str, int], mwl: str = "none", day: date = DAY) -> Verdict:
    """The verdict in a pool of every product there is."""
    decklist = deck(identity, cards)
    return judge(CATALOG, decklist, format="custom", date=day, mwl=mwl, overrides=OLD_CARDS)


def codes(verdict: Verdict) -> set[str]:
    """The codes but those that a deck of a few cards always has."""
    return set(verdict.codes) - NOISE


# The pool


def test_old_printing_gets_the_copies_of_the_new_core() -> None:
    decklist = Decklist(None, card("Chaos Theory"), (Entry(card("Diesel"), 3),))
    verdict = judge(CATALOG, decklist, date=DAY)
    assert codes(verdict) == {"copies-exceed-pool"}
    told = next(v for v in verdict.violations if v.code == "copies-exceed-pool")
    assert (told.card, told.copies, told.allowed) == ("Diesel", 3, 2)


def test_two_lines_of_one_title_add_up() -> None:
    entries = (Entry(card("Diesel"), 2, 3), Entry(card("Diesel"), 1, 9))
    verdict = judge(CATALOG, Decklist(None, card("Chaos Theory"), entries), date=DAY)
    assert codes(verdict) == {"copies-exceed-pool"}
    assert len(verdict.lines) == 1


@pytest.mark.parametrize(
    ("cards", "deluxe", "expected"),
    [
        ({"Sure Gamble": 3}, None, set()),
        ({"Clone Chip": 3}, "Creation and Control", set()),
        ({"Legwork": 3, "Logos": 1}, "Honor and Profit", set()),
        ({"Legwork": 3, "Logos": 1, "Clone Chip": 2}, "Honor and Profit", {"needs-other-deluxe"}),
        ({"Kati Jones": 3}, None, {"not-in-pool"}),
    ],
)
def test_the_deluxe_is_found(cards: dict[str, int], deluxe: str | None, expected: set[str]) -> None:
    verdict = judge(CATALOG, deck("Gabriel Santiago", cards), date=DAY)
    assert verdict.deluxe == deluxe
    assert codes(verdict) - {"influence-exceeded"} == expected


def test_the_deluxe_can_be_fixed() -> None:
    decklist = deck("Gabriel Santiago", {"Legwork": 3, "Logos": 1, "Clone Chip": 2})
    fixed = judge(CATALOG, decklist, date=DAY, deluxe="creation and control")
    assert fixed.deluxe == "Creation and Control"
    assert {v.card for v in fixed.violations if v.code == "needs-other-deluxe"} == {"Legwork", "Logos"}
    without = judge(CATALOG, decklist, date=DAY, deluxe="none")
    assert without.deluxe is None
    assert sum(v.code == "needs-other-deluxe" for v in without.violations) == 3
    with pytest.raises(PoolError, match="Order and Chaos"):
        judge(CATALOG, decklist, date=DAY, deluxe="Reign and Reverie")


def test_identity_needs_its_deluxe_too() -> None:
    verdict = judge(CATALOG, deck("Adam", {"Clone Chip": 1}), date=DAY)
    assert verdict.deluxe == "Data and Destiny"
    assert {v.card for v in verdict.violations if v.code == "needs-other-deluxe"} == {"Clone Chip"}


def test_identity_outside_the_pool() -> None:
    verdict = judge(CATALOG, deck("Haas-Bioroid: Engineering the Future", {}), date=DAY)
    assert codes(verdict) == {"not-in-pool"}


def test_a_card_of_a_later_publisher_is_counted_and_breaks_the_pool_alone() -> None:
    verdict = judge(CATALOG, deck("Chaos Theory", {"Pelangi": 3, "Sure Gamble": 3}), date=DAY)
    assert verdict.codes == {"not-in-pool", "deck-too-small"}
    assert [(v.card, v.copies, v.line) for v in verdict.violations if v.card] == [("Pelangi", 3, 3)]
    assert verdict.cards == 6
    foreign = judge(CATALOG, deck("Gabriel Santiago", {"Pelangi": 3}), date=DAY)
    assert foreign.influence == 3 * (card("Pelangi").influence or 0) > 0
    agenda = judge(CATALOG, deck("NBN: Making News", {"Send a Message": 2}), date=DAY)
    assert agenda.agenda_points == 2 * card("Send a Message").agenda_points > 0


# Lists


@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2017, 4, 28), "NAPD MWL 1.2"),
        (date(2017, 10, 1), "NAPD MWL 2.0"),
        (date(2018, 2, 26), "NAPD MWL 2.1"),
        (date(2018, 9, 6), "NAPD MWL 2.2"),
        (date(2025, 1, 1), "NAPD MWL 2.2"),
    ],
)
def test_list_of_the_day(day: date, name: str) -> None:
    assert judge(CATALOG, deck("Chaos Theory", {}), date=day).mwl == name


def test_one_restricted_title_in_any_number_is_fine_and_two_are_not() -> None:
    one = anything("Chaos Theory", {"Magnum Opus": 3}, mwl="2.0")
    two = anything("Chaos Theory", {"Magnum Opus": 1, "Levy AR Lab Access": 1}, mwl="2.0")
    assert one.restricted == ("Magnum Opus",)
    assert codes(one) == set()
    assert codes(two) == {"mwl-restricted"}
    assert sum(v.code == "mwl-restricted" for v in two.violations) == 1


def test_removed_title() -> None:
    verdict = anything("Gabriel Santiago", {"Temüjin Contract": 1}, mwl="2.0")
    assert codes(verdict) == {"mwl-removed"}


def test_universal_influence_is_paid_in_faction_too() -> None:
    verdict = anything("Noise", {"Faust": 2, "Parasite": 1}, mwl="1.2")
    assert verdict.influence == 2 * 3 + 1


def test_early_lists_lower_the_limit_but_never_below_one() -> None:
    assert anything("Noise", {"Parasite": 3}, mwl="1.0").influence_limit == 12
    assert anything("The Professor", {"Parasite": 3}, mwl="1.0").influence_limit == 1
    assert anything("The Masque", {"Parasite": 3}, mwl="1.0").influence_limit is None


@pytest.mark.parametrize(("day", "copies", "broken"), [("2016-07-31", 3, False), ("2016-08-01", 2, True)])
def test_erratum_of_astroscript(day: str, copies: int, broken: bool) -> None:
    verdict = anything("NBN: Making News", {"AstroScript Pilot Program": copies}, day=date.fromisoformat(day))
    assert ("copies-exceed-deck-limit" in verdict.codes) is broken


# Deckbuilding


def test_deck_limit_and_boxes_are_two_rules() -> None:
    verdict = judge(CATALOG, deck("Chaos Theory", {"Sure Gamble": 4}), date=DAY)
    assert codes(verdict) == {"copies-exceed-deck-limit", "copies-exceed-pool"}


def test_six_copies_where_the_card_allows_six() -> None:
    assert codes(anything("Khan", {"Exclusive Party": 6})) == set()
    assert codes(anything("Khan", {"Exclusive Party": 7})) >= {"copies-exceed-deck-limit"}


def test_neutral_cards_can_cost_influence() -> None:
    assert anything("NBN: Making News", {"Mumba Temple": 1, "Ice Wall": 16}).influence == 2 + 16
    assert anything("NBN: Making News", {"Global Food Initiative": 2}).influence == 2


def test_influence_over_the_limit() -> None:
    verdict = anything("Rielle “Kit” Peddler: Transhuman", {"Account Siphon": 3})
    assert (verdict.influence, verdict.influence_limit) == (12, 10)
    assert codes(verdict) == {"influence-exceeded"}


def test_the_professors_first_copy_of_a_program_is_free() -> None:
    verdict = anything("The Professor", {"Parasite": 1, "Medium": 2, "Sneakdoor Beta": 1, "Diesel": 3})
    assert verdict.influence == 3
    with_list = anything("The Professor", {"Faust": 1, "Parasite": 2}, mwl="1.2")
    assert with_list.influence == 2 + 1


def test_custom_biotics_has_no_jinteki_card() -> None:
    assert codes(anything("Custom Biotics", {"Snare!": 1})) == {"identity-restriction"}
    assert codes(anything("Haas-Bioroid: Engineering the Future", {"Snare!": 1})) == set()


def test_agenda_of_another_faction() -> None:
    verdict = anything("Haas-Bioroid: Engineering the Future", {"AstroScript Pilot Program": 1})
    assert codes(verdict) == {"agenda-out-of-faction"}


def test_draft_identity_lifts_copies_and_agendas() -> None:
    verdict = anything("The Shadow", {"AstroScript Pilot Program": 2, "Nisei MK II": 2, "Account Siphon": 1})
    assert codes(verdict) == {"wrong-side"}
    assert verdict.influence_limit is None
    assert "not-in-pool" in judge(CATALOG, deck("The Masque", {}), date=DAY).codes


def test_wrong_side() -> None:
    verdict = anything("Chaos Theory", {"Hedge Fund": 3})
    assert codes(verdict) == {"wrong-side"}
    assert next(v for v in verdict.violations if v.code == "wrong-side").line == 3


@pytest.mark.parametrize(
    ("fillers", "points", "required"),
    [(33, 18, (20, 21)), (36, 20, (20, 21)), (43, 20, (22, 23)), (30, 21, (20, 21))],
)
def test_agenda_points_follow_the_larger_of_deck_and_minimum(
    fillers: int, points: int, required: tuple[int, int]
) -> None:
    titles = ["Hedge Fund", "Enigma", "Ice Wall", "PAD Campaign", "Wall of Static", "Hunter", "SEA Source"]
    titles += ["Closed Accounts", "Psychographics", "Data Raven", "Ghost Branch", "Tollbooth", "Red Herrings"]
    titles += ["Anonymous Tip", "Flare"]
    cards: dict[str, int] = {}
    for title in titles:
        cards[title] = min(3, fillers - sum(cards.values()))
    cards = {title: copies for title, copies in cards.items() if copies}
    cards["Priority Requisition"] = points // 3
    if points % 3:
        cards["Private Security Force" if points % 3 == 2 else "Breaking News"] = 1
    verdict = anything("NBN: Making News", cards)
    assert verdict.agenda_points == points
    assert verdict.agenda_points_required == required
    inside = required[0] <= points <= required[1]
    assert ("agenda-points-out-of-range" in verdict.codes) is not inside


DIRECTIVES = {"Always Be Running": 1, "Neutralize All Threats": 1, "Safety First": 1}
FORTY_TWO = {"NetChip": 6, "Spy Camera": 6, "Exclusive Party": 6, "Fear the Masses": 6, "Matryoshka": 6}
FORTY_TWO |= {"Out of the Ashes": 6, "Sure Gamble": 3, "Dirty Laundry": 3}


@pytest.mark.parametrize(
    ("others", "cards", "told"),
    [
        ({}, 45, "were counted as part of the deck"),
        ({"Daily Casts": 2}, 47, "were counted as part of the deck"),
        (
            {"Daily Casts": 3},
            45,
            "One copy each of Always Be Running, Neutralize All Threats and Safety First",
        ),
        ({"Daily Casts": 3, "Kati Jones": 1}, 46, "was set aside: Adam: Compulsive Hacker starts with them"),
    ],
)
def test_starting_directives_are_set_aside_only_where_the_deck_keeps_its_minimum(
    others: dict[str, int], cards: int, told: str
) -> None:
    verdict = anything("Adam", DIRECTIVES | FORTY_TWO | others)
    assert verdict.cards == cards
    assert "deck-too-small" not in verdict.codes
    assert [warning.code for warning in verdict.warnings] == ["starting-cards"]
    assert told in verdict.warnings[0].message


def test_two_directives_and_directives_of_others_are_cards_like_others() -> None:
    assert anything("Adam", FORTY_TWO | {"Safety First": 1, "Daily Casts": 3}).cards == 46
    verdict = anything("Noise", DIRECTIVES)
    assert (verdict.cards, verdict.warnings) == (3, ())


def test_ampere_and_nova_take_one_copy_of_each_card() -> None:
    for identity, title in [("Nova Initiumia", "Sure Gamble"), ("Ampère", "Hedge Fund")]:
        verdict = anything(identity, {title: 2})
        assert codes(verdict) == {"copies-exceed-deck-limit"}
        told = next(v for v in verdict.violations if v.code == "copies-exceed-deck-limit")
        assert (told.copies, told.allowed) == (2, 1)
        assert told.message == f"2 {title}: {verdict.identity} may have 1 of each card."
        assert codes(anything(identity, {title: 1})) == set()


def test_ampere_takes_two_different_agendas_of_each_faction() -> None:
    nbn = {"AstroScript Pilot Program": 1, "Breaking News": 1}
    allowed = nbn | {
        "Project Vitruvius": 1,
        "Nisei MK II": 1,
        "Hostile Takeover": 1,
        "Private Security Force": 1,
    }
    assert codes(anything("Ampère", allowed)) == set()
    third = anything("Ampère", allowed | {"Project Beale": 1})
    assert codes(third) == {"agenda-out-of-faction"}
    assert [v.card for v in third.violations if v.code == "agenda-out-of-faction"] == ["Project Beale"]


@pytest.mark.parametrize("identity", ["The Catalyst", "The Syndicate"])
def test_identities_of_the_starter_game_are_never_legal(identity: str) -> None:
    verdict = anything(identity, {})
    told = next(v for v in verdict.violations if v.code == "identity-restriction")
    assert told.card == verdict.identity
    assert told.message.endswith("is for the starter game only; no deck may have it.")


def test_every_identity_law_is_about_a_card() -> None:
    assert all(card(title).title == title for title in all_laws())


@pytest.mark.parametrize(
    ("day", "removed"),
    [("2019-07-01", False), ("2020-06-26", True), ("2023-01-01", True), ("2025-04-24", False)],
)
def test_a_list_can_remove_a_subtype(day: str, removed: bool) -> None:
    decklist = deck("Akiko Nisei", {"Itinerant Protesters": 3})
    verdict = judge(CATALOG, decklist, format="socr9", date=date.fromisoformat(day))
    assert ("mwl-removed" in verdict.codes) is removed
    if day == "2023-01-01":
        told = next(v for v in verdict.violations if v.code == "mwl-removed")
        assert told.message.startswith("Itinerant Protesters is a Current; Standard Ban List 22.09")


def test_the_identity_of_a_onesies_deck_needs_no_box() -> None:
    decklist = deck("MaxX", {"Clone Chip": 3, "Déjà Vu": 2, "I've Had Worse": 3, "Levy AR Lab Access": 1})
    verdict = judge(CATALOG, decklist, format="1.1.1.1", date=date(2017, 2, 24))
    assert codes(verdict) == set()
    assert (verdict.deluxe, verdict.wild) == ("Creation and Control", ("I've Had Worse",))
    late = judge(CATALOG, deck("Akiko Nisei", {}), format="1.1.1.1", date=date(2017, 2, 24))
    assert [v.card for v in late.violations if v.code == "not-in-pool"] == ["Akiko Nisei: Head Case"]


@pytest.mark.parametrize(
    ("alliance", "others", "free"),
    [
        ("Jeeves Model Bioroids", {"Adonis Campaign": 3, "Eli 1.0": 3}, True),
        ("Jeeves Model Bioroids", {"Adonis Campaign": 3, "Eli 1.0": 2}, False),
        ("Jeeves Model Bioroids", {"Adonis Campaign": 3, "Eli 1.0": 2, "Product Recall": 1}, False),
        ("Mumba Temple", {"Ice Wall": 15}, True),
        ("Mumba Temple", {"Ice Wall": 16}, False),
        ("Museum of History", {"Hedge Fund": 49}, True),
        ("Museum of History", {"Hedge Fund": 48}, False),
        ("PAD Factory", {"PAD Campaign": 3}, True),
        ("PAD Factory", {"PAD Campaign": 2}, False),
        ("Mumbad Virtual Tour", {"PAD Campaign": 3, "Snare!": 3, "Project Junebug": 1}, True),
        ("Mumbad Virtual Tour", {"PAD Campaign": 3, "Snare!": 3}, False),
    ],
)
def test_alliance_cards_are_free_when_their_condition_holds(
    alliance: str, others: dict[str, int], free: bool
) -> None:
    verdict = anything("NBN: Making News", {alliance: 1, **others})
    line = next(line for line in verdict.lines if line.card == alliance)
    assert line.influence == (0 if free else card(alliance).influence)


# Identities and reading


def test_without_identity_the_rest_is_judged() -> None:
    verdict = judge(CATALOG, deck(None, {"Diesel": 4, "Kati Jones": 1}), date=DAY)
    assert verdict.codes == {
        "identity-missing",
        "copies-exceed-pool",
        "copies-exceed-deck-limit",
        "not-in-pool",
    }
    assert verdict.influence is None


def test_identity_chosen_apart() -> None:
    missing = Problem("identity-missing", say("No identity."))
    unread = Problem("unreadable-line", say("Nothing known."), 7, "???")
    decklist = Decklist(None, None, (Entry(card("Sure Gamble"), 3),), (missing, unread))
    assert "identity-missing" in judge(CATALOG, decklist, date=DAY).codes
    verdict = judge(CATALOG, with_identity(decklist, card("Chaos Theory")), date=DAY)
    assert verdict.codes == {"deck-too-small"}
    assert [(warning.code, warning.line) for warning in verdict.warnings] == [("unreadable-line", 7)]


def test_second_identity_among_the_cards() -> None:
    verdict = judge(CATALOG, deck("Chaos Theory", {"Khan: Savvy Skiptracer": 1}), date=DAY)
    assert codes(verdict) == {"several-identities"}
    assert verdict.cards == 0


def test_problems_of_the_reader_are_violations_with_suggestions() -> None:
    problem = Problem("unknown-card", say("No such card."), 4, "Sure Gmble", ("Sure Gamble",))
    decklist = Decklist(None, card("Chaos Theory"), (), (problem,))
    told = judge(CATALOG, decklist, date=DAY).as_json()["violations"][0]
    assert told["code"] == "unknown-card"
    assert told["suggestions"] == ["Sure Gamble"]
    assert told["line"] == 4


def test_before_the_format() -> None:
    verdict = judge(CATALOG, deck("Chaos Theory", {"Diesel": 9}), date=date(2017, 4, 27))
    assert verdict.codes == {"format-not-yet"}
    told = (verdict.side, verdict.identity, verdict.faction, verdict.cards)
    assert told == (Side.RUNNER, "Chaos Theory: Wünderkind", "shaper", 9)


def test_verdict_as_json_has_the_fields_other_programs_rely_on() -> None:
    answer = judge(CATALOG, deck("NBN: Making News", {"Hedge Fund": 3}), date=EARLY).as_json()
    assert answer["legal"] is False
    assert answer["side"] == "corp"
    assert answer["identity"] == "NBN: Making News"
    assert answer["faction"] == "nbn"
    assert answer["date"] == "2017-07-01"
    assert answer["minimum_cards"] == 45
    assert answer["agenda_points_required"] == [20, 21]
    assert set(answer) == {
        *("legal", "name", "side", "identity", "faction", "format", "date", "mwl", "deluxe", "cards"),
        *("minimum_cards", "influence", "influence_limit", "agenda_points", "agenda_points_required"),
        *("restricted", "chosen_products", "wild", "violations", "warnings", "lines"),
    }
    assert answer["cards"] == 3 and answer["agenda_points"] == 0
    assert set(answer["lines"][0]) == {
        "card",
        "copies",
        "product",
        "influence",
        "status",
        "type",
        "faction",
        "line",
    }
    assert answer["lines"][0]["card"] == "Hedge Fund"
    assert answer["lines"][0]["product"] == "Core Set"
    assert answer["lines"][0]["status"] == "ok"
