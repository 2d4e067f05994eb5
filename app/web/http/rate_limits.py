"""How much one key and one address may ask, and what happens to who guesses: 429 with the time to wait.

A hall shares one address, so an address may ask as much as a hall needs, and a stranger's guesses must not
shut out who is signed in. Three buckets, each refilled steadily (the token bucket):
- every request takes from the bucket of its key (token or cookie), or of its address and from a larger one;
- a wrong token, link, password or tournament code takes from the address's misses; when those are used up,
  only keys seen to be right lately are let in from there;
- a wrong password takes from the bucket of that account's name at that address as well.
Counted in memory by each process: a restart forgives, and N processes allow N times as much.
"""

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.kernel.errors import Kind, Refused
from app.web.http.errors import refusal_response
from app.web.http.logs import route_of
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE

REMEMBERED = 50_000
GOOD_SECONDS = 3600.0
_COOKIES = (f"{ACCOUNT_COOKIE}=", f"{PLAYER_COOKIE}=")
_FREE = ("/static/", "/healthz", "/readyz", "/metrics")


@dataclass(frozen=True)
class Limit:
    """A bucket: `burst` at once, refilled by `each` per second."""

    burst: float
    each: float


PER_ADDRESS = Limit(20_000, 500)  # 512 phones fetch a new round at once, many times over
PER_KEY = Limit(1_500, 50)  # one script entering a large event, or one browser with many tabs
MISSES = Limit(100, 1)
PASSWORDS = Limit(10, 1 / 60)


class Buckets:
    """Buckets of one limit by key; those not used for longest are forgotten first. Any thread may ask."""

    def __init__(self, limit: Limit, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self._clock = clock
        self._lock = Lock()
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one; 0 when there was one, else the seconds until there is. Nothing is taken then."""
        with self._lock:
            level, now = self._level(key)
            if level < 1:
                return (1 - level) / self.limit.each
            self._keep(key, level - 1, now)
            return 0.0

    def wait(self, key: str) -> float:
        """The seconds until one could be taken; takes nothing."""
        with self._lock:
            level, _ = self._level(key)
            return max(0.0, (1 - level) / self.limit.each)

    def forgive(self, key: str) -> None:
        """Fill a bucket again."""
        with self._lock:
            self._levels.pop(key, None)

    def _level(self, key: str) -> tuple[float, float]:
        now = self._clock()
        level, then = self._levels.get(key, (self.limit.burst, now))
        return min(self.limit.burst, level + (now - then) * self.limit.each), now

    def _keep(self, key: str, level: float, now: float) -> None:
        self._levels[key] = (level, now)
        self._levels.move_to_end(key)
        while len(self._levels) > REMEMBERED:
            self._levels.popitem(last=False)


class Rates:
    """All buckets of one process, and the keys that were right lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.addresses = Buckets(PER_ADDRESS, clock)
        self.keys = Buckets(PER_KEY, clock)
        self.misses = Buckets(MISSES, clock)
        self.passwords = Buckets(PASSWORDS, clock)
        self._good: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def ask(self, address: str, key: str | None) -> float:
        """Count a request; the seconds to wait, or 0 when it may go on."""
        if (key is None or not self.is_good(key)) and (seconds := self.misses.wait(address)):
            return seconds
        if key is not None and (seconds := self.keys.take(key)):
            return seconds
        return self.addresses.take(address)

    def right(self, key: str) -> None:
        """A key opened something."""
        with self._lock:
            self._good[key] = self._clock() + GOOD_SECONDS
            self._good.move_to_end(key)
            while len(self._good) > REMEMBERED:
                self._good.popitem(last=False)

    def is_good(self, key: str) -> bool:
        """Whether a key opened something within the last hour."""
        with self._lock:
            return self._good.get(key, 0.0) > self._clock()

    def refuse_password(self, address: str, name: str) -> None:
        """Raise Refused (429) when this name had too many wrong passwords from this address."""
        if seconds := self.passwords.wait(_of_name(address, name)):
            raise too_many(seconds, "Too many wrong passwords for this name.")

    def wrong_password(self, address: str, name: str) -> None:
        """A password was wrong."""
        self.passwords.take(_of_name(address, name))

    def right_password(self, address: str, name: str) -> None:
        """A password was right: the wrong ones before it are forgiven."""
        self.passwords.forgive(_of_name(address, name))


def _of_name(address: str, name: str) -> str:
    return hashlib.sha256(f"{address} {name.strip().casefold()}".encode("utf-8", "replace")).hexdigest()


def too_many(seconds: float, sentence: str = "Too many requests came from here at once.") -> Refused:
    """The refusal; its state tells programs how long to wait."""
    wait = max(1, math.ceil(seconds))
    return Refused(
        "too-many-requests", f"{sentence} Try again in {wait} s.", Kind.TOO_MANY, retry_after_seconds=wait
    )


class RateLimit:
    """Refuses what is too much before it costs anything, and learns from the answers who guesses."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self.app(scope, receive, send)
            return
        address, key = address_of(scope), key_of(Headers(scope=scope))
        if seconds := self.rates.ask(address, key):
            await refusal_response(scope, too_many(seconds))(scope, receive, send)
            return

        async def watched_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._learn(scope, message["status"], address, key)
            await send(message)

        await self.app(scope, receive, watched_send)

    def _learn(self, scope: Scope, status: int, address: str, key: str | None) -> None:
        signed = scope.get("state", {}).get("signed")
        if key is not None and signed is not None and (signed.account or signed.player):
            self.rates.right(key)
        elif is_miss(scope, status):
            self.rates.misses.take(address)


def is_miss(scope: Scope, status: int) -> bool:
    """Whether an answer tells that somebody tried a secret or a code that is none.

    A cookie that has ended is no guess: phones in pockets go on asking with it.
    """
    asked = scope.get("path_params") or {}
    if status == 404:
        return "code" in asked or "secret" in asked
    if status != 401:
        return False
    return "secret" in asked or route_of(scope) == "/sign-in" or "authorization" in Headers(scope=scope)


def rates_of(request: Request) -> Rates:
    """The buckets of the process that serves this request."""
    rates: Rates = request.app.state.rates
    return rates


def address_of(scope: Scope) -> str:
    """The address a request comes from; behind a trusted proxy the one the proxy names (uvicorn reads it)."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def key_of(headers: Headers) -> str | None:
    """What stands for the token or the cookies of a request: a hash, so that no secret is kept in memory."""
    held = headers.get("authorization") or ";".join(
        each for each in headers.get("cookie", "").split("; ") if each.startswith(_COOKIES)
    )
    return hashlib.sha256(held.encode("utf-8", "replace")).hexdigest() if held else None
