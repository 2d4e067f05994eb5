"""`make bench-sides`: single-sided Swiss by this engine and by Cobra's weights, on the same random results.

Every event has a strength for each player; a game is won by chance of the difference, and each result depends
only on the event, the round and the two players, so all methods play the same event. Columns: squared point
difference a table and round, largest difference, events with a rematch, players beyond one game more of a
side at the end (a mean for each event), and the worst bias. Cobra's rules, as its single_sided_swiss strategy
has them: complete graph, weight 1000 less cost, cost of a pair (p - q)^2 + 5 if they met + 50^m, cost 100 and
more never; sides other than last time in a rematch, else the lower bias plays Corp, else a coin.

It fails where this engine has a rematch from 12 players on, repeats sides, leaves more players out of balance
than Cobra's weights, or, over all sizes from 24 players on, has differences more than 15 % larger than they.
"""

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import rustworkx

from app.sides import Side
from app.tournament.pairing import Entrant, SideLaw, pair

Pairs = list[tuple[int, int]]
PLAN = ((8, 5, 150), (12, 5, 150), (16, 6, 120), (24, 6, 100), (48, 7, 40), (96, 8, 12), (200, 11, 3))


@dataclass
class Event:
    """One event in progress; `sides` are (opponent, own side) of every game."""

    players: int
    seed: int
    points: list[int] = field(init=False)
    sides: list[list[tuple[int, Side]]] = field(init=False)

    def __post_init__(self) -> None:
        chance = Random(self.seed)
        self.strength = [chance.gauss(0, 1) for _ in range(self.players)]
        self.points = [0] * self.players
        self.sides = [[] for _ in range(self.players)]

    def bias(self, player: int) -> int:
        return sum(1 if side is Side.CORP else -1 for _, side in self.sides[player])

    def met(self, one: int, other: int) -> list[Side]:
        """The sides `one` had against `other`."""
        return [side for opponent, side in self.sides[one] if opponent == other]

    def play(self, number: int, pairs: Pairs) -> None:
        for corp, runner in pairs:
            self.sides[corp].append((runner, Side.CORP))
            self.sides[runner].append((corp, Side.RUNNER))
            low, high = sorted((corp, runner))
            chance = Random(f"{self.seed}/{number}/{low}/{high}").random()
            ahead = 1 / (1 + 10 ** (self.strength[high] - self.strength[low]))
            self.points[low if chance < ahead else high] += 3


def ours(event: Event, number: int, swapped_costs: int | None = None) -> Pairs:
    entrants = [
        Entrant(p, event.points[p], tuple(o for o, _ in event.sides[p]), 0, sides=tuple(event.sides[p]))
        for p in range(event.players)
    ]
    return list(pair(entrants, event.seed * 100 + number, law=SideLaw(swapped_costs)).pairings)


def kinder(event: Event, number: int) -> Pairs:
    return ours(event, number, swapped_costs=18)


def cobra(event: Event, number: int) -> Pairs:
    chance = Random(f"cobra/{event.seed}/{number}")
    players = list(range(event.players))
    if number == 0:
        chance.shuffle(players)
        return [_coin(chance, a, b) for a, b in zip(players[::2], players[1::2], strict=True)]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(players)
    for a in players:
        for b in range(a):
            cost = _cobra_cost(event, a, b)
            if cost is not None and cost < 100:
                graph.add_edge(a, b, 1000 - cost)
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return [_cobra_sides(event, chance, a, b) for a, b in sorted(tuple(sorted(two)) for two in found)]


def _cobra_cost(event: Event, a: int, b: int) -> int | None:
    met = event.met(a, b)
    if len(met) > 1:
        return None
    biases = event.bias(a), event.bias(b)
    ways = [max(biases[0], -biases[1], 0), max(biases[1], -biases[0], 0)]
    if met:
        ways = ways[1:] if met[0] is Side.CORP else ways[:1]
    return (event.points[a] - event.points[b]) ** 2 + 5 * len(met) + min(50**way for way in ways)


def _cobra_sides(event: Event, chance: Random, a: int, b: int) -> tuple[int, int]:
    met = event.met(a, b)
    if met:
        return (b, a) if met[0] is Side.CORP else (a, b)
    one, other = event.bias(a), event.bias(b)
    if one != other:
        return (a, b) if one < other else (b, a)
    return _coin(chance, a, b)


def _coin(chance: Random, a: int, b: int) -> tuple[int, int]:
    return (a, b) if chance.random() < 0.5 else (b, a)


@dataclass
class Seen:
    """What one method did over all events of a size."""

    tables: int = 0
    squares: int = 0
    largest: int = 0
    with_rematch: int = 0
    same_sides: int = 0
    beyond: int = 0
    worst: int = 0
    unpaired: int = 0

    @property
    def closeness(self) -> float:
        return self.squares / max(1, self.tables)


def season(method: Callable[[Event, int], Pairs], players: int, rounds: int, events: int) -> Seen:
    seen = Seen()
    for seed in range(events):
        event, again = Event(players, seed + 1), False
        for number in range(rounds):
            pairs = method(event, number)
            seen.unpaired += players - 2 * len(pairs)
            for corp, runner in pairs:
                difference = abs(event.points[corp] - event.points[runner])
                seen.tables += 1
                seen.squares += difference**2
                seen.largest = max(seen.largest, difference)
                met = event.met(corp, runner)
                again |= bool(met)
                seen.same_sides += Side.CORP in met
            event.play(number, pairs)
        seen.with_rematch += again
        biases = [abs(event.bias(player)) for player in range(players)]
        seen.beyond += sum(bias > 1 for bias in biases)
        seen.worst = max(seen.worst, *biases)
    return seen


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=float, default=1.0, help="part of the events of each size, 0 to 1")
    part = parser.parse_args().part
    print("    field events     method  diff² largest rematch  over ±1 worst")
    failed: list[str] = []
    close: list[tuple[int, int]] = []
    for players, rounds, planned in PLAN:
        events = max(2, round(planned * part))
        seen = {}
        for name, method in (("Cobra", cobra), ("ours", ours), ("ours N=18", kinder)):
            if name == "ours N=18" and players > 16:
                continue
            one = seen[name] = season(method, players, rounds, events)
            print(
                f"{players:>5}x{rounds:<3} {events:>6} {name:>10} {one.closeness:>6.2f} {one.largest:>7}"
                f" {one.with_rematch / events:>7.0%} {one.beyond / events:>8.2f} {one.worst:>5}"
                + (f"  {one.unpaired} left unpaired" if one.unpaired else ""),
                flush=True,
            )
        mine, theirs = seen["ours"], seen["Cobra"]
        if players >= 12 and mine.with_rematch:
            failed.append(f"{players} players: a rematch")
        if mine.same_sides or mine.unpaired:
            failed.append(f"{players} players: the same sides again, or somebody unpaired")
        if mine.worst > 2 or mine.beyond > max(theirs.beyond, 0.05 * events):
            failed.append(f"{players} players: out of balance")
        if players >= 24:
            close.append((mine.squares, theirs.squares))
    mine_all, theirs_all = (sum(each) for each in zip(*close, strict=True))
    print(f"From 24 players on: {mine_all / theirs_all:.2f} of the squared differences of Cobra's weights.")
    if mine_all > 1.15 * theirs_all:
        failed.append("larger differences")
    if failed:
        sys.exit("FAILED: " + "; ".join(failed))


if __name__ == "__main__":
    main()
