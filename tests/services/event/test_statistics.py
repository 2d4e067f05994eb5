"""Statistics from rows: only what everybody may see, only what was played, prices where somebody paid."""

from datetime import timedelta
from typing import Any

import pytest

from app.services.event import tournaments
from app.services.event.statistics import StatisticsView, statistics_view
from app.services.people import registration
from app.services.play import auctions, clocks, cut, results, rounds
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report

pytestmark = pytest.mark.both_engines

JINTEKI, NBN = "Jinteki: Personal Evolution", "NBN: Making News"
NOISE = "Noise: Hacker Extraordinaire"


def counted(playing: Any) -> StatisticsView:
    return statistics_view(playing.installation, playing.tournament_id)


def enter(playing: Any, *names: str) -> None:
    tournaments.edit_tournament(playing.call, {"deck_policy": "none"})
    for place, player in enumerate(playing.join(*names)):
        titles = {"corp_identity": (JINTEKI, NBN)[place % 2], "runner_identity": NOISE}
        registration.edit_player(playing.call, player, titles)


def test_an_unfinished_game_says_nothing(playing: Any) -> None:
    enter(playing, "Ana", "Ben")
    (table,) = playing.publish(playing.pair().number).tables
    auctions.place_bid(*playing.at(table.id), version=0, amount=4, side=Side.RUNNER, seat=Seat.FIRST)
    auctions.pass_bid(*playing.at(table.id), version=1, seat=Seat.SECOND)
    assert (counted(playing).games, sum(line.won.games for line in counted(playing).bids)) == (0, 0)
    playing.finish(playing.table(table.id), Outcome.RUNNER)
    view = counted(playing)
    runner = view.sides[1]
    assert (view.games, runner.side, runner.won.wins) == (1, Side.RUNNER, 1)
    assert (runner.price.count, runner.price.mean, runner.bought[4]) == (1, 4.0, 1)
    assert view.sides[0].price.count == 0 and view.sides[0].price.mean is None
    assert (view.bids[4].won.games, view.bids[4].won.share) == (1, 1.0)
    noise = next(line for line in view.identities if line.identity == NOISE)
    assert (noise.faction, noise.won.games, noise.price.mean) == ("anarch", 1, 4.0)


def test_byes_forfeits_and_double_losses_are_no_games(playing: Any) -> None:
    enter(playing, "Ana", "Ben", "Cleo", "Dan", "Eve")
    one, two, _bye = playing.publish(playing.pair().number).tables
    results.correct_result(
        *playing.at(one.id), Report(Outcome.CORP, Ending.FORFEIT), winner_id=one.first.player_id
    )
    results.correct_result(*playing.at(two.id), Report(Outcome.DOUBLE_LOSS))
    view = counted(playing)
    assert (view.games, view.left_out) == (0, 3)
    assert view.endings == [] and view.times.games == 0


def test_time_runs_from_the_settled_sides_or_the_clock(playing: Any) -> None:
    enter(playing, "Ana", "Ben", "Cleo", "Dan")
    one, two = playing.publish(playing.pair().number).tables
    playing.settle(one)
    playing.now += timedelta(minutes=5)
    clocks.set_clock(playing.call, 1, "start")
    playing.now += timedelta(minutes=2)
    playing.settle(two)
    playing.now += timedelta(minutes=20)
    playing.finish(one)
    playing.finish(two)
    playing.now += timedelta(minutes=30)
    results.correct_result(*playing.at(two.id), Report(Outcome.RUNNER, Ending.TIME), reason="misread")
    times = counted(playing).times
    assert (times.games, times.longest_seconds, times.mean_seconds) == (2, 22 * 60, 21 * 60)
    assert [(line.from_minutes, line.games) for line in times.lengths][-1] == (20, 2)
    assert {line.ending: line.games for line in counted(playing).endings} == {Ending.TIME: 1, None: 1}


def test_a_side_that_came_by_seed_has_no_price(playing: Any) -> None:
    enter(playing, "Ana", "Ben")
    tournaments.edit_tournament(
        playing.call, {"planned_rounds": 1, "cut_kind": "single", "cut_size": 2, "cut_sides": "seed"}
    )
    playing.play_round()
    cut.start_cut(playing.call)
    number = cut.pair_cut(playing.call, 1).value
    (table,) = playing.publish(number).tables
    if not table.auction.settled:
        best = min(playing.players)
        chooser = next(p for p in (table.first.player_id, table.second.player_id) if p == best)
        cut.choose_side(*playing.at(table.id), Side.CORP)
        assert chooser
    playing.finish(playing.table(table.id))
    rounds.close_round(playing.call, number)
    view = counted(playing)
    assert (view.games, sum(line.won.games for line in view.bids)) == (2, 1)


def test_a_draft_is_not_counted_and_a_drawn_game_is(playing: Any) -> None:
    enter(playing, "Ana", "Ben", "Cleo")
    (table, _) = playing.publish(playing.pair().number).tables
    settled = playing.settle(table, bid=0, side=Side.CORP)
    results.correct_result(*playing.at(settled.id), Report(Outcome.DRAW, Ending.TIME))
    rounds.close_round(playing.call, 1)
    playing.pair()
    view = counted(playing)
    assert (view.games, view.drawn, view.left_out) == (1, 1, 1)
    assert view.sides[1].won.wins == 1, "a draw is lost by who won the bid"
    assert view.bids[0].won.wins == 0
