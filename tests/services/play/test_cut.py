"""The top cut through the services: seeds, brackets, sides by auction and by seed, the final ranking."""

from datetime import date
from typing import Any

import pytest

from app.services.event import brackets, queries, tournaments
from app.services.event.announcements import standing_in
from app.services.event.queries import tournament_view
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.judging.penalties import give_penalty
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import ORGANIZER_VIEWER, Viewer
from app.services.people import registration
from app.services.play import auctions, cut, one_phone, results, settling
from app.services.play.intentional_draw import set_intentional_draw
from app.services.play.rounds import close_round, delete_round
from app.services.play.two_games import OneGame, correct_games
from app.sides import Side
from app.storage.tables import Tournament
from app.tournament.results import Ending, Outcome, Report
from tests.services.conftest import Playing

NAMES = [f"Player {letter}" for letter in "ABCDEFGHI"]


def start(playing: Any, kind: str, size: int, sides: str = "auction") -> None:
    playing.join(*NAMES)
    tournaments.edit_tournament(
        playing.call, {"planned_rounds": 2, "cut_kind": kind, "cut_size": size, "cut_sides": sides}
    )
    playing.play_round()
    playing.play_round()


def phase(playing: Any) -> Any:
    return tournament_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER)


def play_cut(playing: Any, outcome: Outcome = Outcome.CORP) -> int:
    """Play every game until the cut is decided; how many rounds it took."""
    played = 0
    while phase(playing).next.command == "pair_cut":
        number = cut.pair_cut(playing.call, next(playing.seeds)).value
        for table in playing.publish(number).tables:
            playing.finish(playing.settle(table), outcome)
        close_round(playing.call, number)
        played += 1
    return played


@pytest.mark.parametrize(("kind", "size", "fewest"), [("single", 8, 3), ("double", 4, 4), ("double", 8, 6)])
def test_a_cut_is_played_to_its_end(playing: Any, kind: str, size: int, fewest: int) -> None:
    start(playing, kind, size)
    assert phase(playing).next.command == "start_cut"
    dropped = next(iter(playing.players))
    registration.drop_player(playing.call, dropped)
    cut.start_cut(playing.call)
    cut.start_cut(playing.call)
    view = brackets.bracket_view(playing.installation, playing.tournament_id)
    assert [seed.seed for seed in view.seeds] == list(range(1, size + 1))
    assert dropped not in [seed.player_id for seed in view.seeds]
    assert play_cut(playing) >= fewest
    over = brackets.bracket_view(playing.installation, playing.tournament_id)
    assert [place.place for place in over.places] == list(range(1, size + 1))
    assert phase(playing).next.command == "finish_tournament"
    tournaments.finish_tournament(playing.call)
    with playing.installation.database.read_session() as session:
        row = session.get(Tournament, playing.tournament_id)
        ranking = list(brackets.ranking_of(session, row))
    assert sorted(ranking) == sorted(playing.players)
    assert ranking[:size] == [place.player_id for place in over.places]


def test_there_is_no_bracket_before_the_cut_and_no_cut_without_players(playing: Any) -> None:
    start(playing, "single", 8)
    with pytest.raises(Refused) as refused:
        brackets.bracket_view(playing.installation, playing.tournament_id)
    assert refused.value.code == "no-cut"
    for player in list(playing.players)[:2]:
        registration.drop_player(playing.call, player)
    with pytest.raises(Refused) as refused:
        cut.start_cut(playing.call)
    assert refused.value.code == "not-possible-now"
    with pytest.raises(Refused) as refused:
        cut.start_cut(playing.call, kind="double", size=3)
    assert refused.value.code == "no-such-cut"
    assert phase(playing).phase == "swiss"


def test_the_higher_seed_chooses_the_side_where_sides_are_not_bought(playing: Any) -> None:
    start(playing, "single", 4, "seed")
    cut.start_cut(playing.call)
    number = cut.pair_cut(playing.call, 5).value
    table = playing.publish(number).tables[0]
    seeds = {
        seed.player_id: seed.seed
        for seed in brackets.bracket_view(playing.installation, playing.tournament_id).seeds
    }
    higher, lower = sorted((table.first.player_id, table.second.player_id), key=seeds.__getitem__)
    with pytest.raises(Refused) as refused:
        cut.choose_side(*playing.at(table.id, playing.players[lower]), Side.RUNNER)
    assert refused.value.code == "not-your-choice"
    cut.choose_side(*playing.at(table.id, playing.players[higher]), Side.RUNNER)
    settled = playing.table(table.id)
    assert settled.runner_player_id == higher and settled.auction.settled_by == "seed"
    assert settled.starting.runner.hand == 5


def test_the_last_game_of_a_cut_needs_a_winner(playing: Any) -> None:
    start(playing, "single", 2)
    cut.start_cut(playing.call)
    table = playing.publish(cut.pair_cut(playing.call, 5).value).tables[0]
    playing.settle(table)
    with pytest.raises(Refused) as refused:
        playing.finish(table, Outcome.DOUBLE_LOSS)
    assert refused.value.code == "cut-needs-winner"
    drawn = playing.finish(table, Outcome.DRAW)
    assert drawn.result.winner_id == table.second.player_id


@pytest.mark.parametrize(
    "change", [{"cut_size": 4}, {"cut_kind": "double", "cut_size": 4}, {"cut_sides": "seed"}]
)
def test_the_cut_keeps_its_kind_while_it_is_played_and_after(playing: Any, change: dict[str, Any]) -> None:
    """FAULTS T2: the event had no bracket of that size, so that no page of it could be shown."""
    start(playing, "single", 2)
    cut.start_cut(playing.call)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            tournaments.edit_tournament(playing.call, change)
        assert refused.value.code == "cut-started"
        assert refused.value.sentence.startswith("The top cut has begun: undo its start")
        tournaments.edit_tournament(playing.call, {"info": "Lunch at one", "cut_size": 2})
        if phase(playing).next is not None:
            play_cut(playing)
            tournaments.finish_tournament(playing.call)


def test_a_finished_event_without_a_cut_is_given_none(playing: Any) -> None:
    start(playing, "none", 0)
    tournaments.finish_tournament(playing.call)
    with pytest.raises(Refused, match="The tournament is finished: reopen it to change its top cut"):
        tournaments.edit_tournament(playing.call, {"cut_kind": "single", "cut_size": 4})


SIZES = [("single", 2), ("single", 3), ("single", 4), ("single", 8), ("single", 16)]
SIZES += [("double", 4), ("double", 8), ("double", 16)]


def begin(playing: Any, kind: str, size: int, sides: str) -> None:
    playing.join(*(f"Player {number:02}" for number in range(1, size + 1)))
    settings = {"planned_rounds": 1, "cut_kind": kind, "cut_size": size, "cut_sides": sides}
    tournaments.edit_tournament(playing.call, settings)
    playing.play_round()
    cut.start_cut(playing.call)


def seeds_of(playing: Any) -> dict[int, int]:
    shown = brackets.bracket_view(playing.installation, playing.tournament_id)
    return {seed.player_id: seed.seed for seed in shown.seeds}


def settle(playing: Any, table: Any, side: Side) -> Any:
    """Settle the sides of a cut game in whatever way it has: by right, by choice, by a bid of 0."""
    if table.sides_by == "auction":
        return playing.settle(table, bid=0, side=side)
    if not table.auction.settled:
        cut.choose_side(*playing.at(table.id), side)
    return playing.table(table.id)


@pytest.mark.parametrize("sides", ["seed", "auction"])
@pytest.mark.parametrize(("kind", "size"), SIZES)
def test_a_drawn_game_of_a_cut_goes_by_its_rule(playing: Any, kind: str, size: int, sides: str) -> None:
    begin(playing, kind, size, sides)
    seeds, by_right = seeds_of(playing), 0
    while phase(playing).next.command == "pair_cut":
        number = cut.pair_cut(playing.call, next(playing.seeds)).value
        for table in playing.publish(number).tables:
            shown = settle(playing, table, list(Side)[table.game_number % 2])
            drawn = playing.finish(shown, Outcome.DRAW).result
            higher = min(table.first.player_id, table.second.player_id, key=seeds.__getitem__)
            if sides == "auction":
                assert (drawn.decided_by, drawn.winner_id) == ("draw-rule", table.second.player_id)
                assert (shown.auction.high_bid, shown.auction.winner) == (0, "first")
                continue
            by_right += shown.auction.settled_by == "right"
            assert (drawn.decided_by, drawn.winner_id) == ("higher-seed", higher)
            assert shown.draw_winner_id == higher == table.first.player_id
            nobody_bid = (
                shown.auction.high_bid,
                shown.auction.side,
                shown.auction.winner,
                shown.auction.turn,
            )
            assert nobody_bid == (None, None, None, None) and shown.auction.bids == []
            for start in (shown.starting.corp, shown.starting.runner):
                assert (start.hand, start.credits) == (5, 5)
        close_round(playing.call, number)
    places = brackets.bracket_view(playing.installation, playing.tournament_id).places
    assert [place.place for place in places] == list(range(1, size + 1))
    if sides == "seed":
        assert seeds[places[0].player_id] == 1
        assert by_right > 0 or size == 2


def refused(code: str, run: Any) -> None:
    with pytest.raises(Refused) as refusal:
        run()
    assert refusal.value.code == code and refusal.value.kind is Kind.CONFLICT


def test_sides_by_seed_are_not_bought_taken_or_changed(playing: Any) -> None:
    begin(playing, "double", 4, "seed")
    table = playing.publish(cut.pair_cut(playing.call, 5).value).tables[0]
    first, second = (playing.players[seat.player_id] for seat in (table.first, table.second))
    as_first = playing.at(table.id, first)

    def may(actor: Any) -> list[str]:
        viewer = Viewer(player_id=actor.id)
        return queries.one_table(playing.installation, playing.tournament_id, table.id, viewer).may

    assert may(first) == ["check_in", "choose_side"] and may(second) == ["check_in"]
    bought = {"winner_id": first.id, "side": Side.CORP, "bid": 0}
    for run in (
        lambda: auctions.place_bid(*as_first, version=0, amount=0, side=Side.CORP),
        lambda: auctions.enter_settlement(*as_first, **bought),
        lambda: auctions.confirm_settlement(*as_first),
        lambda: auctions.settle_auction(*playing.at(table.id), **bought),
        lambda: auctions.restart_auction(*playing.at(table.id), reason="again"),
        lambda: one_phone.share_phone(*as_first, other=one_phone.OtherPhone.SILENT),
    ):
        refused("sides-are-assigned", run)
    cut.choose_side(*as_first, Side.RUNNER)
    cut.choose_side(*as_first, Side.RUNNER)
    refused("sides-settled", lambda: cut.choose_side(*as_first, Side.CORP))
    refused("sides-settled", lambda: cut.choose_side(*playing.at(table.id), Side.CORP))
    assert playing.table(table.id).runner_player_id == first.id
    assert playing.table(table.id).may == ["correct_result", "correct_sides", "extend_table"]


def test_sides_held_by_right_stay_too(playing: Any) -> None:
    begin(playing, "single", 4, "seed")
    number = cut.pair_cut(playing.call, 1).value
    for table, side in zip(playing.publish(number).tables, Side, strict=True):
        playing.finish(settle(playing, table, side), Outcome.DRAW)
    close_round(playing.call, number)
    (final,) = playing.publish(cut.pair_cut(playing.call, 2).value).tables
    assert final.auction.settled_by == "right" and final.auction.settled
    higher = playing.players[final.first.player_id]
    for side in Side:
        refused("sides-settled", lambda side=side: cut.choose_side(*playing.at(final.id, higher), side))


def test_the_same_seed_draws_the_same_sides(playing: Any) -> None:
    """Who is the Corp of a final whose players have each been Corp once: by the seed of the round alone."""
    playing.join(*NAMES[:4])
    settings = {"structure": "single-sided", "planned_rounds": 1, "cut_kind": "single", "cut_size": 4}
    tournaments.edit_tournament(playing.call, settings)
    for table in playing.publish(playing.pair().number).tables:
        playing.finish(table)
    close_round(playing.call, 1)
    cut.start_cut(playing.call)
    for table in playing.publish(cut.pair_cut(playing.call, 1).value).tables:
        playing.finish(settle(playing, table, Side.CORP))
    close_round(playing.call, 2)

    def corp_of(seed: int) -> int:
        (table,) = playing.round(cut.pair_cut(playing.call, seed).value).tables
        assert (table.auction.settled_by, table.sides_by) == ("lot", "seed")
        delete_round(playing.call, 3, "round 3")
        return int(table.corp_player_id)

    drawn = [corp_of(seed) for seed in range(8)]
    assert drawn == [corp_of(seed) for seed in range(8)] and len(set(drawn)) == 2


def test_a_double_forfeit_in_the_cut_gives_the_next_opponent_a_walkover(playing: Any) -> None:
    begin(playing, "single", 4, "auction")
    number = cut.pair_cut(playing.call, 1).value
    one, two = playing.publish(number).tables
    both_lose = Report(Outcome.DOUBLE_LOSS, Ending.FORFEIT)
    results.correct_result(*playing.at(one.id), both_lose)
    with pytest.raises(Refused) as refusal:
        results.correct_result(*playing.at(two.id), both_lose)
    assert refusal.value.code == "cut-needs-winner" and "nobody could win the cut" in refusal.value.sentence
    playing.finish(playing.settle(two))
    close_round(playing.call, number)
    view = brackets.bracket_view(playing.installation, playing.tournament_id)
    final = view.games[-1]
    assert (final.walkover, final.ready, final.first) == (True, False, None)
    assert str(final.first_from) == "Nobody comes from game 1" and final.winner_id == two.first.player_id
    assert view.places[0].player_id == two.first.player_id
    assert sorted(place.place for place in view.places) == [1, 2, 3, 4]
    assert phase(playing).next.command == "finish_tournament"


def test_correcting_a_swiss_result_after_the_cut_says_what_stays(playing: Any) -> None:
    begin(playing, "single", 4, "auction")
    before = seeds_of(playing)
    table = playing.round(1).tables[0]
    playing.finish(table, Outcome.RUNNER)
    (entry,) = queries.journal_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER, limit=1)
    assert str(entry.summary).endswith(
        "The cut was made before: its seeds stay as they were, though these standings would give others"
    )
    assert seeds_of(playing) == before


def last_summary(playing: Any) -> str:
    (entry,) = queries.journal_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER, limit=1)
    return str(entry.summary)


def told_to(playing: Any, player_id: int) -> list[str]:
    with playing.installation.database.read_session() as session:
        said = standing_in(session, playing.tournament_id, playing.now)
    return [str(each.text) for each in said if each.player_id == player_id]


def test_sides_and_games_lost_after_the_cut_say_what_stays(playing: Any) -> None:
    begin(playing, "single", 4, "auction")
    cut.pair_cut(playing.call, 1)
    table = playing.round(1).tables[0]
    other = table.second.player_id
    settling.correct_sides(*playing.at(table.id), winner_id=other, side=Side.CORP, bid=1, reason="misread")
    assert "(misread). Round 2 was paired before: its pairings stay as they are. The cut" in last_summary(
        playing
    )
    (told,) = told_to(playing, other)
    assert told.startswith("Your result of round 1 was corrected: ") and "won the bid with 1 on Corp" in told
    seated = table.first.player_id
    give_penalty(playing.call, seated, "warning", "Slow Play", table_id=table.id)
    assert "The cut" not in last_summary(playing)
    give_penalty(playing.call, seated, "game-loss", "Slow Play", table_id=table.id)
    assert "The cut was made before: its seeds stay as they were" in last_summary(playing)


def test_the_draw_and_the_games_of_a_match_corrected_after_the_cut_say_what_stays(
    installation: Any, organizer: Any, now: Any
) -> None:
    draft = TournamentDraft("Hamburg", date(2018, 2, 15), structure="double-sided", deck_policy="none")
    made = create_tournament(installation, organizer, now, draft, seed=7)
    match = Playing(installation, made.id, organizer, now)
    match.join("Ana", "Ben", "Cleo", "Dan")
    for table in match.publish(match.pair().number).tables:
        set_intentional_draw(*match.at(table.id))
    close_round(match.call, 1)
    cut.start_cut(match.call, kind="single", size=2)
    games = [OneGame(number, Report(Outcome.CORP, Ending.AGENDA)) for number in (1, 2)]
    stays = "The cut was made before: its seeds stay as they were"
    correct_games(*match.at(table.id), games, reason="misread")
    assert stays in last_summary(match)
    set_intentional_draw(*match.at(table.id), reason="misread")
    assert stays in last_summary(match)


def test_a_cut_of_a_kind_that_seats_several_is_refused_with_the_kinds_there_are(playing: Any) -> None:
    start(playing, "single", 8)
    with pytest.raises(Refused) as refusal:
        cut.start_cut(playing.call, kind="table", size=3)
    assert (refusal.value.code, refusal.value.sentence) == (
        "no-such-cut",
        "Two sit at a table here: choose single or double elimination.",
    )


def test_sides_and_bid_of_a_closed_round_are_corrected_for_a_reason(playing: Any) -> None:
    playing.join("Ana", "Ben")
    number = playing.pair().number
    (table,) = playing.publish(number).tables
    ana, ben = table.first.player_id, table.second.player_id
    report = Report(Outcome.DRAW, Ending.TIME, 3, 3)
    playing.settle(table, bid=2)
    results.correct_result(*playing.at(table.id), report)
    close_round(playing.call, number)
    with pytest.raises(Refused) as refusal:
        settling.correct_sides(*playing.at(table.id), winner_id=ben, side=Side.CORP, bid=4, reason=" ")
    assert refusal.value.code == "reason-missing"
    settling.correct_sides(
        *playing.at(table.id), winner_id=ben, side=Side.CORP, bid=4, reason="typed wrongly"
    )
    shown = playing.table(table.id)
    assert (shown.auction.high_bid, shown.auction.winner, shown.corp_player_id) == (4, "second", ben)
    assert (shown.result.winner_id, shown.result.decided_by) == (ana, "draw-rule")
    assert (shown.starting.corp.hand, shown.starting.corp.credits) == (3, 3)
    (entry,) = queries.journal_view(playing.installation, playing.tournament_id, ORGANIZER_VIEWER, limit=1)
    assert entry.command == "correct_sides" and entry.details["reason"] == "typed wrongly"
    results.correct_result(*playing.at(table.id), Report(Outcome.CORP, Ending.TIME, 4, 1), reason="misread")
    settling.correct_sides(*playing.at(table.id), winner_id=ana, side=Side.CORP, bid=1, reason="once more")
    result = playing.table(table.id).result
    assert (result.outcome, result.winner_id) == ("runner", ben)
    assert (result.corp_points, result.runner_points) == (1, 4)
    results.correct_result(*playing.at(table.id), Report(Outcome.CORP, Ending.FLATLINE), reason="misread")
    refused(
        "sides-contradict-result",
        lambda: settling.correct_sides(
            *playing.at(table.id), winner_id=ben, side=Side.CORP, bid=1, reason="no"
        ),
    )


def test_the_games_of_the_cut_keep_fixed_tables_and_leave_blocked_ones_free(playing: Any) -> None:
    start(playing, "single", 8)
    tournaments.edit_tournament(playing.call, {"settings": {"blocked_tables": [1, 3]}})
    cut.start_cut(playing.call)
    view = brackets.bracket_view(playing.installation, playing.tournament_id)
    lowest = view.seeds[-1].player_id
    registration.edit_player(playing.call, lowest, {"fixed_table": 3})
    number = cut.pair_cut(playing.call, next(playing.seeds)).value
    tables = playing.round(number).tables
    assert sorted(table.table_number for table in tables) == [2, 3, 4, 5]
    at_three = next(table for table in tables if table.table_number == 3)
    assert lowest in (at_three.first.player_id, at_three.second.player_id)
    others = [table.game_number for table in tables if table.table_number != 3]
    assert others == sorted(others)
