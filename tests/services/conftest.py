"""An installation for the tests of services: database of the test, real catalogue, an ear for notices."""

from datetime import date, datetime

import pytest

from app.deckcheck.catalog import load_catalog
from app.live.notices import Notice
from app.services.accounts import create_account
from app.services.actors import Actor, ActorKind
from app.services.installation import Installation
from app.services.tournament_settings import TournamentDraft
from app.services.tournaments import TournamentSummary, create_tournament
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
def organizer(installation: Installation, now: datetime) -> Actor:
    """The account of somebody who runs events."""
    account = create_account(installation, now, "Olga", "olgas-link")
    return Actor(ActorKind.ORGANIZER, account.id, account.name)


@pytest.fixture
def event(installation: Installation, organizer: Actor, now: datetime) -> TournamentSummary:
    """An event open for registration, in the pool of 15 February 2018."""
    draft = TournamentDraft("Berlin Store Championship", date(2018, 2, 15))
    return create_tournament(installation, organizer, now, draft, seed=7)


@pytest.fixture
def corp_list() -> str:
    """A legal Corp deck of 15 February 2018."""
    return CORP_LIST


@pytest.fixture
def runner_list() -> str:
    """A legal Runner deck of 15 February 2018."""
    return RUNNER_LIST


CORP_LIST = """\
Jinteki: Personal Evolution

3x Bacterial Programming
3x Braintrust
2x Mandatory Seed Replacement
1x Water Monopoly
3x Aimor
3x Bamboo Dome
3x Ben Musashi
3x Bloom
3x Breached Dome
3x Celebrity Gift
3x Gene Splicer
3x Genotyping
3x Himitsu-Bako
1x Hokusai Grid
3x Kakugo
3x Metamorph
2x Mganga
"""

RUNNER_LIST = """\
Gabriel Santiago: Consummate Professional

3x Abagnale
3x Aeneas Informant
3x Aumakua
3x Aurora
2x Bank Job
3x Brute-Force-Hack
3x Bug Out Bag
3x Caldera
3x Charlatan
2x Crash Space
3x Credit Kiting
3x Demara
2x Doppelgänger
3x Easy Mark
2x Emergency Shutdown
3x Exploit
1x Faerie
"""
