"""The pairings of a round as everybody may see them: by table, and by name in both directions.

What is settled or final is public; that somebody bids or has reported is the table's alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from app.services.kernel.views import SeatView, TableView
from app.web.presenters.clock import ClockShown
from app.web.presenters.results import bid_words, outcome_words, side_of
from app.web.views import EventFrame, NavLink, View


@dataclass(frozen=True)
class PublicSeat:
    """A player at a table; `side` once it is settled, `identity` the one they play on it."""

    player_id: int
    name: str
    side: str | None
    identity: str | None
    won: bool


@dataclass(frozen=True)
class PublicRow:
    """A table of the round; `bid` and `result` are sentences, None before they are known."""

    table_number: int | None
    bye: bool
    state: str
    seats: Sequence[PublicSeat]
    bid: str | None
    result: str | None
    mine: bool


@dataclass(frozen=True)
class NameRow:
    """A player with table and opponent; both are None in a bye."""

    player_id: int
    name: str
    opponent: str | None
    table_number: int | None


@dataclass(frozen=True)
class Initial:
    """The players whose names begin with this letter."""

    letter: str
    rows: Sequence[NameRow]


@dataclass(frozen=True, kw_only=True)
class PairingsPage(View):
    """The pairings of a round, by 'table' or by 'name'; `number` is None before the first round.

    `first_words` says who stands first at a table; `base` is the address without the order.
    """

    template: ClassVar[str] = "public/pairings.html"
    part: ClassVar[str] = "fragments/pairings.html"

    frame: EventFrame
    by: str
    number: int | None
    title: str
    lead: str
    first_words: str
    rows: Sequence[PublicRow]
    names: Sequence[Initial]
    clock: ClockShown | None
    at_time: str
    links: Sequence[NavLink]
    me: int | None
    base: str
    here: str


def public_row(table: TableView, me: int | None = None) -> PublicRow:
    """A table as everybody may see it; it was read for everybody. `me` is the reader's id."""
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    return PublicRow(
        table_number=table.table_number,
        bye=table.bye,
        state=table.state.value,
        seats=[_seat(table, seat) for seat in seats],
        bid=bid_words(table),
        result=outcome_words(table, table.result) if table.result and table.result.final else None,
        mine=me is not None and any(seat.player_id == me for seat in seats),
    )


def _seat(table: TableView, seat: SeatView) -> PublicSeat:
    side = side_of(table, seat.player_id)
    played = None if side is None else seat.corp_identity if side.value == "corp" else seat.runner_identity
    result = table.result
    won = bool(result and result.final and result.winner_id == seat.player_id)
    return PublicSeat(seat.player_id, seat.name, side.value if side else None, played, won)


def rows_by_name(tables: Sequence[TableView]) -> list[NameRow]:
    """Every player of a round by name, each with table and opponent: both directions of each pairing."""
    rows = []
    for table in tables:
        pairs: list[tuple[SeatView, SeatView | None]] = [(table.first, table.second)]
        if table.second is not None:
            pairs.append((table.second, table.first))
        rows += [
            NameRow(
                seat.player_id,
                seat.name,
                other.name if other is not None else None,
                None if table.bye else table.table_number,
            )
            for seat, other in pairs
        ]
    return sorted(rows, key=lambda row: row.name.casefold())


def by_initial(rows: Sequence[NameRow]) -> list[Initial]:
    """The rows in groups of one letter each."""
    groups = groupby(rows, key=lambda row: row.name[:1].upper())
    return [Initial(letter, list(group)) for letter, group in groups]
