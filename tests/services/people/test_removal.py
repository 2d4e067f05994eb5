"""Entries that never played are taken out with all that is theirs, and an undo brings them back."""

import pytest
from sqlmodel import select

from app.services.event import queries
from app.services.event.consistency import contradictions
from app.services.event.undo import undo
from app.services.kernel.actors import PUBLIC
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import sessions
from app.services.people.entries import Entry
from app.services.people.registration import register_player
from app.services.people.removal import removable, remove_players
from app.storage.tables import Deck, Player, Tournament
from tests.calls import call_of


@pytest.fixture
def strangers(playing, corp_list, runner_list):
    """Two who are paired, and three who joined by themselves afterwards, with decks."""
    playing.join("Ana", "Ben")
    playing.play_round()
    made = []
    for number in range(3):
        entry = Entry(f"Stranger {number}", "", None, None, corp_list, runner_list)
        call = call_of(playing.installation, playing.tournament_id, PUBLIC, playing.now)
        made.append(register_player(call, entry, f"link {number}").value.player_id)
    return made


def rows(playing, model):
    with playing.installation.database.read_session() as session:
        return session.exec(select(model).order_by(model.id)).all()


def test_strangers_go_with_their_decks_and_sessions(playing, strangers):
    installation, tournament_id, now = playing.installation, playing.tournament_id, playing.now
    sessions.open_session(installation, now, "stranger", sessions.player_of_link(installation, "link 1"))
    found = removable(installation, tournament_id)
    assert [(each.id, each.by_themselves) for each in found] == [(id, True) for id in reversed(strangers)]
    remove_players(playing.call, strangers)
    assert [row.name for row in rows(playing, Player)] == ["Ana", "Ben"] and rows(playing, Deck) == []
    assert sessions.session_of(installation, now, "stranger") is None
    with pytest.raises(Refused):
        sessions.player_of_link(installation, "link 1")
    newest = queries.journal_view(installation, tournament_id, ORGANIZER_VIEWER, None, 1)[0]
    assert str(newest.summary) == "3 entries were removed"
    with installation.database.read_session() as session:
        assert contradictions(session, session.get_one(Tournament, tournament_id)) == []


def test_an_undo_brings_them_back_without_their_links(playing, strangers):
    installation, tournament_id = playing.installation, playing.tournament_id
    remove_players(playing.call, strangers[:2])
    undo(playing.call, queries.version(installation, tournament_id))
    assert [row.id for row in rows(playing, Player)][2:] == strangers
    assert len(rows(playing, Deck)) == 6
    with pytest.raises(Refused):
        sessions.player_of_link(installation, "link 0")
    assert sessions.player_of_link(installation, "link 2").id == strangers[2]


def test_who_was_paired_stays_and_then_nobody_goes(playing, strangers):
    paired = rows(playing, Player)[0].id
    with pytest.raises(Refused) as refused:
        remove_players(playing.call, [strangers[0], paired])
    assert refused.value.sentence == "Ana has been paired already: drop them instead."
    assert len(rows(playing, Player)) == 5
    for ids, kind in (([], Kind.INVALID), ([99999], Kind.NOT_FOUND)):
        with pytest.raises(Refused) as refused:
            remove_players(playing.call, ids)
        assert refused.value.kind is kind
    playing.pair()
    with pytest.raises(Refused, match="has been paired already"):
        remove_players(playing.call, strangers)
