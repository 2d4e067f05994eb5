"""Players' calls for a judge: made, claimed by one of the staff, and ended with what was done.

The same player calls once, however often the button is tapped. Of two judges who claim a call at once one
gets it, and the other reads who comes. Ending a call may give its table extra time in the same step.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.sentences import Sentence, message, say
from app.services.decks.handed_in import living_player
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line
from app.services.kernel.viewer import Viewer
from app.services.play.clocks import give_extra_time
from app.services.play.table_access import open_table
from app.storage.judging_tables import JudgeCall
from app.storage.players import player, players
from app.storage.rounds import last_round, pairing_of_player
from app.storage.tables import Pairing, Round
from app.tournament.lifecycle import RoundState
from app.tournament.waiting import CallTimes, Waiting, waiting_of

LONGEST_REASON = 200
LONGEST_NOTE = 300
MOST_EXTRA_SECONDS = 2 * 3600


class CallState(StrEnum):
    """What became of a call."""

    OPEN = "open"
    CLAIMED = "claimed"
    ENDED = "ended"
    TAKEN_BACK = "taken-back"


@dataclass(frozen=True)
class CallView:
    """A call, with round and table of its moment; `table_id` while that game can still be played.

    `note` is what the judge wrote, None for the player.
    """

    id: int
    player_id: int
    name: str
    round: int | None
    table_number: int | None
    table_id: int | None
    reason: str
    state: CallState
    made_at: datetime
    claimed_by: str | None
    claimed_at: datetime | None
    ended_by: str | None
    ended_at: datetime | None
    extra_seconds: int
    note: str | None


@dataclass(frozen=True)
class StandingCall:
    """A player's call as their own page tells it: `claimed_by` comes."""

    made_at: datetime
    reason: str
    claimed_by: str | None


@command("call_organizer")
def call_organizer(work: Work, reason: str = "") -> int:
    """A player calls for a judge; the id of the call, the standing one if there is one."""
    caller = living_player(work, _own_id(work))
    standing = _standing_of(work.session, work.tournament_id, caller.id)
    cleaned = clean_line(reason, LONGEST_REASON, "message")
    if standing is not None and cleaned in ("", standing.reason):
        return standing.id
    work.require()
    row = standing or _new_call(work, caller.id)
    row.reason = cleaned
    work.session.add(row)
    work.session.flush()
    told = say("{player} called a judge", player=caller.name)
    if cleaned:
        told = say("{player} called a judge: {reason}", player=caller.name, reason=cleaned)
    work.note(told, *_topics(row))
    return row.id


def _new_call(work: Work, player_id: int) -> JudgeCall:
    seat = _seat(work.session, work.tournament_id, player_id)
    return JudgeCall(
        tournament_id=work.tournament_id,
        player_id=player_id,
        round_number=seat[1].number if seat else None,
        table_number=seat[0].table_number if seat else None,
        made_at=work.now,
    )


@command("take_back_call")
def take_back_call(work: Work) -> None:
    """A player needs no judge any more. Without a standing call nothing is done."""
    row = _standing_of(work.session, work.tournament_id, _own_id(work))
    if row is None:
        return
    work.require()
    row.ended_at = work.now
    work.note(say("{player} took the call back", player=_name(work, row)), *_topics(row))


def _own_id(work: Work) -> int:
    actor = work.actor
    if actor.kind is ActorKind.PLAYER and actor.tournament_id == work.tournament_id and actor.id is not None:
        return actor.id
    raise Refused("not-allowed", "Only players of this event call a judge.", Kind.FORBIDDEN)


@command("claim_call")
def claim_call(work: Work, call_id: int) -> None:
    """Say that the actor goes to this player. Twice is once.

    Raises Refused: 404; call-claimed (409) when another is on the way, call-ended (409).
    """
    row = _call(work, call_id)
    if row.ended_at is not None:
        raise Refused("call-ended", say("The call of {player} is answered already.", player=_name(work, row)))
    if row.claimed_by == work.actor.name:
        return
    if row.claimed_by is not None:
        raise Refused(
            "call-claimed",
            say("{judge} goes to {player} already.", judge=row.claimed_by, player=_name(work, row)),
        )
    work.require()
    row.claimed_by, row.claimed_at = work.actor.name, work.now
    work.note(say("{judge} goes to {player}", judge=work.actor.name, player=_name(work, row)), *_topics(row))


@command("close_call")
def close_call(work: Work, call_id: int, note: str = "", extra_seconds: int = 0) -> None:
    """End a call with what was done, and give its table `extra_seconds` in the same step. Twice is once.

    Raises Refused: 404; call-ended (409) for more time after the end; no-table (409); invalid-number,
    invalid-text, extra-time-out-of-range (422).
    """
    row = _call(work, call_id)
    cleaned = clean_line(note, LONGEST_NOTE, "note")
    if row.ended_at is not None:
        if (cleaned, extra_seconds) in (("", 0), (row.note, row.extra_seconds)):
            return
        raise Refused(
            "call-ended",
            say(
                "{who} ended this call already. Give more time on the page of the table.",
                who=row.ended_by or _name(work, row),
            ),
        )
    if not 0 <= extra_seconds <= MOST_EXTRA_SECONDS:
        raise Refused(
            "invalid-number", "Extra time of a table goes from 0 to 2 hours.", Kind.INVALID, field="minutes"
        )
    work.require()
    _give(work, row, extra_seconds)
    row.note, row.extra_seconds = cleaned, extra_seconds
    row.ended_by, row.ended_at = work.actor.name, work.now
    work.note(_ended(work, row), *_topics(row), extra_seconds=extra_seconds)


def _ended(work: Work, row: JudgeCall) -> Sentence:
    who = {"judge": work.actor.name, "player": _name(work, row)}
    time = {"seconds": row.extra_seconds, "table": row.table_number}
    if row.extra_seconds and row.note:
        text = message(
            "{judge} answered the call of {player} and gave table {table} {seconds} seconds: {note}"
        )
        return say(text, **who, **time, note=row.note)
    if row.extra_seconds:
        text = message("{judge} answered the call of {player} and gave table {table} {seconds} seconds")
        return say(text, **who, **time)
    if row.note:
        return say("{judge} answered the call of {player}: {note}", **who, note=row.note)
    return say("{judge} answered the call of {player}", **who)


def _give(work: Work, row: JudgeCall, seconds: int) -> None:
    if seconds == 0:
        return
    seat = _seat(work.session, work.tournament_id, row.player_id)
    if seat is None or seat[1].number != row.round_number or seat[0].table_number != row.table_number:
        raise Refused(
            "no-table", "This call came from no table of a round being played: end it without extra time."
        )
    table, _ = open_table(work, seat[0].id)
    give_extra_time(work, table, seconds)


def _call(work: Work, call_id: int) -> JudgeCall:
    row = work.session.get(JudgeCall, call_id)
    if row is None or row.tournament_id != work.tournament_id:
        raise not_found("call")
    return row


def _name(work: Work, row: JudgeCall) -> str | Sentence:
    found = player(work.session, work.tournament_id, row.player_id)
    return found.name if found is not None else say("Somebody")


def _topics(row: JudgeCall) -> tuple[str, ...]:
    return "calls", f"seat/{row.player_id}"


def standing_calls(installation: Installation, tournament_id: int) -> tuple[CallView, ...]:
    """Who waits for the staff, the longest first; for the staff."""
    with installation.database.read_session() as session:
        return standing_calls_in(session, tournament_id)


def standing_calls_in(session: Session, tournament_id: int) -> tuple[CallView, ...]:
    """As `standing_calls`, in an open session."""
    query = select(JudgeCall).where(
        JudgeCall.tournament_id == tournament_id, col(JudgeCall.ended_at).is_(None)
    )
    return _views(session, tournament_id, query.order_by(col(JudgeCall.id)), Viewer(staff=True))


def calls(installation: Installation, tournament_id: int, viewer: Viewer) -> tuple[CallView, ...]:
    """All calls the viewer may see, the oldest first: the staff all, a player the own ones."""
    with installation.database.read_session() as session:
        query = select(JudgeCall).where(JudgeCall.tournament_id == tournament_id)
        if not viewer.staff:
            query = query.where(JudgeCall.player_id == (viewer.player_id or 0))
        return _views(session, tournament_id, query.order_by(col(JudgeCall.id)), viewer)


def _views(
    session: Session, tournament_id: int, query: SelectOfScalar[JudgeCall], viewer: Viewer
) -> tuple[CallView, ...]:
    rows = session.exec(query).all()
    names = {row.id: row.name for row in players(session, tournament_id)} if rows else {}
    return tuple(_view(session, row, names[row.player_id], viewer) for row in rows)


def call_view(installation: Installation, tournament_id: int, call_id: int, viewer: Viewer) -> CallView:
    """One call; Refused (404) for one that is not there, or not for the viewer."""
    for each in calls(installation, tournament_id, viewer):
        if each.id == call_id:
            return each
    raise not_found("call")


def standing_in(session: Session, tournament_id: int) -> Mapping[int, StandingCall]:
    """The calls that stand, by player, in an open session."""
    query = select(JudgeCall).where(
        JudgeCall.tournament_id == tournament_id, col(JudgeCall.ended_at).is_(None)
    )
    return {
        row.player_id: StandingCall(row.made_at, row.reason, row.claimed_by) for row in session.exec(query)
    }


def waiting(installation: Installation, tournament_id: int) -> Waiting:
    """How long players waited for a judge, over all calls of the event."""
    with installation.database.read_session() as session:
        rows = session.exec(select(JudgeCall).where(JudgeCall.tournament_id == tournament_id)).all()
        return waiting_of(
            CallTimes(row.made_at, row.claimed_at, row.ended_at if row.ended_by is not None else None)
            for row in rows
            # A call that was taken back before anybody came says nothing about waiting.
            if row.ended_at is None or row.ended_by is not None or row.claimed_at is not None
        )


def _view(session: Session, row: JudgeCall, name: str, viewer: Viewer) -> CallView:
    seat = _seat(session, row.tournament_id, row.player_id) if row.ended_at is None else None
    same = seat is not None and (seat[1].number, seat[0].table_number) == (row.round_number, row.table_number)
    return CallView(
        id=row.id,
        player_id=row.player_id,
        name=name,
        round=row.round_number,
        table_number=row.table_number,
        table_id=seat[0].id if seat is not None and same else None,
        reason=row.reason,
        state=_state(row),
        made_at=row.made_at,
        claimed_by=row.claimed_by,
        claimed_at=row.claimed_at,
        ended_by=row.ended_by,
        ended_at=row.ended_at,
        extra_seconds=row.extra_seconds,
        note=row.note if viewer.staff else None,
    )


def _state(row: JudgeCall) -> CallState:
    if row.ended_at is not None:
        return CallState.ENDED if row.ended_by is not None else CallState.TAKEN_BACK
    return CallState.OPEN if row.claimed_by is None else CallState.CLAIMED


def _standing_of(session: Session, tournament_id: int, player_id: int) -> JudgeCall | None:
    return session.exec(
        select(JudgeCall).where(
            JudgeCall.tournament_id == tournament_id,
            JudgeCall.player_id == player_id,
            col(JudgeCall.ended_at).is_(None),
        )
    ).first()


def _seat(session: Session, tournament_id: int, player_id: int) -> tuple[Pairing, Round] | None:
    """The player's table in the round being played, and that round."""
    last = last_round(session, tournament_id)
    if last is None or last.state is not RoundState.PUBLISHED:
        return None
    row = pairing_of_player(session, tournament_id, last.id, player_id)
    return (row, last) if row is not None and row.second_id is not None else None
