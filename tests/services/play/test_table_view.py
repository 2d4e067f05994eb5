"""The auction for an offline opponent, by hand and again; reports, corrections, the clock, checking in."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import col, select

from app.services.event import queries
from app.services.event.standings import standings_view
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.services.play import auctions, clocks, results, rounds
from app.sides import Side
from app.storage.tables import AuctionEntry, Journal
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report


def refusal(command: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(Refused) as refused:
        command(*arguments, **options)
    return refused.value.code


@pytest.fixture
def table(playing: Any) -> Any:
    """The one table of two players."""
    playing.join("Ana", "Ben")
    return playing.publish(playing.pair().number).tables[0]


@pytest.fixture
def seats(playing: Any, table: Any) -> tuple[Any, Any]:
    """The actors of the first and the second seat."""
    return playing.players[table.first.player_id], playing.players[table.second.player_id]


def test_one_enters_an_auction_held_aloud_and_the_other_confirms(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    entered = {"winner_id": second.id, "side": Side.RUNNER, "bid": 5}
    auctions.enter_settlement(*playing.at(table.id, first), **entered)
    assert playing.table(table.id).entry.entered_by_id == first.id
    assert refusal(auctions.confirm_settlement, *playing.at(table.id, first)) == "own-entry"
    may = queries.one_table(
        playing.installation, playing.tournament_id, table.id, Viewer(player_id=second.id)
    ).may
    assert "confirm_settlement" in may
    auctions.confirm_settlement(*playing.at(table.id, second))
    auctions.confirm_settlement(*playing.at(table.id, second))
    settled = playing.table(table.id)
    assert settled.auction.settled_by == "hand" and settled.runner_player_id == second.id
    assert (settled.starting.runner.hand, settled.starting.runner.credits) == (3, 2)
    assert settled.entry is None


def test_the_same_entry_of_both_settles_and_another_one_replaces(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=1)
    auctions.enter_settlement(*playing.at(table.id, second), winner_id=first.id, side=Side.CORP, bid=2)
    assert playing.table(table.id).entry.entered_by_id == second.id
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=2)
    assert playing.table(table.id).auction.high_bid == 2


def test_a_bid_takes_a_waiting_entry_away(playing: Any, table: Any, seats: tuple[Any, Any]) -> None:
    first, _ = seats
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=1)
    auctions.place_bid(*playing.at(table.id, first), version=0, amount=4, side=Side.CORP)
    assert playing.table(table.id).entry is None
    assert refusal(auctions.confirm_settlement, *playing.at(table.id)) == "nothing-to-confirm"


def test_a_judge_who_settles_it_by_hand_takes_a_waiting_entry_away(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=1)
    auctions.settle_auction(*playing.at(table.id), winner_id=second.id, side=Side.RUNNER, bid=5)
    assert playing.table(table.id).auction.high_bid == 5
    with playing.installation.database.read_session() as session:
        assert session.exec(select(AuctionEntry)).all() == []


def test_an_auction_begins_again_until_a_result_counts_on_it(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    auctions.place_bid(*playing.at(table.id, first), version=0, amount=10, side=Side.CORP)
    auctions.restart_auction(*playing.at(table.id), reason="Wrong side tapped")
    again = playing.table(table.id)
    assert not again.auction.settled and again.auction.bids == [] and again.auction.turn is Seat.FIRST
    assert refusal(auctions.pass_bid, *playing.at(table.id, second), version=1) == "auction-moved-on"
    playing.settle(table, bid=4)
    results.report_result(*playing.at(table.id, first), Report(Outcome.CORP))
    assert refusal(auctions.restart_auction, *playing.at(table.id)) == "result-reported"
    results.clear_result(*playing.at(table.id))  # not final: no reason is asked
    auctions.restart_auction(*playing.at(table.id), reason="Again")
    assert playing.table(table.id).state == "waiting"


def test_an_auction_started_again_twice_is_started_again_once(
    playing: Any, table: Any, seats: tuple[Any, Any], told: Any
) -> None:
    first, _ = seats
    auctions.place_bid(*playing.at(table.id, first), version=0, amount=3, side=Side.CORP)
    told.clear()
    for _ in range(2):
        auctions.restart_auction(*playing.at(table.id), reason="Again")
    assert len(told) == 1
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=1)
    auctions.restart_auction(*playing.at(table.id), reason="Again")
    assert playing.table(table.id).entry is None


def test_equal_reports_are_final_and_fill_each_other(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    playing.settle(table)
    results.report_result(*playing.at(table.id, first), Report(Outcome.CORP, Ending.AGENDA))
    public = queries.one_table(playing.installation, playing.tournament_id, table.id, PUBLIC_VIEWER)
    assert public.result is None and public.reports is None
    results.report_result(*playing.at(table.id, second), Report(Outcome.CORP, Ending.AGENDA, 7, 3))
    done = playing.table(table.id)
    assert done.result.final and (done.result.corp_points, done.result.runner_points) == (7, 3)
    results.report_result(*playing.at(table.id, first), Report(Outcome.CORP, Ending.AGENDA))
    other = Report(Outcome.RUNNER)
    assert refusal(results.report_result, *playing.at(table.id, first), other) == "result-final"


def test_a_player_changes_a_report_and_a_dispute_ends(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    first, second = seats
    playing.settle(table)
    results.report_result(*playing.at(table.id, first), Report(Outcome.CORP))
    results.report_result(*playing.at(table.id, second), Report(Outcome.RUNNER))
    assert playing.table(table.id).state == "disputed"
    results.report_result(*playing.at(table.id, first), Report(Outcome.RUNNER))
    assert playing.table(table.id).state == "done"


def test_reports_end_with_the_round_and_corrections_do_not(
    playing: Any, table: Any, seats: tuple[Any, Any]
) -> None:
    playing.finish(playing.settle(table))
    rounds.close_round(playing.call, 1)
    report = Report(Outcome.RUNNER, Ending.DECKED)
    assert refusal(results.report_result, *playing.at(table.id, seats[0]), report) == "round-not-open"
    before = standings_view(playing.installation, playing.tournament_id, PUBLIC_VIEWER).rows
    results.correct_result(*playing.at(table.id), report, reason="The slip says so")
    after = standings_view(playing.installation, playing.tournament_id, PUBLIC_VIEWER).rows
    assert [row.player_id for row in after] == [row.player_id for row in reversed(before)]


def test_one_sided_reports_are_accepted_in_bulk(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    tables = playing.publish(playing.pair().number).tables
    for table in tables:
        playing.settle(table)
    reporter = playing.players[tables[0].first.player_id]
    results.report_result(*playing.at(tables[0].id, reporter), Report(Outcome.CORP))
    ids = [table.id for table in tables]
    assert results.accept_reports(playing.call, ids).value == 1
    assert [playing.table(each).state for each in ids] == ["done", "playing"]
    assert results.accept_reports(playing.call, ids).value == 0


def test_a_double_loss_is_the_organizers_word(playing: Any, table: Any, seats: tuple[Any, Any]) -> None:
    report = Report(Outcome.DOUBLE_LOSS, Ending.FORFEIT)
    playing.settle(table)
    assert refusal(results.report_result, *playing.at(table.id, seats[0]), report) == "organizer-only"
    results.correct_result(*playing.at(table.id), report)
    assert playing.table(table.id).result.winner_id is None


def test_extra_time_and_checking_in(playing: Any, table: Any, seats: tuple[Any, Any]) -> None:
    clocks.check_in(*playing.at(table.id, seats[1]))
    assert playing.table(table.id).second.ready and not playing.table(table.id).first.ready
    clocks.extend_table(*playing.at(table.id), 300)
    assert playing.table(table.id).extra_seconds == 300
    assert refusal(clocks.extend_table, *playing.at(table.id), -301) == "extra-time-out-of-range"
    clocks.set_clock(playing.call, 1, "start")
    later = replace(playing, now=playing.now + timedelta(minutes=41))
    assert later.round(1).clock.state == "overtime" and later.round(1).clock.remaining_seconds == -60
    clocks.set_clock(later.call, 1, "add", 120)
    assert later.round(1).clock.remaining_seconds == 60
    assert refusal(clocks.set_clock, later.call, 1, "add") == "seconds-missing"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-1260, "The clock of round 1 ends 21 minutes earlier"),
        (60, "The clock of round 1 ends 1 minute later"),
        (90, "The clock of round 1 ends 90 seconds later"),
        (-1, "The clock of round 1 ends 1 second earlier"),
    ],
)
def test_the_journal_says_how_far_a_clock_moved(playing: Any, table: Any, seconds: int, said: str) -> None:
    clocks.set_clock(playing.call, 1, "add", seconds)
    with playing.installation.database.read_session() as session:
        entry = session.exec(select(Journal).order_by(col(Journal.id).desc())).first()
    assert entry.summary == said


# What each may do: the organizer, both seats (the first bids first), a player of another table, anybody.
BOTH_BID = ["check_in", "enter_settlement", "share_phone"]
STAFF_BIDDING = ["correct_result", "settle_auction", "restart_auction", "extend_table", "place_bid"]
STAFF_SETTLED = ["correct_result", "correct_sides", "settle_auction", "restart_auction", "extend_table"]
REPORTING = ["check_in", "report_result"]
CONFIRMING = ["check_in", "report_result", "confirm_result"]


def may(playing: Any, table_id: int) -> list[list[str]]:
    """What the organizer, the first, the second, a player of another table and anybody may do."""
    table = playing.table(table_id)
    seats = (table.first.player_id, table.second.player_id)
    stranger = next(player for player in playing.players if player not in seats)
    viewers = [ORGANIZER_VIEWER, *(Viewer(player_id=each) for each in (*seats, stranger)), PUBLIC_VIEWER]
    place = (playing.installation, playing.tournament_id, table_id)
    return [list(queries.one_table(*place, viewer).may) for viewer in viewers]


def test_what_everybody_may_do_at_a_table_from_the_draft_to_the_end(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    draft = playing.pair().tables[0]
    assert queries.one_table(
        playing.installation, playing.tournament_id, draft.id, ORGANIZER_VIEWER
    ).may == []  # fmt: skip
    table = playing.publish(1).tables[0]
    first, second = (playing.players[seat.player_id] for seat in (table.first, table.second))
    bids = ["check_in", "place_bid", "enter_settlement", "share_phone"]
    assert may(playing, table.id) == [STAFF_BIDDING, bids, BOTH_BID, [], []]
    auctions.place_bid(*playing.at(table.id, first), version=0, amount=2, side=Side.CORP)
    answers = ["check_in", "place_bid", "pass_bid", "enter_settlement", "share_phone"]
    assert may(playing, table.id) == [STAFF_BIDDING, BOTH_BID, answers, [], []]
    auctions.enter_settlement(*playing.at(table.id, first), winner_id=first.id, side=Side.CORP, bid=3)
    confirms = [*answers[:-1], "confirm_settlement", "share_phone"]
    assert may(playing, table.id) == [STAFF_BIDDING, BOTH_BID, confirms, [], []]
    auctions.confirm_settlement(*playing.at(table.id, second))
    assert may(playing, table.id) == [STAFF_SETTLED, REPORTING, REPORTING, [], []]
    results.report_result(*playing.at(table.id, first), Report(Outcome.CORP))
    assert may(playing, table.id) == [STAFF_SETTLED, CONFIRMING, CONFIRMING, [], []]
    results.report_result(*playing.at(table.id, second), Report(Outcome.RUNNER))
    assert may(playing, table.id) == [STAFF_SETTLED, CONFIRMING, CONFIRMING, [], []]
    results.correct_result(*playing.at(table.id), Report(Outcome.CORP))
    assert may(playing, table.id) == [STAFF_SETTLED, [], [], [], []]
    playing.finish(playing.settle(playing.round(1).tables[1]))
    rounds.close_round(playing.call, 1)
    assert may(playing, table.id) == [["correct_result", "correct_sides"], [], [], [], []]


def test_nobody_may_do_anything_at_a_bye(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo")
    bye = next(table for table in playing.publish(playing.pair().number).tables if table.bye)
    place = (playing.installation, playing.tournament_id, bye.id)
    for viewer in (ORGANIZER_VIEWER, Viewer(player_id=bye.first.player_id), PUBLIC_VIEWER):
        assert queries.one_table(*place, viewer).may == []
