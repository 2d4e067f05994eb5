"""The expected times of an event's rounds, as its page and its desk tell them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from app.sentences import t
from app.services.event.listing import Notice
from app.services.kernel.views import RoundView, TournamentView
from app.time_zones import local
from app.tournament.lifecycle import RoundState
from app.tournament.timetable import Day, Expected, timetable, written


@dataclass(frozen=True)
class TimeRow:
    """When something is expected: `10:55`, and what."""

    time: str
    what: str


def day_of_event(event: TournamentView, said: Notice) -> Day | None:
    """What is said of the event's times; None without the time of round 1."""
    if said.round_1_at is None:
        return None
    return Day(said.round_1_at, event.round_minutes, said.between_minutes, said.breaks)


def time_rows(event: TournamentView, said: Notice) -> Sequence[TimeRow]:
    """All rounds, breaks and the cut with their times; none without the time of round 1."""
    day = day_of_event(event, said)
    if day is None:
        return ()
    expected = timetable(day, event.planned_rounds, cut=bool(event.cut_size))
    return [TimeRow(written(each.minute), _what(event, each)) for each in expected]


def _what(event: TournamentView, each: Expected) -> str:
    if each.rest is not None:
        minutes = t("{n} min", n=each.rest.minutes)
        return t("{what}, {minutes}", what=each.rest.what or t("Break"), minutes=minutes)
    if each.round is None:
        return t("Top {size}", size=event.cut_size)
    return t("Round {number}", number=each.round)


def next_expected(
    event: TournamentView, said: Notice, running: RoundView | None, now: datetime
) -> str | None:
    """When the next round is expected: after the clock of this one while that runs, else as planned.

    A clock that has run out ends now at the earliest; of a plan whose time is past nothing is said.
    """
    day = day_of_event(event, said)
    if day is None:
        return None
    draft = running is not None and running.state is RoundState.DRAFT
    number = 1 if running is None else running.number + (not draft)
    rounds = timetable(day, event.planned_rounds, cut=False)
    minute = next((each.minute for each in rounds if each.round == number), None)
    if minute is None:
        return None
    planned = written(minute)
    if running is None or running.clock.ends_at is None:
        if _is_past(event, minute, now):
            return None
        return t("Round {number} is planned at {time}.", number=number, time=planned)
    begins = max(running.clock.ends_at, now) + timedelta(minutes=day.gap(running.number))
    there = local(begins, event.time_zone)
    expected = written(there.hour * 60 + there.minute)
    if expected == planned:
        return t("Round {number} is expected at {time}, as planned.", number=number, time=expected)
    told = {"number": number, "time": expected, "planned": planned}
    return t("Round {number} is expected at {time}; {planned} was planned.", **told)


def _is_past(event: TournamentView, minute: int, now: datetime) -> bool:
    """Whether a minute of the event's day, which may go on beyond midnight, is over."""
    here = local(now, event.time_zone).replace(tzinfo=None)
    return here >= datetime.combine(event.date, time.min) + timedelta(minutes=minute + 1)
