"""Pieces of pages that are drawn once for each value and language, and put into every page after.

A grid of 256 tables shows 255 as before when one of them changed. The services keep the view of each table as
long as nothing changed it (services/event/questions.py), so the very same object means the very same piece.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from markupsafe import Markup

from app.words.reader import language

MOST_PIECES = 20_000  # each about a kilobyte with what it was drawn from


class Drawn:
    """The pieces one process keeps, the longest unused ones dropped first; for use by many threads."""

    def __init__(self, most: int = MOST_PIECES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, tuple[object, Markup]] = OrderedDict()

    def of(self, place: Hashable, value: object, draw: Callable[[], Markup]) -> Markup:
        """What was drawn at a place of this very value in the reader's language, else what `draw` makes."""
        key = (place, language())
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        if found is not None and found[0] is value:
            return found[1]
        drawn = draw()
        with self._lock:
            self._kept[key] = (value, drawn)
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return drawn
