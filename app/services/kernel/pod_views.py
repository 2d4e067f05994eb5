"""Tables of three to six players as frozen values, named as other programs rely on them (docs/api.md)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from app.tournament.lifecycle import TableState


@dataclass(frozen=True)
class PodSeatView:
    """A player at a table, by seat from 1. `points`, `place`, `place_points` are there once it is final."""

    player_id: int
    name: str
    pronouns: str
    dropped: bool
    seat: int
    extra_cards: int
    points: int | None
    place: int | None
    place_points: int | float | None


@dataclass(frozen=True)
class PodEntryView:
    """What one player entered for the whole table and another has to confirm; points by player id."""

    player_id: int
    points: Mapping[int, int]
    ending: str
    entered_at: datetime


@dataclass(frozen=True)
class PodView:
    """A table of a round; `entry` is None for whom it does not concern, `may` lists the caller's commands."""

    id: int
    round: int
    table_number: int
    state: TableState
    seats: list[PodSeatView]
    ending: str | None
    final: bool
    entry: PodEntryView | None
    extra_seconds: int
    may: list[str]


def points_number(value: Fraction) -> int | float:
    """Points by place as a number: they are whole or halves."""
    return int(value) if value.denominator == 1 else float(value)
