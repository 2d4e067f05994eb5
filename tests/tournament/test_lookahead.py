"""Small fields: no rematch and no second bye while a schedule without one exists."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tournament.lookahead import Plan, has_schedule, rounds_after, rounds_possible
from app.tournament.pairing import Entrant, pair
from tests.soak.small_events import play
from tests.tournament.test_pairing import all_pairings, cost_of


def matchings(edges, nodes):
    """Every perfect matching of the nodes by these edges, by plain search."""
    if not nodes:
        yield frozenset()
        return
    first, *others = sorted(nodes)
    for other in others:
        if frozenset((first, other)) in edges:
            for rest in matchings(edges, set(others) - {other}):
                yield rest | {frozenset((first, other))}


def longest(edges, nodes):
    """The largest number of disjoint perfect matchings, by trying all of them."""
    return max((1 + longest(edges - found, nodes) for found in matchings(edges, nodes)), default=0)


def rows_of(edges, size):
    return tuple(sum(1 << b for b in range(size) if frozenset((a, b)) in edges) for a in range(size))


@given(st.sampled_from((2, 4, 6)), st.data())
def test_the_longest_schedule_is_that_of_a_plain_search(size, data):
    every = [frozenset(two) for two in combinations(range(size), 2)]
    edges = frozenset(data.draw(st.lists(st.sampled_from(every), unique=True)))
    assert rounds_possible(rows_of(edges, size), size) == longest(edges, range(size))


def test_a_graph_without_a_schedule_is_told_from_one_with():
    # The Petersen graph is 3-regular with perfect matchings, but no three disjoint ones.
    outer = {frozenset((a, (a + 1) % 5)) for a in range(5)}
    inner = {frozenset((5 + a, 5 + (a + 2) % 5)) for a in range(5)}
    petersen = frozenset(outer | inner | {frozenset((a, a + 5)) for a in range(5)})
    assert not has_schedule(rows_of(petersen, 10), 3)
    assert rounds_possible(rows_of(petersen, 10), 3) == 1
    others = frozenset(map(frozenset, combinations(range(10), 2))) - petersen
    assert rounds_possible(rows_of(others, 10), 9) == 6


@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("planned", [True, False])
def test_no_rematch_and_no_second_bye_in_a_full_schedule(players, planned):
    for seed in range(8):
        for result in play(players, players - 1 + players % 2, seed, planned=planned):
            quality = result.quality
            assert (quality.rematches, quality.second_byes, quality.proven_optimal) == (0, 0, True)


def test_without_looking_ahead_small_fields_need_rematches():
    broken = 0
    for seed in range(20):
        broken += any(result.quality.rematches for result in play(6, 5, seed, ahead=False))
    assert broken > 2


def test_after_a_full_schedule_third_meetings_and_third_byes_come_last():
    for seed in range(10):
        rounds = list(play(3, 6, seed))
        assert [result.quality.later_meetings for result in rounds] == [0] * 6
        byes = [result.bye for result in rounds]
        assert sorted(byes) == [0, 0, 1, 1, 2, 2]
    for seed in range(10):
        assert all(not result.quality.later_meetings for result in play(4, 6, seed))


def test_the_best_of_the_pairings_that_leave_the_longest_schedule_is_taken():
    """Brute force over both: the rounds that can follow, then the aims in their order."""
    looked = 0
    for seed in range(40):
        chance = Random(seed)
        players = chance.choice((5, 6, 7))
        entrants, seen = _somewhere_in_an_event(players, chance)
        ahead = players - 1 + players % 2 - seen - 1
        result = pair(entrants, seed, ahead=ahead)
        by_id = {entrant.id: entrant for entrant in entrants}
        scored = []
        for pairs, bye in all_pairings(list(by_id)):
            cost = cost_of(pairs, bye, by_id, frozenset())
            settled = [*pairs, *([] if bye is None else [(bye, None)])]
            scored.append((*cost[:4], -rounds_after(Plan(ahead, entrants, settled)), *cost[4:]))
        mine = cost_of(result.pairings, result.bye, by_id, frozenset())
        assert (*mine[:4], -result.quality.rounds_after, *mine[4:]) == min(scored)
        looked += min(scored)[4:] != min((*s[:4], *s[5:]) for s in scored)[4:]
        looked += result.quality.rounds_after == ahead
    assert looked > 20


def _somewhere_in_an_event(players, chance):
    rounds = chance.randrange(1, players - 2)
    *_, last = play(players, rounds, chance.randrange(10**6), keep=True)
    return last, rounds


def test_locked_pairs_and_byes_count_in_the_schedule_to_come():
    entrants = [Entrant(player, 0) for player in range(6)]
    result = pair(entrants, 1, locked=[(0, 1)], first_round_byes=[2], ahead=4)
    assert (0, 1) in result.pairings and result.byes[0] == 2
    assert result.quality.rounds_after == 4


def test_a_larger_field_is_not_looked_ahead_for():
    result = pair([Entrant(player, 0) for player in range(11)], 1, ahead=None)
    assert result.quality.rounds_after is None


def test_a_pair_kept_for_later_rounds_is_told():
    # 1 and 2 lead with the same points; only if they do not play now can everybody meet in two rounds.
    entrants = [
        Entrant(1, 6, (3, 4)),
        Entrant(2, 6, (5, 6)),
        Entrant(3, 3, (1, 5)),
        Entrant(4, 3, (1, 6)),
        Entrant(5, 0, (2, 3)),
        Entrant(6, 0, (2, 4)),
    ]
    alone, ahead = pair(entrants, 1), pair(entrants, 1, ahead=2)
    assert alone.quality.cost <= ahead.quality.cost
    assert ahead.quality.rounds_after == 2
    causes = {reason.values.get("cause") for reason in ahead.reasons if reason.code == "different-points"}
    assert causes <= {"rounds-ahead", "odd-above", "earlier-meetings"}
    if alone.quality.cost < ahead.quality.cost:
        assert "rounds-ahead" in causes


def test_nobody_has_no_rounds_to_come():
    assert rounds_possible((), 3) == 0
    assert rounds_after(Plan(3, ())) == 0
