"""What is announced: to everybody, until it is taken down, a time is over or the round ends; and to one."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, or_, select

from app.storage.kinds import SaidTo
from app.storage.tables import Announcement

FOR_ALL = (SaidTo.ALL, SaidTo.ALL_IN_ROUND)


def standing(
    session: Session, tournament_id: int, kinds: Sequence[SaidTo], now: datetime
) -> list[Announcement]:
    """The announcements of these kinds that stand at `now`, the oldest first."""
    query = select(Announcement).where(
        Announcement.tournament_id == tournament_id,
        col(Announcement.kind).in_(kinds),
        or_(col(Announcement.ended_at).is_(None), col(Announcement.ended_at) > now),
    )
    return list(session.exec(query.order_by(col(Announcement.id))))


def ending_between(session: Session, after: datetime, until: datetime) -> Sequence[tuple[int, int, datetime]]:
    """(tournament, announcement, end) of the announcements to everybody that end in this time."""
    query = select(Announcement.tournament_id, Announcement.id, Announcement.ended_at).where(
        col(Announcement.kind).in_(FOR_ALL),
        col(Announcement.ended_at) > after,
        col(Announcement.ended_at) <= until,
    )
    return [
        (event, row, end) for event, row, end in session.exec(query) if row is not None and end is not None
    ]
