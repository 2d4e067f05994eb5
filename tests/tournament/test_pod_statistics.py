"""Statistics of tables of several players against numbers counted on paper."""

from fractions import Fraction

from app.tournament.pod_results import PodEnding
from app.tournament.pod_statistics import PodGame, pod_statistics

GAMES = [
    PodGame((120, 84, 60, 41), PodEnding.POINTS, 3600),
    PodGame((50, 90, 90), PodEnding.TIME),
    PodGame((7, 61, 125), PodEnding.POINTS),
]


def test_nothing_played_tells_nothing():
    empty = pod_statistics([])
    assert (empty.games, empty.seats, empty.scores, empty.mean_of_first) == (0, (), {}, None)


def test_a_seat_has_its_first_places_beside_those_of_chance():
    seats = {line.seat: line for line in pod_statistics(GAMES).seats}
    # Two who were first together have half of it each; seat 4 was there once.
    assert {seat: line.firsts for seat, line in seats.items()} == {
        1: Fraction(1), 2: Fraction(1, 2), 3: Fraction(3, 2), 4: Fraction(0)
    }  # fmt: skip
    assert {seat: line.tables for seat, line in seats.items()} == {1: 3, 2: 3, 3: 3, 4: 1}
    assert seats[1].by_chance == Fraction(1, 4) + 2 * Fraction(1, 3)
    assert seats[4].by_chance == Fraction(1, 4)
    assert seats[1].mean_points == Fraction(120 + 50 + 7, 3)
    assert sum(line.firsts for line in seats.values()) == len(GAMES)


def test_points_stand_in_steps_without_a_hole():
    counted = pod_statistics(GAMES)
    assert counted.scores == {0: 1, 20: 0, 40: 2, 60: 2, 80: 3, 100: 0, 120: 2}
    assert sum(counted.scores.values()) == 10
    assert (counted.mean_of_first, counted.mean_of_last) == (
        Fraction(120 + 90 + 125, 3), Fraction(41 + 50 + 7, 3)
    )  # fmt: skip
    assert counted.endings == {PodEnding.POINTS: 2, PodEnding.TIME: 1}
    assert counted.sizes == {3: 2, 4: 1}
