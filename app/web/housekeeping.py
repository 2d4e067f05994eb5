"""What the program does by itself, in a thread of its own: names whose time is over go, from files as well.

It looks when the program starts, then once an hour, and at once after somebody was erased by hand.
"""

import logging
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from app.services.forgetting import forget_in_files
from app.services.installation import Installation
from app.services.retention import erase_expired

EVERY_SECONDS = 3600.0
LOOKED_AFTER = frozenset({"erase_player"})

log = logging.getLogger(__name__)


class Housekeeping:
    """`start()` once, `stop()` at the end; `soon()` at any time, from any thread."""

    def __init__(self, installation: Callable[[], Installation], data_dir: Path, now: Callable[[], datetime]):
        self._installation = installation
        self._data_dir = data_dir
        self._now = now
        self._wishes = threading.Condition()
        self._wanted = True
        self._stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look."""
        self._wanted, self._stopping = True, False
        self._thread = threading.Thread(target=self._work, name="housekeeping", daemon=True)
        self._thread.start()

    def soon(self) -> None:
        """Wish for a look; returns at once."""
        with self._wishes:
            self._wanted = True
            self._wishes.notify()

    def stop(self) -> None:
        """End; what is not done is done after the next start."""
        with self._wishes:
            self._stopping = True
            self._wishes.notify()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while True:
            with self._wishes:
                self._wishes.wait_for(lambda: self._wanted or self._stopping, EVERY_SECONDS)
                if self._stopping:
                    return
                self._wanted = False
            self._look()

    def _look(self) -> None:
        installation = self._installation()
        try:
            erase_expired(installation, self._now())
            forget_in_files(installation.database, self._data_dir, lambda: not self._stopping)
        except Exception:
            # It looks again; the event goes on.
            log.exception("Names that were erased may still be in files")
