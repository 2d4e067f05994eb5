"""Commands of the clock: start, pause, resume, add, reset, and extra time for one table; checking in."""

from collections.abc import Callable
from datetime import datetime, timedelta

from app.sentences import Sentence, message, said_by, say, say_count
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.topics import table_topics
from app.services.play.rounds import the_round
from app.services.play.table_access import acting_seat, open_table
from app.storage.rounds import clock_of, keep_clock
from app.storage.tables import Pairing
from app.tournament import clock as law
from app.tournament.auction import Seat
from app.tournament.clock import Clock, ClockRefused
from app.tournament.lifecycle import RoundState

ACTIONS: dict[str, Callable[[Clock, datetime], Clock]] = {
    "start": law.start,
    "pause": law.pause,
    "resume": law.resume,
    "reset": lambda clock, _now: law.reset(clock),
}
_SAID = {
    "start": message("The clock of round {round} was started"),
    "pause": message("The clock of round {round} was paused"),
    "resume": message("The clock of round {round} was resumed"),
    "reset": message("The clock of round {round} was reset"),
}


@command("set_clock")
def set_clock(work: Work, number: int, action: str, seconds: int | None = None) -> None:
    """Give the clock of a round an action: start, pause, resume, reset, or add with `seconds`.

    Raises Refused: seconds-missing, unknown-action (422); round-closed (409).
    """
    row = the_round(work, number)
    if row.state is RoundState.CLOSED:
        raise Refused("round-closed", say("Round {number} is closed: its clock stands.", number=number))
    work.require()
    before = clock_of(row)
    try:
        if action == "add":
            if seconds is None:
                raise Refused("seconds-missing", "Say how many seconds to add.", Kind.INVALID)
            after = law.add(before, seconds)
            said = _moved(number, seconds)
        elif action in ACTIONS:
            after, said = ACTIONS[action](before, work.now), say(_SAID[action], round=number)
        else:
            raise Refused("unknown-action", "A clock can start, pause, resume, add and reset.", Kind.INVALID)
    except ClockRefused as refusal:
        raise Refused(refusal.code, said_by(refusal)) from refusal
    if after == before:
        return
    keep_clock(row, after)
    work.session.add(row)
    work.note(
        said,
        "clock",
        action=action,
        seconds=seconds,
    )


def _moved(number: int, seconds: int) -> Sentence:
    """By how much a clock was moved: in minutes where they are whole, later or earlier."""
    minutes, rest = divmod(abs(seconds), 60)
    if rest and seconds > 0:
        return say_count(
            "The clock of round {round} ends {n} second later",
            "The clock of round {round} ends {n} seconds later",
            seconds,
            round=number,
        )
    if rest:
        return say_count(
            "The clock of round {round} ends {n} second earlier",
            "The clock of round {round} ends {n} seconds earlier",
            -seconds,
            round=number,
        )
    if seconds > 0:
        return say_count(
            "The clock of round {round} ends {n} minute later",
            "The clock of round {round} ends {n} minutes later",
            minutes,
            round=number,
        )
    return say_count(
        "The clock of round {round} ends {n} minute earlier",
        "The clock of round {round} ends {n} minutes earlier",
        minutes,
        round=number,
    )


@command("extend_table")
def extend_table(work: Work, table_id: int, seconds: int) -> None:
    """Give one table `seconds` more (or fewer), within two hours."""
    row, round_row = open_table(work, table_id)
    work.require(round_row)
    if seconds == 0:
        return
    give_extra_time(work, row, seconds)
    work.note(
        say_count(
            "Table {table} has {n} minutes of extra time",
            "Table {table} has {n} minutes of extra time",
            row.extra_seconds // 60,
            table=row.table_number,
        )
    )


def give_extra_time(work: Work, row: Pairing, seconds: int) -> None:
    """Add to a table's own time within a command, and note who hears of it.

    Raises Refused extra-time-out-of-range (422) beyond two hours altogether.
    """
    if not 0 <= row.extra_seconds + seconds <= timedelta(hours=2).total_seconds():
        raise Refused(
            "extra-time-out-of-range",
            "Extra time of a table goes from 0 to 2 hours.",
            Kind.INVALID,
            field="minutes",
        )
    row.extra_seconds += seconds
    work.session.add(row)
    work.topics.update(table_topics(row))


@command("check_in")
def check_in(work: Work, table_id: int, seat: Seat | None = None) -> None:
    """A player says: I am at the table."""
    row, round_row = open_table(work, table_id)
    seat = acting_seat(row, work.actor, seat)
    name = "first_ready_at" if seat is Seat.FIRST else "second_ready_at"
    if getattr(row, name) is not None:
        return
    work.require(round_row)
    setattr(row, name, work.now)
    work.session.add(row)
    if work.actor.kind is ActorKind.PLAYER:
        said = say("{player} is at table {table}", player=work.actor.name, table=row.table_number)
    elif seat is Seat.FIRST:
        said = say("The first seat is at table {table}", table=row.table_number)
    else:
        said = say("The second seat is at table {table}", table=row.table_number)
    work.note(said, *table_topics(row))
