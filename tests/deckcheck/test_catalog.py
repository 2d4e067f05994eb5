"""Finding cards by every name people give them, and never by one they do not have."""

import unicodedata
from datetime import date

import pytest

from app.deckcheck import tables
from app.deckcheck.catalog import load_catalog
from app.deckcheck.folding import fold
from app.sides import Side

CATALOG = load_catalog()


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Sure Gamble", "Sure Gamble"),
        ("sure  GAMBLE", "Sure Gamble"),
        ("deja vu", "Déjà Vu"),
        (unicodedata.normalize("NFD", "Déjà Vu"), "Déjà Vu"),
        ("Draco", "Dracō"),
        ("Sifr", "Şifr"),
        ("O2 Shortage", "O₂ Shortage"),
        ("Melange Mining Corp", "Melange Mining Corp."),
        ("Aesop's Pawnshop", "Aesop’s Pawnshop"),
        ("The Maker's Eye", "The Maker’s Eye"),
        ('Rielle "Kit" Peddler: Transhuman', "Rielle “Kit” Peddler: Transhuman"),
        ("Pop–Up Window", "Pop-up Window"),
        ("Tomorrow's Headline", "Tomorrowʼs Headline"),
        ("Projekt Beale", "Project Beale"),
        ("Jinteki - Personal Evolution", "Jinteki: Personal Evolution"),
        ("NBN: The World is Yours*", "NBN: The World is Yours*"),
        ("NBN: The World is Yours", "NBN: The World is Yours*"),
        ("既視感", "Déjà Vu"),
        ("ノイズ：非凡なるハッカー", "Noise: Hacker Extraordinaire"),
    ],
)
def test_name_leads_to_its_card(name: str, title: str) -> None:
    card = CATALOG.find(name)
    assert card is not None
    assert card.title == title


@pytest.mark.parametrize("name", ["", "   ", "!!!", "Sure Gambl", "Brain-Taping Facility", "x" * 5000])
def test_what_is_no_title_is_not_found(name: str) -> None:
    assert CATALOG.find(name) is None


def test_a_foreign_title_of_two_cards_is_not_guessed() -> None:
    assert CATALOG.find("Wiedergeburt") is None
    assert set(CATALOG.suggest("Wiedergeburt")) == {"Rebirth", "Regenesis"}


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "ja", "ko", "pl", "zh-hans"])
def test_titles_of_a_language_lead_to_their_cards(language: str) -> None:
    found = [(title, english) for lang, title, english in tables.rows("titles") if lang == language]
    right = 0
    for title, english in found:
        card = CATALOG.find(title)
        assert card is None or card.title == english or fold(card.title) == fold(title)
        right += card is not None and card.title == english
    assert right >= len(found) - 8


def test_every_title_and_code_is_found() -> None:
    for card in CATALOG.cards:
        assert CATALOG.find(card.title) is card
        for printing in card.printings:
            assert CATALOG.by_code(printing.code) is card


def test_codes_forgive_a_lost_zero() -> None:
    card = CATALOG.by_code("1050")
    assert card is not None
    assert card.title == "Sure Gamble"
    assert CATALOG.by_code("20056") is card
    assert CATALOG.by_code("99999") is None
    assert CATALOG.by_code("") is None


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Noise", ["Noise: Hacker Extraordinaire"]),
        ("Hayley Kaplan", ["Hayley Kaplan: Universal Scholar"]),
        ("Making News", ["NBN: Making News"]),
        ("The World is Yours", ["NBN: The World is Yours*"]),
        ("ノイズ", ["Noise: Hacker Extraordinaire"]),
        ("Nobody: At All", []),
        ("Sure Gamble", []),
    ],
)
def test_half_of_an_identity(name: str, titles: list[str]) -> None:
    assert [card.title for card in CATALOG.find_identity(name)] == titles


def test_an_ambiguous_half_gives_all() -> None:
    found = CATALOG.find_identity("Haas-Bioroid")
    assert len(found) >= 4
    assert all(card.title.startswith("Haas-Bioroid: ") for card in found)
    assert CATALOG.find_identity("Haas-Bioroid", Side.RUNNER) == ()


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Sure Gmble", "Sure Gamble"),
        ("Astroscript", "AstroScript Pilot Program"),
        ("Brain-Taping Facility", "Brain-Taping Warehouse"),
    ],
)
def test_suggestions_begin_with_the_likeliest(name: str, first: str) -> None:
    found = CATALOG.suggest(name)
    assert found[0] == first
    assert len(found) <= 3


def test_nothing_is_suggested_for_nothing_alike() -> None:
    assert CATALOG.suggest("") == ()
    assert CATALOG.suggest("zzzzqqqq") == ()


def test_facts_of_cards_and_products() -> None:
    agenda, operation = CATALOG.find("Project Beale"), CATALOG.find("Hedge Fund")
    assert agenda is not None
    assert operation is not None
    assert (agenda.influence, agenda.agenda_points, operation.influence) == (None, 2, 0)
    assert len(CATALOG.identities(Side.CORP)) + len(CATALOG.identities(Side.RUNNER)) == len(
        CATALOG.identities()
    )
    assert CATALOG.products["core2"].released == date(2017, 12, 14)
    assert sum(CATALOG.contents("core2").values()) == 247
    assert CATALOG.contents("nope") == {}


@pytest.mark.parametrize(
    "text", ["Déjà Vu", "Şifr", "O₂ Shortage", "Chaos Theory: Wünderkind", "ÅØß", "ガギグ"]
)
def test_folding_knows_no_form_of_unicode(text: str) -> None:
    forms = {fold(unicodedata.normalize(form, text)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    assert len(forms) == 1
    assert fold(fold(text)) == fold(text)
