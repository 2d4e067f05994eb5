"""How long one command may wait in all: for its turn, for the right to write, and for other processes.

The one who opens the request sets the deadline; `write_session` waits no longer than what is left of it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Deadline:
    """So many seconds from `start`, at the latest from the first question what is left."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends_at: float | None = None

    def start(self) -> None:
        """Begin to count, unless it counts already."""
        if self._ends_at is None:
            self._ends_at = time.monotonic() + self._seconds

    def left(self) -> float:
        """The seconds that are left, 0 when it is over."""
        self.start()
        assert self._ends_at is not None
        return max(0.0, self._ends_at - time.monotonic())


_present: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextmanager
def limited_to(deadline: Deadline) -> Iterator[None]:
    """Within the block, and in threads started from it, commands wait until `deadline` at most."""
    before = _present.set(deadline)
    try:
        yield
    finally:
        _present.reset(before)


def seconds_left(most: float) -> float:
    """How long may still be waited: `most`, or what is left of the deadline if that is less."""
    deadline = _present.get()
    return most if deadline is None else min(most, deadline.left())
