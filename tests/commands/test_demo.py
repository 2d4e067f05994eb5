"""The demonstration: a whole event made by commands, with legal decks, and served."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

import httpx2 as httpx
import pytest

from app.commands.demo import DEMO_FILE, SEED, remove_database
from app.deckcheck.catalog import load_catalog
from app.deckcheck.decklists import read
from app.deckcheck.legality import check, judge
from app.deckcheck.pools import CACHE_REFRESH, pool_at
from app.services.decks.event_pool import identities_in
from app.services.event import announcements, queries
from app.services.exchange.demonstration import LATE, NAMES, Demonstration, make_demonstration
from app.services.exchange.sample_decks import as_text, sample_deck
from app.services.judging import calls
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people.accounts import create_account
from app.sides import Side
from app.storage.database import Database
from tests.servers import free_port

NOW = datetime(2018, 2, 15, 17, 0, tzinfo=UTC)
NOW_TODAY = datetime(2026, 3, 7, 17, 0, tzinfo=UTC)
CATALOG = load_catalog()


@dataclass
class Made:
    """A finished demonstration."""

    installation: Installation
    demo: Demonstration


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """The event on the day of the format's greatest pool change."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'demo.sqlite3'}")
    database.migrate()
    installation = Installation(database, CATALOG, lambda _: None)
    account = create_account(installation, NOW, "Organizer", "link")
    secrets = (f"secret-{number}" for number in range(100))
    organizer = Actor(ActorKind.ORGANIZER, account.id, account.name)
    yield Made(installation, make_demonstration(installation, organizer, NOW, SEED, lambda: next(secrets)))
    database.dispose()


def test_everybody_has_two_legal_decks_of_real_identities(made: Made) -> None:
    people = queries.players_view(made.installation, made.demo.tournament_id, ORGANIZER_VIEWER)
    assert [each.name for each in people] == [*NAMES, LATE]
    pool = pool_at(CATALOG, CACHE_REFRESH, NOW.date())
    for person in people:
        assert person.corp_identity in identities_in(pool, Side.CORP)
        assert person.runner_identity in identities_in(pool, Side.RUNNER)
        assert person.decks is not None
        verdicts = [person.decks["corp"], person.decks["runner"]]
        assert [verdict["legal"] for verdict in verdicts if verdict] == [True, True]
    assert len({each.corp_identity for each in people}) > 15, "everybody plays the same identity"


def test_one_left_and_one_came_late(made: Made) -> None:
    people = queries.players_view(made.installation, made.demo.tournament_id, ORGANIZER_VIEWER)
    assert [each.name for each in people if each.dropped] == [NAMES[0]]
    rounds = queries.rounds_view(made.installation, made.demo.tournament_id, ORGANIZER_VIEWER, NOW)
    seated = [
        {seat.name for t in each.tables for seat in (t.first, t.second) if seat is not None}
        for each in rounds
    ]
    assert [LATE in names for names in seated] == [False, True, True]
    assert [len(names) for names in seated] == [24, 24, 24]


def test_two_rounds_are_played_in_all_ways_a_game_can_end(made: Made) -> None:
    rounds = queries.rounds_view(made.installation, made.demo.tournament_id, ORGANIZER_VIEWER, NOW)
    assert [each.state for each in rounds] == ["closed", "closed", "published"]
    results = [table.result for each in rounds[:2] for table in each.tables]
    assert {result.outcome for result in results if result} == {"corp", "runner", "draw"}
    assert len({result.ending for result in results if result}) >= 5
    bids = {table.auction.high_bid for each in rounds[:2] for table in each.tables}
    assert {0, 10} <= bids and len(bids) >= 6


def test_the_third_round_shows_every_state_of_a_table(made: Made) -> None:
    tournament_id = made.demo.tournament_id
    third = queries.round_view(made.installation, tournament_id, 3, ORGANIZER_VIEWER, NOW)
    states = Counter(table.state for table in third.tables)
    assert states == {"bidding": 4, "playing": 3, "done": 2, "waiting": 1, "reported": 1, "disputed": 1}
    assert third.clock.state == "running" and 0 < third.clock.remaining_seconds < 40 * 60
    assert calls.standing_calls(made.installation, tournament_id)
    assert announcements.standing_announcements(made.installation, tournament_id, NOW)


def test_the_history_is_one_of_commands_in_order_of_time(made: Made) -> None:
    entries = queries.journal_view(made.installation, made.demo.tournament_id, ORGANIZER_VIEWER, limit=1000)[
        ::-1
    ]
    commands = Counter(entry.command for entry in entries)
    assert commands["register_player"] == 25 and commands["publish_round"] == 3
    moments = [entry.at for entry in entries]
    assert moments == sorted(moments) and moments[-1] <= NOW


@pytest.mark.parametrize("day", [date(2017, 4, 28), date(2018, 2, 15), date(2018, 12, 1), date(2026, 1, 1)])
@pytest.mark.parametrize("side", list(Side))
def test_sample_decks_are_legal_for_nearly_every_identity(day: date, side: Side) -> None:
    pool = pool_at(CATALOG, CACHE_REFRESH, day)
    titles = identities_in(pool, side)
    decks = [sample_deck(pool, card, 5) for title in titles if (card := CATALOG.titled(title))]
    made = [deck for deck in decks if deck is not None]
    assert len(titles) - len(made) <= 1, "only a removed identity has no legal deck"
    for deck in made:
        again = read(as_text(deck), CATALOG)
        assert judge(CATALOG, again, date=day).legal


def test_a_removed_identity_gets_no_deck() -> None:
    pool = pool_at(CATALOG, CACHE_REFRESH, date(2026, 1, 1))
    removed = CATALOG.titled("Cerebral Imaging: Infinite Frontiers")
    assert removed is not None and pool.mwl is not None and removed.title in pool.mwl.removed
    assert sample_deck(pool, removed, 1) is None


def test_one_seed_gives_one_deck() -> None:
    pool = pool_at(CATALOG, CACHE_REFRESH, NOW.date())
    identity = CATALOG.titled("NBN: Making News")
    assert identity is not None
    first, again, other = (sample_deck(pool, identity, seed) for seed in (1, 1, 2))
    assert first is not None and other is not None
    assert first == again != other
    assert check(first, pool).legal


def test_removing_takes_the_log_files_along(tmp_path: Path) -> None:
    file = tmp_path / DEMO_FILE
    for ending in ("", "-wal", "-shm"):
        (tmp_path / (DEMO_FILE + ending)).touch()
    (tmp_path / "cache-refresh.sqlite3").touch()
    remove_database(file)
    remove_database(file)
    assert [each.name for each in tmp_path.iterdir()] == ["cache-refresh.sqlite3"]


@pytest.mark.parametrize(
    ("kind", "states", "agreed"),
    [
        (
            "single-sided",
            {"playing": 5, "reported": 2, "disputed": 1, "done": 4},
            {"intentional-draw"},
        ),
        (
            "double-sided",
            {"playing": 6, "reported": 1, "disputed": 1, "done": 4},
            {"intentional-draw", "two-for-one"},
        ),
    ],
)
def test_every_structure_of_two_is_shown_in_all_its_states(
    tmp_path: Path, kind: str, states: dict[str, int], agreed: set[str]
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'demo.sqlite3'}")
    database.migrate()
    installation = Installation(database, CATALOG, lambda _: None)
    account = create_account(installation, NOW_TODAY, "Organizer", "link")
    secrets = (f"secret-{number}" for number in range(100))
    organizer = Actor(ActorKind.ORGANIZER, account.id, account.name)
    demo = make_demonstration(installation, organizer, NOW_TODAY, SEED, lambda: next(secrets), kind)
    view = queries.tournament_view(installation, demo.tournament_id, ORGANIZER_VIEWER)
    assert (view.structure, view.format) == (kind, "standard")
    rounds = queries.rounds_view(installation, demo.tournament_id, ORGANIZER_VIEWER, NOW_TODAY)
    assert [each.state for each in rounds] == ["closed", "closed", "published"]
    assert Counter(table.state.value for table in rounds[2].tables) == states
    results = [table.result for each in rounds for table in each.tables if table.result]
    assert {result.decided_by for result in results} >= {"game", "tie"}
    found = {"intentional-draw" for each in results if each.intentional_draw}
    assert found | {"two-for-one" for each in results if each.two_for_one} == agreed
    assert any(table.round_reports for table in rounds[2].tables), "nobody proposed a draw"
    people = queries.players_view(installation, demo.tournament_id, ORGANIZER_VIEWER)
    assert all(verdict["legal"] for each in people for verdict in (each.decks or {}).values() if verdict)
    if kind == "single-sided":
        assert all(abs(each.side_balance) <= 1 for each in people if not each.dropped)
    assert len(set(demo.pair)) == 2 and calls.standing_calls(installation, demo.tournament_id)
    database.dispose()


@pytest.fixture
def shown(tmp_path: Path) -> Iterator[Callable[[str], Made]]:
    """Makes the demonstration of a structure."""
    database = Database(f"sqlite:///{tmp_path / 'demo.sqlite3'}")
    database.migrate()
    installation = Installation(database, CATALOG, lambda _: None)
    account = create_account(installation, NOW_TODAY, "Organizer", "link")
    secrets = (f"secret-{number}" for number in range(100))
    organizer = Actor(ActorKind.ORGANIZER, account.id, account.name)

    def make(kind: str) -> Made:
        demo = make_demonstration(installation, organizer, NOW_TODAY, SEED, lambda: next(secrets), kind)
        return Made(installation, demo)

    yield make
    database.dispose()


def test_a_duel_is_shown_in_all_its_states(shown: Callable[[str], Made]) -> None:
    made = shown("duel")
    tournament_id = made.demo.tournament_id
    view = queries.tournament_view(made.installation, tournament_id, ORGANIZER_VIEWER)
    assert (view.structure, view.format, view.cut_kind) == ("duel", "cyberpunk", "single")
    rounds = queries.rounds_view(made.installation, tournament_id, ORGANIZER_VIEWER, NOW_TODAY)
    assert [each.state for each in rounds] == ["closed", "closed", "published"]
    states = Counter(table.state.value for table in rounds[2].tables)
    assert states == {"playing": 5, "reported": 2, "disputed": 1, "done": 4}
    results = [table.result for each in rounds for table in each.tables if table.result]
    assert {result.outcome for result in results} >= {"first", "second", "tie"}
    assert {result.ending for result in results} >= {"gigs", "overtime", "decked", "time", "concession"}
    assert any(result.intentional_draw for result in results)
    began = [table.began_player_id is not None for table in rounds[0].tables]
    assert any(began) and not all(began), "at some tables nobody tells who began"
    people = queries.players_view(made.installation, tournament_id, ORGANIZER_VIEWER)
    assert len({str(each.decks) for each in people}) > 20
    verdicts = [each.decks["deck"] for each in people if each.decks]
    assert [verdict["legal"] for verdict in verdicts if verdict] == [True] * 25
    confirms, reported = made.demo.pair
    assert confirms != reported and calls.standing_calls(made.installation, tournament_id)


def test_tables_of_several_are_shown_in_all_their_states(shown: Callable[[str], Made]) -> None:
    made = shown("table-points")
    tournament_id = made.demo.tournament_id
    view = queries.tournament_view(made.installation, tournament_id, ORGANIZER_VIEWER)
    assert (view.structure, view.planned_rounds, view.cut_kind) == ("table-points", 3, "table")
    rounds = queries.rounds_view(made.installation, tournament_id, ORGANIZER_VIEWER, NOW_TODAY)
    assert [each.state for each in rounds] == ["closed", "closed", "published"]
    assert [[len(pod.seats) for pod in each.pods] for each in rounds] == [[4] * 6] * 3
    assert {pod.ending for each in rounds[:2] for pod in each.pods} == {"points", "time"}
    states = Counter(pod.state.value for pod in rounds[2].pods)
    assert states == {"playing": 2, "reported": 2, "done": 2}
    confirms, entered = made.demo.pair
    ids = {secret: player for player, secret in made.demo.secrets.items()}
    waiting = next(pod for pod in rounds[2].pods if pod.entry and pod.entry.player_id == ids[entered])
    assert ids[confirms] in [seat.player_id for seat in waiting.seats]


def test_a_structure_that_is_not_shown_is_refused(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "app", "demo", "--structure", "solo"],
        env={**os.environ, "CACHE_REFRESH_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "There is no demonstration of solo: choose one of cache-refresh, single-sided" in run.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_demo_serves_and_prints_the_links(tmp_path: Path) -> None:
    port = free_port()
    environment = {
        **os.environ,
        "CACHE_REFRESH_DATA_DIR": str(tmp_path),
        "DATABASE_URL": "sqlite:///not-this",
    }
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "app", "demo", "--host", "127.0.0.1", "--port", str(port)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Serving on http://127.0.0.1:{port}\n"
        printed = (tmp_path / "log").read_text()
        code = re.search(r"/t/([A-Z]{5})$", printed, re.M)
        assert code and httpx.get(f"http://127.0.0.1:{port}/t/{code[1]}").status_code == 200
        assert httpx.get(re.search(r"http\S+/sign-in/\S+", printed)[0]).status_code == 200  # type: ignore[index]
        assert len(re.findall(r"http\S+/p/\S+", printed)) == 2
        assert not Path("not-this").exists()
    finally:
        process.terminate()
        assert process.stdout is not None
        process.stdout.close()
        assert process.wait(timeout=20) == -signal.SIGTERM
