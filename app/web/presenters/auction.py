"""The auction as the components draw it: what a bid costs comes from the rules, who looks from the table."""

from dataclasses import dataclass
from functools import cache

from app.sentences import message, t, tn
from app.services.kernel.views import SeatView, StartingView, TableView
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, LOWEST_BID, STARTING_HAND, Seat, price
from app.web.presenters.game_words import side_word
from app.web.presenters.results import draw_loser, draw_winner
from app.web.presenters.turns import TurnLine, turn_line

_NOT_NAMED = message("not named yet")


def identity_or_none_yet(title: str | None) -> str:
    """An identity's title; words where the player has not named one."""
    return title or t(_NOT_NAMED)


@dataclass(frozen=True)
class Start:
    """A bid with the starting hand (cards) and credits it leaves."""

    bid: int
    hand: int
    credits: int


@dataclass(frozen=True)
class SeatShown:
    """A player at a table, with both identities."""

    name: str
    pronouns: str
    corp_identity: str
    runner_identity: str


@dataclass(frozen=True)
class TileRow:
    """Who would play a side, and as what; `pronouns` may be empty."""

    who: str
    pronouns: str
    identity: str


@dataclass(frozen=True)
class SideTile:
    """One side of a table with the identities both players bring for it."""

    side: Side
    rows: tuple[TileRow, ...]


@dataclass(frozen=True)
class BidMade:
    """One bid of an auction: by whom, and whether the reader made it."""

    seat: Seat
    who: str
    bid: int


@dataclass(frozen=True)
class AuctionBoard:
    """The auction of a table from one seat.

    `id` begins the ids of its parts; `action` is where its forms go; `viewer` is none for who watches;
    `legal` are the bids the viewer may make now; `before` is the start of the bid before, whose difference
    is seen leaving; `both` where one phone serves both; `live` where live.js sends its forms.
    """

    id: str
    version: int
    action: str
    viewer: Seat | None
    turn: Seat | None
    turn_name: str | None
    side: Side | None
    high: Start | None
    high_seat: Seat | None
    high_name: str | None
    before: Start | None
    bids: tuple[BidMade, ...]
    legal: tuple[Start, ...]
    tiles: tuple[SideTile, ...]
    line: TurnLine | None
    refused: str | None
    both: bool
    live: bool


@dataclass(frozen=True)
class Half:
    """One player of a settled card."""

    name: str
    side: Side
    identity: str
    hand: int
    credits: int


@dataclass(frozen=True)
class SettledCard:
    """The card both hold up: how each side starts, who wins a draw, what the identities change.

    `bid` is what the loser of a draw paid; none where nobody bid, because the sides come by seed
    or by the pairing; then a drawn game is nobody's. `mine` is
    false for who does not play at the table.
    """

    me: Half
    other: Half
    bid: int | None
    draw_loser: str | None
    draw_winner: str | None
    notes: tuple[str, ...]
    mulligan: str
    mine: bool


@cache
def start(bid: int) -> Start:
    """A bid with the starting hand and credits it leaves."""
    left = price(bid)
    return Start(bid, left.hand, left.credits)


@cache
def all_starts() -> tuple[Start, ...]:
    """All eleven bids."""
    return tuple(start(bid) for bid in range(LOWEST_BID, HIGHEST_BID + 1))


def seat_shown(seat: SeatView) -> SeatShown:
    """A player at a table, with both identities."""
    return SeatShown(
        seat.name,
        seat.pronouns,
        identity_or_none_yet(seat.corp_identity),
        identity_or_none_yet(seat.runner_identity),
    )


def seat_of(table: TableView, player_id: int | None) -> Seat | None:
    """Where a player sits; None for somebody else."""
    if player_id is None:
        return None
    if table.first.player_id == player_id:
        return Seat.FIRST
    return Seat.SECOND if table.second is not None and table.second.player_id == player_id else None


def side_tiles(table: TableView, viewer: Seat | None) -> tuple[SideTile, ...]:
    """Both sides, each with the identities both players bring for it; the reader's own comes first."""
    assert table.second is not None
    seats = [(Seat.FIRST, table.first), (Seat.SECOND, table.second)]
    if viewer is Seat.SECOND:
        seats.reverse()
    return tuple(
        SideTile(
            side,
            tuple(
                TileRow(
                    t("You") if where is viewer else seat.name,
                    "" if where is viewer else seat.pronouns,
                    identity_or_none_yet(seat.corp_identity if side is Side.CORP else seat.runner_identity),
                )
                for where, seat in seats
            ),
        )
        for side in Side
    )


def shared_board(table: TableView, action: str, refused: str | None = None) -> AuctionBoard:
    """The auction on one phone for both: always for the seat whose turn it is, which `action` names."""
    turn = table.bidding.turn
    return board(table, turn, f"{action}&seat={turn}", refused, both=True)


def board(
    table: TableView,
    viewer: Seat | None,
    action: str,
    refused: str | None = None,
    *,
    both: bool = False,
    live: bool = True,
) -> AuctionBoard:
    """The auction of a table for who sits at `viewer`; `action` is where its forms go."""
    assert table.second is not None
    auction = table.bidding
    bids = auction.bids or []
    high = bids[-1] if bids else None
    names = {Seat.FIRST: table.first.name, Seat.SECOND: table.second.name}
    mine = viewer is not None and auction.turn is viewer
    before = start(bids[-2].bid) if len(bids) > 1 else start(LOWEST_BID) if high else None
    return AuctionBoard(
        id=f"t{table.id}",
        version=auction.version or 0,
        action=action,
        viewer=viewer,
        turn=auction.turn,
        turn_name=names[auction.turn] if auction.turn else None,
        side=auction.side,
        high=start(high.bid) if high else None,
        high_seat=high.seat if high else None,
        high_name=names[high.seat] if high else None,
        before=before,
        bids=tuple(
            BidMade(each.seat, t("You") if each.seat is viewer and not both else names[each.seat], each.bid)
            for each in bids
        ),
        legal=tuple(start(bid) for bid in auction.legal_bids) if mine else (),
        tiles=side_tiles(table, None if both else viewer),
        line=turn_line(table, viewer, both=both),
        refused=refused,
        both=both,
        live=live,
    )


def settled(table: TableView, me: int | None) -> SettledCard:
    """The settled card of a table, with the half of the player `me` first."""
    assert table.second is not None and table.starting is not None
    seats = {table.first.player_id: table.first, table.second.player_id: table.second}
    mine = me if me in seats else table.corp_player_id
    assert mine is not None
    other = next(player_id for player_id in seats if player_id != mine)
    winner, loser = draw_winner(table), draw_loser(table)
    return SettledCard(
        me=_half(table, seats[mine]),
        other=_half(table, seats[other]),
        bid=table.bidding.high_bid,
        draw_loser=loser.name if loser else None,
        draw_winner=winner.name if winner else None,
        notes=tuple(map(str, table.set_up_notes)),
        mulligan=mulligan_words(table.starting),
        mine=me in seats,
    )


def _half(table: TableView, seat: SeatView) -> Half:
    assert table.starting is not None
    side = Side.CORP if table.corp_player_id == seat.player_id else Side.RUNNER
    begins = table.starting.corp if side is Side.CORP else table.starting.runner
    named = seat.corp_identity if side is Side.CORP else seat.runner_identity
    return Half(seat.name, side, identity_or_none_yet(named), begins.hand, begins.credits)


def mulligan_words(starting: StartingView) -> str:
    """What both may draw again; the side whose hand the bid made smaller is named."""
    reduced = [
        (side, begins)
        for side, begins in ((Side.CORP, starting.corp), (Side.RUNNER, starting.runner))
        if begins.hand != STARTING_HAND
    ]
    if not reduced:
        return t("Both may mulligan once: 5 cards again.")
    side, begins = reduced[0]
    if begins.hand == 0:
        return t(
            "The {side} starts with an empty hand, so there is nothing to mulligan.", side=side_word(side)
        )
    return tn(
        "Both may mulligan once: the {side} draws {n} card again, not 5.",
        "Both may mulligan once: the {side} draws {n} cards again, not 5.",
        begins.hand,
        side=side_word(side),
    )
