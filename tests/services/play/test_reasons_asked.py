"""Who changes what was final says why: asked by the commands themselves, so of pages and programs alike."""

from dataclasses import replace
from typing import Any

import pytest

from app.services.event import tournaments
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Refused
from app.services.play import auctions, intentional_draw, results, rounds, settling, two_games
from app.sides import Side
from app.tournament.results import Ending, Outcome, Report

CORP, RUNNER = Report(Outcome.CORP), Report(Outcome.RUNNER)


@pytest.fixture
def table(playing: Any) -> Any:
    """The one table of two players, with its sides."""
    playing.join("Ana", "Ben")
    return playing.settle(playing.publish(playing.pair().number).tables[0])


def refused(command: Any, *asked: Any, **more: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        command(*asked, **more)
    return refusal.value


def test_a_final_result_is_replaced_for_a_reason_only(playing: Any, table: Any) -> None:
    results.correct_result(*playing.at(table.id), CORP)
    before = playing.journal()
    why = refused(results.correct_result, *playing.at(table.id), RUNNER, reason=" \t ")
    assert (why.code, why.field, why.sentence) == (
        "reason-missing", "reason", "Say why the result is corrected.",
    )  # fmt: skip
    assert playing.table(table.id).result.outcome == "corp" and playing.journal() == before
    # Nothing is asked of who says the same again.
    results.correct_result(*playing.at(table.id), CORP)
    assert playing.journal() == before
    results.correct_result(*playing.at(table.id), RUNNER, reason="  The  slip says so ")
    assert str(playing.journal()[0].summary).endswith("(The slip says so)")


def test_a_final_result_is_taken_back_for_a_reason_only(playing: Any, table: Any) -> None:
    """Else it would be replaced without one: taken back, and entered anew."""
    ana = Actor(ActorKind.PLAYER, table.first.player_id, "Ana", playing.call.tournament_id)
    results.report_result(*playing.at(table.id, ana), CORP)
    results.clear_result(*playing.at(table.id))  # what one said is not final
    results.correct_result(*playing.at(table.id), CORP)
    before = playing.journal()
    why = refused(results.clear_result, *playing.at(table.id), reason=" ")
    assert (why.code, why.field, why.sentence) == (
        "reason-missing", "reason", "Say why the result is taken back.",
    )  # fmt: skip
    assert playing.table(table.id).result.outcome == "corp" and playing.journal() == before
    results.clear_result(*playing.at(table.id), reason="Another table's slip")
    assert str(playing.journal()[0].summary).endswith("was taken back (Another table's slip)")
    results.clear_result(*playing.at(table.id))  # there is nothing to take back


def test_one_final_game_of_two_goes_for_a_reason_only(playing: Any) -> None:
    tournaments.edit_tournament(playing.call, {"structure": "double-sided"})
    playing.join("Ana", "Ben")
    at = playing.at(playing.publish(playing.pair().number).tables[0].id)
    game = two_games.OneGame(1, CORP)
    two_games.correct_games(*at, [game])
    before = playing.journal()
    for command, *asked in (
        (two_games.correct_games, [replace(game, report=RUNNER)]),
        (intentional_draw.set_intentional_draw,),
        (results.clear_result,),
    ):
        assert refused(command, *at, *asked).code == "reason-missing", command
    assert playing.journal() == before
    two_games.correct_games(*at, [game])  # the same again
    two_games.correct_games(*at, [replace(game, report=RUNNER)], reason="misread")
    assert str(playing.journal()[0].summary).endswith("(misread)")
    two_games.correct_games(*at, [two_games.OneGame(2, CORP)])  # replaces nothing


def test_a_forfeit_without_a_game_may_be_replaced_by_the_game(playing: Any, table: Any) -> None:
    auctions.restart_auction(*playing.at(table.id), reason="Nobody was there")
    results.correct_result(
        *playing.at(table.id), Report(Outcome.CORP, Ending.FORFEIT), winner_id=table.first.player_id
    )
    assert playing.table(table.id).result.outcome is None
    other = table.second.player_id
    results.correct_result(*playing.at(table.id), Report(Outcome.CORP, Ending.FORFEIT), winner_id=other)
    assert playing.table(table.id).result.winner_id == other


def test_an_auction_starts_again_for_a_reason_only(playing: Any, table: Any) -> None:
    why = refused(auctions.restart_auction, *playing.at(table.id))
    assert (why.code, why.field, why.sentence) == (
        "reason-missing", "reason", "Say why the auction starts again.",
    )  # fmt: skip
    assert playing.table(table.id).settled
    auctions.restart_auction(*playing.at(table.id), reason="Wrong side tapped")
    assert not playing.table(table.id).settled
    # There is nothing to start again, so no reason is needed.
    auctions.restart_auction(*playing.at(table.id))


def test_the_sides_of_a_closed_round_are_corrected_for_a_reason_only(playing: Any, table: Any) -> None:
    playing.finish(table)
    rounds.close_round(playing.call, 1)
    sides = {"winner_id": table.second.player_id, "side": Side.CORP, "bid": 1}
    why = refused(settling.correct_sides, *playing.at(table.id), **sides, reason="")
    assert (why.code, why.field) == ("reason-missing", "reason")


def test_the_same_request_is_carried_out_once_whatever_happened_since(playing: Any, table: Any) -> None:
    call, table_id = playing.at(table.id)
    keyed = replace(call, actor=replace(call.actor, key="the form Olga sent"))
    first = results.correct_result(keyed, table_id, CORP)
    changed = results.correct_result(*playing.at(table.id), RUNNER, reason="The slip says so")
    again = results.correct_result(keyed, table_id, CORP)
    assert again.entry == first.entry and changed.entry == first.entry + 1
    assert playing.table(table.id).result.outcome == "runner"
    # Another command of the same request is another command.
    auctions_refused = refused(auctions.restart_auction, keyed, table_id, reason="again")
    assert auctions_refused.code == "result-reported"
