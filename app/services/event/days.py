"""Days: events that belong together with name, place and date, one public page, and one wall.

A day belongs to the account that made it; who owns an event may put it into a day of their own. That somebody
sits in running rounds of two of its events is told at both desks and forbidden at none.
"""

from dataclasses import dataclass
from datetime import date as DateOfDay
from datetime import datetime

from sqlmodel import Session, select

from app.deckcheck.folding import alphabetical
from app.sentences import Sentence, say
from app.services.event.codes import code_drawn
from app.services.event.queries import view_of_tournament
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line, clean_name
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import TournamentView
from app.storage import days as store
from app.storage.access_tables import Day
from app.storage.tables import Tournament

LONGEST_PLACE = 100
MOST_EVENTS = 12
_ATTEMPTS = 50


@dataclass(frozen=True)
class DayView:
    """A day with its events as everybody may see them, in the order they were made."""

    code: str
    name: str
    place: str
    date: DateOfDay
    events: list[TournamentView]


@dataclass(frozen=True)
class DaySummary:
    """A day in a list."""

    code: str
    name: str
    date: DateOfDay


def create_day(
    installation: Installation, actor: Actor, now: datetime, name: str, date: DateOfDay, place: str, seed: int
) -> DaySummary:
    """A new day owned by the actor's account; the same request again gives the day it made.

    Raises Refused: organizer-only (403), invalid-name (422).
    """
    if actor.kind is not ActorKind.ORGANIZER or actor.id is None:
        raise Refused("organizer-only", say("Sign in as an organizer to make a day."), Kind.FORBIDDEN)
    called, where = clean_name(name, 100), clean_line(place, LONGEST_PLACE, "place")
    with installation.database.write_session(None) as session:
        if actor.key is not None:
            # A day has no journal that could remember the request: its code does.
            seed = int(actor.key[:7], 16) ^ actor.id
            again = store.day_by_code(session, code_drawn(seed, 0))
            if again is not None and (again.account_id, again.name, again.date) == (actor.id, called, date):
                return DaySummary(again.code, again.name, again.date)
        row = Day(
            code=_free_code(session, seed),
            name=called,
            place=where,
            date=date,
            account_id=actor.id,
            created_at=now,
        )
        session.add(row)
        session.flush()
        return DaySummary(row.code, row.name, row.date)


def _free_code(session: Session, seed: int) -> str:
    for attempt in range(_ATTEMPTS):
        code = code_drawn(seed, attempt)
        if session.exec(select(Day.id).where(Day.code == code)).first() is None:
            return code
    raise Refused("no-free-code", say("No free code was found for this day: try again."), Kind.UNAVAILABLE)


def days_of_account(installation: Installation, account_id: int) -> list[DaySummary]:
    """The days an account owns, the newest first."""
    with installation.database.read_session() as session:
        return [DaySummary(row.code, row.name, row.date) for row in store.days_of(session, account_id)]


def day_view(installation: Installation, code: str) -> DayView:
    """A day for everybody; Refused (404)."""
    with installation.database.read_session() as session:
        row = store.day_by_code(session, code.strip().upper())
        if row is None:
            raise not_found("day")
        events = [
            view_of_tournament(session, each, PUBLIC_VIEWER) for each in store.events_of(session, row.code)
        ]
        return DayView(row.code, row.name, row.place, row.date, events)


@command("set_day")
def set_day(work: Work, code: str | None) -> None:
    """Put the event into a day of the actor's own, or take it out (None). Twice is once.

    Raises Refused: 404, not-your-day (403), day-full (409).
    """
    wanted = code.strip().upper() if code else None
    if work.tournament.day == wanted:
        return
    work.require()
    if wanted is None:
        work.tournament.day = None
        work.note(say("The event left its day"), "tournament")
        return
    row = store.day_by_code(work.session, wanted)
    if row is None:
        raise not_found("day")
    if work.actor.kind is not ActorKind.ORGANIZER or row.account_id != work.actor.id:
        raise Refused(
            "not-your-day", say("A day takes events from the account that made it alone."), Kind.FORBIDDEN
        )
    if len(store.events_of(work.session, wanted)) >= MOST_EVENTS:
        raise Refused("day-full", say("A day has up to {most} events.", most=MOST_EVENTS))
    work.tournament.day = wanted
    work.note(say("The event belongs to {day}", day=row.name), "tournament")


def sit_twice(installation: Installation, tournament_id: int) -> list[Sentence]:
    """Who sits in a running round here and in another event of the day, a sentence for each other event."""
    with installation.database.read_session() as session:
        own = session.get(Tournament, tournament_id)
        if own is None or own.day is None:
            return []
        here = store.seated_now(session, own)
        said = []
        for other in store.events_of(session, own.day) if here else ():
            names = [here[key] for key in here.keys() & store.seated_now(session, other).keys()]
            if other.id != own.id and names:
                said.append(
                    say(
                        "In a running round of {event} as well: {names}.",
                        event=other.name,
                        names=sorted(names, key=alphabetical),
                    )
                )
        return said
