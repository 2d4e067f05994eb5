"""The cut: every bracket is whole, and every course of games ends in one ranking."""

from itertools import product

import pytest

from app.sides import Side
from app.tournament.draws import drawn
from app.tournament.rules import CutKind
from app.tournament.topcut import (
    RESET,
    CutGame,
    From,
    SideRight,
    bracket,
    final_places,
    final_ranking,
    next_games,
    played,
    sides_by_seed,
    sizes,
)

ALL = [("single", size) for size in (2, 3, 4, 8, 16)] + [("double", size) for size in (4, 8, 16)]
FIRST_ROUNDS = {
    4: [(1, 4), (2, 3)],
    8: [(1, 8), (4, 5), (2, 7), (3, 6)],
    16: [(1, 16), (8, 9), (5, 12), (4, 13), (3, 14), (6, 11), (7, 10), (2, 15)],
}


def finish(cut, choose):
    """Play to the end; `choose(game)` is the winner. Returns the results and the number of rounds."""
    seeds, winners, rounds = list(range(1, cut.size + 1)), {}, 0
    while ready := next_games(cut, seeds, winners):
        rounds += 1
        winners |= {game.game.number: choose(game) for game in ready}
    return seeds, winners, rounds


def test_the_sizes_on_offer():
    assert sizes("single") == (2, 3, 4, 8, 16)
    assert sizes(CutKind.DOUBLE) == (4, 8, 16)


@pytest.mark.parametrize(("kind", "size"), [("double", 6), ("single", 5), ("double", 2)])
def test_a_size_without_bracket_is_refused(kind, size):
    with pytest.raises(
        ValueError,
        match=f"no cut of {size} players in {kind} elimination; choose one of (2, 3, )?4, 8 or 16.",
    ):
        bracket(kind, size)


@pytest.mark.parametrize(("kind", "size"), ALL)
def test_arrows_of_the_table_agree_with_who_plays(kind, size):
    cut = bracket(kind, size)
    assert [game.number for game in cut.games] == list(range(1, len(cut.games) + 1))
    seats = {(slot.origin, slot.number): game for game in cut.games for slot in (game.first, game.second)}
    assert sorted(number for origin, number in seats if origin is From.SEED) == list(range(1, size + 1))
    for game in cut.games:
        for origin, target in ((From.WINNER, game.winner_to), (From.LOSER, game.loser_to)):
            user = seats.get((origin, game.number))
            assert (user.number if user else None) == target
            assert user is None or user.round > game.round
        assert (game.loser_to is None) == (game.loser_place is not None) or game.name == "grand final"


@pytest.mark.parametrize("kind", ["single", "double"])
@pytest.mark.parametrize("size", FIRST_ROUNDS)
def test_first_round(kind, size):
    ready = next_games(bracket(kind, size), range(1, size + 1), {})
    assert [(game.first, game.second) for game in ready] == FIRST_ROUNDS[size]


def test_the_top_seed_of_three_waits():
    cut = bracket("single", 3)
    assert [(g.first, g.second) for g in next_games(cut, [7, 8, 9], {})] == [(8, 9)]
    assert [(g.first, g.second) for g in next_games(cut, [7, 8, 9], {1: 9})] == [(7, 9)]
    places = final_places(cut, [7, 8, 9], {1: 9, 2: 9})
    assert [place.player for place in places] == [9, 7, 8]


@pytest.mark.parametrize(("kind", "size"), ALL)
def test_without_upsets_the_seeds_are_the_places(kind, size):
    seeds, winners, _ = finish(bracket(kind, size), lambda game: min(game.first, game.second))
    places = final_places(bracket(kind, size), seeds, winners)
    assert [place.place for place in places] == list(range(1, size + 1))
    assert [place.player for place in places] == seeds


@pytest.mark.parametrize(("kind", "size"), ALL)
def test_any_course_places_everybody_once_after_the_right_number_of_losses(kind, size):
    cut = bracket(kind, size)
    for seed in range(60):
        seeds, winners, _ = finish(
            cut, lambda g, seed=seed: g.first if drawn(seed, "game", g.game.number) & 1 else g.second
        )
        places = final_places(cut, seeds, winners)
        assert [place.place for place in places] == list(range(1, size + 1))
        assert sorted(place.player for place in places) == seeds
        losses = [game.loser for game in played(cut, seeds, winners) if game.winner is not None]
        allowed = 2 if kind == "double" else 1
        assert all(losses.count(place.player) == allowed for place in places[1:])
        assert losses.count(places[0].player) < allowed


def test_every_course_of_the_smallest_double_elimination():
    cut = bracket("double", 4)
    courses = set()
    for bits in product((0, 1), repeat=7):
        seeds, winners, _ = finish(cut, lambda g, bits=bits: (g.first, g.second)[bits[g.game.number - 1]])
        courses.add(tuple(winners.items()))
        assert (7 in winners) == (bits[5] == 1)
        assert {place.player for place in final_places(cut, seeds, winners)} == {1, 2, 3, 4}
    assert len(courses) == 32 * 3


def test_the_reset_is_played_only_if_the_lower_bracket_wins_the_grand_final():
    cut, seeds = bracket("double", 4), [1, 2, 3, 4]
    before = {1: 1, 2: 2, 3: 1, 4: 4, 5: 4}
    unbeaten = played(cut, seeds, before | {6: 1})[-1]
    assert (unbeaten.needed, unbeaten.ready) == (False, False)
    assert [p.player for p in final_places(cut, seeds, before | {6: 1})] == [1, 4, 2, 3]
    (reset,) = next_games(cut, seeds, before | {6: 4})
    assert (reset.game.name, reset.first, reset.second) == (RESET, 1, 4)
    assert [p.place for p in final_places(cut, seeds, before | {6: 4})] == [3, 4]
    assert [p.player for p in final_places(cut, seeds, before | {6: 4, 7: 4})] == [4, 1, 2, 3]
    with pytest.raises(ValueError, match="Game 7 has a result too early"):
        played(cut, seeds, before | {6: 1, 7: 1})


def test_losers_of_one_round_are_placed_by_seed_when_the_round_is_over():
    cut, seeds = bracket("single", 8), list("abcdefgh")
    numbers = [ord(letter) for letter in seeds]
    upsets = {1: ord("h"), 2: ord("e"), 3: ord("b")}
    assert final_places(cut, numbers, upsets) == ()
    places = final_places(cut, numbers, upsets | {4: ord("c")})
    assert [(place.place, chr(place.player)) for place in places] == [(5, "a"), (6, "d"), (7, "f"), (8, "g")]


def test_upper_bracket_losers_meet_no_recent_opponent():
    """With favourites winning, no game before the lower final is a rematch."""
    for size in (8, 16):
        cut = bracket("double", size)
        seeds, winners, _ = finish(cut, lambda game: min(game.first, game.second))
        games = [g for g in played(cut, seeds, winners) if g.winner and "final" not in g.game.name]
        met = [frozenset((game.first, game.second)) for game in games]
        assert len(set(met)) == len(met)


@pytest.mark.parametrize(
    ("winners", "sentence"),
    [
        ({1: 2}, "without playing it"),
        ({3: 1}, "too early"),
        ({1: 1, 3: 1}, "Game 3 has a result too early: correct the earlier games first."),
        ({99: 1}, "no game 99"),
    ],
)
def test_results_that_cannot_be_are_refused(winners, sentence):
    with pytest.raises(ValueError, match=sentence):
        next_games(bracket("single", 4), [1, 2, 3, 4], winners)


@pytest.mark.parametrize(
    ("kind", "winners", "walkovers", "places"),
    [
        ("single", {1: None, 2: 2}, {3: 2}, [2, 1, 3, 4]),
        ("single", {1: 1, 2: None}, {3: 1}, [1, 2, 3, 4]),
        ("double", {1: None, 2: 2, 6: 2}, {3: 2, 4: 3, 5: 3}, [2, 3, 1, 4]),
        ("double", {1: 1, 2: None, 6: 1}, {3: 1, 4: 4, 5: 4}, [1, 4, 2, 3]),
        ("double", {1: 1, 2: 2, 3: 1, 4: None, 6: 1}, {5: 2}, [1, 2, 3, 4]),
    ],
)
def test_a_double_forfeit_gives_walkovers_and_a_shared_round_of_going_out(kind, winners, walkovers, places):
    cut = bracket(kind, 4)
    games = played(cut, [1, 2, 3, 4], winners)
    assert {game.game.number: game.winner for game in games if game.walkover} == walkovers
    assert [place.player for place in final_places(cut, [1, 2, 3, 4], winners)] == places


@pytest.mark.parametrize(
    ("missing", "walkover", "over"),
    [((False, False), False, False), ((True, False), True, False), ((True, True), True, True)],
)
def test_a_game_is_over_when_both_its_players_are_missing(missing, walkover, over):
    game = bracket("single", 2).games[0]
    found = CutGame(game, None, None, None, first_missing=missing[0], second_missing=missing[1])
    other = CutGame(game, None, None, None, first_missing=missing[1], second_missing=missing[0])
    assert (found.walkover, found.over) == (other.walkover, other.over) == (walkover, over)


@pytest.mark.parametrize("seeds", [[1, 2, 3], [1, 2, 3, 3]])
def test_seeds_must_fit(seeds):
    with pytest.raises(ValueError, match="needs 4 different players"):
        next_games(bracket("single", 4), seeds, {})


def test_final_ranking_is_cut_then_swiss():
    cut = bracket("single", 2)
    places = final_places(cut, [5, 6], {1: 6})
    assert final_ranking(places, [5, 6, 7, 8]) == (6, 5, 7, 8)


def test_sides_by_right():
    corp, runner = Side.CORP, Side.RUNNER
    assert sides_by_seed(4, 1, [1, 2, 3, 4], {}) == SideRight(chooser=1)
    assert sides_by_seed(4, 1, [1, 2, 3, 4], {4: [corp], 1: [corp]}) == SideRight(chooser=1)
    assert sides_by_seed(4, 1, [1, 2, 3, 4], {4: [corp]}) == SideRight(corp_player=1, runner_player=4)
    assert sides_by_seed(4, 1, [1, 2, 3, 4], {1: [corp, corp, runner]}) == SideRight(
        corp_player=4, runner_player=1
    )
    assert sides_by_seed(4, 1, [1, 2, 3, 4], {1: [runner]}) == SideRight(corp_player=1, runner_player=4)


def test_words_of_a_seat():
    game = bracket("double", 8).games[9]
    assert (str(game.first.words), str(game.second.words), game.lower) == (
        "Winner of game 7",
        "Loser of game 6",
        True,
    )
    assert bracket("double", 8).reset is not None
    assert bracket("single", 8).reset is None
