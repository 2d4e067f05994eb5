"""The shape of every command: rights, one transaction, lifecycle, one journal entry, one notice.

`@command(name)` turns a function of a `Work` into a command that takes a `Call` and returns `Done`. It asks
the table of permissions, opens the write session, runs the body, writes the journal, commits and tells who
listens. A body that changes something without asking the lifecycle (`work.require()`) is an error. A command
that finds nothing to change, as after a repeated tap, writes no entry and tells nobody.

What takes long to read or to compute is done before the write lock is taken: `@command(name, ahead=look)`
calls `look(session, tournament, …)` in a read session, with the command's own arguments. The body takes what
it found by `work.looked_ahead(Kind)`; if the event changed in between, that looks again, within the lock.

A request that says how to know it again (`Actor.key`) is carried out once: a command that returns nothing or
a number is not run a second time for it and answers with the entry of the first, and the number kept there.
One that returns anything else must make it again, and asks `work.is_repeat()`; so does one that says `anew`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from sqlmodel import Session

from app.live.notices import Notice
from app.sentences import Sentence, in_turn
from app.services.kernel import permissions
from app.services.kernel.actors import Actor
from app.services.kernel.call import Call, Done
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.storage import days, journal, recording
from app.storage.event_state import event_state
from app.storage.packed_changes import Change
from app.storage.tables import Journal, Round, Tournament
from app.tournament.lifecycle import EventState, blockers

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")
# Reads and computes what a command needs; it changes nothing.
Look = Callable[[Session, Tournament], Any]
# What the desks of the day's other events show of this one changes with these topics.
_SEEN_BESIDE = frozenset({"tournament", "round", "players"})


@dataclass
class Work:
    """A command in progress: its session, its tournament's row, who gave it and when.

    `actor` may be replaced by the body: whoever joins becomes the player they are from then on.
    """

    command: str
    call: Call
    session: Session
    tournament: Tournament
    actor: Actor
    summary: str = ""
    details: dict[str, Any] = field(default_factory=dict)
    topics: set[str] = field(default_factory=set)
    undoes: int | None = None
    asked_lifecycle: bool = False
    ahead: "Ahead | None" = None
    # Rows that were read: the session itself forgets what nobody holds, and would ask again.
    held: list[object] = field(default_factory=list)

    @property
    def installation(self) -> Installation:
        """The installation the command runs in."""
        return self.call.installation

    @property
    def now(self) -> datetime:
        """When the command was given."""
        return self.call.now

    @property
    def tournament_id(self) -> int:
        """The id of the tournament."""
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
                self.tournament.phase,
                round_number=round_row.number,
                round_state=round_row.state,
            )
        reasons = blockers(permissions.right_of(self.command), state)
        if reasons:
            raise Refused(
                "not-possible-now", in_turn(reasons), blocked_by=[str(reason) for reason in reasons]
            )

    def looked_ahead(self, kind: type[T]) -> T:
        """What the command's `ahead` found, as the event is now."""
        assert self.ahead is not None, f"{self.command} looks at nothing ahead"
        found = self.ahead.found
        if self.ahead.version != self.tournament.version:
            self.session.flush()
            found = self.ahead.look(self.session, self.tournament)
        assert isinstance(found, kind)
        return found

    def is_repeat(self) -> bool:
        """Whether the same request was carried out before: for commands that would do it twice."""
        return self.entry_of_request() is not None

    def entry_of_request(self) -> int | None:
        """The journal entry of the same request sent before; None for a new one, or one without a key."""
        key = self.actor.key
        if key is None:
            return None
        return journal.number_with_key(self.session, self.tournament_id, self.actor.id, key, self.command)

    def answer_of(self, entry: int) -> Any:
        """The number that a command returned as it wrote this entry for a request with a key; else None."""
        row = journal.entry(self.session, self.tournament_id, entry)
        return None if row is None else row.details.get(journal.ANSWER)

    def note(self, summary: str | Sentence, *topics: str, **details: Any) -> None:
        """Say what was done, for the journal, and which topics changed by it."""
        if isinstance(summary, Sentence):
            self.summary = summary.english
            self.details[journal.SAID] = summary.as_json()
        else:
            self.summary = summary
        self.topics.update(topics)
        self.details.update(details)


@dataclass(frozen=True)
class Ahead:
    """What was found at a version of the event, None where it was refused; and how to look again."""

    look: Look
    version: int | None = None
    found: Any = None


def command(
    name: str, *, ahead: Callable[..., Any] | None = None, anew: bool = False
) -> Callable[[Callable[Concatenate[Work, P], R]], Callable[Concatenate[Call, P], Done[R]]]:
    """Make a function of a `Work` the command `name`; see the module.

    Besides what the body refuses, the command raises Refused not-signed-in (401) or not-allowed (403) when
    the caller's role may not give it, and TournamentMissing (404) when the event is gone. With `anew` the
    body runs for a repeated request, too, and must see to it itself that nothing is done twice.
    """

    def make(body: Callable[Concatenate[Work, P], R]) -> Callable[Concatenate[Call, P], Done[R]]:
        once = not anew and signature(body).return_annotation in (None, int)

        @wraps(body)
        def run(call: Call, /, *args: P.args, **kwargs: P.kwargs) -> Done[R]:
            permissions.require(call.role, permissions.right_of(name))
            found = None
            if ahead is not None:
                found = _look(call, lambda session, row: ahead(session, row, *args, **kwargs))
            return _run(name, call, lambda work: body(work, *args, **kwargs), found, once=once)

        return run

    return make


def _look(call: Call, look: Look) -> Ahead:
    with call.installation.database.read_session() as session:
        tournament = session.get(Tournament, call.tournament_id)
        if tournament is None:
            return Ahead(look)
        version = tournament.version
        try:
            return Ahead(look, version, look(session, tournament))
        except Refused:
            # The body refuses in the order of its own questions, or finds that there is nothing to do.
            return Ahead(look)


def _run(name: str, call: Call, body: Callable[[Work], R], ahead: Ahead | None, *, once: bool) -> Done[R]:
    notice: Notice | None = None
    beside: list[Notice] = []
    with call.installation.database.write_session(call.tournament_id) as session:
        began = time.perf_counter()
        tournament = session.get_one(Tournament, call.tournament_id)
        recorder = recording.Recorder(session)
        work = Work(name, call, session, tournament, call.actor, ahead=ahead)
        if once and (before := work.entry_of_request()) is not None:
            return Done(before, cast(R, work.answer_of(before)))
        value = body(work)
        session.flush()
        changes = recorder.changes
        if changes or work.summary:
            if not work.asked_lifecycle:
                raise AssertionError(f"{name} changed something without asking the lifecycle")
            tournament.version += 1
            entry: int | None = tournament.version
            journal.append(session, _entry(work, changes, value if once else None))
            notice = Notice(call.tournament_id, tournament.version, frozenset(work.topics | {"journal"}))
            if tournament.day is not None and work.topics & _SEEN_BESIDE:
                # Nothing changed there, so that their version stays; who sits in two rounds may have.
                beside = [
                    Notice(number, version, frozenset({"day"}))
                    for number, version in days.events_beside(session, tournament)
                ]
        else:
            entry = work.entry_of_request()
    # Only what is on disk is told.
    if notice is not None:
        for each in (notice, *beside):
            call.installation.tell(each)
        call.installation.measure(name, time.perf_counter() - began)
    return Done(entry, value)


def _entry(work: Work, changes: list[Change], value: object) -> Journal:
    # Remembered, so that the same request sent again is known; every process reads the journal.
    key = work.call.actor.key
    remembered: dict[str, Any] = {} if key is None else {journal.ONCE: key}
    if key is not None and value is not None:
        remembered[journal.ANSWER] = value
    return Journal(
        tournament_id=work.tournament_id,
        number=work.tournament.version,
        at=work.now,
        actor_kind=work.actor.kind,
        actor_id=work.actor.id,
        actor_name=work.actor.name,
        command=work.command,
        summary=work.summary or work.command.replace("_", " "),
        details=work.details | remembered,
        changes=changes,
        undoes=work.undoes,
    )
