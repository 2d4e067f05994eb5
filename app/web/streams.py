"""Server-sent events: hello, changes by topic and version, and a heartbeat.

A router opens the stream in a dependency, so that a refusal is an ordinary answer, and yields its events from
an `EventSourceResponse` handler (docs/live.md shows both). An event names a topic and never its content: who
hears it asks for what they may see. No database session is held; the version is read once, after the
listening began, so that nothing can happen unheard in between.
"""

import random
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

import anyio.to_thread
from fastapi.sse import ServerSentEvent
from pydantic import BaseModel

from app.live.hub import EVERYTHING, Hub, Subscription, TooManyStreams
from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.web.server.capacity import Capacity

# FastAPI's own comment comes after 15 s, but pages can't hear it: by the beat they notice a dead connection.
BEAT_SECONDS = 12.0
# Then the page connects again and is asked again who it is: nobody listens for ever with a revoked link.
LONGEST_SECONDS = 3600.0
RETRY_MILLISECONDS = 2000
# Who hears of a change fetches what it shows: spread over the time that a process needs for so many fetches.
SPREAD_MILLISECONDS_EACH = 3
NO_CROWD = 16  # listeners who may all fetch at once
LONGEST_SPREAD_MILLISECONDS = 15_000
STREAMS_PER_PLAYER = 8  # tabs and devices of one person, with some that died unnoticed
STREAMS_PER_ACCOUNT = 32  # an organizer's screens, projectors included

OF_ONE = ("player/", "account/")


def stream_limits(
    capacity: Capacity, address: str, player_id: int | None, account_id: int | None
) -> dict[str, int]:
    """What a stream counts for, and how many there may be: all, of its address, of who is signed in."""
    limits = {"all": capacity.streams, f"address/{address}": capacity.streams_per_address}
    if player_id is not None:
        limits[f"player/{player_id}"] = STREAMS_PER_PLAYER
    if account_id is not None:
        limits[f"account/{account_id}"] = STREAMS_PER_ACCOUNT
    if player_id is None and account_id is None:
        limits[f"strangers/{address}"] = capacity.streams_of_strangers_per_address
    return limits


class Hello(BaseModel):
    """The data of `hello`: the tournament's version, and the server's time for the page's clock."""

    version: int
    server_time: datetime


class Changed(BaseModel):
    """The data of an unnamed event: a topic, `*` for all, changed with this version or an earlier one.

    Who fetches because of it does so at a random moment `within` so many milliseconds: others heard it, too.
    """

    topic: str
    version: int
    within: int = 0


class Beat(BaseModel):
    """The data of `beat`: the stream lives, and this is the server's time."""

    server_time: datetime


@dataclass(frozen=True)
class OpenStream:
    """A subscription that hears already, and the tournament's version read after it began to."""

    subscription: Subscription
    version: int


@asynccontextmanager
async def open_stream(
    hub: Hub,
    tournament_id: int,
    topics: Collection[str],
    current_version: Callable[[], int],
    limits: Mapping[str, int] | None = None,
) -> AsyncIterator[OpenStream]:
    """Count and begin a stream; it ends with the block. `current_version` may block: it runs in a thread.

    Raises Refused `too-many-streams` (429) if one of `limits`, like {"player/17": 8}, has that many open.
    """
    try:
        async with hub.subscribe(tournament_id, topics, limits) as subscription:
            yield OpenStream(subscription, await anyio.to_thread.run_sync(current_version))
    except TooManyStreams as error:
        if error.key.startswith(OF_ONE):
            said = say(
                "Too many live pages are open for you at once. "
                "Close some tabs; this page can still be reloaded."
            )
        else:
            said = say(
                "Too many live pages are open here at once. Close some tabs; this page can still be reloaded."
            )
        raise Refused("too-many-streams", said, Kind.TOO_MANY) from error


async def event_stream(
    stream: OpenStream, last_event_id: str | None, clock: Callable[[], datetime]
) -> AsyncIterator[ServerSentEvent]:
    """The events of a stream until the server stops or an hour has passed; `clock` gives the time in UTC.

    `hello` comes first, then one unnamed event per change, and a `beat` when nothing happens. With the
    Last-Event-ID of another version than the present one, the topic `*` follows the hello: anything may have
    changed. The last event of one version carries it as its id.
    """
    version = stream.version
    ends_at = anyio.current_time() + LONGEST_SECONDS
    behind = last_event_id is not None and last_event_id != str(version)
    yield ServerSentEvent(
        event="hello",
        data=Hello(version=version, server_time=clock()),
        id=None if behind else str(version),
        retry=RETRY_MILLISECONDS,
    )
    if behind:
        yield _changed(EVERYTHING, version, last=True)
    while anyio.current_time() < ends_at:
        # A hall that connected in one moment must not be answered in one moment ever after.
        notice = await stream.subscription.next(within=BEAT_SECONDS * random.uniform(0.5, 1))  # noqa: S311 - no secret
        if stream.subscription.ended:
            return
        if notice is None:
            yield ServerSentEvent(event="beat", data=Beat(server_time=clock()))
            continue
        version = max(version, notice.version)
        topics = sorted(notice.topics)
        for topic in topics:
            yield _changed(topic, version, last=topic == topics[-1], within=spread(notice.listeners))


def spread(listeners: int) -> int:
    """Over how many milliseconds so many listeners spread their fetches."""
    if listeners <= NO_CROWD:
        return 0
    return min(LONGEST_SPREAD_MILLISECONDS, SPREAD_MILLISECONDS_EACH * listeners)


def _changed(topic: str, version: int, last: bool, within: int = 0) -> ServerSentEvent:
    """One change. Who was cut off between two of one version must not believe to have heard both."""
    changed = Changed(topic=topic, version=version, within=within).model_dump(exclude_defaults=True)
    return ServerSentEvent(data=changed, id=str(version) if last else None)
