"""Rows of bids to `Auction` values and back, and the sides of a table, bought, assigned or given by seed."""

from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session

from app.storage.kinds import EnteredBy, SettledBy
from app.storage.tables import Bid, Pairing
from app.tournament.auction import Auction, Seat, Settlement
from app.tournament.sides import AssignedSides, NoSides, SeededSides, Settled, SidesBy, SidesOf


def auction_of(row: Pairing, moves: Iterable[Bid]) -> Auction:
    """The table's present auction; moves of auctions before a restart do not count."""
    current = [move for move in moves if move.auction == row.auction]
    side = next((move.side for move in current if move.side), None)
    amounts = tuple(move.amount for move in current if move.amount is not None)
    return Auction(side, amounts, passed=any(move.amount is None for move in current))


def settlement_of(row: Pairing) -> Settlement | None:
    """What was paid for a side, by auction or by hand; None before, and where nobody bids."""
    if row.bid_winner_id is None or row.bid_side is None or row.bid is None:
        return None
    winner = Seat.FIRST if row.bid_winner_id == row.first_id else Seat.SECOND
    return Settlement(winner, row.bid_side, row.bid)


def sides_of(row: Pairing) -> SidesOf | None:
    """Who plays what at the table, however that was settled; None before, and in a game without sides."""
    if with_bids(row):
        return settlement_of(row)
    if row.corp_seat is None:
        return None
    corp = row.corp_seat
    return SeededSides(corp, Seat.FIRST) if by_seed(row) else AssignedSides(corp)


def settled_of(row: Pairing) -> Settled | None:
    """What a report of this table counts on: its sides, or that its game has none; None before."""
    if without_sides(row):
        # In the cut the first seat is the higher seed's.
        return NoSides(Seat.FIRST if row.game_number is not None else None)
    return sides_of(row)


def without_sides(row: Pairing) -> bool:
    """Whether the game of this table has no sides."""
    return row.sides_by == SidesBy.NONE


def with_bids(row: Pairing) -> bool:
    """Whether the sides of this table are bought."""
    return row.sides_by == SidesBy.AUCTION


def by_seed(row: Pairing) -> bool:
    """Whether nobody bids at this table, because the higher seed has the choice."""
    return row.sides_by == SidesBy.SEED


def assigned(row: Pairing) -> bool:
    """Whether the structure settles the sides of this table: one to each player, both to both, or none."""
    return row.sides_by in (SidesBy.ASSIGNED, SidesBy.BOTH, SidesBy.NONE)


def both_sides(row: Pairing) -> bool:
    """Whether each player plays both sides at this table, in two games."""
    return row.sides_by == SidesBy.BOTH


def seat_for(row: Pairing, how: SidesBy) -> None:
    """Let the sides of a table be found so; where the pairing assigns them the first seat plays the Corp."""
    for name, value in sides_found(how, row.second_id).items():
        setattr(row, name, value)


def sides_found(how: SidesBy, second_id: int | None) -> dict[str, SidesBy | Seat | None]:
    """The columns of a new table that say how its sides are found; see `seat_for`."""
    corp = Seat.FIRST if how is SidesBy.ASSIGNED and second_id is not None else None
    return {"sides_by": how, "corp_seat": corp}


def add_move(
    session: Session,
    row: Pairing,
    seat: Seat,
    before: Auction,
    after: Auction,
    entered_by: EnteredBy,
    now: datetime,
) -> Bid:
    """Keep the one move that leads from `before` to `after`."""
    move = Bid(
        tournament_id=row.tournament_id,
        pairing_id=row.id,
        auction=row.auction,
        number=after.version,
        seat=seat,
        side=after.side if not before.bids and after.side else None,
        amount=None if after.passed else after.bids[-1],
        entered_by=entered_by,
        placed_at=now,
    )
    session.add(move)
    session.flush()
    return move


def keep_settlement(row: Pairing, settlement: Settlement, how: SettledBy, now: datetime) -> None:
    """Put a settlement into the table's row; `how` is AUCTION or HAND."""
    row.bid_winner_id = player_at(row, settlement.winner)
    row.bid_side = settlement.side
    row.bid = settlement.bid
    row.settled_by = how
    row.settled_at = now


def keep_seeded(row: Pairing, corp: Seat, how: SettledBy, now: datetime) -> None:
    """Put who plays the Corp into the row of a table with sides by seed: `how` is SEED, RIGHT or LOT."""
    row.corp_seat = corp
    row.settled_by = how
    row.settled_at = now


def forget_sides(row: Pairing) -> None:
    """Nobody has a side any more."""
    row.bid_winner_id = row.bid_side = row.bid = row.corp_seat = row.settled_by = row.settled_at = None


def player_at(row: Pairing, seat: Seat) -> int | None:
    """The id of the player in a seat; None for the empty seat of a bye."""
    return row.first_id if seat is Seat.FIRST else row.second_id


def seat_of(row: Pairing, player_id: int) -> Seat | None:
    """The seat of a player at this table; None for anybody else."""
    if player_id == row.first_id:
        return Seat.FIRST
    return Seat.SECOND if player_id == row.second_id and row.second_id is not None else None
