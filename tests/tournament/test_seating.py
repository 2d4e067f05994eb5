"""Seating: scores first, fixed tables kept, blocked tables left out, byes last."""

from app.tournament.seating import Seated, Unkept, reseat, seat_tables, unkept

POINTS = {1: 9, 2: 9, 3: 9, 4: 6, 5: 6, 6: 6, 7: 0}


def test_tables_follow_the_score_and_byes_come_last():
    rows = seat_tables([(5, 6), (3, 4), (2, 1)], [7], POINTS)
    assert rows == (Seated(1, 2, 1), Seated(2, 3, 4), Seated(3, 5, 6), Seated(4, 7, None))


def test_equal_totals_are_ordered_by_the_better_player():
    assert [row.first for row in seat_tables([(1, 2), (3, 4)], [], {1: 3, 2: 3, 3: 6, 4: 0})] == [3, 1]


def test_without_scores_the_order_given_stays():
    rows = seat_tables([(5, 6), (1, 2), (3, 4)], [], {}, fixed={2: 2}, blocked={1})
    assert rows == (Seated(2, 1, 2), Seated(3, 5, 6), Seated(4, 3, 4))


def test_a_fixed_table_is_kept_and_nobody_else_sits_there():
    rows = seat_tables([(1, 2), (3, 4), (5, 6)], [7], POINTS, fixed={6: 1, 2: 30})
    assert rows == (Seated(1, 5, 6), Seated(2, 3, 4), Seated(30, 1, 2), Seated(31, 7, None))


def test_blocked_numbers_are_left_out_even_for_byes():
    rows = seat_tables([(1, 2), (3, 4)], [7], POINTS, blocked={1, 3, 5})
    assert [row.table_number for row in rows] == [2, 4, 6]


def test_a_fixed_table_may_be_a_blocked_one():
    rows = seat_tables([(1, 2), (3, 4)], [], POINTS, fixed={3: 1}, blocked={1})
    assert rows == (Seated(1, 3, 4), Seated(2, 1, 2))


def test_two_wishes_for_one_table_serve_the_higher_score_and_say_so():
    fixed = {5: 4, 1: 4}
    rows = seat_tables([(5, 6), (1, 2)], [], POINTS, fixed=fixed)
    assert rows == (Seated(1, 5, 6), Seated(4, 1, 2))
    assert unkept(rows, fixed) == (Unkept(5, 4, None),)


def test_two_wishes_in_one_pairing_serve_the_first_and_say_so():
    rows = seat_tables([(1, 2)], [], POINTS, fixed={1: 3, 2: 5})
    assert rows == (Seated(3, 1, 2),)
    assert unkept(rows, {1: 3, 2: 5}) == (Unkept(2, 5, 3),)


def test_the_same_wish_of_both_is_no_conflict():
    assert unkept(seat_tables([(1, 2)], [], POINTS, fixed={1: 3, 2: 3}), {1: 3, 2: 3}) == ()


def test_only_byes_and_nobody_at_all():
    assert seat_tables([], [7], POINTS) == (Seated(1, 7, None),)
    assert unkept([Seated(1, 7, None)], {7: 9}) == ()
    assert seat_tables([], [], {}) == ()


# Changed by hand

ROWS = [Seated(1, 1, 2), Seated(2, 3, 4), Seated(3, 5, 6), Seated(4, 7, None)]


def test_a_pair_made_by_hand_gets_its_fixed_table_and_who_sat_there_the_lowest_free_one():
    assert reseat(ROWS, {5}, {6: 1}, blocked={3}) == {1: 5, 3: 2, 5: 1, 7: 4}
    assert reseat(ROWS, {5}, {6: 9}, ()) == {1: 1, 3: 2, 5: 9, 7: 4}


def test_a_pair_made_by_hand_leaves_a_blocked_table():
    assert reseat(ROWS, {5}, {}, blocked={3, 5}) == {1: 1, 3: 2, 5: 6, 7: 4}


def test_a_table_kept_by_right_is_not_taken():
    assert reseat(ROWS, {5}, {6: 1, 2: 1}, ()) == {1: 1, 3: 2, 5: 3, 7: 4}
    assert reseat(ROWS, {1, 5}, {6: 3, 1: 1}, ()) == {1: 1, 3: 2, 5: 3, 7: 4}
