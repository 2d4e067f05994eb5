"""The standings of events at tables of several players: points by place, then share of the points, then lot.

What a table is worth follows from its points alone (pods.py): n-1 for the first of n, 0 for the last, shared
by equals. The share is the part of the table's points that a player made, summed over the rounds. At a final
table the points of that table decide, and the higher seed where they are equal.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from app.tournament.pods import PodEntrant, place_points, places, shares


@dataclass(frozen=True, slots=True)
class PodLine:
    """A row of the standings. `won` are tables on the first place, shared ones counted; `game_points` the
    points made; `by_lot`: only the lot sets this row apart from a neighbour."""

    rank: int
    player: int
    points: Fraction
    share: Fraction
    won: int
    played: int
    game_points: int
    lot: int
    by_lot: bool


@dataclass
class _Sum:
    points: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    won: int = 0
    played: int = 0
    game_points: int = 0
    met: list[int] = field(default_factory=list)


def _sums(tables: Iterable[Mapping[int, int]]) -> dict[int, _Sum]:
    found: dict[int, _Sum] = defaultdict(_Sum)
    for table in tables:
        worth, parts, ranks = place_points(table), shares(table), places(table)
        for player, own in table.items():
            one = found[player]
            one.points += worth[player]
            one.share += parts[player]
            one.won += ranks[player] == 1
            one.played += 1
            one.game_points += own
            one.met += [other for other in table if other != player]
    return found


def rank_tables(tables: Iterable[Mapping[int, int]], lots: Mapping[int, int]) -> tuple[PodLine, ...]:
    """The standings after these tables, each the points by player; `lots` has everybody of the event."""
    found = _sums(tables)
    sums = {player: found.get(player, _Sum()) for player in lots}
    ordered = sorted(lots, key=lambda player: (-sums[player].points, -sums[player].share, lots[player]))
    equal = Counter((each.points, each.share) for each in sums.values())
    return tuple(
        PodLine(
            rank=rank,
            player=player,
            points=sums[player].points,
            share=sums[player].share,
            won=sums[player].won,
            played=sums[player].played,
            game_points=sums[player].game_points,
            lot=lots[player],
            by_lot=equal[sums[player].points, sums[player].share] > 1,
        )
        for rank, player in enumerate(ordered, start=1)
    )


def pod_entrants(tables: Iterable[Mapping[int, int]], players: Iterable[int]) -> list[PodEntrant]:
    """The players to seat, with their points by place and whom they met."""
    found = _sums(tables)
    return [
        PodEntrant(player, found[player].points, tuple(found[player].met))
        if player in found
        else PodEntrant(player)
        for player in players
    ]


def final_table_order(points: Mapping[int, int], seeds: Sequence[int]) -> list[int]:
    """The players of a final table by their points there, equals by seed; by seed before it is played."""
    return sorted(seeds, key=lambda player: (-points.get(player, 0), seeds.index(player)))
