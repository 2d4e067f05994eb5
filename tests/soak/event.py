"""A whole event by the JSON API and the page to join: the same commands with the same outcome in every run.

Phones join one after the other, because draws depend on the order; at the tables all play at once. What a
repeat would double (minutes added, a shuffle) is sent again only after looking whether it was done.
"""

import asyncio
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from tests.soak.phone import Command, Phone, Place, Sender, Tally
from tests.soak.script import Script, script_of

CORP = ("NBN: Making News", "Jinteki: Personal Evolution", "Haas-Bioroid: Engineering the Future")
RUNNER = ("Noise: Hacker Extraordinaire", "Gabriel Santiago: Consummate Professional")
NAME = "A day of power cuts"


@dataclass(frozen=True)
class Plan:
    """How large the event is; `seed` draws what its players do. A late player comes before round 2."""

    players: int
    rounds: int
    cut: int = 4
    seed: int = 1


@dataclass
class Event:
    """An event being played; `tally` counts for everybody."""

    place: Place
    token: str
    plan: Plan
    tally: Tally = field(default_factory=Tally)
    phones: dict[int, Phone] = field(default_factory=dict)
    code: str = ""

    async def play(self) -> None:
        """Play from the first form to the end; phones stay connected until `leave`."""
        self.desk = Sender(self.place, self.token, self.tally)
        await self._create()
        for number in range(self.plan.players):
            await self._join(number)
        await self.desk.command("PATCH", "", {"registration_open": False})
        for number in range(1, self.plan.rounds + 1):
            await self.desk.command("POST", "/rounds", {"expected_number": number})
            if number == 2:
                await self._shuffle(number)
            await self._round(number)
            if number == 1:
                await self._change_players()
        last = self.plan.rounds
        for number in range(last + 1, last + 1 + self.plan.cut.bit_length() - 1):
            cut = {"kind": "single", "size": self.plan.cut, "expected_number": number}
            await self.desk.command("POST", "/cut", cut)
            await self._round(number)
        await self.finish()

    async def finish(self) -> None:
        """End the event; a repeat is harmless."""
        await self.desk.command("POST", "/finish")

    def leave(self) -> None:
        """All phones are switched off."""
        for phone in self.phones.values():
            phone.leave()
        self.desk.hang_up()

    async def all_hear(self) -> None:
        """Wait until every phone has its stream."""
        await asyncio.gather(*(phone.hearing.wait() for phone in self.phones.values()))

    async def _create(self) -> None:
        path = "/api/v1/tournaments"
        self.desk.path = path
        body = {"name": NAME, "date": "2018-02-15", "deck_policy": "none", "planned_rounds": self.plan.rounds}
        made = await self._once(
            lambda: self.desk.get(""), lambda mine: any(row["name"] == NAME for row in mine), "", body
        )
        self.code = next(row["code"] for row in made if row["name"] == NAME)
        self.desk.path = f"{path}/{self.code}"

    async def _join(self, number: int) -> None:
        """A player joins with the form of the page; its key, drawn here, becomes the personal link."""
        digest = blake2b(f"{self.plan.seed}/key/{number}".encode(), digest_size=32).digest()
        key = urlsafe_b64encode(digest).decode().rstrip("=")
        phone = Phone(self.place, key, self.tally, f"Player {number + 1:03d}")
        fields = {
            "key": key,
            "name": phone.name,
            "corp_identity": CORP[number % len(CORP)],
            "runner_identity": RUNNER[number % len(RUNNER)],
        }
        await phone.post_form(f"/t/{self.code}/join", fields)
        phone.path = self.desk.path
        players = await self.desk.get("/players")
        phone.player_id = next(row["id"] for row in players if row["name"] == phone.name)
        self.phones[phone.player_id] = phone
        phone.listen()

    async def _change_players(self) -> None:
        """After the first round one leaves, with the own phone, and one comes late."""
        leaving = self.phones[min(self.phones)]
        await leaving.command("POST", f"/players/{leaving.player_id}/drop")
        await self.desk.command("PATCH", "", {"registration_open": True})
        await self._join(self.plan.players)
        await self.desk.command("PATCH", "", {"registration_open": False})

    async def _shuffle(self, number: int) -> None:
        before = (await self.desk.get(f"/rounds/{number}"))["seed"]
        await self._once(
            lambda: self.desk.get(f"/rounds/{number}"),
            lambda draft: draft["seed"] != before,
            f"/rounds/{number}/shuffle",
        )

    async def _round(self, number: int) -> None:
        """Publish, start the clock, let all tables play at once, correct one result, close."""
        published = await self.desk.command("POST", f"/rounds/{number}/publish")
        await self.desk.command("POST", f"/rounds/{number}/clock", {"action": "start"})
        await self.desk.command("POST", "/announcements", {"text": f"Round {number}: good luck"})
        await self._add_minute(number)
        tables = [table for table in published["tables"] if table["second"] is not None]
        await self._extra_time(tables[0])
        await asyncio.gather(*(self._table(number, table) for table in tables))
        await self.desk.command("POST", f"/tables/{tables[-1]['id']}/result", self._correction(tables[-1]))
        await self.desk.command("POST", f"/rounds/{number}/close")

    def _correction(self, table: dict[str, Any]) -> dict[str, Any]:
        # No script has such an ending, so it always changes something. Ids may differ from run to run.
        outcome = "corp" if table["table_number"] % 2 else "runner"
        return {"outcome": outcome, "ending": "forfeit", "reason": "Late from lunch"}

    async def _table(self, number: int, table: dict[str, Any]) -> None:
        script = script_of(self.plan.seed, number, table["table_number"])
        seats = [self.phones[table[seat]["player_id"]] for seat in ("first", "second")]
        if script.by_hand:
            # The organizer would otherwise be done before they came.
            for phone in seats:
                await phone.command("POST", f"/tables/{table['id']}/check-in", {})
            await self._by_hand(table, script)
        await asyncio.gather(*(phone.play(table["id"], script) for phone in seats))

    async def _by_hand(self, table: dict[str, Any], script: Script) -> None:
        bid, side = script.settlement
        settled = {"action": "settle", "winner": table["first"]["player_id"], "side": side, "bid": bid}
        # A helper's own connection: the one of the desk carries one request at a time.
        helper = Sender(self.place, self.token, self.tally)
        helper.path = self.desk.path
        await helper.command("POST", f"/tables/{table['id']}/auction", settled)
        await helper.command("POST", f"/tables/{table['id']}/result", script.result)
        helper.hang_up()

    async def _add_minute(self, number: int) -> None:
        path = f"/rounds/{number}/clock"
        before = (await self.desk.get(path))["total_seconds"]
        await self._once(
            lambda: self.desk.get(path),
            lambda clock: clock["total_seconds"] == before + 60,
            path,
            {"action": "add", "seconds": 60},
        )

    async def _extra_time(self, table: dict[str, Any]) -> None:
        path = f"/tables/{table['id']}"
        await self._once(
            lambda: self.desk.get(path),
            lambda now: now["extra_seconds"] == table["extra_seconds"] + 120,
            f"{path}/extra-time",
            {"seconds": 120},
        )

    async def _once(
        self,
        look: Callable[[], Any],
        done: Callable[[Any], bool],
        path: str,
        body: dict[str, Any] | None = None,
    ) -> Any:
        """Give a command whose repeat would be another one: look whether it was done before each attempt."""
        while not done(seen := await look()):
            await self.desk.try_once("POST", path, body)
        self.tally.count(Command(path, body, 1, by_desk=True))
        return seen
