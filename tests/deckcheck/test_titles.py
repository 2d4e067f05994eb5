"""Titles of cards in the reader's language: which is shown, and that it is read as the same card."""

import re
from datetime import date

import pytest

from app.deckcheck.advice import advise
from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.factions import faction_name
from app.deckcheck.legality import check
from app.deckcheck.pools import pool_at
from app.deckcheck.sentences import told
from app.deckcheck.titles import card_title, title_and_english, titles_in, with_titles
from app.judge.words import FACTS
from app.sentences import say, sentence_of
from app.words.reader import Reader, reading


@pytest.fixture
def japanese():
    with reading(Reader("ja")):
        yield


def test_each_title_that_is_shown_is_read_as_the_same_card() -> None:
    catalog = load_catalog()
    shown = titles_in("ja")
    assert len(shown) > 600
    assert {title: english for english, title in shown.items() if catalog.find(title).title != english} == {}


@pytest.mark.parametrize(
    ("english", "shown"),
    [
        ("Ice Wall", "アイス・ウォール"),
        ("Noise: Hacker Extraordinaire", "ノイズ：非凡なるハッカー"),
        ("Mâché", "張り子"),
        ("Lady Liberty", "自由の女神"),
        ("Cell Portal", "セル・ポータル"),
        ("Hayley Kaplan: Universal Scholar", "Hayley Kaplan: Universal Scholar"),
    ],
)
@pytest.mark.usefixtures("japanese")
def test_of_several_titles_the_whole_one_is_shown(english: str, shown: str) -> None:
    assert card_title(english) == shown


def test_an_english_reader_reads_english_titles() -> None:
    assert card_title("Ice Wall") == title_and_english("Ice Wall") == "Ice Wall"


@pytest.mark.usefixtures("japanese")
def test_judges_read_the_english_title_as_well() -> None:
    assert title_and_english("Ice Wall") == "アイス・ウォール (Ice Wall)"
    assert title_and_english("Hostage") == "Hostage"


@pytest.mark.usefixtures("japanese")
def test_a_verdict_names_cards_in_the_reader_s_language_however_it_was_kept() -> None:
    catalog = load_catalog()
    deck = read("Noise: Hacker Extraordinaire\n3 Ice Wall\n4 Datasucker\n1 Femme Fatal", catalog)
    pool = pool_at(catalog, "cache-refresh", date(2018, 2, 15))
    verdict = check(deck, pool)
    said = [violation.message for violation in verdict.violations]
    assert "アイス・ウォールはコーポのカードです。これはランナーのデッキです。" in said
    assert any("ファム・ファタル" in each for each in said)
    kept = [violation.as_kept() for violation in verdict.violations]
    assert [str(told(each)) for each in kept] == said
    assert any("Ice Wall is a Corp card" in each["message"] for each in kept)
    assert all(not re.search("[ァ-ヶ]", str(each["said"])) for each in kept), "English is kept"
    advice = [change.message for change in advise(deck, pool, verdict)]
    assert any("アイス・ウォール 3枚" in each for each in advice)
    assert all("Datasucker" not in each for each in advice)


@pytest.mark.usefixtures("japanese")
def test_a_name_that_is_no_title_stays_as_it_is() -> None:
    said = sentence_of({"text": "{name} dropped", "values": {"name": "Ice Wall"}})
    assert "Ice Wall" in str(said)


def test_judges_entries_name_cards_as_japanese_readers_know_them() -> None:
    words = (FACTS / "ja.toml").read_text(encoding="utf-8")
    entries = "\n".join(line for line in words.splitlines() if not line.startswith("["))
    english = [
        title for title in titles_in("ja") if re.search(rf"(?<![A-Za-z]){re.escape(title)}\b", entries)
    ]
    assert english == []


def test_factions_have_the_names_by_which_they_are_read(japanese) -> None:
    catalog = load_catalog()
    houses = {code: name for code, name in catalog.factions.items() if name != "Neutral"}
    assert {code: catalog.faction_named(faction_name(name)) for code, name in houses.items()} == {
        code: code for code in houses
    }
    assert (faction_name("Jinteki"), faction_name("Neutral"), faction_name("?")) == ("ジンテキ", "中立", "?")


def test_a_sentence_names_a_faction_in_the_readers_language(japanese) -> None:
    said = say(
        "{card} is a {faction} card; {identity} may not include any.",
        card="Snare!",
        faction="Jinteki",
        identity="Custom Biotics: Engineered for Success",
    )
    named = str(with_titles(sentence_of(said.as_json())))
    assert "ジンテキのカードです" in named and "Jinteki" not in named
