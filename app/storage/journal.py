"""The append-only list of every command: who, when, what, and each row before and after.

The changes come from a Recorder (recording.py); here entries are added, found, marked as undone and erased.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, bindparam, cast, event, inspect, update
from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from app.sentences import Sentence, sentence_of
from app.storage.packed_changes import Change
from app.storage.tables import Journal, Tournament

_VERSION = select_columns(col(Tournament.version)).where(col(Tournament.id) == bindparam("tournament_id"))
_SINCE = (
    select_columns(col(Journal.number), col(Journal.changes))
    .where(
        col(Journal.tournament_id) == bindparam("tournament_id"), col(Journal.number) > bindparam("number")
    )
    .order_by(col(Journal.number))
    .limit(bindparam("limit"))
)
_IN_FORCE_AFTER = (
    select_columns(col(Journal.number), col(Journal.summary), col(Journal.details), col(Journal.changes))
    .where(
        col(Journal.tournament_id) == bindparam("tournament_id"),
        col(Journal.number) > bindparam("number"),
        col(Journal.undone_by).is_(None),
    )
    .order_by(col(Journal.number).desc())
)
_READ_AT_ONCE = 50
# Of a command that must not be repeated: the key of its request, among the details.
ONCE = "once"
# What the command answered then, if that is a number.
ANSWER = "answer"
# The key of the details under which an entry keeps its sentence as text and values (app/sentences.py).
SAID = "said"
# Who repeats a request does so soon, and gives few other commands meanwhile.
_REPEATED_WITHIN = 50
_PAIRING = ("pair_round", "pair_cut")
# Of a command that gives or takes a personal link: whose it is, among the details.
LINK_OF = "link_of"
_LINKING = ("issue_link", "hand_over_player", "take_back_player", "receive_player")


def said_of(summary: str, details: Mapping[str, Any]) -> Sentence:
    """What an entry says, to be read in any language; entries of earlier versions say it in English."""
    kept = details.get(SAID)
    if isinstance(kept, dict):
        try:
            return sentence_of(kept)
        except ValueError:
            pass  # of an archive made elsewhere, or changed as a name was erased
    return Sentence(summary)


def append(session: Session, entry: Journal) -> None:
    """Add an entry; the only way one is made."""
    session.add(entry)
    session.flush()


def entries(
    session: Session, tournament_id: int, *, before: int | None = None, limit: int = 200
) -> Sequence[Journal]:
    """The newest entries first, older than number `before` where given."""
    query = select(Journal).where(Journal.tournament_id == tournament_id)
    if before is not None:
        query = query.where(col(Journal.number) < before)
    return session.exec(query.order_by(col(Journal.number).desc()).limit(limit)).all()


def in_force_after(
    session: Session, tournament_id: int, number: int
) -> Iterator[tuple[int, Sentence, set[tuple[str, Any]]]]:
    """Entries after `number` that were not undone, the newest first: number, sentence, and the rows they
    touched as (table, id). They are read as they are asked for."""
    asked = {"tournament_id": tournament_id, "number": number}
    for found in session.connection().execute(_IN_FORCE_AFTER, asked).yield_per(_READ_AT_ONCE):
        yield (
            found.number,
            said_of(found.summary, found.details),
            {(change["table"], change["id"]) for change in found.changes},
        )


def entry(session: Session, tournament_id: int, number: int) -> Journal | None:
    """The entry with `number`, None when there is none."""
    return session.exec(
        select(Journal).where(Journal.tournament_id == tournament_id, Journal.number == number)
    ).first()


def entries_numbered(session: Session, tournament_id: int, numbers: Collection[int]) -> Sequence[Journal]:
    """The entries with these numbers, the oldest first."""
    mine = Journal.tournament_id == tournament_id
    query = select(Journal).where(mine, col(Journal.number).in_(list(numbers)))
    return session.exec(query.order_by(col(Journal.number))).all()


def number_with_key(
    session: Session, tournament_id: int, actor_id: int | None, key: str, command: str | None = None
) -> int | None:
    """The entry that the request with this key made, by this command or by any, if it is one of the actor's
    last; None otherwise."""
    query = (
        select(Journal.number, Journal.command, Journal.details)
        .where(Journal.tournament_id == tournament_id, Journal.actor_id == actor_id)
        .order_by(col(Journal.number).desc())
        .limit(_REPEATED_WITHIN)
    )
    for number, done, details in session.exec(query):
        if details.get(ONCE) == key and command in (None, done):
            return number
    return None


def entries_with_key(
    session: Session, tournament_id: int, key: str, command: str, since: datetime
) -> list[Journal]:
    """The entries made after `since` of this command by a request with this key, whoever sent it, the newest
    first.
    """
    query = (
        select(Journal)
        .where(Journal.tournament_id == tournament_id, Journal.command == command)
        .where(col(Journal.at) > since, cast(col(Journal.details), Text).contains(key, autoescape=True))
        .order_by(col(Journal.number).desc())
    )
    return [entry for entry in session.exec(query) if entry.details.get(ONCE) == key]


def has_newer_link(session: Session, tournament_id: int, player_id: int, number: int) -> bool:
    """Whether a personal link was given to this player, or taken, after the entry with `number`."""
    query = select(Journal.details).where(
        Journal.tournament_id == tournament_id,
        col(Journal.number) > number,
        col(Journal.command).in_(_LINKING),
    )
    # Entries of earlier versions do not say whose link it was: any player's.
    return any(details.get(LINK_OF, player_id) == player_id for details in session.exec(query))


def first_about_round(session: Session, tournament_id: int, number: int) -> int | None:
    """The first entry by which a round with this number was paired; None where the journal has none."""
    query = (
        select(Journal.number, Journal.details)
        .where(Journal.tournament_id == tournament_id, col(Journal.command).in_(_PAIRING))
        .order_by(col(Journal.number))
    )
    return next((entry for entry, details in session.exec(query) if details.get("round") == number), None)


def all_entries(session: Session, tournament_id: int) -> Iterator[Journal]:
    """Every entry, the oldest first."""
    yield from session.exec(
        select(Journal).where(Journal.tournament_id == tournament_id).order_by(col(Journal.number))
    )


class PlainEntry(NamedTuple):
    """What of an entry may hold names; thousands are read faster as values than as rows of a session."""

    id: int
    actor_kind: str
    actor_id: int | None
    actor_name: str
    summary: str
    details: dict[str, Any]
    changes: list[Change]


def plain_entries(session: Session, tournament_id: int) -> list[PlainEntry]:
    """Every entry, the oldest first."""
    columns = [col(getattr(Journal, name)) for name in PlainEntry._fields]
    query = select_columns(*columns).where(col(Journal.tournament_id) == tournament_id)
    return [PlainEntry(*row) for row in session.connection().execute(query.order_by(col(Journal.number)))]


def rewrite(session: Session, entries: Sequence[PlainEntry]) -> None:
    """Put other names into entries, for erasing one; nothing else of an entry ever changes."""
    fields = ("actor_name", "summary", "details", "changes")
    if entries:
        session.connection().execute(
            update(Journal)
            .where(col(Journal.id) == bindparam("entry_id"))
            .values({name: bindparam(f"new_{name}") for name in fields}),
            [{"entry_id": e.id, **{f"new_{name}": getattr(e, name) for name in fields}} for e in entries],
        )


def version_of(session: Session, tournament_id: int) -> int | None:
    """The version of a tournament, None for one that is gone; it is asked at every page."""
    return session.connection().execute(_VERSION, {"tournament_id": tournament_id}).scalar()


def changes_since(
    session: Session, tournament_id: int, number: int, limit: int
) -> list[tuple[int, list[Change]]]:
    """Number and changes of the first `limit` entries after `number`."""
    asked = {"tournament_id": tournament_id, "number": number, "limit": limit}
    return [(row.number, row.changes) for row in session.connection().execute(_SINCE, asked)]


@event.listens_for(Journal, "before_update")
def _only_marks_change(_mapper: Any, _connection: Connection, row: Journal) -> None:
    # An entry is never rewritten, but for the mark that it was undone and for erasing a name.
    changed = {a.key for a in inspect(row).attrs if a.history.has_changes()}
    if not changed <= {"undone_by", "actor_name", "summary", "details", "changes"}:
        raise RuntimeError(
            f"The journal is append-only; {sorted(changed)} of entry {row.number} would change."
        )
