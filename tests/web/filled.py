"""A filled installation for tests that throw anything at it: every scene begins with the same rows."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.settings import Settings
from app.web.app import create_app
from tests.stages import FILLED_AT, Stages, write_hastily


@dataclass
class Hall:
    """The application on its own copy of the filled database, and whether that copy was written to."""

    http: TestClient
    app: FastAPI
    stages: Stages
    template: Path
    watcher: sqlite3.Connection

    def reset(self) -> None:
        """Put every row back; the application's open connections see it as any other change."""
        with closing(sqlite3.connect(self.template)) as source:
            source.backup(self.watcher)

    def writes(self) -> int:
        """A number that differs once anybody but this has written to the database."""
        return int(self.watcher.execute("PRAGMA data_version").fetchone()[0])


@contextmanager
def hall_of(template: Path, stages: Stages, folder: Path) -> Iterator[Hall]:
    """A hall on a copy of the template in the folder, without rate limits: nobody asks as fast as a test."""
    file = folder / "hall.sqlite3"
    shutil.copy(template, file)
    settings = Settings(
        database_url=f"sqlite:///{file}", data_dir=folder, environment="development", rate_limits=False
    )
    with serving(settings) as http, closing(sqlite3.connect(file, isolation_level=None)) as watcher:
        app = http.app
        assert isinstance(app, FastAPI)
        watcher.execute("PRAGMA synchronous = OFF")
        yield Hall(http, app, stages, template, watcher)


@contextmanager
def serving(settings: Settings, now: datetime = FILLED_AT) -> Iterator[TestClient]:
    """The application at the hour the events were made, with chance that repeats; what fails is a 500."""
    seeds, secrets = count(1000), count(1)
    app = create_app(
        settings,
        now=lambda: now,
        seed=lambda: next(seeds),
        secret=lambda: f"a-secret-that-is-as-long-as-a-real-one-{next(secrets):06d}",
    )
    write_hastily(app.state.context.installation.database)
    with TestClient(app, raise_server_exceptions=False) as http:
        # The streams of a closed hub say hello and end, where they would go on for an hour.
        app.state.context.hub.close()
        yield http
