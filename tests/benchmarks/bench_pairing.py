"""`make bench-pairing`: this engine against matching on the complete graph, on the same random tournaments.

1. 32 to 512 players, log2 N rounds: time per round and cost of this engine, of rustworkx and of networkx,
   both by maximum-weight matching on the complete graph (building it counts, and so does what each library
   wants: one whole number per pair). The cost of all three must be equal in every aim, else this fails.
   networkx pairs as many rounds of each tournament as `--networkx-rounds` says, the last ones, because the
   512-player rounds take it minutes; its mean is compared with the mean of the same rounds.
2. 4,096 players, 12 rounds: every round proven optimal, no rematch, faster than rustworkx pairs 512.
3. Growth from 32 to 16,384 players, log2 N rounds.

Times are processor time of this process (all three run in one thread), so that other work on the machine does
not count; what one method leaves for the garbage collector is collected before the next is timed. One game in
fifty is a double loss, so score groups are uneven and the cost is not just 0.

The target ratios are checked at the end; the exit code is 1 if one is missed.
"""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import log2
from random import Random

import networkx
import rustworkx

from app.tournament.pairing import Entrant, RoundPairing, pair

Pairs = list[tuple[int, int | None]]
Cost = tuple[int, int, int, int, int]


@dataclass
class Hall:
    """A random tournament in progress: one game in fifty is a double loss, an odd field has byes."""

    players: int
    seed: int
    points: list[int] = field(default_factory=list)
    opponents: list[list[int]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)
        self.points = [0] * self.players
        self.opponents = [[] for _ in range(self.players)]
        self.byes = [0] * self.players
        self.down: set[int] = set()
        self.up: set[int] = set()

    def entrants(self) -> list[Entrant]:
        return [
            Entrant(
                player,
                self.points[player],
                tuple(self.opponents[player]),
                self.byes[player],
                player in self.down,
                player in self.up,
            )
            for player in range(self.players)
        ]

    def play(self, result: RoundPairing) -> None:
        for first, second in result.pairings:
            if self.points[first] != self.points[second]:
                low, high = sorted((first, second), key=self.points.__getitem__)
                self.down.add(high)
                self.up.add(low)
        for first, second in result.pairings:
            self.opponents[first].append(second)
            self.opponents[second].append(first)
            if self.chance.random() < 0.98:
                self.points[self.chance.choice((first, second))] += 3
        for player in result.byes:
            self.byes[player] += 1
            self.points[player] += 3


def rounds_of(
    players: int, rounds: int, seed: int = 1
) -> Iterator[tuple[list[Entrant], RoundPairing, float]]:
    """Each round of a tournament paired by this engine: (entrants, pairing, seconds)."""
    hall = Hall(players, seed)
    for number in range(rounds):
        entrants = hall.entrants()
        gc.collect()
        start = time.process_time()
        result = pair(entrants, seed * 1000 + number)
        seconds = time.process_time() - start
        yield entrants, result, seconds
        hall.play(result)


def cost_of(pairs: Pairs, entrants: list[Entrant]) -> Cost:
    """Second byes, rematches, points of the bye, squared differences, repeated floats: the aims in order."""
    second_byes = rematches = bye_points = squares = floats = 0
    for a, b in pairs:
        if b is None:
            second_byes += entrants[a].byes > 0
            bye_points += entrants[a].points
        else:
            rematches += b in entrants[a].opponents
            squares += (entrants[a].points - entrants[b].points) ** 2
            floats += floats_of(entrants[a], entrants[b])
    return second_byes, rematches, bye_points, squares, floats


def floats_of(one: Entrant, other: Entrant) -> int:
    """How many of the two are paired down or up again."""
    high, low = (one, other) if one.points > other.points else (other, one)
    return 0 if high.points == low.points else high.paired_down + low.paired_up


def weighted_edges(entrants: list[Entrant]) -> list[tuple[int, int, int]]:
    """The complete graph; node n is the bye of an odd field. One number per edge, more is better."""
    size = len(entrants)
    highest = max(entrant.points for entrant in entrants) + 1
    square = size + 1
    squares = square * size * highest * highest
    rematch = squares * highest
    second_bye = rematch * size
    met = [set(entrant.opponents) for entrant in entrants]
    points = [entrant.points for entrant in entrants]
    edges = [
        (
            a,
            b,
            second_bye
            - square * (points[a] - points[b]) ** 2
            - (rematch if b in met[a] else 0)
            - floats_of(entrants[a], entrants[b]),
        )
        for a in range(size)
        for b in range(a)
    ]
    if size % 2:
        edges += [
            (entrant.id, size, second_bye - entrant.points * squares - (second_bye if entrant.byes else 0))
            for entrant in entrants
        ]
    return edges


def by_rustworkx(entrants: list[Entrant]) -> Pairs:
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(entrants) + len(entrants) % 2))
    graph.add_edges_from(weighted_edges(entrants))
    return _named(rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int), entrants)


def by_networkx(entrants: list[Entrant]) -> Pairs:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(weighted_edges(entrants))
    return _named(networkx.max_weight_matching(graph, maxcardinality=True), entrants)


def _named(found: set[tuple[int, int]], entrants: list[Entrant]) -> Pairs:
    bye = len(entrants)
    return [(min(a, b), None if bye in (a, b) else max(a, b)) for a, b in found]


def timed(method: Callable[[list[Entrant]], Pairs], entrants: list[Entrant]) -> tuple[float, Cost]:
    gc.collect()
    start = time.process_time()
    pairs = method(entrants)
    return time.process_time() - start, cost_of(pairs, entrants)


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def compare(players: int, networkx_rounds: int) -> tuple[float, float, float]:
    """Print one line; returns the mean seconds of rustworkx and the factors against both others."""
    rounds = round(log2(players))
    ours, rust, plain, ours_of_plain, total = [], [], [], [], 0
    for number, (entrants, result, seconds) in enumerate(rounds_of(players, rounds)):
        pairs: Pairs = [*result.pairings, *((player, None) for player in result.byes)]
        cost = cost_of(pairs, entrants)
        rust_seconds, rust_cost = timed(by_rustworkx, entrants)
        check(
            cost == rust_cost, f"{players} players, round {number + 1}: {cost} against rustworkx {rust_cost}"
        )
        check(result.quality.proven_optimal, f"{players} players, round {number + 1} is not proven")
        if number >= rounds - networkx_rounds:
            plain_seconds, plain_cost = timed(by_networkx, entrants)
            check(cost == plain_cost, f"{players} players, round {number + 1}: {cost}, networkx {plain_cost}")
            plain.append(plain_seconds)
            ours_of_plain.append(seconds)
        ours.append(seconds)
        rust.append(rust_seconds)
        total += cost[3]
    against_rust, against_plain = mean(rust) / mean(ours), mean(plain) / mean(ours_of_plain)
    print(
        f"{players:>7} {rounds:>6} {mean(ours) * 1000:>11.2f} {mean(rust) * 1000:>11.1f}"
        f" {mean(plain) * 1000:>11.1f} {len(plain):>8} {against_rust:>9.0f}x {against_plain:>9.0f}x"
        f" {total:>7} equal",
        flush=True,
    )
    return mean(rust), against_rust, against_plain


def check(holds: bool, sentence: str) -> None:
    if not holds:
        sys.exit(f"FAILED: {sentence}")


def large(players: int, rounds: int, limit: float) -> None:
    """Every round of a very large event proven, without rematch, and within the limit (seconds)."""
    times = []
    for number, (_, result, seconds) in enumerate(rounds_of(players, rounds), start=1):
        quality = result.quality
        times.append(seconds)
        check(quality.proven_optimal, f"{players} players, round {number} is not proven optimal")
        check(not quality.rematches, f"{players} players, round {number} has a rematch")
        check(seconds < limit, f"{players} players, round {number} took {seconds:.3f} s")
    print(
        f"{players} players, {rounds} rounds: all proven optimal, no rematch; "
        f"mean {mean(times) * 1000:.0f} ms, slowest {max(times) * 1000:.0f} ms a round, "
        f"while rustworkx needs {limit * 1000:.0f} ms for 512."
    )


def growth(sizes: list[int]) -> None:
    print(f"{'players':>7} {'rounds':>6} {'ms a round':>11} {'slowest':>9} {'µs a player':>12}")
    for players in sizes:
        rounds = round(log2(players))
        times = [seconds for _, _, seconds in rounds_of(players, rounds)]
        print(
            f"{players:>7} {rounds:>6} {mean(times) * 1000:>11.2f} {max(times) * 1000:>9.1f}"
            f" {mean(times) / players * 1e6:>12.1f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--networkx-rounds", type=int, default=99, help="rounds per tournament for networkx")
    parser.add_argument("--sizes", type=int, nargs="+", default=[32, 64, 128, 256, 512])
    arguments = parser.parse_args()
    print("Milliseconds per round; cost = sum of squared point differences over the tournament\n")
    print(
        f"{'players':>7} {'rounds':>6} {'this engine':>11} {'rustworkx':>11} {'networkx':>11} {'(rounds)':>8}"
        f" {'vs rust':>10} {'vs nx':>10} {'cost':>7}"
    )
    figures = {players: compare(players, arguments.networkx_rounds) for players in arguments.sizes}
    print()
    if 512 in figures:
        seconds, against_rust, against_plain = figures[512]
        large(4096, 12, seconds)
        print()
        growth([2**power for power in range(5, 15)])
        print(
            f"\nAt 512 players {against_plain:.0f} times as fast as networkx (wanted 300), "
            f"{against_rust:.0f} times as fast as rustworkx (wanted 20), on the complete graph."
        )
        check(against_plain >= 300 and against_rust >= 20, "a wanted factor is missed")


if __name__ == "__main__":
    main()
