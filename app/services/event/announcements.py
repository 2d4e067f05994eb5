"""Sentences of the organizer to everybody.

An announcement stands until it is taken down, its minutes are over or its round is closed.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from app.sentences import Sentence, kept_words, say
from app.services.kernel.actors import SYSTEM
from app.services.kernel.call import Call
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.permissions import Role
from app.storage.announcements import FOR_ALL, ending_between, standing
from app.storage.kinds import SaidTo
from app.storage.rounds import last_round
from app.storage.tables import Announcement
from app.tournament.lifecycle import RoundState

LONGEST_ANNOUNCEMENT = 500
MOST_MINUTES = 600
NOTICE_LIFE = timedelta(hours=1)  # so long a player is told of a result that was set or corrected


@dataclass(frozen=True)
class AnnouncementView:
    """Something said to everybody in somebody's words, or to one player by the program."""

    id: int
    text: str | Sentence
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


@command("announce")
def announce(work: Work, text: str, *, minutes: int | None = None, with_round: bool = False) -> int:
    """Say something to everybody; its id, that of the newest one if it stands and says the same.

    It ends after `minutes` (1 to 600), with the round being played, or when it is taken down. Raises Refused
    text-missing, invalid-text, invalid-minutes (422), no-round (409).
    """
    cleaned = clean_line(text, LONGEST_ANNOUNCEMENT, "announcement")
    if not cleaned:
        raise Refused("text-missing", "Write what everybody shall read.", Kind.INVALID, field="text")
    if minutes is not None and not 1 <= minutes <= MOST_MINUTES:
        raise Refused(
            "invalid-minutes",
            say("It can stand for 1 to {most} minutes.", most=MOST_MINUTES),
            Kind.INVALID,
            field="minutes",
        )
    present = standing(work.session, work.tournament_id, FOR_ALL, work.now)
    if present and present[-1].text == cleaned:
        return present[-1].id
    work.require()
    if with_round:
        _refuse_without_round(work)
    row = Announcement(
        tournament_id=work.tournament_id,
        kind=(SaidTo.ALL_IN_ROUND if with_round else SaidTo.ALL),
        text=cleaned,
        made_at=work.now,
        ended_at=work.now + timedelta(minutes=minutes) if minutes is not None else None,
    )
    work.session.add(row)
    work.session.flush()
    work.note(say("Announced: {text}", text=cleaned), "announcement")
    return row.id


def _refuse_without_round(work: Work) -> None:
    last = last_round(work.session, work.tournament_id)
    if last is None or last.state is not RoundState.PUBLISHED:
        raise Refused(
            "no-round", "No round is being played that it could end with: choose minutes, or no end."
        )


@command("end_announcement")
def end_announcement(work: Work, announcement_id: int) -> None:
    """Take an announcement down. Twice is once. Raises Refused (404)."""
    row = work.session.get(Announcement, announcement_id)
    if row is None or row.tournament_id != work.tournament_id:
        raise not_found("announcement")
    if row.ended_at is not None and row.ended_at <= work.now:
        return
    work.require()
    row.ended_at = work.now
    work.note(say("Taken down: {text}", text=row.text), "announcement")


@command("end_announcement")
def _tell_end(work: Work, announcement_id: int, due: datetime) -> None:
    row = work.session.get(Announcement, announcement_id)
    if row is None or row.ended_at != due:
        return
    work.require()
    work.note(say("Ended: {text}", text=row.text), "announcement")


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
            row.id,
            row.text if row.kind != SaidTo.ONE_PLAYER else kept_words(row.text),
            row.made_at,
            row.ended_at,
            row.kind == SaidTo.ALL_IN_ROUND,
            row.player_id,
        )
        for row in reversed(standing(session, tournament_id, tuple(SaidTo), now))
    )
