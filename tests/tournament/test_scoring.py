"""Match points of one game, two games, 2 for 1 and intentional draws; what contradicts itself is refused."""

import pytest

from app.tournament.auction import Seat
from app.tournament.results import ResultRefused
from app.tournament.scoring import (
    Game,
    TableResult,
    Worth,
    bye_worth,
    check_table,
    seat_as_corp,
    worth_of,
)
from app.tournament.standings import Outcome, Sheet
from app.tournament.structures import Points, structure

A, B = Seat.FIRST, Seat.SECOND
CACHE, SINGLE, DOUBLE = (structure(code) for code in ("cache-refresh", "single-sided", "double-sided"))


def points(result, row, own=None):
    worth = worth_of(result, row, own)
    return worth[A].points, worth[B].points


@pytest.mark.parametrize(
    ("game", "row", "expected"),
    [
        (Game(A), CACHE, (3, 0)),
        (Game(None), CACHE, (0, 0)),
        (Game(B), SINGLE, (0, 3)),
        (Game(None, tied=True), SINGLE, (1, 1)),
        (Game(None), SINGLE, (0, 0)),
        (Game(A), structure("duel"), (3, 0)),
        (Game(None, tied=True), structure("duel"), (1, 1)),
    ],
)
def test_one_game_is_worth_its_points(game, row, expected):
    assert points(TableResult((game,)), row) == expected


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        (A, A, (6, 0)),
        (A, B, (3, 3)),
        (A, None, (4, 1)),
        (None, None, (2, 2)),
        (None, B, (1, 4)),
    ],
)
def test_two_games_add_up(one, two, expected):
    games = (Game(one, tied=one is None, corp=A), Game(two, tied=two is None, corp=B))
    assert points(TableResult(games), DOUBLE) == expected


def test_two_for_one_counts_the_game_twice():
    result = TableResult((Game(B, corp=A),), two_for_one=B)
    assert worth_of(result, DOUBLE) == {A: Worth(0, 0, 0, 2), B: Worth(6, 2, 0, 2)}


def test_intentional_draws_are_worth_what_the_structure_or_the_organizer_says():
    draw = TableResult(intentional_draw=True)
    assert points(draw, SINGLE) == (1, 1)
    assert points(draw, DOUBLE) == (3, 3)
    assert points(draw, DOUBLE, Points(tie=1, bye=6, intentional_draw=2)) == (2, 2)
    assert worth_of(draw, DOUBLE)[A] == Worth(3, 0, 2, 2)


def test_a_timed_win_is_worth_the_organizers_points():
    assert points(TableResult((Game(A, timed=True),)), CACHE, Points(timed_win=2)) == (2, 0)


def test_byes_are_worth_a_round_and_no_game():
    assert bye_worth(SINGLE) == Worth(3, 0, 0, 0) and bye_worth(DOUBLE) == Worth(6, 0, 0, 0)


@pytest.mark.parametrize(
    ("result", "row", "code", "sentence"),
    [
        (TableResult(), SINGLE, "game-missing", "This table has no result yet: enter who won."),
        (
            TableResult((Game(A, corp=A),)),
            DOUBLE,
            "game-2-missing",
            "The second game has no result: enter it, or end it as a tie if it was not begun.",
        ),
        (
            TableResult((Game(A, corp=A), Game(B, corp=A))),
            DOUBLE,
            "sides-not-swapped",
            "The same player was Corp in both games: each plays each side once.",
        ),
        (
            TableResult((Game(A, corp=A), Game(A, corp=B)), two_for_one=A),
            DOUBLE,
            "two-for-one-contradicts",
            "2 for 1 is agreed before the second game: take its result back first.",
        ),
        (
            TableResult((Game(None, tied=True, corp=A),), two_for_one=A),
            DOUBLE,
            "two-for-one-contradicts",
            "2 for 1 goes to who won the game: check who won, or enter each game.",
        ),
        (
            TableResult((Game(A),), two_for_one=A),
            SINGLE,
            "two-for-one-contradicts",
            "2 for 1 is not offered here: enter each game.",
        ),
        (
            TableResult(intentional_draw=True),
            CACHE,
            "no-intentional-draw",
            "Intentional draws are not offered here: play the game.",
        ),
        (
            TableResult((Game(A, corp=A),), intentional_draw=True),
            DOUBLE,
            "intentional-draw-contradicts",
            "A game was reported already: it counts, so there is no draw by will.",
        ),
        (
            TableResult((Game(None, tied=True),)),
            CACHE,
            "no-ties",
            "No game ends in a tie here: say who won, or enter a draw.",
        ),
        (
            TableResult((Game(A), Game(A))),
            SINGLE,
            "too-many-games",
            "A round has 1 game here: take the others back.",
        ),
    ],
)
def test_what_contradicts_itself_is_refused_with_a_sentence(result, row, code, sentence):
    with pytest.raises(ResultRefused) as refused:
        check_table(result, row)
    assert (refused.value.code, str(refused.value)) == (code, sentence)
    with pytest.raises(ResultRefused):
        worth_of(result, row)


def test_both_sides_are_played_once():
    assert [seat_as_corp(number, B) for number in (1, 2)] == [B, A]


def test_ties_and_two_games_are_counted_in_the_standings():
    sheet = Sheet(
        1,
        (
            Outcome(1, 4, 2, won=1, tied=1, games=2),
            Outcome(2, 6, None),
            Outcome(3, 1, 3, tied=1),
            Outcome(4, 0, 4),
        ),
    )
    assert (sheet.wins, sheet.ties, sheet.losses, sheet.byes) == (1, 2, 1, 1)


def test_a_loss_counts_what_the_organizer_says_it_does():
    own = Points(win=3, tie=1, loss=2)
    tie = TableResult((Game(None, tied=True, corp=A), Game(A, corp=B)))
    assert points(tie, DOUBLE, own) == (4, 3)
