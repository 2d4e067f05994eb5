"""Erasing everybody of an event so many days after its end, where its organizer chose so; results stay.

The days count from the moment the event was finished. One that is never finished keeps its names: nobody can
say when it ended.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, func, select

from app.sentences import say_count
from app.services.kernel.actors import SYSTEM
from app.services.kernel.call import Call
from app.services.kernel.command import Work, command
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.people.privacy import TOPICS, Erasure, erase, erasure
from app.storage.database import Database
from app.storage.failures import DatabaseError
from app.storage.players import players
from app.storage.tables import Player, Tournament
from app.tournament.lifecycle import Phase

FORGOTTEN = timedelta(days=7)  # an event so long after its day was forgotten, not interrupted
MOST_DAYS = 365_000

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Retention:
    """Codes of events: names should be gone by now; are kept until `next`; were never finished."""

    due: tuple[str, ...]
    waiting: tuple[str, ...]
    next: datetime | None
    unfinished: tuple[str, ...]


def erase_expired(installation: Installation, now: datetime) -> tuple[str, ...]:
    """Erase all players of every event whose time is over; the codes of these events.

    Each is one command with one entry in the journal. One that fails is told to the log and tried again with
    the next call; the others go on.
    """
    with installation.database.read_session() as session:
        due = [(row.id, row.code) for row, end in _ends(session) if end <= now]
    return tuple(code for tournament_id, code in due if _erase_all(installation, tournament_id, now))


def retention(database: Database, now: datetime) -> Retention:
    """What the settings of all events ask for."""
    with database.read_session() as session:
        ends = [(row.code, end) for row, end in _ends(session)]
        kept = [row for row in _with_names(session) if row.phase != Phase.FINISHED]
    return Retention(
        due=tuple(code for code, end in ends if end <= now),
        waiting=tuple(code for code, end in ends if end > now),
        next=min((end for _, end in ends if end > now), default=None),
        unfinished=tuple(row.code for row in kept if row.date < (now - FORGOTTEN).date()),
    )


def _erase_all(installation: Installation, tournament_id: int, now: datetime) -> bool:
    try:
        return _erase_due(Call(installation, tournament_id, SYSTEM, Role.OWNER, now)).value
    except DatabaseError as error:
        log.warning(
            "The names of the event %s, whose time is over, were not erased: %s", tournament_id, error
        )
        return False
    except Exception:
        log.exception("The names of the event %s, whose time is over, were not erased", tournament_id)
        return False


def _look(session: Session, tournament: Tournament) -> Erasure:
    return erasure(session, tournament.id, _named(session, tournament.id))


def _named(session: Session, tournament_id: int) -> list[Player]:
    return [row for row in players(session, tournament_id) if not row.erased]


@command("erase_player", ahead=_look)
def _erase_due(work: Work) -> bool:
    end = _end(work.tournament)  # as it is now that nobody else may change it
    rows = _named(work.session, work.tournament_id)
    if end is None or end > work.now or not rows:
        return False
    work.require()
    erase(work.session, work.tournament_id, work.looked_ahead(Erasure))
    days = work.tournament.settings["retention_days"]
    said = say_count(
        "The last name was erased: the event ended {days} days ago",
        "All {n} players with a name were erased: the event ended {days} days ago",
        len(rows),
        days=days,
    )
    work.note(said, *TOPICS)
    return True


def _ends(session: Session) -> Iterator[tuple[Tournament, datetime]]:
    """Finished events with names and a time to erase them."""
    for row in _with_names(session):
        end = _end(row)
        if end is not None:
            yield row, end


def _with_names(session: Session) -> Iterator[Tournament]:
    """Events that are to forget names some day, and still hold some."""
    named = select(func.count()).where(col(Player.tournament_id) == Tournament.id, ~col(Player.erased))
    query = select(Tournament).where(named.scalar_subquery() > 0).order_by(col(Tournament.id))
    for row in session.exec(query):
        if row.settings.get("retention_days") is not None:
            yield row


def _end(row: Tournament) -> datetime | None:
    days = row.settings.get("retention_days")
    if row.phase != Phase.FINISHED or row.finished_at is None or days is None or days > MOST_DAYS:
        return None
    return row.finished_at + timedelta(days=days)
