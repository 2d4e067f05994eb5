"""What is no deck at all is refused with a sentence; JSON and XML are read by their shape."""

import json

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import Unreadable, read, read_json
from app.deckcheck.reading.headings import is_heading

GUID = "bc0f047c-01b1-427f-a439-d451eda"


def copies(text: str, catalog: Catalog) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in read(text, catalog).entries}


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "nothing here"),
        (b"", "nothing here"),
        (" \n\t\r\n", "nothing here"),
        ("\ufeff", "nothing here"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "binary"),
        (bytes(range(256)) * 4, "binary"),
        ("hello\nworld", "3x Sure Gamble"),
        ("Event (3)\n12 influence spent (max 15, available 3)", "3x Sure Gamble"),
        ("{", "broken at line 1"),
        ('{\n"cards": {"Diesel": 3},\n}', "broken at line 3"),
        ("[]", "is empty"),
        ("{}", "has no cards"),
        ('{"a": "b"}', "has no cards"),
        ('{"cards": "3 Diesel"}', "has no cards"),
        ('{"cards": [1, 2]}', "in a form nobody knows"),
        ('{"data": [], "total": 0, "success": true}', "is empty"),
        ('{"data": [[[[[[{"cards": {}}]]]]]]}', "no deck"),
        ("[" * 5000, "cannot be a deck"),
        ('{"Diesel": ' + "9" * 5000 + "}", "cannot be a deck"),
        ("<deck><card", "broken (line 1)"),
        ("<deck>\n</dek>", "broken (line 2)"),
        ("<cards></cards>", "3x Sure Gamble"),
        ('<?xml version="1.0"?><cards></cards>', "no OCTGN deck"),
        ("<deck></deck>", "3x Sure Gamble"),
        ('<!DOCTYPE deck [<!ENTITY x "3 Diesel">]><deck>&x;</deck>', "entities"),
        ('<!DOCTYPE deck SYSTEM "file:///etc/passwd"><deck></deck>', "entities"),
        (
            '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "http://localhost/">]><deck>&x;</deck>',
            "entities",
        ),
        ("<!DOCTYPE html><html><body>3x Diesel</body></html>", "web page"),
    ],
)
def test_refused(source: str | bytes, says: str, catalog: Catalog) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(source, catalog)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    "value", [None, 3, 1.5, True, [], {}, {"cards": 3}, {"cards": {}}, [None], {"name": "x"}]
)
def test_refused_values(value: object, catalog: Catalog) -> None:
    with pytest.raises(Unreadable):
        read_json(value, catalog)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (-1, "-1"),
        (100, "100"),
        (2.5, "2.5"),
        (True, "true"),
        (None, "null"),
        ("many", "many"),
        ([3], "[3]"),
        ({}, "{}"),
        ({"three": ["of", "them"]}, '{"three": ["of", "th…'),
        (10**30, f"1{'0' * 19}…"),
    ],
)
def test_copies_in_json_that_are_none(value: object, written: str, catalog: Catalog) -> None:
    text = json.dumps({"identity": "NBN: Making News", "cards": {"Enigma": 3, "Hedge Fund": value}}, indent=1)
    decklist = read(text, catalog)
    assert [(problem.code, problem.line) for problem in decklist.problems] == [("bad-quantity", 5)]
    assert f"“{written}”" in decklist.problems[0].message
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]


@pytest.mark.parametrize(
    "text",
    [
        '{"identity": "Noise", "cards": {"Diesel": 3}}',
        '{"identity": {"title": "Noise: Hacker Extraordinaire"}, "cards": {"01034": 3}}',
        '{"deck": {"identity": "01001", "cards": {"01034": 1, "20038": 2}}}',
        '{"cards": {"01001": 1, "Diesel": "3"}}',
        '{"cards": {"01001": 1, "Diesel": 1, "Diesel": 2}}',
        '{"cards": {"01001": 1, "ディーゼル": 3.0}}',
        '{"data": [{"cards": {"01001": 1, "01034": 3}}], "total": 1}',
        '[{"cards": {"01001": 1, "01034": 3}}]',
        '{"Noise: Hacker Extraordinaire": 1, "Diesel": 3}',
        '{"identity": "Noise: Hacker Extraordinaire", "Diesel": 3}',
        '{"identity": {"title": "Noise: Hacker Extraordinaire"},'
        ' "cards": [{"qty": 3, "card": {"title": "Diesel"}}]}',
        '{"cards": [{"quantity": 1, "code": "01001"}, {"quantity": 3, "title": "Diesel"}]}',
        '{"data": {"type": "decklists", "attributes": {"identity_card_id": "noise_hacker_extraordinaire",'
        ' "card_slots": {"diesel": 3}}}}',
        f'<deck><card qty="1" id="{GUID}01001">x</card><card id="{GUID}01034" qty="3"/></deck>',
        f"<!-- a deck --><deck><section><card qty='1' id='{GUID}01001'/>"
        "<card qty='3' id='0'>Diesel</card></section></deck>",
    ],
)
def test_shapes(text: str, catalog: Catalog) -> None:
    decklist = read(text, catalog)
    assert decklist.identity is not None
    assert decklist.identity.title == "Noise: Hacker Extraordinaire"
    assert copies(text, catalog) == {"Diesel": 3}
    assert decklist.problems == ()


def test_of_several_decks_the_first_is_read_and_that_is_said(catalog: Catalog) -> None:
    text = '{"data": [{"cards": {"01001": 1, "01034": 3}}, {"cards": {"01017": 1}}]}'
    assert copies(text, catalog) == {"Diesel": 3}
    (problem,) = read(text, catalog).problems
    assert problem.code == "two-decks"
    assert "2 decks" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        '{"identity": "NBN: Making News", "cards": {"Enigma": 3, "Deisel": 3}}',
        '<deck><card qty="3" id="z">Enigma</card><card qty="3" id="z">Deisel</card></deck>',
        '<?xml version="1.0"?>\n<deck><card qty="3" id="z">Enigma</card>'
        '<card qty="3" id="z">Deisel</card></deck>',
        '<deck>\n\n<a/>\n\n<card qty="3" id="z">Enigma</card><card qty="3" id="z">Hedge Fund</card>'
        '<card qty="3" id="z">Deisel</card></deck>',
    ],
)
def test_a_file_of_one_line_names_the_card_and_no_line(text: str, catalog: Catalog) -> None:
    decklist = read(text, catalog, identity="NBN: Making News")
    (problem,) = decklist.problems
    assert problem.line is None
    assert "“Deisel”" in problem.message
    assert {entry.line for entry in decklist.entries} == {None}


@pytest.mark.parametrize(
    "text",
    [
        "https://netrunnerdb.com/en/decklist/1/a-deck",
        "my deck:\nwww.example.org/deck",
        "netrunnerdb.com/en/decklist/7",
    ],
)
def test_a_link_says_what_to_do(text: str, catalog: Catalog) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text, catalog)
    assert str(refusal.value) == (
        "This is a link, and the program looks nothing up. Open it, choose Export and plain text there, "
        "and paste the list here."
    )


def test_unknown_codes_and_titles_in_json(catalog: Catalog) -> None:
    text = '{"cards": {\n"01001": 1,\n"99999": 3,\n"Deisel": 3}}'
    problems = read(text, catalog).problems
    assert [(problem.code, problem.line) for problem in problems] == [
        ("unknown-card", 3),
        ("unknown-card", 4),
    ]
    assert "code" in problems[0].message
    assert "Diesel" in problems[1].suggestions


def test_an_id_of_another_game_is_no_code(catalog: Catalog) -> None:
    text = '<deck><card qty="3" id="aaaaaaaa-01b1-427f-a439-d451eda01034">Medium</card></deck>'
    assert copies(text, catalog) == {"Medium": 3}


def test_octgn_problems_name_their_line(catalog: Catalog) -> None:
    text = (
        '<?xml version="1.0" encoding="utf-16"?>\n<deck game="x">\n<section name="Identity">\n'
        f'<card qty="1" id="{GUID}01001">Noise</card></section>\n<section name="R&D / Stack">\n'
        '<card qty="2" id="zz">Deisel</card><card qty="two" id="zz">R&D Interface</card>\n</section></deck>'
    )
    decklist = read(text, catalog)
    assert [(problem.code, problem.line) for problem in decklist.problems] == [
        ("unknown-card", 6),
        ("bad-quantity", 6),
    ]
    assert "R&D Interface" in decklist.problems[1].message


@pytest.mark.parametrize("beside", ["Hedge Fund", "hedge fund", "A fund for hedges"])
def test_words_beside_a_code_that_name_no_other_card_do_not_matter(beside: str, catalog: Catalog) -> None:
    cards = [{"code": "01110", "title": beside, "quantity": 3}]
    assert copies(json.dumps({"cards": cards}), catalog) == {"Hedge Fund": 3}


def test_a_code_beside_the_title_of_another_card_is_asked_about(catalog: Catalog) -> None:
    cards = [{"code": "01110", "title": "Sure Gamble", "quantity": 3}, {"code": "01109", "quantity": 1}]
    decklist = read(json.dumps({"cards": cards}), catalog)
    assert [entry.card.title for entry in decklist.entries] == ["PAD Campaign"]
    (problem,) = [each for each in decklist.problems if each.code == "unread-card-line"]
    assert problem.written == "3 Sure Gamble 01110"
    assert "names Sure Gamble and Hedge Fund but was not understood" in problem.message


def test_a_name_without_copies_among_cards_is_told_with_what_to_write(catalog: Catalog) -> None:
    decklist = read('{"cards": ["NBN: Making News", "3x Enigma", "Hedge Fund"]}', catalog)
    assert [entry.card.title for entry in decklist.entries] == ["Enigma"]
    (problem,) = decklist.problems
    assert (problem.code, problem.written) == ("bad-quantity", "Hedge Fund")
    assert "write 1x Hedge Fund" in problem.message


def test_a_set_is_a_heading_and_one_called_like_a_card_only_with_its_count(catalog: Catalog) -> None:
    names = {product.name for product in catalog.products.values()}
    like_cards = {name for name in names if catalog.find(name)}
    assert like_cards == {"The Source", "Fear the Masses", "Magnum Opus"}
    assert [name for name in names if is_heading(name, catalog) is (name in like_cards)] == []
    assert all(is_heading(f"{name} (2)", catalog) for name in names)
