"""The auction as the components draw it: what a bid costs comes from the rules, who looks from the table."""

from app.services.kernel.views import SeatView, TableView
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, LOWEST_BID, STARTING_CREDITS, STARTING_HAND, Seat, price
from app.web.presenters.results import draw_loser, draw_winner
from app.web.presenters.values import Values

Shown = Values
NOT_NAMED = "not named yet"


def start(bid: int) -> Shown:
    """A bid with the starting hand and credits it leaves."""
    left = price(bid)
    return Shown(bid=bid, hand=left.hand, credits=left.credits)


def all_starts() -> list[Shown]:
    """All eleven bids."""
    return [start(bid) for bid in range(LOWEST_BID, HIGHEST_BID + 1)]


def seat_shown(seat: SeatView) -> Shown:
    """A player at a table, with both identities."""
    return Shown(
        {
            "player_id": seat.player_id,
            "name": seat.name,
            "pronouns": seat.pronouns,
            "corp_identity": seat.corp_identity or NOT_NAMED,
            "runner_identity": seat.runner_identity or NOT_NAMED,
        }
    )


def seat_of(table: TableView, player_id: int | None) -> Seat | None:
    """Where a player sits; None for somebody else."""
    if player_id is None:
        return None
    if table.first.player_id == player_id:
        return Seat.FIRST
    return Seat.SECOND if table.second is not None and table.second.player_id == player_id else None


def shared_board(table: TableView, action: str, refused: str | None = None) -> Shown:
    """The auction on one phone for both: always for the seat whose turn it is, which `action` names."""
    turn = table.auction.turn
    shown = board(table, turn, f"{action}&seat={turn}", refused)
    return Shown({**shown, "both": True})


def board(table: TableView, viewer: Seat | None, action: str, refused: str | None = None) -> Shown:
    """The auction of a table for who sits at `viewer`; `action` is where its forms go."""
    assert table.second is not None
    auction = table.auction
    bids = auction.bids or []
    high = bids[-1] if bids else None
    mine = viewer is not None and auction.turn is viewer
    return Shown(
        {
            "id": f"t{table.id}",
            "version": auction.version or 0,
            "action": action,
            "viewer": viewer.value if viewer else None,
            "turn": auction.turn.value if auction.turn else None,
            "first": seat_shown(table.first),
            "second": seat_shown(table.second),
            "side": auction.side.value if auction.side else None,
            "high": start(high.bid) if high else None,
            "high_seat": high.seat.value if high else None,
            "before": start(bids[-2].bid) if len(bids) > 1 else start(LOWEST_BID) if high else None,
            "bids": [{"seat": each.seat.value, "bid": each.bid} for each in bids],
            "legal": [start(bid) for bid in auction.legal_bids] if mine else [],
            "coin": not bids,
            "refused": refused,
            "both": False,
            "live": True,
        }
    )


def settled(table: TableView, me: int | None) -> Shown:
    """The card both hold up: how each side starts, who wins a draw, what the identities change.

    `bid` is what the loser of a draw paid; None where nobody bid, because the sides come by seed.
    """
    assert table.second is not None and table.starting is not None
    seats = {table.first.player_id: table.first, table.second.player_id: table.second}
    mine = me if me in seats else table.corp_player_id
    assert mine is not None
    other = next(player_id for player_id in seats if player_id != mine)
    return Shown(
        {
            "me": _half(table, seats[mine]),
            "other": _half(table, seats[other]),
            "bid": table.auction.high_bid,
            "draw_loser": draw_loser(table).name,
            "draw_winner": draw_winner(table).name,
            "notes": table.set_up_notes,
            "mulligan": _mulligan(table),
        }
    )


def _half(table: TableView, seat: SeatView) -> Shown:
    assert table.starting is not None
    side = Side.CORP if table.corp_player_id == seat.player_id else Side.RUNNER
    begins = table.starting.corp if side is Side.CORP else table.starting.runner
    named = seat.corp_identity if side is Side.CORP else seat.runner_identity
    return Shown(
        {
            "player_id": seat.player_id,
            "name": seat.name,
            "side": side.value,
            "identity": named or NOT_NAMED,
            "hand": begins.hand,
            "credits": begins.credits,
        }
    )


def _mulligan(table: TableView) -> str | None:
    assert table.starting is not None
    reduced = [
        (side, begins)
        for side, begins in ((Side.CORP, table.starting.corp), (Side.RUNNER, table.starting.runner))
        if begins.hand != STARTING_HAND or begins.credits != STARTING_CREDITS
    ]
    if not reduced:
        return "Both may mulligan once: 5 cards again."
    side, begins = reduced[0]
    if begins.hand == 0:
        return f"The {side.word} starts with an empty hand, so there is nothing to mulligan."
    cards = "1 card" if begins.hand == 1 else f"{begins.hand} cards"
    return f"Both may mulligan once: the {side.word} draws {cards} again, not 5."
