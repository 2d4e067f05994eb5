"""Every possible auction, worked cases, and every move the rules refuse."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from app.sides import Side
from app.tournament.auction import Auction, AuctionRefused, Seat, Start, pass_bid, place_bid, price

VECTORS = json.loads((Path(__file__).parent / "vectors" / "auctions.json").read_text())
SEQUENCES = [bids for length in range(1, 12) for bids in combinations(range(11), length)]


def seat_of(move: int) -> Seat:
    return Seat.FIRST if move % 2 == 0 else Seat.SECOND


def play(side: Side, bids: tuple[int, ...]) -> Auction:
    auction = Auction()
    for move, amount in enumerate(bids):
        auction = place_bid(auction, seat_of(move), amount, side if move == 0 else None)
    return auction if auction.over else pass_bid(auction, seat_of(len(bids)))


@pytest.mark.parametrize(("bid", "hand", "credits"), VECTORS["table"], ids=lambda value: str(value))
def test_the_price_of_every_bid(bid: int, hand: int, credits: int) -> None:
    assert price(bid) == Start(hand, credits)


@pytest.mark.parametrize("bid", [-1, 11])
def test_no_price_outside_the_table(bid: int) -> None:
    with pytest.raises(ValueError, match="0 to 10"):
        price(bid)


@pytest.mark.parametrize("case", VECTORS["auctions"], ids=lambda case: case["name"])
def test_worked_auctions(case: dict[str, Any]) -> None:
    auction = play(Side(case["side"]), tuple(case["bids"]))
    settlement = auction.settlement
    assert settlement is not None
    assert auction.passed == (case["ended_by"] == "pass")
    assert settlement.winner == case["winner"] and settlement.side == case["side"]
    assert settlement.start_of(settlement.side) == Start(case["hand"], case["credits"])
    assert settlement.start_of(settlement.side.other) == Start(5, 5)
    assert settlement.winner.other == case["draw_won_by"]


def test_there_are_2047_sequences() -> None:
    assert len(SEQUENCES) == 2047


@pytest.mark.parametrize("side", list(Side))
def test_every_possible_auction_pays_what_the_table_says(side: Side) -> None:
    table = {bid: Start(hand, credits) for bid, hand, credits in VECTORS["table"]}
    for bids in SEQUENCES:
        auction = play(side, bids)
        settlement = auction.settlement
        assert settlement is not None, bids
        assert auction.bids == bids and auction.side is side
        assert settlement.winner is seat_of(len(bids) - 1)
        assert settlement.start_of(side) == table[bids[-1]]
        assert settlement.start_of(side.other) == table[0]
        assert settlement.seat_of(side) is settlement.winner
        assert settlement.seat_of(side.other) is settlement.winner.other
        assert auction.turn is None and auction.legal_bids == ()
        assert auction.passed == (bids[-1] != 10)
        for seat in Seat:
            with pytest.raises(AuctionRefused):
                pass_bid(auction, seat)
            with pytest.raises(AuctionRefused):
                place_bid(auction, seat, 10)


@pytest.mark.parametrize("side", list(Side))
def test_every_legal_bid_is_taken_and_every_other_refused(side: Side) -> None:
    for bids in SEQUENCES:
        auction = Auction(side, bids)
        if auction.over or auction.turn is None:
            continue
        for amount in range(-1, 12):
            if amount in auction.legal_bids:
                assert place_bid(auction, auction.turn, amount).high_bid == amount
            else:
                with pytest.raises(AuctionRefused):
                    place_bid(auction, auction.turn, amount)


OPENED = Auction(Side.CORP, (4,))
REFUSED = [
    ("a pass as the first move", "opener-cannot-pass", lambda: pass_bid(Auction(), Seat.FIRST)),
    ("an opening without a side", "side-missing", lambda: place_bid(Auction(), Seat.FIRST, 3)),
    ("another side later", "side-already-named", lambda: place_bid(OPENED, Seat.SECOND, 5, Side.RUNNER)),
    ("the same side later", "side-already-named", lambda: place_bid(OPENED, Seat.SECOND, 5, Side.CORP)),
    ("an equal bid", "bid-too-low", lambda: place_bid(OPENED, Seat.SECOND, 4)),
    ("a lower bid", "bid-too-low", lambda: place_bid(OPENED, Seat.SECOND, 3)),
    ("11", "bid-out-of-range", lambda: place_bid(OPENED, Seat.SECOND, 11)),
    ("-1", "bid-out-of-range", lambda: place_bid(Auction(), Seat.FIRST, -1, Side.CORP)),
    ("2.5", "bid-not-whole-number", lambda: place_bid(Auction(), Seat.FIRST, 2.5, Side.CORP)),
    ("a text", "bid-not-whole-number", lambda: place_bid(Auction(), Seat.FIRST, "3", Side.CORP)),
    ("true", "bid-not-whole-number", lambda: place_bid(OPENED, Seat.SECOND, True)),
    ("nothing", "bid-not-whole-number", lambda: place_bid(OPENED, Seat.SECOND, None)),
    ("a bid out of turn", "not-your-turn", lambda: place_bid(Auction(), Seat.SECOND, 3, Side.CORP)),
    ("two bids in a row", "not-your-turn", lambda: place_bid(OPENED, Seat.FIRST, 5)),
    ("a pass out of turn", "not-your-turn", lambda: pass_bid(OPENED, Seat.FIRST)),
    ("a bid after the pass", "auction-over", lambda: place_bid(play(Side.CORP, (4,)), Seat.FIRST, 5)),
    ("a pass after the pass", "auction-over", lambda: pass_bid(play(Side.CORP, (4,)), Seat.FIRST)),
    ("a bid after 10", "auction-over", lambda: place_bid(Auction(Side.CORP, (10,)), Seat.SECOND, 10)),
    ("a pass after 10", "auction-over", lambda: pass_bid(Auction(Side.CORP, (10,)), Seat.SECOND)),
]


@pytest.mark.parametrize(("code", "move"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED])
def test_what_the_rules_refuse(code: str, move: Any) -> None:
    with pytest.raises(AuctionRefused) as refused:
        move()
    assert refused.value.code == code
    assert str(refused.value).endswith((".", "too low."))
