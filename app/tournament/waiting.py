"""How long players waited for a judge: from the call until somebody was on the way, and until the end."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import median


@dataclass(frozen=True)
class CallTimes:
    """The moments of one call; None for what has not happened."""

    made: datetime
    claimed: datetime | None
    ended: datetime | None


@dataclass(frozen=True)
class Waiting:
    """Of `calls` calls; whole seconds, None where no call got that far.

    `median_wait` and `longest_wait` are from the call until somebody was on the way, or until the end of a
    call that nobody claimed; `median_answer` is from the call until its end.
    """

    calls: int
    answered: int
    median_wait: int | None
    longest_wait: int | None
    median_answer: int | None


def waiting_of(calls: Iterable[CallTimes]) -> Waiting:
    """The statistics of some calls."""
    listed = list(calls)
    waits = [_seconds(each.made, end) for each in listed if (end := each.claimed or each.ended) is not None]
    answers = [_seconds(each.made, each.ended) for each in listed if each.ended is not None]
    return Waiting(len(listed), len(answers), _median(waits), max(waits, default=None), _median(answers))


def _seconds(start: datetime, end: datetime) -> int:
    return max(0, round((end - start).total_seconds()))


def _median(values: list[int]) -> int | None:
    return round(median(values)) if values else None
