"""Entries of the journal by who gave the command, at which table, and of which kind."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from app.deckcheck.folding import alphabetical
from app.services.event.queries import told_entries
from app.services.kernel.installation import Installation
from app.services.kernel.journal_view import JournalView
from app.services.kernel.viewer import Viewer
from app.storage.packed_changes import Change
from app.storage.tables import Journal, Pairing, Round
from app.tournament.lifecycle import RoundState

READ_AT_ONCE = 200
_OF_TABLES = ("auction_entry", "bid", "game_report", "pairing")


@dataclass(frozen=True)
class JournalFilter:
    """What is looked for; None and nothing leave a part open. `table` is a number, in any round."""

    who: str | None = None
    table: int | None = None
    commands: Collection[str] = ()

    @property
    def is_open(self) -> bool:
        """Whether everything fits."""
        return self.who is None and self.table is None and not self.commands


def found_entries(
    installation: Installation,
    tournament_id: int,
    viewer: Viewer,
    wanted: JournalFilter,
    before: int | None,
    limit: int,
) -> list[JournalView]:
    """The newest entries that fit, older than number `before` where given; told as `journal_view` tells them.

    Tables of a draft are not found by who may not see it.
    """
    with installation.database.read_session() as session:
        at = _tables_numbered(session, tournament_id, viewer, wanted.table)
        found: list[Journal] = []
        for entry in _entries(session, tournament_id, wanted, before):
            if at is None or any(_is_at(change, at) for change in entry.changes):
                found.append(entry)
            if len(found) == limit:
                break
        return told_entries(session, tournament_id, viewer, found)


def names_in_journal(installation: Installation, tournament_id: int) -> Sequence[str]:
    """The names of all who gave a command, by alphabet."""
    with installation.database.read_session() as session:
        query = select(Journal.actor_name).where(Journal.tournament_id == tournament_id).distinct()
        return sorted(session.exec(query), key=alphabetical)


def _entries(
    session: Session, tournament_id: int, wanted: JournalFilter, before: int | None
) -> Iterator[Journal]:
    query = select(Journal).where(Journal.tournament_id == tournament_id)
    if wanted.who is not None:
        query = query.where(Journal.actor_name == wanted.who)
    if wanted.commands:
        query = query.where(col(Journal.command).in_(wanted.commands))
    last = before
    while True:
        page = query if last is None else query.where(col(Journal.number) < last)
        rows = session.exec(page.order_by(col(Journal.number).desc()).limit(READ_AT_ONCE)).all()
        yield from rows
        if len(rows) < READ_AT_ONCE:
            return
        last = rows[-1].number


def _tables_numbered(
    session: Session, tournament_id: int, viewer: Viewer, number: int | None
) -> frozenset[int | None] | None:
    if number is None:
        return None
    query = (
        select(Pairing.id)
        .join(Round, col(Round.id) == Pairing.round_id)
        .where(Pairing.tournament_id == tournament_id, Pairing.table_number == number)
    )
    if not viewer.drafts:
        query = query.where(Round.state != RoundState.DRAFT)
    return frozenset(session.exec(query))


def _is_at(change: Change, tables: Collection[int | None]) -> bool:
    if change["table"] not in _OF_TABLES:
        return False
    if change["table"] == "pairing":
        return change["id"] in tables
    values = {**(change["after"] or {}), **(change["before"] or {})}
    return values.get("pairing_id") in tables
