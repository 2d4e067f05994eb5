"""An erased name is nowhere any more: no page, no answer, no export, no row, no file, no line of the log."""

import gzip
import json
import logging
import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import text

from app.services.decks import handed_in
from app.services.event import announcements
from app.services.event.queries import round_view
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, edit_tournament, finish_tournament
from app.services.judging import calls
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import privacy, registration, sessions
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.forgetting import copies_of, forget_in_files, forgotten, is_pending
from app.services.play import auctions, results, rounds
from app.settings import Settings
from app.sides import Side
from app.storage.backups import write_backup
from app.storage.database import Database
from app.storage.restoring import restore
from app.storage.sqlite_file import copy_file
from app.storage.tables import metadata
from app.tournament.results import Outcome, Report
from tests.calls import call_of
from tests.stages import FILLED_AT
from tests.web.callers import PLACE, every_route
from tests.web.filled import serving

NAME, OLD_NAME, OTHER = "Wilhelmina Quuxley", "Mina Quuxley", "Ada"
WORD = "quuxley"
PRINTS = ("pairings-by-name", "pairings-by-table", "slips", "standings", "bids", "decks")


class Played:
    """A finished event in which one player left the name in every place that takes one."""

    def __init__(self, app: FastAPI) -> None:
        self.installation = app.state.context.installation
        account = create_account(self.installation, FILLED_AT, "Olga", "link-olga")
        olga = Actor(ActorKind.ORGANIZER, account.id, "Olga")
        sessions.create_token(self.installation, FILLED_AT, "Olga", "x", sessions.Scope.WRITE, "token-olga")
        sessions.open_session(self.installation, FILLED_AT, "session-olga", olga)
        draft = TournamentDraft("Kept", FILLED_AT.date(), deck_policy="optional", decks_open="after-event")
        made = create_tournament(self.installation, olga, FILLED_AT, draft, seed=1)
        self.here, self.code = (call_of(self.installation, made.id, olga, FILLED_AT),), made.code
        entry = Entry(
            OLD_NAME, "they", runner_identity="Gabriel Santiago", corp_deck=f"// {OLD_NAME}\nNBN: Making News"
        )
        self.erased = registration.register_player(*self.here, entry, "link-of-the-erased").value.player_id
        self.other = registration.register_player(*self.here, Entry(OTHER), "link-of-ada").value.player_id
        registration.edit_player(*self.here, self.erased, {"name": NAME})
        self.player = Actor(ActorKind.PLAYER, self.erased, NAME, made.id)
        for who in (self.player, Actor(ActorKind.PLAYER, self.other, OTHER, made.id)):
            sessions.open_session(self.installation, FILLED_AT, f"session-{who.id}", who)
        handed_in.override_deck(*self.here, self.erased, Side.CORP, f"{NAME} lost a card")
        announcements.announce(*self.here, f"{NAME}, come to the desk")
        calls.call_organizer(call_of(self.installation, made.id, self.player, FILLED_AT), f"{NAME} here")
        edit_tournament(*self.here, {"info": f"Ask {NAME}."})
        rounds.pair_round(*self.here, 1)
        rounds.publish_round(*self.here, 1)
        self.tournament_id = made.id

    def finish(self) -> None:
        """Play the one round to the end."""
        (call,) = self.here
        view = round_view(call.installation, call.tournament_id, 1, ORGANIZER_VIEWER, call.now)
        (table,) = view.tables
        at = (call, table.id)
        auctions.settle_auction(*at, winner_id=self.erased, side=Side.CORP, bid=2, reason=f"{NAME} said so")
        results.correct_result(*at, Report(Outcome.CORP))
        rounds.close_round(*self.here, 1)
        finish_tournament(*self.here)
        self.table_id = table.id

    def erase(self, http: TestClient) -> None:
        """By the form of the page."""
        done = http.post(
            f"/t/{self.code}/desk/players/{self.erased}/erase",
            data={"confirm": "erase"},
            headers={"cookie": "organizer=session-olga", "sec-fetch-site": "same-origin"},
            follow_redirects=False,
        )
        assert done.status_code == 303, done.text

    def answers(self, http: TestClient) -> Iterator[tuple[str, Any]]:
        """What every route that can be read says to everybody."""
        values = {"code": self.code, "number": 1, "table_id": self.table_id, "side": "corp", "name": "tables"}
        for path in sorted(self._paths(http, values)):
            if path.startswith("/api/"):
                tokens = ("token-olga", "link-of-ada")
                asked: list[dict[str, str]] = [
                    {},
                    *({"authorization": f"Bearer {token}"} for token in tokens),
                ]
            else:
                cookies = ("", "organizer=session-olga", f"player=session-{self.other}")
                asked = [{"cookie": cookie} for cookie in cookies]
            for headers in asked:
                yield path, http.get(path, headers=headers, follow_redirects=False)

    def _paths(self, http: TestClient, values: dict[str, Any]) -> set[str]:
        assert isinstance(http.app, FastAPI)
        routes = [
            route.path
            for route in every_route(http.app.routes)
            if "GET" in (getattr(route, "methods", None) or ())
        ]
        found = set()
        for route, who, kind in product(routes, (self.erased, self.other), PRINTS):
            here = {**values, "player_id": who, "kind": kind}
            found.add(PLACE.sub(lambda place, here=here: str(here.get(place[1], 1)), route))
        return found


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    chosen: dict[str, Any] = {"data_dir": tmp_path, "environment": "development", "rate_limits": False}
    if request.param == "postgres":
        chosen["database_url"] = request.getfixturevalue("postgres_database").url
    return Settings(**chosen)


def found_in_files(folder: Path) -> list[str]:
    """The files whose bytes, unpacked, hold the name."""
    found = []
    for file in (each for each in folder.rglob("*") if each.is_file()):
        content = file.read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        if WORD.encode() in content.lower():
            found.append(file.name)
    return sorted(found)


def found_in_rows(database: Database) -> bool:
    with database.read_session() as session:
        rows = [
            session.connection().execute(text(f'SELECT * FROM "{table}"')).all() for table in metadata.tables
        ]
    return WORD in str(rows).lower()


def wait_until(condition: Any) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 30 s"
        time.sleep(0.02)


def keep_copies(database: Database, folder: Path) -> int:
    """A backup, and what a migration and a restore leave beside a SQLite file; how many there are then."""
    write_backup(database, folder / "backups" / "yesterday.jsonl.gz", FILLED_AT)
    write_backup(database, folder / "before-restore-20180215T130000Z.jsonl.gz", FILLED_AT)
    if database.file is None:
        return 2
    wait_until(lambda: list(folder.glob("copies/*.sqlite3")))
    for name in ("0000-before-0001", "before-restore-20180215T130000Z"):
        copy_file(database.file, database.file.with_name(f"{database.file.stem}.{name}.sqlite3"))
    return 5


def test_an_erased_name_is_in_no_answer_and_no_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(Settings(data_dir=tmp_path, environment="development", rate_limits=False)) as http:
        assert isinstance(http.app, FastAPI)
        played = Played(http.app)
        played.finish()
        pages = {path for path, answer in played.answers(http) if WORD in answer.text.lower()}
        assert len(pages) > 15, "the search would find nothing"
        assert f"/api/v1/tournaments/{played.code}/export/archive.json" in pages
        played.erase(http)
        after = list(played.answers(http))
    assert [path for path, answer in after if WORD in answer.text.lower()] == []
    assert len([answer for _, answer in after if answer.status_code == 200]) > 100
    assert not [path for path, answer in after if answer.status_code >= 500]
    assert WORD not in caplog.text.lower()


def test_an_erased_name_is_in_no_row_and_no_file(settings: Settings, tmp_path: Path) -> None:
    with serving(settings) as http:
        assert isinstance(http.app, FastAPI)
        played = Played(http.app)
        database = played.installation.database
        kept = keep_copies(database, tmp_path)
        played.finish()
        assert found_in_rows(database)
        assert len(found_in_files(tmp_path)) >= kept, "the search would find nothing"
        played.erase(http)
        wait_until(lambda: not is_pending(database, tmp_path))
        assert not found_in_rows(database)
        assert found_in_files(tmp_path) == []
        assert len(copies_of(database, tmp_path)) >= kept
    assert found_in_files(tmp_path) == []


def test_copies_keep_all_but_the_name(tmp_path: Path) -> None:
    with serving(Settings(data_dir=tmp_path, environment="development")) as http:
        assert isinstance(http.app, FastAPI)
        played = Played(http.app)
        database = played.installation.database
        keep_copies(database, tmp_path)
        played.finish()
        privacy.erase_player(*played.here, played.erased, typed="erase")
        forget_in_files(database, tmp_path)
        first, *_, last = copies_of(database, tmp_path)
        assert (first.suffix, last.suffix) == (".gz", ".sqlite3")
        for number, file in enumerate((first, last)):
            there = Database(f"sqlite:///{tmp_path / f'elsewhere{number}' / 'x.sqlite3'}")
            restore(there, file, FILLED_AT, tmp_path, force=False)
            with there.read_session() as session:
                names = (
                    session.connection().execute(text("SELECT name FROM player ORDER BY id")).scalars().all()
                )
                entries = session.connection().execute(text("SELECT count(*) FROM journal")).scalar_one()
            assert names == [f"Erased player {played.erased}", OTHER]
            assert entries > 8
            assert file.stat().st_mode & 0o077 == 0
            there.dispose()


def test_what_cannot_be_gone_through_is_told_and_nothing_is_done_twice(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(Settings(data_dir=tmp_path, environment="development")) as http:
        assert isinstance(http.app, FastAPI)
        played = Played(http.app)
        database = played.installation.database
        assert forget_in_files(database, tmp_path).up_to == ""
        played.finish()
        broken = tmp_path / "backups" / "broken.jsonl.gz"
        broken.parent.mkdir()
        broken.write_bytes(b"no backup")
        played.erase(http)
        wait_until(lambda: not is_pending(database, tmp_path))
        assert forgotten(tmp_path).left == (broken,)
        assert "broken.jsonl.gz may hold names" in caplog.text
        stamps = {
            file: file.stat().st_mtime_ns for file in tmp_path.rglob("*") if file.suffix != ".sqlite3-shm"
        }
        assert forget_in_files(database, tmp_path).left == (broken,)
        assert stamps == {file: file.stat().st_mtime_ns for file in stamps}
        broken.unlink()
        assert forgotten(tmp_path).left == ()
        (tmp_path / "forgotten.json").write_text("{")
        assert is_pending(database, tmp_path)
        forget_in_files(database, tmp_path, goes_on=lambda: False)
        assert is_pending(database, tmp_path), "the rest would not be done after the next start"


def test_names_go_when_their_time_is_over(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, environment="development")
    with serving(settings) as http:
        assert isinstance(http.app, FastAPI)
        played = Played(http.app)
        edit_tournament(*played.here, {"settings": {"retention_days": 30}})
        played.finish()
    with serving(settings, now=FILLED_AT + timedelta(days=29)):
        pass
    assert found_in_files(tmp_path) != []
    with serving(settings, now=FILLED_AT + timedelta(days=30)) as http:
        assert isinstance(http.app, FastAPI)
        database = http.app.state.context.installation.database
        wait_until(lambda: forgotten(tmp_path).up_to)
        assert not is_pending(database, tmp_path)
    assert found_in_files(tmp_path) == []
    assert json.loads((tmp_path / "forgotten.json").read_text())["left"] == []
