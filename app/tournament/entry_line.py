"""One typed line that says what happened at a table, like `3 2R5 C 7-4`.

The parts in their order, separated by spaces; all but the table's number may be left out:

- `3` the number of the table;
- `2R5` the bid: the second player won it with 5 on Runner (`1` is the player named first);
- `C` the result: `C` Corp won, `R` Runner won, `D` draw, `T` tie;
- `7-4` agenda points, the winner's first; in a draw the Corp's first;
- `time` how the game ended: `agenda`, `flatline`, `decked`, `time`, `concession`, or the first two letters.

Another structure's result is one more reader in `READERS`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from app.sides import Side
from app.tournament.auction import HIGHEST_BID, Seat, Settlement
from app.tournament.results import DRAWN, Ending, Outcome, Report

EXAMPLE = "3 2R5 C 7-4"
LONGEST_LINE = 60
RESULTS: Mapping[str, Outcome] = {
    "C": Outcome.CORP,
    "R": Outcome.RUNNER,
    "D": Outcome.DRAW,
    "T": Outcome.TIE,
}
_SIDES = {"C": Side.CORP, "R": Side.RUNNER}
_SEATS = {"1": Seat.FIRST, "2": Seat.SECOND}
_ENDINGS = (Ending.AGENDA, Ending.FLATLINE, Ending.DECKED, Ending.TIME, Ending.CONCESSION)
_TABLE = re.compile(r"([0-9]{1,4})([A-Z]?)")
_BID = re.compile(r"([0-9]?)([CR])([0-9]{1,2})")
_POINTS = re.compile(r"(-?[0-9]{1,2})[-–—−:/](-?[0-9]{1,2})")


class LineRefused(ValueError):
    """A line that can't be read; `code` names the reason, the text says what to type instead."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class EntryLine:
    """What a line says. `points` are the winner's first; in a draw the Corp's first."""

    table: int
    bid: Settlement | None = None
    outcome: Outcome | None = None
    points: tuple[int, int] | None = None
    ending: Ending | None = None

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


Reader = Callable[[str, EntryLine], EntryLine | None]


def read_line(text: str) -> EntryLine:
    """Read a typed line in capitals or not.

    Raises LineRefused: line-empty, line-too-long, unknown-table, line-not-understood, line-says-twice,
    bid-out-of-range, bid-winner-missing, outcome-missing.
    """
    if len(text) > LONGEST_LINE:
        sentence = f"This line is too long. Write the table, the bid and the result, like {EXAMPLE}."
        raise LineRefused("line-too-long", sentence)
    words = text.upper().replace(",", " ").replace(";", " ").split()
    if not words:
        raise LineRefused("line-empty", f"Type a table and its result, like 3 C, or with the bid: {EXAMPLE}.")
    table = _TABLE.fullmatch(words[0])
    if table is None:
        sentence = f"“{words[0]}” is no table. Type the number of the table first, like {EXAMPLE}."
        raise LineRefused("unknown-table", sentence)
    line = EntryLine(int(table[1]))
    for word in filter(None, (table[2], *words[1:])):
        line = _with(line, word)
    return _whole(line)


def _with(line: EntryLine, word: str) -> EntryLine:
    for read in READERS:
        more = read(word, line)
        if more is not None:
            return more
    raise LineRefused(
        "line-not-understood",
        f"“{word}” is not understood. Type C, R or D for the result; before it the bid, like 2R5 when the "
        "second player won it with 5 on Runner; after it the points, like 7-4.",
    )


def _whole(line: EntryLine) -> EntryLine:
    if line.outcome is None and (line.points is not None or line.ending is not None):
        raise LineRefused("outcome-missing", "Say who won before the points: C, R or D.")
    if line.outcome is None and line.bid is None:
        raise LineRefused("outcome-missing", "Type C when the Corp won, R when the Runner won, D for a draw.")
    return line


def _once(taken: object, word: str, what: str) -> None:
    if taken is not None:
        raise LineRefused(
            "line-says-twice", f"The line says {what} twice: take “{word}” or the other one out."
        )


def _result(word: str, line: EntryLine) -> EntryLine | None:
    outcome = RESULTS.get(word)
    if outcome is None:
        return None
    _once(line.outcome, word, "the result")
    return replace(line, outcome=outcome)


def _bid(word: str, line: EntryLine) -> EntryLine | None:
    found = _BID.fullmatch(word)
    if found is None:
        return None
    _once(line.bid, word, "the bid")
    seat, side, amount = _SEATS.get(found[1]), _SIDES[found[2]], int(found[3])
    if seat is None:
        raise LineRefused(
            "bid-winner-missing",
            f"Say who won the bid: 1{found[2]}{amount} for the player named first at the table, "
            f"2{found[2]}{amount} for the second.",
        )
    if amount > HIGHEST_BID:
        raise LineRefused(
            "bid-out-of-range", f"A bid is a whole number from 0 to {HIGHEST_BID}; {amount} is not."
        )
    return replace(line, bid=Settlement(seat, side, amount))


def _points(word: str, line: EntryLine) -> EntryLine | None:
    found = _POINTS.fullmatch(word)
    if found is None:
        return None
    _once(line.points, word, "the points")
    return replace(line, points=(int(found[1]), int(found[2])))


def _ending(word: str, line: EntryLine) -> EntryLine | None:
    if len(word) < 2:
        return None
    found = next((ending for ending in _ENDINGS if ending.value.upper().startswith(word)), None)
    if found is None:
        return None
    _once(line.ending, word, "the ending")
    return replace(line, ending=found)


READERS: tuple[Reader, ...] = (_result, _bid, _points, _ending)
