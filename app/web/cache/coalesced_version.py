"""Request coalescing: concurrent requests for a tournament's version share one database query.

The version a request gets was read after it asked, so nobody sees less than what was acknowledged to them
before. While one query is running, requests that come later share the next one.
"""

import asyncio

from anyio import to_thread

from app.storage.database import Database
from app.web.cache.response_cache import Published, Stamp


class Stamps:
    """The stamps of tournaments for the requests of one event loop."""

    def __init__(self, published: Published, database: Database) -> None:
        self._published = published
        self._database = database
        self._asking: dict[int, asyncio.Task[Stamp]] = {}
        self._waiting: dict[int, asyncio.Task[Stamp]] = {}

    async def present(self, tournament_id: int) -> Stamp:
        """The stamp as it is now or later; raises Refused (404), DatabaseError."""
        waiting = self._waiting.get(tournament_id)
        if waiting is None:
            asking = self._asking.get(tournament_id)
            waiting = asyncio.create_task(self._ask(tournament_id, asking))
            if asking is None:
                self._asking[tournament_id] = waiting
            else:
                self._waiting[tournament_id] = waiting
        # One who hangs up must not end the question of the others.
        return await asyncio.shield(waiting)

    async def _ask(self, tournament_id: int, before: asyncio.Task[Stamp] | None) -> Stamp:
        if before is not None:
            await asyncio.wait([before])
            # From here on it is too late to join this question: it may be read before somebody asks.
            self._asking[tournament_id] = self._waiting.pop(tournament_id)
        try:
            return await to_thread.run_sync(self._published.stamp, self._database, tournament_id)
        finally:
            if self._asking.get(tournament_id) is asyncio.current_task():
                del self._asking[tournament_id]
