"""Calls for tests: what an actor is to an event is looked up, as a request does."""

from datetime import datetime

from app.services.kernel.actors import Actor
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.people.members import role_in


def call_of(installation: Installation, tournament_id: int, actor: Actor, now: datetime) -> Call:
    """A call by the actor in the role they have there."""
    return Call(installation, tournament_id, actor, role_in(installation, tournament_id, actor), now)
