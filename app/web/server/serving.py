"""Serves the app so that it stops at once: event streams never end by themselves, and uvicorn waits for them.

uvicorn stops in this order: accept nobody new, wait for open connections, then the end of the lifespan. An
app that closes its streams at the end of its lifespan is therefore never asked to, so `LiveServer` closes the
hub first. Behind a proxy it drains before that: told to end by SIGTERM, it still accepts and answers for some
seconds, in which `/readyz` says no, so that the proxy sends nothing new when it closes. What it needs of the
app it finds in the lifespan's state: `yield {"hub": hub, "leaving": event}`.
"""

import contextlib
import gc
import signal
import socket
import threading
import time
from types import FrameType

import uvicorn

from app.live.hub import Hub

# A phone that left the hall without a word is noticed when a beat was not acknowledged for so long.
SILENT_PHONE_MILLISECONDS = 45_000


class LiveServer(uvicorn.Server):
    """A uvicorn server that ends all event streams when it begins to stop, whatever made it stop.

    `drain_seconds` is the time from SIGTERM to that; a second signal ends it, and Ctrl-C takes none.
    """

    def __init__(self, config: uvicorn.Config, drain_seconds: float = 0.0) -> None:
        super().__init__(config)
        self._drain_seconds = drain_seconds
        self._closes_at: float | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to drain, or end."""
        leaving = self.lifespan.state.get("leaving")
        waits = sig == signal.SIGTERM and self._drain_seconds > 0 and self._closes_at is None
        if not waits or not isinstance(leaving, threading.Event) or self.should_exit:
            super().handle_exit(sig, frame)
            return
        self._captured_signals.append(sig)  # uvicorn raises it again at the very end
        leaving.set()
        self._closes_at = time.monotonic() + self._drain_seconds

    async def on_tick(self, counter: int) -> bool:
        """Asked ten times a second whether to end."""
        if self._closes_at is not None and time.monotonic() >= self._closes_at:
            self.should_exit = True
        return await super().on_tick(counter)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen; connections made through this server notice phones that went silent."""
        await super().startup(sockets)
        if threading.current_thread() is threading.main_thread():
            # What was loaded stays for good; looking through it again and again would make bids wait.
            gc.collect()
            gc.freeze()
        gc.enable()
        option = getattr(socket, "TCP_USER_TIMEOUT", None)
        if option is None:
            return
        for listener in (each for server in getattr(self, "servers", ()) for each in server.sockets):
            # Accepted connections inherit it. Other systems and Unix sockets do without.
            with contextlib.suppress(OSError, AttributeError):
                listener.setsockopt(socket.IPPROTO_TCP, option, SILENT_PHONE_MILLISECONDS)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the hub, then stop as uvicorn does."""
        hub = self.lifespan.state.get("hub")
        if isinstance(hub, Hub):
            hub.close()
        await super().shutdown(sockets)
