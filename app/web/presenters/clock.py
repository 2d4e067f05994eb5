"""The round clock as the component draws it, with the extra time of one table."""

from dataclasses import dataclass
from datetime import timedelta

from app.sentences import message, t
from app.services.kernel.views import ClockView, TournamentView
from app.tournament.clock import ClockState
from app.tournament.lifecycle import Phase
from app.tournament.rules import CutSides
from app.tournament.structures import structure

CALLED_SECONDS = 60  # for this long the clock says that time is called, then it counts overtime


def at_time(event: TournamentView) -> str:
    """What to do when time is called, in the round that is being played."""
    kind = structure(event.structure)
    in_cut = event.phase is Phase.TOP_CUT
    if kind.has_pods:
        return t(AT_TIME_SEVERAL)
    if event.without_sides:
        return t(AT_TIME_DUEL_CUT if in_cut else AT_TIME_DUEL)
    if in_cut and event.cut_sides == CutSides.SEED:
        return t(
            "Finish the turn, then one more turn of the other player. Then agenda points decide; "
            "equal points win for the higher seed."
        )
    if not kind.has_ties:
        return t(
            "Finish the turn, then one more turn of the other player. Then agenda points decide; "
            "equal points lose for who won the bid."
        )
    if kind.games == 1:
        return t(
            "Finish the turn, then one more turn of the other player. Then agenda points decide; "
            "equal points are a tie."
        )
    return t(
        "Finish the turn, then one more turn of the other player. Then agenda points decide; "
        "equal points are a tie. A second game that was not begun is a tie."
    )


AT_TIME_SEVERAL = message("Finish the round of turns; the points stand as they are.")
AT_TIME_DUEL = message(
    "Finish the turn, then one more turn of the other player. Then more Gig dice win, then more Street Cred; "
    "equal in both is a tie."
)
AT_TIME_DUEL_CUT = message(
    "Finish the turn, then one more turn of the other player. Then more Gig dice win, then more Street Cred; "
    "equal in both wins for the higher seed."
)


@dataclass(frozen=True)
class ClockShown:
    """A round clock: seconds left, or seconds over; `ends_at` is RFC 3339 in UTC, None while it stands.

    `over` says that the seconds are beyond the end, which a clock paused in overtime shows, too.
    """

    state: str
    seconds: int
    over: bool
    ends_at: str | None


def clock_shown(clock: ClockView, extra_seconds: int = 0) -> ClockShown:
    """The clock of a round; `extra_seconds` are those of one table."""
    seconds = clock.remaining_seconds + extra_seconds
    ends = clock.ends_at + timedelta(seconds=extra_seconds) if clock.ends_at else None
    return ClockShown(
        state=_state(clock.state, seconds),
        seconds=abs(seconds),
        over=seconds < 0,
        ends_at=ends.isoformat().replace("+00:00", "Z") if ends else None,
    )


def _state(state: ClockState, seconds: int) -> str:
    if state is ClockState.STOPPED:
        return "ready"
    if state is ClockState.PAUSED:
        return "paused"
    if seconds > 0:
        return "running"
    return "time" if seconds > -CALLED_SECONDS else "overtime"
