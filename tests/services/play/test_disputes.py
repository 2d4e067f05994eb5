"""A dispute is decided for one report as it was read, and a correction tells both players."""

from typing import Any

import pytest

from app.services.event import tournaments
from app.services.event.questions import asking
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.play import disputes, intentional_draw, results, two_games
from app.tournament.results import Ending, Outcome, Report
from app.words.reader import Reader, reading

CORP = Report(Outcome.CORP, Ending.AGENDA, 7, 2)
RUNNER = Report(Outcome.RUNNER, Ending.AGENDA, 2, 7)


@pytest.fixture
def disputed(playing: Any) -> Any:
    """A table whose two players reported different results."""
    playing.join("Ana", "Ben")
    playing.pair()
    table = playing.settle(playing.publish(1).tables[0])
    for seat, report in ((table.first, CORP), (table.second, RUNNER)):
        results.report_result(*playing.at(table.id, playing.players[seat.player_id]), report)
    return playing.table(table.id)


def test_the_report_of_one_is_made_final_and_the_journal_says_whose(playing: Any, disputed: Any) -> None:
    second = disputed.second
    done = disputes.uphold_report(*playing.at(disputed.id), second.player_id, RUNNER)
    assert disputes.uphold_report(*playing.at(disputed.id), second.player_id, RUNNER).entry is None
    after = playing.table(disputed.id).result
    assert after.final and after.winner_id == second.player_id
    assert (after.corp_points, after.runner_points) == (2, 7)
    first = disputed.first
    assert [str(one.summary) for one in playing.journal() if one.number == done.entry] == [
        f"{playing.organizer.name} decided table 1 in round 1 as {second.name} reported: "
        f"{second.name} won as Runner against {first.name}"
    ]


def test_a_report_that_changed_meanwhile_is_not_decided(playing: Any, disputed: Any) -> None:
    second = playing.players[disputed.second.player_id]
    changed = Report(Outcome.RUNNER, Ending.TIME, 3, 4)
    results.report_result(*playing.at(disputed.id, second), changed)
    with pytest.raises(Refused) as refused:
        disputes.uphold_report(*playing.at(disputed.id), second.id, RUNNER)
    assert refused.value.code == "report-changed"
    assert f"{second.name} changed the report meanwhile." in refused.value.sentence
    assert not playing.table(disputed.id).result.final


def test_a_result_that_is_final_or_a_player_without_a_report_is_refused(playing: Any, disputed: Any) -> None:
    first = disputed.first.player_id
    results.correct_result(*playing.at(disputed.id), RUNNER)
    for player_id, code in ((first, "result-final"), (999, "no-report")):
        with pytest.raises(Refused) as refused:
            disputes.uphold_report(*playing.at(disputed.id), player_id, CORP)
        assert refused.value.code == code


def told_to(playing: Any, viewer: Viewer) -> list[str]:
    """What a reader's page announces."""
    with asking(playing.installation, playing.tournament_id, viewer, playing.now) as ask:
        return [str(one.text) for one in ask.announcements()]


def test_both_players_are_told_of_a_correction_after_the_next_pairing_and_nobody_else(playing: Any) -> None:
    ids = playing.join("Ana", "Ben", "Chidi", "Dagny")
    first = playing.play_round().tables[0]
    playing.pair()
    ana, ben = first.first, first.second
    done = results.correct_result(*playing.at(first.id), Report(Outcome.RUNNER), reason="wrong slip")
    said = (
        f"Your result of round 1 was corrected: {ben.name} won as Runner against {ana.name}. The standings "
        "follow; the pairings of round 2 stay as they are."
    )
    for player_id in ids:
        expected = [said] if player_id in (ana.player_id, ben.player_id) else []
        assert told_to(playing, Viewer(player_id=player_id)) == expected
    assert told_to(playing, PUBLIC_VIEWER) == []
    with reading(Reader("ja")):
        (told,) = told_to(playing, Viewer(player_id=ana.player_id))
    assert told.startswith("第1ラウンドの結果が訂正されました：") and "第2ラウンドの組み合わせ" in told
    (entry,) = [one for one in playing.journal() if one.number == done.entry]
    assert str(entry.summary).endswith(
        "(wrong slip). Round 2 was paired before: its pairings stay as they are"
    )


def test_both_are_told_that_the_organizer_decided_and_how(playing: Any, disputed: Any) -> None:
    first, second = disputed.first, disputed.second
    disputes.uphold_report(*playing.at(disputed.id), second.player_id, RUNNER)
    said = (
        f"The organizer decided table 1 as {second.name} reported: {second.name} won as Runner against "
        f"{first.name}."
    )
    for seat in (first, second):
        assert told_to(playing, Viewer(player_id=seat.player_id)) == [said]
    assert told_to(playing, PUBLIC_VIEWER) == []


def test_both_are_told_of_a_result_that_is_not_what_one_of_them_reported(playing: Any, disputed: Any) -> None:
    first, second = disputed.first, disputed.second
    results.correct_result(*playing.at(disputed.id), CORP)
    said = f"The organizer set the result of table 1: {first.name} won as Corp against {second.name}."
    assert told_to(playing, Viewer(player_id=second.player_id)) == [said]


def test_a_result_set_as_everybody_reported_is_not_told_again(playing: Any) -> None:
    playing.join("Ana", "Ben")
    playing.pair()
    table = playing.settle(playing.publish(1).tables[0])
    results.report_result(*playing.at(table.id, playing.players[table.first.player_id]), CORP)
    results.correct_result(*playing.at(table.id), CORP)
    assert told_to(playing, Viewer(player_id=table.first.player_id)) == []


@pytest.fixture
def of_two_games(playing: Any) -> Any:
    """The table of two players, each of whom plays both sides."""
    tournaments.edit_tournament(playing.call, {"structure": "double-sided"})
    playing.join("Ana", "Ben")
    return playing.publish(playing.pair().number).tables[0]


def report_games(playing: Any, table: Any, *told: tuple[Any, Report]) -> None:
    """What each of these seats says of game 1."""
    for seat, report in told:
        at = playing.at(table.id, playing.players[seat.player_id])
        two_games.report_games(*at, [two_games.OneGame(1, report)])


def test_both_are_told_what_was_decided_of_one_game_of_two(playing: Any, of_two_games: Any) -> None:
    table = of_two_games
    report_games(playing, table, (table.first, CORP), (table.second, RUNNER))
    two_games.correct_games(*playing.at(table.id), [two_games.OneGame(1, CORP)])
    said = f"The organizer set the result of table 1: game 1: {table.first.name} won as Corp."
    for seat in (table.first, table.second):
        assert told_to(playing, Viewer(player_id=seat.player_id)) == [said]
    assert told_to(playing, PUBLIC_VIEWER) == []
    two_games.correct_games(*playing.at(table.id), [two_games.OneGame(1, RUNNER)], reason="misread")
    assert len(told_to(playing, Viewer(player_id=table.first.player_id))) == 2


def test_a_game_that_nobody_reported_otherwise_is_not_told(playing: Any, of_two_games: Any) -> None:
    table = of_two_games
    report_games(playing, table, (table.first, CORP))
    for number, report in ((1, CORP), (2, RUNNER)):
        two_games.correct_games(*playing.at(table.id), [two_games.OneGame(number, report)])
    assert told_to(playing, Viewer(player_id=table.first.player_id)) == []


@pytest.mark.parametrize("reported", [True, False])
def test_both_are_told_of_two_for_one_where_a_player_reported_the_second_game(
    playing: Any, of_two_games: Any, *, reported: bool
) -> None:
    table = of_two_games
    report_games(playing, table, (table.first, CORP))
    if reported:
        at = playing.at(table.id, playing.players[table.second.player_id])
        two_games.report_games(*at, [two_games.OneGame(2, CORP)])
    two_games.correct_games(
        *playing.at(table.id), [two_games.OneGame(1, CORP)], two_for_one_id=table.first.player_id
    )
    assert len(told_to(playing, Viewer(player_id=table.second.player_id))) == reported


@pytest.mark.parametrize("reported", [True, False])
def test_both_are_told_of_a_draw_that_was_set_against_a_report(
    playing: Any, of_two_games: Any, *, reported: bool
) -> None:
    table = of_two_games
    if reported:
        report_games(playing, table, (table.first, CORP))
    else:
        intentional_draw.agree_to_draw(*playing.at(table.id, playing.players[table.first.player_id]))
    intentional_draw.set_intentional_draw(*playing.at(table.id))
    said = ["The organizer set the result of table 1: an intentional draw."] if reported else []
    for seat in (table.first, table.second):
        assert told_to(playing, Viewer(player_id=seat.player_id)) == said
