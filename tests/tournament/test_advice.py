"""Advice on rounds and cut by number of players."""

import pytest

from app.tournament.advice import advise
from app.tournament.structures import Advice


@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [
        (0, 5, 0),
        (15, 5, 0),
        (16, 6, 4),
        (24, 6, 4),
        (25, 6, 8),
        (64, 6, 8),
        (65, 8, 8),
        (146, 8, 8),
        (147, 10, 16),
        (219, 10, 16),
        (220, 12, 16),
        (5000, 12, 16),
    ],
)
def test_rounds_and_cut(players, rounds, cut):
    advice = advise(players)
    assert (advice.rounds, advice.cut) == (rounds, cut)


@pytest.mark.parametrize(("players", "without"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 5), (6, 5)])
def test_rounds_a_tiny_field_can_play(players, without):
    assert advise(players).rounds_without_rematch == without


def test_the_sentence_warns_tiny_fields():
    assert str(advise(20).sentence) == "For 20 players: 6 rounds, then a cut to the top 4."
    for field, rounds in (("1 player", "1 round"), ("4 players", "3 rounds")):
        assert str(advise(int(field[0])).sentence) == (
            f"For {field}: 5 rounds, then no cut. With so few, only {rounds}"
            " can be played before somebody meets an opponent again or has a second bye."
        )
    assert str(advise(6).sentence) == "For 6 players: 5 rounds, then no cut."


def test_a_negative_number_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        advise(-1)


@pytest.mark.parametrize(
    ("players", "rounds", "cut"),
    [(2, 1, 0), (5, 3, 0), (8, 3, 0), (9, 4, 0), (16, 4, 4), (33, 6, 8), (150, 8, 16)],
)
def test_a_game_without_a_public_table_leaves_one_player_unbeaten(
    players: int, rounds: int, cut: int
) -> None:
    advice = advise(players, Advice.LOG2)
    assert (advice.rounds, advice.cut) == (rounds, cut)
    assert str(advise(2, Advice.LOG2).sentence) == "For 2 players: 1 round, then no cut."
