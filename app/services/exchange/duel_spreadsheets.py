"""The tables of an event without sides as rows of a spreadsheet."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.services.kernel.views import RoundView, TableView

HEADER = (
    *(
        "round",
        "table",
        "first player",
        "second player",
        "began",
        "winner",
        "outcome",
        "ending",
        "decided by",
    ),
    *("first gig dice", "second gig dice", "agreed", "first points", "second points"),
)


def duels_sheet(rounds: Sequence[RoundView]) -> tuple[Sequence[str], Iterator[list[Any]]]:
    """Header and rows of all tables."""
    return HEADER, (_row(each.number, table) for each in rounds for table in each.tables)


def _row(number: int, table: TableView) -> list[Any]:
    names = {seat.player_id: seat.name for seat in (table.first, table.second) if seat is not None}
    second = table.second.name if table.second is not None else "(bye)"
    line = [number, table.table_number, table.first.name, second, names.get(table.began_player_id or 0, "")]
    result = table.result if table.result is not None and table.result.final else None
    if result is None:
        return [*line, *[""] * 9]
    told = (
        *(names.get(result.winner_id or 0), result.outcome, result.ending, result.decided_by),
        *(result.first_dice, result.second_dice),
        "intentional draw" if result.intentional_draw else None,
        *(result.first_match_points, result.second_match_points),
    )
    return [*line, *("" if value is None else value for value in told)]
