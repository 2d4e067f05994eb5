"""What the organizer says to everybody."""

from datetime import UTC, datetime, timedelta

import pytest

from app.services.event.announcements import (
    announce,
    end_announcement,
    standing_announcements,
    tell_ends,
)
from app.services.event.questions import asking
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people.entries import Entry
from app.services.people.registration import register_players
from app.services.play import rounds
from tests.calls import call_of


@pytest.fixture
def people(installation, event, organizer, now):
    names = ("Ana", "Ben")
    made = register_players(
        call_of(installation, event.id, organizer, now), [Entry(n) for n in names], ["a", "b"]
    ).value
    return [Actor(ActorKind.PLAYER, one.player_id, one.name, event.id) for one in made]


def standing_calls(installation, tournament_id, now):
    with asking(installation, tournament_id, ORGANIZER_VIEWER, now) as ask:
        return ask.calls()


def refusal(function, *args):
    with pytest.raises(Refused) as refused:
        function(*args)
    return refused.value.code, refused.value.kind


NOW = datetime(2018, 2, 15, 13, tzinfo=UTC)


def texts(installation, event, now=NOW):
    return [row.text for row in standing_announcements(installation, event.id, now)]


def test_what_is_announced_stands_until_it_is_taken_down(installation, event, organizer, now, told):
    first = announce(call_of(installation, event.id, organizer, now), "  Lunch until\n14:30 ").value
    announce(call_of(installation, event.id, organizer, now), "Round 4 starts at 14:40")
    assert texts(installation, event) == ["Round 4 starts at 14:40", "Lunch until 14:30"]
    assert told[-1].topics == {"announcement", "journal"}
    told.clear()
    for _ in range(2):
        end_announcement(call_of(installation, event.id, organizer, now), first)
    assert texts(installation, event) == ["Round 4 starts at 14:40"]
    assert len(told) == 1


def test_the_same_said_twice_stands_once(installation, event, organizer, now, told):
    told.clear()
    first = announce(call_of(installation, event.id, organizer, now), "Lunch").value
    assert announce(call_of(installation, event.id, organizer, now), " Lunch ").value == first
    assert len(told) == 1
    announce(call_of(installation, event.id, organizer, now), "Back at 14:00")
    announce(call_of(installation, event.id, organizer, now), "Lunch")
    assert texts(installation, event) == ["Lunch", "Back at 14:00", "Lunch"]


@pytest.mark.parametrize("text", ["", "  ", "x" * 501, "a\x00b", "\ud800"], ids=ascii)
def test_what_nobody_can_read_is_not_announced(installation, event, organizer, now, text):
    assert refusal(announce, call_of(installation, event.id, organizer, now), text)[1] == Kind.INVALID
    assert texts(installation, event) == []


def test_only_the_staff_takes_it_down(installation, event, organizer, now, people):
    said = announce(call_of(installation, event.id, organizer, now), "Lunch").value
    for actor, kind in ((PUBLIC, 401), (people[0], 403)):
        assert refusal(end_announcement, call_of(installation, event.id, actor, now), said)[1] == kind
    assert refusal(end_announcement, call_of(installation, event.id, organizer, now), 99)[1] == Kind.NOT_FOUND
    assert texts(installation, event) == ["Lunch"]


def test_an_announcement_ends_after_its_minutes_and_is_told_once(installation, event, organizer, now, told):
    announce(call_of(installation, event.id, organizer, now), "Lunch", minutes=15)
    gone = announce(call_of(installation, event.id, organizer, now), "Pizza", minutes=10).value
    announce(call_of(installation, event.id, organizer, now), "Stays")
    soon, later = now + timedelta(minutes=14), now + timedelta(minutes=15)
    assert texts(installation, event, soon) == ["Stays", "Lunch"]
    assert texts(installation, event, later) == ["Stays"]
    end_announcement(call_of(installation, event.id, organizer, now + timedelta(minutes=1)), gone)
    told.clear()
    tell_ends(installation, now + timedelta(minutes=2), soon)
    assert told == []
    tell_ends(installation, soon, later)
    assert [notice.topics for notice in told] == [{"announcement", "journal"}]
    tell_ends(installation, later, later + timedelta(minutes=5))
    assert len(told) == 1


def test_an_announcement_ends_with_the_round(playing):
    playing.join("Ana", "Ben")
    assert refusal(lambda: announce(playing.call, "Judge!", with_round=True)) == ("no-round", Kind.CONFLICT)
    playing.pair()
    playing.publish(1)
    announce(playing.call, "Play at the tables of the other hall", with_round=True)
    announce(playing.call, "The bar closes at six")
    here = (playing.installation, playing.tournament_id, playing.call.now)
    assert len(standing_announcements(*here)) == 2
    for table in playing.round(1).tables:
        playing.finish(playing.settle(table))
    rounds.close_round(playing.call, 1)
    assert [one.text for one in standing_announcements(*here)] == ["The bar closes at six"]


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_minutes_out_of_reason_are_refused(installation, event, organizer, now, minutes):
    call = call_of(installation, event.id, organizer, now)
    code, kind = refusal(lambda: announce(call, "Lunch", minutes=minutes))
    assert (code, kind) == ("invalid-minutes", Kind.INVALID)
    assert texts(installation, event) == []
