"""Finding rounds and their tables, always through their tournament; the history the pairing needs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from app.storage.bulk import delete_rows, rows_whose, rows_with_ids
from app.storage.tables import AuctionEntry, Bid, Game, GameReport, Pairing, Player, Round, RoundReport
from app.tournament.clock import Clock

_READ_AT_ONCE = 10_000


def rounds(session: Session, tournament_id: int) -> Sequence[Round]:
    """All rounds in order."""
    query = select(Round).where(Round.tournament_id == tournament_id)
    return session.exec(query.order_by(col(Round.number))).all()


def round_by_number(session: Session, tournament_id: int, number: int) -> Round | None:
    """The round with this number."""
    return session.exec(
        select(Round).where(Round.tournament_id == tournament_id, Round.number == number)
    ).first()


def last_round(session: Session, tournament_id: int) -> Round | None:
    """The round with the highest number, a draft included."""
    query = select(Round).where(Round.tournament_id == tournament_id)
    return session.exec(query.order_by(col(Round.number).desc()).limit(1)).first()


def pairings(session: Session, tournament_id: int, round_id: int | None = None) -> Sequence[Pairing]:
    """The tables of one round or of all, by table number, the bye last."""
    query = select(Pairing).where(Pairing.tournament_id == tournament_id)
    if round_id is not None:
        query = query.where(Pairing.round_id == round_id)
    found = session.exec(query.order_by(col(Pairing.round_id), col(Pairing.id))).all()
    return sorted(found, key=lambda p: (p.round_id, p.table_number is None, p.table_number or 0, p.id))


def pairing_ids(session: Session, tournament_id: int, round_id: int | None) -> Sequence[int]:
    """The ids of the tables of one round."""
    query = select(Pairing.id).where(Pairing.tournament_id == tournament_id, Pairing.round_id == round_id)
    return [found for found in session.exec(query.order_by(col(Pairing.id))) if found is not None]


def pairing(session: Session, tournament_id: int, pairing_id: int) -> Pairing | None:
    """The table with this id in this tournament."""
    found = session.get(Pairing, pairing_id)
    return found if found is not None and found.tournament_id == tournament_id else None


def pairing_of_player(session: Session, tournament_id: int, round_id: int, player_id: int) -> Pairing | None:
    """Where a player sits in a round; the game not yet finished first where a cut round has several."""
    query = select(Pairing).where(
        Pairing.tournament_id == tournament_id,
        Pairing.round_id == round_id,
        (col(Pairing.first_id) == player_id) | (col(Pairing.second_id) == player_id),
    )
    return session.exec(query.order_by(col(Pairing.final), col(Pairing.id).desc())).first()


def bids_by_pairing(
    session: Session, tournament_id: int, pairing_ids: Iterable[int] | None = None
) -> dict[int, list[Bid]]:
    """The moves of all auctions of these tables, oldest first, by table."""
    query = select(Bid).where(Bid.tournament_id == tournament_id)
    if pairing_ids is not None:
        query = query.where(col(Bid.pairing_id).in_(list(pairing_ids)))
    moves: dict[int, list[Bid]] = defaultdict(list)
    for bid in session.exec(query.order_by(col(Bid.auction), col(Bid.number))):
        moves[bid.pairing_id].append(bid)
    return moves


def reports_by_pairing(
    session: Session, tournament_id: int, pairing_ids: Iterable[int] | None = None
) -> dict[int, list[GameReport]]:
    """What the players reported, oldest first, by table."""
    query = select(GameReport).where(GameReport.tournament_id == tournament_id)
    if pairing_ids is not None:
        query = query.where(col(GameReport.pairing_id).in_(list(pairing_ids)))
    reports: dict[int, list[GameReport]] = defaultdict(list)
    for report in session.exec(query.order_by(col(GameReport.id))):
        reports[report.pairing_id].append(report)
    return reports


def games_of(
    session: Session, tournament_id: int, pairing_ids: Iterable[int] | None = None
) -> Sequence[Game]:
    """The final games of tables where each plays both sides, by table and number; of all tables for None."""
    query = select(Game).where(Game.tournament_id == tournament_id)
    if pairing_ids is not None:
        query = query.where(col(Game.pairing_id).in_(list(pairing_ids)))
    return session.exec(query.order_by(col(Game.pairing_id), col(Game.number))).all()


def round_reports_of(
    session: Session, tournament_id: int, pairing_ids: Iterable[int] | None = None
) -> Sequence[RoundReport]:
    """What players said of both games of a round, or of a draw by will; oldest first."""
    query = select(RoundReport).where(RoundReport.tournament_id == tournament_id)
    if pairing_ids is not None:
        query = query.where(col(RoundReport.pairing_id).in_(list(pairing_ids)))
    return session.exec(query.order_by(col(RoundReport.id))).all()


def entries_by_pairing(
    session: Session, tournament_id: int, pairing_ids: Iterable[int]
) -> dict[int, AuctionEntry]:
    """The settlements one player entered that wait for the other, by table."""
    query = select(AuctionEntry).where(
        AuctionEntry.tournament_id == tournament_id, col(AuctionEntry.pairing_id).in_(list(pairing_ids))
    )
    return {entry.pairing_id: entry for entry in session.exec(query)}


class Seats(NamedTuple):
    """Who sits at a table; no second player: a bye."""

    id: int
    round_id: int
    first_id: int
    second_id: int | None


def seats_of_tables(session: Session, tournament_id: int, ids: Sequence[int]) -> list[Seats]:
    """The seats of the tables with these ids, as far as they are there."""
    session.flush()
    columns = [col(getattr(Pairing, name)) for name in Seats._fields]
    found: list[Seats] = []
    for begin in range(0, len(ids), _READ_AT_ONCE):
        query = select_columns(*columns).where(
            col(Pairing.tournament_id) == tournament_id,
            col(Pairing.id).in_(ids[begin : begin + _READ_AT_ONCE]),
        )
        found += [Seats(*row) for row in session.connection().execute(query)]
    return found


def clock_of(row: Round) -> Clock:
    """The round's clock as a value."""
    return Clock(
        row.clock_length, row.clock_added, row.clock_elapsed, row.clock_running_since, row.clock_started_at
    )


def keep_clock(row: Round, clock: Clock) -> None:
    """Put a clock's facts into the round's row."""
    row.clock_length = clock.length
    row.clock_added = clock.added
    row.clock_elapsed = clock.elapsed
    row.clock_running_since = clock.running_since
    row.clock_started_at = clock.started_at


def delete_pairings(session: Session, ids: Sequence[int]) -> None:
    """Delete tables with their bids, games and reports."""
    for model in (Bid, GameReport, AuctionEntry, Game, RoundReport):
        delete_rows(session, model, rows_whose(session, model, "pairing_id", ids))
    delete_rows(session, Pairing, rows_with_ids(session, Pairing, ids))


def paired_player_ids(session: Session, tournament_id: int) -> set[int]:
    """Everybody who sits at a table of the event or has a bye."""
    seats = select_columns(col(Pairing.first_id), col(Pairing.second_id)).where(
        col(Pairing.tournament_id) == tournament_id
    )
    return {seat for row in session.connection().execute(seats) for seat in row if seat is not None}


def active(players: Iterable[Player], round_number: int) -> list[Player]:
    """The players to pair in a round: not dropped, not waiting for a place, and entered in time."""
    return [p for p in players if not p.dropped and p.waiting_since is None and p.first_round <= round_number]
