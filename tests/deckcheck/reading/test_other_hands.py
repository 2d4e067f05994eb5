"""Forms from other keyboards, programs and hands, each with what it says; no slip makes a card vanish."""

import json

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read, read_json

RUNNER = "Noise: Hacker Extraordinaire\n"
GUID = "bc0f047c-01b1-427f-a439-d451eda"


def copies(text: str, catalog: Catalog) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in read(text, catalog).entries}


def codes(text: str, catalog: Catalog) -> list[str]:
    return [problem.code for problem in read(text, catalog).problems]


@pytest.mark.parametrize(
    "line",
    [
        "٣ Diesel", "३x Diesel", "³ Diesel", "③ Diesel", "⑶ Diesel", "Ⅲ Diesel", "3️⃣ Diesel", "𝟑 Diesel",
        "3х Diesel", "х3 Diesel", "3χ Diesel", "Diesel 3х", "3✖ Diesel", "Diesel ⨯ 3", "3\u200bDiesel",
        "три Diesel", "tři Diesel", "kolme Diesel", "3 kpl Diesel", "3 шт. Diesel", "3 times Diesel",
        "三枚Diesel", "3pcsDiesel", "Diesel x3 (influence 2)", "3 x Diesel (2 inf)",
        "① 3x Diesel", "1. Diesel ×3", "THREEDiesel", "三枚ディーゼル",
    ],
)  # fmt: skip
def test_three_copies(line: str, catalog: Catalog) -> None:
    for text in (f"{RUNNER}{line}\n2 Imp", f"{RUNNER}2 Imp\n{line}"):
        assert copies(text, catalog) == {"Diesel": 3, "Imp": 2}
        assert codes(text, catalog) == []


@pytest.mark.parametrize(
    "line",
    [
        "playset of Diesel",
        "Diesel playset",
        "1 Diesel (x3)",
        "1 - Diesel [3x]",
        "2 Diesel (3)",
        "3 st. Diesel",
    ],
)
def test_what_is_not_clear_is_asked(line: str, catalog: Catalog) -> None:
    for text in (f"{line}\n{RUNNER}2 Imp", f"{RUNNER}{line}\n2 Imp", f"{RUNNER}2 Imp\n{line}"):
        assert copies(text, catalog) == {"Imp": 2}
        assert len(said := codes(text, catalog)) == 1, text
        assert said[0] in ("unread-card-line", "unknown-card"), text


def test_brackets_that_are_no_copies(catalog: Catalog) -> None:
    """The number in the pack, the influence of one or of all, and the copies once more."""
    assert copies(f"{RUNNER}3x Diesel ( 34)", catalog) == {"Diesel": 3}
    assert copies(f"{RUNNER}1x Sahasrara ( 47)\n2x Imp ( 3)", catalog) == {"Sahasrara": 1, "Imp": 2}
    assert copies(f"{RUNNER}3 Diesel (6)\n2 Diesel (2)", catalog) == {"Diesel": 5}


@pytest.mark.parametrize(
    "line",
    [
        "| 3 | Acount Siphon |", "Events: 3x Acount Siphon", "three Acount Siphon", "Acount Siphon 3",
        "3. Acount Siphon", "Acount Siphon - 3", "Acount Siphon playset", "3;Acount Siphon",
        "③ Acount Siphon", "Acount Siphon [3]",
        "| 3 | A Card Of Next Year |", "Events: 3x A Card Of Next Year", "x3 A Card Of Next Year",
    ],
)  # fmt: skip
def test_a_misspelt_title_in_any_form_is_a_fault(line: str, catalog: Catalog) -> None:
    for text in (f"{RUNNER}{line}\n2 Imp", f"{RUNNER}2 Imp\n{line}"):
        found = read(text, catalog)
        assert [problem.code for problem in found.problems] == ["unknown-card"], text
        if "Siphon" in line:
            assert found.problems[0].suggestions[:1] == ("Account Siphon",)
            assert "No card is called “Acount Siphon”. Did you mean Account Siphon?" in str(
                found.problems[0].message
            )


@pytest.mark.parametrize(
    "line",
    ["Round 3", "Top 8 2018", "version 2", "won 3 games", "| Wins | 3 |", "3 wins: lucky", "Kit deck 2.0"],
)
def test_a_remark_with_a_number_is_no_fault(line: str, catalog: Catalog) -> None:
    assert set(codes(f"{RUNNER}2 Imp\n{line}", catalog)) <= {"unreadable-line", "unknown-card"}
    assert copies(f"{line}\n{RUNNER}2 Imp", catalog) == {"Imp": 2}


def test_a_name_may_hold_a_title_and_a_version(catalog: Catalog) -> None:
    for name in ("Diesel Kit 2.0", "3rd place Diesel", "Diesel Kit 2017"):
        found = read(f"{name}\n{RUNNER}2 Imp", catalog)
        assert (found.name, found.problems) == (name, ())


RICH = r"""{\rtf1\ansi\deff0 {\fonttbl{\f0 Diesel 3;}}{\*\generator 3x Account Siphon}
\f0\fs24 Noise: Hacker Extraordinaire\par
3x Diesel \bullet\bullet\par
3x D\'e9j\'e0 Vu\par
{\b 2x Medium}\par
\u51\'33x Sure Gamble\line 3 Imp\par}"""


def test_rich_text(catalog: Catalog) -> None:
    found = read(RICH, catalog)
    assert found.identity is not None and found.identity.title == "Noise: Hacker Extraordinaire"
    assert {entry.card.title: entry.copies for entry in found.entries} == {
        "Diesel": 3, "Déjà Vu": 3, "Medium": 2, "Sure Gamble": 3, "Imp": 3,
    }  # fmt: skip
    assert found.problems == ()
    for broken in (RICH[:120], RICH + "}}}}", r"{\rtf1 3x Diesel", r"{\rtf1 \u99999999 3 Diesel\par"):
        assert read(RUNNER + "3 Imp", catalog).problems == ()
        read_or_refused(broken, catalog)


def read_or_refused(text: str, catalog: Catalog) -> None:
    try:
        read(text, catalog)
    except ValueError as refused:
        assert str(refused)


def test_a_list_as_one_json_string(catalog: Catalog) -> None:
    text = f"{RUNNER}3 Diesel\n2 Imp"
    assert copies(json.dumps(text), catalog) == {"Diesel": 3, "Imp": 2}
    assert [entry.copies for entry in read_json(text, catalog).entries] == [3, 2]


def test_objects_without_a_number_of_copies_are_asked(catalog: Catalog) -> None:
    deck = {
        "cards": [
            {"title": "Noise: Hacker Extraordinaire"},
            {"title": "Diesel", "number": 3},
            {"title": "Imp", "count": 2},
        ]
    }
    found = read(json.dumps(deck), catalog)
    assert [(entry.card.title, entry.copies) for entry in found.entries] == [("Imp", 2)]
    assert [str(problem.message) for problem in found.problems] == [
        "Diesel stands here without a number of copies; write 1x Diesel."
    ]


@pytest.mark.parametrize(
    "text",
    [
        f'<deck><section name="Identity"><card qty="1" id="{GUID}01001">Noise</card></section>'
        f'<section name="R"><card qty="3" id="{GUID}01034">Account Siphon</card></section></deck>',
        '{"identity": "Noise: Hacker Extraordinaire", '
        '"cards": [{"code": "01034", "title": "Account Siphon", "qty": 3}]}',
    ],
)
def test_a_code_and_the_title_of_another_card_are_asked_about(text: str, catalog: Catalog) -> None:
    found = read(text, catalog)
    assert found.entries == ()
    assert [problem.code for problem in found.problems] == ["unread-card-line"]
    assert "Account Siphon" in str(found.problems[0].message)


@pytest.mark.parametrize(
    "line",
    ["3x [Account Siphon](https://netrunnerdb.com/en/card/01034)", "3 st|**Account Siphon** [id: 01034]"],
)
def test_the_title_people_see_is_never_taken_for_the_card_of_a_code(line: str, catalog: Catalog) -> None:
    found = read(f"{RUNNER}{line}\n2 Imp", catalog)
    counted = {entry.card.title: entry.copies for entry in found.entries}
    assert counted == {"Account Siphon": 3, "Imp": 2} or (counted == {"Imp": 2} and found.problems)


def test_the_old_title_beside_a_code_is_still_its_card(catalog: Catalog) -> None:
    for words in ("An old title", "diesel", "ディーゼル", "Diesel "):
        text = f"{RUNNER}3x [{words}](https://netrunnerdb.com/jp/card/01034)"
        assert copies(text, catalog) == {"Diesel": 3}


def test_cards_behind_the_identity_on_its_line_are_read_or_asked_about(catalog: Catalog) -> None:
    first = "Noise: Hacker Extraordinaire\\n3 Diesel\\n2 Imp"
    assert copies(first, catalog) == {"Diesel": 3, "Imp": 2}
    assert codes(f"{first}\n2 Medium", catalog) == ["unread-card-line"]
    assert codes("Noise: Hacker Extraordinaire and 3 of my Diesel\n2 Medium", catalog) == ["unread-card-line"]
    assert codes("Noise: Hacker Extraordinaire with Diesel\n2 Medium", catalog) == []


def test_the_same_deck_pasted_twice_is_two_decks(catalog: Catalog) -> None:
    deck = RUNNER + "".join(f"3 {title}\n" for title in ("Diesel", "Imp", "Medium", "Sure Gamble", "Djinn"))
    deck += "3 Parasite\n3 Datasucker\n"
    found = read(f"{deck}\n{deck}", catalog)
    assert [entry.copies for entry in found.entries] == [3] * 7
    assert [problem.code for problem in found.problems] == ["two-decks"]
    assert str(found.problems[0].message).startswith(
        "These are two decks, two Runner decks (the second begins with Noise: Hacker Extraordinaire)."
    )
    named_twice = read(f"{RUNNER}{deck}\n{RUNNER}", catalog)
    assert named_twice.problems == ()
