"""An installation for the tests of services: database of the test, real catalogue, an ear for notices."""

import pytest

from app.deckcheck.catalog import load_catalog
from app.live.notices import Notice
from app.services.accounts import create_account
from app.services.actors import Actor, ActorKind
from app.services.installation import Installation
from app.storage.database import Database


@pytest.fixture
def told() -> list[Notice]:
    """The notices told so far."""
    return []


@pytest.fixture
def installation(database: Database, told: list[Notice]) -> Installation:
    """A program with nothing in it yet; the test runs on both engines."""
    return Installation(database, load_catalog(), told.append)


@pytest.fixture
def organizer(installation: Installation, now) -> Actor:
    """The account of somebody who runs events."""
    account = create_account(installation, now, "Olga", "olgas-link")
    return Actor(ActorKind.ORGANIZER, account.id, account.name)
