"""Lost games and matches where the pairing assigns the sides, and where each player plays both."""

from datetime import date

import pytest

from app.services.event import queries
from app.services.event.announcements import standing_in
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.event.undo import undo
from app.services.judging.penalties import give_penalty, penalties
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, Viewer
from app.services.play.intentional_draw import set_intentional_draw
from app.services.play.results import correct_result
from app.services.play.rounds import close_round
from app.services.play.two_games import OneGame, correct_games, report_games
from app.tournament.results import DecidedBy, Ending, Outcome, Report
from tests.services.conftest import Playing

pytestmark = pytest.mark.both_engines


def event_of(structure, installation, organizer, now):
    """Two players at the one table of round 1."""
    draft = TournamentDraft("Hamburg", date(2018, 2, 15), structure=structure, deck_policy="none")
    made = create_tournament(installation, organizer, now, draft, seed=7)
    playing = Playing(installation, made.id, organizer, now)
    playing.join("Ana", "Ben")
    playing.publish(playing.pair().number)
    return playing


@pytest.fixture
def assigned(installation, organizer, now):
    return event_of("single-sided", installation, organizer, now)


@pytest.fixture
def two(installation, organizer, now):
    return event_of("double-sided", installation, organizer, now)


def the_table(playing):
    return playing.round(1).tables[0]


def seats(playing):
    table = the_table(playing)
    return table.first.player_id, table.second.player_id


def points(playing):
    """Match points of the first and the second seat; None while the table is open."""
    result = the_table(playing).result
    if result is None or not result.final:
        return None
    return result.first_match_points, result.second_match_points


def games(playing):
    """Winner and ending of each game with a result, by number."""
    return {
        game.number: (game.result.winner_id, game.result.ending)
        for game in the_table(playing).games
        if game.result is not None and game.result.final
    }


def play(playing, *numbers, winner, **said):
    """The organizer enters games that one player won as Corp or Runner; the first seat is Corp in game 1."""
    first, _ = seats(playing)
    entered = []
    for number in numbers:
        corp_wins = (winner == first) is (number == 1)
        entered.append(OneGame(number, Report(Outcome.CORP if corp_wins else Outcome.RUNNER)))
    correct_games(*playing.at(the_table(playing).id), entered, **said)


def refusal(function, *args, **named):
    with pytest.raises(Refused) as refused:
        function(*args, **named)
    return refused.value


def record(playing):
    staff = Viewer(staff=True)
    return [each.kind for each in penalties(playing.installation, playing.tournament_id, staff)]


def told_to(playing, player_id):
    with playing.installation.database.read_session() as session:
        said = standing_in(session, playing.tournament_id, playing.now)
        return [str(each.text) for each in said if each.player_id == player_id]


@pytest.mark.parametrize("kind", ["game-loss", "match-loss"])
@pytest.mark.parametrize("loser", [0, 1])
def test_with_assigned_sides_the_opponent_wins_on_their_side(assigned, kind, loser):
    out, winner = seats(assigned)[loser], seats(assigned)[1 - loser]
    done = give_penalty(assigned.call, out, kind, "tardiness")
    result = the_table(assigned).result
    # The first seat plays Corp here.
    assert result.outcome is (Outcome.RUNNER if loser == 0 else Outcome.CORP)
    assert (result.winner_id, result.ending, points(assigned)) == (
        winner, Ending.FORFEIT, (0, 3) if loser == 0 else (3, 0),
    )  # fmt: skip
    undo(assigned.call, done.entry)
    assert points(assigned) is None and record(assigned) == []


@pytest.mark.parametrize("loser", [0, 1])
def test_without_sides_the_other_seat_wins(installation, organizer, now, loser):
    duel = event_of("duel", installation, organizer, now)
    out, winner = seats(duel)[loser], seats(duel)[1 - loser]
    done = give_penalty(duel.call, out, "game-loss", "tardiness")
    result = the_table(duel).result
    assert (result.winner_id, result.ending, result.final) == (winner, Ending.FORFEIT, True)
    undo(duel.call, done.entry)
    assert points(duel) is None and record(duel) == []


def test_with_assigned_sides_two_penalties_are_a_double_loss_and_come_back_one_by_one(assigned):
    ana, ben = seats(assigned)
    give_penalty(assigned.call, ana, "game-loss", "slow-play")
    second = give_penalty(assigned.call, ben, "match-loss", "tardiness", table_id=the_table(assigned).id)
    assert the_table(assigned).result.decided_by is DecidedBy.DOUBLE_LOSS
    assert points(assigned) == (0, 0)
    undo(assigned.call, second.entry)
    assert the_table(assigned).result.winner_id == ben and record(assigned) == ["game-loss"]


def test_a_corrected_result_leaves_the_penalty_on_record(assigned):
    ana, _ = seats(assigned)
    done = give_penalty(assigned.call, ana, "game-loss", "slow-play")
    correct_result(*assigned.at(the_table(assigned).id), Report(Outcome.TIE), reason="The judge was wrong")
    assert points(assigned) == (1, 1) and record(assigned) == ["game-loss"]
    blocked = refusal(undo, assigned.call, done.entry)
    assert "set the result of table 1" in blocked.sentence
    assert points(assigned) == (1, 1)


def test_a_penalty_of_a_closed_round_is_told_to_both(assigned):
    ana, ben = seats(assigned)
    correct_result(*assigned.at(the_table(assigned).id), Report(Outcome.CORP))
    close_round(assigned.call, 1)
    give_penalty(assigned.call, ana, "match-loss", "illegal-deck", table_id=the_table(assigned).id)
    assert points(assigned) == (0, 3)
    table = the_table(assigned)
    told = f"{table.second.name} won as Runner against {table.first.name}. The standings follow."
    for each in (ana, ben):
        assert told_to(assigned, each) == [f"Your result of round 1 was corrected: {told}"]


def test_of_two_games_a_game_loss_costs_the_next_one(two):
    ana, ben = seats(two)
    done = give_penalty(two.call, ana, "game-loss", "tardiness")
    assert games(two) == {1: (ben, Ending.FORFEIT)} and points(two) is None
    undo(two.call, done.entry)
    assert games(two) == {} and record(two) == []
    play(two, 1, winner=ana)
    done = give_penalty(two.call, ana, "game-loss", "tardiness")
    assert games(two) == {1: (ana, None), 2: (ben, Ending.FORFEIT)} and points(two) == (3, 3)
    undo(two.call, done.entry)
    assert games(two) == {1: (ana, None)} and points(two) is None


def test_after_a_lost_game_the_other_one_is_played_and_reported(two):
    ana, ben = seats(two)
    give_penalty(two.call, ana, "game-loss", "tardiness")
    table = the_table(two)
    for each in (ana, ben):
        report_games(*two.at(table.id, two.players[each]), [OneGame(2, Report(Outcome.CORP))])
    assert games(two)[1] == (ben, Ending.FORFEIT)
    assert points(two) == (0, 6), "the second seat is Corp in game 2"
    assert refusal(
        report_games, *two.at(table.id, two.players[ana]), [OneGame(1, Report(Outcome.CORP))]
    ).code == "result-final"  # fmt: skip


def test_of_two_played_games_the_last_is_lost_only_at_the_table(two):
    ana, ben = seats(two)
    play(two, 1, 2, winner=ana)
    assert points(two) == (6, 0)
    assert refusal(give_penalty, two.call, ana, "game-loss", "illegal-deck").code == "no-game"
    assert points(two) == (6, 0) and record(two) == []
    done = give_penalty(two.call, ana, "game-loss", "illegal-deck", table_id=the_table(two).id)
    assert games(two) == {1: (ana, None), 2: (ben, Ending.FORFEIT)} and points(two) == (3, 3)
    undo(two.call, done.entry)
    assert points(two) == (6, 0)


def test_a_match_loss_costs_both_and_leaves_what_the_opponent_won(two):
    ana, ben = seats(two)
    play(two, 1, winner=ben)
    done = give_penalty(two.call, ana, "match-loss", "cheating")
    assert games(two) == {1: (ben, None), 2: (ben, Ending.FORFEIT)} and points(two) == (0, 6)
    undo(two.call, done.entry)
    play(two, 1, winner=ana, reason="misread")
    give_penalty(two.call, ana, "match-loss", "cheating")
    assert games(two) == {1: (ben, Ending.FORFEIT), 2: (ben, Ending.FORFEIT)} and points(two) == (0, 6)


def test_two_match_losses_are_no_win_for_anybody(two):
    ana, ben = seats(two)
    give_penalty(two.call, ana, "match-loss", "cheating")
    assert points(two) == (0, 6)
    second = give_penalty(two.call, ben, "match-loss", "cheating", table_id=the_table(two).id)
    assert points(two) == (0, 0) and the_table(two).result.decided_by is DecidedBy.DOUBLE_LOSS
    undo(two.call, second.entry)
    assert points(two) == (0, 6)


def test_a_game_loss_each_costs_each_a_game(two):
    ana, ben = seats(two)
    give_penalty(two.call, ana, "game-loss", "tardiness")
    give_penalty(two.call, ben, "game-loss", "tardiness")
    assert games(two) == {1: (ben, Ending.FORFEIT), 2: (ana, Ending.FORFEIT)} and points(two) == (3, 3)


def test_two_for_one_ends_with_a_lost_game(two):
    ana, _ = seats(two)
    play(two, 1, winner=ana, two_for_one_id=ana)
    assert points(two) == (6, 0)
    give_penalty(two.call, ana, "game-loss", "illegal-deck", table_id=the_table(two).id)
    assert points(two) == (3, 3) and not the_table(two).result.two_for_one


def test_a_draw_by_will_is_off_and_the_other_game_open_again(two):
    ana, ben = seats(two)
    table = the_table(two)
    set_intentional_draw(*two.at(table.id))
    assert points(two) == (3, 3)
    done = give_penalty(two.call, ana, "game-loss", "illegal-deck", table_id=table.id)
    assert games(two) == {1: (ben, Ending.FORFEIT)} and points(two) is None
    undo(two.call, done.entry)
    assert points(two) == (3, 3) and the_table(two).result.intentional_draw
    close_round(two.call, 1)
    refused = refusal(give_penalty, two.call, ana, "game-loss", "illegal-deck", table_id=table.id)
    assert (refused.code, "or give a match loss" in refused.sentence) == ("game-2-missing", True)
    assert points(two) == (3, 3) and record(two) == []
    give_penalty(two.call, ana, "match-loss", "illegal-deck", table_id=table.id)
    assert points(two) == (0, 6)
    (said,) = told_to(two, ben)
    assert "game 1: " in said and "game 2: " in said and "The standings follow" in said


def test_a_disqualification_costs_the_games_still_open(two):
    ana, ben = seats(two)
    play(two, 1, winner=ana)
    done = give_penalty(two.call, ana, "disqualification", "cheating")
    assert games(two) == {1: (ana, None), 2: (ben, Ending.FORFEIT)} and points(two) == (3, 3)
    viewed = queries.player_view(two.installation, two.tournament_id, ana, ORGANIZER_VIEWER)
    assert viewed.dropped
    undo(two.call, done.entry)
    assert games(two) == {1: (ana, None)} and points(two) is None
