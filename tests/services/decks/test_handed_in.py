"""Handing in decks, the lock, overrides, who sees them."""

import pytest
from sqlmodel import select

from app.services.decks.deck_views import deck_desk, decks_of, decks_visible
from app.services.decks.handed_in import hand_in_deck, override_deck
from app.services.event import queries
from app.services.event.tournaments import edit_tournament
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.services.people.entries import Entry
from app.services.people.registration import edit_player, register_player
from app.sides import Side
from app.storage.journal import entries
from app.storage.tables import Deck, Pairing, Player, Round, Tournament
from app.tournament.lifecycle import Phase
from app.tournament.rules import DecksOpen
from tests.calls import call_of

ANA = Entry("Ana", "", "Jinteki: Personal Evolution", "Gabriel Santiago: Consummate Professional")


@pytest.fixture
def ana(installation, event, now):
    joined = register_player(call_of(installation, event.id, PUBLIC, now), ANA, "link of Ana").value
    return Actor(ActorKind.PLAYER, joined.player_id, "Ana", event.id)


@pytest.fixture
def hand_in(installation, event, now, ana):
    def handed(source, side=Side.CORP, actor=ana):
        return hand_in_deck(call_of(installation, event.id, actor, now), ana.id, side, source).value

    return handed


def add_round(installation, event, now, state, players=()):
    with installation.database.write_session(event.id) as session:
        row = Round(tournament_id=event.id, number=1, state=state, seed=1, clock_length=2400, paired_at=now)
        session.add(row)
        session.flush()
        for number, (first, second) in enumerate(zip(players[::2], players[1::2], strict=False), 1):
            session.add(
                Pairing(
                    tournament_id=event.id,
                    round_id=row.id,
                    table_number=number,
                    first_id=first,
                    second_id=second,
                )
            )


def refusal(function, *args):
    with pytest.raises(Refused) as refused:
        function(*args)
    return refused.value.code, refused.value.kind


def stored(installation):
    with installation.database.read_session() as session:
        return session.exec(select(Deck)).all()


def journal(installation, event):
    with installation.database.read_session() as session:
        return entries(session, event.id)


def test_a_deck_is_judged_and_sets_the_identity(installation, event, ana, hand_in, runner_list):
    chaos = runner_list.replace("Gabriel Santiago: Consummate Professional", "Chaos Theory: Wünderkind")
    handed = hand_in(chaos, Side.RUNNER)
    assert handed.identity == "Chaos Theory: Wünderkind"
    assert not handed.verdict["legal"]
    assert "influence-exceeded" in {violation["code"] for violation in handed.verdict["violations"]}
    (deck,) = stored(installation)
    assert (deck.side, deck.cards["Faerie"], deck.source) == ("runner", 1, chaos)
    with installation.database.read_session() as session:
        assert session.get(Player, ana.id).runner_identity == "Chaos Theory: Wünderkind"


def test_the_identity_of_the_list_counts_whatever_the_player_joined_with(
    installation, ana, hand_in, corp_list
):
    with installation.database.write_session(ana.tournament_id) as session:
        session.get(Player, ana.id).corp_identity = "NBN: Making News"
    handed = hand_in(corp_list)
    assert (handed.identity, handed.verdict["legal"]) == ("Jinteki: Personal Evolution", True)
    with installation.database.read_session() as session:
        assert session.get(Player, ana.id).corp_identity == "Jinteki: Personal Evolution"
    again = hand_in(corp_list)
    assert (again.verdict["legal"], again.verdict["violations"]) == (True, [])


def test_a_verdict_that_is_out_of_date_is_given_anew_with_the_same_list(
    installation, ana, hand_in, corp_list
):
    hand_in(corp_list)
    with installation.database.write_session(ana.tournament_id) as session:
        deck = session.exec(select(Deck)).one()
        deck.verdict = {**deck.verdict, "legal": False}
    assert hand_in(corp_list).verdict["legal"]
    assert stored(installation)[0].verdict["legal"]


def test_two_decks_in_one_paste_are_refused(hand_in, corp_list, runner_list):
    assert refusal(hand_in, f"{corp_list}\n----\n{runner_list}") == ("two-decks", Kind.INVALID)


def test_a_list_without_identity_plays_the_identity_of_the_player(hand_in, corp_list):
    handed = hand_in(corp_list.partition("\n")[2])
    assert (handed.identity, handed.verdict["legal"]) == ("Jinteki: Personal Evolution", True)


def test_a_change_of_a_deck_is_in_the_journal_with_its_difference(installation, event, hand_in, corp_list):
    hand_in(corp_list)
    hand_in(corp_list.replace("3x Kakugo\n", "1x Kakugo\n2x Data Mine\n"))
    newest = journal(installation, event)[0]
    assert str(newest.summary).startswith("Ana handed in a Corp deck")
    assert newest.details["corp"]["removed"] == {"Kakugo": 2}
    assert newest.details["corp"]["added"] == {"Data Mine": 2}
    assert len(stored(installation)) == 1


def test_the_same_deck_again_changes_nothing(installation, event, hand_in, corp_list, told):
    first = hand_in(corp_list)
    told.clear()
    assert hand_in(corp_list) == first
    assert told == []


@pytest.mark.parametrize(
    ("source", "code", "kind"),
    [
        ("3x Hedge Fund\n" * 20_000, "deck-too-large", Kind.TOO_LARGE),
        (b"x" * (256 * 1024 + 1), "deck-too-large", Kind.TOO_LARGE),
        ("", "unreadable-deck", Kind.INVALID),
        ("Hello, I would like to play.", "unreadable-deck", Kind.INVALID),
        (b"\x89PNG\x00\x01", "unreadable-deck", Kind.INVALID),
        ('{"broken": ', "unreadable-deck", Kind.INVALID),
        ("Chaos Theory: Wünderkind\n3x Diesel", "wrong-side", Kind.INVALID),
        ("3x Diesel\n3x Sure Gamble", "wrong-side", Kind.INVALID),
    ],
    ids=["large", "large-bytes", "empty", "words", "binary", "json", "wrong-side", "wrong-side-cards"],
)
def test_what_is_no_deck_of_this_side_is_refused_and_the_old_one_stays(
    installation, hand_in, corp_list, source, code, kind
):
    hand_in(corp_list)
    assert refusal(hand_in, source) == (code, kind)
    assert [deck.source for deck in stored(installation)] == [corp_list]


def test_decks_lock_with_the_first_round_but_not_for_the_organizer(
    installation, event, organizer, now, hand_in, corp_list
):
    add_round(installation, event, now, "draft")
    hand_in(corp_list)
    with installation.database.write_session(event.id) as session:
        session.exec(select(Round)).one().state = "published"
    changed = corp_list.replace("3x Kakugo", "2x Kakugo")
    assert refusal(hand_in, changed) == ("decks-locked", Kind.CONFLICT)
    assert stored(installation)[0].source == corp_list
    hand_in(changed, Side.CORP, organizer)
    assert stored(installation)[0].source == changed


def test_decks_change_between_rounds_where_the_event_allows_it(
    installation, event, organizer, now, hand_in, corp_list
):
    edit_tournament(call_of(installation, event.id, organizer, now), {"decks_change": "between-rounds"})
    add_round(installation, event, now, "published")
    assert refusal(hand_in, corp_list)[0] == "decks-locked"
    with installation.database.write_session(event.id) as session:
        session.exec(select(Round)).one().state = "closed"
    assert hand_in(corp_list).verdict["legal"]


def test_an_event_without_decks_takes_none(installation, event, organizer, now, hand_in, corp_list):
    edit_tournament(call_of(installation, event.id, organizer, now), {"deck_policy": "none"})
    assert refusal(hand_in, corp_list)[0] == "decks-not-collected"


def test_nobody_hands_in_for_another_player(installation, event, now, ana, corp_list):
    ben = register_player(
        call_of(installation, event.id, PUBLIC, now),
        Entry("Ben", "", ANA.corp_identity, ANA.runner_identity),
        "b",
    ).value
    for actor in (PUBLIC, Actor(ActorKind.PLAYER, ana.id, "Ana", event.id + 1)):
        assert (
            refusal(
                hand_in_deck, call_of(installation, event.id, actor, now), ben.player_id, Side.CORP, corp_list
            )[1]
            == Kind.NOT_SIGNED_IN
        )
    assert refusal(
        hand_in_deck, call_of(installation, event.id, ana, now), ben.player_id, Side.CORP, corp_list
    )[1] == (Kind.FORBIDDEN)
    assert stored(installation) == []


def test_another_pool_judges_every_deck_again(installation, event, organizer, now, hand_in, corp_list):
    assert hand_in(corp_list).verdict["legal"]
    edit_tournament(
        call_of(installation, event.id, organizer, now), {"pool_date": event.date.replace(year=2017, month=5)}
    )
    verdict = stored(installation)[0].verdict
    assert not verdict["legal"]
    assert verdict["date"] == "2017-05-15"


def test_the_identity_of_a_deck_that_names_it_is_changed_by_handing_in_another(
    installation, event, now, ana, hand_in, corp_list
):
    hand_in(corp_list)
    change = {"corp_identity": "NBN: Making News"}
    assert (
        refusal(edit_player, call_of(installation, event.id, ana, now), ana.id, change)[0]
        == "deck-names-identity"
    )
    hand_in(corp_list.partition("\n")[2])
    edit_player(call_of(installation, event.id, ana, now), ana.id, change)
    assert stored(installation)[0].verdict["identity"] == "NBN: Making News"


def test_an_organizer_lets_a_deck_be_played_for_a_reason(
    installation, event, organizer, now, ana, hand_in, corp_list
):
    override = (call_of(installation, event.id, organizer, now), ana.id, Side.CORP)
    assert refusal(override_deck, *override, "x")[1] == Kind.NOT_FOUND
    hand_in("Jinteki: Personal Evolution\n3x Kakugo")
    assert refusal(override_deck, *override, "  ")[0] == "reason-missing"
    override_deck(*override, " A proxy  was lost ")
    deck = stored(installation)[0]
    assert (deck.override_reason, deck.override_by) == ("A proxy was lost", "Olga")
    assert (
        str(journal(installation, event)[0].summary) == "The Corp deck of Ana may be played: A proxy was lost"
    )
    hand_in(corp_list)
    assert stored(installation)[0].override_reason is None, "a new deck is judged by itself"


@pytest.mark.parametrize(
    ("viewer", "decks_open", "phase", "in_cut", "visible"),
    [
        (Viewer(player_id=1), DecksOpen.NEVER, Phase.REGISTRATION, False, True),
        (Viewer(player_id=2), DecksOpen.NEVER, Phase.FINISHED, True, False),
        (ORGANIZER_VIEWER, DecksOpen.NEVER, Phase.SWISS, False, True),
        (PUBLIC_VIEWER, DecksOpen.AFTER_EVENT, Phase.TOP_CUT, True, False),
        (PUBLIC_VIEWER, DecksOpen.AFTER_EVENT, Phase.FINISHED, False, True),
        (PUBLIC_VIEWER, DecksOpen.CUT, Phase.TOP_CUT, True, True),
        (PUBLIC_VIEWER, DecksOpen.CUT, Phase.FINISHED, False, False),
    ],
)
def test_who_sees_the_decks_of_player_1(viewer, decks_open, phase, in_cut, visible):
    assert decks_visible(viewer, 1, decks_open, phase, in_cut) is visible


JUDGE = Viewer(staff=True)
REMARKS = """My GRUDGE deck
Date GRUDGE 3: Diesel 4
3x GRUDGE of Ana
-1 Hedge Fund GRUDGE
GRUDGE forever
100 Diesel // GRUDGE
"""


def test_a_judge_reads_the_cards_of_a_closed_list_and_not_its_words(
    installation, event, ana, hand_in, corp_list
):
    hand_in(f"{REMARKS}{corp_list}")
    place = installation, event.id, ana.id

    def told(viewer: Viewer) -> list[object]:
        (desk,) = deck_desk(installation, event.id, viewer)
        person = queries.player_view(*place, viewer)
        return [decks_of(*place, viewer)[0], desk.decks[Side.CORP], person.decks[Side.CORP]]

    for view in told(JUDGE):
        assert "GRUDGE" not in str(view) and "Kakugo" in str(view), view
        verdict = view if isinstance(view, dict) else view.verdict
        codes = {each["code"] for each in (*verdict["violations"], *verdict["warnings"])}
        assert {"unknown-card", "unread-card-line", "unreadable-line", "bad-quantity"} <= codes
        assert all(each["message"] for each in verdict["violations"])
    for viewer in (Viewer(player_id=ana.id), ORGANIZER_VIEWER):
        assert str(decks_of(*place, viewer)[0].verdict).count("GRUDGE") > 3
    with installation.database.write_session(event.id) as session:
        session.get_one(Tournament, event.id).decks_open = DecksOpen.AFTER_EVENT
        session.get_one(Tournament, event.id).phase = Phase.FINISHED
    assert "GRUDGE" in str(decks_of(*place, JUDGE)[0].verdict), "open to everybody"


def test_decks_are_shown_to_their_player_and_the_staff_only(installation, event, ana, hand_in, corp_list):
    hand_in(corp_list)
    for viewer in (Viewer(player_id=ana.id), ORGANIZER_VIEWER):
        (deck,) = decks_of(installation, event.id, ana.id, viewer)
        assert (deck.side, deck.cards["Kakugo"]) == (Side.CORP, 3)
    for viewer in (PUBLIC_VIEWER, Viewer(player_id=ana.id + 1)):
        assert refusal(decks_of, installation, event.id, ana.id, viewer) == ("decks-hidden", Kind.FORBIDDEN)
    (row,) = deck_desk(installation, event.id, ORGANIZER_VIEWER)
    assert (row.name, row.decks[Side.CORP].verdict["legal"], row.decks[Side.RUNNER], row.missing) == (
        "Ana",
        True,
        None,
        (Side.RUNNER,),
    )
