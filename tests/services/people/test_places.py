"""The limit of players and the waiting list: who waits, who comes next, what they are told."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.services.event import queries
from app.services.event.announcements import standing_in
from app.services.event.consistency import contradictions
from app.services.event.standings import standings_view
from app.services.event.tournaments import edit_tournament
from app.services.event.undo import undo
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER
from app.services.people.entries import Entry
from app.services.people.places import give_place
from app.services.people.registration import drop_player, register_player, reinstate_player
from app.services.people.removal import remove_players
from app.services.play.drafts import swap_seats
from app.services.play.late_players import play_bye
from app.services.play.rounds import close_round
from app.storage.tables import Tournament
from app.words.reader import Reader, reading
from tests.calls import call_of

pytestmark = pytest.mark.both_engines

CORP, RUNNER = "NBN: Making News", "Noise: Hacker Extraordinaire"


@pytest.fixture
def full(playing):
    """An event of two places, which Ana and Ben have."""
    edit_tournament(playing.call, {"settings": {"player_limit": 2}, "deck_policy": "none"})
    for name in ("Ana", "Ben"):
        join(playing, name)
    return playing


def join(hall, name):
    """Somebody joins by themselves; the entry as it was answered."""
    stranger = call_of(hall.installation, hall.tournament_id, PUBLIC, hall.now)
    made = register_player(stranger, Entry(name, "", CORP, RUNNER), f"link-{name}").value
    hall.players[made.player_id] = Actor(ActorKind.PLAYER, made.player_id, name, hall.tournament_id)
    return made


def own(hall, made):
    return call_of(hall.installation, hall.tournament_id, hall.players[made.player_id], hall.now)


def event(hall):
    return queries.tournament_view(hall.installation, hall.tournament_id, PUBLIC_VIEWER)


def named(hall, name):
    found = queries.players_view(hall.installation, hall.tournament_id, ORGANIZER_VIEWER)
    return next(each for each in found if each.name == name)


def queue(hall):
    """The names on the waiting list in order."""
    found = queries.players_view(hall.installation, hall.tournament_id, ORGANIZER_VIEWER)
    waiting = [each for each in found if each.waiting is not None]
    return [each.name for each in sorted(waiting, key=lambda each: each.waiting)]


def told_to(hall, made):
    with hall.installation.database.read_session() as session:
        said = standing_in(session, hall.tournament_id, hall.now)
        return [str(each.text) for each in said if each.player_id == made.player_id]


def sound(hall):
    with hall.installation.database.read_session() as session:
        return contradictions(session, session.get_one(Tournament, hall.tournament_id)) == []


def test_who_joins_a_full_event_waits_in_turn(full):
    cleo, dan = join(full, "Cleo"), join(full, "Dan")
    assert (cleo.waiting, dan.waiting) == (1, 2)
    assert queue(full) == ["Cleo", "Dan"]
    assert (event(full).players, event(full).waiting, event(full).dropped) == (2, 2, 0)
    assert join(full, "Cleo").waiting == 1, "the same call again"
    assert [str(entry.summary) for entry in full.journal()][:2] == [
        "Dan joined the waiting list",
        "Cleo joined the waiting list",
    ]


def test_who_waits_is_neither_paired_nor_ranked(full):
    join(full, "Cleo")
    drawn = full.pair()
    assert drawn.unpaired == []
    assert {seat.name for table in drawn.tables for seat in (table.first, table.second)} == {"Ana", "Ben"}
    cleo = named(full, "Cleo")
    with pytest.raises(Refused) as refused:
        swap_seats(full.call, 1, drawn.tables[0].first.player_id, cleo.id)
    assert refused.value.sentence == "Cleo is on the waiting list: give them a place first."
    full.play_tables(1)
    ranked = standings_view(full.installation, full.tournament_id, ORGANIZER_VIEWER).rows
    assert {row.name for row in ranked} == {"Ana", "Ben"}
    assert sound(full)


def test_a_place_that_becomes_free_goes_to_who_waits_longest(full, told):
    cleo, dan = join(full, "Cleo"), join(full, "Dan")
    ana = named(full, "Ana")
    told.clear()
    done = drop_player(full.call, ana.id)
    assert queue(full) == ["Dan"] and not named(full, "Cleo").dropped
    assert told_to(full, cleo) == ["A place became free: you are in, and play from round 1 on."]
    with reading(Reader("ja")):
        assert told_to(full, cleo) == ["空きができました。第1ラウンドから参加できます。"]
    assert told_to(full, dan) == []
    assert {f"seat/{cleo.player_id}", f"seat/{dan.player_id}"} <= told[0].topics
    undo(full.call, done.entry)
    assert queue(full) == ["Cleo", "Dan"] and told_to(full, cleo) == []
    assert not named(full, "Ana").dropped


def test_who_gave_the_place_away_waits_at_the_end(full):
    cleo, dan = join(full, "Cleo"), join(full, "Dan")
    drop_player(own(full, cleo), cleo.player_id)
    assert queue(full) == ["Dan"] and named(full, "Cleo").dropped
    ana = named(full, "Ana")
    me = call_of(full.installation, full.tournament_id, full.players[ana.id], full.now)
    drop_player(me, ana.id)
    assert queue(full) == []
    reinstate_player(own(full, cleo), cleo.player_id)
    reinstate_player(replace(me, now=full.now + timedelta(seconds=1)), ana.id)
    assert queue(full) == ["Cleo", "Ana"]
    reinstate_player(full.call, ana.id)
    assert queue(full) == ["Cleo", "Ana"], "she is back already"
    give_place(full.call, ana.id)
    assert (queue(full), event(full).players) == (["Cleo"], 3)
    assert dan.waiting == 2


def test_removed_entries_and_a_higher_limit_make_places_free(full):
    for name in ("Cleo", "Dan", "Eve", "Finn"):
        join(full, name)
    remove_players(full.call, [named(full, "Ana").id])
    assert queue(full) == ["Dan", "Eve", "Finn"]
    edit_tournament(full.call, {"settings": {"player_limit": 3}})
    assert queue(full) == ["Eve", "Finn"]
    edit_tournament(full.call, {"settings": {"player_limit": None}})
    assert queue(full) == [] and event(full).players == 5


def test_the_organizer_enters_and_lets_in_beyond_the_limit(full):
    full.join("Cleo")
    assert queue(full) == [] and event(full).players == 3
    dan = join(full, "Dan")
    assert dan.waiting == 1
    done = give_place(full.call, dan.player_id)
    assert queue(full) == [] and event(full).players == 4
    give_place(full.call, dan.player_id)
    assert [str(entry.summary) for entry in full.journal()][:2] == [
        "Dan has a place now",
        "Dan joined the waiting list",
    ]
    undo(full.call, done.entry)
    assert queue(full) == ["Dan"]
    with pytest.raises(Refused) as refused:
        give_place(own(full, dan), dan.player_id)
    assert refused.value.code == "not-allowed"


def test_once_round_1_is_published_only_the_organizer_gives_places(full):
    cleo = join(full, "Cleo")
    table = full.publish(full.pair().number).tables[0]
    drop_player(full.call, table.first.player_id)
    assert queue(full) == ["Cleo"]
    full.finish(full.settle(table))
    close_round(full.call, 1)
    done = give_place(full.call, cleo.player_id)
    assert told_to(full, cleo) == ["A place became free: you are in, and play from round 2 on."]
    assert named(full, "Cleo").first_round == 2
    full.publish(full.pair().number)
    with pytest.raises(Refused) as refused:
        undo(full.call, done.entry)
    assert "Cleo" in refused.value.sentence or "waiting list" in refused.value.sentence
    assert sound(full)


def test_who_waits_may_play_who_has_the_bye(full):
    edit_tournament(full.call, {"settings": {"player_limit": 3}})
    join(full, "Cleo")
    dan = join(full, "Dan")
    full.publish(full.pair().number)
    play_bye(full.call, 1, dan.player_id)
    assert queue(full) == [] and sound(full)


def test_a_late_free_place_is_in_the_draft_to_come(full):
    join(full, "Cleo")
    full.pair()
    drop_player(full.call, named(full, "Ana").id)
    assert named(full, "Cleo").first_round == 1
    assert [seat.name for seat in full.round(1).unpaired] == ["Cleo"]
