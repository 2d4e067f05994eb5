"""Finding tables of several players, always through their tournament; what seating and standings need."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from app.storage.pod_tables import Pod, PodEntry, PodSeat
from app.storage.tables import Round, Tournament
from app.tournament.lifecycle import RoundState
from app.tournament.pod_standings import final_table_order


def pods(session: Session, tournament_id: int, round_id: int | None = None) -> Sequence[Pod]:
    """The tables of one round or of all, by round and table number."""
    query = select(Pod).where(Pod.tournament_id == tournament_id)
    if round_id is not None:
        query = query.where(Pod.round_id == round_id)
    return session.exec(query.order_by(col(Pod.round_id), col(Pod.table_number), col(Pod.id))).all()


def pod(session: Session, tournament_id: int, pod_id: int) -> Pod | None:
    """The table with this id in this tournament."""
    found = session.get(Pod, pod_id)
    return found if found is not None and found.tournament_id == tournament_id else None


def seats_of(
    session: Session, tournament_id: int, pod_ids: Iterable[int] | None = None
) -> dict[int, list[PodSeat]]:
    """The seats of these tables, or of all, in seat order, by table."""
    query = select(PodSeat).where(PodSeat.tournament_id == tournament_id)
    if pod_ids is not None:
        query = query.where(col(PodSeat.pod_id).in_(list(pod_ids)))
    found: dict[int, list[PodSeat]] = defaultdict(list)
    for row in session.exec(query.order_by(col(PodSeat.seat), col(PodSeat.id))):
        found[row.pod_id].append(row)
    return found


def entries_of(session: Session, tournament_id: int, pod_ids: Iterable[int]) -> dict[int, PodEntry]:
    """What was entered at these tables and waits to be confirmed, by table."""
    query = select(PodEntry).where(
        PodEntry.tournament_id == tournament_id, col(PodEntry.pod_id).in_(list(pod_ids))
    )
    return {row.pod_id: row for row in session.exec(query)}


def pod_of_player(session: Session, tournament_id: int, round_id: int, player_id: int) -> Pod | None:
    """Where a player sits in a round."""
    query = (
        select(Pod)
        .join(PodSeat, col(PodSeat.pod_id) == col(Pod.id))
        .where(
            Pod.tournament_id == tournament_id,
            Pod.round_id == round_id,
            PodSeat.player_id == player_id,
        )
    )
    return session.exec(query).first()


def seated_ids(session: Session, tournament_id: int) -> set[int]:
    """Everybody who was ever seated at such a table."""
    query = select(PodSeat.player_id).where(PodSeat.tournament_id == tournament_id)
    return set(session.exec(query))


def tables_played(
    session: Session, tournament: Tournament, after_round: int | None = None, *, stage: str = "swiss"
) -> list[Mapping[int, int]]:
    """The points by player of each table of closed rounds up to `after_round`, in the order of the rounds."""
    query = (
        select_columns(col(Pod.id), col(PodSeat.player_id), col(PodSeat.points))
        .join(Pod, col(Pod.id) == col(PodSeat.pod_id))
        .join(Round, col(Round.id) == col(Pod.round_id))
        .where(
            col(PodSeat.tournament_id) == tournament.id,
            col(Round.state) == RoundState.CLOSED,
            col(Round.stage) == stage,
        )
        .order_by(col(Round.number), col(Pod.table_number), col(PodSeat.seat))
    )
    if after_round is not None:
        query = query.where(col(Round.number) <= after_round)
    found: dict[int, dict[int, int]] = defaultdict(dict)
    rows: Iterable[Any] = session.connection().execute(query)
    for pod_id, player_id, points in rows:
        found[pod_id][player_id] = points or 0
    return list(found.values())


def final_order_of(session: Session, tournament: Tournament, seeds: Sequence[int]) -> list[int]:
    """The players of the final table in the order of their places."""
    played = tables_played(session, tournament, stage="top-cut")
    return final_table_order(played[-1] if played else {}, seeds)


def delete_pods(session: Session, tournament_id: int, rows: Sequence[Pod]) -> None:
    """Delete tables with their seats and what was entered, row by row, so that the journal has them."""
    ids = [row.id for row in rows]
    if not ids:
        return
    for entry in entries_of(session, tournament_id, ids).values():
        session.delete(entry)
    for seats in seats_of(session, tournament_id, ids).values():
        for seat in seats:
            session.delete(seat)
    session.flush()
    for row in rows:
        session.delete(row)
    session.flush()
