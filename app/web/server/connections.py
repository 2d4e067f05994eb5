"""Accepts connections up to the limit, and refuses the others with 503 and Retry-After.

When all places are taken, a connection that waits idly for a next request makes room: its browser opens
another one when it needs it. When nobody is idle, or one address has too many, the new connection is answered
503 with a time to wait, and closed.
"""

import asyncio
from collections import Counter

from starlette.types import Receive, Scope, Send

from app.sentences import message
from app.services.kernel.errors import Kind, Refused
from app.web.http.errors import refusal_response
from app.web.http.header_timeout import Hasty
from app.web.http.rate_limits import address_of
from app.web.http.unread_body import UnreadBody
from app.web.server.capacity import Capacity

LOBBY_SECONDS = 5.0
RETRY_SECONDS = 5
SENTENCE = message("Too many phones and browsers are connected at this moment. Try again in a few seconds.")
_AT_THE_DOOR = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"retry-after: %d\r\ncache-control: no-store\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s"
) % (RETRY_SECONDS, len(SENTENCE), SENTENCE.encode())


class Connections:
    """The places of one process. It is used in the event loop only."""

    def __init__(self, capacity: Capacity) -> None:
        self.capacity = capacity
        self._served: dict[Connection, str] = {}
        self._by_address: Counter[str] = Counter()
        self._idle: dict[Connection, None] = {}  # the one that became idle first comes first
        self._lobby: set[Connection] = set()
        self._door: set[Connection] = set()

    def enter(self, connection: "Connection", address: str) -> bool:
        """Give a new connection a place if there is one, or can be; whether it got one."""
        if self._by_address[address] >= self.capacity.connections_per_address:
            self._make_room(address)
        if len(self._served) >= self.capacity.connections:
            self._make_room()
        if (
            len(self._served) >= self.capacity.connections
            or self._by_address[address] >= self.capacity.connections_per_address
        ):
            return False
        self._served[connection] = address
        self._by_address[address] += 1
        return True

    def enter_lobby(self, connection: "Connection") -> bool:
        """Let a connection without a place say what it wants before it is refused; False if many do."""
        if len(self._lobby) >= self.capacity.lobby:
            return False
        self._lobby.add(connection)
        return True

    def enter_door(self, connection: "Connection") -> bool:
        """Let a refused connection stand for the moment in which it reads so; False if many do."""
        if len(self._door) >= self.capacity.lobby:
            return False
        self._door.add(connection)
        return True

    def leave(self, connection: "Connection") -> None:
        """The connection is closed, or about to be."""
        self._lobby.discard(connection)
        self._door.discard(connection)
        self._idle.pop(connection, None)
        address = self._served.pop(connection, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def idle(self, connection: "Connection") -> None:
        """The connection has its answer and waits for a next request."""
        if connection in self._served:
            self._idle[connection] = None

    def busy(self, connection: "Connection") -> None:
        """The connection asks for something."""
        self._idle.pop(connection, None)

    def _make_room(self, address: str | None = None) -> None:
        """Close the connection that is idle for longest, of this address if one is given."""
        mine = (each for each in self._idle if address in (None, self._served[each]))
        if (idle := next(mine, None)) is not None:
            self.leave(idle)
            idle.close_idle()


class Connection(Hasty):
    """One connection of a browser or phone; `places` is set by `protocol_for`."""

    places: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a place, or be refused."""
        super().connection_made(transport)
        address = address_of({"client": self.client})
        if self.places.enter(self, address):
            return
        if self.places.enter_lobby(self):
            self.app = UnreadBody(refuse)
            self.loop.call_later(LOBBY_SECONDS, transport.close)
        elif self.places.enter_door(self):
            self.end_with(_AT_THE_DOOR)
        else:
            transport.write(_AT_THE_DOOR)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back."""
        self.places.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A request, or a part of it."""
        self.places.busy(self)
        super().data_received(data)

    def on_response_complete(self) -> None:
        """An answer was sent."""
        super().on_response_complete()
        if self.timeout_keep_alive_task is not None:
            self.places.idle(self)

    def close_idle(self) -> None:
        """Make room for somebody else."""
        self._unset_keepalive_if_required()
        self.transport.close()


def protocol_for(capacity: Capacity) -> type[Connection]:
    """The protocol of a server with this capacity."""
    return type("Connection", (Connection,), {"places": Connections(capacity)})


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """The application for connections without a place."""
    refusal = Refused("too-many-connections", SENTENCE, Kind.UNAVAILABLE, retry_after_seconds=RETRY_SECONDS)
    answer = refusal_response(scope, refusal)
    answer.headers["connection"] = "close"
    answer.headers["cache-control"] = "no-store"
    await answer(scope, receive, send)
