"""What a table of several players may report, the sentence of each refusal, and the standings of events."""

from fractions import Fraction
from random import Random

import pytest

from app.tournament.pod_results import PodEnding, PodReport, PodReportRefused, check
from app.tournament.pod_standings import final_table_order, pod_entrants, rank_tables
from app.tournament.pods import extra_cards, places

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo"}


@pytest.mark.parametrize(
    ("points", "ending", "code", "sentence"),
    [
        ({1: 120, 2: 80}, "points", "points-missing",
         "Enter the points of everybody; these are missing: Cleo."),
        ({1: 120, 2: 80, 3: 60, 4: 10}, "points", "not-at-table",
         "Points are there for somebody who does not sit at this table: look again."),
        ({1: 120, 2: -1, 3: 10_001}, "points", "points-out-of-range",
         "Points are 0 to 10000; look at: Ben and Cleo."),
        ({1: 119, 2: 80, 3: 60}, "points", "goal-not-reached",
         "Nobody has 120 points: choose “at time” if the game ended so."),
        ({1: 121, 2: 120, 3: 60}, "points", "two-at-goal",
         "Ana and Ben have 120 points or more, but the game ends with the first who has them. "
         "Look again; if it"
         " is right, say so and send it once more."),
        ({1: 121, 2: 120, 3: 60}, "time", "two-at-goal", "Ana and Ben have 120 points or more"),
    ],
)  # fmt: skip
def test_a_bad_report_is_refused_with_a_sentence(points, ending, code, sentence):
    with pytest.raises(PodReportRefused) as refusal:
        check(PodReport(points, PodEnding(ending)), NAMES)
    assert refusal.value.code == code and str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("report", "goal"),
    [
        (PodReport({1: 120, 2: 80, 3: 60}), 120),
        (PodReport({1: 0, 2: 0, 3: 0}, PodEnding.TIME), 120),
        (PodReport({1: 121, 2: 120, 3: 60}, certain=True), 120),
        (PodReport({1: 100, 2: 80, 3: 60}), 100),
        (PodReport({1: 7, 2: 8, 3: 9}), 0),
    ],
)
def test_a_report_that_fits_is_taken(report, goal):
    check(report, NAMES, goal)


@pytest.mark.parametrize("players", [2, 7])
def test_a_table_has_three_to_six(players):
    names = {number: str(number) for number in range(players)}
    with pytest.raises(PodReportRefused, match=f"A table has 3 to 6 players, not {players}: draw again"):
        check(PodReport(dict.fromkeys(names, 120)), names)


def test_later_seats_get_extra_cards():
    assert [extra_cards(size) for size in (3, 4, 5, 6)] == [
        (0, 0, 1), (0, 0, 1, 2), (0, 0, 1, 1, 2), (0, 0, 1, 1, 2, 2)
    ]  # fmt: skip


def test_equals_share_the_better_place():
    assert places({1: 90, 2: 120, 3: 90, 4: 5}) == {1: 2, 2: 1, 3: 2, 4: 4}


def test_points_then_share_then_lot():
    tables = [{1: 120, 2: 60, 3: 20}, {4: 120, 5: 100, 6: 20}]
    lines = rank_tables(tables, {player: 10 - player for player in range(1, 8)})
    # 4 and 1 won; 120 of 200 is a larger share than 120 of 240. Then 5 before 2 by share, 3 before 6, 7 last.
    assert [(line.player, line.points, line.share) for line in lines] == [
        (1, 2, Fraction(3, 5)), (4, 2, Fraction(1, 2)),
        (5, 1, Fraction(5, 12)), (2, 1, Fraction(3, 10)),
        (3, 0, Fraction(1, 10)), (6, 0, Fraction(1, 12)), (7, 0, 0),
    ]  # fmt: skip
    assert [line.by_lot for line in lines] == [False] * 7
    tied = rank_tables([{1: 50, 2: 50, 3: 50}], {1: 9, 2: 8, 3: 7})
    assert [(line.player, line.points, line.won, line.by_lot) for line in tied] == [
        (3, 1, 1, True), (2, 1, 1, True), (1, 1, 1, True)
    ]  # fmt: skip


@pytest.mark.parametrize("players", [5, 12, 23, 40])
def test_standings_are_the_sum_that_paper_gives(players):
    chance, tables = Random(players), []
    for _ in range(3):
        order = chance.sample(range(players), players)
        tables += [{p: chance.randrange(121) for p in order[at : at + 4]} for at in range(0, players, 4)]
    tables = [table for table in tables if len(table) > 2]
    lots = {player: chance.random() for player in range(players)}

    def on_paper(player):
        """Beaten players count one, equals a half; the share is one's part of the points on the table."""
        points = share = 0
        for table in tables:
            if player in table:
                others = [own for other, own in table.items() if other != player]
                mine = table[player]
                points += sum(Fraction(1) if mine > own else Fraction(1, 2) * (mine == own) for own in others)
                share += Fraction(mine, mine + sum(others))
        return -points, -share, lots[player]

    lines = rank_tables(tables, lots)
    assert [line.player for line in lines] == sorted(lots, key=on_paper)
    assert {line.player: (-line.points, -line.share) for line in lines} == {
        player: on_paper(player)[:2] for player in lots
    }
    met = {entrant.id: sorted(entrant.met) for entrant in pod_entrants(tables, lots)}
    assert met == {
        player: sorted(other for table in tables if player in table for other in table if other != player)
        for player in lots
    }


def test_the_final_table_is_ordered_by_its_points_and_equals_by_their_seed():
    assert final_table_order({7: 90, 8: 120, 9: 90}, [9, 7, 8]) == [8, 9, 7]
    assert final_table_order({}, [9, 7, 8]) == [9, 7, 8]
