"""The proof: windows, bounds, and what is claimed where nothing could be proven."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tournament import optimum
from app.tournament.field import Aims, Entrant, Field
from app.tournament.floats import floated
from app.tournament.matching import MAX_BITS, Weights, exact_pairs
from app.tournament.optimum import best_pairing
from app.tournament.pairing import pair
from app.tournament.scoregroups import adjacent, bye_holder, clashing, fewest_floats, repair
from app.tournament.standings import Outcome, Sheet


def hard_field(seed, size):
    """Small groups full of earlier meetings between large ones, points with gaps, byes here and there."""
    chance = Random(seed)
    scores = [group * 3 + chance.choice((0, 0, 3)) for group in range(chance.randrange(2, 9))]
    weights = [chance.choice((1, 12, 12)) for _ in scores]
    points = chance.choices(scores, weights, k=size)
    small = [player for player in range(size) if points.count(points[player]) < 8]
    met = {player: [] for player in range(size)}
    floated = chance.choice((0.0, 0.3, 0.9))
    for among, number in ((small, 3 * len(small)), (range(size), 2 * size)):
        for _ in range(chance.randrange(1 + number)):
            a, b = chance.choice(among), chance.choice(among)
            if a != b:
                met[a].append(b)
    return Field(
        [
            Entrant(
                p,
                points[p],
                tuple(met[p]),
                int(chance.random() < 0.2),
                chance.random() < floated,
                chance.random() < floated,
            )
            for p in range(size)
        ],
        seed,
    )


@pytest.fixture
def windows_solved(monkeypatch):
    """(indices in the window, players in the field) of every window that was matched."""
    solved = []
    plain = optimum._solve

    def watched(field, windows, strict, holder):
        solved.extend((len(window.indices), field.size) for window in windows)
        return plain(field, windows, strict, holder)

    monkeypatch.setattr(optimum, "_solve", watched)
    return solved


def test_windows_give_the_optimum_of_the_complete_graph(windows_solved):
    for seed in range(250):
        field = hard_field(seed, Random(seed).randrange(6, 60) if seed % 10 else 120 + seed % 7)
        best = best_pairing(field)
        assert best.proven
        assert (
            best.cost
            == field.cost(best.pairs)
            == field.cost(exact_pairs(field, range(field.size + field.odd)))
        )
    smaller = [inside for inside, size in windows_solved if inside < size - 1]
    assert len(smaller) > 30 and min(smaller) < 8


def test_the_bound_never_exceeds_the_optimum_even_where_the_search_stops(monkeypatch):
    monkeypatch.setattr(optimum, "LARGEST_WINDOW", 5)
    unproven = 0
    for seed in range(80):
        field = hard_field(seed, 10 + seed % 30)
        best = best_pairing(field)
        optimal = field.cost(exact_pairs(field, range(field.size + field.odd)))
        assert best.bound <= optimal <= best.cost == field.cost(best.pairs)
        assert best.proven == (best.bound == best.cost)
        assert sorted(i for p in best.pairs for i in p) == list(range(field.size + field.odd))
        unproven += not best.proven
    assert unproven > 10


def test_an_unproven_pairing_does_not_claim_to_be_the_best(monkeypatch):
    monkeypatch.setattr(optimum, "LARGEST_WINDOW", 3)
    entrants = [Entrant(1, 6, (2,)), Entrant(2, 6, (1,)), Entrant(3, 3, (4,)), Entrant(4, 3, (3,))]
    result = pair(entrants, 1)
    assert not result.quality.proven_optimal
    assert result.quality.rematches == 2
    assert [reason.values for reason in result.broken] == [{"cause": "unproven"}] * 2


@given(st.lists(st.integers(0, 6), min_size=2, max_size=8).filter(lambda points: len(points) % 2 == 0))
def test_neighbours_in_the_order_of_scores_are_the_best_without_history(points):
    field = Field([Entrant(player, score) for player, score in enumerate(points)], 1)
    pairs = adjacent(range(field.size))
    plain = field.cost(exact_pairs(field, range(field.size)))
    assert field.cost(pairs) == plain


def test_repair_keeps_the_cost_and_the_bye_rule():
    repaired = settled = 0
    for seed in range(100):
        field = hard_field(seed, 41)
        holder = bye_holder(field)
        pairs = [*adjacent(i for i in range(field.size) if i != holder), (holder, field.bye)]
        mates = [0] * (field.size + 1)
        for a, b in pairs:
            mates[a], mates[b] = b, a
        before = clashing(field, mates)
        after, floating = repair(field, mates)
        assert all(mates[mates[i]] == i for i in range(field.size + 1))
        cost = field.cost((a, b) for a, b in enumerate(mates) if a < b)
        start = field.cost(pairs)
        kept = {"rematches": 0, "later_meetings": 0, "floats": 0}
        assert cost._replace(**kept) == start._replace(**kept)
        assert (cost.rematches, cost.floats) <= (start.rematches, start.floats)
        assert cost.floats == sum(field.floats(a, b) for a, b in floating)
        assert set(after) <= {(a, b) for a, b in enumerate(mates) if a < b} and len(after) <= len(before)
        repaired += len(before) - len(after)
        settled += start.floats - cost.floats
    assert repaired > 100 and settled > 50


@pytest.mark.parametrize("most_later", [0, 3])
@pytest.mark.parametrize("floats", [False, True])
@pytest.mark.parametrize(("span", "pairs"), [(0, 1), (3, 2), (36, 32), (27, 500)])
def test_every_unit_outweighs_all_that_ranks_below(span, pairs, floats, most_later):
    units = Weights(span, pairs, most_byes=2, most_later=most_later, floats=floats)
    assert units.float > pairs * ((1 << 40) - 1)
    below_square = units.float - 1 + (2 * pairs * units.float if floats else 0)
    assert units.square > below_square
    below_bye = pairs * span * span * units.square + below_square
    assert units.bye_point > below_bye
    below_meeting = span * units.bye_point + below_bye
    assert units.later_meeting > below_meeting
    below_rematch = pairs * most_later * units.later_meeting + below_meeting
    assert units.rematch > below_rematch
    below_forbidden = pairs * units.rematch + below_rematch
    assert units.forbidden > below_forbidden
    below_bye = pairs * units.forbidden + below_forbidden
    assert units.earlier_bye > below_bye
    assert units.most > 2 * units.earlier_bye + below_bye - units.earlier_bye
    assert units.most.bit_length() <= MAX_BITS


@pytest.mark.parametrize("price", [0, 36])
@pytest.mark.parametrize("most_bias", [1, 2, 4])
@pytest.mark.parametrize(("span", "pairs"), [(0, 1), (3, 2), (36, 32)])
def test_so_does_every_unit_where_sides_are_assigned(span, pairs, most_bias, price):
    units = Weights(span, pairs, most_byes=2, floats=False, most_bias=most_bias, price=price)
    below_square = 2 * pairs * most_bias**2 * units.spread + pairs * ((1 << units.tie_bits) - 1)
    assert units.square > below_square
    below_bye = pairs * (span * span + price) * units.square + below_square
    assert units.bye_point > below_bye
    below_rematch = span * units.bye_point + below_bye
    assert units.rematch > below_rematch
    below_over = pairs * units.rematch + below_rematch
    assert units.side_over > below_over
    below_same = 2 * pairs * (most_bias - 1) * units.side_over + below_over
    assert units.same_sides > below_same
    below_forbidden = pairs * units.same_sides + below_same
    assert units.forbidden > below_forbidden
    assert units.earlier_bye > pairs * units.forbidden + below_forbidden


def test_a_field_knows_meetings_told_by_either_side_and_forgets_those_who_left():
    field = Field([Entrant(1, 3, (2, 9, 1)), Entrant(2, 3), Entrant(3, 0)], 1, [(1, 9), (2, 3)])
    index = {entrant.id: number for number, entrant in enumerate(field.entrants)}
    assert field.met[index[2]] == {index[1]} and field.met[index[1]] == {index[2]}
    assert field.clashes[index[2]] == {index[1], index[3]}
    assert field.groups == [(0, 2), (2, 3)]
    assert field.cost([(index[1], index[2])]) == Aims(rematches=1)


def test_ties_of_pairs_are_symmetric_and_differ():
    field = Field([Entrant(player, 0) for player in range(20)], 1)
    ties = {field.tie(a, b) for a, b in combinations(range(21), 2)}
    assert len(ties) == 210
    assert all(field.tie(a, b) == field.tie(b, a) < 1 << 40 for a, b in combinations(range(21), 2))


def test_the_fewest_floats_of_a_group_that_sends_one_up_and_one_down():
    # Scores 9, 6 6, 3: the middle group meets both neighbours, who floats which way is free.
    def fewest(first, second):
        middle = [Entrant(2, 6, (), 0, *first), Entrant(3, 6, (), 0, *second)]
        field = Field([Entrant(1, 9), *middle, Entrant(4, 3)], 1)
        return fewest_floats(field, adjacent(range(4)))

    assert fewest((False, False), (False, False)) == 0
    assert fewest((True, False), (False, True)) == 0
    assert fewest((True, True), (False, False)) == 1
    assert fewest((True, True), (True, False)) == 1
    assert fewest((True, True), (True, True)) == 2


def test_who_floated_is_told_by_the_points_before_each_round():
    sheets = [
        Sheet(1, (Outcome(1, 3, 2, True), Outcome(2, 3, 3, True), Outcome(3, 0, 2))),
        Sheet(2, (Outcome(1, 0, 1), Outcome(2, 3, None), Outcome(3, 3, 1, True))),
        Sheet(3, (Outcome(2, 0, 1),)),
    ]
    assert floated(sheets) == ({1}, {2, 3})
    assert floated([]) == (frozenset(), frozenset())
