"""Standings: exact tie-breaks, worked by hand, and a total order."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tournament.standings import Outcome, Sheet, explain, rank

# name of the case, rounds of games (player, points, opponent or None for a bye, points),
# expected: player -> points, SoS, extended SoS
CASES = [
    (
        "four rounds of six points",
        [("S", 6, "C", 0), ("P", 6, "O", 0), ("S", 6, "P", 0), ("C", 3, "O", 3)],
        {"S": (12, "9/4", "15/4"), "C": (3, "15/4", None), "P": (6, "15/4", None)},
    ),
    (
        "three players, a bye each round",
        [("D", 3, "J", 3), ("L", 6, None, 0), ("L", 6, "J", 0), ("D", 6, None, 0)],
        {"L": (12, "3/2", "21/4"), "D": (9, "3/2", "21/4"), "J": (3, "21/4", "3/2")},
    ),
    ("only a bye", [("X", 3, None, 0)], {"X": (3, "0", "0")}),
    (
        "a rematch counts twice",
        [("A", 3, "B", 0), ("A", 3, "C", 0), ("B", 3, "C", 0), ("A", 0, "B", 3)],
        # A(A)=6/3, A(B)=6/3, A(C)=0/2: SoS(A) = (2+0+2)/3
        {"A": (6, "4/3", "14/9"), "B": (6, "4/3", "14/9"), "C": (0, "2", "4/3")},
    ),
    (
        "a double loss is a round and an opponent",
        [("A", 0, "B", 0), ("A", 3, "C", 0), ("B", 3, None, 0)],
        {"A": (3, "3/4", "3/2"), "B": (3, "3/2", "3/4"), "C": (0, "3/2", "3/4")},
    ),
    (
        "a late player is measured by the own rounds only",
        [("A", 3, "B", 0), ("A", 3, "N", 0), ("B", 3, None, 0)],
        {"N": (0, "3", "3/4"), "A": (6, "3/4", "3")},
    ),
]


def sheets_of(games):
    """Player letters become numbers by the alphabet; every game of a list is a round of its own."""
    outcomes = {}
    for number, (first, points, second, others) in enumerate(games, start=1):
        opponent = None if second is None else ord(second)
        won = points > others
        outcomes.setdefault(ord(first), []).append(Outcome(number, points, opponent, won))
        if second is not None:
            lost = others > points
            outcomes.setdefault(ord(second), []).append(Outcome(number, others, ord(first), lost))
    return [Sheet(player, tuple(rows)) for player, rows in outcomes.items()]


@pytest.mark.parametrize(("games", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_worked_cases(games, expected):
    sheets = sheets_of(games)
    rows = {row.player: row for row in rank(sheets, {sheet.player: sheet.player for sheet in sheets})}
    for letter, (points, sos, extended) in expected.items():
        row = rows[ord(letter)]
        assert (row.points, row.sos) == (points, Fraction(sos))
        if extended is not None:
            assert row.extended_sos == Fraction(extended)


def test_wins_losses_and_byes_are_told_apart():
    sheets = sheets_of([("A", 3, "B", 0), ("A", 3, None, 0), ("A", 0, "B", 0)])
    first, second = rank(sheets, {ord("A"): 2, ord("B"): 1})
    assert (first.player, first.wins, first.losses, first.byes) == (ord("A"), 1, 1, 1)
    assert (second.wins, second.losses, second.byes) == (0, 2, 0)


def test_order_is_points_then_sos_then_extended_sos_then_lot():
    # 1 and 2 have 3 points each, 1 lost to the stronger player.
    sheets = [
        Sheet(1, (Outcome(1, 0, 3), Outcome(2, 3, 5, won=True))),
        Sheet(2, (Outcome(1, 0, 4), Outcome(2, 3, 6, won=True))),
        Sheet(3, (Outcome(1, 3, 1, won=True), Outcome(2, 3, 4, won=True))),
        Sheet(4, (Outcome(1, 3, 2, won=True), Outcome(2, 0, 3))),
        Sheet(5, (Outcome(2, 0, 1),)),
        Sheet(6, (Outcome(2, 0, 2),)),
    ]
    lots = {6: 1, 5: 2, 4: 3, 3: 4, 2: 5, 1: 6}
    order = [row.player for row in rank(sheets, lots)]
    assert order == [3, 4, 1, 2, 5, 6]  # 5 and 6 differ in extended SoS only, against the lot


def test_the_lot_decides_only_what_is_equal_and_says_so():
    sheets = [Sheet(1), Sheet(2), Sheet(3, (Outcome(1, 3, None),))]
    rows = rank(sheets, {1: 2, 2: 1, 3: 3})
    assert [(row.player, row.by_lot, row.rank) for row in rows] == [(3, False, 1), (2, True, 2), (1, True, 3)]


def test_explanation_holds_the_numbers_of_the_standings():
    sheets = sheets_of(CASES[1][1])
    told = explain(ord("D"), sheets)
    assert (told.points, told.rounds, told.average, told.bye_rounds) == (9, 2, Fraction(9, 2), (4,))
    (line,) = told.lines
    assert (line.opponent, line.points, line.rounds, line.average) == (ord("J"), 3, 2, Fraction(3, 2))
    assert (told.sos, told.extended_sos) == (line.average, line.sos)


@pytest.mark.parametrize(
    ("sheets", "lots", "sentence"),
    [
        ([Sheet(1), Sheet(1)], {1: 1}, "two sheets"),
        ([Sheet(1, (Outcome(1, 3, 2),))], {1: 1}, "Opponent 2 has no sheet"),
        ([Sheet(1), Sheet(2)], {1: 1}, "Player 2 has no lot"),
        ([Sheet(1), Sheet(2)], {1: 1, 2: 1}, "same lot"),
    ],
)
def test_contradictions_are_refused_with_a_sentence(sheets, lots, sentence):
    with pytest.raises(ValueError, match=sentence):
        rank(sheets, lots)


def test_an_unknown_player_has_no_explanation():
    with pytest.raises(ValueError, match="Player 7 has no sheet"):
        explain(7, [Sheet(1)])


@st.composite
def histories(draw):
    size = draw(st.integers(1, 9))
    games = []
    for _ in range(draw(st.integers(0, 12))):
        first = draw(st.integers(0, size - 1))
        second = (
            draw(st.integers(0, size - 1).filter(lambda other, first=first: other != first) | st.none())
            if size > 1
            else None
        )
        games.append((first, draw(st.integers(0, 6)), second, draw(st.integers(0, 6))))
    return size, games


@given(histories())
def test_fast_arithmetic_equals_the_plain_formulas(history):
    size, games = history
    outcomes = {player: [] for player in range(size)}
    for number, (first, points, second, others) in enumerate(games):
        outcomes[first].append(Outcome(number, points, second, points > others))
        if second is not None:
            outcomes[second].append(Outcome(number, others, first, others > points))
    sheets = [Sheet(player, tuple(rows)) for player, rows in outcomes.items()]

    def mean(values):
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    average = {s.player: mean([Fraction(o.points) for o in s.outcomes]) for s in sheets}
    sos = {s.player: mean([average[o] for o in s.opponents]) for s in sheets}
    extended = {s.player: mean([sos[o] for o in s.opponents]) for s in sheets}
    lots = {player: player for player in range(size)}
    rows = rank(sheets, lots)
    expected = sorted(
        range(size), key=lambda p: (-sum(o.points for o in outcomes[p]), -sos[p], -extended[p], p)
    )
    assert [row.player for row in rows] == expected
    assert [row.rank for row in rows] == list(range(1, size + 1))
    for row in rows:
        assert (row.sos, row.extended_sos) == (sos[row.player], extended[row.player])
        told = explain(row.player, sheets)
        assert told.sos == mean([line.average for line in told.lines])
        assert told.extended_sos == mean([line.sos for line in told.lines])
