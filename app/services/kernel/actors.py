"""Who gives a command: an organizer's account, a player, the program itself, or somebody unknown."""

from dataclasses import dataclass, field
from enum import StrEnum


class ActorKind(StrEnum):
    """What kind of caller it is."""

    ORGANIZER = "organizer"
    PLAYER = "player"
    SYSTEM = "system"
    PUBLIC = "public"


@dataclass(frozen=True)
class Actor:
    """The giver of a command as the journal names it.

    `id` is the account's or the player's; a player acts within one tournament only. `key` stands for the
    request that brings the command, if its sender said how to know it again (docs/api.md, Repeats).
    """

    kind: ActorKind
    id: int | None
    name: str
    tournament_id: int | None = None
    key: str | None = field(default=None, compare=False, repr=False)


SYSTEM = Actor(ActorKind.SYSTEM, None, "the program")
PUBLIC = Actor(ActorKind.PUBLIC, None, "somebody not signed in")
