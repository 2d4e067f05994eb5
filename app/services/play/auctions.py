"""Commands of the auction: bid, pass, settle for an offline opponent, settle or restart by hand.

The turn is asked by version, the number of moves a phone has seen: a stale move is refused with the
present state, and a move that is already there, sent again, is the same answer.
"""

from app.sentences import Sentence, message, said_by, say, with_reason
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call, Done
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import reason_given
from app.services.kernel.topics import table_topics
from app.services.play.one_phone import forget_one_phone, on_whose_phone
from app.services.play.table_access import (
    acting_seat,
    moving_seat,
    name_at,
    name_of,
    open_auction,
    open_table,
    refuse_without_bidding,
    serves_both,
)
from app.sides import Side
from app.storage import auctions as store
from app.storage.kinds import EnteredBy, SettledBy
from app.storage.table_queries import entry_of, moves_of, reports_of
from app.storage.tables import AuctionEntry, Pairing
from app.tournament import auction as law
from app.tournament.auction import Auction, AuctionRefused, Seat, Settlement

_INVALID = {"bid-not-whole-number", "bid-out-of-range", "side-missing"}


def place_bid(
    call: Call,
    table_id: int,
    *,
    version: int,
    amount: int,
    side: Side | None = None,
    seat: Seat | None = None,
) -> Done[None]:
    """Bid for the actor's seat, or for `seat` when the organizer enters it; `version` = bids seen.

    Only the opening bid names a side. Raises Refused: auction-moved-on when another bid came first.
    """
    return _move(call, table_id, version, seat, amount, side)


def pass_bid(call: Call, table_id: int, *, version: int, seat: Seat | None = None) -> Done[None]:
    """Pass for the actor's seat, or for `seat` when the organizer enters it; ends the auction."""
    return _move(call, table_id, version, seat, None, None)


@command("place_bid")
def _move(
    work: Work, table_id: int, version: int, seat: Seat | None, amount: int | None, side: Side | None
) -> None:
    found = open_auction(work, table_id)
    row, round_row = found.table, found.round
    refuse_without_bidding(work, row)
    seat = moving_seat(row, work.actor, seat)
    before = store.auction_of(row, moves_of(work.session, work.tournament_id, table_id))
    if _already_there(before, version, seat, amount, side):
        return
    work.require(round_row)
    _refuse_stale(work, row, before, version, seat, amount)
    try:
        after = law.pass_bid(before, seat) if amount is None else law.place_bid(before, seat, amount, side)
    except AuctionRefused as refusal:
        kind = Kind.INVALID if refusal.code in _INVALID else Kind.CONFLICT
        raise Refused(refusal.code, said_by(refusal), kind) from refusal
    store.add_move(work.session, row, seat, before, after, _entered_by(row, work.actor, seat), work.now)
    if found.entry is not None:
        work.session.delete(found.entry)
    if after.settlement is not None:
        store.keep_settlement(row, after.settlement, SettledBy.AUCTION, work.now)
    name = name_at(work, row, seat)
    if amount is None:
        said = say("{player} passed at table {table}", player=name, table=row.table_number)
    else:
        assert after.side is not None
        said = say(
            "{player} bid {bid} for {side} at table {table}",
            player=name,
            bid=amount,
            side=after.side.word,
            table=row.table_number,
        )
    work.note(
        on_whose_phone(said, row, work.actor),
        *table_topics(row, shown=after.over),
        seat=seat,
        bid=amount,
    )


def _entered_by(row: Pairing, actor: Actor, seat: Seat) -> EnteredBy:
    opponent = actor.kind is ActorKind.PLAYER and store.seat_of(row, actor.known_id) is not seat
    return EnteredBy.OPPONENT if opponent else EnteredBy(actor.kind)


def _already_there(auction: Auction, version: int, seat: Seat, amount: int | None, side: Side | None) -> bool:
    """True when the very same move was made at this version: a double tap or a retry after a lost answer."""
    if not 0 <= version < auction.version or (version % 2 == 0) != (seat is Seat.FIRST):
        return False
    if version < len(auction.bids):
        same_side = side is auction.side if version == 0 else side is None
        return type(amount) is int and amount == auction.bids[version] and same_side
    return amount is None and auction.passed


def _refuse_stale(
    work: Work, row: Pairing, auction: Auction, version: int, seat: Seat, amount: int | None
) -> None:
    if version == auction.version:
        return
    bidder = auction.high_bidder
    if not auction.bids:
        happened = say("The auction was started again")
    elif row.bid is not None:
        happened = say("The auction is over at {bid}", bid=auction.high_bid)
    elif bidder is seat and not serves_both(row, work.actor.id):
        happened = say("You bid {bid} first", bid=auction.high_bid)
    else:
        happened = say("{player} bid {bid} first", player=name_at(work, row, bidder), bid=auction.high_bid)
    if amount is None:
        told = message("{happened}; your pass was not counted. Look at the present state and decide again.")
        raise Refused("auction-moved-on", say(told, happened=happened))
    told = message("{happened}; your {bid} was not placed. Look at the present state and decide again.")
    raise Refused("auction-moved-on", say(told, happened=happened, bid=amount))


@command("settle_auction")
def settle_auction(
    work: Work, table_id: int, *, winner_id: int, side: Side, bid: int, reason: str = ""
) -> None:
    """The organizer enters who won the bid, with which side and number, for an auction held aloud."""
    row, round_row = open_table(work, table_id)
    refuse_without_bidding(work, row)
    settlement = checked_settlement(row, winner_id, side, bid)
    if store.settlement_of(row) == settlement:
        return
    work.require(round_row)
    refuse_if_reported(work, row)
    _settle(work, row, settlement, reason)


@command("restart_auction")
def restart_auction(work: Work, table_id: int, *, reason: str = "") -> None:
    """Begin the auction of a table again, for a `reason`; the moves so far stay in the record.

    Raises Refused: reason-missing (422); no-sides, sides-are-assigned, result-reported (409); 404.
    """
    row, round_row = open_table(work, table_id)
    refuse_without_bidding(work, row)
    present = store.auction_of(row, moves_of(work.session, work.tournament_id, table_id))
    entry = entry_of(work.session, work.tournament_id, table_id)
    if present.version == 0 and row.bid is None and entry is None:
        return
    work.require(round_row)
    refuse_if_reported(work, row)
    reason = reason_given(reason, message("Say why the auction starts again."))
    row.auction += 1
    store.forget_sides(row)
    forget_one_phone(row)
    if entry is not None:
        work.session.delete(entry)
    said = say("The auction of table {table} was started again", table=row.table_number)
    work.note(
        say("{what}: {reason}", what=said, reason=reason),
        *table_topics(row, shown=True),
    )


@command("enter_settlement")
def enter_settlement(work: Work, table_id: int, *, winner_id: int, side: Side, bid: int) -> None:
    """A player enters an auction held aloud; it counts when the other enters the same or confirms.

    Raises Refused: auction-over (409).
    """
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    refuse_without_bidding(work, row)
    settlement = checked_settlement(row, winner_id, side, bid)
    if store.settlement_of(row) == settlement:
        return
    work.require(round_row)
    if row.bid is not None:
        raise Refused("auction-over", "This auction is already settled; ask the organizer to change it.")
    entry = entry_of(work.session, work.tournament_id, table_id)
    same = entry is not None and (entry.winner_id, entry.side, entry.bid) == (winner_id, side, bid)
    if entry is not None and same and entry.entered_by_id == work.actor.id:
        return
    if entry is not None and same:
        _settle(work, row, settlement, say("entered by both players"))
        return
    if entry is not None:
        work.session.delete(entry)
        work.session.flush()
    work.session.add(
        AuctionEntry(
            tournament_id=work.tournament_id,
            pairing_id=table_id,
            entered_by_id=work.actor.known_id,
            winner_id=winner_id,
            side=side,
            bid=bid,
            entered_at=work.now,
        )
    )
    name = name_of(work, winner_id)
    work.note(
        say(
            "{who} entered: {winner} won the bid with {bid} on {side} at table {table}",
            who=work.actor.name,
            winner=name,
            bid=bid,
            side=side.word,
            table=row.table_number,
        ),
        *table_topics(row),
    )


@command("confirm_settlement")
def confirm_settlement(work: Work, table_id: int) -> None:
    """The other player, or the organizer, confirms the settlement one player entered.

    Raises Refused: nothing-to-confirm (409); own-entry (403).
    """
    row, round_row = open_table(work, table_id)
    if work.actor.kind is ActorKind.PLAYER:
        acting_seat(row, work.actor, None)
    refuse_without_bidding(work, row)
    entry = entry_of(work.session, work.tournament_id, table_id)
    if entry is None and row.bid is not None:
        return
    work.require(round_row)
    if entry is None:
        raise Refused("nothing-to-confirm", "Nobody has entered a settlement yet: enter it first.")
    if work.actor.kind is ActorKind.PLAYER and entry.entered_by_id == work.actor.id:
        raise Refused(
            "own-entry", "Your opponent or the organizer confirms what you entered.", Kind.FORBIDDEN
        )
    settlement = checked_settlement(row, entry.winner_id, entry.side, entry.bid)
    _settle(work, row, settlement, say("confirmed by {who}", who=work.actor.name))


def _settle(work: Work, row: Pairing, settlement: Settlement, reason: str | Sentence) -> None:
    # Whoever settles it, nothing waits for a confirmation any more.
    if entry := entry_of(work.session, work.tournament_id, row.id):
        work.session.delete(entry)
    store.keep_settlement(row, settlement, SettledBy.HAND, work.now)
    name = name_at(work, row, settlement.winner)
    said = say(
        "{winner} won the bid with {bid} on {side} at table {table}",
        winner=name,
        bid=settlement.bid,
        side=settlement.side.word,
        table=row.table_number,
    )
    work.note(
        with_reason(said, reason),
        *table_topics(row, shown=True),
        reason=str(reason),
    )


def checked_settlement(row: Pairing, winner_id: int, side: Side, bid: object) -> Settlement:
    """A settlement by hand, checked like bids are.

    Raises Refused: winner-not-at-table, bid-not-whole-number, bid-out-of-range (422).
    """
    winner = store.seat_of(row, winner_id)
    if winner is None:
        raise Refused(
            "winner-not-at-table",
            "The winner of the bid must be one of the two players.",
            Kind.INVALID,
            field="winner",
        )
    if type(bid) is not int:
        raise Refused(
            "bid-not-whole-number", "A bid is a whole number from 0 to 10.", Kind.INVALID, field="bid"
        )
    if not law.LOWEST_BID <= bid <= law.HIGHEST_BID:
        raise Refused(
            "bid-out-of-range",
            say("A bid is a whole number from 0 to 10; {bid} is not.", bid=bid),
            Kind.INVALID,
            field="bid",
        )
    return Settlement(winner, side, bid)


def refuse_if_reported(work: Work, row: Pairing) -> None:
    """A settled side may not change under a result that counts on it.

    Raises Refused: result-reported (409).
    """
    if row.final or reports_of(work.session, work.tournament_id, row.id):
        raise Refused(
            "result-reported", "A result has been reported at this table: take the result back first."
        )
