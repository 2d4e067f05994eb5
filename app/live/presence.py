"""When each player's phone last sent a request, so that a page can say that a phone is offline.

Kept by one process and only in memory: after a restart nothing is claimed until a phone was heard again.
"""

import threading
from datetime import datetime, timedelta

SILENT_AFTER = timedelta(minutes=1)


class Presence:
    """The moments at which players' pages last asked for something; may be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._heard: dict[int, datetime] = {}
        self._since: datetime | None = None

    def hear(self, player_id: int, now: datetime) -> None:
        """A page of this player asks at this moment."""
        with self._lock:
            self._heard[player_id] = now
            self._since = self._since or now

    def silent_since(self, player_id: int, now: datetime) -> datetime | None:
        """When the phone was last heard, if that is a minute ago; None for one never heard of here."""
        with self._lock:
            last = self._heard.get(player_id)
        return last if last is not None and now - last >= SILENT_AFTER else None

    def is_there(self, player_id: int, now: datetime) -> bool | None:
        """Whether the phone was heard within a minute; None while too little was heard of any to tell."""
        with self._lock:
            last = self._heard.get(player_id)
            since = last or self._since
        if since is None or now - since < SILENT_AFTER:
            return True if last is not None else None
        return False
