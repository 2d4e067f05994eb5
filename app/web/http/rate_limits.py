"""How much one key, one address and one player may ask: token buckets, each refilled steadily.

A hall shares one address, so an address may ask as much as a hall needs, and nobody is refused for what
somebody else behind that address did wrong:
- a request of a key that is right takes from the bucket of that key alone, any other one from its address's;
- a wrong token, link or tournament code is looked up first; when too many were wrong, the *wrong* ones are
  answered 429, and who has a right one gets in as ever;
- a password takes from the bucket of that account's name at that address before it is looked at, and is given
  back when it is right;
- what is written to the disk has buckets of its own: for a player's commands, decks and calls, and for people
  who join an event from one address.
Counted in memory by each process: a restart forgives, and N processes allow N times as much.
"""

import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from threading import Lock

from starlette.requests import Request
from starlette.types import Scope

from app.sentences import Sentence, say
from app.services.kernel.errors import Kind, Refused

REMEMBERED = 50_000
GOOD_SECONDS = 3600.0
HOUSEHOLD_BITS = 64  # of an IPv6 address: whoever is given one has all addresses of it


@dataclass(frozen=True)
class Limit:
    """A bucket: `burst` at once, refilled by `each` per second."""

    burst: float
    each: float


PER_ADDRESS = Limit(20_000, 500)  # 512 phones fetch a new round at once, many times over
PER_KEY = Limit(1_500, 50)  # one script entering a large event, or one browser with many tabs
MISSES = Limit(100, 1)
PASSWORDS = Limit(10, 1 / 60)
WRITES = Limit(300, 1)  # of one player: a program may play a whole event for somebody in a minute
LARGE_WRITES = Limit(30, 1 / 20)  # of one player: deck lists, calls, changes of the entry
JOINS = Limit(300, 1 / 2)  # into one event from one address: a hall, ten minutes before it begins


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

    def give_back(self, key: str) -> None:
        """Put back one that was taken and not used."""
        with self._lock:
            level, now = self._level(key)
            self._keep(key, min(self.limit.burst, level + 1), now)

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
        self.writes = Buckets(WRITES, clock)
        self.large_writes = Buckets(LARGE_WRITES, clock)
        self.joins = Buckets(JOINS, clock)
        self._good: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def ask(self, address: str, key: str | None) -> float:
        """Count a request; the seconds to wait, or 0 when it may go on."""
        if key is not None:
            if seconds := self.keys.take(key):
                return seconds
            if self.is_good(key):
                return 0.0
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

    def take_password(self, address: str, name: str) -> None:
        """Count a password that will be looked at; Refused (429) when too many were wrong."""
        if seconds := self.passwords.take(_of_name(address, name)):
            raise too_many(seconds, say("Too many wrong passwords for this name."))

    def unused_password(self, address: str, name: str) -> None:
        """A password that was counted was not looked at."""
        self.passwords.give_back(_of_name(address, name))

    def right_password(self, address: str, name: str) -> None:
        """A password was right: the wrong ones before it are forgiven."""
        self.passwords.forgive(_of_name(address, name))


def _of_name(address: str, name: str) -> str:
    return hashlib.sha256(f"{address} {name.strip().casefold()}".encode("utf-8", "replace")).hexdigest()


def too_many(seconds: float, why: Sentence | None = None) -> Refused:
    """The refusal; its state tells programs how long to wait."""
    wait = max(1, math.ceil(seconds))
    return Refused(
        "too-many-requests",
        say(
            "{why} Try again in {wait} s.",
            why=why or say("Too many requests came from here at once."),
            wait=wait,
        ),
        Kind.TOO_MANY,
        retry_after_seconds=wait,
    )


@contextmanager
def counted(buckets: Buckets, key: str, sentence: Sentence) -> Iterator[None]:
    """Take one for what the block does, and give it back when that is refused; Refused (429) without one."""
    if seconds := buckets.take(key):
        raise too_many(seconds, sentence)
    try:
        yield
    except Refused:
        buckets.give_back(key)
        raise


def rates_of(request: Request) -> Rates:
    """The buckets of the process that serves this request."""
    rates: Rates = request.app.state.rates
    return rates


def address_of(scope: Scope) -> str:
    """Where a request comes from: an IPv4 address, or the first 64 bits of an IPv6 address.

    Behind a trusted proxy it is the address the proxy names (uvicorn reads it).
    """
    client = scope.get("client")
    told = str(client[0]) if client else "unknown"
    try:
        address = ip_address(told.partition("%")[0])
    except ValueError:
        return told
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    network = int(address) >> (128 - HOUSEHOLD_BITS) << (128 - HOUSEHOLD_BITS)
    return f"{IPv6Address(network)}/{HOUSEHOLD_BITS}"
