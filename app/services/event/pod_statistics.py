"""The statistics of tables of several players, for everybody: final points of published rounds alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from sqlmodel import Session

from app.storage.pod_tables import Pod, PodSeat
from app.storage.pods import pods, seats_of
from app.storage.rounds import rounds
from app.storage.tables import Round
from app.tournament.lifecycle import RoundState
from app.tournament.pod_results import PodEnding
from app.tournament.pod_statistics import BUCKET_POINTS, PodGame, PodStatistics, pod_statistics


@dataclass(frozen=True)
class SizeLine:
    """How many tables had so many players."""

    players: int
    tables: int


@dataclass(frozen=True)
class SeatLine:
    """A seat by its number in the order of turns: tables that had it, how often who sat there was first
    (several first ones share it), the shares of that and of chance alone (0 to 1), the mean of the points."""

    seat: int
    tables: int
    firsts: float
    share: float
    by_chance: float
    mean_points: float


@dataclass(frozen=True)
class ScoreLine:
    """How many players made from `from_points` up to less than `to_points`."""

    from_points: int
    to_points: int
    players: int


@dataclass(frozen=True)
class PodEndingLine:
    """How many tables ended so."""

    ending: PodEnding
    tables: int


@dataclass(frozen=True)
class PodStatisticsView:
    """What tables of several players tell; means are None before the first result."""

    tables: int
    sizes: list[SizeLine]
    seats: list[SeatLine]
    scores: list[ScoreLine]
    mean_of_first: float | None
    mean_of_last: float | None
    endings: list[PodEndingLine]


def several_view(
    session: Session, tournament_id: int, longest_seconds: int
) -> tuple[PodStatisticsView, list[int]]:
    """The statistics in an open session, and how long each table took, up to `longest_seconds`."""
    games = _games(session, tournament_id, longest_seconds)
    seconds = [game.seconds for game in games if game.seconds is not None]
    return _view(pod_statistics(games)), seconds


def _games(session: Session, tournament_id: int, longest_seconds: int) -> list[PodGame]:
    shown = {row.id: row for row in rounds(session, tournament_id) if row.state != RoundState.DRAFT}
    seats = seats_of(session, tournament_id)
    return [
        _game(row, shown[row.round_id], seats[row.id], longest_seconds)
        for row in pods(session, tournament_id)
        if row.final and row.round_id in shown and row.id in seats
    ]


def _game(row: Pod, round_row: Round, seats: Sequence[PodSeat], longest_seconds: int) -> PodGame:
    began = round_row.published_at
    if began is not None and round_row.clock_started_at is not None:
        began = max(began, round_row.clock_started_at)
    seconds = None
    if began is not None and row.finished_at is not None:
        took = int((row.finished_at - began).total_seconds())
        seconds = took if 0 < took <= longest_seconds else None
    points = tuple(seat.points or 0 for seat in seats)
    return PodGame(points, PodEnding(row.ending or PodEnding.POINTS), seconds)


def _view(counted: PodStatistics) -> PodStatisticsView:
    return PodStatisticsView(
        tables=counted.games,
        sizes=[SizeLine(players, tables) for players, tables in counted.sizes.items()],
        seats=[
            SeatLine(
                seat=line.seat,
                tables=line.tables,
                firsts=_decimal(line.firsts),
                share=_decimal(line.firsts / line.tables),
                by_chance=_decimal(line.by_chance / line.tables),
                mean_points=_decimal(line.mean_points),
            )
            for line in counted.seats
        ],
        scores=[ScoreLine(low, low + BUCKET_POINTS, players) for low, players in counted.scores.items()],
        mean_of_first=None if counted.mean_of_first is None else _decimal(counted.mean_of_first),
        mean_of_last=None if counted.mean_of_last is None else _decimal(counted.mean_of_last),
        endings=[PodEndingLine(ending, tables) for ending, tables in counted.endings.items() if tables],
    )


def _decimal(value: Fraction) -> float:
    return round(float(value), 4)
