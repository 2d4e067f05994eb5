"""Joining, changing an entry, dropping, coming back, personal links."""

from datetime import date

import pytest
from sqlmodel import select

from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, edit_tournament, set_registration
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.people import sessions
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.new_links import reissue_link
from app.services.people.registration import (
    drop_player,
    edit_player,
    register_player,
    register_players,
    reinstate_player,
)
from app.storage.journal import entries
from app.storage.tables import Deck, Player, Round
from tests.calls import call_of

pytestmark = pytest.mark.both_engines

ANA = Entry("Ana", "she", "Jinteki: Personal Evolution", "Gabriel Santiago: Consummate Professional")


@pytest.fixture
def join(installation, event, now):
    def joined(entry=ANA, actor=PUBLIC, secret=None):
        return register_player(
            call_of(installation, event.id, actor, now), entry, secret or f"link of {entry.name}"
        ).value

    return joined


@pytest.fixture
def add_round(installation, event, now):
    def added(number, state):
        with installation.database.write_session(event.id) as session:
            session.add(
                Round(
                    tournament_id=event.id,
                    number=number,
                    state=state,
                    seed=1,
                    clock_length=2400,
                    paired_at=now,
                )
            )

    return added


def rows(installation, table=Player):
    with installation.database.read_session() as session:
        return session.exec(select(table).order_by(table.id)).all()


def last_entry(installation, event):
    with installation.database.read_session() as session:
        return entries(session, event.id)[0]


def player_actor(event, registered):
    return Actor(ActorKind.PLAYER, registered.player_id, registered.name, event.id)


def refusal(function, *args, **named):
    with pytest.raises(Refused) as refused:
        function(*args, **named)
    return refused.value.code, refused.value.kind


def test_somebody_joins_with_both_decks_and_hears_their_verdicts(
    installation, event, join, corp_list, runner_list
):
    joined = join(Entry("  Ana  María ", "she/her", corp_deck=corp_list, runner_deck=runner_list))
    assert joined.name == "Ana María"
    assert joined.verdicts["corp"]["legal"] is joined.verdicts["runner"]["legal"] is True
    (row,) = rows(installation)
    assert row.corp_identity == "Jinteki: Personal Evolution"
    assert row.runner_identity == "Gabriel Santiago: Consummate Professional"
    assert (row.first_round, row.joined_by, row.dropped) == (1, "player", False)
    assert {deck.side: sum(deck.cards.values()) for deck in rows(installation, Deck)} == {
        "corp": 45,
        "runner": 45,
    }
    entry = last_entry(installation, event)
    assert (entry.actor_kind, entry.actor_id, entry.actor_name) == ("player", row.id, "Ana María")
    assert sessions.player_of_link(installation, "link of   Ana  María ").id == row.id


def test_the_same_form_sent_twice_makes_one_player(installation, join, told):
    first = join()
    told.clear()
    assert join() == first
    assert len(rows(installation)) == 1
    assert told == []


@pytest.mark.parametrize("name", ["Ana", "ANA", " ａｎａ "])
def test_joining_twice_with_one_name_is_refused_with_what_to_do(installation, join, name):
    join()
    with pytest.raises(Refused) as refused:
        join(Entry(name, "", ANA.corp_identity, ANA.runner_identity), secret="another phone")
    assert (refused.value.code, refused.value.kind) == ("name-taken", Kind.CONFLICT)
    assert "personal link" in refused.value.sentence
    assert len(rows(installation)) == 1


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry("", "", ANA.corp_identity, ANA.runner_identity), "invalid-name"),
        (Entry("A\x07na", "", ANA.corp_identity, ANA.runner_identity), "invalid-name"),
        (Entry("Ana", "x" * 31, ANA.corp_identity, ANA.runner_identity), "invalid-text"),
        (Entry("Ana", "", "Jinteki: Personal Revolution", ANA.runner_identity), "unknown-identity"),
        (Entry("Ana", "", "Jinteki", ANA.runner_identity), "unknown-identity"),
        (Entry("Ana", "", ANA.runner_identity, ANA.runner_identity), "unknown-identity"),
        (Entry("Ana", "", "Hedge Fund", ANA.runner_identity), "unknown-identity"),
        (Entry("Ana", "", ANA.corp_identity, None), "identity-missing"),
        (Entry("Ana", "", *(ANA.corp_identity, ANA.runner_identity), b"\x00\x01\x02"), "unreadable-deck"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bad_entry_is_refused_and_nobody_is_entered(installation, join, entry, code):
    assert refusal(join, entry) == (code, Kind.INVALID)
    assert rows(installation) == rows(installation, Deck) == []


def test_suggestions_come_with_a_misspelt_identity(join):
    with pytest.raises(Refused) as refused:
        join(Entry("Ana", "", "Jinteki: Personal Evolutoin", ANA.runner_identity))
    assert "Jinteki: Personal Evolution" in refused.value.state["suggestions"]
    assert "Jinteki: Personal Evolution" in refused.value.sentence


@pytest.mark.parametrize("part", ["Personal Evolution", "personal evo", "jinteki: personal evolution"])
def test_a_part_of_an_identity_is_enough_where_it_fits_one(installation, join, part):
    join(Entry("Ana", "", part, "Gabriel"))
    (row,) = rows(installation)
    assert (row.corp_identity, row.runner_identity) == (ANA.corp_identity, ANA.runner_identity)


def test_the_beginning_of_a_word_wins_over_a_part_inside_one(installation, join):
    join(Entry("Ana", "", ANA.corp_identity, "steve"))
    assert rows(installation)[0].runner_identity == "Steve Cambridge: Master Grifter"
    join(Entry("Ben", "", ANA.corp_identity, "stevez"))
    assert rows(installation)[1].runner_identity == "Valencia Estevez: The Angel of Cayambe"
    for misspelt in ("Stevf", "Stevee"):
        with pytest.raises(Refused, match="No Runner identity"):
            join(Entry("Cleo", "", ANA.corp_identity, misspelt))


def test_registration_closes_for_everybody_but_the_organizers(installation, event, organizer, now, join):
    set_registration(call_of(installation, event.id, organizer, now), False)
    assert refusal(join) == ("registration-closed", Kind.CONFLICT)
    stranger = create_account(installation, now, "Stranger", "x")
    assert refusal(join, actor=Actor(ActorKind.ORGANIZER, stranger.id, "Stranger"))[0] == (
        "registration-closed"
    )
    join(Entry("Ben"), actor=organizer)
    (row,) = rows(installation)
    assert (row.name, row.joined_by, row.corp_identity) == ("Ben", "organizer", None)


def test_late_players_enter_the_next_round_that_is_paired(installation, join, add_round):
    join()
    add_round(1, "closed")
    join(Entry("Ben", "", ANA.corp_identity, ANA.runner_identity))
    add_round(2, "draft")
    join(Entry("Cleo", "", ANA.corp_identity, ANA.runner_identity))
    # A draft is not played yet: who joins now can still be drawn into it.
    assert [row.first_round for row in rows(installation)] == [1, 2, 2]


def test_lots_are_drawn_from_the_seed_and_differ(installation, event, organizer, now):
    many = [Entry(f"Player {number}") for number in range(60)]
    made = register_players(
        call_of(installation, event.id, organizer, now), many, [f"s{number}" for number in range(60)]
    ).value
    lots = [row.lot for row in rows(installation)]
    assert len(set(lots)) == len(made) == 60
    assert all(0 <= lot < 2**31 for lot in lots)
    assert sorted(lots) != lots, "the order of joining is not the order of the lots"


def test_many_are_entered_together_or_not_at_all(installation, event, organizer, now, told):
    told.clear()
    names = [Entry("Ben"), Entry("Cleo"), Entry("ben")]
    assert refusal(register_players, call_of(installation, event.id, organizer, now), names, ["a", "b", "c"])[
        0
    ] == ("name-taken")
    assert rows(installation) == []
    register_players(call_of(installation, event.id, organizer, now), names[:2], ["a", "b"])
    assert str(last_entry(installation, event).summary) == "2 players were entered"
    assert len(told) == 1
    assert refusal(register_players, call_of(installation, event.id, PUBLIC, now), names[:1], ["d"])[1] == (
        Kind.NOT_SIGNED_IN
    )


def test_an_entry_is_changed_by_its_player_and_the_organizer(installation, event, organizer, now, join):
    ana, ben = join(), join(Entry("Ben", "", ANA.corp_identity, ANA.runner_identity))
    herself = player_actor(event, ana)
    edit_player(
        call_of(installation, event.id, herself, now), ana.player_id, {"name": "Anna", "pronouns": ""}
    )
    edit_player(
        call_of(installation, event.id, organizer, now),
        ana.player_id,
        {"fixed_table": 7, "first_round_bye": True, "runner_identity": "Chaos Theory"},
    )
    row = rows(installation)[0]
    assert (row.name, row.name_key, row.pronouns, row.fixed_table, row.first_round_bye) == (
        "Anna",
        "anna",
        "",
        7,
        True,
    )
    assert row.runner_identity == "Chaos Theory: Wünderkind"
    assert str(last_entry(installation, event).summary) == (
        "The entry of Anna was changed: first round bye, fixed table and runner identity"
    )
    change = {"name": "Eve"}
    assert refusal(edit_player, call_of(installation, event.id, herself, now), ben.player_id, change)[1] == (
        Kind.FORBIDDEN
    )
    assert refusal(
        edit_player, call_of(installation, event.id, herself, now), ana.player_id, {"fixed_table": 1}
    ) == (
        "not-allowed",
        Kind.FORBIDDEN,
    )
    assert refusal(
        edit_player, call_of(installation, event.id, organizer, now), ana.player_id, {"name": "BEN"}
    )[0] == ("name-taken")


def test_players_change_neither_name_nor_identity_once_the_first_round_is_published(
    installation, event, organizer, now, join, add_round
):
    ana = join()
    add_round(1, "published")
    herself = player_actor(event, ana)
    for change, code in (({"name": "Eve"}, "name-locked"), ({"runner_identity": "Chaos"}, "decks-locked")):
        assert (
            refusal(edit_player, call_of(installation, event.id, herself, now), ana.player_id, change)[0]
            == code
        )
        edit_player(call_of(installation, event.id, organizer, now), ana.player_id, change)
    assert (rows(installation)[0].name, rows(installation)[0].runner_identity) == (
        "Eve",
        "Chaos Theory: Wünderkind",
    )


def test_dropping_and_coming_back(installation, event, now, join, add_round, told):
    ana = join()
    herself = player_actor(event, ana)
    add_round(1, "published")
    told.clear()
    for _ in range(2):
        drop_player(call_of(installation, event.id, herself, now), ana.player_id)
    row = rows(installation)[0]
    assert (row.dropped, row.dropped_in_round) == (True, 1)
    assert len(told) == 1
    reinstate_player(call_of(installation, event.id, herself, now), ana.player_id)
    assert not rows(installation)[0].dropped
    drop_player(call_of(installation, event.id, herself, now), ana.player_id)
    add_round(2, "draft")
    assert (
        refusal(reinstate_player, call_of(installation, event.id, herself, now), ana.player_id)[0]
        == "too-late"
    )


def test_an_organizer_lets_a_dropped_player_back_in_at_any_time(
    installation, event, organizer, now, join, add_round
):
    ana = join()
    drop_player(call_of(installation, event.id, organizer, now), ana.player_id)
    add_round(1, "published")
    reinstate_player(call_of(installation, event.id, organizer, now), ana.player_id)
    assert not rows(installation)[0].dropped


def test_a_new_link_puts_the_old_one_and_its_browsers_out(installation, event, organizer, now, join):
    ana = join()
    herself = player_actor(event, ana)
    sessions.open_session(installation, now, "cookie", herself)
    assert sessions.session_of(installation, now, "cookie") == herself
    reissue_link(call_of(installation, event.id, organizer, now), ana.player_id, "new link")
    assert sessions.player_of_link(installation, "new link") == herself
    assert sessions.caller_of_token(installation, now, "new link").actor == herself
    assert sessions.session_of(installation, now, "cookie") is None
    assert refusal(sessions.player_of_link, installation, "link of Ana") == (
        "wrong-credentials",
        Kind.NOT_SIGNED_IN,
    )
    assert str(last_entry(installation, event).summary) == "Ana got a new personal link"


def test_a_player_of_another_event_is_not_there(installation, organizer, now, event, join):
    ana = join()
    other = create_tournament(
        installation, organizer, now, TournamentDraft("Other", date(2018, 2, 15)), seed=8
    )
    for act in (drop_player, reinstate_player):
        assert (
            refusal(act, call_of(installation, other.id, organizer, now), ana.player_id)[1] == Kind.NOT_FOUND
        )
    assert refusal(reissue_link, call_of(installation, other.id, organizer, now), ana.player_id, "x")[1] == (
        Kind.NOT_FOUND
    )


def test_a_player_who_is_entered_without_decks_may_join_where_they_are_required(
    installation, event, organizer, now, join
):
    edit_tournament(call_of(installation, event.id, organizer, now), {"deck_policy": "required"})
    assert join().verdicts == {"corp": None, "runner": None}
