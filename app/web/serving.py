"""Serves the app so that it stops at once: event streams never end by themselves, and uvicorn waits for them.

uvicorn stops in this order: accept nobody new, wait for open connections, then the end of the lifespan. An
app that closes its streams at the end of its lifespan is therefore never asked to, so `LiveServer` closes the
hub first. It finds the hub in the lifespan's state: `yield {"hub": hub}`.
"""

import contextlib
import gc
import socket
import threading

import uvicorn

from app.live.hub import Hub

# A phone that left the hall without a word is noticed when a beat was not acknowledged for so long.
SILENT_PHONE_MILLISECONDS = 45_000


class LiveServer(uvicorn.Server):
    """A uvicorn server that ends all event streams when it begins to stop, whatever made it stop."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen; connections made through this server notice phones that went silent."""
        await super().startup(sockets)
        if threading.current_thread() is threading.main_thread():
            # What was loaded stays for good; looking through it again and again would make bids wait.
            gc.collect()
            gc.freeze()
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
