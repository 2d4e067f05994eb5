"""Events of a few players with random results, for tests and `make soak`.

python -m tests.soak.small_events --events 600: that many events of each size from 5 to 10 players over
n-1 (even) or n (odd) rounds; it fails if one of them has a rematch or a second bye.
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from app.tournament.pairing import Entrant, pair


def play(
    players: int, rounds: int, seed: int, *, planned: bool = True, ahead: bool = True, keep: bool = False
) -> Iterator[Any]:
    """The pairing of every round, drawn for a planned number of rounds, as many as possible, or each alone;
    with `keep` the entrants after every round instead. One game in thirty is a double loss."""
    chance = Random(seed)
    points, byes = [0] * players, [0] * players
    opponents: list[list[int]] = [[] for _ in range(players)]
    down, up = set[int](), set[int]()

    def entrants() -> list[Entrant]:
        return [
            Entrant(p, points[p], tuple(opponents[p]), byes[p], p in down, p in up) for p in range(players)
        ]

    for number in range(1, rounds + 1):
        later = (rounds - number if planned else None) if ahead else 0
        result = pair(entrants(), seed * 1000 + number, ahead=later)
        for first, second in result.pairings:
            opponents[first].append(second)
            opponents[second].append(first)
            if points[first] != points[second]:
                high, low = (first, second) if points[first] > points[second] else (second, first)
                down.add(high)
                up.add(low)
        for first, second in result.pairings:
            if chance.random() < 29 / 30:
                points[chance.choice((first, second))] += 3
        for player in result.byes:
            points[player] += 3
            byes[player] += 1
        yield entrants() if keep else result


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, default=600)
    events = parser.parse_args().events
    for players in range(5, 11):
        rounds = players - 1 + players % 2
        broken = 0
        for seed in range(events):
            qualities = [result.quality for result in play(players, rounds, seed)]
            broken += any(quality.rematches or quality.second_byes for quality in qualities)
        print(f"{players} players, {rounds} rounds, {events} events: {broken} with a rematch", flush=True)
        if broken:
            sys.exit("FAILED: a schedule without a rematch exists for every event of this size")


if __name__ == "__main__":
    main()
