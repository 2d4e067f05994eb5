"""Tables of three to five: sizes, seating from 5 to 40 players, points by place."""

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from app.tournament.pods import PodEntrant, place_points, seat_pods, shares, table_sizes


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (12, (4, 4, 4)),
    ],
)
def test_tables_of_four_as_many_as_possible(players, sizes):
    assert table_sizes(players) == sizes


@pytest.mark.parametrize("players", range(3, 41))
def test_every_number_of_players_has_tables(players):
    sizes = table_sizes(players)
    assert sum(sizes) == players and set(sizes) <= ({5} if players == 5 else {3, 4})
    assert sizes.count(3) <= 3


@pytest.mark.parametrize("players", [0, 1, 2])
def test_too_few_players_are_told_to_wait(players):
    with pytest.raises(ValueError, match="A table needs at least 3 players: wait for more"):
        seat_pods([PodEntrant(player) for player in range(players)], 1)


def play(players, rounds, seed):
    """Every round of an event: (entrants, tables)."""
    chance = Random(seed)
    points = dict.fromkeys(range(players), Fraction(0))
    met = {player: [] for player in range(players)}
    for number in range(rounds):
        entrants = [PodEntrant(player, points[player], tuple(met[player])) for player in points]
        pods = seat_pods(entrants, seed * 10 + number)
        yield entrants, pods
        for table in pods.tables:
            for one, other in combinations(table, 2):
                met[one].append(other)
                met[other].append(one)
            for player, worth in place_points({p: chance.randrange(20, 121) for p in table}).items():
                points[player] += worth


@pytest.mark.parametrize("players", range(5, 41))
def test_everybody_has_one_seat_and_the_count_of_meetings_is_true(players):
    for entrants, pods in play(players, 3, players):
        assert sorted(player for table in pods.tables for player in table) == list(range(players))
        assert tuple(map(len, pods.tables)) == table_sizes(players)
        met = {entrant.id: set(entrant.met) for entrant in entrants}
        again = sum(other in met[one] for table in pods.tables for one, other in combinations(table, 2))
        assert pods.met_again == again


def test_the_first_round_is_drawn_and_the_draw_can_be_repeated():
    players = [PodEntrant(player) for player in range(17)]
    drawn = {seat_pods(players, seed).tables for seed in range(30)}
    assert len(drawn) == 30
    assert seat_pods(players[::-1], 5) == seat_pods(players, 5)


def test_players_are_dealt_in_snake_order_of_their_points():
    players = [PodEntrant(player, Fraction(100 - player)) for player in range(8)]
    assert [sorted(table) for table in seat_pods(players, 1).tables] == [[0, 3, 4, 7], [1, 2, 5, 6]]


def test_equals_are_swapped_so_that_fewer_meet_again():
    fresh = swapped = 0
    for seed in range(20):
        *_, (entrants, pods) = play(16, 2, seed)
        swapped += pods.met_again
        forgetful = seat_pods([PodEntrant(entrant.id, entrant.points) for entrant in entrants], seed * 10 + 1)
        met = {entrant.id: set(entrant.met) for entrant in entrants}
        fresh += sum(other in met[one] for table in forgetful.tables for one, other in combinations(table, 2))
    assert swapped < 0.8 * fresh


def test_players_with_other_points_are_not_swapped():
    players = [
        PodEntrant(player, Fraction(100 - player), tuple({0, 3, 4, 7} - {player})) for player in range(8)
    ]
    pods = seat_pods(players, 1)
    assert {frozenset(table) for table in pods.tables} == {frozenset((0, 3, 4, 7)), frozenset((1, 2, 5, 6))}
    assert pods.met_again > 0


def test_a_place_is_worth_one_point_for_everybody_behind_and_equals_share():
    assert place_points({1: 120, 2: 80, 3: 60, 4: 10}) == {1: 3, 2: 2, 3: 1, 4: 0}
    assert place_points({1: 120, 2: 80, 3: 80}) == {1: 2, 2: Fraction(1, 2), 3: Fraction(1, 2)}
    assert place_points({1: 5, 2: 5, 3: 5, 4: 5}) == dict.fromkeys((1, 2, 3, 4), Fraction(3, 2))
    for size in (3, 4, 5):
        points = {player: Random(size + player).randrange(4) for player in range(size)}
        assert sum(place_points(points).values()) == size * (size - 1) // 2


def test_shares_are_parts_of_the_tables_points():
    assert shares({1: 60, 2: 30, 3: 10}) == {1: Fraction(3, 5), 2: Fraction(3, 10), 3: Fraction(1, 10)}
    assert shares({1: 0, 2: 0, 3: 0}) == dict.fromkeys((1, 2, 3), Fraction(1, 3))


def test_a_player_entered_twice_is_refused():
    with pytest.raises(ValueError, match="entered twice"):
        seat_pods([PodEntrant(1), PodEntrant(1), PodEntrant(2)], 1)


def test_a_third_meeting_is_worse_than_two_second_ones():
    # One swap lets either 0 and 1 meet a third time, or two pairs a second time.
    met = {0: (1, 1, 4), 1: (0, 0), 2: (5,), 3: (), 4: (0,), 5: (2,)}
    for seed in range(10):
        tables = seat_pods([PodEntrant(player, Fraction(0), met[player]) for player in met], seed).tables
        assert all(not {0, 1} <= set(table) for table in tables)
