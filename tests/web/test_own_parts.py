"""What players' pages fetch is answered many at a time, each with its own, and refused as anywhere else."""

import asyncio
from collections import defaultdict
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.people import sessions
from app.web.pages.player import own_parts
from app.web.pages.player.own_parts import MOST_TOGETHER, OwnParts
from app.web.requester import PLAYER_COOKIE
from app.web.server.turns import Turns
from app.words.reader import Reader, reading
from tests.web.conftest import Event
from tests.web.test_statements import counting

LIVE = (b"x-requested-with", b"live")


def signed(event: Event, player_id: int) -> str:
    context: Any = event.http.app.state.context
    secret, number = f"session-of-{player_id}", tournament_id_by_code(context.installation, event.code)
    actor = Actor(ActorKind.PLAYER, player_id, "", number)
    sessions.open_session(context.installation, context.now(), secret, actor)
    return secret


def together(event: Event, *asked: tuple[str, str]) -> list[tuple[int, str]]:
    """Status and text of the parts that these phones (key, language) ask for in one moment."""

    async def ask(secret: str, wanted: str) -> tuple[int, str]:
        sent: list[Any] = []
        body = [{"type": "http.request", "body": b"", "more_body": False}]

        async def receive() -> Any:
            return body.pop() if body else await asyncio.sleep(3600)

        async def send(message: Any) -> None:
            sent.append(message)

        path = f"/t/{event.code}/me/fragment"
        headers = [(b"host", b"testserver"), (b"cookie", f"{PLAYER_COOKIE}={secret}".encode()), LIVE]
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "https",
            "http_version": "1.1",
            "headers": [*headers, (b"accept-language", wanted.encode())],
            "client": ("10.0.0.7", 1),
            "server": ("testserver", 80),
            "state": {},
        }
        await event.http.app(scope, receive, send)
        return sent[0]["status"], b"".join(each.get("body", b"") for each in sent[1:]).decode()

    async def all_at_once() -> list[tuple[int, str]]:
        return await asyncio.gather(*(ask(*each) for each in asked))

    portal = event.http.portal
    assert portal is not None
    return list(portal.call(all_at_once))


def test_a_hall_is_answered_together_and_everybody_with_their_own(event: Event) -> None:
    names = {event.player(f"Player Number{n:02}"): f"Player Number{n:02}" for n in range(24)}
    keys = {player: signed(event, player) for player in names}
    tables = event.start_round()["tables"]
    opponent = {}
    for table in tables:
        first, second = (table[seat]["player_id"] for seat in ("first", "second"))
        opponent |= {first: second, second: first}
    together(event, *((key, "en") for key in keys.values()))
    with counting(event.http) as asked:
        answers = together(event, *((key, "en") for key in keys.values()))
    assert asked.begun <= 24 // MOST_TOGETHER + 3, "sixteen share a session of the database"
    for player, (status, text) in zip(keys, answers, strict=True):
        assert status == 200
        told = {name for name in names.values() if name in text}
        assert told <= {names[player], names[opponent[player]]} and names[opponent[player]] in told


def test_who_is_asked_together_with_others_is_refused_as_alone(event: Event) -> None:
    ana, ben = event.player("Ana"), event.player("Ben")
    keys = [signed(event, player) for player in (ana, ben)]
    event.post(f"/players/{ben}/link")
    (well, shown), (refused, why), (nobody, none) = together(
        event, (keys[0], "en"), (keys[1], "en"), ("no key at all", "en")
    )
    assert (well, refused, nobody) == (200, 401, 401)
    assert "You are in. Round 1 has not been paired yet" in shown and "signed out" not in shown
    for text in (why, none):
        assert "This phone is signed out: the entry was removed, or got a new personal link" in text
    # By its way through the routes, on which an organizer's cookie leads, the answer is the same.
    usual = event.http.get(
        f"/t/{event.code}/me/fragment",
        headers={"cookie": f"{PLAYER_COOKIE}={keys[0]}; organizer=none", "x-requested-with": "live"},
    )
    assert (usual.status_code, usual.text) == (200, shown)


def test_a_player_of_another_event_is_told_where_they_play(event: Event) -> None:
    key = signed(event, event.player("Ana"))
    made = event.http.post(
        "/api/v1/tournaments",
        json={"name": "Another", "date": "2018-02-15"},
        headers={"authorization": f"Bearer {event.token}"},
    ).json()
    answer = event.http.get(
        f"/t/{made['code']}/me/fragment",
        headers={"cookie": f"{PLAYER_COOKIE}={key}", "x-requested-with": "live"},
    )
    assert answer.status_code == 401 and "This phone plays in" in answer.text


def test_each_is_answered_in_their_language(event: Event) -> None:
    keys = [signed(event, event.player(name)) for name in ("Ana", "Ben", "Cai")]
    answers = [text for _, text in together(event, (keys[0], "en"), (keys[1], "ja"), (keys[2], "en"))]
    assert ["Round 1 has not been paired yet" in text for text in answers] == [True, False, True]
    assert "第\N{WORD JOINER}1ラウンド" in answers[1]


class Phones:
    """Phones of a hall before an application whose answers take as long as a test says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[int] = []
        self.usual: list[str] = []
        self.gone: dict[str, bool] = defaultdict(bool)
        self.hold: asyncio.Event
        monkeypatch.setattr(own_parts.to_thread, "run_sync", self._run)
        self.parts = OwnParts(self._app, None, Turns(1))  # type: ignore[arg-type]

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.usual.append(scope["path"])
        await PlainTextResponse("usual")(scope, receive, send)

    async def _run(self, _work: Any, _context: Any, asked: list[Any]) -> list[Any]:
        self.batches.append(len(asked))
        await self.hold.wait()
        return [PlainTextResponse(each.secret) for each in asked]

    async def ask(self, key: str, path: str = "/t/ABCDE/me/fragment") -> list[Any]:
        sent: list[Any] = []
        heard = 0

        async def receive() -> Any:
            nonlocal heard
            heard += 1
            if heard == 1:
                return {"type": "http.request", "body": b"", "more_body": False}
            while not self.gone[key]:
                await asyncio.sleep(3600)
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        headers = [(b"cookie", f"{PLAYER_COOKIE}={key}".encode()), LIVE]
        scope = {"type": "http", "method": "GET", "path": path, "headers": headers, "query_string": b""}
        with reading(Reader()):
            await self.parts(scope, receive, send)
        return sent


def test_whose_client_hung_up_is_not_worked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_parts, "SOON", 0.0)

    async def run() -> None:
        phones = Phones(monkeypatch)
        phones.hold = asyncio.Event()
        tasks = [asyncio.create_task(phones.ask("key0"))]
        while not phones.batches:
            await asyncio.sleep(0)
        tasks += [asyncio.create_task(phones.ask(f"key{number}")) for number in range(1, 11)]
        await asyncio.sleep(0)
        for number in range(3, 9):
            phones.gone[f"key{number}"] = True
        phones.hold.set()
        answers = [await task for task in tasks]
        assert phones.batches == [1, 4], "nothing is made for who has gone"
        assert [number for number, answer in enumerate(answers) if answer] == [0, 1, 2, 9, 10]
        assert answers[10][1]["body"] == b"key10" and phones.usual == []

    asyncio.run(run())


def test_who_would_wait_in_vain_is_told_when_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        phones = Phones(monkeypatch)
        phones.hold = asyncio.Event()
        phones.parts.seconds_each = 0.5
        tasks = []
        for number in range(100):
            tasks.append(asyncio.create_task(phones.ask(f"key{number}")))
            await asyncio.sleep(0)
        phones.hold.set()
        statuses = [(await task)[0]["status"] for task in tasks]
        refused = statuses.count(429)
        assert statuses.count(200) == 100 - refused and 50 < refused < 80
        (told, _) = await tasks[statuses.index(429)]
        assert 12 <= int(dict(told["headers"])[b"retry-after"]) <= 30
        assert (await phones.ask("late"))[0]["status"] == 200, "afterwards everything is as before"

    asyncio.run(run())


def test_what_is_nobodys_own_part_goes_the_usual_way(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> list[str]:
        phones = Phones(monkeypatch)
        for path in ("/t/ABCDE/me", "/t/ABCDE/me/fragment/", "/t/ABC/me/fragment", "/t/ABCDE/standings"):
            await phones.ask("key", path)
        assert phones.batches == []
        return phones.usual

    assert len(asyncio.run(run())) == 4


def test_when_the_work_breaks_everybody_goes_the_usual_way(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        phones = Phones(monkeypatch)

        async def breaks(*_: Any) -> Any:
            raise RuntimeError("the thread broke")

        monkeypatch.setattr(own_parts.to_thread, "run_sync", breaks)
        sent = await asyncio.gather(*(phones.ask(f"key{n}") for n in range(40)))
        assert [each[1]["body"] for each in sent] == [b"usual"] * 40
        assert phones.parts.turns.is_free

    asyncio.run(run())
