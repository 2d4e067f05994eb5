"""A process with few descriptors takes few phones, tells the others so, and is well when they have left."""

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from app.commands.doctor import room_for_phones
from app.web.server.capacity import RESERVED, Capacity
from app.web.server.connections import SENTENCE, Connection, Connections
from app.web.streams import STREAMS_PER_ACCOUNT, STREAMS_PER_PLAYER, stream_limits
from tests.servers import Server, free_port

DESCRIPTORS = 256
PHONES = 300
PLAYER = {"corp_identity": "NBN: Making News", "runner_identity": "Gabriel Santiago"}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that may open 256 files."""
    server = Server(tmp_path_factory.mktemp("small"), free_port(), descriptors=DESCRIPTORS)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def hall(small: Server) -> tuple[str, dict[str, str]]:
    """The path of an event, and the headers of its organizer."""
    small.sign_in_link("Olga")
    headers = {"authorization": f"Bearer {small.run('token', 'create', 'Olga').strip()}"}
    settings = {"name": "Small", "date": "2018-02-15", "deck_policy": "none"}
    made = httpx.post(f"{small.url}/api/v1/tournaments", json=settings, headers=headers)
    return f"/api/v1/tournaments/{made.json()['code']}", headers


@contextmanager
def phones(server: Server, number: int, request: str) -> Iterator[list[socket.socket]]:
    """So many connections that each have sent this much of a request."""
    with ExitStack() as opened:
        found = []
        for _ in range(number):
            phone = opened.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            phone.sendall(request.replace("\n", "\r\n").encode())
            found.append(phone)
        yield found


def head_of(phone: socket.socket) -> str:
    """The head of the answer; fails if the connection was reset or closed without one."""
    received = b""
    while b"\r\n\r\n" not in received:
        part = phone.recv(4096)
        assert part, f"closed without an answer: {received!r}"
        received += part
    return received.partition(b"\r\n\r\n")[0].decode().lower()


def joins(server: Server, path: str, name: str) -> Any:
    """Somebody joins, as a phone does it: when it is told to try again, it does."""
    for _ in range(20):
        answer = httpx.post(f"{server.url}{path}/players", json={"name": name, **PLAYER})
        if answer.status_code != 503:
            return answer
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("too-many-connections", "5")
        assert answer.json()["detail"] == SENTENCE
        time.sleep(0.5)
    raise AssertionError("refused for ten seconds")


def open_files(server: Server) -> int:
    assert server.process is not None
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def test_three_hundred_streams_at_256_descriptors(small: Server, hall: tuple[str, dict[str, str]]) -> None:
    path, _ = hall
    before = open_files(small)
    with phones(small, PHONES, f"GET {path}/live?topics=event HTTP/1.1\nhost: x\n\n") as all_of_them:
        heads = [head_of(each) for each in all_of_them]
        statuses = [head.split()[1] for head in heads]
        capacity = Capacity.of(DESCRIPTORS)
        assert statuses.count("200") == capacity.streams_of_strangers_per_address
        assert set(statuses) <= {"200", "429", "503"}
        assert all(
            "retry-after: 5" in head for head, status in zip(heads, statuses, strict=True) if status == "503"
        )
        assert open_files(small) < DESCRIPTORS - 20
        # Commands, pages and probes are answered amid all of them.
        assert joins(small, path, "Amid").status_code == 201
        assert httpx.get(f"{small.url}/readyz").status_code == 200
    assert joins(small, path, "After").status_code == 201
    names = [each["name"] for each in httpx.get(f"{small.url}{path}/players").json()]
    assert sorted(names) == ["After", "Amid"]
    assert "Traceback" not in small.log and "The disk" not in small.log
    wait_for(lambda: open_files(small) < before + 30)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline, "it did not happen within 20 s"
        time.sleep(0.1)


def test_three_hundred_that_hold_their_places_refuse_others_politely_until_they_leave(
    small: Server, hall: tuple[str, dict[str, str]]
) -> None:
    path, _ = hall
    with phones(small, PHONES, "GET / HTTP/1.1\nhost: x\n") as all_of_them:
        time.sleep(0.5)
        assert open_files(small) < DESCRIPTORS - 20
        refused = httpx.get(f"{small.url}{path}/players")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert SENTENCE in refused.text
        for each in all_of_them:
            each.close()
    assert joins(small, path, "Last").status_code == 201
    assert httpx.get(f"{small.url}/readyz").status_code == 200
    assert "Traceback" not in small.log and "Too many open files" not in small.log


class Quiet(Connection):
    """A connection that only knows whether it was told to make room."""

    def __init__(self) -> None:
        self.closed = False

    def close_idle(self) -> None:
        self.closed = True


def test_the_connection_that_is_idle_for_longest_makes_room() -> None:
    places = Connections(Capacity.of(0))
    most = places.capacity.connections
    taken = [Quiet() for _ in range(most)]
    assert all(places.enter(each, f"10.0.0.{number}") for number, each in enumerate(taken))
    assert not places.enter(Quiet(), "10.0.1.1")
    places.idle(taken[3])
    places.idle(taken[1])
    places.busy(taken[3])
    places.idle(taken[3])
    assert places.enter(Quiet(), "10.0.1.1")
    assert [each.closed for each in taken].count(True) == 1 and taken[1].closed
    places.leave(taken[0])
    assert places.enter(Quiet(), "10.0.1.2")
    assert not taken[3].closed


def test_one_address_never_gets_all_places() -> None:
    places = Connections(Capacity.of(0))
    served = [places.enter(Quiet(), "10.0.0.1") for _ in range(50)]
    assert served.count(True) == places.capacity.connections_per_address < places.capacity.connections
    places_of_one = [Quiet() for _ in range(places.capacity.connections_per_address)]
    assert not any(places.enter(each, "10.0.0.1") for each in places_of_one)
    assert places.enter(Quiet(), "10.0.0.2")


def test_an_address_that_has_its_share_makes_room_among_its_own() -> None:
    places = Connections(Capacity.of(0))
    other = Quiet()
    places.enter(other, "10.0.0.2")
    places.idle(other)
    mine = [Quiet() for _ in range(places.capacity.connections_per_address)]
    assert all(places.enter(each, "10.0.0.1") for each in mine)
    places.idle(mine[5])
    assert places.enter(Quiet(), "10.0.0.1")
    assert mine[5].closed and not other.closed


@pytest.mark.parametrize("descriptors", [128, 256, 512, 1024, 4096, 65_536, 1_048_576])
def test_there_are_fewer_streams_than_connections_than_descriptors(descriptors: int) -> None:
    found = Capacity.of(descriptors)
    assert found.connections + 3 * found.lobby + RESERVED <= max(descriptors, 128)
    assert found.connections > found.connections_per_address > found.streams_per_address
    assert found.connections > found.streams > found.streams_per_address
    assert found.streams_per_address > found.streams_of_strangers_per_address > 0


def test_the_largest_event_may_share_an_address() -> None:
    """Two thousand phones behind the router of a hall, with the desk and the walls."""
    assert Capacity.of(20_000).streams_per_address >= 2000 + 50


def test_a_stream_counts_for_all_its_address_and_who_opened_it() -> None:
    capacity = Capacity.of(1024)
    shared = {"all": capacity.streams, "address/10.0.0.7": capacity.streams_per_address}
    assert stream_limits(capacity, "10.0.0.7", 17, None) == {**shared, "player/17": STREAMS_PER_PLAYER}
    assert stream_limits(capacity, "10.0.0.7", None, 3) == {**shared, "account/3": STREAMS_PER_ACCOUNT}
    strangers = capacity.streams_of_strangers_per_address
    assert stream_limits(capacity, "10.0.0.7", None, None) == {**shared, "strangers/10.0.0.7": strangers}


def test_the_limit_is_raised_as_far_as_the_system_allows() -> None:
    program = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (128, 200));"
        "from app.web.server.capacity import Capacity, descriptors, obtainable_descriptors, raise_limit;"
        "before = obtainable_descriptors(); raise_limit(); print(before, descriptors())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["200", "200"]
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[1] != 200


def test_doctor_tells_how_many_connections_there_may_be() -> None:
    [few], [enough] = room_for_phones(599), room_for_phones(600)
    assert (few.level, few.part) == ("warn", "connections")
    assert (
        few.sentence
        == "599 at once are few for a full hall: raise the limit of open files (ulimit -Hn 4096)."
    )
    assert (enough.level, enough.sentence) == ("ok", "600 at once")
