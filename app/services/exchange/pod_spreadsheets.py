"""The columns of spreadsheets of events where several sit at a table: standings, final places, all tables."""

from collections.abc import Iterable, Sequence
from typing import Any

from app.services.kernel.views import RoundView, StandingView

Sheet = tuple[Sequence[str], Iterable[Sequence[Any]]]
_STANDINGS = ("points", "share", "share fraction", "tables won", "tables played", "game points")


def standings_sheet(rows: Iterable[StandingView]) -> Sheet:
    """A row a player in the order of the Swiss rounds."""
    header = ("rank", "name", *_STANDINGS, "by lot", "dropped")
    return header, ([row.rank, row.name, *_numbers(row), _yes(row.by_lot), _yes(row.dropped)] for row in rows)


def final_sheet(rows: Iterable[StandingView]) -> Sheet:
    """A row a player in their final order, with the place of the Swiss rounds beside it."""
    header = ("place", "name", "place after swiss", *_STANDINGS, "dropped")
    return header, (
        [place, row.name, row.rank, *_numbers(row), _yes(row.dropped)]
        for place, row in enumerate(rows, start=1)
    )


def tables_sheet(rounds: Iterable[RoundView]) -> Sheet:
    """A row for each seat of each table."""
    header = ("round", "table", "seat", "player", "points", "place", "points by place", "ending")
    return header, (
        [
            shown.number,
            pod.table_number,
            seat.seat,
            seat.name,
            *("" if value is None else value for value in (seat.points, seat.place, seat.place_points)),
            pod.ending or "",
        ]
        for shown in rounds
        for pod in shown.pods
        for seat in pod.seats
    )


def _numbers(row: StandingView) -> list[Any]:
    assert row.share is not None
    return [
        row.points,
        f"{row.share.decimal:.4f}",
        row.share.fraction.replace("/", "\u2044"),
        row.wins,
        row.wins + row.losses,
        row.game_points,
    ]


def _yes(value: bool) -> str:
    return "yes" if value else ""
