"""Statistics of tables of several players: what a seat is worth, how many points people make, how games end.

Later seats begin with extra cards, so the question of such an event is whether they make up for the order. A
place that several share is shared here, too: of two first ones each counts a half.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.tournament.pod_results import PodEnding

BUCKET_POINTS = 20


@dataclass(frozen=True, slots=True)
class PodGame:
    """A table that was played: points in the order of seats, how it ended, seconds where they are known."""

    points: tuple[int, ...]
    ending: PodEnding
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What happened at one seat: `firsts` of `tables`, how many first places chance alone would give it, and
    the mean of its points."""

    seat: int
    tables: int
    firsts: Fraction
    by_chance: Fraction
    mean_points: Fraction


@dataclass(frozen=True, slots=True)
class PodStatistics:
    """`sizes`: tables by number of players. `scores`: players by points, the lower end of each step; steps
    without anybody between others are there with 0. Means are None without tables."""

    games: int
    sizes: dict[int, int]
    seats: tuple[SeatRecord, ...]
    scores: dict[int, int]
    mean_of_first: Fraction | None
    mean_of_last: Fraction | None
    endings: dict[PodEnding, int]


def pod_statistics(games: Sequence[PodGame]) -> PodStatistics:
    """Count the tables."""
    most = max((len(game.points) for game in games), default=0)
    return PodStatistics(
        games=len(games),
        sizes=dict(sorted(Counter(len(game.points) for game in games).items())),
        seats=tuple(_seat(games, number) for number in range(most)),
        scores=_scores([points for game in games for points in game.points]),
        mean_of_first=_mean([max(game.points) for game in games]),
        mean_of_last=_mean([min(game.points) for game in games]),
        endings={ending: sum(game.ending is ending for game in games) for ending in PodEnding},
    )


def _seat(games: Sequence[PodGame], number: int) -> SeatRecord:
    there = [game for game in games if number < len(game.points)]
    won = [game for game in there if game.points[number] == max(game.points)]
    return SeatRecord(
        seat=number + 1,
        tables=len(there),
        firsts=sum((Fraction(1, game.points.count(max(game.points))) for game in won), Fraction(0)),
        by_chance=sum((Fraction(1, len(game.points)) for game in there), Fraction(0)),
        mean_points=_mean([game.points[number] for game in there]) or Fraction(0),
    )


def _scores(points: Sequence[int]) -> dict[int, int]:
    found = Counter(own // BUCKET_POINTS * BUCKET_POINTS for own in points)
    steps = range(min(found), max(found) + 1, BUCKET_POINTS) if found else range(0)
    return {step: found[step] for step in steps}


def _mean(values: Sequence[int]) -> Fraction | None:
    return Fraction(sum(values), len(values)) if values else None
