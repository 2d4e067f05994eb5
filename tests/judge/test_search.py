"""Each entry is found by every name of its cards in every language, by nickname, slip and keyword."""

import time
from collections import defaultdict
from pathlib import Path

import pytest

from app.deckcheck import tables
from app.deckcheck.catalog import load_catalog
from app.judge.editions import DECEMBER_2017, EDITIONS
from app.judge.entries import Entry, entries
from app.judge.search import desk
from tests.other_language import with_words_of_judges

CATALOG = load_catalog()
DESK = desk(CATALOG, DECEMBER_2017)
ENTRIES = entries(DECEMBER_2017)
TITLES: dict[str, list[tuple[str, str]]] = defaultdict(list)
for _language, _title, _english in tables.rows("titles"):
    TITLES[_english].append((_language, _title))
BY_ID = pytest.mark.parametrize("entry", ENTRIES, ids=lambda each: each.id)


def found(asked: str) -> list[str]:
    return [entry.id for entry in DESK.find(asked).entries]


@BY_ID
def test_by_every_title_of_its_cards_in_every_language(entry: Entry) -> None:
    for card in entry.cards:
        for language, title in (("en", card), *TITLES[card]):
            assert entry.id in found(title), f"{language} {title}"
            assert entry.id in found(title.upper()), f"{language} {title}"


@BY_ID
def test_by_every_keyword(entry: Entry) -> None:
    assert [keyword for keyword in entry.keywords if entry.id not in found(keyword)] == []


@BY_ID
def test_by_its_question_and_its_answer(entry: Entry) -> None:
    assert found(entry.question)[:1] == [entry.id] or entry.id in found(entry.question)[:5]
    assert entry.id in found(" ".join(entry.answer.split()[:12]))


@BY_ID
def test_by_a_slip_in_an_english_title(entry: Entry) -> None:
    for card in entry.cards:
        title = card.partition(":")[0]
        if len(title) >= 6:
            slipped = title[:2] + title[3] + title[2] + title[4:]
            assert entry.id in found(slipped), slipped
            assert entry.id in found(title[:-2] + title[-1]), title


@pytest.mark.parametrize(
    ("nickname", "card"),
    [
        ("SMC", "Self-modifying Code"),
        ("Femme", "Femme Fatale"),
        ("Kit", "Rielle “Kit” Peddler: Transhuman"),
        ("PE", "Jinteki: Personal Evolution"),
        ("419", "419: Amoral Scammer"),
        ("Mti", "Mti Mwekundu: Life Improved"),
        ("Caprice", "Caprice Nisei"),
        ("Siphon", "Account Siphon"),
        ("Pawnshop", "Aesop’s Pawnshop"),
        ("aesops", "Aesop’s Pawnshop"),
        ("Lynn", "K. P. Lynn"),
        ("Malia", "Malia Z0L0K4"),
        ("Noise", "Noise: Hacker Extraordinaire"),
        ("e3", "e3 Feedback Implants"),
        ("junebug", "Project Junebug"),
        ("miraju", "Mirāju"),
        ("TTW", "The Turning Wheel"),
    ],
)
def test_by_nicknames(nickname: str, card: str) -> None:
    wanted = [entry.id for entry in ENTRIES if card in entry.cards]
    assert wanted
    answer = DESK.find(nickname)
    assert set(wanted) <= {entry.id for entry in answer.entries}
    assert card in {each.title for each in answer.cards}


def test_by_every_nickname_the_deck_reader_knows() -> None:
    known = [(row[1], row[2]) for row in tables.rows("nicknames") if row[0] != "faction"]
    assert len(known) > 40
    for nickname, title in known:
        answer = DESK.find(nickname)
        assert title in {card.title for card in answer.cards}, nickname
        wanted = {entry.id for entry in ENTRIES if title in entry.cards}
        assert wanted <= {entry.id for entry in answer.entries}, nickname


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("can parasite sit on djinn?", "f11-parasite-djinn"),
        ("toolboth credits", "f11-tollbooth-short"),
        ("bypas femme strenght", "f11-femme-strength"),
        ("輪廻の車", "ka-turning-wheel"),
        ("who wins with 7 points", "f11-jinteki-7th"),
        ("brain damge tokens", "f11-four-brain"),
        ("second console", "f11-second-console"),
    ],
)
def test_the_best_answer_is_first(asked: str, first: str) -> None:
    assert found(asked)[0] == first


@pytest.mark.parametrize(
    ("part", "card"),
    [("ファタル", "Femme Fatale"), ("自己変形", "Self-modifying Code"), ("ヤヌス", "Janus 1.0")],
)
def test_by_a_part_of_a_title_in_another_language(part: str, card: str) -> None:
    assert {entry.id for entry in ENTRIES if card in entry.cards} <= set(found(part))


@BY_ID
def test_by_a_slip_in_a_long_title_of_another_language(entry: Entry) -> None:
    for card in entry.cards:
        for language, title in TITLES[card]:
            if title.isascii() and len(title) >= 12:
                slipped = title[:4] + title[5] + title[4] + title[6:]
                assert entry.id in found(slipped), f"{language} {slipped}"


def test_a_card_finds_its_own_entries_alone() -> None:
    assert found("Imp") == ["f11-demolition-agenda", "f11-demolition-before"]
    answer = DESK.find("Hedge Fund")
    assert answer.entries == () and [card.title for card in answer.cards] == ["Hedge Fund"]


def test_nothing_fits_and_nothing_is_asked() -> None:
    assert found("qqqqxxxx zzzzwwww") == []
    assert len(found("")) == len(found("  ?! ")) == 93
    assert DESK.find("x" * 100_000).entries == ()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_search_takes_less_than_50_milliseconds(edition: str) -> None:
    ready = desk(CATALOG, edition)
    asked = [
        "Imp",
        "femm fatal",
        "qqqq zzzz",
        "wwww " * 40,
        "x" * 5000,
        "フェム",
        *(e.question for e in ENTRIES),
    ]
    took = []
    for each in asked:
        begun = time.thread_time()
        ready.find(each)
        took.append(time.thread_time() - begun)
    assert sorted(took)[len(took) // 2] < 0.010
    assert max(took) < 0.050


JAPANESE = """
[entries.f11-femme-strength]
question = "ファム・ファタルでバイパスするとき、アイスの強度は必要ですか？"
answer = "いいえ、強度は関係ありません。"
"""


@pytest.mark.parametrize(
    "asked",
    ["強度", "アイスの強度", "バイパスする強度は？", "bypass strength", "ファム・ファタル", "femm fatal"],
)
def test_a_translated_entry_is_found_by_words_of_both_languages(
    asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with with_words_of_judges(tmp_path, monkeypatch, "ja", JAPANESE):
        listed = desk(CATALOG, DECEMBER_2017, "ja").find(asked).entries
    (entry,) = [each for each in listed if each.id == "f11-femme-strength"]
    assert entry.answer == "いいえ、強度は関係ありません。"


def test_an_entry_without_translation_is_found_and_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with with_words_of_judges(tmp_path, monkeypatch, "ja", JAPANESE):
        listed = desk(CATALOG, DECEMBER_2017, "ja").find("Imp").entries
    assert [(each.id, each.question) for each in listed] == [
        (each.id, each.question) for each in DESK.find("Imp").entries
    ]
