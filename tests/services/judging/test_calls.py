"""Calls for a judge: one a player, claimed by one judge, ended with extra time in the same step."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import select

from app.services.event.questions import asking
from app.services.event.undo import undo
from app.services.judging.calls import (
    call_organizer,
    call_view,
    calls,
    claim_call,
    close_call,
    standing_calls,
    take_back_call,
    waiting,
)
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.people.accounts import create_account
from app.services.people.members import add_member
from app.services.play.clocks import extend_table
from app.services.play.rounds import close_round
from app.storage.tables import Journal
from tests.calls import call_of

pytestmark = pytest.mark.both_engines


@pytest.fixture
def hall(playing):
    """Four players at two tables of round 1."""
    playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.publish(playing.pair().number)
    return playing


@pytest.fixture
def judges(hall):
    """Two judges of the event as their calls."""

    def one(name):
        account = create_account(hall.installation, hall.now, name, f"link of {name}")
        add_member(hall.call, name, Role.JUDGE)
        actor = Actor(ActorKind.ORGANIZER, account.id, name)
        return call_of(hall.installation, hall.tournament_id, actor, hall.now)

    return one("Mia"), one("Noa")


def as_player(hall, player_id, **changes):
    call = call_of(hall.installation, hall.tournament_id, hall.players[player_id], hall.now)
    return replace(call, **changes)


def refusal(function, *args, **named):
    with pytest.raises(Refused) as refused:
        function(*args, **named)
    return refused.value


def standing(hall):
    return standing_calls(hall.installation, hall.tournament_id)


def own(hall, player_id):
    return calls(hall.installation, hall.tournament_id, Viewer(player_id=player_id))[-1]


def entries(hall):
    with hall.installation.database.read_session() as session:
        return [row.summary for row in session.exec(select(Journal).order_by(Journal.id))]


def test_a_player_calls_once_however_often_the_button_is_tapped(hall, told):
    table = hall.round(1).tables[0]
    ana = table.first.player_id
    told.clear()
    first = call_organizer(as_player(hall, ana)).value
    assert call_organizer(as_player(hall, ana)).value == first
    assert [notice.topics for notice in told] == [{"calls", f"seat/{ana}", "journal"}]
    assert call_organizer(as_player(hall, ana), " Judge!\n").value == first
    (call,) = standing(hall)
    assert (call.name, call.reason, call.state) == (table.first.name, "Judge!", "open")
    assert (call.round, call.table_number, call.table_id) == (1, table.table_number, table.id)
    assert own(hall, ana) == replace(call, note=None)
    take_back_call(as_player(hall, ana))
    take_back_call(as_player(hall, ana))
    assert standing(hall) == ()
    assert call_organizer(as_player(hall, ana)).value != first


@pytest.mark.parametrize("text", ["x" * 201, "a\x00b", "\ud800"], ids=ascii)
def test_a_reason_nobody_can_read_is_refused(hall, text):
    player_id = min(hall.players)
    assert refusal(call_organizer, as_player(hall, player_id), text).kind == Kind.INVALID
    assert standing(hall) == ()


def test_of_two_judges_one_gets_the_call_and_the_player_reads_who(hall, judges, told):
    mia, noa = judges
    ana = hall.round(1).tables[0].first
    called = call_organizer(as_player(hall, ana.player_id)).value
    told.clear()
    claim_call(mia, called)
    claim_call(mia, called)
    assert [notice.topics for notice in told] == [{"calls", f"seat/{ana.player_id}", "journal"}]
    late = refusal(claim_call, noa, called)
    assert (late.code, late.kind) == ("call-claimed", Kind.CONFLICT)
    assert late.sentence == f"Mia goes to {ana.name} already."
    seen = own(hall, ana.player_id)
    assert (seen.state, seen.claimed_by) == ("claimed", "Mia")
    with asking(hall.installation, hall.tournament_id, Viewer(player_id=ana.player_id), hall.now) as ask:
        assert ask.own_call(ana.player_id).claimed_by == "Mia"
        assert ask.own_call(ana.player_id + 1) is None


def test_an_ended_call_gives_its_table_time_in_the_same_step(hall, judges, told):
    mia, noa = judges
    table = hall.round(1).tables[0]
    ana = table.first.player_id
    called = call_organizer(as_player(hall, ana), "Is this legal?").value
    claim_call(mia, called)
    told.clear()
    close_call(mia, called, "Trace explained", 180)
    assert hall.table(table.id).extra_seconds == 180
    assert len(told) == 1 and {f"table/{table.id}", "calls", f"seat/{ana}"} < told[0].topics
    assert entries(hall)[-1] == (
        f"Mia answered the call of {table.first.name} and gave table {table.table_number} 180 seconds: "
        "Trace explained"
    )
    close_call(mia, called, "Trace explained", 180)
    close_call(noa, called)
    again = refusal(close_call, noa, called, "", 60)
    assert (again.code, again.sentence) == (
        "call-ended",
        "Mia ended this call already. Give more time on the page of the table.",
    )
    assert hall.table(table.id).extra_seconds == 180
    seen = call_view(hall.installation, hall.tournament_id, called, Viewer(staff=True))
    assert (seen.state, seen.ended_by, seen.note, seen.extra_seconds) == (
        "ended", "Mia", "Trace explained", 180,
    )  # fmt: skip


def test_a_call_and_its_time_are_undone_together(hall, judges):
    table = hall.round(1).tables[0]
    called = call_organizer(as_player(hall, table.first.player_id)).value
    ended = close_call(judges[0], called, "", 120).entry
    undo(hall.call, ended)
    assert hall.table(table.id).extra_seconds == 0
    assert [call.state for call in standing(hall)] == ["open"]


@pytest.mark.parametrize("seconds", [-1, 7201])
def test_time_out_of_range_changes_nothing(hall, judges, seconds):
    table = hall.round(1).tables[0]
    called = call_organizer(as_player(hall, table.first.player_id)).value
    assert refusal(close_call, judges[0], called, "", seconds).kind == Kind.INVALID
    assert [call.state for call in standing(hall)] == ["open"]
    extend_table(*hall.at(table.id), 7000)
    assert refusal(close_call, judges[0], called, "", 300).code == "extra-time-out-of-range"
    assert [call.state for call in standing(hall)] == ["open"]


def test_no_time_for_a_table_that_is_over(hall, judges):
    ana = hall.round(1).tables[0].first.player_id
    called = call_organizer(as_player(hall, ana)).value
    for table in hall.round(1).tables:
        hall.finish(hall.settle(table))
    close_round(hall.call, 1)
    assert standing(hall)[0].table_id is None
    assert refusal(close_call, judges[0], called, "", 60).code == "no-table"
    close_call(judges[0], called)
    hall.publish(hall.pair().number)
    late = refusal(claim_call, judges[1], called)
    assert (late.code, standing(hall)) == ("call-ended", ())


def test_who_may_do_what(hall, judges):
    ana, ben = sorted(hall.players)[:2]
    called = call_organizer(as_player(hall, ana)).value
    display = call_of(hall.installation, hall.tournament_id, PUBLIC, hall.now)
    for command in (claim_call, close_call):
        assert refusal(command, as_player(hall, ana), called).kind == Kind.FORBIDDEN
        assert refusal(command, display, called).kind == Kind.NOT_SIGNED_IN
        assert refusal(command, judges[0], called + 99).kind == Kind.NOT_FOUND
    for caller, kind in ((display, Kind.NOT_SIGNED_IN), (hall.call, Kind.FORBIDDEN)):
        assert refusal(call_organizer, caller).kind == kind
        assert refusal(take_back_call, caller).kind == kind
    stranger = Actor(ActorKind.PLAYER, ana, "Ana", hall.tournament_id + 1)
    assert refusal(call_organizer, replace(as_player(hall, ana), actor=stranger)).kind == Kind.FORBIDDEN
    take_back_call(as_player(hall, ben))
    assert [call.player_id for call in standing(hall)] == [ana]


def test_who_sees_what(hall, judges):
    ana, ben = sorted(hall.players)[:2]
    called = call_organizer(as_player(hall, ana), "Help").value
    close_call(judges[0], called, "a note for the staff")
    where = (hall.installation, hall.tournament_id)
    assert [call.note for call in calls(*where, Viewer(staff=True))] == ["a note for the staff"]
    assert [(call.reason, call.note) for call in calls(*where, Viewer(player_id=ana))] == [("Help", None)]
    assert calls(*where, Viewer(player_id=ben)) == calls(*where, PUBLIC_VIEWER) == ()
    assert refusal(call_view, *where, called, Viewer(player_id=ben)).kind == Kind.NOT_FOUND


def test_waiting_is_counted_until_somebody_comes(hall, judges):
    mia, noa = judges
    ana, ben, cleo = sorted(hall.players)[:3]
    first, second = (call_organizer(as_player(hall, who)).value for who in (ana, ben))
    call_organizer(as_player(hall, cleo))
    take_back_call(as_player(hall, cleo))

    def later(call, seconds):
        return replace(call, now=call.now + timedelta(seconds=seconds))

    claim_call(later(mia, 40), first)
    close_call(later(noa, 100), second)
    close_call(later(mia, 220), first)
    told = waiting(hall.installation, hall.tournament_id)
    assert (told.calls, told.answered, told.median_wait, told.longest_wait, told.median_answer) == (
        2, 2, 70, 100, 160,
    )  # fmt: skip
