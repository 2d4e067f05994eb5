"""Finding days, their events, and who sits in running rounds of two of them."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from app.storage.access_tables import Day, Membership
from app.storage.kinds import Role
from app.storage.players import players
from app.storage.pods import pods, seats_of
from app.storage.rounds import last_round, pairings
from app.storage.tables import Tournament
from app.tournament.lifecycle import RoundState


def day_by_code(session: Session, code: str) -> Day | None:
    """The day with this code."""
    return session.exec(select(Day).where(Day.code == code)).first()


def days_of(session: Session, account_id: int) -> Sequence[Day]:
    """The days an account owns, the newest first."""
    query = select(Day).where(Day.account_id == account_id)
    return session.exec(query.order_by(col(Day.date).desc(), col(Day.id).desc())).all()


def events_of(session: Session, code: str) -> Sequence[Tournament]:
    """The events of a day in the order they were made."""
    return session.exec(select(Tournament).where(Tournament.day == code).order_by(col(Tournament.id))).all()


def events_beside(session: Session, tournament: Tournament) -> list[tuple[int, int]]:
    """Id and version of the other events of the same day."""
    query = select(Tournament.id, Tournament.version).where(
        Tournament.day == tournament.day, Tournament.id != tournament.id
    )
    return [(number, version) for number, version in session.exec(query).all() if number is not None]


def owns_event(session: Session, tournament_id: int, account_id: int) -> bool:
    """Whether an account owns an event."""
    query = select(Membership.id).where(
        Membership.tournament_id == tournament_id,
        Membership.account_id == account_id,
        Membership.role == Role.OWNER,
    )
    return session.exec(query).first() is not None


def day_owner_fits(session: Session, tournament: Tournament) -> bool:
    """Whether the day of an event is there and belongs to one of the event's owners; true without a day."""
    if tournament.day is None:
        return True
    row = day_by_code(session, tournament.day)
    return row is not None and owns_event(session, tournament.id, row.account_id)


def seated_now(session: Session, tournament: Tournament) -> dict[str, str]:
    """Key -> name of who sits in the round that is being played."""
    last = last_round(session, tournament.id)
    if last is None or last.state is not RoundState.PUBLISHED:
        return {}
    tables_of_two = pairings(session, tournament.id, last.id)
    ids = {pid for row in tables_of_two for pid in (row.first_id, row.second_id) if pid is not None}
    tables = [row.id for row in pods(session, tournament.id, last.id)]
    ids |= {seat.player_id for seats in seats_of(session, tournament.id, tables).values() for seat in seats}
    return {p.name_key: p.name for p in players(session, tournament.id) if p.id in ids and not p.dropped}
