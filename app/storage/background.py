"""A background thread that runs a task on request; requests that come meanwhile are served by one run."""

import threading
from collections.abc import Callable


class Background:
    """`start()` once, `stop()` at the end; `soon()` at any time, from any thread, and it returns at once."""

    def __init__(
        self, name: str, work: Callable[[], object], *, every: float | None = None, finishes: bool = False
    ) -> None:
        """`work` must not raise. With `every` it is done at the start and again after so many seconds;
        with `finishes` the work still wished for at the end is done before it ends.
        """
        self._name = name
        self._work = work
        self._every = every
        self._finishes = finishes
        self._wishes = threading.Condition()
        self._wanted = False
        self.stopping = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to wait for wishes."""
        self._wanted, self.stopping = self._wanted or self._every is not None, False
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def soon(self) -> None:
        """Wish for the work to be done."""
        with self._wishes:
            self._wanted = True
            self._wishes.notify()

    def stop(self) -> None:
        """End, and wait for it."""
        with self._wishes:
            self.stopping = True
            self._wishes.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wishes:
                self._wishes.wait_for(lambda: self._wanted or self.stopping, self._every)
                if self.stopping and not (self._finishes and self._wanted):
                    return
                self._wanted = False
            self._work()
