"""When the rounds of an event are expected: one after the other, with a turn-around between them, and breaks.

Times are minutes since midnight in the event's time zone; they may go on beyond the day.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.sentences import Sentence, message, say

TURN_AROUND = 15  # minutes between two rounds, where nothing else is said
LONGEST_BREAK = 600  # minutes
HIGHEST_ROUND = 99
DAY = 24 * 60
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
_HOW = message("Write a break like “2, 60, Lunch”: after round 2, 60 minutes. This is not: {line}")
_BREAK = re.compile(r"(\d{1,2})[\s,;]+(\d{1,3})(?:[\s,;]+(\S.*))?")


class TimetableRefused(ValueError):
    """A time or break that can't be read; `said` tells how to write it."""

    def __init__(self, said: Sentence) -> None:
        super().__init__(str(said))
        self.said = said


@dataclass(frozen=True)
class Break:
    """A break after a round, instead of the turn-around."""

    after: int
    minutes: int
    what: str


@dataclass(frozen=True)
class Expected:
    """A round or a break; `round` is None for the cut, `rest` the break in the place of a round."""

    minute: int
    round: int | None = None
    rest: Break | None = None


@dataclass(frozen=True)
class Day:
    """What is said of an event's times: when round 1 begins, how long a round and the turn-around are."""

    first: int
    minutes: int
    between: int
    breaks: Sequence[Break] = ()

    def gap(self, after: int) -> int:
        """The minutes between a round and the next one."""
        return next((each.minutes for each in self.breaks if each.after == after), self.between)


def read_time(text: str) -> int:
    """`10:30` as minutes since midnight; raises TimetableRefused."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise TimetableRefused(say("Write the time like 10:30, or leave it empty."))
    return int(found[1]) * 60 + int(found[2])


def read_breaks(text: str) -> tuple[Break, ...]:
    """Breaks, one a line: after which round, how many minutes, and what; raises TimetableRefused."""
    breaks = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        found = _BREAK.fullmatch(line)
        rest = Break(int(found[1]), int(found[2]), (found[3] or "").strip()) if found else None
        if rest is None or not 1 <= rest.after <= HIGHEST_ROUND or not 1 <= rest.minutes <= LONGEST_BREAK:
            raise TimetableRefused(say(_HOW, line=line))
        breaks.append(rest)
    return tuple(breaks)


def written(minute: int) -> str:
    """`10:30`."""
    return f"{minute % DAY // 60}:{minute % 60:02}"


def timetable(day: Day, rounds: int, *, cut: bool) -> list[Expected]:
    """All rounds with their expected times, the breaks between them, and the cut."""
    expected, minute = [], day.first
    for number in range(1, rounds + 1):
        expected.append(Expected(minute, round=number))
        minute += day.minutes
        rest = next((each for each in day.breaks if each.after == number), None)
        if rest is not None and (cut or number < rounds):
            expected.append(Expected(minute, rest=rest))
        minute += day.gap(number)
    return [*expected, Expected(minute)] if cut else expected
