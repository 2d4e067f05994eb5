"""Names show what they are: nothing invisible in them, none that is blank, and look-alikes are known."""

import pytest

from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import clean_line, clean_name, look_alike_key

pytestmark = pytest.mark.both_engines

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u180e\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u3164\ufe0f\ufeff"
)
INVISIBLE += "\uffa0\u2800\U000e0041\U0001d173"


@pytest.mark.parametrize("letter", INVISIBLE, ids=ascii)
def test_what_shows_nothing_is_taken_out(letter: str) -> None:
    assert clean_name(f"A{letter}na") == clean_name(f"{letter} Ana{letter}") == "Ana"
    assert clean_line(f"they{letter}", 30, "pronouns") == "they"
    for blank in (letter, f" {letter} ", letter * 60):
        with pytest.raises(Refused) as refused:
            clean_name(blank)
        assert (refused.value.code, refused.value.kind) == ("invalid-name", Kind.INVALID)
        assert refused.value.sentence == "A name is needed: give the one that others shall see."


@pytest.mark.parametrize(
    "name", ["نمی\u200cخواهم", "ශ්\u200dරී", "Łukasz Ó Briain", "山田 太郎", "👩 Zoë", "A'b-C"]
)
def test_names_of_every_script_stay_as_they_are_written(name: str) -> None:
    assert clean_name(name) == name


def test_a_joiner_between_latin_letters_is_taken_out() -> None:
    assert clean_name("A\u200dna") == clean_name("\u200cAna\u200d") == "Ana"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ana", "Аnа"),
        ("Ben1", "Benl"),
        ("BenI", "Benl"),
        ("Zoe", "Zoë"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("A-na", "ana"),
    ],
)
def test_look_alikes_are_known(name: str, other: str) -> None:
    assert look_alike_key(name) == look_alike_key(other)


def test_other_names_are_not_taken_for_each_other() -> None:
    names = ["Ana", "Anna", "Anja", "Ben", "Bea", "Jan", "Jana", "Tim", "Tom", "山田", "山口", "Ева", "Ива"]
    assert len({look_alike_key(name) for name in names}) == len(names)
