"""Deck checks: tables still playing, cards counted against the list, and an outcome that is a penalty."""

import pytest

from app.deckcheck.counting import Difference, differences
from app.services.decks.handed_in import hand_in_deck, override_deck
from app.services.event.undo import undo
from app.services.judging.deck_checks import (
    check_sheet,
    deck_checks,
    keep_count,
    pick_deck_checks,
    record_deck_check,
)
from app.services.judging.penalties import penalties
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import Viewer
from app.sides import Side
from app.tournament.results import Ending
from app.words.reader import Reader, reading

pytestmark = pytest.mark.both_engines

CORP = "Jinteki: Personal Evolution\n\n3x Bacterial Programming\n3x Braintrust\n"


@pytest.fixture
def hall(playing):
    """Nine players in round 1; one has a bye, each has handed in a Corp list."""
    for player_id in playing.join(*(f"P{number}" for number in range(9))):
        hand_in_deck(playing.call, player_id, Side.CORP, CORP)
        override_deck(playing.call, player_id, Side.CORP, "A short list for the test")
    playing.publish(playing.pair().number)
    return playing


@pytest.fixture
def check(hall):
    """The first of two checks at one table."""
    return pick_deck_checks(hall.call, 1, 5).value[0]


def refusal(function, *args, **named):
    with pytest.raises(Refused) as refused:
        function(*args, **named)
    return refused.value


def kept(hall, check):
    found = deck_checks(hall.installation, hall.tournament_id)
    return next(each for each in found if each.id == check.id)


def given(hall):
    found = penalties(hall.installation, hall.tournament_id, Viewer(staff=True))
    return [(each.player_id, each.kind, each.infraction, str(each.note)) for each in found]


def test_tables_still_playing_are_picked_by_chance_each_once(hall):
    done = hall.finish(hall.settle(hall.round(1).tables[0]))
    assert refusal(pick_deck_checks, hall.call, 0, 5).kind == Kind.INVALID
    first = pick_deck_checks(hall.call, 2, 5).value
    second = pick_deck_checks(hall.call, 9, 5).value
    picked = sorted(check.player_id for check in (*first, *second))
    seated = [t for t in hall.round(1).tables if not t.bye and t.id != done.id]
    assert picked == sorted(seat.player_id for t in seated for seat in (t.first, t.second))
    numbers = {t.first.player_id: t.table_number for t in seated}
    assert {numbers.get(each.player_id, each.table_number) for each in first} == {
        each.table_number for each in first
    }
    assert len(first) == 4 and all(check.playing for check in first)
    assert refusal(pick_deck_checks, hall.call, 1, 5).code == "nobody-left"


def test_without_a_round_nothing_is_picked(playing):
    assert refusal(pick_deck_checks, playing.call, 1, 5).code == "no-round"


def test_a_check_tells_when_its_table_has_finished(hall, check):
    hall.finish(hall.settle(hall.table(check.table_id)))
    assert not kept(hall, check).playing


def test_cards_are_counted_against_the_list_and_kept_on_the_way(hall, check):
    keep_count(hall.call, check.id, {Side.CORP: {"Braintrust": 2}}, " Snare! ")
    sheet = check_sheet(hall.installation, hall.tournament_id, check.id)
    (deck,) = sheet.decks
    assert [(line.title, line.copies, line.found) for line in deck.lines] == [
        ("Bacterial Programming", 3, None),
        ("Braintrust", 3, 2),
    ]
    assert deck.differences == (Difference("Braintrust", 3, 2),)
    assert (deck.side, deck.identity, sheet.unlisted) == (
        Side.CORP, "Jinteki: Personal Evolution", "Snare!",
    )  # fmt: skip
    assert kept(hall, check).finding is None
    assert keep_count(hall.call, check.id, {Side.CORP: {"Braintrust": 2}}, "Snare!").entry is None


@pytest.mark.parametrize(
    ("counted", "code"),
    [
        ({Side.CORP: {"Snare!": 1}}, "not-in-list"),
        ({Side.RUNNER: {"Braintrust": 3}}, "not-in-list"),
        ({Side.CORP: {"Braintrust": 100}}, "invalid-number"),
        ({Side.CORP: {"Braintrust": -1}}, "invalid-number"),
    ],
)
def test_a_count_of_something_else_is_refused(hall, check, counted, code):
    refused = refusal(keep_count, hall.call, check.id, counted, "")
    assert (refused.code, refused.field) == (code, "counted")
    assert refusal(record_deck_check, hall.call, check.id, "x", counted=counted).code == code
    assert kept(hall, check).finding is None


def test_in_order(hall, check):
    everything = {Side.CORP: {"Braintrust": 3, "Bacterial Programming": 3}}
    record_deck_check(hall.call, check.id, "", counted=everything)
    found = kept(hall, check)
    assert (found.outcome, str(found.finding), found.checked_by, found.checked_at) == (
        "in-order", "In order", "Olga", hall.now,
    )  # fmt: skip
    assert given(hall) == []


def test_what_differs_is_not_in_order_without_a_word(hall, check):
    counted = {Side.CORP: {"Braintrust": 2}}
    refused = refusal(record_deck_check, hall.call, check.id, "", counted=counted)
    assert (refused.code, refused.sentence) == (
        "finding-missing",
        "Cards differ from the list. Choose a warning or a game loss, or write why it is in order.",
    )
    record_deck_check(hall.call, check.id, "One lay under the mat", counted=counted)
    assert kept(hall, check).finding == "One lay under the mat"
    assert refusal(record_deck_check, hall.call, check.id, "", "warning", {}, "").code == "finding-missing"


def test_a_list_that_is_not_legal_is_not_in_order_without_a_word(hall, check):
    override_deck(hall.call, check.player_id, Side.CORP, None)
    refused = refusal(record_deck_check, hall.call, check.id, "")
    assert (refused.code, refused.field) == ("finding-missing", "finding")
    assert refused.sentence.startswith("The list is not legal. Choose a warning or a game loss")
    record_deck_check(hall.call, check.id, "", "warning")
    assert str(kept(hall, check).finding) == "The list is not legal"
    assert given(hall) == [(check.player_id, "warning", "illegal-deck", "The list is not legal")]


def test_a_warning_goes_to_the_player_with_what_differs(hall, check):
    record_deck_check(hall.call, check.id, "", "warning", {Side.CORP: {"Braintrust": 2}}, "Snare!")
    said = "Braintrust 2 of 3; not in the list: Snare!"
    assert str(kept(hall, check).finding) == said
    assert given(hall) == [(check.player_id, "warning", "illegal-deck", said)]
    with reading(Reader("ja")):
        said = "Braintrust 3枚中2枚、リストにないカード：Snare!"
        assert str(kept(hall, check).finding) == said
        assert given(hall) == [(check.player_id, "warning", "illegal-deck", said)]


def test_a_game_loss_ends_the_game_and_is_undone_with_the_check(hall, check):
    done = record_deck_check(hall.call, check.id, "A card of another format", "game-loss")
    result = hall.table(check.table_id).result
    assert result.winner_id != check.player_id and result.ending is Ending.FORFEIT
    assert given(hall) == [(check.player_id, "game-loss", "illegal-deck", "A card of another format")]
    record_deck_check(hall.call, check.id, "A card of another format, twice", "game-loss")
    assert len(given(hall)) == 1, "a better finding is no second penalty"
    other = refusal(record_deck_check, hall.call, check.id, "In order")
    assert (other.code, "undo that in the journal" in other.sentence) == ("outcome-stands", True)
    undo(hall.call, done.entry + 1)
    undo(hall.call, done.entry)
    assert given(hall) == [] and kept(hall, check).finding is None
    assert hall.table(check.table_id).result is None


def test_what_is_no_check_is_refused(hall, check):
    assert refusal(record_deck_check, hall.call, check.id, "x", "match-loss").code == "invalid-outcome"
    assert refusal(record_deck_check, hall.call, 10_000, "x").kind == Kind.NOT_FOUND
    assert refusal(keep_count, hall.call, 10_000, {}, "").kind == Kind.NOT_FOUND
    assert refusal(check_sheet, hall.installation, hall.tournament_id + 1, check.id).kind == Kind.NOT_FOUND
    player = hall.players[check.player_id]
    assert refusal(record_deck_check, *hall.at(check.id, player), "x").kind == Kind.FORBIDDEN


def test_only_what_was_counted_can_differ():
    assert differences({"A": 3, "B": 1}, {}) == ()
    assert differences({"A": 3, "B": 1}, {"A": 3, "B": 0}) == (Difference("B", 1, 0),)
