"""Single lines and short lists that have been read wrongly by somebody."""

import pytest

from app.deckcheck import tables
from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read
from app.deckcheck.reading import lines
from app.deckcheck.reading.headings import is_type_heading

CORP = "NBN: Making News\n"
RUNNER = "Noise: Hacker Extraordinaire\n"


def copies(text: str, catalog: Catalog) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in read(text, catalog).entries}


def codes(text: str, catalog: Catalog) -> list[tuple[int | None, str]]:
    return [(problem.line, problem.code) for problem in read(text, catalog).problems]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3x Diesel", {"Diesel": 3}),
        ("3 Diesel", {"Diesel": 3}),
        ("3× Diesel", {"Diesel": 3}),
        ("3 x Diesel", {"Diesel": 3}),
        ("3xDiesel", {"Diesel": 3}),
        ("Diesel x3", {"Diesel": 3}),
        ("Diesel × 3", {"Diesel": 3}),
        ("Diesel (3)", {"Diesel": 3}),
        ("Diesel: 3", {"Diesel": 3}),
        ("Diesel, 3", {"Diesel": 3}),
        ("Diesel - 3", {"Diesel": 3}),
        ("Diesel\t3", {"Diesel": 3}),
        ("3\tDiesel", {"Diesel": 3}),
        ("- 3 Diesel", {"Diesel": 3}),
        ("* 3x Diesel", {"Diesel": 3}),
        ("3枚 ディーゼル", {"Diesel": 3}),
        ("ディーゼル×3", {"Diesel": 3}),
        ("ディーゼル 3枚", {"Diesel": 3}),
        ("３ｘ　ディーゼル", {"Diesel": 3}),
        ("3 01034", {"Diesel": 3}),
        ("3x 20038 ●●", {"Diesel": 3}),
        ("3 15 Minutes", {"15 Minutes": 3}),
        ("3x15 Minutes", {"15 Minutes": 3}),
        ("15 Minutes x3", {"15 Minutes": 3}),
        ("3x 24/7 News Cycle", {"24/7 News Cycle": 3}),
        ("24/7 News Cycle (2)", {"24/7 News Cycle": 2}),
        ("2x Ice Wall (****)", {"Ice Wall": 2}),
        ("2x Ice Wall **", {"Ice Wall": 2}),
        ("2x Diesel ( 47)  ●●●●● ●", {"Diesel": 2}),
        ("2x SanSan City Grid  ☆ •••", {"SanSan City Grid": 2}),
        ("2x SanSan City Grid  &star; &bull;&bull;", {"SanSan City Grid": 2}),
        ("2x Jackson Howard (Opening Moves) ♘ •• ", {"Jackson Howard": 2}),
        ("2x Jackson Howard (Opening Moves) ■ ■ ", {"Jackson Howard": 2}),
        ("1x The Source (The Source)", {"The Source": 1}),
        ("2 Masterwork (v37)", {"Masterwork (v37)": 2}),
        ("2x Masterwork (v37) (The Automata Initiative) ●●", {"Masterwork (v37)": 2}),
        ("2 R&D Interface", {"R&D Interface": 2}),
        ("2 Fairchild 3.0", {"Fairchild 3.0": 2}),
        ("2 Fairchild", {"Fairchild": 2}),
        ("2 Interrupt 0", {"Interrupt 0": 2}),
        ("Interrupt 0 x2", {"Interrupt 0": 2}),
        ("3 Déjà Vu [id: 01002, art: alt]", {"Déjà Vu": 3}),
        ("3 A Title Of Old [id: 01034]", {"Diesel": 3}),
        ("* 3x [Diesel](https://netrunnerdb.com/jp/card/01034) _(Core Set)_ ●●", {"Diesel": 3}),
        ("* 3x [An old title](https://netrunnerdb.com/de/card/01034) _(Grundspiel)_", {"Diesel": 3}),
        ("3x [url=https://netrunnerdb.com/en/card/01034]Diesel[/url] [i](Core)[/i]", {"Diesel": 3}),
        ("2x {i}Endurance{/i}", {"Endurance": 2}),
        ("2 O2 Shortage", {"O₂ Shortage": 2}),
        ("2 melange mining corp", {"Melange Mining Corp.": 2}),
        ("2 Aesop's Pawnshop", {"Aesop’s Pawnshop": 2}),
    ],
)
def test_card_lines(line: str, expected: dict[str, int], catalog: Catalog) -> None:
    assert copies(RUNNER + line, catalog) == expected
    assert codes(RUNNER + line, catalog) == []


@pytest.mark.parametrize(
    "line",
    [
        "23 Seconds (3)",
        "Event (11)",
        "ICE: (18)",
        "Agendas",
        "## Shaper",
        "###Event (21)",
        "**Programs**",
        "== Code Gate ==",
        "Weyland Consortium (12)",
        "Cards (45)",
        "イベント (20)",
        "----------",
        "12 influence spent (max 15, available 3)",
        "0 influence spent (max infinite, available 0)",
        "15/15 influence used",
        "20 agenda points (between 20 and 21)  ",
        "49 cards (min 45)",
        "49 cards",
        "2 sets needed",
        "Cards up to 23 Seconds",
        "Warning: agendapoints",
        "Total Cards: (49)",
        "Deck built on https://netrunnerdb.com.",
        "Decklist published on https://netrunnerdb.com.",
        "Decklist [published on NetrunnerDB](https://netrunnerdb.com/en/decklist/1).",
        "Deck built on [url=https://netrunnerdb.com]NetrunnerDB[/url].",
        "https://netrunnerdb.com/en/decklist/12345/a-deck",
        ";; notes: 3 Diesel",
        "// 3 Diesel",
    ],
)
def test_headings_and_footers_are_no_cards(line: str, catalog: Catalog) -> None:
    for text in (f"{RUNNER}{line}\n3 Diesel", f"{RUNNER}3 Diesel\n{line}"):
        assert copies(text, catalog) == {"Diesel": 3}
        assert codes(text, catalog) == []


@pytest.mark.parametrize("pack", ["Magnum Opus", "The Source", "Fear the Masses"])
def test_a_pack_that_is_called_like_a_card_heads_a_section_of_its_cards(pack: str, catalog: Catalog) -> None:
    product = next(each.code for each in catalog.products.values() if each.name == pack)
    titles = [title for title in catalog.contents(product) if not catalog.titled(title).is_identity]  # type: ignore[union-attr]
    first, second = titles[:2]
    for text in (f"{pack} (5)\n3 {first}\n2 {second}", f"3 Diesel\n{pack} (2)\n2 {first}\nEvent (1)"):
        assert codes(RUNNER + text, catalog) == []
    for rest in (f"3 {first}", "2 Diesel", ""):
        decklist = read(f"{RUNNER}3 Medium\n{pack} (2)\n{rest}", catalog)
        assert [(problem.code, problem.line) for problem in decklist.problems] == [("unread-card-line", 3)]
        assert f"Write 3x {pack} on a line of its own" in decklist.problems[0].message


def test_no_title_in_any_language_passes_for_something_else(catalog: Catalog) -> None:
    titles = {card.title for card in catalog.cards} | {row[1] for row in tables.rows("titles")}
    assert len(titles) > 8_000
    for title in titles:
        assert not lines.is_footer(title), title
        assert not is_type_heading(title), title
        assert lines.identity_label(title) is None, title
        for counted in (lines.leading(title), lines.trailing(title)):
            assert counted is None or catalog.find(counted.rest) is None, title
        parts = lines.title(title)
        assert not parts.bracket or catalog.find(parts.name) in (None, catalog.find(title)), title


def test_two_printings_of_one_title_add_up(catalog: Catalog) -> None:
    decklist = read(RUNNER + "1x Diesel (Core Set)\n3 Medium\n2x Diesel (Revised Core Set)", catalog)
    assert [(entry.card.title, entry.copies, entry.line) for entry in decklist.entries] == [
        ("Diesel", 3, 2),
        ("Medium", 3, 3),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "0x Hedge Fund",
        "-1 Hedge Fund",
        "-1x Hedge Fund",
        "1.5 Hedge Fund",
        "1,5x Hedge Fund",
        "100 Hedge Fund",
        "1000000x Hedge Fund",
        "9" * 90 + " Hedge Fund",
        "Hedge Fund x0",
        "Hedge Fund",
    ],
)
def test_copies_that_are_none(line: str, catalog: Catalog) -> None:
    decklist = read(f"{CORP}3 Enigma\n{line}", catalog)
    assert [(problem.line, problem.code) for problem in decklist.problems] == [(3, "bad-quantity")]
    assert "Hedge Fund" in decklist.problems[0].message
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]


def test_misspelt_titles_are_suggested_for_and_never_taken(catalog: Catalog) -> None:
    decklist = read(CORP + "3x Hegde Fund (Core Set)\n3 Enigma", catalog)
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]
    (problem,) = decklist.problems
    assert (problem.code, problem.line, problem.written) == ("unknown-card", 2, "3x Hegde Fund (Core Set)")
    assert problem.suggestions[0] == "Hedge Fund"
    assert len(problem.suggestions) <= 3


def test_a_number_behind_a_title(catalog: Catalog) -> None:
    decklist = read(CORP + "Hedge Fund 3\nFairchild 3\nEli 1.0 2", catalog)
    assert [(entry.card.title, entry.copies) for entry in decklist.entries] == [
        ("Hedge Fund", 3),
        ("Eli 1.0", 2),
    ]
    (problem,) = decklist.problems
    assert (problem.code, problem.line, problem.suggestions[0]) == ("unknown-card", 3, "Fairchild 3.0")


def test_several_cards_on_one_line(catalog: Catalog) -> None:
    decklist = read(CORP + "3x Hedge Fund, 2 Ice Wall; 1x Melange Mining Corp.\n2 Enigma, 1 Nobody", catalog)
    counted = {entry.card.title: entry.copies for entry in decklist.entries}
    assert counted == {"Hedge Fund": 3, "Ice Wall": 2, "Melange Mining Corp.": 1}
    assert [(problem.code, problem.line) for problem in decklist.problems] == [("unknown-card", 3)]


def test_a_foreign_name_of_two_cards_says_so(catalog: Catalog) -> None:
    (problem,) = read(CORP + "3 Enigma\n1 Geistesblitz", catalog).problems
    assert "is the name of Brainstorm and Spark of Inspiration" in problem.message


def test_nothing_is_dropped(catalog: Catalog) -> None:
    text = CORP + "3 Enigma\nthe best ice there is\nExtra cards, see below:\n3 Ice Wall\n" + "x" * 400
    assert codes(text, catalog) == [(3, "unreadable-line"), (4, "unreadable-line"), (6, "unreadable-line")]


def test_problems_beyond_a_hundred_are_counted(catalog: Catalog) -> None:
    problems = read(CORP + "3 Enigma\n" + "words\n" * 150, catalog).problems
    assert len(problems) == 101
    assert (problems[-1].code, problems[-1].line) == ("unreadable-line", None)
    assert problems[-1].message == "50 more lines have the same fault (unreadable-line)."


@pytest.mark.parametrize(
    "name", ["3 Musketeers", "12 angry ICE", "49 problems", "Apocalypse Now", "Top 8 Kate"]
)
def test_a_deck_name_that_reads_like_a_card(name: str, catalog: Catalog) -> None:
    decklist = read(f"{name}\n\n{CORP}\n3 Enigma", catalog)
    assert decklist.name == name
    assert decklist.problems == ()


def test_a_first_line_that_begins_with_an_underscore_is_the_name(catalog: Catalog) -> None:
    decklist = read("_Bioroid Bonanza\n" + CORP + "3 Enigma", catalog)
    assert (decklist.name, decklist.problems) == ("Bioroid Bonanza", ())


def test_a_deck_name_that_is_a_title_is_told(catalog: Catalog) -> None:
    decklist = read(f"Hedge Fund\n\n{CORP}\n3 Enigma", catalog)
    assert decklist.name == "Hedge Fund"
    (problem,) = decklist.problems
    assert (problem.code, problem.line) == ("unreadable-line", 1)
    assert "was taken for the deck's name; if it is a card, write 1x Hedge Fund." in problem.message


@pytest.mark.parametrize(
    "name", ["Hedge Fund 2", "Top 3 Hedge Fund", "Name: 3 Hedge Fund", "Best of 2x Hedge Fund"]
)
def test_a_first_line_with_a_number_beside_a_title_is_asked_about(name: str, catalog: Catalog) -> None:
    decklist = read(f"{name}\n\n{CORP}\n3 Enigma", catalog)
    assert [(problem.code, problem.line) for problem in decklist.problems] == [("unread-card-line", 1)]
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]


def test_a_deck_name_that_reads_like_a_card_above_half_an_identity(catalog: Catalog) -> None:
    decklist = read("3 Musketeers\n#Making News\n3 Enigma", catalog)
    assert decklist.name == "3 Musketeers"
    assert decklist.problems == ()


def test_a_first_line_that_is_a_misspelt_card_is_reported(catalog: Catalog) -> None:
    assert codes("3 Hegde Fund\n3 Enigma\n" + CORP, catalog) == [(1, "unknown-card")]
