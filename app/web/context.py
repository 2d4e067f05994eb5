"""What every handler works with: installation, hub, settings, clock and randomness.

Time and randomness enter the program here and nowhere deeper.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event
from typing import Annotated

from fastapi import Depends, Request

from app.live.hub import Hub
from app.live.presence import Presence
from app.services.kernel.installation import Installation
from app.settings import Settings
from app.web.cache.drawn import Drawn
from app.web.cache.event_languages import EventLanguages
from app.web.cache.response_cache import Published
from app.web.server.capacity import Capacity


def utc_now() -> datetime:
    """The moment, in UTC."""
    return datetime.now(UTC)


def new_seed() -> int:
    """A seed for a draw: 31 bits, so that every database and program can keep it."""
    return secrets.randbits(31)


def new_secret() -> str:
    """256 random bits for a link, a session or a token."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True)
class Context:
    """One running web application."""

    installation: Installation
    hub: Hub
    settings: Settings
    now: Callable[[], datetime] = field(default=utc_now)
    seed: Callable[[], int] = field(default=new_seed)
    secret: Callable[[], str] = field(default=new_secret)
    presence: Presence = field(default_factory=Presence)
    published: Published = field(default_factory=Published)
    drawn: Drawn = field(default_factory=Drawn)
    event_languages: EventLanguages = field(default_factory=EventLanguages)
    capacity: Capacity = field(default_factory=Capacity.of_process)
    # Set when this process is about to end, so that a proxy sends new requests to another one.
    leaving: Event = field(default_factory=Event)
    # What secrets of requests with a key are drawn from, so that no secret can be computed from its key
    # afterwards; until then whoever sends the same request with its key is told it again.
    pepper: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)


async def context_of(request: Request) -> Context:
    """The context of the application that serves this request; async, for a thread would cost more."""
    context: Context = request.app.state.context
    return context


InContext = Annotated[Context, Depends(context_of)]
