"""Card lines with a slip in the title, or with a code for a title, in forms that pass for something else."""

import json

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read

IDENTITY, CARDS = "Noise: Hacker Extraordinaire", ["3 Medium", "2 Crypsis"]


def put_in(line: str, at: int) -> str:
    rows = [IDENTITY, *CARDS]
    return "\n".join([*rows[:at], line, *rows[at:]])


BEHIND_FOOTERS = (
    *("Author: 3x {}", "Player: 3x {}", "MWL: 3x {}", "Side: 3x {}", "Faction: 3 {}", "Date: {} x3"),
    *("Format: 3x {}", "Cards: 3x {}", "Deck size: 3x {}", "Total cards 3 {}", "作者: 3x {}", "Date: [3] {}"),
    *("published on 3 {}", "49 cards (3x {})", "2 sets needed, 3 {}", "Warning: 3 {}", "Author: {} 3枚"),
)
AS_NAMES = (
    *(
        "[3] {}",
        "[x3] {}",
        "12. 3x {}",
        "12. {} x3",
        "《{}》 3枚",
        "《{}》 三枚",
        "{} x3 (influence 2)",
        "◆ 3x {}",
    ),
    *("{} x3 (Core Set) ●●", "Sideboard: 3x {}", "„3x {}“", "(3) {}", "Sideboard: {} 3", "_3 {}", "three {}"),
)


@pytest.mark.parametrize("form", BEHIND_FOOTERS)
def test_a_misspelt_card_behind_the_words_of_a_footer_is_a_fault(form: str, catalog: Catalog) -> None:
    for at in range(4):
        found = read(put_in(form.format("Acount Siphon"), at), catalog)
        assert [(each.code, each.line) for each in found.problems] == [("unknown-card", at + 1)], at
        assert "Did you mean Account Siphon?" in str(found.problems[0].message)


@pytest.mark.parametrize(
    "line",
    [
        *("Author: Ana", "Author: Ana 3", "Player: Three Ducks", "Author: 3 Musketeers", "Author: 4xel"),
        *("Date: 15 February 2018", "Date: 3 March", "Date: March 3", "Cards: 45", "Cards: 49 (min 45)"),
        *("Format: Standard", "MWL: 3.4b", "Influence: 12/15", "Total cards 45", "3 sets needed"),
        *("Warning: 3 cards", "Decklist published on 3 March", "https://example.org/3x-page"),
    ],
)
def test_a_footer_stays_silent(line: str, catalog: Catalog) -> None:
    for at in range(4):
        found = read(put_in(line, at), catalog)
        assert (found.problems, len(found.entries), found.name) == ((), 2, None), at


@pytest.mark.parametrize("form", AS_NAMES)
def test_a_misspelt_card_is_no_name_below_the_identity_and_told_above_it(form: str, catalog: Catalog) -> None:
    line = form.format("Acount Siphon")
    for at in range(4):
        found = read(put_in(line, at), catalog)
        ((code, number),) = [(each.code, each.line) for each in found.problems]
        assert number == at + 1
        if at:
            assert (code, found.name) == ("unknown-card", None), at
        else:
            assert code == "unreadable-line" and found.name is not None
            assert "if it is a card, write 1x Account Siphon" in str(found.problems[0].message)
    below_a_name = read(f"My deck\n{put_in(line, 0)}", catalog)
    assert [(each.code, each.line) for each in below_a_name.problems] == [("unknown-card", 2)]


def test_a_first_line_that_is_a_misspelt_card_line_is_told_as_the_name(catalog: Catalog) -> None:
    found = read(put_in("3x Acount Siphon", 0), catalog)
    assert [(each.code, each.line) for each in found.problems] == [("unreadable-line", 1)]
    assert found.name == "3x Acount Siphon"


CODES = (
    *("(3) 01050", "01050: 3", "[01050] x3", "01050,3", "#01050 x3", "01050 x3", "x3 01050", "3 cards 01050"),
    *("https://netrunnerdb.com/en/card/01050 x3", "3x https://netrunnerdb.com/en/card/01050", "01050 (3)"),
    *(
        "netrunnerdb.com/en/card/01050 x3",
        '"01050": 3,',
        "| 01050 | 3 |",
        "Cards: 3 01050",
        "Event: 01050 x3",
    ),
    *("1. 3x 01050", "3 copies of 01050", "3 01050 Sure Gamble"),
)
ASKED_CODES = (
    *(
        "Sideboard: 3x 01050",
        "Author: 3x 01050",
        "and 3x 01050 please",
        "playset of 01050",
        "3x 01050 Diesel",
    ),
    *("see https://netrunnerdb.com/en/card/01050 x3", "Deck size: 01050 x3", "3x 01034 Account Siphon"),
)
NO_CODES = (
    *("https://netrunnerdb.com/en/decklist/12001/a-deck", "netrunnerdb.com/decklist/12001", "Deck 12001"),
    *("2018", "Author: Ana 12001", "My 01050 deck", "Kit 12001-3"),
)


@pytest.mark.parametrize("line", CODES)
def test_a_code_beside_a_number_is_read_in_any_form(line: str, catalog: Catalog) -> None:
    for at in range(4):
        found = read(put_in(line, at), catalog)
        counted = {each.card.title: each.copies for each in found.entries}
        assert (counted.get("Sure Gamble"), found.problems, found.name) == (3, (), None), at


@pytest.mark.parametrize("line", ASKED_CODES)
def test_a_code_beside_a_number_and_other_words_is_asked_about(line: str, catalog: Catalog) -> None:
    for at in range(4):
        ((code, number),) = [(each.code, each.line) for each in read(put_in(line, at), catalog).problems]
        assert code in ("unread-card-line", "unknown-card") and number == at + 1, at


@pytest.mark.parametrize("line", ["01050", "https://netrunnerdb.com/en/card/01050"])
def test_a_code_alone_is_told_like_a_title_alone(line: str, catalog: Catalog) -> None:
    for at in range(4):
        (problem,) = read(put_in(line, at), catalog).problems
        assert (problem.code, problem.line) == ("bad-quantity" if at else "unreadable-line", at + 1)


@pytest.mark.parametrize("line", NO_CODES)
def test_other_numbers_of_five_digits_are_no_codes(line: str, catalog: Catalog) -> None:
    for at in range(4):
        found = read(put_in(line, at), catalog)
        assert {each.code for each in found.problems} <= {"unreadable-line"}
        assert found.identity is not None and found.identity.title == IDENTITY
        assert len(found.entries) == 2


@pytest.mark.parametrize(
    "form",
    [
        *(
            "triple {}",
            "double {}",
            "half a dozen {}",
            "a pair of {}",
            "3rd {}",
            "3er {}",
            "{} no. 3",
            "½ {}",
        ),
        *("Three {}s", "2nd {}", "[{}]", "*{}*", "First {}", "{} Nr 3", "dreimal {}"),
    ],
)
def test_a_name_that_may_say_how_many_of_a_card_is_told(form: str, catalog: Catalog) -> None:
    for title in ("Account Siphon", "Sure Gamble"):
        line = form.format(title)
        (problem,) = read(put_in(line, 0), catalog).problems
        assert (problem.code, problem.line) == ("unreadable-line", 1)
        assert f"if it is a card, write 1x {title}" in str(problem.message)
        ((code, number),) = [(each.code, each.line) for each in read(put_in(line, 1), catalog).problems]
        assert code != "unreadable-line" and number == 2


@pytest.mark.parametrize(("name", "copies"), [("title", "quantity"), ("name", "count"), ("code", "qty")])
def test_a_bare_list_of_cards_in_json_is_one_deck(name: str, copies: str, catalog: Catalog) -> None:
    cards = {IDENTITY: 1, "Medium": 3, "Crypsis": 2, "Diesel": 3}
    codes = {title: catalog.titled(title).printings[0].code for title in cards}  # type: ignore[union-attr]
    listed = [{name: codes[title] if name == "code" else title, copies: n} for title, n in cards.items()]
    for value in (listed, {"data": listed}, {"deck": listed}):
        found = read(json.dumps(value), catalog)
        assert found.identity is not None and found.identity.title == IDENTITY
        assert {each.card.title: each.copies for each in found.entries} == {
            title: n for title, n in cards.items() if title != IDENTITY
        }
        assert found.problems == ()
    decks = [{"name": "one", "cards": {"Diesel": 3}}, {"name": "two", "cards": {"Medium": 3}}]
    assert "two-decks" in [each.code for each in read(json.dumps(decks), catalog).problems]


ROWS = """<table>
<tr>
<td>1</td>
<td>Noise: Hacker Extraordinaire</td>
</tr>
<tr class="x">
  <td>
    3
  </td>
  <td><a href="/card/01005">Medium</a></td>
</tr>
<TR>
<TD>2</TD>
<TD>Nobody At All</TD>
</TR>
</table>"""


def test_a_row_of_html_with_each_cell_on_a_line_is_one_line(catalog: Catalog) -> None:
    found = read(ROWS, catalog)
    assert found.identity is not None and found.identity.title == IDENTITY
    assert [(each.card.title, each.copies, each.line) for each in found.entries] == [("Medium", 3, 6)]
    assert [(each.code, each.line) for each in found.problems] == [("unknown-card", 12)]


def test_a_cell_of_html_that_shows_several_lines_keeps_them(catalog: Catalog) -> None:
    found = read(f"<table><tr><td>{IDENTITY}\nEvent (3)\n3x Diesel</td></tr></table>", catalog)
    assert [(each.card.title, each.copies, each.line) for each in found.entries] == [("Diesel", 3, 3)]
    assert found.problems == ()
