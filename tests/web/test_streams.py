"""Event streams over a real server: what they say, that refusals are answers, and that stopping is quick."""

import json
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any

import httpx2 as httpx
import pytest
import uvicorn
from fastapi import Depends, FastAPI, Header, Request
from fastapi.responses import JSONResponse

from app.live.hub import Hub
from app.live.notices import Notice
from app.services.kernel.errors import Refused
from app.web import streams
from app.web.server.serving import LiveServer
from app.web.streams import LiveResponse, OpenStream, event_stream, open_stream

NOW = datetime(2018, 2, 15, 13, 0, tzinfo=UTC)
SOON = 5.0


@dataclass
class Hall:
    """A running server with one tournament, and what the tests do to it."""

    hub: Hub = field(default_factory=Hub)
    version: int = 7
    url: str = ""
    refused_reading: bool = False

    def read_version(self) -> int:
        if self.refused_reading:
            raise Refused("not-found", "There is no such tournament here; check the address.")
        return self.version

    def tell(self, *topics: str) -> None:
        self.version += 1
        self.hub.publish(Notice(1, self.version, frozenset(topics)))

    def wait_for_streams(self, count: int) -> None:
        deadline = time.monotonic() + SOON
        while self.hub.count() != count:
            assert time.monotonic() < deadline, f"{self.hub.count()} streams are open, not {count}"
            time.sleep(0.01)


def app_of(hall: Hall) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[dict[str, Any]]:
        yield {"hub": hall.hub}

    app = FastAPI(lifespan=lifespan)

    @app.exception_handler(Refused)
    def refuse(_: Request, error: Refused) -> JSONResponse:
        return JSONResponse({"code": error.code}, status_code=error.kind.value)

    async def opened(request: Request, topics: str) -> AsyncIterator[OpenStream]:
        limits = {"player/17": 3}
        async with open_stream(request.state.hub, 1, topics.split(), hall.read_version, limits) as stream:
            yield stream

    @app.get("/live", response_class=LiveResponse)
    async def live(
        stream: Annotated[OpenStream, Depends(opened)], last_event_id: Annotated[str | None, Header()] = None
    ) -> LiveResponse:
        return LiveResponse(event_stream(stream, last_event_id, lambda: NOW))

    return app


@contextmanager
def serving(hall: Hall) -> Iterator[LiveServer]:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        hall.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        server = LiveServer(uvicorn.Config(app_of(hall), log_level="warning"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield server
        server.should_exit = True
        thread.join(SOON)
        assert not thread.is_alive(), "the server hangs"


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    with serving(hall):
        yield hall


@contextmanager
def listening(
    hall: Hall, topics: str, last_event_id: str | None = None
) -> Iterator[Iterator[dict[str, Any]]]:
    headers = {"Last-Event-ID": last_event_id} if last_event_id else {}
    with httpx.stream(
        "GET", f"{hall.url}/live", params={"topics": topics}, headers=headers, timeout=SOON
    ) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield events(answer.iter_lines())


def events(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    event: dict[str, Any] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if line:
            event[name] = json.loads(value) if name == "data" else value
        elif event:
            yield event
            event = {}


HELLO = {
    "event": "hello",
    "data": {"version": 7, "server_time": "2018-02-15T13:00:00Z"},
    "id": "7",
    "retry": "2000",
}


def test_a_stream_says_hello_then_each_topic_with_its_version(hall: Hall) -> None:
    with listening(hall, "table/12 clock") as heard:
        assert next(heard) == HELLO
        hall.tell("table/12", "journal")
        assert next(heard) == {"data": {"topic": "table/12", "version": 8}, "id": "8"}
        hall.tell("table/13")
        hall.tell("table/12", "clock")
        assert next(heard) == {"data": {"topic": "clock", "version": 10}}
        assert next(heard) == {"data": {"topic": "table/12", "version": 10}, "id": "10"}


@pytest.mark.parametrize("last", ["6", "8", "0", "what"])
def test_who_missed_something_is_told_that_anything_may_have_changed(hall: Hall, last: str) -> None:
    with listening(hall, "clock", last) as heard:
        assert next(heard) == {key: value for key, value in HELLO.items() if key != "id"}
        assert next(heard) == {"data": {"topic": "*", "version": 7}, "id": "7"}


def test_who_missed_nothing_is_told_nothing(hall: Hall) -> None:
    with listening(hall, "clock", "7") as heard:
        assert next(heard) == HELLO
        hall.tell("clock")
        assert next(heard)["data"] == {"topic": "clock", "version": 8}


def test_a_notice_that_was_overtaken_does_not_take_the_id_back(hall: Hall) -> None:
    with listening(hall, "clock") as heard:
        next(heard)
        hall.hub.publish(Notice(1, 5, frozenset({"clock"})))
        assert next(heard) == {"data": {"topic": "clock", "version": 7}, "id": "7"}


def test_a_quiet_stream_beats_with_the_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.05)
    with listening(hall, "clock") as heard:
        next(heard)
        for _ in range(3):
            assert next(heard) == {"event": "beat", "data": {"server_time": "2018-02-15T13:00:00Z"}}


def test_a_stream_ends_after_its_time_so_that_its_right_is_asked_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.05)
    monkeypatch.setattr(streams, "LONGEST_SECONDS", 0.2)
    with listening(hall, "clock") as heard:
        assert {each["event"] for each in heard} == {"hello", "beat"}
    hall.wait_for_streams(0)


def test_one_stream_too_many_is_refused_as_an_answer(hall: Hall) -> None:
    with listening(hall, "clock"), listening(hall, "clock"), listening(hall, "clock"):
        refused = httpx.get(f"{hall.url}/live", params={"topics": "clock"})
        assert (refused.status_code, refused.json()) == (429, {"code": "too-many-streams"})
    hall.wait_for_streams(0)
    with listening(hall, "clock") as heard:
        assert next(heard) == HELLO


def test_a_failure_before_the_first_event_is_an_answer(hall: Hall) -> None:
    hall.refused_reading = True
    assert httpx.get(f"{hall.url}/live", params={"topics": "clock"}).json() == {"code": "not-found"}
    assert hall.hub.count() == 0


def test_a_phone_that_goes_is_not_counted_any_more(hall: Hall) -> None:
    with listening(hall, "clock") as heard:
        next(heard)
        assert hall.hub.count_for("player/17") == 1
    hall.wait_for_streams(0)
    assert hall.hub.count_for("player/17") == 0


def test_the_server_stops_at_once_with_streams_open() -> None:
    hall = Hall()
    with serving(hall) as server, listening(hall, "clock") as heard, listening(hall, "*") as others:
        next(heard)
        next(others)
        began = time.monotonic()
        server.should_exit = True
        assert list(heard) == []
        assert list(others) == []
        while server.server_state.connections:
            assert time.monotonic() - began < SOON
            time.sleep(0.01)
        assert time.monotonic() - began < 1.0


def test_connections_notice_a_phone_that_went_silent() -> None:
    hall = Hall()
    with serving(hall) as server, listening(hall, "clock") as heard:
        next(heard)
        (connection,) = server.server_state.connections
        accepted = connection.transport.get_extra_info("socket")  # type: ignore[union-attr]
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 45_000
