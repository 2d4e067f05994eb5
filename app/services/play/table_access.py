"""The seats of a table, and for which seat the actor may act.

A player acts for the own seat; the organizer names one. Only moves of the auction may come from the
opponent's phone, and only while it serves both players (services/one_phone.py).
"""

from app.sentences import Sentence, message, say
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work
from app.services.kernel.errors import Kind, Refused, not_found
from app.sides import Side
from app.storage import auctions as store
from app.storage.players import player
from app.storage.table_queries import TableRows, table_rows
from app.storage.tables import Pairing, Round
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState

# Why nobody can bid for a side, choose one or correct one.
NO_SIDES = message("This game has no sides: nobody bids and nobody chooses one. Report who won.")


def open_table(work: Work, table_id: int) -> tuple[Pairing, Round]:
    """A real table of the round being played, and that round.

    Raises Refused: round-not-open, bye (409); 404.
    """
    found = open_auction(work, table_id)
    return found.table, found.round


def open_auction(work: Work, table_id: int) -> TableRows:
    """Such a table with its round and the entry that waits to be confirmed.

    Raises Refused: round-not-open, bye (409); 404.
    """
    found = table_rows(work.session, work.tournament_id, table_id)
    if found is None or (found.round.state is RoundState.DRAFT and work.actor.kind is ActorKind.PLAYER):
        raise not_found("table")
    work.held.append(found)
    row, round_row = found.table, found.round
    if round_row.state is not RoundState.PUBLISHED:
        raise Refused(
            "round-not-open",
            say("Round {round} is not being played; ask the organizer.", round=round_row.number),
        )
    if row.second_id is None:
        raise Refused("bye", "This is a bye: there is nothing to bid for and nothing to report.")
    return found


def acting_seat(row: Pairing, actor: Actor, seat: Seat | None) -> Seat:
    """The seat the actor acts for: a player's own; the organizer names one.

    Raises Refused: seat-missing (422); not-your-seat, not-your-table (403).
    """
    if actor.kind is ActorKind.PLAYER and actor.id is not None:
        own = store.seat_of(row, actor.id)
        if own is None or actor.tournament_id != row.tournament_id:
            raise Refused("not-your-table", "Only the two players of this table can do this.", Kind.FORBIDDEN)
        if seat not in (None, own):
            raise Refused(
                "not-your-seat",
                "Your phone bids for you alone: your opponent has not agreed to one phone for both of you, "
                "or has ended it.",
                Kind.FORBIDDEN,
            )
        return own
    if seat is None:
        raise Refused("seat-missing", "Say for which seat: first or second.", Kind.INVALID)
    return seat


def moving_seat(row: Pairing, actor: Actor, seat: Seat | None) -> Seat:
    """The seat the actor moves for in the auction: whose phone serves both may name either."""
    if seat is not None and serves_both(row, actor.id if actor.kind is ActorKind.PLAYER else None):
        return seat
    return acting_seat(row, actor, seat)


def serves_both(row: Pairing, player_id: int | None) -> bool:
    """Whether this player's phone bids for both players of the table."""
    return player_id is not None and row.one_phone_since is not None and row.one_phone_id == player_id


def name_at(work: Work, row: Pairing, seat: Seat | None) -> str | Sentence:
    """The name of who sits there."""
    return name_of(work, store.player_at(row, seat) if seat is not None else None)


def name_of(work: Work, player_id: int | None) -> str | Sentence:
    """The name of a player of the event."""
    found = player(work.session, work.tournament_id, player_id) if player_id is not None else None
    return found.name if found else say("Somebody")


def refuse_without_bidding(work: Work, row: Pairing) -> None:
    """Nobody bids at a table whose sides come without a bid, or that has none (409).

    Raises Refused: no-sides, sides-are-assigned (409).
    """
    if store.without_sides(row):
        raise Refused("no-sides", say(NO_SIDES))
    if not store.with_bids(row):
        raise Refused("sides-are-assigned", _why_nobody_bids(work, row))


def _why_nobody_bids(work: Work, row: Pairing) -> Sentence:
    if store.both_sides(row):
        return say("Each of you plays both sides in this tournament, so nobody bids.")
    if store.by_seed(row):
        return say(
            "Nobody bids at this table: the sides of this cut come by seed, the higher seed choosing first."
        )
    sides = store.sides_of(row)
    assert sides is not None
    seat = store.seat_of(row, work.actor.known_id) if work.actor.kind is ActorKind.PLAYER else None
    if seat is None:
        corp = name_at(work, row, sides.seat_of(Side.CORP))
        return say("Sides are assigned in this tournament: {corp} plays Corp.", corp=corp)
    side = Side.CORP if sides.seat_of(Side.CORP) is seat else Side.RUNNER
    return say("Sides are assigned in this tournament: you play {side}.", side=side.word)
