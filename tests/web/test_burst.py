"""Everybody who comes at once is answered: nobody's connection is reset, however busy the program is."""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGCONT, SIGSTOP

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from app.web.http.security import ProtectiveHeaders
from app.web.http.unread_body import UnreadBody
from app.web.server.capacity import Capacity
from tests.servers import Server, free_port

MANY = 300
FORM = b"name=Nobody+%d&password=wrong"
HEAD = (
    b"POST /sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\n%s"
    b"content-type: application/x-www-form-urlencoded\r\ncontent-length: %d\r\n\r\n"
)
CLOSING = b"connection: close\r\n"


@contextmanager
def held(server: Server) -> Iterator[None]:
    """The program gets no processor meanwhile, as on a machine that has more to do than it can."""
    assert server.process is not None
    server.process.send_signal(SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(SIGCONT)


def connected(server: Server, opened: ExitStack) -> socket.socket:
    """A connection; fails when the system does not take it."""
    return opened.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=30))


def status_of(connection: socket.socket) -> str:
    """The status of the answer with the time to come again, or what happened to the connection."""
    received = b""
    try:
        while b"\r\n\r\n" not in received:
            if not (part := connection.recv(65536)):
                return "closed"
            received += part
    except ConnectionResetError:
        return "reset"
    head = received.partition(b"\r\n\r\n")[0].lower()
    status = head.split()[1].decode()
    return status if status not in ("429", "503") or b"\r\nretry-after: " in head else f"{status} for ever"


def ended(connection: socket.socket) -> str:
    """How a connection went on after its answer; phones forget an answer whose connection is reset."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return ", reset"
    return ", closed in order"


def test_three_hundred_who_sign_in_at_once_are_all_answered(make_server: Callable[..., Server]) -> None:
    server = make_server()
    with ExitStack() as opened:
        with held(server):
            # All of them are there before the program can take the first one.
            phones = []
            for number in range(MANY):
                phone, form = connected(server, opened), FORM % number
                phone.sendall(HEAD % (CLOSING if number % 2 else b"", len(form)) + form)
                phones.append(phone)
        told = Counter(status_of(phone) for phone in phones)
    assert set(told) == {"401", "429"}, told
    assert told["429"] > MANY / 2


def test_who_finds_no_place_reads_so_and_is_not_reset(tmp_path: Path) -> None:
    """The request is on its way when its connection is refused; closed unread it would be reset."""
    server = Server(tmp_path, free_port(), descriptors=256)
    server.start()
    capacity = Capacity.of(256)
    form = FORM % 1
    whole = HEAD % (b"", len(form)) + form
    try:
        with ExitStack() as opened:
            # These keep their places, and these the lobby, by saying only half of what they want.
            for _ in range(capacity.connections_per_address + capacity.lobby):
                connected(server, opened).sendall(whole[:20])
            with held(server):
                late = [connected(server, opened) for _ in range(capacity.lobby)]
                for phone in late:
                    phone.sendall(whole)
            told = Counter(status_of(phone) + ended(phone) for phone in late)
            assert told == {"503, closed in order": capacity.lobby}
    finally:
        server.kill()


def test_a_refusal_that_ends_the_connection_reads_the_body_first() -> None:
    done: list[str] = []

    async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("no", 429)(scope, receive, send)

    async def receive() -> Message:
        done.append("read")
        return {"type": "http.request", "body": b"x", "more_body": done.count("read") < 3}

    async def send(message: Message) -> None:
        done.append(message["type"])

    def told(version: str, connection: bytes, method: str = "POST") -> list[str]:
        done.clear()
        headers = [(b"connection", connection)]
        scope = {"type": "http", "http_version": version, "method": method, "headers": headers}
        asyncio.run(UnreadBody(refusing)(scope, receive, send))
        return done[1:-1]

    assert told("1.1", b"close") == told("1.0", b"") == ["read"] * 3
    assert told("1.1", b"keep-alive") == told("1.1", b"close", "GET") == []


@pytest.mark.parametrize("status", [429, 503])
def test_whoever_is_told_to_come_again_is_told_when(status: int) -> None:
    heads: list[Message] = []

    async def send(message: Message) -> None:
        heads.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    scope = {"type": "http", "method": "POST", "headers": []}
    for told, expected in (({}, "5"), ({"retry-after": "60"}, "60")):
        answer = PlainTextResponse("A page with a form", status, told)
        asyncio.run(ProtectiveHeaders(answer, secure=False)(scope, receive, send))
        assert Headers(raw=heads[-2]["headers"])["retry-after"] == expected
