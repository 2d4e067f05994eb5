"""A connection that does not say what it wants within seconds is closed: uvicorn itself would wait for ever.

The time runs from the connection's first moment, and from the first byte of each later request, until the
headers are complete. Bodies have times of their own (security.BodyLimit), idle connections uvicorn's.
"""

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEADERS_SECONDS = 20.0


class Hasty(HttpToolsProtocol):
    """uvicorn's protocol with a time for the headers."""

    _patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._wait_for_headers()

    def on_message_begin(self) -> None:
        """A request begins; on a kept connection the waiting begins anew."""
        super().on_message_begin()
        if self._patience is None:
            self._wait_for_headers()

    def on_headers_complete(self) -> None:
        """The request is known."""
        self._stop_waiting()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_headers(self) -> None:
        self._patience = self.loop.call_later(HEADERS_SECONDS, self._lose_patience)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
