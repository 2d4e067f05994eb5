"""Who asks for a command, of which event, in which role and when: the first argument of every command."""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from app.services.kernel.actors import Actor
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role

T = TypeVar("T", covariant=True)


@dataclass(frozen=True)
class Call:
    """One request to change one event. `role` is what the actor is to that event; `now` is in UTC."""

    installation: Installation
    tournament_id: int
    actor: Actor
    role: Role
    now: datetime


@dataclass(frozen=True)
class Done(Generic[T]):
    """What a command did.

    `entry` is the number of the journal entry it wrote, or that the same request wrote when it was sent
    before. It is None if there was nothing to change. `value` is what the command gives back, mostly None.
    """

    entry: int | None
    value: T
