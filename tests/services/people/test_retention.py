"""Names go so many days after an event's end, where its organizer chose so; results stay."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from sqlmodel import select

from app.services.event import tournaments, undo
from app.services.event.settings import TournamentDraft
from app.services.event.standings import standings_view
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import privacy
from app.services.people.retention import erase_expired, retention
from app.storage.tables import Journal, Player, Tournament

pytestmark = pytest.mark.both_engines


@pytest.fixture
def ended(playing):
    """A finished event of three that keeps names for 30 days."""
    playing.join("Ana", "Ben", "Cleo")
    tournaments.edit_tournament(playing.call, {"settings": {"retention_days": 30}})
    playing.play_round()
    tournaments.finish_tournament(playing.call)
    return playing


def names(installation):
    with installation.database.read_session() as session:
        return session.exec(select(Player.name).order_by(Player.id)).all()


def standings(playing):
    rows = standings_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER).rows
    return [(row.rank, row.points, row.sos) for row in rows]


def test_everybody_of_an_event_is_erased_when_its_days_are_over(ended, told):
    before = standings(ended)
    assert erase_expired(ended.installation, ended.now + timedelta(days=30, seconds=-1)) == ()
    assert names(ended.installation) == ["Ana", "Ben", "Cleo"]
    told.clear()
    later = ended.now + timedelta(days=30)
    with ended.installation.database.read_session() as session:
        code = session.exec(select(Tournament.code)).one()
    assert erase_expired(ended.installation, later) == (code,)
    assert names(ended.installation) == [f"Erased player {number}" for number in sorted(ended.players)]
    assert standings(ended) == before
    assert len(told) == 1 and "players" in told[0].topics
    assert erase_expired(ended.installation, later + timedelta(days=1)) == ()
    with ended.installation.database.read_session() as session:
        entries = session.exec(select(Journal).order_by(Journal.number)).all()
    assert [entry.command for entry in entries].count("erase_player") == 1
    assert (entries[-1].actor_name, entries[-1].changes, entries[-1].at) == ("the program", [], later)
    assert str(entries[-1].summary) == "All 3 players with a name were erased: the event ended 30 days ago"
    assert not any(name in str(entry.model_dump()) for entry in entries for name in ("Ana", "Ben", "Cleo"))
    with pytest.raises(Refused) as refused:
        undo.undo(ended.call, entries[-1].number)
    assert "gone for good" in refused.value.sentence


def test_who_was_erased_before_is_left_alone(ended):
    privacy.erase_player(ended.call, min(ended.players), typed="erase")
    erase_expired(ended.installation, ended.now + timedelta(days=31))
    with ended.installation.database.read_session() as session:
        last = session.exec(select(Journal).order_by(Journal.number.desc())).first()
    assert str(last.summary) == "All 2 players with a name were erased: the event ended 30 days ago"


@pytest.mark.parametrize("days", [None, 10**9])
def test_without_days_and_with_endless_ones_names_stay(ended, days):
    tournaments.edit_tournament(ended.call, {"settings": {"retention_days": days}})
    assert erase_expired(ended.installation, ended.now + timedelta(days=10_000)) == ()
    assert retention(ended.installation.database, ended.now).next is None


def test_an_event_that_was_reopened_or_never_ended_keeps_its_names_and_is_told(ended):
    much_later = ended.now + timedelta(days=100)
    tournaments.reopen_tournament(ended.call)
    assert erase_expired(ended.installation, much_later) == ()
    found = retention(ended.installation.database, much_later)
    assert (len(found.unfinished), found.due, found.waiting) == (1, (), ())
    assert retention(ended.installation.database, ended.now).unfinished == ()


def test_what_is_asked_for_is_told(ended):
    database = ended.installation.database
    end = ended.now + timedelta(days=30)
    before, after = retention(database, end - timedelta(days=1)), retention(database, end)
    assert (len(before.waiting), before.due, before.next) == (1, (), end)
    assert (after.waiting, len(after.due), after.next) == ((), 1, None)
    erase_expired(ended.installation, end)
    assert retention(database, end) == replace(after, due=())


def test_an_event_that_fails_does_not_keep_the_others_from_it(ended, monkeypatch, caplog):
    draft = TournamentDraft("Second", date(2018, 2, 15), settings={"retention_days": 1})
    installation, organizer, now = ended.installation, ended.organizer, ended.now
    made = tournaments.create_tournament(installation, organizer, now, draft, seed=8)
    second = type(ended)(installation, made.id, organizer, now)
    second.join("Dora", "Emil")
    second.play_round()
    tournaments.finish_tournament(second.call)
    erase = privacy.erase

    def failing(session, tournament_id, found):
        if tournament_id == ended.tournament_id:
            raise OSError("no room")
        erase(session, tournament_id, found)

    monkeypatch.setattr("app.services.people.retention.erase", failing)
    assert erase_expired(installation, now + timedelta(days=60)) == (made.code,)
    assert "were not erased" in caplog.text
    monkeypatch.undo()
    assert len(erase_expired(installation, now + timedelta(days=60))) == 1
