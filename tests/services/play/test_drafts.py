"""Drafts that something happened to: byes by hand, corrections, drops, fixed tables; late players."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.sentences import Sentence
from app.services.event import tournaments
from app.services.event.undo import undo
from app.services.kernel.errors import Refused
from app.services.people import privacy, registration
from app.services.play import drafts, late_players, results, rounds
from app.services.play.auctions import restart_auction
from app.services.play.draft_words import is_broken, reason_words
from app.storage.tables import Pairing
from app.tournament.results import Outcome, Report


def as_read(sentences: Sequence[Sentence]) -> list[str]:
    """Sentences as people read them."""
    return list(map(str, sentences))


def refused(command: Any, *arguments: Any) -> Refused:
    with pytest.raises(Refused) as said:
        command(*arguments)
    return said.value


def seats(view: Any) -> list[int]:
    return [player for table in view.tables for player in seats_of(table)]


def byes(view: Any) -> set[int]:
    return {table.first.player_id for table in view.tables if table.bye}


def seats_of(table: Any) -> list[int]:
    return [seat.player_id for seat in (table.first, table.second) if seat is not None]


def table_of(view: Any, player: int) -> Any:
    return next(
        table
        for table in view.tables
        if player in (table.first.player_id, table.second and table.second.player_id)
    )


def edit(playing: Any, player: int, **changes: Any) -> None:
    registration.edit_player(playing.call, player, changes)


# Byes by hand


@pytest.mark.parametrize("players", [6, 7])
@pytest.mark.parametrize("by_hand", [1, 2, 3])
def test_every_bye_given_by_hand_is_kept_out_of_the_draw(playing: Any, players: int, by_hand: int) -> None:
    ids = playing.join(*(f"Player {letter}" for letter in "ABCDEFG"[:players]))
    draft = playing.pair()
    for table in draft.tables:
        drafts.take_apart(playing.call, 1, table.id)
    for player in ids[:by_hand]:
        drafts.pair_by_hand(playing.call, 1, player, None)
    for seed in range(5):
        drafts.shuffle_round(playing.call, 1, seed)
        view = playing.round(1)
        assert sorted(seats(view)) == ids
        assert byes(view) >= set(ids[:by_hand])
        assert len(byes(view)) == by_hand + (players - by_hand) % 2
    playing.publish(1)


def test_publishing_refuses_a_player_who_is_there_twice(playing: Any) -> None:
    ana, *_ = playing.join("Ana", "Ben", "Cleo", "Dan")
    draft = playing.pair()
    table = table_of(draft, ana)
    with playing.installation.database.write_session(playing.tournament_id) as session:
        other = next(t for t in draft.tables if t.id != table.id)
        row = session.get_one(Pairing, other.id)
        row.first_id = ana
        session.add(row)
    refusal = refused(rounds.publish_round, playing.call, 1)
    assert (refusal.code, refusal.sentence) == (
        "paired-twice",
        "Ana would be in round 1 twice: take one of the tables apart.",
    )
    assert playing.round(1).state == "draft"


# A draft knows what it was made for


def test_a_draft_says_that_results_changed_since_and_drawing_again_mends_it(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    played = playing.play_round()
    assert playing.pair().quality["proven_optimal"]
    table = played.tables[0]
    winner = table.result.winner_id
    assert winner in (table.first.player_id, table.second.player_id)
    flipped = Outcome.RUNNER if table.result.outcome == "corp" else Outcome.CORP
    results.correct_result(*playing.at(table.id), Report(flipped), reason="wrong slip")
    quality = playing.round(2).quality
    assert as_read(quality["warnings"]) == ["Results changed since this draft was made: draw again."]
    assert not quality["proven_optimal"]
    drafts.shuffle_round(playing.call, 2, 9)
    quality = playing.round(2).quality
    assert (as_read(quality["warnings"]), quality["proven_optimal"]) == ([], True)


def test_a_bye_granted_during_a_draft_is_not_lost(playing: Any) -> None:
    ana, *_ = playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.pair()
    edit(playing, ana, first_round_bye=True)
    assert as_read(playing.round(1).quality["warnings"]) == [
        "Byes were given or taken back since this draft was made: draw again."
    ]
    refusal = refused(rounds.publish_round, playing.call, 1)
    assert (refusal.code, refusal.sentence) == (
        "given-bye-lost",
        "Ana has a bye in this round: draw again, or take the bye back in the entry.",
    )
    drafts.shuffle_round(playing.call, 1, 4)
    assert ana in byes(playing.publish(1))


def test_a_household_entered_during_a_draft_is_told(playing: Any) -> None:
    ana, ben, *_ = playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.pair()
    edit(playing, ana, household="Smith")
    assert as_read(playing.round(1).quality["warnings"]) == []
    edit(playing, ben, household="smith")
    assert as_read(playing.round(1).quality["warnings"]) == [
        "Who must not meet changed since this draft was made: draw again."
    ]


# Somebody drops or comes during a draft


def test_a_gap_is_named_and_filled_in_one_step(playing: Any) -> None:
    ids = playing.join(*(f"Player {letter}" for letter in "ABCDEFG"))
    draft = playing.pair()
    (rest,) = byes(draft)
    table = next(table for table in draft.tables if not table.bye)
    gone, left = table.first, table.second
    registration.drop_player(playing.call, gone.player_id)
    quality = playing.round(1).quality
    said = f"{gone.name} is not in this round any more, so {left.name} has no opponent: fill the gaps."
    assert as_read(quality["warnings"]) == as_read(quality["gaps"]) == [said]
    assert not quality["proven_optimal"]
    assert refused(rounds.publish_round, playing.call, 1).code == "dropped-player-paired"
    others = {t.id: t for t in draft.tables if t.id != table.id and not t.bye}
    drafts.fill_gaps(playing.call, 1, 5)
    view = playing.round(1)
    assert sorted(seats(view)) == sorted(set(ids) - {gone.player_id})
    assert table_of(view, rest) == table_of(view, left.player_id)
    for kept in others.values():
        assert table_of(view, kept.first.player_id).id == kept.id
    assert (as_read(view.quality["gaps"]), as_read(view.quality["warnings"]), byes(view)) == ([], [], set())
    playing.publish(1)


def test_filling_takes_a_late_player_in_and_nothing_to_fill_is_no_entry(
    playing: Any, told: list[Any]
) -> None:
    playing.join("Ana", "Ben", "Cleo")
    (rest,) = byes(playing.pair())
    before = playing.round(1)
    notices = len(told)
    drafts.fill_gaps(playing.call, 1, 5)
    assert (playing.round(1), len(told)) == (before, notices)
    (dan,) = playing.join("Dan")
    drafts.fill_gaps(playing.call, 1, 5)
    assert {*seats(playing.round(1))} == {*playing.players}
    assert table_of(playing.round(1), dan).id == table_of(playing.round(1), rest).id


def test_a_dropped_player_and_the_opponent_can_be_swapped_out(playing: Any) -> None:
    playing.join(*(f"Player {letter}" for letter in "ABCDE"))
    draft = playing.pair()
    (rest,) = byes(draft)
    table, other = (table for table in draft.tables if not table.bye)
    gone, left = table.first.player_id, table.second.player_id
    registration.drop_player(playing.call, gone)
    drafts.swap_seats(playing.call, 1, left, other.first.player_id)
    name = draft_name(draft, gone)
    assert str(table_of(playing.round(1), gone).reason) == (
        f"{name} is not in this round any more: fill the gaps, or draw again."
    )
    left_now = next(p for p in seats_of(table_of(playing.round(1), gone)) if p != gone)
    assert playing.round(1).quality["warnings"][0].english == (
        f"{name} is not in this round any more, so {draft_name(draft, left_now)} has no opponent:"
        " fill the gaps."
    )
    drafts.swap_seats(playing.call, 1, gone, rest)
    view = playing.round(1)
    assert gone not in seats(view) and byes(view) == set()
    assert sorted(seats(view)) == sorted(set(playing.players) - {gone})
    assert refused(drafts.swap_seats, playing.call, 1, gone, rest).sentence == (
        f"{draft_name(draft, gone)} dropped: reinstate the player first."
    )
    playing.publish(1)


def draft_name(draft: Any, player: int) -> str:
    table = table_of(draft, player)
    return next(seat.name for seat in (table.first, table.second) if seat.player_id == player)


def test_a_lock_of_somebody_who_dropped_does_not_stop_the_draw(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    draft = playing.pair()
    table = draft.tables[0]
    drafts.lock_table(playing.call, 1, table.id, True)
    registration.drop_player(playing.call, table.first.player_id)
    drafts.shuffle_round(playing.call, 1, 3)
    assert sorted(seats(playing.publish(1))) == sorted(set(playing.players) - {table.first.player_id})


# Tables


def test_a_pair_made_by_hand_gets_its_fixed_table_and_no_blocked_one(playing: Any) -> None:
    ids = playing.join(*(f"Player {letter}" for letter in "ABCDEF"))
    tournaments.edit_tournament(playing.call, {"settings": {"blocked_tables": [2]}})
    edit(playing, ids[0], fixed_table=1)
    draft = playing.pair()
    assert table_of(draft, ids[0]).table_number == 1
    for table in draft.tables:
        drafts.take_apart(playing.call, 1, table.id)
    for one, other in ((1, 2), (3, 4), (0, 5)):
        drafts.pair_by_hand(playing.call, 1, ids[one], ids[other])
    view = playing.round(1)
    assert table_of(view, ids[0]).table_number == 1
    assert sorted(table.table_number for table in view.tables) == [1, 3, 4]
    drafts.swap_seats(playing.call, 1, ids[0], ids[3])
    assert table_of(playing.round(1), ids[0]).table_number == 1


# Late, or dropped by mistake


def test_a_late_player_plays_now_against_the_bye(playing: Any, told: list[Any]) -> None:
    playing.join("Ana", "Ben", "Cleo")
    view = playing.publish(playing.pair().number)
    (rest,) = byes(view)
    (dan,) = playing.join("Dan")
    late_players.play_bye(playing.call, 1, dan)
    table = table_of(playing.round(1), dan)
    assert {table.first.player_id, table.second.player_id} == {dan, rest}
    assert table.result is None and not table.bye
    assert str(table.reason) == "Dan came late and plays the player who had the bye."
    notices = len(told)
    late_players.play_bye(playing.call, 1, dan)
    assert len(told) == notices
    for each in playing.round(1).tables:
        playing.finish(playing.settle(each))
    rounds.close_round(playing.call, 1)
    assert sorted(seats(playing.pair())) == sorted(playing.players)


def test_who_came_late_goes_again_while_nothing_was_played_there(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo")
    view = playing.publish(playing.pair().number)
    published = playing.journal()[0].number
    (rest,) = byes(view)
    (dan,) = playing.join("Dan")
    done = late_players.play_bye(playing.call, 1, dan)
    before = playing.round(1)
    taken = undo(playing.call, done.entry)
    assert byes(playing.round(1)) == {rest} and dan not in seats(playing.round(1))
    undo(playing.call, taken.entry)
    assert playing.round(1) == before
    table = table_of(before, dan)
    playing.settle(table)
    said = refused(undo, playing.call, done.entry).sentence
    assert "Since then" in said or f"There is a bid or a report at table {table.table_number}: " in said
    restart_auction(*playing.at(table.id), reason="by mistake")
    again = undo(playing.call, done.entry)
    assert byes(playing.round(1)) == {rest} and again.entry is not None
    undo(playing.call, published)
    assert playing.round(1).state == "draft"


def test_an_accidental_drop_comes_back_against_the_bye(playing: Any) -> None:
    ana, *_ = playing.join("Ana", "Ben", "Cleo", "Dan")
    registration.drop_player(playing.call, ana)
    view = playing.publish(playing.pair().number)
    assert len(byes(view)) == 1
    late_players.play_bye(playing.call, 1, ana)
    assert sorted(seats(playing.round(1))) == sorted(playing.players)
    refusal = refused(late_players.play_bye, playing.call, 1, view.tables[0].first.player_id)
    assert refusal.code == "already-paired"


def test_there_has_to_be_a_bye_that_was_not_given(playing: Any) -> None:
    ana, *_ = playing.join("Ana", "Ben", "Cleo")
    edit(playing, ana, first_round_bye=True)
    playing.publish(playing.pair().number)
    (dan,) = playing.join("Dan")
    refusal = refused(late_players.play_bye, playing.call, 1, dan)
    assert (refusal.code, refusal.sentence) == (
        "no-bye",
        "Nobody has a bye in round 1 that could be played.",
    )


# What is kept of reasons


def test_a_player_called_like_a_code_is_erased_without_harm(playing: Any) -> None:
    names = ["Rematch", "Bye", "Points", "Lowest", "Cost"]
    playing.join(*names)
    playing.play_round()
    playing.play_round()
    tournaments.finish_tournament(playing.call)
    before = [str(table.reason) for table in playing.round(2).tables]
    for player in list(playing.players):
        privacy.erase_player(playing.call, player, typed="erase")
    after = [str(table.reason) for table in playing.round(2).tables]
    for was, now in zip(before, after, strict=True):
        kept = was.partition(":")[2] if ":" in was else was
        assert now.endswith(kept) and not any(now.startswith(name) for name in names)


@pytest.mark.parametrize(
    "text",
    [
        "Ada and Bo meet again: paired by hand.",
        '{"code":',
        '{"code":1}',
        '{"code":"rematch"}',
        '{"code":"rematch","cause":["x"]}',
        '{"code":"different-points","cause":"odd-above","high":7}',
    ],
)
def test_a_reason_this_program_does_not_know_is_shown_as_it_is(text: str) -> None:
    assert reason_words(text, ["Ada", "Bo"]) == text
    assert is_broken(text) == (text.startswith('{"code":"rematch"'))


@pytest.mark.parametrize(("players", "rounds_played"), [(5, 5), (6, 5), (8, 7)])
def test_an_event_of_few_players_has_no_rematch_in_a_full_schedule(
    playing: Any, players: int, rounds_played: int
) -> None:
    playing.join(*(f"Player {letter}" for letter in "ABCDEFGH"[:players]))
    for _ in range(rounds_played):
        quality = playing.play_round().quality
        assert (quality["rematches"], quality["second_byes"]) == (0, 0)
