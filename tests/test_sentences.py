"""Sentences as text and values: in English, and as the journal keeps them."""

from typing import Any

import pytest

from app.sentences import Sentence, did_you_mean, in_turn, kept_words, say, sentence_of, with_reason
from app.services.kernel.errors import Refused
from app.storage.journal import said_of


def test_a_sentence_is_its_text_with_the_values_in_it() -> None:
    said = say("Round {number} was closed by {who}", number=3, who="Ana {x}")
    assert str(said) == "Round 3 was closed by Ana {x}"
    assert said.as_json() == {
        "text": "Round {number} was closed by {who}",
        "values": {"number": 3, "who": "Ana {x}"},
    }


def test_a_name_without_a_value_is_an_error_at_once() -> None:
    with pytest.raises(KeyError):
        say("Round {number} was closed", round=3)


def test_a_plain_sentence_may_hold_braces() -> None:
    assert str(Sentence("Write {} for nothing.")) == "Write {} for nothing."


def test_a_refusal_keeps_text_and_values_beside_its_english() -> None:
    refused = Refused("bid-too-low", say("A bid must be higher than {bid}.", bid=4))
    assert refused.sentence == str(refused) == "A bid must be higher than 4."
    assert (refused.said.text, refused.said.values) == ("A bid must be higher than {bid}.", {"bid": 4})


def test_a_reason_or_another_sentence_follows() -> None:
    said = with_reason(say("Round {number} was closed", number=3), "the hall closes")
    assert str(said) == "Round 3 was closed (the hall closes)"
    assert with_reason(said, "") is said
    assert str(in_turn([say("One."), say("Two."), did_you_mean(("A", "B", "C"))])) == (
        "One. Two. Did you mean A, B or C?"
    )
    assert str(sentence_of(did_you_mean(("A", "B")).as_json())) == "Did you mean A or B?"


def test_entries_of_the_journal_of_before_are_still_read() -> None:
    assert str(said_of("Ana {x} joined", {})) == "Ana {x} joined"
    kept = say("{player} joined", player="Ana")
    assert said_of("Ana joined", {"said": kept.as_json()}) == kept


@pytest.mark.parametrize(
    "kept",
    [
        {"text": "{a.__class__}", "values": {"a": {"said": {"text": "x", "values": {}}}}},
        {"text": "{a:>999999999}", "values": {"a": 1}},
        {"text": "{a!r}", "values": {"a": 1}},
        {"text": "{a} {b}", "values": {"a": 1}},
        {"text": "{a", "values": {"a": 1}},
        {"text": "{0}", "values": {"a": 1}},
        {"text": 7, "values": {"a": 1}},
        {"text": "{n}", "many": "{n}s", "values": {"n": "x"}},
        {"text": "{n}", "many": 7, "values": {"n": 1}},
        {"text": "{a}", "values": {"a": {"date": "soon"}}},
        {"text": "{a}", "values": {"a": {"other": 1}}},
        {"text": "{a}", "values": [1]},
        {"values": {}},
        "text",
    ],
)
def test_a_kept_sentence_from_elsewhere_gives_nothing_away_and_breaks_nothing(kept: Any) -> None:
    assert str(said_of("Ana joined", {"said": kept})) == "Ana joined"


def test_a_column_of_text_holds_a_sentence_or_words_as_they_were_written() -> None:
    said = say("{who} dropped: {why}", who='Ana "A" Berg', why=say("{n} rounds", n=3))
    assert kept_words(said.as_text()) == said
    for words in ("Your result was corrected.", '{"text":', '{"text":"{a.b}","values":{"a":1}}', ""):
        assert kept_words(words) == words
