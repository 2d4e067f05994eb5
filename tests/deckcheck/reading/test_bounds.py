"""The numbers and edges a reader of lists counts by: what is just read, and what is just not."""

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import Unreadable, read
from app.deckcheck.reading import columns, headings, lines, mentions, misspelt
from app.deckcheck.reading.source import MAX_BYTES, MAX_LINES, text_of, written

RUNNER = "Chaos Theory: Wünderkind\n"


@pytest.mark.parametrize("name", ["Ice", "Data", "Street"])
def test_an_unknown_card_has_three_suggestions_at_most(name: str, catalog: Catalog) -> None:
    (problem,) = [each for each in read(f"{RUNNER}3 {name}", catalog).problems if each.suggestions]
    assert len(problem.suggestions) == 3


def test_the_first_twenty_unknown_cards_have_suggestions(catalog: Catalog) -> None:
    problems = read(RUNNER + "3 Sure Gambel\n" * 22, catalog).problems
    assert [problem.suggestions for problem in problems] == [("Sure Gamble",)] * 20 + [()] * 2


@pytest.mark.parametrize("line", ["3 Sure Gamble\n", "- 3 Sure Gamble\n"])
def test_two_thousand_lines_are_read(line: str, catalog: Catalog) -> None:
    assert len(read(line * MAX_LINES, catalog).entries) == 1
    with pytest.raises(Unreadable, match="more than 2000 lines"):
        read(line * (MAX_LINES + 1), catalog)


def test_as_many_bytes_as_a_deck_may_have_are_read() -> None:
    longest = "é" * (MAX_BYTES // 2)
    assert text_of(longest) == longest
    with pytest.raises(Unreadable, match="larger than 256 kB"):
        text_of(longest + "a")


def test_a_few_signs_of_control_are_no_binary_file() -> None:
    assert text_of("3 Diesel\n" + "\x01" * 8).startswith("3 Diesel")
    with pytest.raises(Unreadable, match="binary"):
        text_of("3 Diesel\n" + "\x01" * 9)


def test_what_was_written_is_shown_up_to_120_letters() -> None:
    assert written("a" * 120) == "a" * 120
    assert written("a" * 121) == "a" * 119 + "…"
    assert written(" a\x07b ") == "a b"


def test_a_number_with_a_sign_alone_gives_copies_of_nothing() -> None:
    assert lines.signed("3枚") is None
    assert lines.signed("ディーゼル 3枚") == ("3", "ディーゼル")


@pytest.mark.parametrize(
    ("line", "has_influence"), [("Qty", None), ("Qty Card", False), ("Min Max", True), ("Qty Card Inf", True)]
)
def test_one_word_heads_no_table(line: str, has_influence: bool | None) -> None:
    found = columns.heading(line)
    assert (found.has_influence if found else None) is has_influence


@pytest.mark.parametrize(
    ("line", "words"), [("aBc", ["a", "Bc"]), ("aB", ["aB"]), ("oneTitle", ["one", "Title"])]
)
def test_words_joined_by_a_slip_are_parted(line: str, words: list[str]) -> None:
    assert [word.text for word in mentions.words(line)] == words


@pytest.mark.parametrize(
    ("line", "is_type", "is_heading"),
    [
        ("----", True, True),
        ("Events", True, True),
        ("Shaper (12)", False, True),
        ("Core Set", False, True),
        ("Diesel", False, False),
    ],
)
def test_a_line_of_dashes_is_a_heading(line: str, is_type: bool, is_heading: bool, catalog: Catalog) -> None:
    assert headings.is_type_heading(line) is is_type
    assert headings.is_heading(line, catalog) is is_heading


def test_a_name_of_five_letters_is_compared_with_titles(catalog: Catalog) -> None:
    assert misspelt.given("three Abcde", catalog) == ("Abcde", False)
    assert misspelt.given("three Abcd", catalog) is None
    assert misspelt.given("| 3 | Acount Siphon |", catalog) == ("Acount Siphon", True)


def test_a_name_above_the_list_is_no_problem(catalog: Catalog) -> None:
    deck = read(f"Siphon Diesel party\n{RUNNER}3 Sure Gamble\n", catalog)
    assert (deck.name, deck.problems) == ("Siphon Diesel party", ())


def test_an_identity_alone_below_its_label_is_the_identity(catalog: Catalog) -> None:
    deck = read("Identity:\nNBN: Making News (Core Set)\n3 Hedge Fund\n", catalog)
    assert deck.identity is not None and deck.identity.title == "NBN: Making News"
    assert (deck.name, deck.problems) == (None, ())
