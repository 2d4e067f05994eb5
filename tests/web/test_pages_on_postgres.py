"""An event in every stage, made and walked through on PostgreSQL: its commands and what every page asks.

Most services are tested on SQLite alone; what PostgreSQL would refuse in one of their statements fails here.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.settings import Settings
from app.storage.database import Database
from tests.stages import FILLED_AT, Stages, make_stages
from tests.walk import walks
from tests.web.filled import serving

pytestmark = pytest.mark.postgres


@pytest.fixture
def stages(postgres_database: Database) -> Stages:
    """The stages, made on PostgreSQL."""
    return make_stages(Installation(postgres_database, load_catalog(), lambda _notice: None), FILLED_AT)


@pytest.fixture
def http(postgres_database: Database, stages: Stages, tmp_path: Path) -> Iterator[TestClient]:
    """The application on that database."""
    settings = Settings(
        database_url=postgres_database.url, data_dir=tmp_path, environment="development", rate_limits=False
    )
    with serving(settings) as made:
        yield made


def test_the_stages_of_an_event_are_made_and_every_page_is_read(http: TestClient, stages: Stages) -> None:
    app = http.app
    assert isinstance(app, FastAPI)
    found = walks(http, app, stages)
    desk, public = set(found["desk"].pages), set(found["public"].pages)
    assert {"/t/{code}/desk/rounds/{number}", "/t/{code}/desk/journal"} <= desk
    assert {"/t/{code}/standings", "/t/{code}/bracket"} <= public
    assert sum(len(pages) for walk in found.values() for pages in walk.pages.values()) > 150
