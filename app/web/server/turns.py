"""Turns for work that must not be done all at once: the more urgent first, and nobody waits in vain.

Who would wait longer than is useful is told so at once, with the seconds after which it is worth asking
again, instead of being served when nobody waits for the answer any more.
"""

import asyncio
import heapq
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

# How much the last piece of work tells of how long the next ones will take.
LAST_COUNTS = 0.1
LONGEST_PAUSE = 30


@dataclass(frozen=True)
class Rank:
    """How urgent something is (0 first), and how many seconds its asker waits for a turn."""

    urgency: int
    patience: float


class TooBusy(Exception):
    """There will be no turn in time; `seconds` is when to ask again."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"no turn within reach: again in {seconds} s")
        self.seconds = seconds


@dataclass
class Turns:
    """At most `most` pieces of work at once on one event loop; `take` one and `give_back` it.

    With `foresees` who would wait too long is refused before waiting. `clock` gives seconds.
    """

    most: int
    foresees: bool = True
    clock: Callable[[], float] = time.monotonic
    # The seconds a piece of work takes, as of late.
    seconds_each: float = 0.0
    _busy: int = 0
    _waiting: list[tuple[int, int, asyncio.Future[None]]] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count)

    @property
    def is_free(self) -> bool:
        """Whether a turn would come at once."""
        return self._busy < self.most and not self._waiting

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return sum(not future.done() for _, _, future in self._waiting)

    async def take(self, rank: Rank) -> float:
        """Wait for a turn; the moment it began, for `give_back`. Raises TooBusy if it would come too late."""
        if self.is_free:
            self._busy += 1
            return self.clock()
        ahead = sum(urgency <= rank.urgency and not done.done() for urgency, _, done in self._waiting)
        if self.foresees and (ahead + 1) * self.seconds_each / self.most > rank.patience:
            raise TooBusy(self._pause())
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (rank.urgency, next(self._numbers), turn))
        try:
            async with asyncio.timeout(rank.patience):
                await turn
        except TimeoutError:
            self._return_unused(turn)
            raise TooBusy(self._pause()) from None
        except BaseException:
            self._return_unused(turn)
            raise
        return self.clock()

    def give_back(self, began: float) -> None:
        """End a turn; the most urgent who waits has it next."""
        self.seconds_each += LAST_COUNTS * (self.clock() - began - self.seconds_each)
        self._pass_on()

    def _return_unused(self, turn: "asyncio.Future[None]") -> None:
        # It may have come in the very moment its asker gave up.
        if turn.done() and not turn.cancelled():
            self._pass_on()
        else:
            turn.cancel()

    def _pass_on(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._busy -= 1

    def _pause(self) -> int:
        return self.pause(self.waiting * self.seconds_each / self.most)

    @staticmethod
    def pause(seconds: float) -> int:
        """When to ask again, if all who wait now will have been served in so many seconds."""
        return min(LONGEST_PAUSE, max(1, math.ceil(seconds)))
