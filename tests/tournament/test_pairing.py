"""Pairing: the aims in their order against brute force and plain matching, and whole tournaments."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tournament.pairing import Entrant, pair
from app.tournament.reasons import sentence


def cost_of(pairs, bye, by_id, forbidden):
    """The aims in their order, worked out from the entrants alone."""
    meetings = [max(by_id[a].opponents.count(b), by_id[b].opponents.count(a)) for a, b in pairs]
    floats = 0
    for a, b in pairs:
        upper, lower = sorted((by_id[a], by_id[b]), key=lambda entrant: -entrant.points)
        if upper.points > lower.points:
            floats += upper.paired_down + lower.paired_up
    return (
        by_id[bye].byes if bye is not None else 0,
        sum(frozenset(p) in forbidden for p in pairs),
        sum(met > 0 for met in meetings),
        sum(met - 1 for met in meetings if met),
        by_id[bye].points if bye is not None else 0,
        sum((by_id[a].points - by_id[b].points) ** 2 for a, b in pairs),
        floats,
    )


def said(reason, names=None):
    """The sentence of a reason; without names the players are told by number."""
    names_at_table = [(names or {}).get(player, f"Player {player}") for player in reason.players]
    return str(sentence(reason.code, reason.values, names_at_table))


def warnings(result, names=None):
    return tuple(said(reason, names) for reason in result.broken)


def all_pairings(players):
    """Every way to pair the players, one left over if they are odd: (pairs, bye)."""
    if len(players) % 2:
        for bye in players:
            for pairs, _ in all_pairings([p for p in players if p != bye]):
                yield pairs, bye
        return
    if not players:
        yield [], None
        return
    first, *others = players
    for other in others:
        for pairs, _ in all_pairings([p for p in others if p != other]):
            yield [(first, other), *pairs], None


def brute_force(entrants, forbidden=frozenset()):
    by_id = {entrant.id: entrant for entrant in entrants}
    return min(cost_of(pairs, bye, by_id, forbidden) for pairs, bye in all_pairings(list(by_id)))


def plain_matching(entrants, forbidden=frozenset()):
    """The optimum by one matching on the complete graph with this test's own weights."""
    by_id = {entrant.id: entrant for entrant in entrants}
    nodes = [*by_id] + ([None] if len(by_id) % 2 else [])
    base = 10**5
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    for here, a in enumerate(nodes):
        for there, b in enumerate(nodes[:here]):
            aims = (
                cost_of([], b, by_id, forbidden) if a is None else cost_of([(a, b)], None, by_id, forbidden)
            )
            weight = 0
            for aim in aims:
                weight = weight * base + aim
            graph.add_edge(here, there, 100 * base**6 - weight)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda weight: weight)
    pairs = [(nodes[a], nodes[b]) for a, b in found]
    bye = next((b if a is None else a for a, b in pairs if None in (a, b)), None)
    return cost_of([p for p in pairs if None not in p], bye, by_id, forbidden)


def checked(entrants, seed, forbidden=frozenset()):
    """Pair; everybody is in exactly one pair or has the one bye; the told quality is true."""
    result = pair(entrants, seed, forbidden=forbidden)
    by_id = {entrant.id: entrant for entrant in entrants}
    there = [player for seats in result.pairings for player in seats] + list(result.byes)
    assert sorted(there) == sorted(by_id)
    assert (result.bye is None) == (len(by_id) % 2 == 0)
    cost = cost_of(result.pairings, result.bye, by_id, forbidden)
    quality = result.quality
    assert (cost[0] > 0, *cost[1:4]) == (
        quality.second_byes == 1, quality.forbidden, quality.rematches, quality.later_meetings
    )  # fmt: skip
    assert quality.cost == quality.lower_bound == cost[5]
    assert quality.floats == cost[6]
    assert quality.proven_optimal
    assert bool(result.broken) == any(cost[:3])
    assert len(result.reasons) == len(result.pairings) + len(result.byes)
    return result, cost


def random_tournament(seed, players, rounds, check):
    """Play with drops, returns, late entries, double losses and first-round byes; `check` sees each round."""
    chance = Random(seed)
    points, opponents, byes, absent, down, up = {}, {}, {}, set(), set(), set()

    def enter(player):
        points[player], opponents[player], byes[player] = 0, [], 0

    for player in range(players):
        enter(player)
    for number in range(rounds):
        if number and chance.random() < 0.3:
            enter(len(points))
        if number and chance.random() < 0.3:
            absent ^= {chance.randrange(len(points))}
        entrants = [
            Entrant(p, points[p], tuple(opponents[p]), byes[p], p in down, p in up)
            for p in points
            if p not in absent
        ]
        given = chance.sample(range(players), chance.randrange(min(players, 3))) if number == 0 else []
        if given:
            result = pair(entrants, seed, first_round_byes=given)
            assert set(given) <= set(result.byes)
            assert result.quality.second_byes == 0
            assert sorted(sum(result.pairings, ()) + result.byes) == sorted(e.id for e in entrants)
        else:
            result = check(entrants, seed * 1000 + number)
        for first, second in result.pairings:
            opponents[first].append(second)
            opponents[second].append(first)
            if points[first] != points[second]:
                high, low = (first, second) if points[first] > points[second] else (second, first)
                down.add(high)
                up.add(low)
            if chance.random() < 0.97:
                points[chance.choice((first, second))] += 3
        for player in result.byes:
            points[player] += 3
            byes[player] += 1


@st.composite
def fields(draw, largest):
    size = draw(st.integers(0, largest))
    ids = draw(st.permutations(range(1, size + 1)))
    pairs = [(a, b) for a in range(1, size + 1) for b in range(1, a)]
    subset = st.lists(st.sampled_from(pairs), max_size=2 * size) if pairs else st.just([])
    met, apart = draw(subset), draw(subset | st.just([]))
    entrants = [
        Entrant(
            player,
            draw(st.integers(0, 4)) * 3,
            tuple(b if a == player else a for a, b in met if player in (a, b)),
            draw(st.integers(0, 2)),
            draw(st.booleans()),
            draw(st.booleans()),
        )
        for player in ids
    ]
    return entrants, frozenset(frozenset(p) for p in apart)


@settings(max_examples=150, deadline=None)
@given(fields(largest=8), st.integers())
def test_no_pairing_is_better_by_brute_force(field, seed):
    entrants, forbidden = field
    _, cost = checked(entrants, seed, forbidden)
    assert cost == brute_force(entrants, forbidden)


@pytest.mark.parametrize("players", [9, 10])
def test_no_pairing_is_better_by_brute_force_at_the_limit(players):
    for seed in range(6):
        seen = []

        def check(entrants, seed, seen=seen):
            result, cost = checked(entrants, seed)
            if len(entrants) <= 10:
                assert cost == brute_force(entrants)
                seen.append(len(entrants))
            return result

        random_tournament(seed, players, 5, check)
        assert seen


@pytest.mark.parametrize("players", [11, 16, 25, 33, 48, 64])
def test_no_pairing_is_better_than_plain_matching(players):
    def check(entrants, seed):
        result, cost = checked(entrants, seed)
        assert cost == plain_matching(entrants)
        return result

    for seed in range(3):
        random_tournament(seed, players, 6, check)


def test_no_pairing_is_better_than_plain_matching_with_players_kept_apart():
    for seed in range(40):
        chance = Random(seed)
        size = chance.randrange(4, 50)
        entrants = [
            Entrant(
                p,
                chance.choice((0, 3, 3, 6, 9)),
                tuple(chance.sample(range(size), 3)),
                p % 3 == 0,
                p % 2 == 0,
            )
            for p in range(size)
        ]
        entrants = [replace(e, opponents=tuple(o for o in e.opponents if o != e.id)) for e in entrants]
        club = chance.sample(range(size), chance.randrange(size))
        forbidden = frozenset(frozenset((a, b)) for a in club for b in club if a < b and a % 4 == b % 4)
        _, cost = checked(entrants, seed, forbidden)
        assert cost == plain_matching(entrants, forbidden)


def test_a_thousand_tournaments_run_to_their_end():
    """Nobody unpaired, no half round; a rule is broken only where an exhaustive search must break it too."""
    broken = Counter()

    def check(entrants, seed):
        result, cost = checked(entrants, seed)
        if any(cost[:3]):
            best = brute_force(entrants) if len(entrants) <= 8 else plain_matching(entrants)
            assert cost == best
            broken[len(entrants)] += 1
        return result

    for seed in range(1000):
        chance = Random(seed)
        players = chance.choice((2, 3, 4, 5, 6, 7, 8, 9, chance.randrange(10, 24), chance.randrange(24, 65)))
        random_tournament(seed, players, chance.randrange(2, 9), check)
    assert min(broken.values()) > 0 and {2, 3, 4, 5} <= set(broken)


def test_a_large_field_is_proven_without_a_rematch():
    rounds = []

    def check(entrants, seed):
        result, cost = checked(entrants, seed)
        assert cost[:3] == (0, 0, 0)
        rounds.append(result)
        return result

    random_tournament(4, 700, 9, check)
    assert len(rounds) >= 8


# What a round says


def test_an_odd_field_gives_the_bye_to_the_lowest_score_without_one():
    entrants = [Entrant(1, 9), Entrant(2, 3), Entrant(3, 0, (), 1), Entrant(4, 6), Entrant(5, 3, (), 1)]
    result = pair(entrants, 1)
    assert result.bye == 2
    assert said(result.reasons[-1]) == (
        "Player 2 has the bye: the lowest score (3 points) among those who had none yet."
    )
    assert (result.quality.bye_points, warnings(result)) == (3, ())


@pytest.mark.parametrize(("size", "pairs", "bye"), [(0, 0, False), (1, 0, True), (2, 1, False), (3, 1, True)])
def test_the_smallest_fields(size, pairs, bye):
    result = pair([Entrant(player, 0) for player in range(size)], 1)
    assert (len(result.pairings), result.bye is not None) == (pairs, bye)


def test_a_fourth_round_of_three_says_what_is_broken_and_why():
    entrants = [Entrant(1, 6, (2, 3), 1), Entrant(2, 6, (1, 3), 1), Entrant(3, 6, (1, 2), 1)]
    names = {1: "Ada", 2: "Bo", 3: "Cy"}
    result = pair(entrants, 1)
    first, second = (("Ada", "Bo", "Cy")[player - 1] for player in result.pairings[0])
    bye = ("Ada", "Bo", "Cy")[result.bye - 1]
    assert warnings(result, names) == (
        f"{first} and {second} meet again: {first} has already met every possible opponent.",
        f"{bye} has another bye: every player to pair has had one.",
    )
    assert (result.quality.rematches, result.quality.second_byes) == (1, 1)


def test_one_player_alone_gets_a_second_bye_and_hears_why():
    result = pair([Entrant(7, 3, (), 1)], 1)
    assert warnings(result) == ("Player 7 has another bye: there is nobody to play.",)


def test_a_rematch_nobody_can_avoid_is_told_as_such():
    # 1, 2 and 3 have all met each other and only one of them can play 4.
    entrants = [Entrant(1, 0, (2, 3)), Entrant(2, 0, (1, 3)), Entrant(3, 0, (1, 2)), Entrant(4, 0)]
    result = pair(entrants, 1)
    assert result.quality.rematches == 1
    (warning,) = warnings(result)
    assert warning.endswith("meet again: no pairing of this round has fewer rematches.")


def test_an_odd_score_group_explains_the_pair_down():
    entrants = [Entrant(1, 6), Entrant(2, 3), Entrant(3, 3), Entrant(4, 0)]
    result = pair(entrants, 1)
    assert result.quality.cost == result.quality.scores_bound == 18
    assert said(result.reasons[0]).startswith("Player 1 (6 points) is paired down to Player ")
    assert said(result.reasons[0]).endswith("(3 points): an odd number of players to pair has 6 or more.")


def test_earlier_meetings_explain_a_larger_difference():
    entrants = [Entrant(1, 6, (2,)), Entrant(2, 6, (1,)), Entrant(3, 3, (4,)), Entrant(4, 3, (3,))]
    result = pair(entrants, 1)
    assert (result.quality.scores_bound, result.quality.cost, result.quality.lower_bound) == (0, 18, 18)
    assert "earlier meetings leave no pairing with smaller differences" in said(result.reasons[0])


def test_quality_as_json_has_the_names_of_the_api():
    told = pair([Entrant(1, 3), Entrant(2, 0)], 1).quality.as_json()
    assert told["cost"] == told["lower_bound"] == 9
    assert (told["proven_optimal"], told["rematches"], told["second_byes"]) == (True, 0, 0)


# Locks and settings


def test_locked_pairs_keep_their_seats_and_the_rest_is_the_best_for_them():
    entrants = [Entrant(player, 9 - player) for player in range(8)]
    result = pair(entrants, 3, locked=[(7, 0), (3, 4)])
    assert {(7, 0), (3, 4)} <= set(result.pairings)
    assert {frozenset(seats) for seats in result.pairings} >= {frozenset((1, 2)), frozenset((5, 6))}
    assert result.quality.cost == 49 + 1 + 1 + 1
    codes = {reason.players: reason.code for reason in result.reasons}
    assert codes[(7, 0)] == "locked"


def test_a_locked_rematch_is_counted_and_told():
    result = pair(
        [Entrant(1, 0, (2,)), Entrant(2, 0, (1,)), Entrant(3, 0), Entrant(4, 0)], 1, locked=[(1, 2)]
    )
    assert result.quality.rematches == 1
    assert warnings(result) == ("Player 1 and Player 2 meet again: paired by hand.",)


def test_a_locked_bye_stays():
    result = pair([Entrant(1, 9), Entrant(2, 0), Entrant(3, 0)], 1, locked_bye=1)
    assert (result.bye, {*result.pairings[0]}) == (1, {2, 3})
    assert result.quality.bye_points == 9


def test_first_round_byes_come_on_top_of_the_odd_one():
    result = pair([Entrant(player, 0) for player in range(6)], 1, first_round_byes=[5, 2, 0])
    assert result.given_byes == (0, 2, 5)
    assert result.bye in {1, 3, 4}
    assert result.byes == (0, 2, 5, result.bye)
    assert [reason.code for reason in result.reasons[-4:]] == ["given-bye"] * 3 + ["bye"]


def test_players_kept_apart_do_not_meet_while_there_is_another_way():
    entrants = [Entrant(1, 9), Entrant(2, 9), Entrant(3, 0), Entrant(4, 0)]
    together = [frozenset((1, 2)), frozenset((3, 9))]
    for seed in range(5):
        assert all({*seats} != {1, 2} for seats in pair(entrants, seed, forbidden=together).pairings)


def test_keeping_apart_outranks_a_rematch_but_not_a_second_bye():
    four = [Entrant(1, 0), Entrant(2, 0), Entrant(3, 0, (4,)), Entrant(4, 0, (3,))]
    apart = [frozenset(p) for p in ((1, 3), (1, 4), (2, 3))]
    result = pair(four, 1, forbidden=[*apart, frozenset((1, 2))])
    assert result.quality.forbidden == 1
    three = [Entrant(1, 0), Entrant(2, 0), Entrant(3, 0, (), 1)]
    result = pair(three, 1, forbidden=[frozenset((1, 3)), frozenset((2, 3))])
    assert (result.quality.second_byes, result.quality.forbidden) == (0, 1)
    assert "though a setting keeps them apart: no pairing of this round" in warnings(result)[0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"locked": [(1, 9)]}, "Player 9 does not play"),
        ({"locked": [(1, 2), (2, 3)]}, "Player 2 is locked twice"),
        ({"locked": [(1, 1)]}, "Player 1 is locked twice"),
        ({"locked_bye": 1, "locked": [(1, 2)]}, "Player 1 is locked twice"),
        ({"locked_bye": 4}, "field is even"),
        ({"first_round_byes": [8]}, "Player 8 does not play"),
        ({"first_round_byes": [1], "locked": [(1, 2)]}, "Player 1 is locked twice"),
        ({"forbidden": [frozenset((1,))]}, "pairs of two different players"),
    ],
)
def test_contradicting_arguments_are_refused_with_a_sentence(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        pair([Entrant(player, 0) for player in (1, 2, 3, 4)], 1, **arguments)


def test_a_player_entered_twice_is_refused():
    with pytest.raises(ValueError, match="entered twice"):
        pair([Entrant(1, 0), Entrant(1, 3)], 1)


def test_scores_too_far_apart_to_weigh_are_refused():
    entrants = [Entrant(1, 10**18, (2,)), Entrant(2, 10**18 - 1, (1,)), Entrant(3, 5), Entrant(4, 7)]
    with pytest.raises(ValueError, match="too much to weigh"):
        pair(entrants, 1)


# Chance


def field_with_choices():
    return [Entrant(p, p % 3 * 3, ((p + 1) % 30, (p - 1) % 30), int(p == 4)) for p in range(31)]


def test_the_same_seed_gives_the_same_round_whatever_the_order_of_the_players():
    entrants = field_with_choices()
    expected = pair(entrants, 77)
    for seed in range(5):
        shuffled = entrants[:]
        Random(seed).shuffle(shuffled)
        assert pair(shuffled, 77) == expected
    assert len({pair(entrants, seed).pairings for seed in range(20)}) == 20


def test_the_same_seed_gives_the_same_round_where_the_whole_field_is_matched():
    """Seven players who have all met: the answer comes from the matching library alone."""
    entrants = [Entrant(p, 3, tuple(o for o in range(7) if o != p), 1) for p in range(7)]
    expected = pair(entrants, 5)
    for _ in range(20):
        assert pair(entrants[::-1], 5) == expected


def test_the_same_seed_gives_the_same_round_in_another_process():
    code = (
        "from app.tournament.pairing import *\n"
        "es = [Entrant(p, p % 5, tuple(o for o in range(9) if o % 5 == p % 5 != o)) for p in range(9)]\n"
        "print(pair(es, 5).pairings, pair([Entrant(p, 0) for p in range(9)], 5).pairings)"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(number)},
        ).stdout
        for number in (1, 2, 3)
    }
    assert len(answers) == 1


def near(count, total, share):
    """Within five standard deviations of the share."""
    return abs(count - total * share) < 5 * (total * share * (1 - share)) ** 0.5


def test_the_first_round_and_the_first_bidder_are_fair():
    partners, firsts, byes = Counter(), Counter(), Counter()
    for seed in range(1500):
        result = pair([Entrant(player, 0) for player in range(5)], seed)
        byes[result.bye] += 1
        for first, second in result.pairings:
            firsts[first] += 1
            partners[frozenset((first, second))] += 1
    assert all(near(byes[player], 1500, 1 / 5) for player in range(5))
    assert all(near(firsts[player], 1500, 2 / 5) for player in range(5))
    assert len(partners) == 10 and all(near(count, 1500, 1 / 5) for count in partners.values())


def test_among_equals_chance_decides_even_where_rematches_narrow_the_choice():
    # 1 may not meet 2 again: two pairings remain, each with the same chance.
    entrants = [Entrant(p, 0, {1: (2,), 2: (1,)}.get(p, ())) for p in (1, 2, 3, 4)]
    seen = Counter(
        frozenset(frozenset(seats) for seats in pair(entrants, seed).pairings) for seed in range(1000)
    )
    assert len(seen) == 2 and all(near(count, 1000, 1 / 2) for count in seen.values())
