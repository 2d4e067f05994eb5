"""Who gives a command: an organizer's account, a player, the program itself, or somebody unknown."""

from dataclasses import dataclass, field

from app.storage.kinds import ActorKind as ActorKind


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

    @property
    def known_id(self) -> int:
        """The id of an account or a player; only callers who are either may be asked."""
        assert self.id is not None, f"{self.name} has no id"
        return self.id


SYSTEM = Actor(ActorKind.SYSTEM, None, "the program")
PUBLIC = Actor(ActorKind.PUBLIC, None, "somebody not signed in")
