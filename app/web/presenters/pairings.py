"""The pairings of a round as everybody may see them: by table, and by name in both directions.

What is settled or final is public; that somebody bids or has reported is the table's alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from app.deckcheck.folding import alphabetical
from app.sentences import t
from app.services.kernel.views import SeatView, TableView
from app.sides import Side
from app.tournament.lifecycle import TableState
from app.tournament.sides import SidesBy
from app.web.presenters.clock import ClockShown
from app.web.presenters.results import bid_words, outcome_words, side_of
from app.web.views import EventFrame, NavLink, View


@dataclass(frozen=True)
class PublicSeat:
    """A player at a table; `side` once it is settled, `identity` the one they play on it."""

    player_id: int
    name: str
    side: Side | None
    identity: str | None
    won: bool


@dataclass(frozen=True)
class PublicRow:
    """A table of the round; `bid` and `result` are sentences, None before they are known."""

    table_number: int | None
    bye: bool
    state: TableState
    seats: Sequence[PublicSeat]
    bid: str | None
    result: str | None


@dataclass(frozen=True)
class NameRow:
    """A player with table and opponent; both are None in a bye. `side` is the one the pairing assigned."""

    player_id: int
    name: str
    opponent: str | None
    table_number: int | None
    side: Side | None = None


@dataclass(frozen=True)
class Initial:
    """The players whose names begin with this letter."""

    letter: str
    rows: Sequence[NameRow]


@dataclass(frozen=True, kw_only=True)
class PairingsPage(View):
    """The pairings of a round, by 'table' or by 'name'; `number` is None before the first round.

    `players_words` heads the players of a table; `names_with_sides`: the pairing assigned the sides, so the
    list by name tells them. `base` is the address without the order; of `seats` each player sees the own one.
    """

    template: ClassVar[str] = "public/pairings.html"
    part: ClassVar[str] = "fragments/pairings.html"

    frame: EventFrame
    by: str
    number: int | None
    title: str
    lead: str
    players_words: str
    names_with_sides: bool
    rows: Sequence[PublicRow]
    names: Sequence[Initial]
    seats: Sequence[NameRow]
    clock: ClockShown | None
    at_time: str
    links: Sequence[NavLink]
    base: str
    here: str


def players_words(tables: Sequence[TableView]) -> str:
    """The head above the players of a table, which says who stands first where that matters."""
    by = next((table.sides_by for table in tables if not table.bye), None)
    if by is SidesBy.SEED:
        return t("Players, the higher seed first")
    if by is SidesBy.AUCTION or by is None:
        return t("Players, the first bidder first")
    return t("Players, the Corp first") if by is SidesBy.ASSIGNED else t("Players")


def public_row(table: TableView) -> PublicRow:
    """A table as everybody may see it; it was read for everybody."""
    seats = [seat for seat in (table.first, table.second) if seat is not None]
    return PublicRow(
        table_number=table.table_number,
        bye=table.bye,
        state=table.state,
        seats=[_seat(table, seat) for seat in seats],
        bid=bid_words(table),
        result=outcome_words(table, table.result) if table.result and table.result.final else None,
    )


def _seat(table: TableView, seat: SeatView) -> PublicSeat:
    side = side_of(table, seat.player_id)
    played = None if side is None else seat.corp_identity if side is Side.CORP else seat.runner_identity
    result = table.result
    won = bool(result and result.final and result.winner_id == seat.player_id)
    return PublicSeat(seat.player_id, seat.name, side, played, won)


def assigned_side(table: TableView, player_id: int) -> Side | None:
    """What the pairing gave a player to play; None where the sides come another way."""
    return side_of(table, player_id) if table.sides_by is SidesBy.ASSIGNED else None


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
                assigned_side(table, seat.player_id),
            )
            for seat, other in pairs
        ]
    return sorted(rows, key=lambda row: alphabetical(row.name))


def one_for_each(rows: Sequence[NameRow]) -> list[NameRow]:
    """The first row of each player: a cut may give somebody two tables in one round."""
    return list({row.player_id: row for row in reversed(rows)}.values())


def by_initial(rows: Sequence[NameRow]) -> list[Initial]:
    """The rows in groups of one letter each."""
    groups = groupby(rows, key=lambda row: row.name[:1].upper())
    return [Initial(letter, list(group)) for letter, group in groups]
