"""The soak in small: six kills on each engine, against the event left in peace. `make soak` is the whole."""

import asyncio
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.storage.database import Database
from app.storage.tables import Bid, Journal
from tests.soak.event import Plan
from tests.soak.kills import Outcome, Starter, differences, run, starter
from tests.soak.record import not_once, record_of, unsound

pytestmark = pytest.mark.slow

PLAN = Plan(players=6, rounds=2, cut=2)
KILLS = 6


def sqlite_url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def started() -> Iterator[Starter]:
    """The loaded program, shared by all runs."""
    with starter() as made:
        yield made


@pytest.fixture(scope="module")
def peace(
    started: Starter, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Outcome, Path]:
    """The event without a kill, and its database."""
    folder = tmp_path_factory.mktemp("peace")
    shutil.copy(migrated_sqlite, folder / "peace.sqlite3")
    outcome = asyncio.run(run(started, sqlite_url(folder / "peace.sqlite3"), PLAN, folder / "log"))
    assert outcome.wrong == []
    assert len(outcome.record.tables) == 3 + 3 + 1
    assert outcome.record.standings[0]["points"] > 0
    assert outcome.tally.heard_by_topic > len(outcome.tally.acknowledged) / 2
    return outcome, folder / "peace.sqlite3"


def test_an_event_goes_on_whenever_its_server_is_killed(
    started: Starter, peace: tuple[Outcome, Path], database: Database, tmp_path: Path
) -> None:
    undisturbed, _ = peace
    commands = len(undisturbed.tally.acknowledged)
    url = database.url
    database.dispose()
    disturbed = asyncio.run(run(started, url, PLAN, tmp_path / "log", KILLS, commands, seed=7))
    assert disturbed.wrong == []
    assert differences(undisturbed.record, disturbed.record) == []
    assert disturbed.kills == KILLS
    # It would prove little if no request had been under way.
    assert disturbed.cut_off >= KILLS // 2
    assert any(command.sent > 1 for command in disturbed.tally.acknowledged)


def _lose_a_bid(database: Database) -> None:
    with database.write_session(1) as session:
        session.delete(session.get_one(Bid, 3))


def _double_an_entry(database: Database) -> None:
    with database.write_session(1) as session:
        row = session.get_one(Journal, 5)
        session.add(Journal(**{**row.model_dump(), "id": None, "number": 10_000}))


@pytest.mark.parametrize("harm", [_lose_a_bid, _double_an_entry])
def test_what_is_lost_or_doubled_would_be_found(
    peace: tuple[Outcome, Path], tmp_path: Path, harm: Callable[[Database], None]
) -> None:
    undisturbed, file = peace
    shutil.copy(file, tmp_path / "harmed.sqlite3")
    url = sqlite_url(tmp_path / "harmed.sqlite3")
    database = Database(url)
    harm(database)
    database.dispose()
    found = [*unsound(url), *not_once(url, undisturbed.tally.acknowledged)]
    assert found != []
    assert differences(undisturbed.record, record_of(url)) != []
