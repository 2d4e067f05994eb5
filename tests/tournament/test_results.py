"""Who wins by which report: the game, the draw rule, double losses; and reports at odds with themselves."""

import itertools
from dataclasses import replace

import pytest

from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.results import (
    DecidedBy,
    Decision,
    Ending,
    Outcome,
    Report,
    ResultRefused,
    check_report,
    decide,
)
from app.tournament.scoring import TableResult, bye_worth, game_of, worth_of
from app.tournament.structures import structure

CACHE_REFRESH = structure("cache-refresh")


def points(decision: Decision, ending: Ending | None, timed_win: int = 3) -> dict[Seat, int]:
    """What a table of Cache Refresh is worth to both seats."""
    counted = replace(CACHE_REFRESH.points, timed_win=timed_win)
    worth = worth_of(TableResult((game_of(decision, ending),)), CACHE_REFRESH, counted)
    return {seat: each.points for seat, each in worth.items()}


SETTLEMENTS = [Settlement(seat, side, bid) for seat, side, bid in itertools.product(Seat, Side, range(11))]


@pytest.mark.parametrize("settlement", SETTLEMENTS, ids=str)
def test_a_draw_is_lost_by_who_won_the_bid_a_bid_of_0_included(settlement: Settlement) -> None:
    decision = decide(Report(Outcome.DRAW, Ending.TIME, 3, 3), settlement)
    assert decision == Decision(settlement.winner.other, DecidedBy.DRAW_RULE)


@pytest.mark.parametrize("settlement", SETTLEMENTS, ids=str)
def test_a_won_game_is_won_by_who_plays_that_side(settlement: Settlement) -> None:
    for side in Side:
        decision = decide(Report(Outcome(side.value), Ending.CONCESSION), settlement)
        assert decision == Decision(settlement.seat_of(side), DecidedBy.GAME)


def test_a_double_loss_has_no_winner_and_no_points() -> None:
    decision = decide(Report(Outcome.DOUBLE_LOSS, Ending.FORFEIT), SETTLEMENTS[0])
    assert decision == Decision(None, DecidedBy.DOUBLE_LOSS)
    assert points(decision, Ending.FORFEIT) == {Seat.FIRST: 0, Seat.SECOND: 0}


def test_points_of_wins_byes_and_timed_wins() -> None:
    won = Decision(Seat.SECOND, DecidedBy.GAME)
    assert points(won, Ending.AGENDA, timed_win=2) == {Seat.FIRST: 0, Seat.SECOND: 3}
    assert points(won, Ending.TIME, timed_win=2) == {Seat.FIRST: 0, Seat.SECOND: 2}
    drawn = Decision(Seat.FIRST, DecidedBy.DRAW_RULE)
    assert points(drawn, Ending.TIME, timed_win=2) == {Seat.FIRST: 3, Seat.SECOND: 0}
    assert bye_worth(CACHE_REFRESH).points == 3


@pytest.mark.parametrize(
    ("report", "code", "said"),
    [
        (
            Report(Outcome.DOUBLE_LOSS, Ending.AGENDA),
            "ending-contradicts-outcome",
            "A double loss is no win by agenda points: choose forfeit.",
        ),
        (
            Report(Outcome.RUNNER, Ending.FLATLINE),
            "ending-contradicts-outcome",
            "A flatline is won by the Corp: check who won.",
        ),
        (
            Report(Outcome.CORP, Ending.DECKED),
            "ending-contradicts-outcome",
            "When R&D is empty the Runner wins: check who won.",
        ),
        (
            Report(Outcome.DRAW, Ending.CONCESSION),
            "ending-contradicts-outcome",
            "A concession is won by the player who did not concede: choose Corp or Runner.",
        ),
        (
            Report(Outcome.DOUBLE_LOSS, Ending.TIME),
            "ending-contradicts-outcome",
            "A double loss is not decided by time: choose forfeit.",
        ),
        (
            Report(Outcome.DRAW, Ending.FORFEIT),
            "ending-contradicts-outcome",
            "A forfeit is lost by one player or by both: choose Corp, Runner or double loss.",
        ),
        (
            Report(Outcome.DRAW, Ending.TIME, 3, 4),
            "points-contradict-outcome",
            "With 3 for the Corp and 4 for the Runner: a draw needs equal agenda points.",
        ),
        (
            Report(Outcome.TIE, Ending.TIME, 4, 3),
            "points-contradict-outcome",
            "With 4 for the Corp and 3 for the Runner: a tie needs equal agenda points.",
        ),
        (
            Report(Outcome.CORP, Ending.TIME, 3, 3),
            "points-contradict-outcome",
            "With 3 for the Corp and 3 for the Runner: the winner has more agenda points than the loser;"
            " equal points at time are a draw.",
        ),
        (
            Report(Outcome.RUNNER, Ending.AGENDA, 7, 3),
            "points-contradict-outcome",
            "With 7 for the Corp and 3 for the Runner: the winner has more agenda points than the loser;"
            " equal points at time are a draw.",
        ),
        (
            Report(Outcome.CORP, Ending.AGENDA, 70, 3),
            "points-out-of-range",
            "Agenda points go from -20 to 20; 70 does not.",
        ),
        (
            Report(Outcome.CORP, None, None, -21),
            "points-out-of-range",
            "Agenda points go from -20 to 20; -21 does not.",
        ),
    ],
    ids=str,
)
def test_reports_that_contradict_themselves(report: Report, code: str, said: str) -> None:
    with pytest.raises(ResultRefused) as refused:
        check_report(report)
    assert (refused.value.code, str(refused.value)) == (code, said)


@pytest.mark.parametrize(
    "report",
    [
        Report(Outcome.CORP, Ending.FLATLINE, 0, 6),
        Report(Outcome.RUNNER, Ending.DECKED, 6, 5),
        Report(Outcome.RUNNER, Ending.AGENDA, -1, 7),
        Report(Outcome.CORP, Ending.CONCESSION, 0, 5),
        Report(Outcome.DRAW),
        Report(Outcome.TIE, Ending.TIME, 3, 3),
        Report(Outcome.CORP),
    ],
    ids=str,
)
def test_reports_that_are_taken(report: Report) -> None:
    check_report(report)


def test_reports_agree_when_nothing_both_tell_differs() -> None:
    told = Report(Outcome.CORP, Ending.AGENDA, 7, 3)
    assert told.agrees_with(Report(Outcome.CORP))
    assert Report(Outcome.CORP).completed_by(told) == told
    assert not told.agrees_with(Report(Outcome.CORP, Ending.AGENDA, 7, 4))
    assert not told.agrees_with(Report(Outcome.CORP, Ending.FLATLINE))
    assert not told.agrees_with(Report(Outcome.RUNNER, Ending.AGENDA, 7, 3))
