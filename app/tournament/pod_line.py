"""One typed line with the points of a table of several players, like `3 121 84 60 47 time`.

The parts in their order, separated by spaces: the table's number; the points of its players in seat order,
one number each; `time` where the game ended at time; `yes` where what looks like a slip is right.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.sentences import message, say
from app.tournament.entry_parts import LineRefused
from app.tournament.pod_results import PodEnding, PodReport

LONGEST_LINE = 60
EXAMPLE = "3 121 84 60 47"
_TABLE = re.compile(r"[0-9]{1,4}")
_POINTS = re.compile(r"[0-9]{1,6}")
_TIME = ("TIME", "TI")
_CERTAIN = ("YES", "Y")
LINES: tuple[tuple[str, str], ...] = (
    (EXAMPLE, message("table 3: the points of its players in seat order, seat 1 first.")),
    (f"{EXAMPLE} time", message("the same, and the game ended at time.")),
    ("", message("Add yes where what looks like a slip is right.")),
)


@dataclass(frozen=True, slots=True)
class PodLine:
    """What a line says: the table's number, points in seat order, and the two words that may follow."""

    table: int
    points: tuple[int, ...]
    at_time: bool = False
    certain: bool = False

    def report(self, players: Sequence[int], names: Sequence[str]) -> PodReport:
        """The points as a report of these players, given in seat order with their names.

        Raises LineRefused points-of-seats where there is not one number for each of them.
        """
        if len(self.points) != len(players):
            said = say(
                "Table {table} has {n} seats: {names}. Type a number for each, in this order.",
                table=self.table,
                n=len(players),
                names=list(names),
            )
            raise LineRefused("points-of-seats", said)
        ending = PodEnding.TIME if self.at_time else PodEnding.POINTS
        return PodReport(dict(zip(players, self.points, strict=True)), ending, self.certain)


def read_pod_line(text: str) -> PodLine:
    """Read a typed line, in capitals or not.

    Raises LineRefused: line-empty, line-too-long, unknown-table, line-not-understood.
    """
    if len(text) > LONGEST_LINE:
        said = say("This line is too long. Write the table and what happened, like {line}.", line=EXAMPLE)
        raise LineRefused("line-too-long", said)
    words = text.upper().replace(",", " ").replace(";", " ").split()
    if not words:
        raise LineRefused(
            "line-empty", say("Type a table and the points of its seats, like {line}.", line=EXAMPLE)
        )
    if _TABLE.fullmatch(words[0]) is None:
        said = say(
            "“{word}” is no table. Type the number of the table first, like {example}.",
            word=words[0],
            example=EXAMPLE,
        )
        raise LineRefused("unknown-table", said)
    points: list[int] = []
    for word in words[1:]:
        if _POINTS.fullmatch(word):
            points.append(int(word))
        elif word not in (*_TIME, *_CERTAIN):
            said = say(
                "“{word}” is not understood. After the table come the points in seat order, then time if the"
                " game ended so.",
                word=word,
            )
            raise LineRefused("line-not-understood", said)
    return PodLine(
        int(words[0]),
        tuple(points),
        at_time=any(word in _TIME for word in words),
        certain=any(word in _CERTAIN for word in words),
    )
