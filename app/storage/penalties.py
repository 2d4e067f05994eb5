"""Finding penalties, always through their tournament."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from app.judge.penalties import PenaltyKind
from app.storage.judging_tables import Penalty


def penalties(session: Session, tournament_id: int, player_id: int | None = None) -> Sequence[Penalty]:
    """The penalties of one player or of all, the oldest first."""
    query = select(Penalty).where(Penalty.tournament_id == tournament_id)
    if player_id is not None:
        query = query.where(Penalty.player_id == player_id)
    return session.exec(query.order_by(col(Penalty.id))).all()


def is_disqualified(session: Session, tournament_id: int, player_id: int) -> bool:
    """Whether a disqualification stands against the player."""
    found = penalties(session, tournament_id, player_id)
    return any(row.kind is PenaltyKind.DISQUALIFICATION for row in found)
