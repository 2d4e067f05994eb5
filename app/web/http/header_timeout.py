"""What a request's headers may take: 20 seconds, 64 kB for one request, and a share for all of them together.

uvicorn itself would wait for ever and keep any number of bytes. The time runs from the connection's first
moment, and from the first byte of each later request, until the headers are complete. The headers of a
request stay in memory until it is answered, which for an event stream is an hour: so those of all
connections are counted, and when they are too many, requests with long ones are refused and ordinary ones are
not. Bodies have limits of their own (security.BodyLimit), idle connections uvicorn's.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADERS_SECONDS = 20.0
LINGER_SECONDS = 2.0
MOST_HEADER_BYTES = 64 * 1024
ORDINARY_HEADER_BYTES = 8 * 1024  # browsers send 1 to 2 kB
LINE_BYTES = 32  # what each header takes besides its letters, as RFC 9113 counts it
MOST_BYTES_OF_ALL = 16 * 1024 * 1024

_TOO_LARGE = b"The headers of this request are too large: send at most 64 kB.\n"
_ANSWER = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: text/plain; charset=utf-8\r\n"
    b"content-length: " + str(len(_TOO_LARGE)).encode() + b"\r\n"
    b"connection: close\r\n\r\n" + _TOO_LARGE
)


class _Held:
    """The bytes of headers that all connections of this process hold."""

    total = 0


class Hasty(HttpToolsProtocol):
    """uvicorn's protocol with a time and a size for the headers."""

    _patience: asyncio.TimerHandle | None = None
    _reading = False  # between the first byte of a request and the end of its headers
    _refused = False
    _bytes = 0  # of the request that is read or answered

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_headers()

    def data_received(self, data: bytes) -> None:
        """Read on, as long as the headers are not too large; the parser keeps what is not complete."""
        if self._refused:
            return
        super().data_received(data)
        if self._reading:
            # What came before this request in the same part is counted with it; only a client that sends
            # requests without waiting for answers can have that.
            self._count(len(data))

    def on_message_begin(self) -> None:
        """A request begins; on a kept connection the waiting begins anew."""
        super().on_message_begin()
        self._reading = True
        self._count(-self._bytes)
        if self._patience is None:
            self._wait_for_headers()

    def on_headers_complete(self) -> None:
        """The request is known; one with too much is not begun."""
        self._stop_waiting()
        self._reading = False
        lines = sum(len(name) + len(value) + LINE_BYTES for name, value in self.headers)
        whole = len(self.url) + lines
        self._count(whole - self._bytes)
        if not self._refused:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Part of a body; of a refused request nothing is kept."""
        if not self._refused:
            super().on_body(body)

    def on_message_complete(self) -> None:
        """The request is complete, if it was begun."""
        if not self._refused:
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request is answered, and its headers are let go."""
        if not self._reading:
            self._count(-self._bytes)
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._stop_waiting()
        self._count(-self._bytes)
        super().connection_lost(exc)

    def _count(self, more: int) -> None:
        """Count bytes of headers, and refuse the request when they are too many."""
        self._bytes += more
        _Held.total += more
        crowded = _Held.total > MOST_BYTES_OF_ALL and self._bytes > ORDINARY_HEADER_BYTES
        if not self._refused and (self._bytes > MOST_HEADER_BYTES or crowded):
            self._refuse()

    def _refuse(self) -> None:
        """Say 431 and close. What is still on its way is read for a moment: a reset would eat the answer."""
        self._count(-self._bytes)
        self.headers, self.url, self.scope = [], b"", {}  # type: ignore[typeddict-item]
        self.parser = None  # type: ignore[assignment]  # with what it had read
        self.end_with(_ANSWER if self.cycle is None or self.cycle.response_complete else b"")

    def end_with(self, answer: bytes) -> None:
        """Say this, read nothing more that comes, and close in a moment."""
        self._refused = True
        self._stop_waiting()
        if answer:
            self.transport.write(answer)
            if self.transport.can_write_eof():
                self.transport.write_eof()
        self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def _wait_for_headers(self) -> None:
        self._patience = self.loop.call_later(HEADERS_SECONDS, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
