"""Erasing a player: the results stay, the name goes from every table."""

from contextlib import suppress

import pytest
from sqlalchemy import text
from sqlmodel import select

from app.services.decks.handed_in import hand_in_deck, override_deck
from app.services.event.announcements import announce
from app.services.event.tournaments import edit_tournament, finish_tournament, reopen_tournament
from app.services.event.undo import undo
from app.services.exchange.archives import archive, import_archive
from app.services.judging.calls import call_organizer, claim_call, close_call
from app.services.judging.penalties import give_penalty, penalties
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import Viewer
from app.services.people import sessions
from app.services.people.entries import Entry
from app.services.people.new_links import reissue_link
from app.services.people.privacy import erase_player
from app.services.people.registration import edit_player, register_player
from app.services.play import auctions, results, rounds
from app.sides import Side
from app.storage.journal import all_entries
from app.storage.recording import RECORDED
from app.storage.tables import Journal, Pairing, Player, metadata
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of

pytestmark = pytest.mark.both_engines


@pytest.fixture
def played(installation, event, organizer, now, corp_list):
    """A finished event of Zoraida (once Zora), Zoraida Banks and Corp; and Zoraida as an actor."""
    here = (call_of(installation, event.id, organizer, now),)
    list_ = f"// a deck of Zoraida\n{corp_list}\nZoraida's own line"
    joined = register_player(*here, Entry("Zora", "zey", corp_deck=list_), "link of Zora").value
    for name in ("Zoraida Banks", "Corp", "Dora"):
        register_player(*here, Entry(name), f"link of {name}")
    zoraida = Actor(ActorKind.PLAYER, joined.player_id, "Zoraida", event.id)
    edit_player(*here, joined.player_id, {"name": "Zoraida"})
    override_deck(*here, joined.player_id, Side.CORP, "ZORAIDA lost a card")
    announce(*here, "Zoraida and Zoraida Banks, come to the desk; Zoraidas stay")
    called = call_organizer(call_of(installation, event.id, zoraida, now), "my name is Zora").value
    claim_call(*here, called)
    close_call(*here, called, "Zoraida counted wrongly")
    give_penalty(*here, joined.player_id, "warning", "slow-play", "Zora again")
    give_penalty(*here, joined.player_id, "warning", "Zoraida's own words")
    edit_tournament(*here, {"info": "Ask Zoraida."})
    rounds.pair_round(*here, seed=1)
    rounds.publish_round(*here, 1)
    with installation.database.read_session() as session:
        tables = session.exec(select(Pairing)).all()
    for table in tables:
        there = (call_of(installation, event.id, organizer, now), table.id)
        auctions.settle_auction(
            *there, winner_id=table.first_id, side=Side.CORP, bid=2, reason="Zoraida said so"
        )
        results.correct_result(*there, report=Report(Outcome.CORP, Ending.AGENDA, 7, 2))
    rounds.close_round(*here, 1)
    finish_tournament(*here)
    return zoraida


def everything(installation):
    with installation.database.read_session() as session:
        return "\n".join(
            str(tuple(row))
            for table in metadata.sorted_tables
            for row in session.connection().execute(text(f'SELECT * FROM "{table.name}"'))
        )


def test_no_trace_of_the_name_is_left_in_any_table(installation, event, organizer, now, played):
    found = everything(installation)
    assert "Zora" in found
    erase_player(call_of(installation, event.id, organizer, now), played.id, typed="erase")
    left = everything(installation)
    others = left.replace("Zoraida Banks", "").replace("zoraida banks", "").replace("Zoraidas stay", "")
    assert "zora" not in others.casefold()
    assert "zey" not in others
    assert left.count("Zoraida Banks") == found.count("Zoraida Banks")
    assert f"Erased player {played.id}" in left


def test_penalties_go_with_the_player(installation, event, organizer, now, played):
    here = (call_of(installation, event.id, organizer, now),)
    staff = Viewer(staff=True)
    with installation.database.read_session() as session:
        other = session.exec(select(Player).where(Player.name == "Corp")).one().id
    give_penalty(*here, other, "warning", "tardiness")
    assert [each.player_id for each in penalties(installation, event.id, staff)] == [played.id] * 2 + [other]
    erase_player(*here, played.id, typed="erase")
    assert [each.player_id for each in penalties(installation, event.id, staff)] == [other]
    told = everything(installation)
    assert "slow-play" not in told and "own words" not in told and "tardiness" in told
    with installation.database.read_session() as session:
        values = [
            change["after"]
            for entry in all_entries(session, event.id)
            for change in entry.changes
            if change["table"] in ("penalty", "judge_call") and change["after"]
        ]
    mine = [each for each in values if each.get("player_id", played.id) == played.id]
    assert {each.get(name, "") for each in mine for name in ("infraction", "reason", "note")} == {""}


def test_results_stay_as_they_were(installation, event, organizer, now, played):
    with installation.database.read_session() as session:
        before = session.exec(select(Pairing).order_by(Pairing.id)).all()
    erase_player(call_of(installation, event.id, organizer, now), played.id, typed="erase")
    with installation.database.read_session() as session:
        after = session.exec(select(Pairing).order_by(Pairing.id)).all()
        player = session.get(Player, played.id)
    plain = {"reason"}
    assert [row.model_dump(exclude=plain) for row in after] == [
        row.model_dump(exclude=plain) for row in before
    ]
    assert (player.name, player.pronouns, player.erased, player.corp_identity) == (
        f"Erased player {played.id}",
        "",
        True,
        "Jinteki: Personal Evolution",
    )


def test_the_link_and_the_browser_of_an_erased_player_are_out(installation, event, organizer, now, played):
    sessions.open_session(installation, now, "cookie", played)
    erase_player(call_of(installation, event.id, organizer, now), played.id, typed="erase")
    assert sessions.session_of(installation, now, "cookie") is None
    with pytest.raises(Refused) as refused:
        sessions.player_of_link(installation, "link of Zora")
    assert refused.value.kind == Kind.NOT_SIGNED_IN


def test_a_name_that_is_a_word_of_the_program_spoils_nothing(installation, event, organizer, now, played):
    with installation.database.read_session() as session:
        corp = session.exec(select(Player).where(Player.name == "Corp")).one()
        before = _rows(session)
    erase_player(call_of(installation, event.id, organizer, now), corp.id, typed="erase")
    with installation.database.read_session() as session:
        after = _rows(session)
        changes = [change for entry in all_entries(session, event.id) for change in entry.changes]
    for table in ("deck", "pairing"):
        assert [row["side" if table == "deck" else "bid_side"] for row in after[table]] == [
            row["side" if table == "deck" else "bid_side"] for row in before[table]
        ]
    sides = {c["after"].get("bid_side") for c in changes if c["table"] == "pairing" and c["after"]}
    assert sides <= {None, "corp"}
    assert all(set(change) == {"table", "id", "before", "after"} for change in changes)


def _rows(session):
    return {
        model.__tablename__: [row.model_dump() for row in session.exec(select(model)).all()]
        for model in RECORDED
    }


def test_erasing_waits_for_the_end_is_once_and_final(installation, event, organizer, now):
    joined = register_player(call_of(installation, event.id, organizer, now), Entry("Ana"), "link").value
    with pytest.raises(Refused) as refused:
        erase_player(call_of(installation, event.id, organizer, now), joined.player_id, typed="erase")
    assert (refused.value.code, refused.value.kind) == ("not-finished", Kind.CONFLICT)


def test_an_erasing_is_not_undone_and_its_entry_knows_no_name(
    installation, event, organizer, now, played, told
):
    erase_player(call_of(installation, event.id, organizer, now), played.id, typed="erase")
    told.clear()
    erase_player(call_of(installation, event.id, organizer, now), played.id, typed="erase")
    assert told == []
    with installation.database.read_session() as session:
        entry = session.exec(select(Journal).order_by(Journal.number.desc())).first()
    assert (entry.command, entry.changes) == ("erase_player", [])
    with pytest.raises(Refused) as refused:
        undo(call_of(installation, event.id, organizer, now), entry.number)
    assert "gone for good" in refused.value.sentence


def test_nothing_gives_an_erased_player_a_name_again(
    installation, event, organizer, now, played, corp_list, told
):
    here = (call_of(installation, event.id, organizer, now),)
    with installation.database.read_session() as session:
        numbers = [entry.number for entry in all_entries(session, event.id)]
    erase_player(*here, played.id, typed="erase")
    reopen_tournament(*here)
    told.clear()
    attempts = {
        "rename": lambda: edit_player(*here, played.id, {"name": "Zoraida"}),
        "pronouns": lambda: edit_player(*here, played.id, {"pronouns": "zey"}),
        "household": lambda: edit_player(*here, played.id, {"household": "the Zoras"}),
        "link": lambda: reissue_link(*here, played.id, "another link"),
        "deck": lambda: hand_in_deck(*here, played.id, Side.CORP, f"// Zoraida\n{corp_list}"),
        "override": lambda: override_deck(*here, played.id, Side.CORP, "Zoraida is honest"),
        "call": lambda: call_organizer(call_of(installation, event.id, played, now), "Zoraida again"),
    }
    for what, attempt in attempts.items():
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "player-erased", what
    assert told == []
    for number in reversed(numbers):
        with suppress(Refused):
            undo(*here, number)
    left = everything(installation).replace("Zoraida Banks", "").replace("zoraida banks", "")
    assert "zora" not in left.replace("Zoraidas stay", "").casefold()


def test_joining_undone_and_done_again_is_still_of_nobody(installation, event, organizer, now, played):
    here = (call_of(installation, event.id, organizer, now),)
    reopen_tournament(*here)
    player_id = register_player(*here, Entry("Late Lisa"), "link").value.player_id
    with installation.database.read_session() as session:
        joined = [entry.number for entry in all_entries(session, event.id)][-1]
    finish_tournament(*here)
    erase_player(*here, player_id, typed="erase")
    reopen_tournament(*here)
    undo(*here, joined)
    with installation.database.read_session() as session:
        assert session.get(Player, player_id) is None
        undone = [entry.number for entry in all_entries(session, event.id)][-1]
    undo(*here, undone)
    with installation.database.read_session() as session:
        row = session.get(Player, player_id)
    assert (row.name, row.erased, row.link_hash) == (f"Erased player {player_id}", True, None)


def test_somebody_who_has_the_erased_name_keeps_it(installation, event, organizer, now, played):
    here = (call_of(installation, event.id, organizer, now),)
    reopen_tournament(*here)
    taken = f"Erased player {played.id}"
    other = register_player(*here, Entry(taken), "link of another").value.player_id
    finish_tournament(*here)
    erase_player(*here, played.id, typed="erase")
    erase_player(*here, played.id, typed="erase")
    with installation.database.read_session() as session:
        names = {row.id: row.name for row in session.exec(select(Player))}
    assert (names[other], names[played.id]) == (taken, f"{taken} (2)")


def test_an_archive_brings_no_name_back(installation, event, organizer, now, played):
    here = (call_of(installation, event.id, organizer, now),)
    erase_player(*here, played.id, typed="erase")
    content = archive(installation, event.id).encode()
    made = import_archive(installation, organizer, now, content, seed=5)
    with installation.database.read_session() as session:
        rows = session.exec(select(Player).where(Player.tournament_id == made.id)).all()
    erased = next(row for row in rows if row.erased)
    with pytest.raises(Refused) as refused:
        edit_player(call_of(installation, made.id, organizer, now), erased.id, {"name": "Zoraida"})
    assert refused.value.code in ("player-erased", "not-possible-now")
    assert "zora" not in erased.name.casefold()
