"""Counting games: prices, shares, endings and times of values made by hand."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from app.sides import Side
from app.tournament.results import Ending
from app.tournament.statistics import Game, Seated, statistics

PE, NBN = Seated("Jinteki: Personal Evolution", "jinteki"), Seated("NBN: Making News", "nbn")
NOISE, GABE = Seated("Noise", "anarch"), Seated("Gabriel", "criminal")
GAMES = (
    Game(PE, NOISE, Side.CORP, 3, Side.CORP, Ending.FLATLINE, seconds=1200),
    Game(PE, GABE, Side.RUNNER, 4, Side.CORP, Ending.AGENDA, seconds=1799),
    Game(NBN, NOISE, Side.RUNNER, 0, Side.RUNNER, Ending.AGENDA, seconds=60),
    Game(NBN, GABE, Side.RUNNER, 10, Side.CORP, None, drawn=True),
    Game(PE, NOISE, Side.CORP),
)


def test_rates_and_prices() -> None:
    counted = statistics(GAMES)
    assert {side: (rate.wins, rate.games) for side, rate in counted.sides.items()} == {
        Side.CORP: (2, 5),
        Side.RUNNER: (3, 5),
    }
    corp = counted.prices[Side.CORP]
    assert (corp.count, corp.mean, corp.median) == (3, Fraction(17, 3), Fraction(4))
    assert {bid: (r.wins, r.games) for bid, r in counted.bids.items() if r.games} == {
        0: (1, 1),
        3: (1, 1),
        4: (0, 1),
        10: (0, 1),
    }
    assert list(counted.bids) == list(range(11))
    evolution = counted.identities[0]
    assert (evolution.identity, evolution.rate.games, evolution.rate.wins) == (PE.identity, 3, 2)
    assert (evolution.prices.count, evolution.prices.mean, evolution.prices.median) == (
        2,
        Fraction(7, 2),
        Fraction(7, 2),
    )
    assert counted.factions[(Side.RUNNER, "anarch")].share == Fraction(1, 3)
    assert counted.endings == {Ending.AGENDA: 2, Ending.FLATLINE: 1, None: 2}
    assert counted.drawn == 1


def test_times_fall_into_buckets_of_five_minutes() -> None:
    times = statistics(GAMES).times
    assert (times.games, times.median, times.longest) == (3, 1200, 1799)
    assert [(bucket.minutes, bucket.games) for bucket in times.buckets] == [
        (0, 1),
        (5, 0),
        (10, 0),
        (15, 0),
        (20, 1),
        (25, 1),
    ]


def test_without_games_everything_is_empty_and_nothing_divides_by_zero() -> None:
    counted = statistics(())
    assert counted.games == counted.drawn == counted.times.games == 0
    assert counted.prices[Side.CORP].mean is None and counted.sides[Side.CORP].share == 0
    assert counted.identities == () and counted.factions == {}


SEATED = st.builds(Seated, st.sampled_from(["A", "B", None]), st.sampled_from(["x", "y", None]))
SOME_GAMES = st.lists(
    st.one_of(
        st.builds(
            Game,
            SEATED,
            SEATED,
            st.sampled_from(Side),
            st.integers(0, 10),
            st.sampled_from(Side),
            st.sampled_from([*Ending, None]),
            st.booleans(),
            st.one_of(st.none(), st.integers(1, 10_000)),
        ),
        st.builds(Game, SEATED, SEATED, st.sampled_from(Side)),
    ),
    max_size=30,
)


@given(SOME_GAMES, st.randoms())
def test_every_game_is_counted_once_everywhere_in_whatever_order(games: list[Game], chance: object) -> None:
    counted = statistics(games)
    bought = [game for game in games if game.bid is not None]
    assert sum(rate.wins for rate in counted.sides.values()) == len(games)
    assert sum(rate.games for rate in counted.bids.values()) == len(bought)
    assert sum(prices.count for prices in counted.prices.values()) == len(bought)
    assert sum(sum(counts.values()) for counts in counted.bought.values()) == len(bought)
    assert sum(counted.endings.values()) == len(games)
    assert sum(bucket.games for bucket in counted.times.buckets) == counted.times.games
    named = sum((game.corp.identity is not None) + (game.runner.identity is not None) for game in games)
    assert sum(line.rate.games for line in counted.identities) == named
    shuffled = list(games)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    again = statistics(shuffled)
    assert {(i.side, i.identity, i.rate) for i in again.identities} == {
        (i.side, i.identity, i.rate) for i in counted.identities
    }
    assert (again.sides, again.bids, again.endings, again.times) == (
        counted.sides,
        counted.bids,
        counted.endings,
        counted.times,
    )
