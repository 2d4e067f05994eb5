"""A backup taken while bids arrive holds the event as it was after some entry of its journal, and no more."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, col, select
from typer.testing import CliRunner

from app.cli import app
from app.deckcheck.catalog import load_catalog
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.play import auctions
from app.sides import Side
from app.storage import backups
from app.storage.database import Database
from app.storage.journal import all_entries
from app.storage.packed_changes import Change
from app.storage.recording import RECORDED, row_id, row_values, table_name
from app.storage.tables import Bid, Journal, Tournament
from tests.calls import call_of
from tests.soak.record import unsound
from tests.soak.two_processes import filled

TABLES, HIGHEST_BID, WRITERS, BACKUPS = 16, 10, 4, 4
COMMANDS = TABLES * (HIGHEST_BID + 1)
MEANWHILE = 3  # bids that must arrive while a backup is being written
PATIENCE_SECONDS = 60


class Bidding:
    """Threads that bid at all tables at once, as fast as they can."""

    def __init__(self, url: str) -> None:
        _, self._seats, _ = filled(url, TABLES)
        self._database = Database(url)
        self._installation = Installation(self._database, load_catalog(), lambda _notice: None)
        self._placed = 0
        self._stepped = threading.Condition()
        self._threads = [threading.Thread(target=self._bid, args=(each,)) for each in range(WRITERS)]

    def start(self) -> None:
        """Begin to bid."""
        for thread in self._threads:
            thread.start()

    def reaches(self, number: int) -> None:
        """Wait until so many bids were placed, or all."""
        with self._stepped:
            wanted = min(number, COMMANDS)
            assert self._stepped.wait_for(lambda: self._placed >= wanted, PATIENCE_SECONDS)

    def goes_on(self) -> None:
        """Wait until some more bids were placed."""
        self.reaches(self._placed + MEANWHILE)

    def end(self) -> None:
        """Wait for the last bid."""
        for thread in self._threads:
            thread.join()
        self._database.dispose()
        assert self._placed == COMMANDS

    def _bid(self, first: int) -> None:
        for number in range(HIGHEST_BID + 1):
            for table_id, _, *players in self._seats[first::WRITERS]:
                actor = Actor(ActorKind.PLAYER, players[number % 2], "", 1)
                side = Side.CORP if number == 0 else None
                at = (call_of(self._installation, 1, actor, datetime.now(UTC)), table_id)
                auctions.place_bid(*at, version=number, amount=number, side=side)
                with self._stepped:
                    self._placed += 1
                    self._stepped.notify_all()


def replayed(journal: list[Journal]) -> dict[tuple[str, Any], Change]:
    """Every row of an event as its journal tells it."""
    rows: dict[tuple[str, Any], Change] = {}
    for entry in journal:
        for change in entry.changes:
            key = change["table"], change["id"]
            if change["after"] is None:
                del rows[key]
            else:
                rows[key] = {**rows.get(key, {}), **change["after"]}
    return rows


def there(session: Session) -> Iterator[tuple[tuple[str, Any], Change]]:
    """Every row of the one event of a database."""
    for model in RECORDED:
        for row in session.exec(select(model)):
            yield (table_name(row), row_id(row)), row_values(row)


def test_each_backup_is_the_state_after_some_entry_of_the_journal(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.dispose()
    bidding = Bidding(database.url)
    tables = backups.tables_of

    def when_more_bids_came(*arguments: Any) -> Any:
        """By then the backup has its view of the database, and has read nothing of the event."""
        bidding.goes_on()
        return tables(*arguments)

    monkeypatch.setattr(backups, "tables_of", when_more_bids_came)
    bidding.start()
    for number in range(BACKUPS):
        bidding.reaches(COMMANDS * number // (BACKUPS + 1))
        monkeypatch.setenv("DATABASE_URL", database.url)
        done = CliRunner().invoke(app, ["backup", "--out", str(tmp_path / f"{number}.gz")])
        assert done.exit_code == 0, done.output
    bidding.end()
    monkeypatch.undo()
    with database.read_session() as session:
        journal = [(entry.number, entry.changes) for entry in all_entries(session, 1)]
    versions = []
    for number in range(BACKUPS):
        url = f"sqlite:///{tmp_path / f'{number}.sqlite3'}"
        monkeypatch.setenv("DATABASE_URL", url)
        done = CliRunner().invoke(app, ["restore", str(tmp_path / f"{number}.gz")])
        assert done.exit_code == 0, done.output
        assert unsound(url) == []
        versions.append(_state_between_two_commands(url, journal))
    # Each was taken while bids arrived: neither before the first nor after the last.
    assert versions == sorted(set(versions)) and versions[-1] < len(journal)


def _state_between_two_commands(url: str, journal: list[tuple[int, Any]]) -> int:
    restored = Database(url)
    with restored.read_session() as session:
        version = session.exec(select(Tournament.version)).one()
        entries = list(all_entries(session, 1))
        assert [(entry.number, entry.changes) for entry in entries] == journal[:version]
        assert dict(there(session)) == replayed(entries)
        bids = session.exec(select(Bid.id).order_by(col(Bid.id))).all()
        assert len(bids) == sum(entry.command == "place_bid" for entry in entries)
    restored.dispose()
    return version
