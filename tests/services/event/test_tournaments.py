"""Making, changing, ending an event."""

from datetime import date

import pytest
from sqlmodel import select

from app.services.event import tournaments
from app.services.event.codes import code_drawn
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, edit_tournament
from app.services.kernel.actors import PUBLIC
from app.services.kernel.errors import Kind, Refused
from app.storage.access_tables import Membership
from app.storage.journal import entries
from app.storage.tables import Round, Tournament
from tests.calls import call_of

DRAFT = TournamentDraft("Berlin Store Championship", date(2018, 2, 15))


def row_of(installation, tournament_id):
    with installation.database.read_session() as session:
        return session.get(Tournament, tournament_id)


def journal_of(installation, tournament_id):
    with installation.database.read_session() as session:
        return entries(session, tournament_id)


def test_whoever_makes_an_event_owns_it(installation, organizer, event):
    (listed,) = tournaments.tournaments_of_account(installation, organizer.id)
    assert listed == event
    assert listed.role == "owner"
    row = row_of(installation, event.id)
    assert (row.version, row.phase, row.registration_open, row.pool_date) == (
        1,
        "registration",
        True,
        date(2018, 2, 15),
    )
    (entry,) = journal_of(installation, event.id)
    assert (entry.number, entry.command, entry.actor_name) == (1, "create_tournament", "Olga")
    with installation.database.read_session() as session:
        assert session.exec(select(Membership)).one().account_id == organizer.id


def test_codes_are_five_letters_nobody_mistakes_and_never_two_alike(installation, organizer, now):
    made = {create_tournament(installation, organizer, now, DRAFT, seed=7).code for _ in range(5)}
    assert len(made) == 5
    assert made == {code_drawn(7, attempt) for attempt in range(5)}
    for code in made:
        assert len(code) == 5
        assert not set(code) - set("BCDFGHJKMNPRSTVWXYZ")


def test_a_code_is_found_in_any_case(installation, event):
    assert tournaments.tournament_id_by_code(installation, f" {event.code.lower()} ") == event.id
    for wrong in ("XXXXX", "", "\x00", "\ud800", "A" * 10_000):
        with pytest.raises(Refused) as refused:
            tournaments.tournament_id_by_code(installation, wrong)
        assert (refused.value.code, refused.value.kind) == ("unknown-code", Kind.NOT_FOUND)


def test_only_an_account_makes_an_event(installation, now):
    with pytest.raises(Refused) as refused:
        create_tournament(installation, PUBLIC, now, DRAFT, seed=7)
    assert refused.value.kind == Kind.FORBIDDEN


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "  "},
        {"format": "extended"},
        {"pool_date": date(2016, 1, 1)},
        {"mwl": "MWL 7"},
        {"pool_overrides": {"deluxes": ["nothing"]}},
        {"pool_overrides": {"boxes": 1}},
        {"pool_overrides": {"core": {"core2": 0}}},
        {"round_minutes": 0},
        {"planned_rounds": 31},
        {"deck_policy": "perhaps"},
        {"decks_change": "always"},
        {"decks_open": "now"},
        {"timed_win_points": 4},
        {"cut_kind": "double", "cut_size": 2},
        {"cut_kind": "none", "cut_size": 4},
        {"cut_sides": "coin"},
        {"hide_last_rounds": -1},
        {"info": "x" * 5001},
        {"settings": {"cut_decided": True}},
        {"settings": {"retention_days": "7"}},
        {"phase": "finished"},
    ],
    ids=str,
)
def test_a_setting_that_makes_no_sense_is_refused_and_nothing_changes(
    installation, organizer, now, event, told, wrong
):
    before = row_of(installation, event.id)
    told.clear()
    with pytest.raises(Refused) as refused:
        edit_tournament(call_of(installation, event.id, organizer, now), wrong)
    assert refused.value.kind == Kind.INVALID
    assert refused.value.sentence.endswith(".")
    assert row_of(installation, event.id) == before
    assert told == []


def test_settings_change_and_the_journal_says_how(installation, organizer, now, event, told):
    changes = {"round_minutes": 45, "cut_kind": "double", "cut_size": 8, "settings": {"nrdb_id": 12}}
    edit_tournament(call_of(installation, event.id, organizer, now), changes)
    row = row_of(installation, event.id)
    assert (row.round_minutes, row.cut_kind, row.cut_size, row.settings) == (45, "double", 8, {"nrdb_id": 12})
    entry = journal_of(installation, event.id)[0]
    assert str(entry.summary) == "Settings were changed: cut kind, cut size, NetrunnerDB id and round minutes"
    assert entry.details["changed"]["round_minutes"] == [40, 45]
    assert told[-1].topics == {"tournament", "journal"}
    edit_tournament(call_of(installation, event.id, organizer, now), changes)
    assert len(journal_of(installation, event.id)) == 2, "repeating a change makes no entry"
    edit_tournament(call_of(installation, event.id, organizer, now), {"settings": {"nrdb_id": None}})
    assert row_of(installation, event.id).settings == {}


def test_the_pool_moves_with_the_event_unless_it_was_chosen(installation, organizer, now, event):
    edit_tournament(call_of(installation, event.id, organizer, now), {"date": date(2018, 6, 1)})
    assert row_of(installation, event.id).pool_date == date(2018, 6, 1)
    edit_tournament(call_of(installation, event.id, organizer, now), {"pool_date": date(2018, 3, 1)})
    edit_tournament(call_of(installation, event.id, organizer, now), {"date": date(2018, 7, 1)})
    assert row_of(installation, event.id).pool_date == date(2018, 3, 1)


def test_registration_opens_and_closes(installation, organizer, now, event, told):
    for is_open in (False, False, True):
        tournaments.set_registration(call_of(installation, event.id, organizer, now), is_open)
        assert row_of(installation, event.id).registration_open == is_open
    assert len(told) == 2


def test_an_event_ends_and_goes_on(installation, organizer, now, event):
    with pytest.raises(Refused) as refused:
        tournaments.finish_tournament(call_of(installation, event.id, organizer, now))
    assert refused.value.code == "not-possible-now"
    with installation.database.write_session(event.id) as session:
        session.get(Tournament, event.id).phase = "swiss"
        session.add(
            Round(tournament_id=event.id, number=1, state="closed", seed=1, clock_length=2400, paired_at=now)
        )
    tournaments.finish_tournament(call_of(installation, event.id, organizer, now))
    tournaments.finish_tournament(call_of(installation, event.id, organizer, now))
    row = row_of(installation, event.id)
    assert (row.phase, row.finished_at, row.registration_open, row.version) == ("finished", now, False, 2)
    tournaments.reopen_tournament(call_of(installation, event.id, organizer, now))
    row = row_of(installation, event.id)
    assert (row.phase, row.finished_at, row.version) == ("swiss", None, 3)
