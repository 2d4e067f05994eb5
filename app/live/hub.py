"""In-process publish/subscribe. A slow subscriber gets merged notices (a queue of one).

A stream asks for topics of one tournament: exact ones, `table/*` for all of a kind, `*` for everything.
The hub keeps an index from topic to streams, so a bid costs as much as it has listeners, however many others
are open. Every stream has a queue of one: waiting notices are merged, topics united, the newest version kept.
"""

import asyncio
import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Self

from app.live.notices import Notice

EVERYTHING = "*"


class TooManyStreams(Exception):
    """A stream more than the limit of one of its keys; `key` names which."""

    def __init__(self, key: str) -> None:
        super().__init__(f"too many streams are open for {key}")
        self.key = key


class Hub:
    """The listeners of one process. All methods may be called from any thread, and none of them waits."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # tournament -> topic or pattern -> who listens for it
        self._index: dict[int, dict[str, set[Subscription]]] = {}
        self._open: set[Subscription] = set()
        self._keys: Counter[str] = Counter()
        self.closed = False

    def publish(self, notice: Notice) -> None:
        """Tell everybody who listens for one of the notice's topics; the topic `*` reaches all listeners."""
        with self._lock:
            index = self._index.get(notice.tournament_id)
            if not index:
                return
            heard = list(_heard_by(index, notice.topics))
            told = replace(notice, listeners=len(heard))
            woken = [each for each, topics in heard if each._take(topics, told)]
        _wake(woken)

    def subscribe(
        self, tournament_id: int, topics: Collection[str], limits: Mapping[str, int] | None = None
    ) -> "Subscription":
        """A subscription to be entered with `async with`, which counts it and starts its listening.

        `limits` are keys the stream counts for, like {"player/17": 8, "address/10.0.0.7": 2000}, and how many
        may be open for each; entering raises TooManyStreams. After `close` a subscription has ended at once.
        """
        return Subscription(self, tournament_id, frozenset(topics), limits or {})

    def close(self) -> None:
        """End all streams at once and for good: the process is about to stop."""
        with self._lock:
            self.closed = True
            woken = [each for each in self._open if each._end()]
        _wake(woken)

    def count(self, tournament_id: int | None = None) -> int:
        """How many streams are open, in all or for one tournament."""
        with self._lock:
            if tournament_id is None:
                return len(self._open)
            return len(_union(self._index.get(tournament_id, {}).values()))

    def count_for(self, key: str) -> int:
        """How many open streams count for a key, like "player/17"; 0 means that phone is not here."""
        with self._lock:
            return self._keys[key]

    def watched(self) -> frozenset[int]:
        """The ids of the tournaments somebody listens to."""
        with self._lock:
            return frozenset(self._index)

    def _add(self, subscription: "Subscription", limits: Mapping[str, int]) -> None:
        with self._lock:
            for key, most in limits.items():
                if self._keys[key] >= most:
                    raise TooManyStreams(key)
            self._keys.update(limits.keys())
            self._open.add(subscription)
            index = self._index.setdefault(subscription.tournament_id, defaultdict(set))
            for topic in subscription.topics:
                index[topic].add(subscription)
            if self.closed:
                subscription._end()
                subscription._bell.set()  # it is entered on its own loop, and may wait from now on

    def _remove(self, subscription: "Subscription", keys: Iterable[str]) -> None:
        with self._lock:
            self._open.discard(subscription)
            for key in keys:
                self._keys[key] -= 1
                if not self._keys[key]:
                    del self._keys[key]
            # There is none left when all streams that are open here may hear no topic at all.
            index = self._index.get(subscription.tournament_id, {})
            for topic in subscription.topics:
                index[topic].discard(subscription)
                if not index[topic]:
                    del index[topic]
            if not index:
                self._index.pop(subscription.tournament_id, None)


class Subscription:
    """One stream's ear: `async with` to listen, `async for` the merged notices until the hub closes."""

    def __init__(
        self, hub: Hub, tournament_id: int, topics: frozenset[str], limits: Mapping[str, int]
    ) -> None:
        self.tournament_id = tournament_id
        self.topics = topics
        self._hub = hub
        self._limits = limits
        self._waiting: Notice | None = None
        self._ended = False
        self._signalled = False
        self._bell: asyncio.Event
        self._loop: asyncio.AbstractEventLoop

    @property
    def ended(self) -> bool:
        """Whether the hub has closed; nothing more will come."""
        return self._ended

    async def next(self, within: float | None = None) -> Notice | None:
        """The next notice, or None when the hub closed or nothing came `within` seconds."""
        try:
            async with asyncio.timeout(within):
                await self._bell.wait()
        except TimeoutError:
            return None
        with self._hub._lock:
            notice, self._waiting = self._waiting, None
            if not self._ended:
                self._bell.clear()
                self._signalled = False
        return None if self._ended else notice

    async def __aenter__(self) -> Self:
        self._bell = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._hub._add(self, self._limits)
        if self._ended:
            # Who comes after the end must not wait for a first beat to learn of it.
            self._bell.set()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hub._remove(self, self._limits)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Notice:
        while not self._ended:
            if notice := await self.next():
                return notice
        raise StopAsyncIteration

    def _take(self, topics: frozenset[str], notice: Notice) -> bool:
        """Merge what this listener may hear of a notice; True if its bell must be rung. Under the lock."""
        version, listeners = notice.version, notice.listeners
        if self._waiting is not None:
            topics |= self._waiting.topics
            version = max(version, self._waiting.version)
            listeners = max(listeners, self._waiting.listeners)
        self._waiting = Notice(self.tournament_id, version, topics, listeners)
        return self._signal()

    def _end(self) -> bool:
        """Hear nothing more; True if the bell must be rung. Under the lock."""
        self._ended = True
        return self._signal()

    def _signal(self) -> bool:
        first = not self._signalled
        self._signalled = True
        return first


def _patterns(topic: str) -> tuple[str, ...]:
    """What a listener can have asked for to hear of a topic."""
    kind, slash, _ = topic.partition("/")
    return (topic, f"{kind}/*", EVERYTHING) if slash else (topic, EVERYTHING)


def _heard_by(
    index: Mapping[str, set[Subscription]], topics: frozenset[str]
) -> Iterator[tuple[Subscription, frozenset[str]]]:
    """Each subscriber once, with those of the topics it asked for."""
    if EVERYTHING in topics:
        yield from ((each, frozenset({EVERYTHING})) for each in _union(index.values()))
        return
    heard: dict[Subscription, set[str]] = {}
    for topic in topics:
        for pattern in _patterns(topic):
            for each in index.get(pattern, ()):
                heard.setdefault(each, set()).add(topic)
    yield from ((each, frozenset(mine)) for each, mine in heard.items())


def _union(sets: Iterable[set[Subscription]]) -> set[Subscription]:
    return set[Subscription]().union(*sets)


def _wake(subscriptions: Iterable[Subscription]) -> None:
    """Ring the bells, each on its own loop, with one call per loop: such a call costs a system call."""
    loops: dict[asyncio.AbstractEventLoop, list[Subscription]] = {}
    for each in subscriptions:
        loops.setdefault(each._loop, []).append(each)
    for loop, listeners in loops.items():
        try:
            loop.call_soon_threadsafe(_ring, listeners)
        except RuntimeError:  # the loop has ended, and its streams with it
            continue


def _ring(listeners: Iterable[Subscription]) -> None:
    for each in listeners:
        each._bell.set()
