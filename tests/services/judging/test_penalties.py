"""Penalties: their record and consequences, undoing them, and who may see them."""

from dataclasses import replace

import pytest
from sqlmodel import select

from app.services.event.queries import player_view
from app.services.event.undo import undo
from app.services.judging.penalties import give_penalty, penalties, suggestion
from app.services.kernel.actors import PUBLIC
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.people.registration import reinstate_player
from app.services.play.rounds import close_round
from app.sides import Side
from app.storage.tables import Journal
from app.tournament.results import Ending, Outcome
from tests.calls import call_of

pytestmark = pytest.mark.both_engines

STAFF = Viewer(staff=True)


@pytest.fixture
def hall(playing):
    """Four players at two tables of round 1."""
    playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.publish(playing.pair().number)
    return playing


def refusal(function, *args, **named):
    with pytest.raises(Refused) as refused:
        function(*args, **named)
    return refused.value


def record(hall, viewer=STAFF, player_id=None):
    return penalties(hall.installation, hall.tournament_id, viewer, player_id)


def player(hall, player_id):
    return player_view(hall.installation, hall.tournament_id, player_id, STAFF)


def test_a_warning_says_who_what_where_and_by_whom(hall, told):
    table = hall.round(1).tables[0]
    told.clear()
    done = give_penalty(hall.call, table.first.player_id, "warning", " Slow  play ", "two minutes a turn")
    (given,) = record(hall)
    assert given.id == done.value
    assert (given.name, given.kind, given.infraction, given.infraction_name) == (
        table.first.name, "warning", "slow-play", "Slow play",
    )  # fmt: skip
    assert (given.round, given.table_number, given.note, given.given_by, given.given_at) == (
        1, table.table_number, "two minutes a turn", "Olga", hall.now,
    )  # fmt: skip
    assert told[0].topics == {"penalties", f"seat/{table.first.player_id}", "journal"}
    with hall.installation.database.read_session() as session:
        said = session.exec(select(Journal).order_by(Journal.id.desc())).first().summary
    assert said == f"Olga gave {table.first.name} a warning in round 1"
    assert hall.table(table.id).result is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kind": "yellow card"}, "invalid-kind"),
        ({"infraction": "  "}, "infraction-missing"),
        ({"infraction": "x" * 101}, "invalid-text"),
        ({"note": "x" * 301}, "invalid-text"),
        ({"note": "a\x00"}, "invalid-text"),
        ({"player_id": 9999}, "not-found"),
        ({"table_id": 9999}, "not-found"),
    ],
)
def test_what_is_no_penalty_is_refused(hall, changes, code):
    asked = {"player_id": min(hall.players), "kind": "warning", "infraction": "slow-play", **changes}
    assert refusal(give_penalty, hall.call, **asked).code == code
    assert record(hall) == ()


@pytest.mark.parametrize("kind", ["game-loss", "match-loss"])
@pytest.mark.parametrize("settled", [True, False])
def test_a_lost_game_makes_the_opponent_win(hall, kind, settled):
    table = hall.round(1).tables[0]
    if settled:
        table = hall.settle(table, side=Side.RUNNER)
    done = give_penalty(hall.call, table.first.player_id, kind, "tardiness")
    result = hall.table(table.id).result
    assert (result.winner_id, result.ending, result.final) == (table.second.player_id, Ending.FORFEIT, True)
    assert result.outcome == (Outcome.CORP if settled else None)
    undo(hall.call, done.entry)
    assert hall.table(table.id).result is None and record(hall) == ()


def test_who_both_lost_the_game_get_nothing(hall):
    table = hall.round(1).tables[0]
    give_penalty(hall.call, table.first.player_id, "game-loss", "slow-play")
    give_penalty(hall.call, table.second.player_id, "game-loss", "slow-play", table_id=table.id)
    result = hall.table(table.id).result
    assert (result.outcome, result.winner_id) == (Outcome.DOUBLE_LOSS, None)


def test_a_game_that_has_its_result_is_lost_only_at_its_table(hall):
    table = hall.round(1).tables[0]
    hall.finish(hall.settle(table))
    loser = table.first.player_id
    refused = refusal(give_penalty, hall.call, loser, "game-loss", "illegal-deck")
    assert refused.code == "no-game" and f"open table {table.table_number}" in refused.sentence
    assert hall.table(table.id).result.winner_id == loser and record(hall) == ()
    give_penalty(hall.call, loser, "game-loss", "illegal-deck", table_id=table.id)
    assert hall.table(table.id).result.winner_id == table.second.player_id


def test_no_game_is_lost_where_none_is_played(hall):
    for table in hall.round(1).tables:
        hall.finish(hall.settle(table))
    close_round(hall.call, 1)
    somebody, other = hall.round(1).tables[0].first, hall.round(1).tables[1]
    assert refusal(give_penalty, hall.call, somebody.player_id, "game-loss", "tardiness").code == "no-game"
    elsewhere = refusal(
        give_penalty, hall.call, somebody.player_id, "game-loss", "tardiness", table_id=other.id
    )
    assert (elsewhere.code, elsewhere.kind) == ("not-at-table", Kind.INVALID)
    give_penalty(hall.call, somebody.player_id, "warning", "tardiness")
    assert [(each.round, each.table_number) for each in record(hall)] == [(1, None)]


def test_a_bye_is_not_lost(playing):
    playing.join("Ana", "Ben", "Cleo")
    bye = next(table for table in playing.publish(playing.pair().number).tables if table.bye)
    lost = (playing.call, bye.first.player_id, "game-loss", "tardiness")
    assert refusal(give_penalty, *lost).code == "no-game"


def test_a_disqualified_player_is_out_until_an_organizer_lets_them_in(hall):
    table = hall.round(1).tables[0]
    out = table.second.player_id
    done = give_penalty(hall.call, out, "disqualification", "cheating", "marked cards")
    assert player(hall, out).dropped
    assert hall.table(table.id).result.winner_id == table.first.player_id
    own = call_of(hall.installation, hall.tournament_id, hall.players[out], hall.now)
    assert refusal(reinstate_player, own, out).code == "disqualified"
    undo(hall.call, done.entry)
    assert not player(hall, out).dropped
    assert hall.table(table.id).result is None and record(hall) == ()
    give_penalty(hall.call, out, "disqualification", "cheating")
    reinstate_player(hall.call, out)
    assert not player(hall, out).dropped


def test_a_disqualification_leaves_a_finished_game_as_it_is(hall):
    table = hall.finish(hall.settle(hall.round(1).tables[0]))
    give_penalty(hall.call, table.result.winner_id, "disqualification", "cheating")
    assert hall.table(table.id).result == table.result
    assert player(hall, table.result.winner_id).dropped


def test_a_repeat_is_met_with_the_next_harder_kind(hall):
    ana, ben = sorted(hall.players)[:2]
    where = (hall.installation, hall.tournament_id)
    assert suggestion(*where, ana, "Slow play") is None
    give_penalty(hall.call, ana, "warning", "slow-play")
    give_penalty(hall.call, ana, "warning", "My own words")
    said = suggestion(*where, ana, "slow PLAY")
    assert (said.kind, [each.infraction for each in said.earlier]) == ("game-loss", ["slow-play"])
    assert suggestion(*where, ana, "my own  words").kind == "game-loss"
    assert suggestion(*where, ana, "tardiness") is None
    assert suggestion(*where, ben, "slow-play") is None
    give_penalty(hall.call, ana, "game-loss", "slow-play")
    assert suggestion(*where, ana, "slow-play").kind == "match-loss"
    # The list names what a repeat of this one costs.
    give_penalty(hall.call, ben, "warning", "revealing-hidden-information-on-purpose")
    assert suggestion(*where, ben, "revealing-hidden-information-on-purpose").kind == "disqualification"


def test_the_same_request_is_one_penalty(hall):
    call = replace(hall.call, actor=replace(hall.call.actor, key="k" * 40))
    first = give_penalty(call, min(hall.players), "warning", "slow-play")
    again = give_penalty(call, min(hall.players), "warning", "slow-play")
    assert (again, len(record(hall))) == (first, 1)


def test_who_may_give_and_who_may_see(hall):
    ana, ben = sorted(hall.players)[:2]
    own = call_of(hall.installation, hall.tournament_id, hall.players[ana], hall.now)
    stranger = call_of(hall.installation, hall.tournament_id, PUBLIC, hall.now)
    assert refusal(give_penalty, own, ben, "warning", "slow-play").kind == Kind.FORBIDDEN
    assert refusal(give_penalty, stranger, ben, "warning", "slow-play").kind == Kind.NOT_SIGNED_IN
    give_penalty(hall.call, ana, "warning", "slow-play")
    give_penalty(hall.call, ben, "warning", "tardiness")
    assert [each.player_id for each in record(hall)] == [ana, ben]
    assert [each.player_id for each in record(hall, STAFF, ben)] == [ben]
    assert [each.player_id for each in record(hall, Viewer(player_id=ana))] == [ana]
    assert record(hall, Viewer(player_id=ana), ben) == record(hall, PUBLIC_VIEWER) == ()
    assert record(hall, PUBLIC_VIEWER, ana) == ()
