"""The tables of judging an event: calls for a judge, penalties, deck checks. Storage only (see tables.py)."""

from datetime import datetime

from sqlalchemy import text
from sqlmodel import Field

from app.judge.penalties import PenaltyKind
from app.storage.columns import Json, Row, enum_column, moment, new_id, optional_json
from app.storage.kinds import CheckOutcome


class JudgeCall(Row, table=True):
    """A player's call for a judge: open, claimed by somebody who is on the way, or ended.

    Round and table are those of the moment of the call. `ended_by` is None while the call stands, and for one
    that its player took back. `extra_seconds` were given to the table with the end.
    """

    __tablename__ = "judge_call"
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    round_number: int | None = None
    table_number: int | None = None
    reason: str = ""
    made_at: datetime = moment()
    claimed_by: str | None = None
    claimed_at: datetime | None = moment(nullable=True)
    note: str = ""
    extra_seconds: int = 0
    ended_by: str | None = None
    ended_at: datetime | None = moment(nullable=True)


class Penalty(Row, table=True):
    """A penalty of a player. `infraction` is a code of the judge's list, or the judge's own words.

    Round and table are kept as numbers: the record outlives a round that is deleted.
    """

    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    kind: PenaltyKind = enum_column(PenaltyKind)
    infraction: str
    note: str = ""
    round_number: int | None = None
    table_number: int | None = None
    given_by: str
    given_at: datetime = moment()


class DeckCheck(Row, table=True):
    """A record of who was picked for a deck check and what was found.

    `counted` has for each side the copies of each title that were there, of a check begun or done:
    `{"corp": {title: copies}}`. `unlisted` names cards that are not in the list; `outcome` is None for a
    check that is not done or from before outcomes were kept.
    """

    __tablename__ = "deck_check"
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    round_number: int | None = None
    picked_at: datetime = moment()
    counted: Json | None = optional_json()
    unlisted: str = Field(default="", sa_column_kwargs={"server_default": text("''")})
    outcome: CheckOutcome | None = enum_column(CheckOutcome, default=None)
    finding: str | None = None
    checked_by: str | None = None
    checked_at: datetime | None = moment(nullable=True)
