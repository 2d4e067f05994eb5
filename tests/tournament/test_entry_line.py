"""A typed line is read as what it says, and one that can't be read says what to type instead."""

from dataclasses import replace

import pytest

from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.entry_line import GRAMMARS, read_line
from app.tournament.entry_parts import EntryLine, LineRefused
from app.tournament.results import Ending, Outcome, Report
from app.tournament.sides import SidesBy

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
        ("", "line-empty", "Type a table with bid and result, like 3 2R5 C 7-4;"),
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


TIE, FIRST = Outcome.TIE, Seat.FIRST


@pytest.mark.parametrize(
    ("how", "text", "line"),
    [
        (SidesBy.AUCTION, "3 2R5 1", EntryLine(3, SECOND_RUNNER_5, winner=FIRST)),
        (SidesBy.SEED, "3 2 7-4", EntryLine(3, winner=Seat.SECOND, points=(7, 4))),
        (SidesBy.ASSIGNED, "12 t", EntryLine(12, outcome=TIE)),
        (SidesBy.ASSIGNED, "12 1", EntryLine(12, winner=FIRST)),
        (SidesBy.ASSIGNED, "12id", EntryLine(12, intentional_draw=True)),
        (SidesBy.BOTH, "12 CR", EntryLine(12, outcome=CORP, second=RUNNER)),
        (SidesBy.BOTH, "12tc", EntryLine(12, outcome=TIE, second=CORP)),
        (SidesBy.BOTH, "12 r 7-4 ti", EntryLine(12, None, RUNNER, (7, 4), Ending.TIME)),
        (SidesBy.BOTH, "12 241 1", EntryLine(12, winner=FIRST, two_for_one=True)),
        (SidesBy.BOTH, "12 241 2", EntryLine(12, winner=Seat.SECOND, two_for_one=True)),
        (SidesBy.BOTH, "12 ID", EntryLine(12, intentional_draw=True)),
    ],
)
def test_a_line_is_read_as_the_sides_of_the_round_come(how: SidesBy, text: str, line: EntryLine) -> None:
    assert read_line(text, how) == line


@pytest.mark.parametrize(
    ("how", "text", "code", "sentence"),
    [
        (SidesBy.AUCTION, "3 CR", "line-not-understood", "“CR” is not understood. Type C, R or D"),
        (SidesBy.AUCTION, "3 ID", "line-not-understood", "“ID” is not understood."),
        (SidesBy.ASSIGNED, "3 2R5 C", "line-not-understood", "“2R5” is not understood. Type C, R or T"),
        (SidesBy.ASSIGNED, "3 241 1", "line-not-understood", "“241” is not understood."),
        (SidesBy.ASSIGNED, "3 C ID", "line-says-twice", "The line says the result twice"),
        (SidesBy.ASSIGNED, "3 ID 7-4", "points-of-two-games", "on the page of the table: take them out."),
        (SidesBy.ASSIGNED, "3", "outcome-missing", "T for a tie, ID for an intentional draw."),
        (SidesBy.ASSIGNED, "", "line-empty", "Type a table and its result, like 3 C."),
        (SidesBy.BOTH, "", "line-empty", "Type a table and both its games, like 3 CR."),
        (SidesBy.BOTH, "3 1", "line-not-understood", "“1” is not understood. Type both games like CR"),
        (SidesBy.BOTH, "3 CR 7-4", "points-of-two-games", "are entered on the page of the table"),
        (SidesBy.BOTH, "3 CR 241 1", "line-says-twice", "take “241” or the other one out."),
        (SidesBy.BOTH, "3 241", "two-for-one-winner-missing", "Say who takes both games: 241 1 for"),
        (SidesBy.BOTH, "3 241 1 2", "line-says-twice", "The line says the result twice"),
        (SidesBy.BOTH, "3", "outcome-missing", "Type both games like CR: the Corp won the first one"),
        (SidesBy.SEED, "3 ID", "line-not-understood", "1 or 2 for the seat that won"),
    ],
)
def test_what_another_structure_has_is_refused_in_words_of_this_one(
    how: SidesBy, text: str, code: str, sentence: str
) -> None:
    with pytest.raises(LineRefused) as refusal:
        read_line(text, how)
    assert refusal.value.code == code
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("how", SidesBy)
def test_every_example_of_the_help_can_be_read(how: SidesBy) -> None:
    grammar = GRAMMARS[how]
    for line in (grammar.example, *(line for line, _ in grammar.lines if line)):
        assert read_line(line, how).table == 3


def test_the_help_says_which_form_needs_sides_that_are_bought() -> None:
    for line, words in GRAMMARS[SidesBy.AUCTION].lines:
        assert not line or read_line(line, SidesBy.AUCTION).bid or "only once the sides" in words
    assert read_line(GRAMMARS[SidesBy.AUCTION].lines[0][0], SidesBy.AUCTION).bid, (
        "what always works comes first"
    )


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


@pytest.mark.parametrize(
    ("typed", "ending", "dice"),
    [
        ("3 1", None, (None, None)),
        ("3 2 7-4", Ending.GIGS, (4, 7)),
        ("3 1 7-4", Ending.GIGS, (7, 4)),
        ("3 1 6-5 ov", Ending.OVERTIME, (6, 5)),
        ("3 2 time", Ending.TIME, (None, None)),
        ("3 T 5-5 time", Ending.TIME, (5, 5)),
    ],
)
def test_a_line_of_a_game_without_sides_has_gig_dice(
    typed: str, ending: Ending, dice: tuple[int, int]
) -> None:
    line = read_line(typed, SidesBy.NONE)
    seat = {Seat.FIRST: Outcome.FIRST, Seat.SECOND: Outcome.SECOND}.get(line.winner, line.outcome)
    said = replace(line, winner=None, outcome=seat).duel
    assert said == Report(seat, ending, first_dice=dice[0], second_dice=dice[1])
    with pytest.raises(LineRefused):
        read_line("3 1 flatline", SidesBy.NONE)
