"""The parts of a typed line: what each word of it may say. Which of them make sense at a table, and how a
line is read, stands in entry_line.py.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.sentences import Sentence, message, say
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, Seat, Settlement
from app.tournament.results import DRAWN, Ending, Outcome, Report

RESULTS: Mapping[str, Outcome] = {
    "C": Outcome.CORP,
    "R": Outcome.RUNNER,
    "D": Outcome.DRAW,
    "T": Outcome.TIE,
}
_SIDES = {"C": Side.CORP, "R": Side.RUNNER}
_SEATS = {"1": Seat.FIRST, "2": Seat.SECOND}
_ENDINGS = (Ending.AGENDA, Ending.FLATLINE, Ending.DECKED, Ending.TIME, Ending.CONCESSION)
_DUEL_ENDINGS = (Ending.GIGS, Ending.OVERTIME, Ending.DECKED, Ending.TIME, Ending.CONCESSION)
_BID = re.compile(r"([0-9]?)([CR])([0-9]{1,2})")
_GAMES = re.compile(r"([CRTD])([CRTD])")
_POINTS = re.compile(r"(-?[0-9]{1,2})[-–—−:/](-?[0-9]{1,2})")


class LineRefused(ValueError):
    """A line that can't be read; `code` names the reason, the text says what to type instead."""

    def __init__(self, code: str, said: Sentence) -> None:
        super().__init__(said)
        self.code = code
        self.said = said


@dataclass(frozen=True)
class EntryLine:
    """What a line says. `points` are the winner's first; in a draw the Corp's first.

    `second` is the outcome of the second of two games. `winner` is the seat that won, or with `two_for_one`
    the one that takes both games.
    """

    table: int
    bid: Settlement | None = None
    outcome: Outcome | None = None
    points: tuple[int, int] | None = None
    ending: Ending | None = None
    second: Outcome | None = None
    winner: Seat | None = None
    two_for_one: bool = False
    intentional_draw: bool = False

    @property
    def has_result(self) -> bool:
        """Whether the line says more than the bid."""
        return self.outcome is not None or self.winner is not None or self.intentional_draw

    @property
    def report(self) -> Report | None:
        """The result as a report; None for a line that says the bid only.

        A win with points and no ending is one by agenda points, so that too few of them are asked about.
        """
        if self.outcome is None:
            return None
        first, second = self.points or (None, None)
        corp, runner = (second, first) if self.outcome is Outcome.RUNNER else (first, second)
        ending = self.ending
        if ending is None and self.points is not None and self.outcome not in DRAWN:
            ending = Ending.AGENDA
        return Report(self.outcome, ending, corp, runner)

    @property
    def duel(self) -> Report | None:
        """The result of a game without sides as a report, with Gig dice: the winner's first, in a tie the
        first seat's. A win with dice and no ending is one by Gigs."""
        if self.outcome is None:
            return None
        first, second = self.points or (None, None)
        if self.outcome is Outcome.SECOND:
            first, second = second, first
        ending = self.ending
        if ending is None and self.points is not None and self.outcome not in DRAWN:
            ending = Ending.GIGS
        return Report(self.outcome, ending, first_dice=first, second_dice=second)


Reader = Callable[[str, EntryLine], EntryLine | None]


_RESULT_TWICE = message("The line says the result twice: take “{word}” or the other one out.")
_POINTS_TWICE = message("The line says the points twice: take “{word}” or the other one out.")
_ENDING_TWICE = message("The line says the ending twice: take “{word}” or the other one out.")
_BID_TWICE = message("The line says the bid twice: take “{word}” or the other one out.")


def once(taken: object, word: str, told: str) -> None:
    """Raise LineRefused line-says-twice for a line that does; `told` is the text about it."""
    if taken is not None:
        raise LineRefused("line-says-twice", say(told, word=word))


def read_result(word: str, line: EntryLine) -> EntryLine | None:
    """C, R, D or T."""
    outcome = RESULTS.get(word)
    if outcome is None:
        return None
    _only_result(line, word)
    return replace(line, outcome=outcome)


def read_tie(word: str, line: EntryLine) -> EntryLine | None:
    """T alone."""
    return read_result(word, line) if word == "T" else None


def read_seat(word: str, line: EntryLine) -> EntryLine | None:
    """1 or 2: the seat that won, or that takes both games."""
    seat = _SEATS.get(word)
    if seat is None:
        return None
    if line.two_for_one and line.winner is None:
        return replace(line, winner=seat)
    _only_result(line, word)
    return replace(line, winner=seat)


def read_seat_of_two(word: str, line: EntryLine) -> EntryLine | None:
    """1 or 2 after 241."""
    return read_seat(word, line) if line.two_for_one else None


def read_games(word: str, line: EntryLine) -> EntryLine | None:
    """Two results in one word."""
    found = _GAMES.fullmatch(word)
    if found is None:
        return None
    _only_result(line, word)
    return replace(line, outcome=RESULTS[found[1]], second=RESULTS[found[2]])


def read_two_for_one(word: str, line: EntryLine) -> EntryLine | None:
    """241: one player takes both games."""
    if word != "241":
        return None
    _only_result(line, word)
    return replace(line, two_for_one=True)


def read_draw(word: str, line: EntryLine) -> EntryLine | None:
    """ID: an intentional draw."""
    if word != "ID":
        return None
    _only_result(line, word)
    return replace(line, intentional_draw=True)


def _only_result(line: EntryLine, word: str) -> None:
    once(
        line.outcome or line.winner or line.two_for_one or line.intentional_draw or None, word, _RESULT_TWICE
    )


def read_bid(word: str, line: EntryLine) -> EntryLine | None:
    """Who won the bid, with which side and number.

    Raises LineRefused: bid-out-of-range, bid-winner-missing.
    """
    found = _BID.fullmatch(word)
    if found is None:
        return None
    once(line.bid, word, _BID_TWICE)
    seat, side, amount = _SEATS.get(found[1]), _SIDES[found[2]], int(found[3])
    if seat is None:
        raise LineRefused(
            "bid-winner-missing",
            say(
                "Say who won the bid: 1{side}{amount} for the player named first at the table, "
                "2{side}{amount} for the second.",
                side=found[2],
                amount=amount,
            ),
        )
    if amount > HIGHEST_BID:
        raise LineRefused(
            "bid-out-of-range",
            say(
                "A bid is a whole number from 0 to {highest}; {amount} is not.",
                highest=HIGHEST_BID,
                amount=amount,
            ),
        )
    return replace(line, bid=Settlement(seat, side, amount))


def read_points(word: str, line: EntryLine) -> EntryLine | None:
    """Both scores, or the Gig dice of both."""
    found = _POINTS.fullmatch(word)
    if found is None:
        return None
    once(line.points, word, _POINTS_TWICE)
    return replace(line, points=(int(found[1]), int(found[2])))


def read_ending(word: str, line: EntryLine) -> EntryLine | None:
    """How a game with sides ended."""
    return _one_of(_ENDINGS, word, line)


def read_duel_ending(word: str, line: EntryLine) -> EntryLine | None:
    """How a game without sides ended."""
    return _one_of(_DUEL_ENDINGS, word, line)


def _one_of(endings: tuple[Ending, ...], word: str, line: EntryLine) -> EntryLine | None:
    if len(word) < 2:
        return None
    found = next((ending for ending in endings if ending.value.upper().startswith(word)), None)
    if found is None:
        return None
    once(line.ending, word, _ENDING_TWICE)
    return replace(line, ending=found)
