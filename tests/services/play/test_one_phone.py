"""One phone for both: nobody bids for an opponent who did not agree and whose phone is there."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app.services.event import queries, undo
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.services.play import auctions, clocks, one_phone, results
from app.services.play.one_phone import OtherPhone
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Outcome, Report

MINUTE = timedelta(minutes=1)


class Hands:
    """Both players of the one table, and what each does about the phone."""

    def __init__(self, playing: Any) -> None:
        playing.join("Ana", "Ben")
        self.playing = playing
        self.table = playing.publish(playing.pair().number).tables[0]
        self.first = playing.players[self.table.first.player_id]
        self.second = playing.players[self.table.second.player_id]

    def share(self, actor: Actor, other: OtherPhone, later: timedelta = timedelta(0)) -> None:
        playing = replace(self.playing, now=self.playing.now + later)
        one_phone.share_phone(*playing.at(self.table.id, actor), other=other)

    def do(self, command: Any, actor: Actor, **arguments: Any) -> None:
        command(*self.playing.at(self.table.id, actor), **arguments)

    def bid(self, actor: Actor, seat: Seat | None, version: int, amount: int) -> None:
        side = Side.CORP if version == 0 else None
        self.do(auctions.place_bid, actor, version=version, amount=amount, side=side, seat=seat)

    def refused(self, command: Any, actor: Actor, **arguments: Any) -> str:
        with pytest.raises(Refused) as refused:
            self.do(command, actor, **arguments)
        return refused.value.code

    @property
    def now(self) -> Any:
        return self.playing.table(self.table.id)

    def may(self, actor: Actor) -> list[str]:
        viewer = Viewer(player_id=actor.id)
        place = self.playing.installation, self.playing.tournament_id, self.table.id
        return queries.one_table(*place, viewer).may

    @property
    def journal(self) -> list[Any]:
        return queries.journal_view(self.playing.installation, self.playing.tournament_id, ORGANIZER_VIEWER)


@pytest.fixture
def hands(playing: Any) -> Hands:
    return Hands(playing)


def test_both_bid_on_one_phone_once_the_other_agreed(hands: Hands, told: list[Any]) -> None:
    first, second = hands.first, hands.second
    told.clear()
    hands.share(first, OtherPhone.CONNECTED)
    assert {f"seat/{first.id}", f"seat/{second.id}"} <= told[-1].topics and "results" not in told[-1].topics
    assert hands.now.one_phone.since is None
    assert {"agree_to_one_phone", "end_one_phone"} <= set(hands.may(second))
    assert "agree_to_one_phone" not in hands.may(first)
    hands.bid(first, None, 0, 2)
    move = {"version": 1, "amount": 4, "seat": Seat.SECOND}
    assert hands.refused(auctions.place_bid, first, **move) == "not-your-seat"
    assert hands.refused(one_phone.agree_to_one_phone, first) == "nothing-to-agree-to"
    hands.do(one_phone.agree_to_one_phone, second)
    assert "place_bid" in hands.may(first)
    hands.bid(first, Seat.SECOND, 1, 4)
    assert hands.journal[0].actor == first.name
    assert str(hands.journal[0].summary) == f"{second.name} bid 4 for Corp at table 1 on {first.name}’s phone"
    hands.bid(first, Seat.FIRST, 2, 6)
    hands.do(auctions.pass_bid, first, version=3, seat=Seat.SECOND)
    settled = hands.now
    assert settled.corp_player_id == first.id and settled.auction.high_bid == 6
    assert [bid.bid for bid in settled.auction.bids] == [2, 4, 6]


def test_a_phone_that_is_there_is_never_bid_for_without_a_yes(hands: Hands, told: list[Any]) -> None:
    hands.share(hands.first, OtherPhone.CONNECTED)
    told.clear()
    hands.share(hands.first, OtherPhone.CONNECTED, 10 * MINUTE)
    hands.share(hands.first, OtherPhone.UNKNOWN, MINUTE - timedelta(seconds=1))
    assert hands.now.one_phone.since is None and not told
    move = {"version": 0, "amount": 4, "side": Side.CORP, "seat": Seat.FIRST}
    assert hands.refused(auctions.place_bid, hands.second, **move) == "not-your-seat"


@pytest.mark.parametrize(
    ("other", "waits"), [(OtherPhone.SILENT, timedelta(0)), (OtherPhone.UNKNOWN, MINUTE)], ids=str
)
def test_where_no_phone_answers_it_begins_without(
    hands: Hands, told: list[Any], other: OtherPhone, waits: timedelta
) -> None:
    hands.share(hands.second, other)
    assert (hands.now.one_phone.since is None) == bool(waits)
    hands.share(hands.second, other, waits)
    told.clear()
    hands.share(hands.second, other, 2 * MINUTE)
    assert not told, "what has begun begins once"
    hands.bid(hands.second, Seat.FIRST, 0, 3)
    hands.bid(hands.second, Seat.FIRST, 0, 3)
    assert len(hands.now.auction.bids) == 1, "a double tap is one bid"
    assert str(hands.journal[1].summary).endswith("the other phone is silent")


def test_either_ends_it_with_one_tap_and_is_asked_again_the_next_time(hands: Hands) -> None:
    first, second = hands.first, hands.second
    for who_ends in (second, first):
        hands.share(first, OtherPhone.SILENT)
        assert hands.refused(one_phone.share_phone, second, other=OtherPhone.SILENT) == "other-phone-first"
        hands.do(one_phone.end_one_phone, who_ends)
        hands.do(one_phone.end_one_phone, who_ends)
        assert hands.now.one_phone is None
        move = {"version": 0, "amount": 4, "side": Side.CORP, "seat": Seat.FIRST}
        assert hands.refused(auctions.place_bid, second, **move) == "not-your-seat"
    assert hands.refused(one_phone.agree_to_one_phone, second) == "nothing-to-agree-to"


def test_the_other_still_moves_on_the_own_phone_and_a_late_move_for_him_is_not_placed(hands: Hands) -> None:
    first, second = hands.first, hands.second
    hands.share(first, OtherPhone.SILENT)
    hands.bid(first, Seat.FIRST, 0, 1)
    hands.bid(second, None, 1, 5)
    with pytest.raises(Refused) as refused:
        hands.bid(first, Seat.SECOND, 1, 3)
    assert refused.value.sentence.startswith(f"{second.name} bid 5 first; your 3 was not placed.")


def test_a_phone_for_both_neither_reports_nor_checks_in_for_the_other(hands: Hands) -> None:
    first, second = hands.first, hands.second
    hands.share(first, OtherPhone.SILENT)
    assert hands.refused(clocks.check_in, first, seat=Seat.SECOND) == "not-your-seat"
    hands.bid(first, Seat.FIRST, 0, 10)
    for _ in range(2):
        hands.do(results.report_result, first, report=Report(Outcome.CORP))
    assert hands.now.state == "reported"
    results.accept_reports(hands.playing.call, [hands.table.id])
    assert hands.now.result.final
    assert hands.refused(one_phone.share_phone, second, other=OtherPhone.SILENT) == "auction-over"


def test_it_belongs_to_one_auction_and_to_its_two_players(hands: Hands) -> None:
    playing, first = hands.playing, hands.first
    stranger = Actor(ActorKind.PLAYER, 9999, "Eve", playing.tournament_id)
    for command, more in (
        (one_phone.share_phone, {"other": OtherPhone.SILENT}),
        (one_phone.agree_to_one_phone, {}),
        (one_phone.end_one_phone, {}),
    ):
        assert hands.refused(command, stranger, **more) == "not-signed-in"
    hands.share(first, OtherPhone.SILENT)
    place = playing.installation, playing.tournament_id, hands.table.id
    assert queries.one_table(*place, PUBLIC_VIEWER).one_phone is None
    assert queries.one_table(*place, ORGANIZER_VIEWER).one_phone.player_id == first.id
    hands.bid(first, Seat.FIRST, 0, 1)
    auctions.restart_auction(*playing.at(hands.table.id), reason="Not agreed")
    assert hands.now.one_phone is None, "another auction is asked for again"
    undo.undo(playing.call, hands.journal[0].number)
    assert hands.now.one_phone.player_id == first.id
