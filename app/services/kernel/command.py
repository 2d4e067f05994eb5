"""The shape of every command: one transaction, one journal entry, one notice.

Open the write session, load the tournament, ask the lifecycle, run, write the journal, commit, tell
who listens. A command that finds nothing to change (a repeated tap) leaves no entry and tells nobody.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.live.notices import Notice
from app.services.kernel.actors import Actor
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.storage import journal
from app.storage.event_state import event_state
from app.storage.tables import Journal, Round, Tournament
from app.tournament.lifecycle import EventState, Phase, RoundState, blockers


@dataclass
class Work:
    """A command in progress: its session, its tournament's row, who gave it and when."""

    command: str
    session: Session
    tournament: Tournament
    actor: Actor
    now: datetime
    summary: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    topics: set[str] = field(default_factory=set)
    undoes: int | None = None
    asked_lifecycle: bool = False

    @property
    def tournament_id(self) -> int:
        """The id of the tournament."""
        assert self.tournament.id is not None
        return self.tournament.id

    def state(self) -> EventState:
        """The event as the lifecycle sees it now."""
        self.session.flush()
        return event_state(self.session, self.tournament)

    def require(self, round_row: Round | None = None) -> None:
        """Raise Refused unless the lifecycle allows the command now.

        Commands at a table are asked about its round alone: counting the whole event would make every
        bid wait for queries whose answers it does not need.
        """
        self.asked_lifecycle = True
        if round_row is None:
            state = self.state()
        else:
            state = EventState(
                Phase(self.tournament.phase),
                round_number=round_row.number,
                round_state=RoundState(round_row.state),
            )
        reasons = blockers(self.command, state)
        if reasons:
            raise Refused("not-possible-now", " ".join(reasons), blocked_by=list(reasons))

    def is_repeat(self) -> bool:
        """Whether the same request was carried out before: for commands that would do it twice.

        The entry of the journal remembers the request's key, and so does every process.
        """
        key = self.actor.key
        if key is None:
            return False
        self.details[journal.ONCE] = key
        return journal.number_with_key(self.session, self.tournament_id, self.actor.id, key) is not None

    def note(self, summary: str, *topics: str, **details: Any) -> None:
        """Say what was done, for the journal, and which topics changed by it."""
        self.summary = summary
        self.topics.update(topics)
        self.details.update(details)


@contextmanager
def command(
    installation: Installation, name: str, tournament_id: int, actor: Actor, now: datetime
) -> Iterator[Work]:
    """Run the body as one command; see the module. Raises TournamentMissing (404) when it is gone."""
    notice: Notice | None = None
    with installation.database.write_session(tournament_id) as session:
        began = time.perf_counter()
        tournament = session.get_one(Tournament, tournament_id)
        recorder = journal.Recorder(session)
        work = Work(name, session, tournament, actor, now)
        yield work
        session.flush()
        changes = recorder.changes
        if changes or work.summary:
            if not work.asked_lifecycle:
                raise AssertionError(f"{name} changed something without asking the lifecycle")
            tournament.version += 1
            journal.append(session, _entry(work, changes))
            notice = Notice(tournament_id, tournament.version, frozenset(work.topics | {"journal"}))
    # Only what is on disk is told.
    if notice is not None:
        installation.tell(notice)
        installation.measure(name, time.perf_counter() - began)


def _entry(work: Work, changes: list[journal.Change]) -> Journal:
    return Journal(
        tournament_id=work.tournament_id,
        number=work.tournament.version,
        at=work.now,
        actor_kind=work.actor.kind.value,
        actor_id=work.actor.id,
        actor_name=work.actor.name,
        command=work.command,
        summary=work.summary or work.command.replace("_", " "),
        details=work.details,
        changes=changes,
        undoes=work.undoes,
    )
