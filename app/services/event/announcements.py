"""Sentences of the organizer to everybody, and players' calls for the organizer.

An announcement stands until it is taken down, its minutes are over or its round is closed. A call stands
until somebody of the staff answers it. The same player calls once, however often the button is tapped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session, col, select

from app.services.decks.handed_in import found_player, living_player
from app.services.kernel.actors import SYSTEM, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.permissions import Role
from app.storage.announcements import FOR_ALL, SaidTo, ending_between, standing
from app.storage.players import player, players
from app.storage.rounds import last_round, pairing_of_player
from app.storage.tables import Announcement

LONGEST_ANNOUNCEMENT = 500
LONGEST_CALL = 200
MOST_MINUTES = 600
NOTICE_LIFE = timedelta(hours=2)  # so long a player is told of a corrected result
CALL = "call"


@dataclass(frozen=True)
class AnnouncementView:
    """Something said to everybody."""

    id: int
    text: str
    made_at: datetime
    ends_at: datetime | None = None
    with_round: bool = False
    player_id: int | None = None

    def stands_for(self, player_id: int | None, now: datetime) -> bool:
        """Whether a reader, a player or anybody (None), is told this at `now`."""
        if self.ends_at is not None and self.ends_at <= now:
            return False
        if self.player_id is None:
            return True
        return self.player_id == player_id and now - self.made_at < NOTICE_LIFE


@dataclass(frozen=True)
class CallView:
    """A player who waits for somebody of the staff, with the table of the round being played."""

    id: int
    player_id: int
    name: str
    table_number: int | None
    text: str
    made_at: datetime


@command("announce")
def announce(work: Work, text: str, *, minutes: int | None = None, with_round: bool = False) -> int:
    """Say something to everybody; its id, that of the newest one if it stands and says the same; 0 for the
    same request again.

    It ends after `minutes` (1 to 600), with the round being played, or when it is taken down. Raises Refused
    text-missing, invalid-text, invalid-minutes (422), no-round (409).
    """
    if work.is_repeat():
        return 0
    cleaned = clean_line(text, LONGEST_ANNOUNCEMENT, "announcement")
    if not cleaned:
        raise Refused("text-missing", "Write what everybody shall read.", Kind.INVALID)
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise Refused("invalid-minutes", f"It can stand for 1 to {MOST_MINUTES} minutes.", Kind.INVALID)
    present = standing(work.session, work.tournament_id, FOR_ALL, work.now)
    if present and present[-1].text == cleaned:
        return present[-1].id or 0
    work.require()
    if with_round:
        _refuse_without_round(work)
    row = Announcement(
        tournament_id=work.tournament_id,
        kind=(SaidTo.ALL_IN_ROUND if with_round else SaidTo.ALL).value,
        text=cleaned,
        made_at=work.now,
        ended_at=work.now + timedelta(minutes=minutes) if minutes is not None else None,
    )
    work.session.add(row)
    work.session.flush()
    work.note(f"Announced: {cleaned}", "announcement")
    return row.id or 0


def _refuse_without_round(work: Work) -> None:
    last = last_round(work.session, work.tournament_id)
    if last is None or last.state != "published":
        raise Refused(
            "no-round", "No round is being played that it could end with: choose minutes, or no end."
        )


@command("call_organizer")
def call_organizer(work: Work, text: str = "") -> int:
    """A player calls for somebody of the staff; the id of the call, the standing one if there is one."""
    if (
        work.actor.kind is not ActorKind.PLAYER
        or work.actor.tournament_id != work.tournament_id
        or work.actor.id is None
    ):
        raise Refused("not-allowed", "Only players of this event call the organizer.", Kind.FORBIDDEN)
    player = living_player(work, work.actor.id)
    calls = _standing(work.session, work.tournament_id, CALL)
    standing = next((row for row in calls if row.player_id == player.id), None)
    cleaned = clean_line(text, LONGEST_CALL, "message")
    if standing is not None and cleaned in ("", standing.text):
        return standing.id or 0
    work.require()
    row = standing or Announcement(
        tournament_id=work.tournament_id, kind=CALL, player_id=player.id, text="", made_at=work.now
    )
    row.text = cleaned
    work.session.add(row)
    work.session.flush()
    said = f": {cleaned}" if cleaned else ""
    work.note(f"{player.name} called the organizer{said}", "calls", f"seat/{player.id}")
    return row.id or 0


@command("end_announcement")
def end_announcement(work: Work, announcement_id: int) -> None:
    """Take an announcement down, or answer a call; its player may take the own call back."""
    row = work.session.get(Announcement, announcement_id)
    own = row is not None and row.kind == CALL and row.player_id == work.actor.id
    if (
        row is None
        or row.tournament_id != work.tournament_id
        or (work.actor.kind is ActorKind.PLAYER and not own)
    ):
        raise not_found("announcement")
    if row.ended_at is not None and row.ended_at <= work.now:
        return
    work.require()
    row.ended_at = work.now
    if row.kind == CALL:
        work.note(f"The call of {_name(work, row)} was answered", "calls", f"seat/{row.player_id}")
    else:
        work.note(f"Taken down: {row.text}", "announcement")


def _name(work: Work, row: Announcement) -> str:
    return found_player(work, row.player_id).name if row.player_id is not None else "somebody"


@command("end_announcement")
def _tell_end(work: Work, announcement_id: int, due: datetime) -> None:
    row = work.session.get(Announcement, announcement_id)
    if row is None or row.ended_at != due:
        return
    work.require()
    work.note(f"Ended: {row.text}", "announcement")


def tell_ends(installation: Installation, after: datetime, until: datetime) -> None:
    """Tell who listens that announcements to everybody ended between these times by themselves.

    Those that were taken down by hand in that time have been told already.
    """
    with installation.database.read_session() as session:
        due = ending_between(session, after, until)
    for tournament_id, announcement_id, end in due:
        call = Call(installation, tournament_id, SYSTEM, Role.OWNER, until)
        _tell_end(call, announcement_id, end)


def standing_announcements(
    installation: Installation, tournament_id: int, now: datetime
) -> tuple[AnnouncementView, ...]:
    """What is announced to everybody at `now`, the newest first."""
    with installation.database.read_session() as session:
        return tuple(one for one in standing_in(session, tournament_id, now) if one.stands_for(None, now))


def standing_in(session: Session, tournament_id: int, now: datetime) -> tuple[AnnouncementView, ...]:
    """What stands at `now`, notices to single players with it, the newest first, in an open session."""
    return tuple(
        AnnouncementView(
            row.id or 0,
            row.text,
            row.made_at,
            row.ended_at,
            row.kind == SaidTo.ALL_IN_ROUND,
            row.player_id,
        )
        for row in reversed(standing(session, tournament_id, tuple(SaidTo), now))
    )


def callers_in(session: Session, tournament_id: int) -> Mapping[int, Announcement]:
    """The standing call of each player who waits for the staff, by player."""
    calls = _standing(session, tournament_id, CALL)
    return {row.player_id: row for row in reversed(calls) if row.player_id is not None}


def standing_calls(installation: Installation, tournament_id: int) -> tuple[CallView, ...]:
    """Who waits for the staff, the longest first; for the staff."""
    with installation.database.read_session() as session:
        names = {row.id: row.name for row in players(session, tournament_id)}
        return tuple(
            CallView(
                row.id or 0,
                row.player_id,
                names[row.player_id],
                _table(session, tournament_id, row.player_id),
                row.text,
                row.made_at,
            )
            for row in _standing(session, tournament_id, CALL)
            if row.player_id is not None
        )


def own_call(installation: Installation, tournament_id: int, player_id: int) -> CallView | None:
    """The player's call that stands; asked with every bid, so it reads no other player."""
    with installation.database.read_session() as session:
        calls = _standing(session, tournament_id, CALL)
        row = next((call for call in calls if call.player_id == player_id), None)
        caller = player(session, tournament_id, player_id) if row is not None else None
        if row is None or caller is None:
            return None
        table = _table(session, tournament_id, player_id)
        return CallView(row.id or 0, player_id, caller.name, table, row.text, row.made_at)


def _standing(session: Session, tournament_id: int, kind: str) -> list[Announcement]:
    query = select(Announcement).where(
        Announcement.tournament_id == tournament_id,
        Announcement.kind == kind,
        col(Announcement.ended_at).is_(None),
    )
    return list(session.exec(query.order_by(col(Announcement.id))))


def _table(session: Session, tournament_id: int, player_id: int) -> int | None:
    last = last_round(session, tournament_id)
    if last is None or last.id is None or last.state != "published":
        return None
    row = pairing_of_player(session, tournament_id, last.id, player_id)
    return row.table_number if row is not None else None
