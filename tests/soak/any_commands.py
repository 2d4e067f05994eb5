"""Random commands and undos over small events; after each one every page, API read and export is opened.

    python -m tests.soak.any_commands [--events 300] [--steps 40] [--first-seed 1] [--structures]

Commands go through the API and the forms of the desk, by helpers of every role and by the players; most of
them sensible where the event stands and some not. Whatever is accepted must leave an event that can be
shown: no answer of 500, no contradiction among its rows, nobody twice in a round, points that equal an
independent sum, and an archive that can be imported and gives the same archive again. A third of the
addresses is opened after each command, another one each time, and all of them at the end. Ends with 1 if one
of these fails; a seed repeats an event exactly.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any
from zlib import crc32

from fastapi import FastAPI

from app.services.event.consistency import contradictions
from app.services.event.questions import asking
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.memory import Memory
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.services.people import sessions
from app.services.people.accounts import create_account
from app.settings import Settings
from app.storage.database import Database
from app.storage.tables import Tournament
from app.tournament.lifecycle import Phase
from app.web.app import create_app
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.soak.every_read import addresses
from tests.soak.in_process import Answer, InProcess, document, form, without_threads
from tests.soak.other_structures import STRUCTURES, commands, cuts, onward
from tests.soak.random_commands import COMMANDS, CUTS, Scene, Step, forward
from tests.stages import write_hastily

BEGIN = datetime(2018, 2, 15, 10, 0, tzinfo=UTC)
HELPERS = {"owner": "Olga", "organizer": "Orin", "judge": "Judy"}
ARCHIVED_EVERY = 6
OPENED_EVERY = 3
STARTED_ANEW = 0.03
FORWARD = 0.25


@dataclass
class Found:
    """What went wrong, each with the seed and the steps that led there; and how much was done."""

    wrong: list[str] = field(default_factory=list)
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    read: int = 0


@dataclass
class Hall:
    """An application on one database, which can be ended and started anew; time is passed by hand."""

    folder: Path
    url: str
    now: datetime = BEGIN
    seeds: Iterator[int] = field(default_factory=lambda: count(1000))
    secrets: Iterator[int] = field(default_factory=lambda: count(1))
    client: InProcess | None = None

    def start(self) -> None:
        """Start the application, after ending the one before; what it kept in memory is gone."""
        self.stop()
        settings = Settings(
            database_url=self.url, data_dir=self.folder, environment="development", rate_limits=False
        )
        app = create_app(
            settings,
            now=lambda: self.now,
            seed=lambda: next(self.seeds),
            secret=lambda: f"a-secret-that-is-as-long-as-a-real-one-{next(self.secrets):06d}",
        )
        write_hastily(app.state.context.installation.database)
        self.client = InProcess(app)
        app.state.context.hub.close()

    def stop(self) -> None:
        """End the application."""
        if self.client is not None:
            self.client.close()
            self.client = None

    @property
    def http(self) -> InProcess:
        """Who asks the application."""
        assert self.client is not None
        return self.client

    @property
    def app(self) -> FastAPI:
        """The application."""
        return self.http.app

    @property
    def database(self) -> Database:
        """The application's database."""
        database: Database = self.app.state.context.installation.database
        return database


@contextmanager
def hall_in(folder: Path) -> Iterator[Hall]:
    """A hall with its helpers on a new database in the folder."""
    database = Database(f"sqlite:///{folder / 'hall.sqlite3'}")
    database.migrate()
    database.dispose()
    hall = Hall(folder, database.url)
    hall.start()
    installation = hall.app.state.context.installation
    for name in HELPERS.values():
        account = create_account(installation, BEGIN, name, f"link-{name}")
        sessions.create_token(installation, BEGIN, name, "test", sessions.Scope.WRITE, f"token-{name}")
        sessions.open_session(
            installation, BEGIN, f"session-{name}", Actor(ActorKind.ORGANIZER, account.id, name)
        )
    yield hall
    hall.stop()


class Unreadable(Exception):
    """A read that the next command is drawn from failed; the text says which."""


class Run:
    """One event from nothing, by one seed."""

    def __init__(self, hall: Hall, seed: int, found: Found, structure: str = "") -> None:
        self.hall, self.seed, self.found, self.structure = hall, seed, found, structure
        self.chance = random.Random(f"any commands {seed}")
        self.steps: list[str] = []
        self.sessions: set[int] = set()
        self.names = 0
        self.seen: tuple[int, Scene] | None = None
        event = {"name": f"E {seed}", "date": "2018-02-15", **({"structure": structure} if structure else {})}
        made = self._send("POST", "/api/v1/tournaments", "owner", event)
        self.code = made.json()["code"]
        self.id = tournament_id_by_code(hall.app.state.context.installation, self.code)
        for role in ("organizer", "judge"):
            self._desk("/staff", {"name": HELPERS[role], "role": role})
        names = "\n".join(f"Ann {n}" for n in range(self.chance.randint(2, 7)))
        self._desk("/players/list", {"list": names, "confirmed": "1"})
        self._begin()

    def _begin(self) -> None:
        """Bring the event to where the random commands begin: anywhere from its first form to its end."""
        if self.structure:
            kind, size = self.chance.choice(cuts(self.structure))
        else:
            kind, size = self.chance.choice(CUTS[:-2] if self.chance.random() < 0.2 else CUTS[1:4])
        sides = self.chance.choice(("auction", "seed"))
        settings = {"planned_rounds": self.chance.choice((1, 1, 2)), "deck_policy": "none"}
        cut = {"cut": {"kind": kind, "size": size, **({} if self.structure else {"sides": sides})}}
        self._send("PATCH", self._api, "owner", {**settings, **cut})
        for _ in range(self.chance.choice((0, 0, 2, 4, 6, 8, 10, 14))):
            self.names += 1
            for step in self._onward(self._scene()):
                self.hall.now += timedelta(seconds=20)
                self._command(step)

    def _onward(self, scene: Scene) -> list[Step]:
        return onward(scene.view["structure"], scene) if self.structure else forward(scene)

    def play(self, steps: int) -> None:
        """Give this many commands, and look at everything after each; ends at the first thing wrong."""
        version = -1
        for number in range(steps):
            try:
                wrong = self._step()
                last, version = version, self._version()
                # What was refused changed nothing, so there is nothing new to be seen.
                if not wrong and version != last:
                    wrong = self._look(number % ARCHIVED_EVERY == 0, number % OPENED_EVERY)
                if not wrong and number == steps - 1:
                    wrong = self._look(True, None)
            except Unreadable as unreadable:
                wrong = str(unreadable)
            if wrong:
                told = "\n  ".join(self.steps)
                self.found.wrong.append(f"seed {self.seed}: {wrong}\n  {told}")
                return

    def _step(self) -> str | None:
        if self.chance.random() < STARTED_ANEW:
            self.steps.append("the program was started anew")
            self.hall.start()
        self.names += 1
        scene = self._scene()
        if self.chance.random() < FORWARD:
            steps = self._onward(scene)
        else:
            chosen = commands(scene.view["structure"]) if self.structure else COMMANDS
            draws, weights = zip(*chosen, strict=True)
            step = self.chance.choices(draws, weights)[0](scene, self.chance)
            steps = [] if step is None else [step]
        for step in steps:
            self.hall.now += timedelta(seconds=self.chance.choice((1, 20, 300)))
            answer = self._command(step)
            self.steps.append(f"{step.who}: {step.method} {step.path} {step.body} {answer.status_code}")
            kept = self.found.accepted if answer.is_done else self.found.refused
            kept[step.path.rpartition("/")[2] if not step.path[-1:].isdigit() else step.method] += 1
            if answer.status_code >= 500:
                return f"{step.method} {step.path} answered {answer.status_code}: {_words(answer)}"
        return None

    def _scene(self) -> Scene:
        version = self._version()
        if self.seen is None or self.seen[0] != version:
            view, players, rounds = (self._read(path) for path in ("", "/players", "/rounds"))
            self.seen = (version, Scene(view, players, rounds, self._read("/journal")))
        return replace(self.seen[1], names=self.names)

    def _read(self, path: str) -> Any:
        answer = self._send("GET", self._api + path, "owner")
        if answer.status_code != 200:
            raise Unreadable(f"GET {path} answered {answer.status_code}: {_words(answer)}")
        return answer.json()

    @property
    def _api(self) -> str:
        return f"/api/v1/tournaments/{self.code}"

    def _command(self, step: Step) -> Answer:
        if step.path.startswith("/me"):
            return self._send("POST", f"/t/{self.code}{step.path}", step.who, step.body, posted=True)
        if step.form:
            return self._send("POST", f"/t/{self.code}/desk{step.path}", step.who, step.body, posted=True)
        return self._send(step.method, self._api + step.path, step.who, step.body)

    def _desk(self, path: str, body: Mapping[str, str]) -> None:
        answer = self._send("POST", f"/t/{self.code}/desk{path}", "owner", body, posted=True)
        assert answer.status_code == 303, _words(answer)

    def _send(
        self,
        method: str,
        path: str,
        who: str | int,
        body: Mapping[str, Any] | None = None,
        posted: bool = False,
    ) -> Answer:
        headers = {"origin": "http://testserver"}
        if isinstance(who, int):
            cookie = f"{PLAYER_COOKIE}={self._session(who)}"
        else:
            cookie = f"{ACCOUNT_COOKIE}=session-{HELPERS.get(who)}" if who in HELPERS else ""
        if path.startswith("/api/") and who in HELPERS:
            headers["authorization"] = f"Bearer token-{HELPERS[str(who)]}"
        elif cookie:
            headers["cookie"] = cookie
        if body is None:
            return self.hall.http.request(method, path, headers)
        sent, headers["content-type"] = form(body) if posted else document(body)
        return self.hall.http.request(method, path, headers, sent)

    def _session(self, player_id: int) -> str:
        """A browser session of a player; an undo or an erasing may have ended the one before."""
        secret = f"session-{self.code}-{player_id}-{len(self.steps)}"
        if secret not in self.sessions:
            actor = Actor(ActorKind.PLAYER, player_id, "", self.id)
            sessions.open_session(self.hall.app.state.context.installation, self.hall.now, secret, actor)
            self.sessions.add(secret)
        return secret

    def _look(self, archive: bool, part: int | None) -> str | None:
        """What is wrong now, by a part of the addresses or by all of them."""
        with self.hall.database.read_session() as session:
            said = contradictions(session, session.get_one(Tournament, self.id))
        if said:
            return f"the event contradicts itself: {said}"
        if differing := self._misremembered():
            return f"what is kept in memory differs from the database in {differing}"
        scene = self._scene()
        standings = self._read("/standings")["rows"]
        for path, who in addresses(self.code, scene.rounds, scene.anybody):
            # A PNG is made of the SVG of the same name, and takes longer than ten pages.
            if part is not None and (crc32(f"{who} {path}".encode()) % OPENED_EVERY != part or "png" in path):
                continue
            answer = self._send("GET", path, who)
            self.found.read += 1
            if answer.status_code >= 500:
                return f"{who}: GET {path} answered {answer.status_code}: {_words(answer)}"
        timed = self._timed_win_points()
        return (
            twice_in_a_round(scene.rounds)
            or (None if self.structure else wrong_points(scene.rounds, standings, timed))
            or (self._archive() if archive else None)
        )

    def _misremembered(self) -> list[str]:
        """The answers that a process which saw every command gives otherwise than one that just began."""
        installation = self.hall.app.state.context.installation
        with asking(installation, self.id, PUBLIC_VIEWER, self.hall.now) as ask:
            players = list(ask.field().people)
        warm = [answers(installation, self.id, player, self.hall.now) for player in players]
        anew = replace(installation, memory=Memory())
        cold = [answers(anew, self.id, player, self.hall.now) for player in players]
        return sorted(
            {name for one, other in zip(warm, cold, strict=True) for name in one if one[name] != other[name]}
        )

    def _version(self) -> int:
        with self.hall.database.read_session() as session:
            return session.get_one(Tournament, self.id).version

    def _timed_win_points(self) -> int:
        with self.hall.database.read_session() as session:
            return session.get_one(Tournament, self.id).timed_win_points

    def _archive(self) -> str | None:
        first = self._send("GET", f"{self._api}/export/archive.json", "owner")
        headers = {"authorization": "Bearer token-Olga", "content-type": "application/json"}
        address = "/api/v1/tournaments/import"
        made = self.hall.http.request("POST", address, headers, first.content)
        if made.status_code != 201:
            return f"the archive was not imported, {made.status_code}: {_words(made)}"
        again = f"/api/v1/tournaments/{made.json()['code']}/export/archive.json"
        second = self._send("GET", again, "owner")
        one, other = (json.loads(answer.content) for answer in (first, second))
        one["tournament"].pop("code"), other["tournament"].pop("code")
        differing = [name for name in one if one[name] != other.get(name)]
        return f"the archive of the archive differs in {differing}" if differing else None


def answers(installation: Installation, tournament_id: int, player_id: int, now: datetime) -> dict[str, Any]:
    """Everything a player's page asks, by the name of the question."""
    with asking(installation, tournament_id, ORGANIZER_VIEWER, now) as ask:
        number = ask.event().round
        running = ask.round(number) if number else None
    with asking(installation, tournament_id, Viewer(player_id=player_id), now) as ask:
        event, call = ask.event(), ask.own_call(player_id)
        return {
            "event": event,
            "event of the staff": ask.event(ORGANIZER_VIEWER),
            "round of the desk": running,
            "table": ask.table_of_player(player_id),
            "clock": ask.clock(event.round) if event.round else None,
            "standing": ask.standing_of(player_id),
            "standings": ask.standings(),
            "games": ask.games_of(player_id),
            "announcements": ask.announcements(),
            "call": call,
            "penalties": list(ask.own_penalties(player_id)),
            "dropped": ask.has_dropped(player_id),
            "order": list(ask.final_order()),
            "bracket": ask.bracket() if event.phase is Phase.TOP_CUT else None,
        }


def twice_in_a_round(rounds: list[dict[str, Any]]) -> str | None:
    """Who sits twice in a round, said in a sentence."""
    for row in rounds:
        seats = Counter(
            table[seat]["player_id"] for table in row["tables"] for seat in ("first", "second") if table[seat]
        )
        seats.update(seat["player_id"] for pod in row["pods"] for seat in pod["seats"])
        twice = [player for player, times in seats.items() if times > 1]
        if twice:
            return f"players {twice} are twice in round {row['number']}"
    return None


def wrong_points(
    rounds: list[dict[str, Any]], standings: list[dict[str, Any]], timed_win_points: int
) -> str | None:
    """Whose points are not 3 for each win and bye, and those set for a win by time, said in a sentence."""
    points: Counter[int] = Counter()
    for row in rounds:
        if row["state"] != "closed" or row["stage"] != "swiss":
            continue
        for table in row["tables"]:
            result = table["result"]
            if table["bye"]:
                points[table["first"]["player_id"]] += 3
            elif result and result["winner_id"] is not None:
                timed = result["ending"] == "time" and result["decided_by"] == "game"
                points[result["winner_id"]] += timed_win_points if timed else 3
    wrong = {
        row["player_id"]: (row["points"], points[row["player_id"]])
        for row in standings
        if row["points"] != points[row["player_id"]]
    }
    return f"points shown and summed differ: {wrong}" if wrong else None


def _words(answer: Answer) -> str:
    return answer.text[:600]


def run(folder: Path, seeds: range, steps: int, tell: bool = False, structures: Sequence[str] = ()) -> Found:
    """Play an event for each seed; of `structures` in turn, by default one as most are."""
    found = Found()
    for seed in seeds:
        with (
            tempfile.TemporaryDirectory(dir=folder) as place,
            without_threads(),
            hall_in(Path(place)) as hall,
        ):
            structure = structures[seed % len(structures)] if structures else ""
            Run(hall, seed, found, structure).play(steps)
        if tell:
            print(f"event {seed}: {found.read} answers read, {len(found.wrong)} wrong", flush=True)
    return found


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--structures", action="store_true", help="of every structure in turn")
    asked = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        seeds = range(asked.first_seed, asked.first_seed + asked.events)
        structures = STRUCTURES if asked.structures else ()
        found = run(Path(folder), seeds, asked.steps, tell=True, structures=structures)
    for wrong in found.wrong:
        print(wrong)
    print(f"accepted {dict(found.accepted)}\nrefused {dict(found.refused)}")
    print(f"{len(seeds)} events, {len(found.wrong)} wrong, {time.perf_counter() - began:.0f} s")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
