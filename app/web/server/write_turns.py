"""Limits how many requests that may write hold a thread at once, so that others always find one.

A command waits for the right to write in its thread. Without turns, a few waiting commands would hold all
threads, and pages, `/healthz` and `/readyz` would wait with them. A turn is taken when the request's body is
complete, for a slow sender must not keep it, and given back with the answer, or before by who waits for
something else than the database (`step_aside`). Bids come first, then results and the desk, then the rest.
Waiting for the turn and for the right to write have one deadline together (storage/deadline.py).
"""

from contextlib import suppress
from contextvars import ContextVar

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.storage.deadline import Deadline, limited_to
from app.web.server.turns import Rank, TooBusy, Turns

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_BIDS = ("/bid", "/bids")
_AT_A_TABLE = ("/result", "/settlement", "/auction", "/side", "/one-phone", "/check-in")


class WriteTurns:
    """At most `turns` requests that may write are at work at once."""

    def __init__(self, app: ASGIApp, turns: int, wait_seconds: float) -> None:
        self.app = app
        # Nobody is refused before the time: a command that was given is carried out if it can be.
        self._turns = Turns(turns, foresees=False)
        self._wait_seconds = wait_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        turn = _Turn(self._turns, urgency(scope["path"]), self._wait_seconds)

        async def whole_receive() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body", False):
                await turn.take()
            return message

        async def last_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                turn.give_back()
            await send(message)

        before = _present.set(turn)
        with limited_to(turn.deadline):
            try:
                if not _has_body(Headers(scope=scope)):
                    await turn.take()
                await self.app(scope, whole_receive, last_send)
            finally:
                turn.give_back()
                _present.reset(before)


def step_aside() -> None:
    """Give back the turn of the request at work, which waits for something else; it gets none again."""
    turn = _present.get()
    if turn is not None:
        turn.give_back()


def urgency(path: str) -> int:
    """How urgent a request that may write is, by its address; 0 comes first."""
    if path.endswith(_BIDS):
        return 0
    return 1 if path.endswith(_AT_A_TABLE) or "/desk" in path or "/rounds" in path else 2


class _Turn:
    """The turn of one request: waited for, had, given back; each at most once."""

    def __init__(self, turns: Turns, urgency: int, wait_seconds: float) -> None:
        self.deadline = Deadline(wait_seconds)
        self._turns = turns
        self._urgency = urgency
        self._asked = False
        self._began: float | None = None

    async def take(self) -> None:
        """Wait for a turn. When the time is over it returns as well: the database then refuses as busy."""
        if self._asked:
            return
        self._asked = True
        self.deadline.start()
        with suppress(TooBusy):
            self._began = await self._turns.take(Rank(self._urgency, self.deadline.left()))

    def give_back(self) -> None:
        """Let the next one work; nothing when there is no turn to give."""
        if self._began is not None:
            began, self._began = self._began, None
            self._turns.give_back(began)


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


_present: ContextVar[_Turn | None] = ContextVar("write_turn", default=None)
