"""Where passwords are checked and made: one at a time, in a thread of its own, and only a few may wait.

argon2 takes 64 MB and some 50 ms of all cores on purpose. In the threads that answer requests, many sign-ins
at once would keep every bid waiting. So would sign-ins that kept their turn to write while they wait here,
and so would a thread of passwords that wanted the cores as urgently as those of the bids.
"""

import asyncio
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from anyio import CapacityLimiter
from fastapi import Request

from app.sentences import say
from app.web.http.rate_limits import too_many
from app.web.server.write_turns import step_aside

MOST_WAITING = 12  # with the one being checked they take a second or two
MOST_OF_ADDRESS = 8
RETRY_SECONDS = 2.0
# Steps of the system's "nice": where all want the cores, a third as much for passwords as for anything else.
LESS_URGENT = 5

Answer = TypeVar("Answer")


class PasswordQueue:
    """The queue of one process; asked by its event loop alone."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="passwords", initializer=_less_urgent)
        self._waiting: Counter[str] = Counter()
        # Pages that say no are made one at a time: hundreds at once would keep the threads of everybody else.
        self.refusals = CapacityLimiter(1)

    async def run(self, address: str, work: Callable[[], Answer]) -> Answer:
        """What `work` gives, in its turn; Refused (429) when too many wait, in all or of the address."""
        step_aside()
        if self._waiting.total() >= MOST_WAITING or self._waiting[address] >= MOST_OF_ADDRESS:
            raise too_many(RETRY_SECONDS, say("Many people sign in at this moment."))
        self._waiting[address] += 1
        turn = asyncio.get_running_loop().run_in_executor(self._thread, work)
        turn.add_done_callback(lambda _: self._leave(address))
        return await turn

    def _leave(self, address: str) -> None:
        self._waiting[address] -= 1
        if not self._waiting[address]:
            del self._waiting[address]


def _less_urgent() -> None:
    """Make this thread, and those argon2 starts from it, less urgent, where the system can for one thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        with suppress(OSError):  # a system that forbids it: passwords are as urgent as the rest then
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + LESS_URGENT)


def passwords_of(request: Request) -> PasswordQueue:
    """The queue of the process that serves this request."""
    queue: PasswordQueue = request.app.state.passwords
    return queue
