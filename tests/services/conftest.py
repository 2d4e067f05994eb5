"""An installation for the tests of services: database of the test, real catalogue, an ear for notices."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count

import pytest

from app.deckcheck.catalog import load_catalog
from app.live.notices import Notice
from app.services.event import queries
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import TournamentSummary, create_tournament
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.journal_view import JournalView
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import RoundView, TableView
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.registration import register_player
from app.services.play import auctions, results, rounds
from app.sides import Side
from app.storage.database import Database
from app.tournament.results import Outcome, Report
from tests.calls import call_of
from tests.plugins import loads

pytest_configure = loads("tests.databases")


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


@dataclass
class Playing:
    """The organizer's hands on an event: every method is one or a few commands."""

    installation: Installation
    tournament_id: int
    organizer: Actor
    now: datetime
    players: dict[int, Actor] = field(default_factory=dict)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def call(self) -> Call:
        return call_of(self.installation, self.tournament_id, self.organizer, self.now)

    def at(self, table_id: int, actor: Actor | None = None) -> tuple[Call, int]:
        return call_of(self.installation, self.tournament_id, actor or self.organizer, self.now), table_id

    def join(self, *names: str) -> list[int]:
        ids = []
        for name in names:
            made = register_player(self.call, Entry(name), f"link-{name}").value
            self.players[made.player_id] = Actor(ActorKind.PLAYER, made.player_id, name, self.tournament_id)
            ids.append(made.player_id)
        return ids

    def pair(self) -> RoundView:
        return self.round(rounds.pair_round(self.call, next(self.seeds)).value)

    def publish(self, number: int) -> RoundView:
        rounds.publish_round(self.call, number)
        return self.round(number)

    def round(self, number: int) -> RoundView:
        return queries.round_view(self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.now)

    def table(self, table_id: int) -> TableView:
        return queries.one_table(self.installation, self.tournament_id, table_id, ORGANIZER_VIEWER)

    def journal(self) -> list[JournalView]:
        return queries.journal_view(self.installation, self.tournament_id, ORGANIZER_VIEWER)

    def settle(self, table: TableView, bid: int = 2, side: Side = Side.CORP) -> TableView:
        auctions.settle_auction(*self.at(table.id), winner_id=table.first.player_id, side=side, bid=bid)
        return self.table(table.id)

    def finish(self, table: TableView, outcome: Outcome = Outcome.CORP) -> TableView:
        final = self.table(table.id).result
        why = {"reason": "misread"} if final is not None and final.final else {}
        results.correct_result(*self.at(table.id), Report(outcome), **why)
        return self.table(table.id)

    def play_round(self) -> RoundView:
        """Pair, publish, settle, finish and close one Swiss round; the Corp wins everywhere."""
        number = self.pair().number
        self.play_tables(number)
        return self.round(number)

    def play_tables(self, number: int) -> None:
        for table in self.publish(number).tables:
            if not table.bye:
                self.finish(self.settle(table))
        rounds.close_round(self.call, number)


@pytest.fixture
def playing(installation: Installation, organizer: Actor, event: TournamentSummary, now: datetime) -> Playing:
    """The event with nobody in it yet, to be played."""
    return Playing(installation, event.id, organizer, now)
