"""Forms that real lists had and readers missed: tables, web pages, sheets, Japanese, one line, two decks."""

import json

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read
from app.deckcheck.values import Decklist

IDENTITY = "Khan: Savvy Skiptracer"
CARDS = {"Sure Gamble": 3, "Easy Mark": 3, "Corroder": 2}


def copies(decklist: Decklist) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in decklist.entries}


SAME = {
    "one line": f"{IDENTITY}\n3x Sure Gamble, 3x Easy Mark, 2x Corroder",
    "one line without commas": f"{IDENTITY}\n3x Sure Gamble 3x Easy Mark 2x Corroder",
    "all in one line": f"{IDENTITY}: 3x Sure Gamble; 3x Easy Mark; 2x Corroder",
    "a heading before the cards": f"{IDENTITY}\nEvents: 3x Sure Gamble, 3x Easy Mark\nProgram: Corroder x2",
    "a very long line": f"{IDENTITY}\n3x Sure Gamble (Core Set) ●●, 3x Easy Mark (Core Set) ●●,"
    f" {'●' * 300}, 2x Corroder",
    "markdown table": f"**{IDENTITY}**\n\n| Qty | Card |\n|:--|---|\n| 3 | Sure Gamble |\n| 3 | Easy Mark |\n"
    "| 2 | Corroder |",
    "markdown table, title first": f"{IDENTITY}\n| Card | # | Count |\n| Sure Gamble | 50 | 3 |\n"
    "| Easy Mark | 19 | 3 |\n| Corroder | 7 | 2 |",
    "csv": f'Quantity,Card\n1,"{IDENTITY}"\n3,"Sure Gamble"\n3,"Easy Mark"\n2,"Corroder"',
    "csv with more columns": f"Card;Set;Count;Inf\n{IDENTITY};;1;\nSure Gamble;Core Set;3;0\n"
    "Easy Mark;Core Set;3;2\nCorroder;Core Set;2;4",
    "cells with tabs": f"count\tname\ttype\n1\t{IDENTITY}\tidentity\n3\tSure Gamble\tevent\n"
    "3\tEasy Mark\tevent\n2\tCorroder\tprogram",
    "a decklist sheet": f"RUNNER DECK\nDeck Name: x\nMin Identity Max\n40 {IDENTITY} 12\nQty Card Name Inf\n"
    "3 Sure Gamble\n3 Easy Mark\n2 Corroder 4\n8 Totals 4",
    "a sheet without its headings": f"{IDENTITY}\n3 Sure Gamble\n3 Easy Mark 3\n2 Corroder 4",
    "html list": f"<h3>{IDENTITY}</h3><ul><li>3 <a href='/en/card/01001'>Sure Gamble</a></li>\n"
    "<li>3 Easy Mark <span>&bull;</span></li><li>2 Corroder</li></ul>",
    "html table": f"<table><tr><td>1</td><td>{IDENTITY}</td></tr><tr><td>3</td><td>Sure Gamble</td></tr>"
    "<tr><td>3</td><td>Easy Mark</td></tr>\n<tr><td>2</td><td>Corroder</td></tr></table>",
    "html lines": f"<p><b>{IDENTITY}</b><br>3x Sure Gamble<br/>3x Easy Mark<br />2x Corroder</p>",
    "check boxes": f"{IDENTITY}\n- [ ] 3x Sure Gamble\n- [x] 3 Easy Mark\n☐ 2x Corroder",
    "numbered lines": f"{IDENTITY}\n1. 3x Sure Gamble\n2. Easy Mark x3\n3) 2 Corroder",
    "brackets": f"{IDENTITY}\n(3) Sure Gamble\n[3] Easy Mark\nx2 Corroder",
    "title xN with marks": f"{IDENTITY}\nSure Gamble x3 ●●\nEasy Mark x3 (Core Set) ●●\nCorroder ×2 ••",
    "words": f"{IDENTITY}\nthree Sure Gamble\n3 copies of Easy Mark\ntwo Corroder",
    "japanese": f"《カーン：巧みな逃亡者ハンター／{IDENTITY}》\n\n・《確実な賭け／Sure Gamble》 ３枚\n"
    "《イージーマーク / Easy Mark》×3\n２ 《未知の題／Corroder》",
    "japanese with a label": f"ＩＤ：《{IDENTITY}》\n【イベント】\nSure Gamble（確実な賭け） 三枚\n"
    "３枚 《Easy Mark》\n"
    "《Corroder》　\uff582",
    "remarks": f"{IDENTITY}\n3 Sure Gamble // money\n3 Easy Mark # more money\n2 Corroder",
    "footers": f"{IDENTITY}\n3 Sure Gamble\n3 Easy Mark\n2 Corroder\n\n8 cards (min 45)\n"
    "4 influence spent (max 15)\n"
    "3 format points (max 7)\nFormat: Cache Refresh\nInfluence: 15/15\n8 Totals",
    "a file for events": json.dumps(
        {
            "details": {"name": "x", "identity_title": IDENTITY, "identity_nrdb_printing_id": "11063"},
            "cards": [{"title": title, "quantity": count, "influence": 0} for title, count in CARDS.items()],
        }
    ),
    "lines in JSON": json.dumps(
        {"identity": IDENTITY, "cards": [f"{n}x {title}" for title, n in CARDS.items()]}
    ),
}


@pytest.mark.parametrize("form", SAME)
def test_read_to_the_same_deck(form: str, catalog: Catalog) -> None:
    decklist = read(SAME[form], catalog)
    assert decklist.identity is not None
    assert decklist.identity.title == IDENTITY
    assert copies(decklist) == CARDS
    assert decklist.problems == ()


def test_an_id_without_the_letters_that_are_none(catalog: Catalog) -> None:
    deck = {
        "identity_card_id": "khan_savvy_skiptracer",
        "card_slots": {"o_shortage": 2, "deja_vu": 1, "mobius": 1},
    }
    decklist = read(json.dumps({"data": {"type": "decklists", "attributes": deck}}), catalog)
    assert copies(decklist) == {"O₂ Shortage": 2, "Déjà Vu": 1, "Möbius": 1}


def test_umlauts_spelled_out(catalog: Catalog) -> None:
    decklist = read("Chaos Theory: Wuenderkind\n3 Temuejin Contract", catalog)
    assert decklist.identity is not None
    assert decklist.identity.title == "Chaos Theory: Wünderkind"
    assert copies(decklist) == {"Temüjin Contract": 3}


HB = [
    "HB",
    "HB: EtF",
    "Store Champs - HB",
    "HB glacier",
    "Haas",
    "Identity: HB",
    "1x HB",
    "#HB",
    "HB - my deck",
]


@pytest.mark.parametrize("words", HB)
def test_a_faction_names_no_identity_and_asks_with_its_own(words: str, catalog: Catalog) -> None:
    decklist = read(f"{words}\n\n3 Adonis Campaign\n3 Hedge Fund", catalog)
    assert decklist.identity is None
    (problem,) = decklist.problems
    assert problem.code == "identity-missing"
    assert problem.suggestions[0] == "Haas-Bioroid: Engineering the Future"
    assert "Haas-Bioroid: Stronger Together" in problem.suggestions
    assert {catalog.titled(title).faction for title in problem.suggestions} == {"haas-bioroid"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "card", "first"),
    [
        ("HB: Stronger", "3 Hedge Fund", "Haas-Bioroid: Stronger Together"),
        ("HB AoT", "3 Hedge Fund", "Haas-Bioroid: Architects of Tomorrow"),
        ("NBN: CtM", "3 Hedge Fund", "NBN: Controlling the Message"),
        ("Jinteki RP", "3 Hedge Fund", "Jinteki: Replicating Perfection"),
        ("Weyland BABW", "3 Hedge Fund", "Weyland Consortium: Building a Better World"),
        ("Anarch - Eddie", "3 Diesel", "Edward Kim: Humanity's Hammer"),
        ("Andy", "3 Diesel", "Andromeda: Dispossessed Ristie"),
        ("Gabe", "3 Diesel", "Gabriel Santiago: Consummate Professional"),
        ("Wu", "3 Diesel", "Kabonesa Wu: Netspace Thrillseeker"),
        ("my Gabe list", "3 Diesel", "Gabriel Santiago: Consummate Professional"),
    ],
)
def test_the_likeliest_identity_is_suggested_first_and_never_taken(
    words: str, card: str, first: str, catalog: Catalog
) -> None:
    decklist = read(f"{words}\n{card}", catalog)
    assert decklist.identity is None
    (problem,) = decklist.problems
    assert problem.suggestions[0] == first
    assert f"Did you mean {first}" in problem.message or f"can be {first}" in problem.message


@pytest.mark.parametrize(
    ("nickname", "title"), [("SMC", "Self-modifying Code"), ("LARLA", "Levy AR Lab Access")]
)
def test_nicknames_of_cards_are_suggested(nickname: str, title: str, catalog: Catalog) -> None:
    decklist = read(f"{IDENTITY}\n3 Diesel\n1 {nickname}", catalog)
    assert copies(decklist) == {"Diesel": 3}
    assert decklist.problems[0].code == "unknown-card"
    assert decklist.problems[0].suggestions[0] == title


RUNNER = "\n".join(
    f"3 {t}" for t in ["Diesel", "Medium", "Sure Gamble", "Easy Mark", "Corroder", "Imp", "Crypsis"]
)
CORP_TITLES = ["Enigma", "Ice Wall", "Hedge Fund", "PAD Campaign", "Tollbooth", "Hunter", "Wall of Static"]
CORP = "\n".join(f"3 {title}" for title in CORP_TITLES)


@pytest.mark.parametrize(
    ("text", "says", "line", "kept"),
    [
        (f"{IDENTITY}\n{RUNNER}\n---\nNBN: Making News\n{CORP}", "a Runner deck and a Corp deck", 10, 21),
        (f"NBN: Making News\n{CORP}\n\n{IDENTITY}\n{RUNNER}", "a Corp deck and a Runner deck", 10, 21),
        (f"{IDENTITY}\n{RUNNER}\nNoise: Hacker Extraordinaire\n{RUNNER}", "two Runner decks", 9, 21),
        (f"{RUNNER}\n{CORP}", "a Runner deck and a Corp deck", 8, 21),
    ],
)
def test_two_decks_in_one_paste(text: str, says: str, line: int, kept: int, catalog: Catalog) -> None:
    decklist = read(text, catalog)
    (problem,) = [problem for problem in decklist.problems if problem.code != "identity-missing"]
    assert (problem.code, problem.line) == ("two-decks", line)
    assert says in problem.message
    assert "Check one at a time" in problem.message
    assert sum(copies(decklist).values()) == kept


def test_a_few_cards_of_the_other_side_are_no_second_deck(catalog: Catalog) -> None:
    assert read(f"{IDENTITY}\n{RUNNER}\n3 Hedge Fund", catalog).problems == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            '{"identity": "Khan: Savvy Skiptracer", "cards": {"Diesel": 3}, "sideboard": {"Medium": 3}}',
            "Medium",
        ),
        ('{"identity": "Khan: Savvy Skiptracer", "cards": {"Diesel": 3}, "more": ["3x Medium"]}', "Medium"),
        ('{"identity": "Khan: Savvy Skiptracer", "cards": {"Medium": 3}, "cards": {"Diesel": 3}}', "Medium"),
        (
            '<deck><section><card qty="1" id="0">Khan: Savvy Skiptracer</card>'
            '<card qty="3" id="0">Diesel</card>'
            "3x Medium</section><notes>3x Imp</notes></deck>",
            "Medium",
        ),
    ],
)
def test_cards_in_places_nobody_reads_are_reported(text: str, name: str, catalog: Catalog) -> None:
    decklist = read(text, catalog)
    assert copies(decklist) == {"Diesel": 3}
    (problem,) = decklist.problems
    assert problem.code == "unread-card-line"
    assert f"names {name} but" in problem.message


@pytest.mark.parametrize(
    "line", ["x3 Acount Siphon", "(3) Acount Siphon", "Acount Siphon 3枚", "確実な賭けだ 3枚"]
)
def test_a_misspelt_title_with_a_sign_is_an_unknown_card(line: str, catalog: Catalog) -> None:
    decklist = read(f"{IDENTITY}\n3 Diesel\n{line}", catalog)
    assert [(problem.code, problem.line) for problem in decklist.problems] == [("unknown-card", 3)]
