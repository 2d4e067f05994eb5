"""Assigned sides: the aims in their order against brute force, both ways of every pair tried."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sides import Side
from app.tournament import balanced
from app.tournament.balance import bias
from app.tournament.balanced import lower_bound
from app.tournament.field import Field
from app.tournament.matching import exact_pairs
from app.tournament.pairing import Entrant, SideLaw, pair
from tests.tournament.test_pairing import all_pairings, said

CORP, RUNNER = Side.CORP, Side.RUNNER
NEVER = SideLaw()


def cost_of(pairs, bye, by_id, forbidden=frozenset(), price=None):
    """The aims in their order for pairs (Corp, Runner), worked out from the entrants alone."""
    after = {player: bias(entrant.sides) for player, entrant in by_id.items()}
    same = rematches = 0
    for corp, runner in pairs:
        after[corp] += 1
        after[runner] -= 1
        same += (runner, CORP) in by_id[corp].sides or (corp, RUNNER) in by_id[runner].sides
        rematches += runner in by_id[corp].opponents or corp in by_id[runner].opponents
    return (
        by_id[bye].byes if bye is not None else 0,
        sum(frozenset(two) in forbidden for two in pairs),
        same,
        sum(max(0, abs(one) - 1) for one in after.values()),
        rematches if price is None else 0,
        by_id[bye].points if bye is not None else 0,
        sum((by_id[a].points - by_id[b].points) ** 2 for a, b in pairs)
        + (0 if price is None else price * rematches),
        sum(one * one for one in after.values()),
    )


def brute_force(entrants, forbidden=frozenset(), price=None):
    by_id = {entrant.id: entrant for entrant in entrants}
    return min(
        cost_of([two[::way] for two, way in zip(pairs, ways, strict=True)], bye, by_id, forbidden, price)
        for pairs, bye in all_pairings(list(by_id))
        for ways in product((1, -1), repeat=len(pairs))
    )


def checked(entrants, seed, forbidden=frozenset(), price=None, **options):
    """Pair with sides; everybody is there once, and the told quality is true."""
    result = pair(entrants, seed, forbidden=forbidden, law=SideLaw(price), **options)
    by_id = {entrant.id: entrant for entrant in entrants}
    assert sorted([*sum(result.pairings, ()), *result.byes]) == sorted(by_id)
    cost = cost_of(result.pairings, result.bye, by_id, forbidden, price)
    quality = result.quality
    assert (quality.forbidden, quality.same_sides, quality.sides_over) == cost[1:4]
    assert quality.rematches == cost_of(result.pairings, result.bye, by_id)[4]
    assert (quality.cost, quality.lower_bound, quality.proven_optimal) == (cost[6], cost[6], True)
    return result, cost


@st.composite
def fields(draw):
    size = draw(st.integers(2, 8))
    games = [(a, b) for a in range(size) for b in range(size) if a != b]
    played = draw(st.lists(st.sampled_from(games), max_size=2 * size))
    sides = {player: [] for player in range(size)}
    for corp, runner in played:
        sides[corp].append((runner, CORP))
        sides[runner].append((corp, RUNNER))
    entrants = [
        Entrant(
            player,
            draw(st.integers(0, 4)) * 3,
            tuple(other for other, _ in sides[player]),
            draw(st.integers(0, 2)),
            sides=tuple(sides[player]),
        )
        for player in range(size)
    ]
    apart = draw(st.lists(st.sampled_from(games), max_size=3) | st.just([]))
    return entrants, frozenset(frozenset(two) for two in apart)


@settings(max_examples=100, deadline=None)
@given(fields(), st.integers(), st.sampled_from((None, 0, 5, 18)))
def test_no_pairing_with_sides_is_better_by_brute_force(field, seed, price):
    entrants, forbidden = field
    _, cost = checked(entrants, seed, forbidden, price)
    assert cost == brute_force(entrants, forbidden, price)


def event(players, rounds, seed, price=None, drops=0.0, **options):
    """Every round of an event: (entrants, result); the sides follow the pairing."""
    chance = Random(seed)
    points, byes = [0] * players, [0] * players
    sides = [[] for _ in range(players)]
    gone = set()
    for number in range(rounds):
        entrants = [
            Entrant(p, points[p], tuple(o for o, _ in sides[p]), byes[p], sides=tuple(sides[p]))
            for p in range(players)
            if p not in gone
        ]
        later = dict.fromkeys(options, rounds - number - 1)
        result = pair(entrants, seed * 100 + number, law=SideLaw(price), **later)
        yield entrants, result
        for corp, runner in result.pairings:
            sides[corp].append((runner, CORP))
            sides[runner].append((corp, RUNNER))
            points[chance.choice((corp, runner))] += 3
        for player in result.byes:
            byes[player] += 1
            points[player] += 3
        if chance.random() < drops:
            gone.add(chance.randrange(players))


def test_played_events_agree_with_brute_force():
    for seed in range(12):
        for entrants, _ in event(5 + seed % 4, 5, seed, drops=0.2):
            _, cost = checked(entrants, seed)
            assert cost == brute_force(entrants)


@pytest.mark.parametrize(("players", "rounds"), [(12, 5), (16, 6), (24, 6), (25, 6), (33, 6)])
def test_no_rematch_and_nobody_beyond_one_where_a_balance_exists(players, rounds):
    for seed in range(6):
        *_, (entrants, result) = event(players, rounds, seed)
        quality = result.quality
        assert (quality.rematches, quality.same_sides, quality.proven_optimal) == (0, 0, True)
        final = {entrant.id: bias(entrant.sides) for entrant in entrants}
        for corp, runner in result.pairings:
            final[corp] += 1
            final[runner] -= 1
        assert sum(abs(one) > 1 for one in final.values()) == quality.sides_over <= 2


def test_a_small_field_looks_ahead_with_sides_too():
    for seed in range(10):
        for _, result in event(8, 5, seed, ahead=True):
            assert (result.quality.rematches, result.quality.sides_over) == (0, 0)


def test_five_hundred_players_are_proven():
    (*_, (entrants, result)) = event(512, 3, 1)
    assert len(entrants) == 512
    assert result.quality.proven_optimal
    assert (result.quality.sides_over, result.quality.same_sides, result.quality.rematches) == (0, 0, 0)


def test_a_larger_field_is_matched_by_near_pairs_and_claims_a_proof_only_at_the_bound(monkeypatch):
    monkeypatch.setattr(balanced, "LARGEST_EXACT", 20)
    proven = 0
    for players in (57, 64):
        for entrants, result in event(players, 6, players):
            quality = result.quality
            assert sorted([*sum(result.pairings, ()), *result.byes]) == list(range(players))
            assert (quality.rematches, quality.same_sides) == (0, 0) and quality.sides_over <= 2
            field = Field(entrants, 0, (), NEVER)
            by_id = {entrant.id: entrant for entrant in entrants}
            exact = field.cost(exact_pairs(field, range(field.size + field.odd)))
            assert lower_bound(field) <= exact
            mine = cost_of(result.pairings, result.bye, by_id)
            assert exact[6:10:1] and mine >= (*exact[:5], *exact[6:9])
            assert quality.proven_optimal <= (mine == (*exact[:5], *exact[6:9]))
            proven += quality.proven_optimal
    assert 2 <= proven < 12


def test_the_same_seed_gives_the_same_sides_in_any_order_of_players():
    for entrants, result in event(14, 6, 3):
        again = pair(entrants[::-1], 300 + sum(1 for _ in entrants[0].sides), law=NEVER)
        assert again == result


def test_equal_players_get_sides_by_a_fair_coin():
    corp = sum(
        pair([Entrant(1, 0), Entrant(2, 0)], seed, law=NEVER).pairings[0][0] == 1 for seed in range(1500)
    )
    assert abs(corp - 750) < 5 * 19.4


def test_locked_pairs_keep_the_sides_they_were_given():
    entrants = [Entrant(1, 0, (2,), sides=((2, CORP),)), Entrant(2, 0, (1,), sides=((1, RUNNER),))]
    result = pair([*entrants, Entrant(3, 0), Entrant(4, 0)], 1, locked=[(1, 2)], law=NEVER)
    assert (1, 2) in result.pairings
    assert (result.quality.same_sides, result.quality.sides_over) == (1, 2)


# What a round says of its sides


@pytest.mark.parametrize(
    ("corp", "runner", "sentence"),
    [
        (Entrant(1, 3, (9,), sides=((9, RUNNER),)), Entrant(2, 3, (8,), sides=((8, CORP),)), "corp-owed"),
        (Entrant(1, 3), Entrant(2, 3, (8,), sides=((8, CORP),)), "runner-owed"),
        (Entrant(1, 3, (2,), sides=((2, RUNNER),)), Entrant(2, 3, (1,), sides=((1, CORP),)), "swapped"),
    ],
)
def test_the_reason_says_why_the_sides_are_so(corp, runner, sentence):
    words = {
        "corp-owed": "Both have 3 points. Ada plays Corp, having played it less often than Runner.",
        "runner-owed": "Both have 3 points. Bo plays Runner, having played it less often than Corp.",
        "swapped": "Ada and Bo meet again: Ada has already met every possible opponent."
        " Ada plays Corp, as Bo did when they met before.",
    }
    for seed in range(6):
        result = pair([runner, corp], seed, law=NEVER)
        assert result.pairings == ((1, 2),)
        assert said(result.reasons[0], {1: "Ada", 2: "Bo"}) == words[sentence]


def test_drawn_sides_and_sides_by_hand_are_told_as_such():
    (reason,) = pair([Entrant(1, 0), Entrant(2, 0)], 1, law=NEVER).reasons
    first = reason.players[0]
    assert said(reason) == f"Both have 0 points. The sides are drawn: Player {first} plays Corp."
    assert not reason.broken
    (reason,) = pair([Entrant(1, 0), Entrant(2, 0)], 1, locked=[(2, 1)], law=NEVER).reasons
    assert said(reason) == (
        "Player 2 and Player 1 were paired by hand. The organizer lets Player 2 play Corp."
    )


def test_a_side_that_breaks_the_balance_is_a_warning():
    ahead = Entrant(1, 3, (8,), sides=((8, CORP),))
    also = Entrant(2, 3, (9,), sides=((9, CORP),))
    result = pair([ahead, also], 1, law=NEVER)
    (reason,) = result.broken
    corp = reason.players[0]
    assert said(reason) == (
        f"Both have 3 points. Player {corp} plays Corp though already ahead in that side:"
        " no pairing balances everybody."
    )
    assert result.quality.sides_over == 1


def test_the_same_sides_once_more_are_a_warning():
    games = ((2, CORP), (2, RUNNER))
    back = ((1, RUNNER), (1, CORP))
    result = pair([Entrant(1, 0, (2, 2), sides=games), Entrant(2, 0, (1, 1), sides=back)], 1, law=NEVER)
    assert result.quality.same_sides == 1
    (reason,) = result.broken
    assert said(reason).endswith("once more: every other way is worse.")


@settings(max_examples=150, deadline=None)
@given(fields(), st.integers())
def test_the_bound_never_exceeds_the_best_pairing(entrants_and_apart, seed):
    entrants, _ = entrants_and_apart
    field = Field(entrants, seed, (), NEVER)
    exact = field.cost(exact_pairs(field, range(field.size + field.odd)))
    assert lower_bound(field) <= exact


def test_the_bound_counts_who_must_go_further_out():
    ahead = [Entrant(player, 0, (90 + player,), sides=((90 + player, CORP),)) for player in range(4)]
    assert lower_bound(Field(ahead, 1, (), NEVER)).sides_over == 2
    assert lower_bound(Field([*ahead[:3], Entrant(8, 0)], 1, (), NEVER)).sides_over == 1
    assert lower_bound(Field([*ahead[:2], Entrant(8, 0), Entrant(9, 0)], 1, (), NEVER)).sides_over == 0
    assert lower_bound(Field(ahead[:1], 1, (), NEVER)).sides_over == 0


@pytest.mark.parametrize("price", [0, 5, 18])
def test_a_rematch_is_worth_its_price_where_everybody_is_in_balance(price):
    rematches = 0
    for seed in range(30):
        chance = Random(seed)
        entrants = []
        for start in (0, 3):
            for place in range(3):
                above, below = start + (place - 1) % 3, start + (place + 1) % 3
                sides = ((below, CORP), (above, RUNNER))
                points = chance.choice((0, 3, 6, 9))
                entrants.append(Entrant(start + place, points, (below, above), sides=sides))
        result, cost = checked(entrants, seed, price=price)
        assert cost == brute_force(entrants, price=price)
        rematches += result.quality.rematches
    assert rematches > 0
