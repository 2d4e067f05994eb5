"""The round clock as the component draws it, with the extra time of one table."""

from datetime import timedelta
from typing import Any

from app.services.kernel.views import ClockView
from app.tournament.clock import ClockState

CALLED_SECONDS = 60  # for this long the clock says that time is called, then it counts overtime
AT_TIME = (
    "Finish the turn, then one more turn of the other player. Then agenda points decide; "
    "equal points lose for who won the bid."
)


def clock_shown(clock: ClockView, extra_seconds: int = 0) -> dict[str, Any]:
    """State, seconds and end of a clock; `extra_seconds` are those of one table."""
    seconds = clock.remaining_seconds + extra_seconds
    ends = clock.ends_at + timedelta(seconds=extra_seconds) if clock.ends_at else None
    return {
        "state": _state(clock.state, seconds),
        "seconds": abs(seconds),
        "ends_at": ends.isoformat().replace("+00:00", "Z") if ends else None,
    }


def _state(state: ClockState, seconds: int) -> str:
    if state is ClockState.STOPPED:
        return "ready"
    if state is ClockState.PAUSED:
        return "paused"
    if seconds > 0:
        return "running"
    return "time" if seconds > -CALLED_SECONDS else "overtime"
