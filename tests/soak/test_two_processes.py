"""Two processes behind a proxy in small: 10 tables. `make soak` does it with 128."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.engines import Postgres, new_database, own_postgres
from tests.soak.two_processes import run

pytestmark = [pytest.mark.slow, pytest.mark.postgres]
TABLES = 10


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[Postgres]:
    """A server to restart, with fsync on. The one of all tests has made the system's user for it."""
    with own_postgres() as own:
        yield own


def test_a_round_goes_on_while_processes_and_database_are_restarted(
    postgres: Postgres, tmp_path: Path
) -> None:
    with new_database("postgres", tmp_path, postgres, "hall") as url:
        report = asyncio.run(run(postgres, url, tmp_path, TABLES, think=0.5))
    assert report.wrong == []
    assert len(report.happened) == 4
    assert min(report.served.values()) > TABLES
    # One stream for each phone, and another after each time its process ended.
    assert report.tally.streams_opened > 2 * TABLES + TABLES
