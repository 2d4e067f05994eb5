"""What is wrong with a request, in sentences: one for each kind of fault, none of them the library's."""

from typing import Any, get_args

import pytest
from pydantic_core.core_schema import ErrorType

from app.web.http.faults import COUNTED_FAULTS, FAULTS, faults_in_words


def said(*errors: dict[str, Any]) -> list[str]:
    """The sentences of errors."""
    return [str(each) for each in faults_in_words(errors)]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ({"type": "missing", "loc": ("body", "cut", "kind")}, "cut.kind is missing."),
        ({"type": "missing", "loc": ("body",)}, "The request is missing."),
        (
            {"type": "literal_error", "loc": ("body", "kind"), "ctx": {"expected": "'a', 'b' or 'c'"}},
            "kind has to be a, b or c.",
        ),
        (
            {"type": "string_pattern_mismatch", "loc": ("body", "points", "Ana", "[key]"), "ctx": {}},
            "Ana can't be a name in points.",
        ),
        ({"type": "json_invalid", "loc": ("body", 5)}, "The request is no JSON text that can be read."),
        (
            {"type": "too_long", "loc": ("body", "all"), "ctx": {"max_length": 1}},
            "all may have 1 entry at most.",
        ),
        ({"type": "value_error", "loc": ("body", "x"), "ctx": {}}, "x has a value that can't be taken."),
        ({"type": "missing", "loc": ("body", "x" * 99)}, f"{'x' * 60}… is missing."),
    ],
    ids=str,
)
def test_a_fault_says_where_it_is_and_what_is_wanted(error: dict[str, Any], sentence: str) -> None:
    assert said(error) == [sentence]


def test_a_field_of_two_kinds_complains_once() -> None:
    text = {"type": "string_type", "loc": ("body", "deck", "constrained-str")}
    fields = {"type": "dict_type", "loc": ("body", "deck", "dict[str,any]")}
    long = {"type": "string_too_long", "loc": text["loc"], "ctx": {"max_length": 9}}
    assert said(text, fields) == ["deck has to be text, or an object with fields."]
    assert said(long, fields) == ["deck may have 9 characters at most."]


@pytest.mark.parametrize("kind", get_args(ErrorType))
def test_nothing_is_said_in_the_words_of_the_library(kind: str) -> None:
    error = {
        "type": kind,
        "loc": ("body", "x"),
        "msg": "Input should be better",
        "ctx": {"error": "bad input"},
    }
    (sentence,) = said(error)
    assert sentence.startswith(("x ", "The request ", "There is no field named x"))
    assert "nput" not in sentence


def test_the_kinds_are_those_of_the_library() -> None:
    assert {*FAULTS, *COUNTED_FAULTS} - {*get_args(ErrorType)} == {"text_or_object"}
