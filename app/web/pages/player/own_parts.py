"""Answers what players' pages fetch when something changed: those who ask meanwhile are answered together.

After *Close the round* a hall of phones asks for the same address in one moment. Alone each of them would
take a way through the routes, threads, a session of the database and two statements; together they take these
once for sixteen. Whose key it is and the version are still read for everybody after they asked, so a link
that was ended opens nothing and nobody sees less than was acknowledged. Only who may be answered so is;
everything else, and everything that is refused, goes the usual way (docs/decisions/023).
"""

import asyncio
import contextvars
import re
import time
from collections import deque
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.event.questions import Crowd, crowd_asking
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.actors import Actor
from app.services.kernel.errors import Refused
from app.services.kernel.permissions import Role
from app.services.kernel.roles import viewer_of
from app.storage.failures import DatabaseError
from app.web.context import Context
from app.web.pages.player import own_page
from app.web.pages.player.player_state import page_of
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE, Signed, Visit, speak_as_the_event
from app.web.server.admission import AT_A_TABLE, busy_response
from app.web.server.turns import LAST_COUNTS, Rank, TooBusy, Turns
from app.words.reader import Reader, present_reader, reading

# A bid waits for the thread as long as these take, and one by one they would cost half as much again.
MOST_TOGETHER = 16
_PATH = re.compile(r"/t/([A-Za-z]{5})/me/fragment")
_ROUTE = next(each for each in own_page.router.routes if getattr(each, "path", "").endswith("/me/fragment"))
# The work itself waits as long as it takes: who waits for it is refused in time.
_WORK = Rank(AT_A_TABLE.urgency, 3600.0)
# Who waited for so many seconds is looked after: whether the phone still waits.
SOON = 0.05


@dataclass(eq=False)
class _Asked:
    """One phone's request: the event's code, the key, and what answers it (None: the usual way)."""

    scope: Scope
    code: str
    secret: str
    reader: Reader
    receive: "_Heard"
    since: float = field(default_factory=time.monotonic)
    done: asyncio.Future[Response | None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class OwnParts:
    """Answers phones that fetch their own part, some at a time, one turn for all of them."""

    def __init__(self, app: ASGIApp, context: Context, turns: Turns) -> None:
        self.app = app
        self.context = context
        self.turns = turns
        self.seconds_each = 0.0
        self._waiting: deque[_Asked] = deque()
        self._work: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        heard = _Heard(receive)
        asked = _asked(scope, heard)
        if asked is None:
            await self.app(scope, receive, send)
            return
        try:
            answer = await self._answer(asked)
        except TooBusy as busy:
            answer = busy_response(scope, busy.seconds)
        if answer is not None:
            await answer(scope, heard, send)
        elif not heard.gone:
            await self.app(scope, heard, send)

    async def _answer(self, asked: _Asked) -> Response | None:
        """The answer; None for who goes the usual way or is gone. TooBusy for who would wait in vain."""
        if len(self._waiting) * self.seconds_each > AT_A_TABLE.patience:
            raise TooBusy(self._pause())
        self._waiting.append(asked)
        if self._work is None:
            # With a context of its own, for the work is that of many.
            self._work = asyncio.create_task(self._answer_all(), context=contextvars.Context())
        return await asked.done

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                began = await self.turns.take(_WORK)
                try:
                    await self._answer_some()
                finally:
                    self.turns.give_back(began)
        finally:
            self._work = None
            while self._waiting:  # only when something broke: the usual way says what
                _tell(self._waiting.popleft(), None)

    async def _answer_some(self) -> None:
        together: list[_Asked] = []
        while self._waiting and len(together) < MOST_TOGETHER:
            asked = self._waiting.popleft()
            waited = time.monotonic() - asked.since
            if asked.done.done() or (waited > SOON and asked.receive.looks_gone()):
                _tell(asked, None)
            elif waited > AT_A_TABLE.patience:
                _refuse(asked, TooBusy(self._pause()))
            else:
                together.append(asked)
        if not together:
            return
        began = time.monotonic()
        answers: list[Response | None] = [None] * len(together)
        try:
            answers = await to_thread.run_sync(answers_of, self.context, together)
        finally:
            each = (time.monotonic() - began) / len(together)
            self.seconds_each += LAST_COUNTS * (each - self.seconds_each)
            for asked, answer in zip(together, answers, strict=True):
                _tell(asked, answer)

    def _pause(self) -> int:
        return self.turns.pause(len(self._waiting) * self.seconds_each)


def answers_of(context: Context, together: Sequence[_Asked]) -> list[Response | None]:
    """An answer for each, in one session; None for who is to be answered the usual way."""
    try:
        with crowd_asking(context.installation, context.now(), [each.secret for each in together]) as crowd:
            return [_answer_to(context, crowd, each) for each in together]
    except DatabaseError:
        return [None] * len(together)


def _answer_to(context: Context, crowd: Crowd, asked: _Asked) -> Response | None:
    player = crowd.player(asked.secret)
    if player is None or player.tournament_id is None:
        return None
    try:
        tournament_id = tournament_id_by_code(context.installation, asked.code)
        if player.tournament_id != tournament_id:
            return None
        with reading(asked.reader):
            here = _visit(context, tournament_id, asked, player)
            return own_page.part(here, page_of(here, crowd.questions(tournament_id, here.viewer)))
    except (Refused, DatabaseError):
        return None


def _visit(context: Context, tournament_id: int, asked: _Asked, player: Actor) -> Visit:
    """The visit, left for the log and the rates around the application as for any other request."""
    speak_as_the_event(context, tournament_id)
    signed = Signed(player=player)
    asked.scope.setdefault("state", {})["signed"] = signed
    asked.scope["route"] = _ROUTE
    asked.scope["path_params"] = {"code": asked.code}
    viewer = viewer_of(Role.PLAYER, player)
    return Visit(context, tournament_id, asked.code.upper(), player, Role.PLAYER, viewer, signed)


def _asked(scope: Scope, heard: "_Heard") -> _Asked | None:
    """What a request asks for, if it is one that is answered here."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    named = _PATH.fullmatch(scope["path"])
    if named is None:
        return None
    request, reader = Request(scope), present_reader()
    secret = request.cookies.get(PLAYER_COOKIE)
    others = ACCOUNT_COOKIE in request.cookies or "authorization" in request.headers
    if not secret or others or reader is None:
        return None
    return _Asked(scope, named[1], secret, reader, heard)


def _tell(asked: _Asked, answer: Response | None) -> None:
    if not asked.done.done():
        asked.done.set_result(answer)


def _refuse(asked: _Asked, busy: TooBusy) -> None:
    if not asked.done.done():
        asked.done.set_exception(busy)


class _Heard:
    """A request's `receive` that can be asked whether its client hung up, and tells everything afterwards."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: list[Message] = []
        self.gone = False

    async def __call__(self) -> Message:
        return self._kept.pop(0) if self._kept else await self._receive()

    def looks_gone(self) -> bool:
        """Whether the client is known to have hung up; waits for nothing."""
        # A body is for whoever wants it: nothing of it is kept here but what came along with the request.
        while not self.gone and not (self._kept and self._kept[-1].get("more_body")):
            message = _at_once(self._receive())
            if message is None:
                return False
            self._kept.append(message)
            self.gone = message["type"] == "http.disconnect"
        return True


def _at_once(coming: Awaitable[Message]) -> Message | None:
    """What comes without waiting; None when it would have to be waited for, which is then not done."""
    steps = coming.__await__()
    try:
        next(steps)
    except StopIteration as come:
        message: Message = come.value
        return message
    steps.close()
    return None
