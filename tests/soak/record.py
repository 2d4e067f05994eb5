"""What a database holds at the end of an event, told without ids and times so that two runs can be compared.

And what must be true of it by itself: the file or server is sound, the journal has no gap, the event holds
together, and every acknowledged command is there exactly once.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psycopg
from sqlmodel import Session, col, select

from app.deckcheck.catalog import load_catalog
from app.services.event.brackets import bracket_view
from app.services.event.consistency import contradictions
from app.services.event.standings import standings_view
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.storage.database import Database
from app.storage.tables import Bid, GameReport, Journal, Pairing, Player, Round, Tournament
from tests.soak.phone import Command

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Record:
    """An event without ids and times; equal for two runs that were the same event."""

    standings: Rows
    bracket: dict[str, Any]
    tables: dict[tuple[int, int | None], dict[str, Any]]
    journal: Counter[tuple[str, str, str]]


def record_of(url: str) -> Record:
    """The one event of a database."""
    database = Database(url)
    installation = Installation(database, load_catalog(), lambda _notice: None)
    with database.read_session() as session:
        tournament = session.exec(select(Tournament)).one()
        assert tournament.id is not None
        names = {row.id: row.name for row in session.exec(select(Player))}
        tables = dict(_tables(session, names))
        journal = Counter((row.command, row.summary, row.actor_name) for row in session.exec(select(Journal)))
    rows = [asdict(row) for row in standings_view(installation, tournament.id, ORGANIZER_VIEWER).rows]
    bracket = asdict(bracket_view(installation, tournament.id))
    database.dispose()
    return Record(rows, _without_ids(bracket), tables, journal)


def _without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_ids(each) for key, each in value.items() if key != "table_id"}
    return [_without_ids(each) for each in value] if isinstance(value, list | tuple) else value


def _tables(
    session: Session, names: dict[int | None, str]
) -> Iterator[tuple[tuple[int, int | None], dict[str, Any]]]:
    for table, number in session.exec(select(Pairing, Round.number).join(Round)):
        moves = session.exec(select(Bid).where(Bid.pairing_id == table.id).order_by(col(Bid.number))).all()
        reports = session.exec(select(GameReport).where(GameReport.pairing_id == table.id)).all()
        told = {
            "first": names[table.first_id],
            "second": names.get(table.second_id),
            "at the table": (table.first_ready_at is not None, table.second_ready_at is not None),
            "moves": [(move.number, move.seat, move.side, move.amount, move.entered_by) for move in moves],
            "sides": (table.settled_by, names.get(table.bid_winner_id), table.bid_side, table.bid),
            "reports": {names[r.player_id]: (r.outcome, r.ending, r.corp_points) for r in reports},
            "result": (table.outcome, table.ending, table.corp_points, table.runner_points, table.final),
            "winner": (names.get(table.winner_id), table.decided_by),
            "extra seconds": table.extra_seconds,
        }
        yield (number, table.table_number), told


def unsound(url: str) -> list[str]:
    """What is wrong with a database by itself; empty if nothing."""
    database = Database(url)
    found = _sqlite_complaints(database.file) if database.file else _postgres_complaints(database.url)
    with database.read_session() as session:
        for tournament in session.exec(select(Tournament)):
            query = select(Journal.number).where(Journal.tournament_id == tournament.id)
            numbers = session.exec(query.order_by(col(Journal.number))).all()
            if list(numbers) != list(range(1, tournament.version + 1)):
                found.append(f"the journal of {tournament.code} has {len(numbers)} of {tournament.version}")
            found += contradictions(session, tournament)
    database.dispose()
    return found


def _sqlite_complaints(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        found += [f"foreign key: {row}" for row in connection.execute("PRAGMA foreign_key_check")]
    return [each for each in found if each != "ok"]


def _postgres_complaints(url: str) -> list[str]:
    """Every table read by amcheck against its rules, every index against its table."""
    with psycopg.connect(url.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS amcheck")
        heaps = connection.execute(
            "SELECT c.relname, v.msg FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace, "
            "verify_heapam(c.oid) v WHERE c.relkind = 'r' AND n.nspname = 'public'"
        ).fetchall()
        # Raises an error at the first entry that is missing in an index or too many.
        connection.execute(
            "SELECT bt_index_check(c.oid, true) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
            "JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_am a ON a.oid = c.relam "
            "WHERE a.amname = 'btree' AND n.nspname = 'public'"
        )
    return [f"{name}: {message}" for name, message in heaps]


def not_once(url: str, acknowledged: Iterable[Command]) -> list[str]:
    """Acknowledged bids and reports that are not in the database exactly once, and bids nobody sent."""
    bids, reports = _sent(acknowledged)
    database = Database(url)
    with database.read_session() as session:
        kept_bids = Counter(
            (bid.pairing_id, bid.number - 1, bid.amount)
            for bid in session.exec(select(Bid))
            if bid.entered_by == "player"
        )
        kept_reports = Counter((row.pairing_id, row.outcome) for row in session.exec(select(GameReport)))
    database.dispose()
    found = [f"bid {key}: sent {bids[key]}, kept {kept_bids[key]}" for key in _differing(bids, kept_bids)]
    return found + [
        f"report {key}: sent {reports[key]}, kept {kept_reports[key]}"
        for key in _differing(reports, kept_reports)
    ]


def _sent(acknowledged: Iterable[Command]) -> tuple[Counter[Any], Counter[Any]]:
    bids: Counter[Any] = Counter()
    reports: Counter[Any] = Counter()
    for command in acknowledged:
        parts = command.path.split("/")
        body = command.body or {}
        if parts[-1] == "bids":
            bids[int(parts[-2]), body["version"], body.get("bid")] += 1
        elif parts[-1] == "result" and not command.by_desk:
            reports[int(parts[-2]), body["outcome"]] += 1
    return bids, reports


def _differing(one: Counter[Any], other: Counter[Any]) -> list[Any]:
    return sorted((key for key in one | other if one[key] != other[key]), key=repr)
