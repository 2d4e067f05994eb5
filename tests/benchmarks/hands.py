"""Hands that give commands to an event, and note how long each held the write lock."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from sqlmodel import Session, col, select

from app.services.event import queries
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role, right_of
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.storage.database import Database
from app.storage.tables import Journal, Player, Tournament

NOW = datetime(2018, 2, 15, 10, 0, tzinfo=UTC)


class Watched(Database):
    """A database that notes how long each writer had the lock."""

    held: list[float]

    @contextmanager
    def write_session(self, tournament_id: int | None) -> Iterator[Session]:
        """As the database's own."""
        with super().write_session(tournament_id) as session:
            began = time.thread_time()
            try:
                yield session
            finally:
                # The commit is not in it where the command is refused, for then there is none.
                self.held.append((time.thread_time() - began) * 1000)
        self.held.append((time.thread_time() - began) * 1000)


@dataclass
class Hands:
    """The organizer's hands on the event; `spent` is milliseconds in the lock by what was done."""

    installation: Installation
    database: Watched
    owner: Actor
    id: int = 0
    now: datetime = NOW
    spent: dict[str, float] = field(default_factory=dict)
    events: set[int] = field(default_factory=set)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))

    def give(self, what: str, act: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Give a command as the owner."""
        return self._timed(what, lambda: act(self._call(self.owner), *args, **named))

    def as_player(self, what: str, act: Callable[..., Any], player_id: int, *args: Any) -> Any:
        """Give a command as a player."""
        actor = Actor(ActorKind.PLAYER, player_id, "a player", self.id)
        return self._timed(what, lambda: act(self._call(actor), *args))

    def free(self, what: str, run: Callable[[], Any]) -> Any:
        """Do something that is no command of the owner."""
        return self._timed(what, run)

    def at(
        self, what: str, act: Callable[..., Any], table: int, actor: Actor | None = None, **named: Any
    ) -> Any:
        """Give a command about a table."""
        return self._timed(what, lambda: act(self._call(actor or self.owner), table, **named))

    def _call(self, actor: Actor) -> Call:
        role = Role.PLAYER if actor.kind is ActorKind.PLAYER else Role.OWNER
        return Call(self.installation, self.id, actor, role, self.now)

    def _timed(self, what: str, run: Callable[[], Any]) -> Any:
        self.now += timedelta(seconds=1)
        self.database.held = []
        try:
            return run()
        except Refused as refused:
            if not what.endswith("refused"):
                raise
            return refused
        finally:
            self.spent[what] = max(self.spent.get(what, 0.0), *self.database.held, 0.0)

    def tables(self, number: int) -> Any:
        """The tables of a round."""
        view = queries.round_view(self.installation, self.id, number, ORGANIZER_VIEWER, self.now)
        return view.tables

    def table(self, number: int, place: int) -> Any:
        """A table of a round."""
        return self.tables(number)[place]

    def player(self, player_id: int) -> Actor:
        """A player as an actor."""
        return Actor(ActorKind.PLAYER, player_id, f"Player {player_id}", self.id)

    def newest_players(self, many: int) -> list[int]:
        """The ids of those who were entered last."""
        with self.database.read_session() as session:
            mine = select(Player.id).where(Player.tournament_id == self.id).order_by(col(Player.id).desc())
            return [found for found in session.exec(mine.limit(many)) if found is not None]

    def rights_used(self) -> set[str]:
        """The commands of the lifecycle's table that stand in the journals of these events."""
        with self.database.read_session() as session:
            mine = select(Journal.command).where(col(Journal.tournament_id).in_(self.events)).distinct()
            return {right_of(command) for command in session.exec(mine) if command != "create_tournament"}

    def last(self) -> int:
        """The number of the newest entry."""
        return queries.version(self.installation, self.id)


def fill_journal(hands: Hands, entries: int) -> None:
    """Entries as a long event has them, each a change of one player's row that was changed back later."""
    with hands.database.write_session(hands.id) as session:
        row = session.get_one(Tournament, hands.id)
        players = session.exec(select(Player.id).where(Player.tournament_id == hands.id)).all()
        for number in range(entries - row.version):
            row.version += 1
            before, after = ({"pronouns": ""}, {"pronouns": "xe"})
            change = {
                "table": "player",
                "id": players[number % len(players)],
                "before": before,
                "after": after,
            }
            session.add(
                Journal(
                    tournament_id=hands.id,
                    number=row.version,
                    at=NOW,
                    actor_kind="organizer",
                    actor_id=hands.owner.id,
                    actor_name="Olga",
                    command="edit_player",
                    summary=f"The entry of player {number} was changed: pronouns",
                    changes=[change],
                )
            )
