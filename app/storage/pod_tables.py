"""The tables of rounds where more than two sit at a table. Rows are storage only (see tables.py)."""

from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from app.storage.columns import Json, Row, enum_column, json_column, moment, new_id
from app.tournament.pod_results import PodEnding


class Pod(Row, table=True):
    """A table of a round with three to six players; its points are those of its seats once it is final.

    `ending` is 'points' or 'time', and empty until the result is final.
    """

    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    round_id: int = Field(foreign_key="round.id", ondelete="CASCADE", index=True)
    table_number: int
    extra_seconds: int = 0
    final: bool = False
    ending: PodEnding | None = enum_column(PodEnding, default=None)
    finished_at: datetime | None = moment(nullable=True)


class PodSeat(Row, table=True):
    """A player at such a table; `seat` counts from 1 in the order of turns, `points` are there once final."""

    __tablename__ = "pod_seat"
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    pod_id: int = Field(foreign_key="pod.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    seat: int
    points: int | None = None


class PodEntry(Row, table=True):
    """The points one player entered for a whole table; they count once another player confirms them.

    `points` has them by seat: `{"1": 120, "2": 84}`. The newest entry of a table stands in the place of older
    ones.
    """

    __tablename__ = "pod_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "pod_id"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pod_id: int = Field(foreign_key="pod.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    points: Json = json_column()
    ending: PodEnding = enum_column(PodEnding)
    entered_at: datetime = moment()
