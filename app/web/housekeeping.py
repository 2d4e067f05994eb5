"""The background jobs: erasing names whose retention time is over, and telling that announcements ended.

Names are looked for when the program starts, then once an hour, and at once after somebody was erased by
hand; announcements that ended by themselves every few seconds.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from app.services.event.announcements import tell_ends
from app.services.kernel.installation import Installation
from app.services.people.forgetting import forget_in_files
from app.services.people.retention import erase_expired
from app.storage.background import Background
from app.storage.failures import DatabaseError

EVERY_SECONDS = 3600.0
ENDS_EVERY_SECONDS = 5.0
LOOKED_AFTER = frozenset({"erase_player"})

log = logging.getLogger(__name__)


class Housekeeping(Background):
    """What is not done at the end is done after the next start."""

    def __init__(self, installation: Callable[[], Installation], data_dir: Path, now: Callable[[], datetime]):
        super().__init__("housekeeping", self._look, every=EVERY_SECONDS)
        self._installation = installation
        self._data_dir = data_dir
        self._now = now

    def _look(self) -> None:
        installation = self._installation()
        try:
            erase_expired(installation, self._now())
            forget_in_files(installation.database, self._data_dir, lambda: not self.stopping)
        except DatabaseError as error:
            # A database that is restarted says so in a sentence; it looks again when that is over.
            log.warning("Names that were erased may still be in files: %s", error)
        except Exception:
            # It looks again; the event goes on.
            log.exception("Names that were erased may still be in files")


class AnnouncementEnds(Background):
    """Tells phones and screens that an announcement is over when its minutes are."""

    def __init__(self, installation: Callable[[], Installation], now: Callable[[], datetime]):
        super().__init__("announcement ends", self._look, every=ENDS_EVERY_SECONDS)
        self._installation = installation
        self._now = now
        self._told_until = now()

    def _look(self) -> None:
        until = self._now()
        try:
            tell_ends(self._installation(), self._told_until, until)
        except DatabaseError as error:
            log.warning("The end of an announcement was not told: %s", error)
        except Exception:
            # It looks again; until then pages show the announcement a little longer.
            log.exception("The end of an announcement was not told")
        else:
            self._told_until = until
