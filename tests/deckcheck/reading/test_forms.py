"""One Corp and one Runner deck, written in every form: all of them read to the same cards.

The files of tests/deckcheck/lists were made for this test. The decks hold titles that have fooled readers:
titles and packs that begin with digits, a title that ends with a star, accents, two printings of one title, a
title that is also a pack's name, and a deck name that reads like a card line.
"""

import unicodedata
from pathlib import Path

import pytest

from app.deckcheck.catalog import Catalog
from app.deckcheck.decklists import read, read_json
from app.deckcheck.values import Decklist

LISTS = Path(__file__).parent.parent / "lists"
FILES = sorted(path for path in LISTS.iterdir() if not path.name.startswith("jinteki-plain"))

IDENTITIES = {"corp": "NBN: The World is Yours*", "runner": "419: Amoral Scammer"}
CARDS = {
    "corp": {
        "15 Minutes": 1,
        "24/7 News Cycle": 2,
        "AstroScript Pilot Program": 1,
        "Breaking News": 3,
        "Project Beale": 3,
        "Jackson Howard": 3,
        "Melange Mining Corp.": 1,
        "PAD Campaign": 3,
        "SanSan City Grid": 2,
        "Hedge Fund": 3,
        "Closed Accounts": 2,
        "Scorched Earth": 2,
        "Ice Wall": 3,
        "Enigma": 3,
        "Tollbooth": 3,
        "Pop-up Window": 3,
        "Data Raven": 2,
        "Dracō": 2,
        "Fairchild 3.0": 1,
        "Interrupt 0": 2,
    },
    "runner": {
        "Déjà Vu": 2,
        "Sure Gamble": 3,
        "Diesel": 3,
        "Account Siphon": 3,
        "Inside Job": 2,
        "Easy Mark": 3,
        "Desperado": 1,
        "Aesop’s Pawnshop": 1,
        "Temüjin Contract": 3,
        "The Source": 1,
        "Hernando Cortez": 2,
        "Armitage Codebusting": 3,
        "Corroder": 2,
        "Gordian Blade": 2,
        "Femme Fatale": 1,
        'Cerberus "Lady" H1': 2,
        "Faust": 1,
        "Crypsis": 2,
        "Sneakdoor Beta": 2,
        "Datasucker": 3,
        "Magnum Opus": 2,
    },
}
NAMES = {"corp": "Fast & Astro", "runner": "3 Musketeers"}
WITH_NAME = ("copy-box", "markdown", "bbcode", "api", "prebuilt", "jinteki-comments", "deck-file")


def side_of(path: Path) -> str:
    return path.stem.rpartition("-")[2]


def copies(decklist: Decklist) -> dict[str, int]:
    return {entry.card.title: entry.copies for entry in decklist.entries}


def test_every_form_is_there_for_both_sides() -> None:
    forms = {path.stem.rpartition("-")[0] for path in LISTS.iterdir()}
    assert len(forms) >= 30
    assert {path.name for path in LISTS.iterdir()} == {
        f"{form}-{side}{path.suffix}"
        for form in forms
        for side in ("corp", "runner")
        for path in LISTS.glob(f"{form}-{side}.*")
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_form_reads_to_the_same_deck(path: Path, catalog: Catalog) -> None:
    side = side_of(path)
    decklist = read(path.read_bytes(), catalog)
    assert decklist.identity is not None
    assert decklist.identity.title == IDENTITIES[side]
    assert copies(decklist) == CARDS[side]
    assert decklist.problems == ()
    if path.name.startswith(WITH_NAME):
        assert decklist.name == NAMES[side]


@pytest.mark.parametrize("side", ["corp", "runner"])
def test_jinteki_text_asks_for_the_identity(side: str, catalog: Catalog) -> None:
    text = (LISTS / f"jinteki-plain-{side}.txt").read_text(encoding="utf-8")
    asked = read(text, catalog)
    assert asked.identity is None
    assert copies(asked) == CARDS[side]
    assert [problem.code for problem in asked.problems] == ["identity-missing"]
    assert "choose it apart from the list" in asked.problems[0].message
    chosen = read(text, catalog, identity=IDENTITIES[side])
    assert chosen.identity is not None
    assert chosen.identity.title == IDENTITIES[side]
    assert chosen.problems == ()


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.suffix == ".txt"], ids=lambda path: path.name
)
def test_line_numbers_are_those_of_the_file(path: Path, catalog: Catalog) -> None:
    text = read_text(path)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for entry in read(path.read_bytes(), catalog).entries:
        assert entry.line is not None
        shown = unicodedata.normalize("NFKC", " ".join(lines[entry.line - 1].split()))
        written = unicodedata.normalize("NFKC", " ".join(entry.written.rstrip("…").split()))
        assert shown.startswith(written)
        assert len(written) == len(shown) or len(shown) > 100


def read_text(path: Path) -> str:
    if path.name.startswith("utf-16"):
        return path.read_bytes().decode("utf-16")
    if path.name.startswith("windows"):
        return path.read_bytes().decode("cp1252")
    return path.read_bytes().decode("utf-8-sig")


def test_a_list_made_on_a_mac_reads_the_same(catalog: Catalog) -> None:
    text = (LISTS / "copy-box-by-type-runner.txt").read_text(encoding="utf-8")
    assert read(unicodedata.normalize("NFD", text), catalog).entries == read(text, catalog).entries


def test_line_ends_and_case_do_not_matter(catalog: Catalog) -> None:
    text = (LISTS / "netrunnerdb-download-corp.txt").read_bytes().decode()
    for other in (text.replace("\r\n", "\n"), text.replace("\r\n", "\r"), text.upper(), text.lower()):
        assert copies(read(other, catalog)) == CARDS["corp"]
        assert read(other, catalog).problems == ()


def test_a_parsed_object_reads_like_its_text(catalog: Catalog) -> None:
    value = {"identity": IDENTITIES["runner"], "cards": CARDS["runner"]}
    decklist = read_json(value, catalog)
    assert decklist.identity is not None
    assert decklist.identity.title == IDENTITIES["runner"]
    assert copies(decklist) == CARDS["runner"]
    assert read_json("419: Amoral Scammer\n3 Sure Gamble", catalog).problems == ()
