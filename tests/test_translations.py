"""Every text has its translation in every language that is spoken, with the same names, tags and places."""

import re
import string
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from app.judge import words as judge_words
from app.services.event.settings import EXTRAS, NAMES
from app.services.kernel.field_words import FIELDS
from app.words.languages import ENGLISH, file_of, languages
from tools.words import texts

SPOKEN = [code for code in languages() if code != ENGLISH]
_TAG = re.compile(r"</?[a-z][^>]*>|&\w+;")


def catalogue(code: str) -> Catalog:
    """The translations of a language as they stand in its file."""
    with file_of(code).open("rb") as opened:
        return read_po(opened, locale=code.replace("-", "_"))


def names(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def tags(text: str) -> list[str]:
    """The tags of a text, in any order: other languages order words differently."""
    return sorted(each for each in _TAG.findall(text) if each != "&nbsp;")


def forms(translated: Any) -> list[str]:
    return list(translated) if isinstance(translated, tuple | list) else [translated or ""]


@pytest.mark.parametrize("code", SPOKEN)
def test_every_text_has_a_translation_and_no_translation_is_left_over(code: str) -> None:
    known = {each.id: each for each in catalogue(code) if each.id}
    wanted = {each.id for each in texts() if each.id}
    missing = [text for text in wanted if text not in known or not all(forms(known[text].string))]
    assert sorted(missing, key=str) == []
    assert sorted((text for text in known if text not in wanted), key=str) == []


def test_every_setting_and_field_has_a_name_to_translate() -> None:
    known = {each.id for each in texts()}
    wanted = {FIELDS.get(name, name.replace("_", " ")) for name in {*NAMES, *EXTRAS, *FIELDS}}
    assert sorted(wanted - known) == []


@pytest.mark.parametrize("code", SPOKEN)
def test_no_translation_is_doubtful(code: str) -> None:
    assert [each.id for each in catalogue(code) if each.id and each.fuzzy] == []


@pytest.mark.parametrize("code", SPOKEN)
def test_translations_have_the_names_and_tags_of_their_texts(code: str) -> None:
    faults = []
    for each in catalogue(code):
        english = list(each.id) if isinstance(each.id, tuple) else [each.id]
        for form in forms(each.string) if each.id else []:
            if form and not names(english[0]) & names(english[-1]) <= names(form) <= names(english[-1]):
                faults.append(f"{english[-1]} -> {form}: names")
            if form and tags(form) != tags(english[-1]):
                faults.append(f"{english[-1]} -> {form}: tags")
    assert faults == []


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a table of words, with its place."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, f"{place}.{key}")
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from leaves(each, f"{place}.{number}")
    elif isinstance(value, str):
        yield place, value


@pytest.mark.parametrize("code", [code for code in SPOKEN if (judge_words.FACTS / f"{code}.toml").exists()])
def test_the_judges_words_are_all_translated(code: str) -> None:
    english, other = (
        dict(leaves(tomllib.loads((judge_words.FACTS / f"{each}.toml").read_text(encoding="utf-8"))))
        for each in (ENGLISH, code)
    )
    assert sorted(english.keys() - other.keys()) == [] == sorted(other.keys() - english.keys())
    assert [place for place in english if names(english[place]) != names(other[place])] == []
    assert [place for place in english if bool(english[place]) != bool(other[place])] == []
