"""A typed line is read as what it says, and one that can't be read says what to type instead."""

import pytest

from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.entry_line import EntryLine, LineRefused, read_line
from app.tournament.results import Ending, Outcome, Report

CORP, RUNNER, DRAW = Outcome.CORP, Outcome.RUNNER, Outcome.DRAW
SECOND_RUNNER_5 = Settlement(Seat.SECOND, Side.RUNNER, 5)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("12 C", EntryLine(12, outcome=CORP)),
        ("12c", EntryLine(12, outcome=CORP)),
        ("  12   r ", EntryLine(12, outcome=RUNNER)),
        ("12,d", EntryLine(12, outcome=DRAW)),
        ("3 2R5 C 7-4", EntryLine(3, SECOND_RUNNER_5, CORP, (7, 4))),
        ("3 2r5 c 7–4", EntryLine(3, SECOND_RUNNER_5, CORP, (7, 4))),
        ("3 2r5 c 7:4 ag", EntryLine(3, SECOND_RUNNER_5, CORP, (7, 4), Ending.AGENDA)),
        ("3 1c10", EntryLine(3, Settlement(Seat.FIRST, Side.CORP, 10))),
        ("3 1C0 D 4-4 time", EntryLine(3, Settlement(Seat.FIRST, Side.CORP, 0), DRAW, (4, 4), Ending.TIME)),
        ("3 R 7--1", EntryLine(3, None, RUNNER, (7, -1))),
        ("3 C fl", EntryLine(3, None, CORP, None, Ending.FLATLINE)),
    ],
)
def test_a_line_is_read(text: str, line: EntryLine) -> None:
    assert read_line(text) == line


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("", "line-empty", "Type a table and its result, like 3 C, or with the bid: 3 2R5 C 7-4."),
        ("C 3", "unknown-table", "“C” is no table. Type the number of the table first, like 3 2R5 C 7-4."),
        ("٣ C", "unknown-table", "“٣” is no table"),
        ("12345 C", "unknown-table", "“12345” is no table"),
        ("3", "outcome-missing", "Type C when the Corp won, R when the Runner won, D for a draw."),
        ("3 7-4", "outcome-missing", "Say who won before the points: C, R or D."),
        ("3 C R", "line-says-twice", "The line says the result twice: take “R” or the other one out."),
        ("3 1C2 2R5", "line-says-twice", "The line says the bid twice"),
        ("3 C 7-4 7-5", "line-says-twice", "The line says the points twice"),
        ("3 C time agenda", "line-says-twice", "The line says the ending twice"),
        ("3 R5 C", "bid-winner-missing", "Say who won the bid: 1R5 for the player named first at the table"),
        ("3 3R5 C", "bid-winner-missing", "2R5 for the second"),
        ("3 2R11 C", "bid-out-of-range", "A bid is a whole number from 0 to 10; 11 is not."),
        ("3 X", "line-not-understood", "“X” is not understood. Type C, R or D for the result"),
        ("3 C 7", "line-not-understood", "“7” is not understood"),
        ("3 C " + "7" * 60, "line-too-long", "This line is too long."),
    ],
)
def test_a_line_that_says_nothing_clear_is_refused(text: str, code: str, sentence: str) -> None:
    with pytest.raises(LineRefused) as refusal:
        read_line(text)
    assert refusal.value.code == code
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("3 C", Report(CORP)),
        ("3 C 7-4", Report(CORP, Ending.AGENDA, 7, 4)),
        ("3 R 7-4", Report(RUNNER, Ending.AGENDA, 4, 7)),
        ("3 R 5-4 ti", Report(RUNNER, Ending.TIME, 4, 5)),
        ("3 C 2-5 flat", Report(CORP, Ending.FLATLINE, 2, 5)),
        ("3 D 4-4", Report(DRAW, None, 4, 4)),
        ("3 2R5", None),
    ],
)
def test_the_points_of_the_winner_come_first(text: str, report: Report | None) -> None:
    assert read_line(text).report == report
