"""The language each event is held in, for readers who chose none: asked of the database once in a while.

A change of it is seen within `KEPT`, in every process; until then pages come in the language of before.
"""

from datetime import datetime, timedelta

from app.services.event.tournaments import language_of
from app.services.kernel.installation import Installation
from app.words.languages import known

KEPT = timedelta(seconds=10)
MOST_EVENTS = 5000


class EventLanguages:
    """What one process knows of the events' languages; for use by many threads."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[str | None, datetime]] = {}

    def of(self, installation: Installation, tournament_id: int, now: datetime) -> str | None:
        """The event's language; None where it has none."""
        found = self._known.get(tournament_id)
        if found is None or not found[1] <= now < found[1] + KEPT:
            if len(self._known) >= MOST_EVENTS:
                self._known.clear()
            found = self._known[tournament_id] = (known(language_of(installation, tournament_id)), now)
        return found[0]
