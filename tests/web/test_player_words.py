"""The sentences of the player's page at the end of an event, and on what decks still need."""

import pytest

from app.web.presenters.event import decks_todo
from app.web.presenters.game_rows import GameRow
from app.web.presenters.records import paid_words, record_words


def game(word: str, paid: int | None = None) -> GameRow:
    """A round of a player."""
    return GameRow(1, word == "bye", "Ben", 2, None, None, paid, None, word)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("won", "lost", "won"), "2 wins and 1 loss."),
        (("lost", "lost"), "0 wins and 2 losses."),
        (("won", "bye"), "1 win and 0 losses, and 1 bye."),
        (("open",), "0 wins and 0 losses."),
    ],
)
def test_the_record_tells_byes_apart(words: tuple[str, ...], sentence: str) -> None:
    assert record_words([game(word) for word in words]) == sentence


@pytest.mark.parametrize(
    ("paid", "sentence"),
    [
        ((None, None), "You won no auction, so you paid nothing."),
        ((0, None), "You won one auction and paid 0."),
        ((4, None, 0, 10), "You won 3 auctions and paid 4, 0 and 10."),
    ],
)
def test_what_was_paid_is_told_in_the_order_of_rounds(paid: tuple[int | None, ...], sentence: str) -> None:
    assert paid_words([game("won", bid) for bid in paid]) == sentence


@pytest.mark.parametrize(
    ("missing", "illegal", "required", "sentence"),
    [
        (0, 0, True, None),
        (2, 0, False, None),
        (2, 0, True, "Hand in both decks before your first round."),
        (1, 0, True, "Hand in your other deck before your first round."),
        (
            1,
            1,
            True,
            "One of your decks is not legal yet. Before your first round it has to be changed: "
            "read what to change.",
        ),
        (
            0,
            2,
            True,
            "Your decks are not legal yet. Before your first round they have to be changed: "
            "read what to change.",
        ),
        (0, 1, False, "One of your decks is not legal: read what to change."),
        (0, 2, False, "Your decks are not legal: read what to change."),
    ],
)
def test_decks_that_are_missing_or_not_legal_are_named(
    missing: int, illegal: int, required: bool, sentence: str | None
) -> None:
    assert decks_todo(missing, illegal, required=required) == sentence
