"""The round clock: what it shows, from the facts of starting, pausing and adding.

Nothing ticks here: a clock is a few facts and `now`. At time the active player finishes the turn and
the other takes one more; the clock then counts overtime upwards.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from app.sentences import Sentence, say

LONGEST_SECONDS = 24 * 3600


class ClockState(StrEnum):
    """What the clock is doing."""

    STOPPED = "stopped"
    RUNNING = "running"
    PAUSED = "paused"
    OVERTIME = "overtime"


class ClockRefused(ValueError):
    """An action the clock cannot take now; `code` names the reason, the text says what to do."""

    def __init__(self, code: str, said: Sentence) -> None:
        super().__init__(said)
        self.code = code
        self.said = said


@dataclass(frozen=True)
class Clock:
    """The facts. Seconds are whole; `length` is the round's own, `added` what the organizer added.

    `elapsed` is what ran before `running_since`; a paused or stopped clock has no `running_since`.
    """

    length: int
    added: int = 0
    elapsed: float = 0.0
    running_since: datetime | None = None
    started_at: datetime | None = None


@dataclass(frozen=True)
class Reading:
    """What a clock shows at a moment: seconds remaining (negative: overtime) and when it ends."""

    state: ClockState
    remaining: int
    total: int
    ends_at: datetime | None


def read(clock: Clock, now: datetime, extra: int = 0) -> Reading:
    """The clock at `now`, for a table with `extra` seconds of its own."""
    total = clock.length + clock.added + extra
    left = total - elapsed(clock, now)
    # Round up, so that 40:00 shows for the first second and 0:00 only when time is over.
    remaining = int(-(-left // 1))
    if clock.started_at is None:
        return Reading(ClockState.STOPPED, total, total, None)
    if clock.running_since is None:
        return Reading(ClockState.PAUSED, remaining, total, None)
    state = ClockState.RUNNING if left > 0 else ClockState.OVERTIME
    return Reading(state, remaining, total, now + timedelta(seconds=left))


def elapsed(clock: Clock, now: datetime) -> float:
    """Seconds the clock has run until `now`."""
    running = (now - clock.running_since).total_seconds() if clock.running_since else 0.0
    return clock.elapsed + max(0.0, running)


def start(clock: Clock, now: datetime) -> Clock:
    """Start it; starting a running clock changes nothing, so that a double tap is harmless."""
    if clock.started_at is None:
        return replace(clock, started_at=now, running_since=now)
    if clock.running_since is None:
        raise ClockRefused("clock-paused", say("The clock is paused: resume it instead of starting it."))
    return clock


def pause(clock: Clock, now: datetime) -> Clock:
    """Stop the time; pausing a paused clock changes nothing."""
    if clock.started_at is None:
        raise ClockRefused("clock-not-started", say("The clock has not been started: start it first."))
    return replace(clock, elapsed=elapsed(clock, now), running_since=None)


def resume(clock: Clock, now: datetime) -> Clock:
    """Let it run on after a pause; resuming a running clock changes nothing."""
    if clock.started_at is None:
        raise ClockRefused("clock-not-started", say("The clock has not been started: start it first."))
    return clock if clock.running_since else replace(clock, running_since=now)


def add(clock: Clock, seconds: int) -> Clock:
    """Add `seconds`, negative to take away, within one day and never below nothing."""
    added = clock.added + seconds
    if not 0 <= clock.length + added <= LONGEST_SECONDS:
        raise ClockRefused("clock-out-of-range", say("The clock must stay between 0 and 24 hours: add less."))
    return replace(clock, added=added)


def reset(clock: Clock) -> Clock:
    """Back to the full length, not started."""
    return Clock(clock.length)
