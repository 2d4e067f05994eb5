"""A round from draft to closed: repeats are harmless, nobody is left out, nothing half is left behind."""

from datetime import timedelta
from typing import Any

import pytest

from app.services.event import queries, tournaments
from app.services.event.queries import journal_view
from app.services.event.undo import undo
from app.services.kernel.errors import Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, Viewer
from app.services.people import registration
from app.services.play import auctions, drafts, rounds
from app.sides import Side
from app.tournament.auction import Seat

pytestmark = pytest.mark.both_engines


def refusal(command: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(Refused) as refused:
        command(*arguments, **options)
    assert refused.value.sentence.endswith((".", "1", "2"))
    return refused.value.code


def seated(view: Any) -> list[int]:
    return sorted(player for table in view.tables for player in seated_at(table))


def seated_at(table: Any) -> list[int]:
    return [seat.player_id for seat in (table.first, table.second) if seat is not None]


def test_a_repeat_of_every_step_is_harmless(playing: Any, told: list[Any]) -> None:
    playing.join("Ana", "Ben", "Cleo")
    assert rounds.pair_round(playing.call, 5, expected_number=1).value == 1
    before = playing.round(1)
    assert rounds.pair_round(playing.call, 99, expected_number=1).value == 1
    assert playing.round(1) == before
    playing.publish(1)
    notices = len(told)
    playing.publish(1)
    assert len(told) == notices
    for table in playing.round(1).tables:
        if not table.bye:
            playing.finish(playing.settle(table))
    rounds.close_round(playing.call, 1)
    notices = len(told)
    rounds.close_round(playing.call, 1)
    assert len(told) == notices
    assert refusal(rounds.pair_round, playing.call, 5, expected_number=7) == "wrong-round-number"


def test_who_joins_while_a_draft_lies_there_is_drawn_into_it(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo")
    playing.pair()
    (dan,) = playing.join("Dan")
    assert [seat.player_id for seat in playing.round(1).unpaired] == [dan]
    assert refusal(rounds.publish_round, playing.call, 1) == "not-everybody-paired"
    drafts.shuffle_round(playing.call, 1, 8)
    assert seated(playing.publish(1)) == sorted(playing.players)
    (eve,) = playing.join("Eve")
    assert eve not in seated(playing.round(1))
    rounds.close_round(playing.call, 1, tuple(table.id for table in playing.round(1).tables))
    assert eve in seated(playing.pair())


def test_who_joined_during_a_deleted_round_plays_it_when_it_is_paired_again(playing: Any) -> None:
    playing.join("Ana", "Ben")
    playing.publish(playing.pair().number)
    (cleo,) = playing.join("Cleo")
    assert refusal(rounds.delete_round, playing.call, 1, "yes") == "not-confirmed"
    rounds.delete_round(playing.call, 1, "Round  1")
    assert cleo in seated(playing.pair())


def test_a_dropped_player_is_not_published_and_comes_back(playing: Any) -> None:
    ana, *_ = playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.pair()
    registration.drop_player(playing.call, ana)
    assert refusal(rounds.publish_round, playing.call, 1) == "dropped-player-paired"
    drafts.shuffle_round(playing.call, 1, 3)
    view = playing.publish(1)
    assert ana not in seated(view) and sum(table.bye for table in view.tables) == 1
    registration.reinstate_player(playing.call, ana)
    rounds.close_round(playing.call, 1, tuple(table.id for table in view.tables))
    assert ana in seated(playing.pair())


def test_back_to_draft_only_while_nobody_has_bid(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo")
    view = playing.publish(playing.pair().number)
    rounds.withdraw_round(playing.call, 1)
    draft = playing.round(1)
    assert draft.state == "draft" and all(table.result is None for table in draft.tables)
    playing.publish(1)
    table = next(table for table in view.tables if not table.bye)
    auctions.place_bid(*playing.at(table.id), version=0, amount=3, side=Side.CORP, seat=Seat.FIRST)
    assert refusal(rounds.withdraw_round, playing.call, 1) == "not-possible-now"


def test_only_the_last_round_is_deleted(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.play_round()
    playing.play_round()
    assert refusal(rounds.delete_round, playing.call, 1, "round 1") == "not-last-round"
    rounds.delete_round(playing.call, 2, "round 2")
    assert playing.pair().number == 2


def test_a_round_ends_without_results_only_when_told_so(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    view = playing.publish(playing.pair().number)
    playing.finish(playing.settle(view.tables[0]))
    assert refusal(rounds.close_round, playing.call, 1) == "not-possible-now"
    rounds.close_round(playing.call, 1, (view.tables[1].id,))
    ended = playing.round(1).tables[1].result
    assert ended is not None and ended.decided_by == "double-loss" and ended.winner_id is None


def test_a_draft_is_edited_and_says_what_it_costs(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo", "Dan", "Eve")
    playing.play_round()
    draft = playing.pair()
    assert draft.quality["proven_optimal"] and draft.quality["rematches"] == 0
    bye = next(table for table in draft.tables if table.bye).first.player_id
    first = playing.round(1).tables[0]
    one, other = first.first.player_id, first.second.player_id
    for table in [table for table in draft.tables if not table.bye]:
        drafts.take_apart(playing.call, 2, table.id)
    assert refusal(rounds.publish_round, playing.call, 2) == "not-everybody-paired"
    if bye in (one, other):
        drafts.swap_seats(playing.call, 2, bye, next(p for p in playing.players if p not in (one, other)))
    drafts.pair_by_hand(playing.call, 2, one, other)
    rest = [seat.player_id for seat in playing.round(2).unpaired]
    drafts.pair_by_hand(playing.call, 2, *rest)
    judged = playing.round(2)
    met = {frozenset(seated_at(table)) for table in playing.round(1).tables}
    assert (
        judged.quality["rematches"] == 1 + (frozenset(rest) in met) and not judged.quality["proven_optimal"]
    )
    again = next(table for table in judged.tables if table.first.player_id == one)
    assert again.locked and "meet again" in str(again.reason)
    drafts.shuffle_round(playing.call, 2, 77)
    kept = next(table for table in playing.round(2).tables if one in (table.first.player_id,))
    assert kept.second.player_id == other
    for table in playing.round(2).tables:
        drafts.lock_table(playing.call, 2, table.id, False)
    drafts.shuffle_round(playing.call, 2, 78)
    assert playing.round(2).quality["rematches"] == 0


def test_swapping_moves_the_bye_and_table_numbers_change_hands(playing: Any) -> None:
    playing.join("Ana", "Ben", "Cleo")
    draft = playing.pair()
    bye = next(table for table in draft.tables if table.bye)
    table = next(table for table in draft.tables if not table.bye)
    drafts.swap_seats(playing.call, 1, bye.first.player_id, table.first.player_id)
    after = playing.round(1)
    assert next(t for t in after.tables if t.bye).first.player_id == table.first.player_id
    assert seated(after) == seated(draft)
    assert refusal(drafts.swap_seats, playing.call, 1, 1, 1) == "same-player"
    drafts.set_table_number(playing.call, 1, table.id, 2)
    assert {t.id: t.table_number for t in playing.round(1).tables} == {table.id: 2, bye.id: 1}
    playing.publish(1)
    assert refusal(drafts.swap_seats, playing.call, 1, 1, 2) == "round-published"


def test_every_command_is_one_entry_and_one_notice(playing: Any, told: list[Any]) -> None:
    playing.join("Ana", "Ben")
    playing.play_round()
    entries = journal_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)
    assert [entry.command for entry in reversed(entries)][-5:] == [
        "pair_round",
        "publish_round",
        "settle_auction",
        "correct_result",
        "close_round",
    ]
    assert [notice.version for notice in told] == sorted({notice.version for notice in told})
    assert told[-1].version == entries[0].number


def test_a_household_is_kept_apart_in_the_first_round_and_blocked_tables_stay_free(playing: Any) -> None:
    ids = playing.join(*(f"Player {letter}" for letter in "ABCDEF"))
    for player in ids[:3]:
        registration.edit_player(playing.call, player, {"household": "Musterfrau "})
    tournaments.edit_tournament(playing.call, {"settings": {"blocked_tables": [1, 3]}})
    for seed in range(20):
        number = rounds.pair_round(playing.call, seed).value
        view = playing.round(number)
        assert all(len({t.first.player_id, t.second.player_id} & set(ids[:3])) == 1 for t in view.tables)
        assert [table.table_number for table in view.tables] == [2, 4, 5]
        rounds.delete_round(playing.call, number, "round 1")
    tournaments.edit_tournament(playing.call, {"settings": {"blocked_tables": None}})
    assert [table.table_number for table in playing.play_round().tables] == [1, 2, 3]
    assert playing.pair().quality["forbidden"] == 0
    assert refusal(tournaments.edit_tournament, playing.call, {"settings": {"blocked_tables": [0]}}) == (
        "invalid-setting"
    )


def test_a_judge_reads_no_seed_of_a_draft_whatever_the_clock_says(playing: Any) -> None:
    """FAULTS S13: with the clock set back before it was drawn again, the new seed was told."""
    playing.join("Ana", "Ben", "Cleo", "Dan")
    playing.play_round()
    rounds.pair_round(playing.call, 4711, 2)
    playing.now -= timedelta(hours=3)
    drafts.shuffle_round(playing.call, 2, 4712)
    undo(playing.call, queries.version(playing.installation, playing.tournament_id))
    judge = Viewer(staff=True)
    told = journal_view(playing.installation, playing.tournament_id, judge)
    assert [str(entry.summary) for entry in told[:3]] == ["The draft of round 2 was changed"] * 3
    assert not any("471" in str(entry.details) for entry in told)
    assert any(entry.details.get("seed") for entry in told), "the first round is no secret any more"
    playing.publish(2)
    told = journal_view(playing.installation, playing.tournament_id, judge)
    assert [entry.details.get("seed") for entry in told[1:4]] == [None, 4712, 4711]
