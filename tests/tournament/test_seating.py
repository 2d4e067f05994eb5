"""Seating: scores first, fixed tables kept, blocked tables left out, byes last."""

from app.tournament.seating import Seated, seat_tables

POINTS = {1: 9, 2: 9, 3: 9, 4: 6, 5: 6, 6: 6, 7: 0}


def test_tables_follow_the_score_and_byes_come_last():
    seating = seat_tables([(5, 6), (3, 4), (2, 1)], [7], POINTS)
    assert seating.tables == (Seated(1, 2, 1), Seated(2, 3, 4), Seated(3, 5, 6), Seated(4, 7, None))
    assert seating.notes == ()


def test_equal_totals_are_ordered_by_the_better_player():
    assert [row.first for row in seat_tables([(1, 2), (3, 4)], [], {1: 3, 2: 3, 3: 6, 4: 0}).tables] == [3, 1]


def test_a_fixed_table_is_kept_and_nobody_else_sits_there():
    seating = seat_tables([(1, 2), (3, 4), (5, 6)], [7], POINTS, fixed={6: 1, 2: 30})
    assert seating.tables == (Seated(1, 5, 6), Seated(2, 3, 4), Seated(30, 1, 2), Seated(31, 7, None))


def test_blocked_numbers_are_left_out_even_for_byes():
    seating = seat_tables([(1, 2), (3, 4)], [7], POINTS, blocked={1, 3, 5})
    assert [row.table_number for row in seating.tables] == [2, 4, 6]


def test_a_fixed_table_may_be_a_blocked_one():
    seating = seat_tables([(1, 2), (3, 4)], [], POINTS, fixed={3: 1}, blocked={1})
    assert seating.tables == (Seated(1, 3, 4), Seated(2, 1, 2))


def test_two_wishes_for_one_table_serve_the_higher_score_and_say_so():
    seating = seat_tables([(5, 6), (1, 2)], [], POINTS, fixed={5: 4, 1: 4}, names={5: "Noise"})
    assert seating.tables == (Seated(1, 5, 6), Seated(4, 1, 2))
    assert seating.notes == ("Noise should sit at table 4, but another pairing is fixed to it.",)


def test_two_wishes_in_one_pairing_serve_the_first_and_say_so():
    seating = seat_tables([(1, 2)], [], POINTS, fixed={1: 3, 2: 5})
    assert seating.tables == (Seated(3, 1, 2),)
    assert seating.notes == ("player 2 should sit at table 5, but the opponent has fixed table 3.",)


def test_the_same_wish_of_both_is_no_conflict():
    assert seat_tables([(1, 2)], [], POINTS, fixed={1: 3, 2: 3}).notes == ()


def test_only_byes_and_nobody_at_all():
    assert seat_tables([], [7], POINTS).tables == (Seated(1, 7, None),)
    assert seat_tables([], [], {}).tables == ()
