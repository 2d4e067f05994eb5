"""Finding rounds and their tables, always through their tournament; the history the pairing needs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from sqlmodel import Session, col, select

from app.storage.tables import AuctionEntry, Bid, Game, GameReport, Pairing, Player, Round, RoundReport
from app.tournament.clock import Clock

_READ_AT_ONCE = 500


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
    return sorted(found, key=lambda p: (p.round_id, p.table_number is None, p.table_number or 0, p.id or 0))


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


def pairings_with_ids(session: Session, tournament_id: int, ids: Sequence[int]) -> list[Pairing]:
    """The tables with these ids, as far as they are there."""
    mine = Pairing.tournament_id == tournament_id
    found: list[Pairing] = []
    for begin in range(0, len(ids), _READ_AT_ONCE):
        query = select(Pairing).where(mine, col(Pairing.id).in_(ids[begin : begin + _READ_AT_ONCE]))
        found += session.exec(query)
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


def delete_pairings(session: Session, tournament_id: int, rows: Sequence[Pairing]) -> None:
    """Delete tables with their bids and reports, row by row, so that the journal has them."""
    ids = [row.id for row in rows if row.id is not None]
    for child in (
        *session.exec(select(Bid).where(Bid.tournament_id == tournament_id, col(Bid.pairing_id).in_(ids))),
        *session.exec(
            select(GameReport).where(
                GameReport.tournament_id == tournament_id, col(GameReport.pairing_id).in_(ids)
            )
        ),
        *session.exec(
            select(AuctionEntry).where(
                AuctionEntry.tournament_id == tournament_id, col(AuctionEntry.pairing_id).in_(ids)
            )
        ),
        *games_of(session, tournament_id, ids),
        *round_reports_of(session, tournament_id, ids),
    ):
        session.delete(child)
    session.flush()
    for row in rows:
        session.delete(row)
    session.flush()


def paired_player_ids(rows: Iterable[Pairing]) -> set[int]:
    """Everybody who sits at one of these tables or has the bye."""
    return {pid for row in rows for pid in (row.first_id, row.second_id) if pid is not None}


def active(players: Iterable[Player], round_number: int) -> list[Player]:
    """The players to pair in a round: not dropped, not waiting for a place, and entered in time."""
    return [p for p in players if not p.dropped and p.waiting_since is None and p.first_round <= round_number]
