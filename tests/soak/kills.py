"""An event whose server is killed (-9) again and again, against the same event left in peace.

    python -m tests.soak.kills --kills 200 --engine sqlite|postgres

Both runs must end with the same record: standings, bracket, every bid, report and result, every entry of
the journal. No acknowledged command may be missing, none there twice, the database must be sound, and each
phone's stream must be open again. Ends with 1 if anything of that is not so.
"""

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.soak.engines import Engine, new_database, own_postgres, prepare
from tests.soak.event import Event, Plan
from tests.soak.phone import Place, Tally
from tests.soak.record import Record, not_once, record_of, unsound

ROOT = Path(__file__).resolve().parents[2]
PLAN = Plan(players=24, rounds=6)
WHILE_STARTING = 0.1  # of all kills
LONGEST_SECONDS = 3600


@dataclass
class Outcome:
    """What one run showed; `wrong` says what is not as it must be."""

    record: Record
    tally: Tally
    seconds: float
    wrong: list[str]
    kills: int = 0
    cut_off: int = 0


@dataclass
class Killer:
    """Kills the server at random moments, spread over the commands that are still to come."""

    tally: Tally
    commands: int
    kills: int
    chance: random.Random
    done: int = 0
    amid_commands: int = 0
    waited: list[float] = field(default_factory=list)

    async def run(self, server: "ServerProcess") -> None:
        """Kill as often as told; an event that ends before keeps going by harmless repeats."""
        while self.done < self.kills:
            left = max(1, self.commands - len(self.tally.acknowledged))
            if self.chance.random() < WHILE_STARTING:
                await asyncio.sleep(self.chance.uniform(0.0, 0.6))
            else:
                step = self.chance.uniform(0.2, 1.6) * left / (self.kills - self.done)
                await self.tally.reaches(len(self.tally.acknowledged) + max(1, round(step)))
                # Into the middle of whatever came next.
                await asyncio.sleep(self.chance.uniform(0.0, 0.03))
            lost = self.tally.lost_answers
            await server.kill_and_start()
            self.done += 1
            await asyncio.sleep(0.01)
            self.amid_commands += self.tally.lost_answers > lost


class Starter:
    """The loaded program of `tests.soak.server`: it forks a server for any database, as often as told."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.soak.server"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self, url: str, port: int, log: Path) -> int:
        """Start a server and end the one before; its process id. It listens some tenths of a second later."""
        line = self._ask("start", url, str(port), str(log))
        assert line, "the server's starter ended"
        return int(line)

    def end(self) -> None:
        """End the server that runs; the starter waits for another order."""
        self._ask("end")

    def close(self) -> None:
        """End the starter, too."""
        self._process.communicate(timeout=60)

    def _ask(self, *order: str) -> str:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write("\t".join(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


@contextmanager
def starter() -> Iterator[Starter]:
    """A starter that ends with the block; the runs of one test share it."""
    made = Starter()
    try:
        yield made
    finally:
        made.close()


class ServerProcess:
    """The server of a run: one process after the other; everything they said is in `log`."""

    def __init__(self, starter: Starter, url: str, port: int, log: Path) -> None:
        self._starter = starter
        self._order = (url, port, log)
        self._pid = 0

    async def start(self) -> None:
        """Start a process; it listens some tenths of a second later."""
        self._pid = await asyncio.to_thread(self._starter.start, *self._order)

    async def kill_and_start(self) -> None:
        """End it without a chance to say anything, and start the next one."""
        os.kill(self._pid, signal.SIGKILL)
        await self.start()


@asynccontextmanager
async def serving(starter: Starter, url: str, port: int, log: Path) -> AsyncIterator[ServerProcess]:
    """A server on a database."""
    log.touch()
    server = ServerProcess(starter, url, port, log)
    await server.start()
    try:
        yield server
    finally:
        await asyncio.to_thread(starter.end)


async def run(
    starter: Starter, url: str, plan: Plan, log: Path, kills: int = 0, commands: int = 0, seed: int = 0
) -> Outcome:
    """Play an event on a prepared database, with so many kills among so many commands."""
    token = await asyncio.to_thread(prepare, url)
    port = free_port()
    event = Event(Place("127.0.0.1", port), token, plan)
    killer = Killer(event.tally, commands, kills, random.Random(seed))
    began = time.monotonic()
    async with serving(starter, url, port, log) as server, asyncio.timeout(LONGEST_SECONDS):
        killing = asyncio.create_task(killer.run(server))
        try:
            await event.play()
            while not killing.done():
                await event.finish()
            killing.result()
            seconds = time.monotonic() - began
            await asyncio.wait_for(event.all_hear(), 60)
        finally:
            killing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await killing
            event.leave()
            await asyncio.sleep(0)
    return await asyncio.to_thread(judged, url, event, killer, log, seconds)


def judged(url: str, event: Event, killer: Killer, log: Path, seconds: float) -> Outcome:
    """What is in the database, and what of it is wrong."""
    wrong = [*unsound(url), *not_once(url, event.tally.acknowledged)]
    if "Traceback" in log.read_text(errors="replace"):
        wrong.append(f"a handler failed, see {log}")
    return Outcome(record_of(url), event.tally, seconds, wrong, killer.done, killer.amid_commands)


def differences(peace: Record, disturbed: Record) -> list[str]:
    """Where the records of two runs differ."""
    found = []
    for part in ("standings", "bracket", "tables", "journal"):
        one, other = getattr(peace, part), getattr(disturbed, part)
        if one != other:
            found.append(f"the {part} differ")
    for key in peace.tables.keys() | disturbed.tables.keys():
        if peace.tables.get(key) != disturbed.tables.get(key):
            found.append(f"table {key}: {peace.tables.get(key)} became {disturbed.tables.get(key)}")
    for entry, times in (disturbed.journal - peace.journal).items():
        found.append(f"{times} too many in the journal: {entry}")
    for entry, times in (peace.journal - disturbed.journal).items():
        found.append(f"{times} too few in the journal: {entry}")
    return found


def free_port() -> int:
    """A TCP port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def told(outcome: Outcome, engine: Engine) -> str:
    """The figures of a run in one paragraph."""
    tally = outcome.tally
    repeated = sum(1 for command in tally.acknowledged if command.sent > 1)
    return (
        f"{engine}: {outcome.kills} kills, {len(tally.acknowledged)} commands acknowledged in "
        f"{outcome.seconds:.0f} s, {outcome.cut_off} kills cut off requests, "
        f"{tally.lost_answers} answers lost, {repeated} commands sent more than once, "
        f"{tally.streams_opened} streams opened"
    )


def main() -> int:
    """Both runs on one engine; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--engine", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cache-refresh-kills-")))
        postgres = stack.enter_context(own_postgres()) if arguments.engine == "postgres" else None
        started = stack.enter_context(starter())
        outcomes: list[Outcome] = []
        for name, kills in (("peace", 0), ("disturbed", arguments.kills)):
            url = stack.enter_context(new_database(arguments.engine, folder, postgres, name))
            commands = len(outcomes[0].tally.acknowledged) if outcomes else 0
            log = folder / f"{name}.log"
            outcomes.append(asyncio.run(run(started, url, PLAN, log, kills, commands, arguments.seed)))
            print(told(outcomes[-1], arguments.engine), flush=True)
    wrong = [*outcomes[0].wrong, *outcomes[1].wrong, *differences(outcomes[0].record, outcomes[1].record)]
    print(
        "\n".join(wrong)
        or "nothing acknowledged lost, nothing applied twice, the database sound, both events equal"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
