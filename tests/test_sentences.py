"""Sentences as text and values: in English, and as the journal keeps them."""

import pytest

from app.sentences import Sentence, say
from app.services.kernel.errors import Refused


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
