"""Taking a whole event out of an installation as one file, and into another one with nothing lost.

An archive has no secrets: personal links, tokens and passwords stay behind, so the organizer gives out new
links after an import. An import adds nothing to the journal, so that exporting again gives the same file. It
is tried out before it is kept: the rules of consistency that every undo is held to, and everything the
program shows of an event.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlmodel import Session

from app.sentences import say
from app.services.decks.card_pool import check_pool
from app.services.event import brackets, queries, statistics
from app.services.event.codes import free_code
from app.services.event.consistency import contradictions
from app.services.event.settings import checked_values, draft_of
from app.services.event.standings import standings_view
from app.services.event.tournaments import made_before
from app.services.exchange import archive_format, nrtm, spreadsheets
from app.services.exchange.archive_limits import bad
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER
from app.storage.archive import ARCHIVED, read_event, write_event
from app.storage.database import Database
from app.storage.failures import DatabaseError
from app.storage.journal import ONCE
from app.storage.tables import Tournament
from app.storage.worth import keep_all_worths
from app.tournament.structures import Game, structure

LARGEST_ARCHIVE = 64 * 1024 * 1024


@dataclass(frozen=True)
class Imported:
    """The event as it is here now; `code` differs from `archived_code` where that was taken."""

    id: int
    code: str
    archived_code: str
    name: str


def archive(installation: Installation, tournament_id: int) -> str:
    """The archive of an event as JSON text, a line for each row; raises Refused (404)."""
    with installation.database.read_session() as session:
        queries.the_tournament(session, tournament_id)
        event = read_event(session, tournament_id)
    parts = [
        f'"format":{_json(archive_format.FORMAT)}',
        f'"version":{archive_format.VERSION}',
        f'"accounts":{_json(event["accounts"])}',
        f'"tournament":{_json(event["tournament"])}',
        *(f'"{name}":{_lines(event[name])}' for name in (*ARCHIVED, "journal")),
    ]
    return "{" + ",\n".join(parts) + "}\n"


def _lines(rows: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(map(_json, rows)) + "\n]" if rows else "[]"


def _json(value: Any) -> str:
    # Keys stay in their order: it is the order of the cards in a deck.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def import_archive(
    installation: Installation,
    actor: Actor,
    now: datetime,
    content: bytes,
    *,
    seed: int,
    makes_accounts: bool = False,
) -> Imported:
    """Make the event of an archive; an account that imports becomes its owner, the program leaves it to
    the owners in the archive.

    The code stays where it is free, else `seed` draws another. Accounts the archive names and nobody has get
    no role when it is uploaded; at the terminal (the program as actor, or `makes_accounts`) they are made,
    without any way to sign in. The same request again gives the event it made. Raises Refused: organizer-only
    (403); archive-too-large (413); bad-archive (422) with what is wrong.
    """
    if actor.kind not in (ActorKind.ORGANIZER, ActorKind.SYSTEM):
        raise Refused("organizer-only", "Sign in as an organizer to import a tournament.", Kind.FORBIDDEN)
    if len(content) > LARGEST_ARCHIVE:
        raise Refused(
            "archive-too-large",
            say("An archive may have up to {most} MB.", most=LARGEST_ARCHIVE // 1024**2),
            Kind.TOO_LARGE,
        )
    with _refusing_contradictions():
        event = archive_format.parse(content)
    owner = actor.id if actor.kind is ActorKind.ORGANIZER else None
    with installation.database.write_session(None) as session, _refusing_contradictions():
        archived = str(event["tournament"]["code"])
        if (again := made_before(session, actor)) is not None:
            return Imported(again.id, again.code, archived, again.name)
        if actor.key is not None and event["journal"]:
            event["journal"][0]["details"][ONCE] = actor.key
        code = free_code(session, seed, wanted=archived)
        made = makes_accounts or actor.kind is ActorKind.SYSTEM
        tournament_id = write_event(session, event, code, owner, now, makes_accounts=made)
        row = session.get_one(Tournament, tournament_id)
        _check_settings(installation, row)
        # Nobody may bring points that the results are not worth.
        keep_all_worths(session, row)
        session.flush()
        if said := contradictions(session, row):
            raise bad(said[0])
        _try_out(replace(installation, database=cast(Database, _Within(session))), tournament_id, now)
        return Imported(tournament_id, code, archived, row.name)


@contextmanager
def _refusing_contradictions() -> Iterator[None]:
    """Whatever rows of a file make the program stumble over is the file's fault, and nothing is kept."""
    try:
        yield
    except (IntegrityError, DataError):
        raise bad(say("two of its rows contradict each other.")) from None
    except (Refused, DatabaseError, DBAPIError):
        raise
    except Exception as error:
        raise bad(say("its rows do not make an event that can be shown.")) from error


def _check_settings(installation: Installation, row: Tournament) -> None:
    try:
        checked_values(draft_of(row))
        check_pool(installation.catalog, row)
    except Refused as refused:
        raise bad(refused.said) from None


def _try_out(inside: Installation, tournament_id: int, now: datetime) -> None:
    """Ask everything that pages and exports ask."""
    kind = structure(queries.tournament_view(inside, tournament_id, PUBLIC_VIEWER).structure)
    for viewer in (ORGANIZER_VIEWER, PUBLIC_VIEWER):
        queries.tournament_view(inside, tournament_id, viewer)
        queries.players_view(inside, tournament_id, viewer)
        queries.rounds_view(inside, tournament_id, viewer, now)
        standings_view(inside, tournament_id, viewer)
        if kind.game is Game.NETRUNNER:
            nrtm.nrtm(inside, tournament_id, viewer)
    queries.journal_view(inside, tournament_id, ORGANIZER_VIEWER)
    spreadsheets.decks_csv(inside, tournament_id)
    statistics.statistics_view(inside, tournament_id)
    try:
        brackets.bracket_view(inside, tournament_id)
    except Refused as refused:
        if refused.code != "no-cut":
            raise


class _Within:
    """Answers questions inside the transaction of the import, where the event is not yet to be seen."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @contextmanager
    def read_session(self) -> Iterator[Session]:
        """The session of the import."""
        yield self._session
