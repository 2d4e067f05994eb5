"""The judge's desk as pages and as JSON: one edition at a time, both answers of what changed, no dead end."""

import re
from pathlib import Path
from typing import Any

import pytest

from app.judge.editions import EDITIONS
from tests.other_language import with_language, with_words_of_judges
from tests.web.conftest import bearer
from tests.web.test_pages_home import shown

API = "/api/v1/judge"
FIELDS = {"id", "kind", "question", "answer", "cards", "source", "date", "now", "now_note"}


def entries(http: Any, **query: str) -> list[dict[str, Any]]:
    answer = http.get(f"{API}/entries", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["entries"]
    return found


def test_all_entries_with_the_names_programs_rely_on(http: Any) -> None:
    listed = entries(http)
    assert len(listed) == 93
    assert all(set(each) >= FIELDS for each in listed)
    assert {each["now"] for each in listed} == {"confirmed", "likely", "changed", "unchecked"}


def test_a_changed_entry_tells_both_answers_and_when(http: Any) -> None:
    (entry,) = [each for each in entries(http, card="PAD Tap") if each["id"] == "ka-padtap-adonis"]
    assert entry["now"] == "changed" and entry["date"] == "2018-08-01"
    assert entry["answer"].startswith("No.") and entry["changed_answer"].startswith("Yes, PAD Tap triggers.")
    assert entry["changed_since"] == "2019-05-03"
    assert entry["now_note"].startswith("Changed on 3 May 2019. Source: Ruling of the rules team")
    (other,) = [each for each in entries(http, q="hippo") if each["id"] == "ka-hippo-miraju"]
    assert other["changed_answer"] is None and other["changed_since"] is None


def test_words_and_card_together(http: Any) -> None:
    assert [each["id"] for each in entries(http, q="SMC")] == ["ka-flameout-smc"]
    both = entries(http, q="strength", card="ファム・ファタル")
    assert [each["id"] for each in both] == ["f11-femme-strength"]
    assert entries(http, card="Hedge Fund") == []
    assert [each["id"] for each in entries(http, card="Noise")] == ["f11-rd-facedown"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_timing_is_of_one_edition(http: Any, edition: str) -> None:
    answer = http.get(f"{API}/timing", params={"edition": edition}).json()
    assert answer["edition"] == edition
    assert {each["edition"] for each in (*answer["structures"], *answer["windows"])} == {edition}
    steps = {(each["structure"], step["step"]) for each in answer["structures"] for step in each["steps"]}
    assert {(each["structure"], each["step"]) for each in answer["windows"]} <= steps


def test_the_default_edition_is_december_2017(http: Any) -> None:
    answer = http.get(f"{API}/timing").json()
    assert answer["edition"] == "2017-12" and [each["id"] for each in answer["structures"]] == ["2017-12-run"]
    step = {each["step"]: each for each in answer["structures"][0]["steps"]}["2.2"]
    assert step["jack_out"] and step["then"] == "the run goes on: 2.3; the Runner jacks out: 7"
    assert [way["step"] for way in step["next"]] == ["2.3", "7"]


@pytest.mark.parametrize("path", ["/api/v1/judge/entries", "/api/v1/judge/timing"])
def test_an_unknown_edition_is_refused_with_those_there_are(http: Any, path: str) -> None:
    answer = http.get(path, params={"edition": "2016"})
    assert answer.status_code == 422 and answer.json()["code"] == "unknown-edition"
    assert answer.json()["detail"] == 'There is no edition "2016". Use one of: 2017-12, cr-26.03 or faq-1.1.'


def test_a_language_without_translation_is_english(http: Any) -> None:
    assert entries(http, q="Imp", language="xx") == entries(http, q="Imp")


def test_the_page_finds_without_script(http: Any) -> None:
    text = shown(http.get("/judge", params={"q": "femm fatal"}))
    assert "5 entries · December 2017" in text
    assert "Does Femme Fatale need the strength of the ice to bypass it?" in text
    assert (
        "Recorded in: Official FAQ, version 1.1 (Japanese translation). Fantasy Flight Games, 2013." in text
    )
    nothing = shown(http.get("/judge", params={"q": "qqqqq"}))
    assert "Nothing is recorded for these words. Try the title of a card, or one word less." in nothing


def test_a_card_shows_rulings_deck_building_and_set_up(http: Any) -> None:
    text = shown(http.get("/judge", params={"card": "AstroScript Pilot Program", "date": "2016-09-01"}))
    assert "Nothing is recorded on AstroScript Pilot Program." in text
    assert "NAPD MWL 1.1 (from 1 August 2016): not listed." in text
    assert "Erratum: 1 copy per deck instead of 3." in text
    early = shown(http.get("/judge", params={"card": "AstroScript Pilot Program", "date": "2016-02-10"}))
    assert "(from 1 February 2016): each copy lowers the influence limit by 1, but not below 1." in early
    assert "Erratum" not in early
    adam = shown(http.get("/judge", params={"card": "Adam: Compulsive Hacker"}))
    assert "Set-up. Adam starts with 3 different directives installed." in adam
    andy = shown(http.get("/judge", params={"q": "Andy"}))
    assert "Andromeda draws 9 cards less the penalty." in andy
    assert "1 entry" in shown(http.get("/judge", params={"card": "Medium"}))


def test_a_date_that_is_none_keeps_what_was_asked(http: Any) -> None:
    answer = http.get("/judge", params={"card": "Medium", "date": "soon"})
    assert answer.status_code == 422 and "soon is no date: write it as 2018-02-15." in shown(answer)
    assert "Medium has 3 virus counters." in shown(answer)


def test_of_a_changed_answer_the_one_of_the_edition_comes_first(http: Any) -> None:
    def place(edition: str, words: str) -> int:
        return shown(http.get("/judge", params={"q": "recurring credits", "edition": edition})).index(words)

    old, new = "they are refilled to the printed number.", "They are refilled in a step of their own"
    assert place("2017-12", old) < place("2017-12", new)
    assert place("cr-26.03", new) < place("cr-26.03", old)
    held = shown(http.get("/judge", params={"q": "recurring credits"}))
    assert (
        "In this edition, as recorded" in held and "In later editions, since 2 March 2026 or earlier" in held
    )


def test_an_event_leads_to_the_rulings_of_its_edition(event: Any) -> None:
    assert 'href="/judge?edition=2017-12"' in event.http.get(f"/t/{event.code}").text
    event.http.patch(event.path, json={"format": "standard"}, headers=bearer(event.token))
    assert 'href="/judge?edition=cr-26.03"' in event.http.get(f"/t/{event.code}").text


@pytest.mark.parametrize(("edition", "step", "others"), [("2017-12", "3.1", "3b"), ("cr-26.03", "3b", "3.1")])
def test_no_page_mixes_the_steps_of_two_editions(http: Any, edition: str, step: str, others: str) -> None:
    for path in ("/judge/all", "/judge/timing"):
        text = shown(http.get(path, params={"edition": edition}))
        assert re.search(rf"\b{step}\b", text) and not re.search(rf"\b{others}\b", text)


def test_results_alone_for_the_script_and_never_kept(http: Any) -> None:
    part = http.get("/judge", params={"q": "Imp"}, headers={"x-requested-with": "live"})
    assert part.text.lstrip().startswith('<div id="results"') and "2 entries" in part.text
    assert part.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/judge", "/judge/all", "/judge/timing", "/judge/penalties", "/judge/games/cyberpunk"]
)
def test_pages_stay_on_the_phone_for_the_day(http: Any, path: str) -> None:
    answer = http.get(path)
    assert answer.headers["cache-control"] == "private, max-age=43200"
    assert "cookie" in answer.headers["vary"]


def test_the_page_of_all_is_packed_and_whole(http: Any) -> None:
    answer = http.get("/judge/all", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip" and answer.text.count("data-find=") == 93
    assert "ファム・ファタル" in answer.text
    plain = http.get("/judge/all", headers={"accept-encoding": "gzip;q=0"})
    assert "content-encoding" not in plain.headers and plain.text == answer.text


def test_penalties_name_no_penalty_that_is_not_known(http: Any) -> None:
    text = shown(http.get("/judge/penalties"))
    assert "Revealing hidden information on purpose: Warning" in text
    assert "Its penalty there is not known. The organizer decides. Minor unsportsmanlike conduct" in text
    assert "Cheating:" not in text


def test_rules_of_side_games_and_no_others(http: Any) -> None:
    assert "A player who must draw from an empty deck loses immediately." in shown(
        http.get("/judge/games/cyberpunk")
    )
    assert http.get("/judge/games/chess").status_code == 404
    assert http.get("/judge", params={"edition": "2016"}).status_code == 422


JAPANESE = """
[editions."2017-12"]
name = "2017年12月版"

[entries.f11-femme-strength]
question = "ファム・ファタルでバイパスするとき、アイスの強度は必要ですか？"
answer = "いいえ、強度は関係ありません。"

[windows]
paid = "有料能力"
"""
WORDS = """
msgid "{n} entry"
msgid_plural "{n} entries"
msgstr[0] "{n}件"
msgstr[1] "{n}件"

msgid "{n} entries"
msgstr "{n}件"

msgid "Next: {step}"
msgstr "次：{step}"
"""


def test_the_desk_speaks_the_language_of_who_reads(
    http: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "judges").mkdir()
    japanese = {"accept-language": "ja"}
    with (
        with_language(tmp_path / "pages", monkeypatch, "ja", WORDS),
        with_words_of_judges(tmp_path / "judges", monkeypatch, "ja", JAPANESE),
    ):
        for asked in ("アイスの強度", "bypass strength"):
            text = shown(http.get("/judge", params={"q": asked}, headers=japanese))
            assert "いいえ、強度は関係ありません。" in text
            assert re.search(r"\d件 · 2017年12月版", text)
        chart = shown(http.get("/judge/timing", headers=japanese))
        assert "有料能力" in chart and "次：2" in chart and "paid abilities" not in chart
        everything = http.get("/judge/all", headers=japanese)
        assert "Does Femme Fatale need the strength" in everything.text.split('data-find="', 1)[1]
        assert 'data-entries="{n}件"' in http.get("/judge", headers=japanese).text
        assert "accept-language" in everything.headers["vary"]
        english = http.get("/judge", params={"q": "bypass strength"}, headers={"accept-language": "en"})
        assert "Does Femme Fatale need the strength of the ice to bypass it?" in shown(english)
