"""The projector's pages: pairings by name in pages of one screen each, with an index by initial."""

from collections.abc import Sequence
from typing import Any

from app.services.kernel.views import RoundView, StandingView, TableView
from app.tournament.clock import ClockState
from app.tournament.lifecycle import RoundState
from app.web.presenters.dashboard import count, in_order, is_done
from app.web.presenters.results import rows_by_name

Shown = dict[str, Any]
ROWS = 24
ROWS_OF_LONG_NAMES = 16
LONG_NAME = 26
MOST_LONGER = 4
# For this long after the clock began, people still look for their table.
SEATING_SECONDS = 10 * 60


def pages_by_name(tables: Sequence[TableView]) -> list[Shown]:
    """Every player with table and opponent, by name, in pages of at most 24 (16 when names are long)."""
    rows = [
        {
            "name": row["name"],
            "opponent": row["opponent"] or "bye",
            "table": None if row["bye"] else row["table_number"],
        }
        for row in rows_by_name(list(tables))
    ]
    size = ROWS_OF_LONG_NAMES if sum(len(row["name"]) > LONG_NAME for row in rows) > 2 else ROWS
    parts = [rows[start : start + size] for start in range(0, len(rows), size)]
    return [
        {"label": _initials(part), "href": f"?show=pairings&page={number}", "rows": part}
        for number, part in enumerate(parts)
    ]


def _initials(part: Sequence[Shown]) -> str:
    first, last = (str(part[place]["name"])[:1].upper() for place in (0, -1))
    return first if first == last else f"{first}–{last}"


def standings_pages(rows: Sequence[StandingView]) -> list[Shown]:
    """The standings in pages of one screen, as rows of the same list: the rank, the name, the points."""
    shown = [
        {
            "name": f"{row.rank}. {row.name}",
            "detail": f"{row.wins}–{row.losses}" + (f", {count(row.byes, 'bye')}" if row.byes else ""),
            "points": row.points,
        }
        for row in rows
    ]
    parts = [shown[start : start + ROWS] for start in range(0, len(shown), ROWS)]
    return [
        {
            "label": _places(number * ROWS + 1, number * ROWS + len(part)),
            "href": f"?show=standings&page={number}",
            "rows": part,
        }
        for number, part in enumerate(parts)
    ]


def _places(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def outstanding(running: RoundView | None) -> list[Shown]:
    """The tables without a final result, as everybody may see them."""
    if running is None:
        return []
    return [
        {"table_number": table.table_number, "state": _public_state(table), "detail": _extra(table)}
        for table in in_order(running.tables)
        if not is_done(table)
    ]


def _public_state(table: TableView) -> str:
    return "playing" if table.settled else "waiting"


def outstanding_words(running: RoundView | None) -> str | None:
    """'Tables 2, 5 and 11 are still out' while they are few enough to be named."""
    if running is None or running.state is not RoundState.PUBLISHED:
        return None
    tables = [str(each["table_number"]) for each in outstanding(running)]
    if not tables:
        return "Every table has its result"
    longer = _longer(running)
    if len(tables) == 1:
        return f"Table {tables[0]} is still out{longer}"
    if len(tables) > 8:
        return f"{len(tables)} tables are still out{longer}"
    return f"Tables {', '.join(tables[:-1])} and {tables[-1]} are still out{longer}"


def _longer(running: RoundView) -> str:
    """Which tables still out have time of their own, as the end of a sentence; empty where none has."""
    longer = [t for t in in_order(running.tables) if t.extra_seconds and not is_done(t)]
    said = ", ".join(f"table {table.table_number} {_extra(table)}" for table in longer[:MOST_LONGER])
    more = f" and {len(longer) - MOST_LONGER} more" if len(longer) > MOST_LONGER else ""
    return f". Extra time: {said}{more}" if longer else ""


def _extra(table: TableView) -> str | None:
    return f"+{table.extra_seconds // 60} min" if table.extra_seconds else None


def what_to_show(running: RoundView | None, finished: bool) -> str:
    """Which page the wall shows by itself: join, pairings, tables (still out) or standings."""
    if finished or (running is not None and running.state is RoundState.CLOSED):
        return "standings"
    if running is None:
        return "join"
    clock = running.clock
    gone = clock.total_seconds - clock.remaining_seconds
    seated = clock.state is not ClockState.STOPPED and gone > SEATING_SECONDS
    return "tables" if seated else "pairings"
