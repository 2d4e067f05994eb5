"""Applies the rate limits to requests, and counts wrong guesses from the answers.

Whoever has a valid key is let in: it is looked up before its address is refused. A wrong code or secret is
answered as such a hundred times, and after that with 429 until the second it may be tried again; a right one
is never refused, so a guesser stops nobody else behind the same address.
"""

import hashlib

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.sentences import say
from app.services.kernel.errors import Refused
from app.storage.failures import DatabaseError
from app.web.context import Context
from app.web.http.errors import refusal_response
from app.web.http.rate_limits import Rates, address_of, too_many
from app.web.requester import ACCOUNT_COOKIE, GUESSED, PLAYER_COOKIE, Signed, who_is

_COOKIES = (f"{ACCOUNT_COOKIE}=", f"{PLAYER_COOKIE}=")
_FREE = ("/static/", "/healthz", "/readyz", "/metrics")
_NOTHING_FOUND = say("There is nothing under this code or link, and too many wrong ones came from here.")


class RateLimit:
    """Refuses requests beyond the limits of their key or address, and wrong guesses beyond theirs."""

    def __init__(self, app: ASGIApp, rates: Rates, context: Context) -> None:
        self.app = app
        self.rates = rates
        self.context = context
        # One thread beside those that bid: strangers' keys are looked up in it when their address is refused.
        self._door = CapacityLimiter(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self.app(scope, receive, send)
            return
        address, key = address_of(scope), key_of(Headers(scope=scope))
        seconds = self.rates.ask(address, key)
        if seconds and key is not None and not self.rates.keys.wait(key) and await self._is_right(scope):
            self.rates.right(key)
            seconds = 0.0
        if seconds:
            await refusal_response(scope, too_many(seconds))(scope, receive, send)
            return
        refused = False

        async def watched_send(message: Message) -> None:
            nonlocal refused
            if refused:
                return
            wait = 0.0
            if message["type"] == "http.response.start":
                wait = self._learn(scope, message["status"], address, key)
            if wait:
                refused = True
                await refusal_response(scope, too_many(wait, _NOTHING_FOUND))(scope, receive, send)
            else:
                await send(message)

        await self.app(scope, receive, watched_send)

    async def _is_right(self, scope: Scope) -> bool:
        """Whether the key of a request opens something, asked of the database."""
        try:
            signed = await to_thread.run_sync(who_is, Request(scope), self.context, limiter=self._door)
        except (Refused, DatabaseError):
            return False
        return signed.account is not None or signed.player is not None

    def _learn(self, scope: Scope, status: int, address: str, key: str | None) -> float:
        """Remember a right key, count a wrong guess; the seconds to wait when it was one too many."""
        signed: Signed | None = scope.get("state", {}).get("signed")
        if key is not None and signed is not None and (signed.account or signed.player):
            self.rates.right(key)
            address = key  # who is known guesses at their own cost
        return self.rates.misses.take(address) if is_miss(scope, status) else 0.0


def is_miss(scope: Scope, status: int) -> bool:
    """Whether an answer tells that somebody tried a secret or a code that is none.

    A cookie that has ended is no guess: phones in pockets go on asking with it. Nor is a word that can be no
    code, like the icons browsers ask for, or a round that an event does not have.
    """
    if scope.get("state", {}).get(GUESSED):
        return True
    asked = scope.get("path_params") or {}
    if status == 404:
        return "secret" in asked
    if status != 401:
        return False
    return "secret" in asked or "authorization" in Headers(scope=scope)


def key_of(headers: Headers) -> str | None:
    """What stands for the token or the cookies of a request: a hash, so that no secret is kept in memory."""
    held = headers.get("authorization") or ";".join(
        each for each in headers.get("cookie", "").split("; ") if each.startswith(_COOKIES)
    )
    return hashlib.sha256(held.encode("utf-8", "replace")).hexdigest() if held else None
