"""The auction for the side: who may bid what, when it ends, and what the winner pays.

The first bidder names one side and bids 0 to 10; the players raise in turn; the first pass, or a bid
of 10, ends it. Who won the bid with n plays the named side with floor(n/2) fewer cards and ceil(n/2)
fewer credits. Values only: every move gives a new `Auction` or raises `AuctionRefused`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from app.sentences import Sentence, say
from app.sides import Side

LOWEST_BID = 0
HIGHEST_BID = 10
STARTING_HAND = 5
STARTING_CREDITS = 5


class Seat(StrEnum):
    """A place at the table; `FIRST` opens the auction."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> "Seat":
        """The opposite seat."""
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


class AuctionRefused(ValueError):
    """A move the rules do not allow; `code` names the reason, the text says what to do."""

    def __init__(self, code: str, said: Sentence) -> None:
        super().__init__(said)
        self.code = code
        self.said = said


@dataclass(frozen=True)
class Start:
    """What a side starts the game with: cards in hand and credits."""

    hand: int
    credits: int


@dataclass(frozen=True)
class Settlement:
    """A settled auction: the seat that won the bid, the side it plays, and the price."""

    winner: Seat
    side: Side
    bid: int

    def seat_of(self, side: Side) -> Seat:
        """The seat that plays `side`."""
        return self.winner if side is self.side else self.winner.other

    def start_of(self, side: Side) -> Start:
        """Starting hand and credits of `side`."""
        return price(self.bid) if side is self.side else price(0)


@dataclass(frozen=True)
class Auction:
    """The moves so far. `bids` are the amounts in order, the first seat's first; seats alternate."""

    side: Side | None = None
    bids: tuple[int, ...] = ()
    passed: bool = False

    @property
    def version(self) -> int:
        """Number of moves made: what a phone must have seen to move next."""
        return len(self.bids) + self.passed

    @property
    def high_bid(self) -> int | None:
        """The last and highest bid, None before the opening."""
        return self.bids[-1] if self.bids else None

    @property
    def high_bidder(self) -> Seat | None:
        """Whose bid is the highest."""
        return _seat_of_move(len(self.bids) - 1) if self.bids else None

    @property
    def over(self) -> bool:
        """True once a pass or the highest possible bid ended it."""
        return self.passed or self.high_bid == HIGHEST_BID

    @property
    def turn(self) -> Seat | None:
        """Who moves next, None when it is over."""
        return None if self.over else _seat_of_move(len(self.bids))

    @property
    def settlement(self) -> Settlement | None:
        """Winner, side and price once it is over."""
        if not self.over or self.side is None or self.high_bidder is None or self.high_bid is None:
            return None
        return Settlement(self.high_bidder, self.side, self.high_bid)

    @property
    def legal_bids(self) -> tuple[int, ...]:
        """Amounts the player to move may bid; empty when it is over."""
        if self.over:
            return ()
        lowest = LOWEST_BID if self.high_bid is None else self.high_bid + 1
        return tuple(range(lowest, HIGHEST_BID + 1))


def price(bid: int) -> Start:
    """Starting hand and credits of the player who won the bid with `bid`; ValueError outside 0 to 10."""
    if not LOWEST_BID <= bid <= HIGHEST_BID:
        raise ValueError(
            say(
                "A bid is a whole number from {lowest} to {highest}, not {bid}.",
                lowest=LOWEST_BID,
                highest=HIGHEST_BID,
                bid=bid,
            )
        )
    return Start(STARTING_HAND - bid // 2, STARTING_CREDITS - (bid + 1) // 2)


def place_bid(auction: Auction, seat: Seat, amount: object, side: Side | None = None) -> Auction:
    """The auction after `seat` bids `amount`; the opener also names `side`. Raises AuctionRefused."""
    _check_turn(auction, seat)
    # bool is an int in Python, and True is no bid.
    if type(amount) is not int:
        raise AuctionRefused("bid-not-whole-number", say("A bid is a whole number from 0 to 10."))
    if not LOWEST_BID <= amount <= HIGHEST_BID:
        raise AuctionRefused(
            "bid-out-of-range", say("A bid is a whole number from 0 to 10; {amount} is not.", amount=amount)
        )
    high = auction.high_bid
    if high is None:
        if side is None:
            raise AuctionRefused("side-missing", say("The first bidder names a side: choose Corp or Runner."))
        return replace(auction, side=side, bids=(amount,))
    if side is not None:
        raise AuctionRefused(
            "side-already-named",
            say("The side is already named: every bid is for {side} now.", side=_named(auction)),
        )
    if amount <= high:
        raise AuctionRefused(
            "bid-too-low",
            say(
                "The high bid is {high}: bid {next} or more, or pass; {amount} is too low.",
                high=high,
                next=high + 1,
                amount=amount,
            ),
        )
    return replace(auction, bids=(*auction.bids, amount))


def pass_bid(auction: Auction, seat: Seat) -> Auction:
    """The auction after `seat` passes, which ends it. Raises AuctionRefused."""
    _check_turn(auction, seat)
    if not auction.bids:
        raise AuctionRefused(
            "opener-cannot-pass", say("The first bidder cannot pass: name a side and bid 0 to 10.")
        )
    return replace(auction, passed=True)


def _check_turn(auction: Auction, seat: Seat) -> None:
    if auction.over:
        raise AuctionRefused(
            "auction-over",
            say(
                "The auction is over: {bid} for {side} won it.",
                bid=auction.high_bid,
                side=_named(auction),
            ),
        )
    if auction.turn is not seat:
        raise AuctionRefused(
            "not-your-turn", say("It is the opponent's turn to bid; wait for the next move.")
        )


def _named(auction: Auction) -> Sentence:
    return auction.side.word if auction.side else say("a side")


def _seat_of_move(number: int) -> Seat:
    return Seat.FIRST if number % 2 == 0 else Seat.SECOND
