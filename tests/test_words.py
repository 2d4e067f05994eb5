"""Sentences, days and lists in the language somebody reads, and which language a browser wants."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from app.sentences import Sentence, say, say_count, sentence_of, t, t_markup, tn
from app.words import languages
from app.words.reader import Reader, reading
from app.words.written import day_of
from tests.other_language import with_language

FRENCH = """
msgid "Round {number} was closed by {who}"
msgstr "{who} a fermé la ronde {number}"

msgid "{n} player"
msgid_plural "{n} players"
msgstr[0] "{n} joueur"
msgstr[1] "{n} joueurs"

msgid "<b>{name}</b> dropped."
msgstr "<b>{name}</b> abandonne."

msgid "the organizer"
msgstr "l’organisateur"
"""


@pytest.fixture
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program with a file of French, added as a translator would."""
    with with_language(tmp_path, monkeypatch, "fr", FRENCH):
        yield


@pytest.mark.usefixtures("french")
def test_a_sentence_is_made_in_the_language_of_who_reads() -> None:
    said = say("Round {number} was closed by {who}", number=3, who=say("the organizer"))
    assert str(said) == "Round 3 was closed by the organizer"
    with reading(Reader("fr")):
        assert str(said) == "l’organisateur a fermé la ronde 3"
        assert said.english == "Round 3 was closed by the organizer"
        assert t("Nobody translated this.") == "Nobody translated this."


@pytest.mark.usefixtures("french")
def test_numbers_take_the_form_of_the_language() -> None:
    with reading(Reader("fr")):
        assert [tn("{n} player", "{n} players", n) for n in (0, 1, 2)] == [
            "0 joueur",
            "1 joueur",
            "2 joueurs",
        ]
    assert [str(say_count("{n} player", "{n} players", n)) for n in (0, 1)] == ["0 players", "1 player"]


@pytest.mark.usefixtures("french")
def test_values_in_a_template_are_escaped_and_tags_of_the_text_are_not() -> None:
    with reading(Reader("fr")):
        assert t_markup("<b>{name}</b> dropped.", name="<i>") == "<b>&lt;i&gt;</b> abandonne."


@pytest.mark.usefixtures("french")
def test_days_and_lists_are_written_by_the_language() -> None:
    said = Sentence("{day}: {names}", {"day": date(2018, 2, 15), "names": ["Ana", "Ben", "Cai"]})
    assert str(said) == "15 February 2018: Ana, Ben and Cai"
    with reading(Reader("fr")):
        assert str(said) == "15 février 2018: Ana, Ben et Cai"


def test_a_sentence_is_kept_with_all_it_is_made_of() -> None:
    said = say_count(
        "{n} player of {who} on {day}",
        "{n} players of {who} on {day}",
        2,
        who=say("{x}", x=1),
        day=date(2018, 2, 1),
    )
    kept = sentence_of(said.as_json())
    assert str(kept) == str(said) == "2 players of 1 on 1 February 2018"
    assert kept.as_json() == said.as_json()


@pytest.mark.usefixtures("french")
def test_the_language_is_the_first_wish_the_program_can_fulfil() -> None:
    wishes = {
        "fr-CA,en;q=0.5": "fr",
        "de, fr;q=0.8, en;q=0.9": "en",
        "de": "en",
        "": "en",
        "fr;q=0, *": "en",
        "fr;q=x": "en",
    }
    assert {asked: languages.preferred(asked) for asked in wishes} == wishes
    assert languages.languages() == ("en", "fr")
    assert languages.own_name("fr") == "Français"


@pytest.mark.parametrize(
    ("kept", "english", "japanese"),
    [
        ("2018-02-15", "15 February 2018", "2018年2月15日"),
        ("2018-02", "February 2018", "2018年2月"),
        ("2018", "2018", "2018"),
        ("2018-02-30", "2018-02-30", "2018-02-30"),
        ("soon", "soon", "soon"),
        ("", "", ""),
    ],
)
def test_days_kept_as_text_are_written_by_the_language(kept: str, english: str, japanese: str) -> None:
    assert day_of(kept) == english
    with reading(Reader("ja")):
        assert day_of(kept) == japanese
