"""Server-sent events: hello, changes by topic and version, and a heartbeat.

A router opens the stream in a dependency, so that a refusal is an ordinary answer, and answers with a
`LiveResponse` of its events (docs/live.md shows both). An event names a topic and never its content: who
hears it asks for what they may see. No database session is held; the version is read once, after the
listening began, so that nothing can happen unheard in between. What many hear alike is written once.
"""

import random
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

import anyio.to_thread
from pydantic import BaseModel
from starlette.responses import StreamingResponse

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


# The description of such an answer for programs: each event as the HTML standard reads it.
STREAM: dict[str, Any] = {
    "description": "Events, as they happen",
    "content": {
        "text/event-stream": {
            "schema": {"type": "array"},
            "itemSchema": {
                "type": "object",
                "properties": {
                    "data": {"type": "string"},
                    "event": {"type": "string"},
                    "id": {"type": "string"},
                    "retry": {"type": "integer", "minimum": 0},
                },
            },
        }
    },
}


class LiveResponse(StreamingResponse):
    """An answer that goes on: the events of a stream as they are sent."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes]) -> None:
        # The last header is for nginx, which would collect events before it passes them on.
        super().__init__(events, headers={"cache-control": "no-cache", "x-accel-buffering": "no"})


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
) -> AsyncIterator[bytes]:
    """The events of a stream until the server stops or an hour has passed; `clock` gives the time in UTC.

    `hello` comes first, then one unnamed event per change, and a `beat` when nothing happens. With the
    Last-Event-ID of another version than the present one, the topic `*` follows the hello: anything may have
    changed. The last event of one version carries it as its id.
    """
    version = stream.version
    ends_at = anyio.current_time() + LONGEST_SECONDS
    behind = last_event_id is not None and last_event_id != str(version)
    hello = Hello(version=version, server_time=clock())
    retry = f"\nretry: {RETRY_MILLISECONDS}"
    yield _event(hello, "event: hello\n", retry if behind else f"\nid: {version}{retry}")
    if behind:
        yield _changed(frozenset({EVERYTHING}), version)
    while anyio.current_time() < ends_at:
        # A hall that connected in one moment must not be answered in one moment ever after.
        notice = await stream.subscription.next(within=BEAT_SECONDS * random.uniform(0.5, 1))  # noqa: S311 - no secret
        if stream.subscription.ended:
            return
        if notice is None:
            yield _event(Beat(server_time=clock()), "event: beat\n")
            continue
        version = max(version, notice.version)
        yield _changed(notice.topics, version, spread(notice.listeners))


def spread(listeners: int) -> int:
    """Over how many milliseconds so many listeners spread their fetches."""
    if listeners <= NO_CROWD:
        return 0
    return min(LONGEST_SPREAD_MILLISECONDS, SPREAD_MILLISECONDS_EACH * listeners)


@lru_cache(maxsize=1024)
def _changed(topics: frozenset[str], version: int, within: int = 0) -> bytes:
    """An event for each topic: who was cut off between two of one version must not take both for heard."""
    *before, last = (Changed(topic=topic, version=version, within=within) for topic in sorted(topics))
    return b"".join(map(_event, before)) + _event(last, after=f"\nid: {version}")


def _event(data: BaseModel, before: str = "", after: str = "") -> bytes:
    return f"{before}data: {data.model_dump_json(exclude_defaults=True)}{after}\n\n".encode()
