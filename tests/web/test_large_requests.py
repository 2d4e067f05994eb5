"""Requests larger than any honest one: refused before they fill the memory, and nobody else waits."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.services.exchange.archives import LARGEST_ARCHIVE
from app.web.http import header_timeout
from app.web.http.header_timeout import MOST_HEADER_BYTES, Hasty
from app.web.http.request_line import LONGEST_QUERY
from app.web.http.security import ARCHIVE_PATH, MOST_ARCHIVE_BYTES, MOST_BODY_BYTES
from tests.servers import Server
from tests.web.conftest import Event, bearer

MB = 1024 * 1024
START = b"GET / HTTP/1.1\r\nHost: x\r\n"


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    """A small application behind the program's own protocol."""
    app = FastAPI()
    app.add_api_route("/", lambda: "well")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, http=Hasty, log_level="warning"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield listener.getsockname()
        server.should_exit = True
        thread.join(5)
    assert header_timeout._Held.total == 0, "every byte that was counted is counted back"


def answer_to(address: tuple[str, int], sent: bytes) -> bytes:
    """The first line of the answer."""
    with socket.create_connection(address, timeout=10) as client:
        client.sendall(sent)
        return client.recv(65536).partition(b"\r\n")[0]


LARGE = b"a" * (MOST_HEADER_BYTES + 1)
TOO_MUCH = {
    "a header": START + b"X: " + LARGE + b"\r\n\r\n",
    "a header without an end": START + b"X: " + LARGE * 3,
    "many headers": START + b"X: 1\r\n" * 20_000 + b"\r\n",
    "many headers without an end": START + b"X: 1\r\n" * 20_000,
    "an address": b"GET /?" + LARGE + b" HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("sent", TOO_MUCH.values(), ids=TOO_MUCH)
def test_headers_over_64_kb_are_refused_and_the_connection_is_closed(
    address: tuple[str, int], sent: bytes
) -> None:
    with socket.create_connection(address, timeout=10) as client:
        client.sendall(sent)
        answer = b"".join(iter(lambda: client.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
    assert answer.endswith(b"The headers of this request are too large: send at most 64 kB.\n")
    assert answer_to(address, START + b"\r\n") == b"HTTP/1.1 200 OK"


def test_headers_below_64_kb_and_a_large_body_are_none_of_it(address: tuple[str, int]) -> None:
    assert answer_to(address, START + b"X: " + LARGE[:-200] + b"\r\n\r\n") == b"HTTP/1.1 200 OK"
    post = START.replace(b"GET", b"POST") + b"Content-Length: 300000\r\n\r\n"
    assert answer_to(address, post + b"a" * 300_000).startswith(b"HTTP/1.1 405")
    with socket.create_connection(address, timeout=10) as client:
        for _ in range(40):  # a kept connection counts each request for itself
            client.sendall(START + b"X: " + LARGE[:4000] + b"\r\n\r\n")
            assert client.recv(65536).startswith(b"HTTP/1.1 200")


def test_when_headers_of_all_are_too_much_ordinary_requests_go_on(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(header_timeout, "MOST_BYTES_OF_ALL", 10 * 60_000)
    held = []
    for _ in range(10):
        client = socket.create_connection(address, timeout=10)
        client.sendall(START + b"X: " + b"a" * 60_000)
        held.append(client)
    while header_timeout._Held.total < 500_000:
        time.sleep(0.01)
    time.sleep(0.1)
    assert answer_to(address, START + b"X: " + b"a" * 60_000).startswith(b"HTTP/1.1 431")
    assert answer_to(address, START + b"X: " + b"a" * 2000 + b"\r\n\r\n") == b"HTTP/1.1 200 OK"
    for client in held:
        client.close()
    while header_timeout._Held.total:
        time.sleep(0.01)
    assert answer_to(address, START + b"X: " + b"a" * 60_000 + b"\r\n\r\n") == b"HTTP/1.1 200 OK"


def resident(server: Server) -> int:
    """The bytes of memory the server's process takes."""
    assert server.process is not None
    return int(psutil.Process(server.process.pid).memory_info().rss)


def open_connection(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def send(client: socket.socket, parts: Iterator[bytes]) -> int:
    """Send until the other side has enough; returns the bytes that went."""
    sent = 0
    try:
        for part in parts:
            client.sendall(part)
            sent += len(part)
    except OSError:
        pass
    return sent


@pytest.mark.slow
def test_a_hundred_megabytes_of_headers_or_uploads_of_nobody_leave_the_memory_as_it_is(
    server: Server,
) -> None:
    with closing(open_connection(server)) as client:  # what a first request loads is no growth
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        while client.recv(65536):
            pass
    before = resident(server)
    clients = [open_connection(server) for _ in range(200)]
    large = b"GET /%d HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 500_000
    assert sum(send(client, iter([large])) for client in clients) > 90 * MB
    query = b"GET /t?code=%b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for number in range(1000):
        with closing(open_connection(server)) as client:
            client.sendall(query % (str(number).encode() + b"b" * 60_000))
            assert client.recv(100).startswith(b"HTTP/1.1 414")
    assert resident(server) - before < 30 * MB
    for client in clients:
        client.close()
    head = f"POST {ARCHIVE_PATH} HTTP/1.1\r\nHost: x\r\nContent-Length: {64 * MB}\r\n"
    most, uploads = before, []
    for _ in range(10):
        client = open_connection(server)
        client.sendall(f"{head}Content-Type: application/json\r\n\r\n".encode())
        uploads.append(client)
    for client in uploads:
        thread = threading.Thread(target=send, args=(client, (b"{" * MB for _ in range(64))), daemon=True)
        thread.start()
        assert client.recv(100).startswith(b"HTTP/1.1 401")
        most = max(most, resident(server))
    assert most - before < 30 * MB
    for client in uploads:
        client.close()


def test_who_sends_an_archive_is_asked_before_it_is_read(event: Event) -> None:
    async def asked(**headers: str) -> tuple[int, int]:
        """The status of the answer, and how many parts of the body were asked for."""
        parts, status = 0, 0

        async def receive() -> dict[str, Any]:
            nonlocal parts
            parts += 1
            return {"type": "http.request", "body": b"{", "more_body": parts < 3}

        async def send(message: dict[str, Any]) -> None:
            nonlocal status
            status = message.get("status", status)

        names = {"host": "testserver", "content-type": "application/json", **headers}
        scope = {
            "type": "http",
            "method": "POST",
            "path": ARCHIVE_PATH,
            "raw_path": ARCHIVE_PATH.encode(),
            "root_path": "",
            "query_string": b"",
            "scheme": "http",
            "http_version": "1.1",
            "client": ("192.0.2.1", 1),
            "server": ("testserver", 80),
            "headers": [(name.encode(), value.encode()) for name, value in names.items()],
        }
        await event.http.app(scope, receive, send)
        return status, parts

    assert event.http.portal is not None

    def ask(**headers: str) -> tuple[int, int]:
        return event.http.portal.call(lambda: asked(**headers))  # type: ignore[union-attr]

    player = event.tokens[event.player("Ada")]
    assert ask() == (401, 0)
    assert ask(**bearer("wrong")) == (401, 0)
    assert ask(**bearer(player)) == (401, 0)
    assert ask(**{**bearer(player), "idempotency-key": "k"}) == (401, 0)
    assert ask(**bearer(event.token)) == (422, 3)


def test_one_archive_of_an_account_at_a_time(event: Event) -> None:
    uploads = event.http.app.state.uploads  # type: ignore[attr-defined]

    def send_one() -> Any:
        return event.http.post(ARCHIVE_PATH, content=b"{}", headers=bearer(event.token))

    for others in ({1}, {7, 8, 9, 10}):
        uploads.sending.update(others)
        refused = send_one()
        assert refused.status_code == 429 and refused.json()["code"] == "import-running"
        assert refused.json()["detail"] == "Another archive is being imported: try again when that is done."
        uploads.sending.clear()
    assert send_one().status_code == 422
    assert send_one().status_code == 422 and uploads.sending == set(), "a passing cause leaves nothing behind"


def test_an_archive_goes_through_a_file(event: Event) -> None:
    archive = event.http.get(f"{event.path}/export/archive.json", headers=bearer(event.token)).text
    padded = archive.replace('"version"', " " * (3 * MB) + '"version"', 1)
    made = event.http.post(ARCHIVE_PATH, content=padded.encode(), headers=bearer(event.token))
    assert made.status_code == 201 and made.json()["archived_code"] == event.code


def test_the_proxy_lets_in_what_the_program_takes(root: Path) -> None:
    caddyfile = (root / "deploy/Caddyfile").read_text()
    limits = dict(re.findall(r"request_body @(\w+) \{\s*max_size (\d+)MiB\s*\}", caddyfile))
    matchers = dict(re.findall(r"^\t@(\w+) ((?:not )?path .+)$", caddyfile, re.M))
    assert matchers == {"archive": f"path {ARCHIVE_PATH}", "others": f"not path {ARCHIVE_PATH}"}
    assert {name: int(size) * MB for name, size in limits.items()} == {
        "archive": MOST_ARCHIVE_BYTES,
        "others": MOST_BODY_BYTES,
    }
    assert LARGEST_ARCHIVE == MOST_ARCHIVE_BYTES


@pytest.fixture
def root() -> Path:
    return Path(__file__).resolve().parents[2]


HOSTS = {
    "a" * 253: 200,
    "netrunner.example:8000": 200,
    "192.168.1.20:8000": 200,
    "[fe80::1]:8000": 200,
    "a" * 3000: 400,
    "a b": 400,
    "x/../y": 400,
    "evil.example\\@x": 400,
    "x:port": 400,
    "<script>": 400,
}


@pytest.mark.parametrize(("host", "status"), HOSTS.items(), ids=[host[:20] for host in HOSTS])
@pytest.mark.parametrize("path", ["/", "/t/{code}/wall", "/api/v1/tournaments/{code}"])
def test_a_host_is_a_name_or_an_address(event: Event, path: str, host: str, status: int) -> None:
    answer = event.http.get(path.format(code=event.code), headers={"host": host})
    assert answer.status_code == status
    if status == 400:
        assert "The Host of this request is no name or address: open the page by its usual" in answer.text
        assert host not in answer.text


def test_a_query_is_bounded(event: Event) -> None:
    fits = "a" * (LONGEST_QUERY - len("x="))
    assert event.http.get(f"/t/{event.code}?x={fits}").status_code == 200
    for path in (f"/t/{event.code}", event.path):
        refused = event.http.get(f"{path}?x={fits}b")
        assert refused.status_code == 414 and "longer than 2048 bytes: send less." in refused.text


def test_what_is_kept_of_an_address_has_one_size(event: Event) -> None:
    for number in range(5):
        event.http.get(f"/t/{event.code}?x={number}{'a' * 2000}", headers={"cookie": ""})
    memory = _public_memory(event.http)
    assert len(memory._places) == 5
    assert max(len(repr(name)) for name in memory._places) < 250


def _public_memory(http: TestClient) -> Any:
    layer: Any = http.app.middleware_stack  # type: ignore[attr-defined]
    while not hasattr(layer, "_places"):
        layer = layer.app
    return layer


def test_head_answers_as_get_without_a_body(event: Event) -> None:
    for path in (f"/t/{event.code}", event.path, "/", "/static/app.css", "/favicon.ico", "/healthz"):
        got, head = event.http.get(path), event.http.head(path)
        assert (head.status_code, head.content) == (200, b""), path
        for name in ("content-type", "content-length", "cache-control", "etag"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)
    assert event.http.head("/t/ZZZZZ").status_code == 404
    assert event.http.head(f"{event.path}/rounds/7").status_code == 404
    assert event.http.head("/api/v1/decks/check").status_code == 405


def test_head_of_an_event_stream_ends(event: Event) -> None:
    answer = event.http.head(f"{event.path}/live")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/event-stream")
    assert event.http.app.state.context.hub.count() == 0  # type: ignore[attr-defined]
