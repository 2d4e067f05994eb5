"""A draft of pairings in words: what it costs, whether anything better exists, and why each table is so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.sentences import t, tn
from app.services.kernel.views import RoundView, SeatView, TableView, TournamentView
from app.tournament.lifecycle import Stage
from app.tournament.sides import SidesBy
from app.web.presenters.dashboard import in_order, names_of, number_of
from app.web.presenters.round_names import games_name

Options = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class DraftSeat:
    """Who sits at a seat of a draft, and with how many points: `6 points`."""

    name: str
    points: str


@dataclass(frozen=True)
class DraftRow:
    """A table of a draft and why it is so; the bye has no number and no second seat.

    `assigned`: the first seat plays the Corp, and both may change sides.
    """

    id: int
    table_number: int | None
    locked: bool
    first: DraftSeat
    second: DraftSeat | None
    reason: str
    assigned: bool


@dataclass(frozen=True)
class CutSeat:
    """Who plays a game of the cut, as which seed."""

    seed: int
    name: str


@dataclass(frozen=True)
class CutRow:
    """A game of the cut, the higher seed first: its name, and who bids first or chooses a side."""

    table_number: int | None
    higher: CutSeat
    lower: CutSeat
    game: str
    begins: str


@dataclass(frozen=True)
class Fact:
    """A number about the draft."""

    label: str
    value: int
    note: str | None = None


@dataclass(frozen=True)
class DraftShown:
    """A draft with its rows; `waiting` are players without a table, `numbered` all tables but the bye.

    In a cut the bracket pairs: `games` stand in the place of `rows`.
    """

    number: int
    is_cut: bool
    rows: Sequence[DraftRow]
    games: Sequence[CutRow]
    waiting: Options
    options: Options
    numbered: Options
    facts: Sequence[Fact]
    warnings: Sequence[str]
    gaps: Sequence[Any]
    proof: str


def draft_shown(
    event: TournamentView, draft: RoundView, points: Mapping[int, float], seeds: Mapping[int, int]
) -> DraftShown:
    """The draft with its rows; by player, `points` are those before this round, `seeds` those of a cut."""
    tables = in_order(draft.tables)
    return DraftShown(
        number=draft.number,
        is_cut=draft.stage is Stage.TOP_CUT,
        rows=[] if seeds else [_row(table, points) for table in tables],
        games=[_game(event, table, seeds) for table in tables if seeds],
        waiting=[(str(seat.player_id), seat.name) for seat in draft.unpaired],
        options=[(str(table.id), _names(table)) for table in tables],
        numbered=[(str(table.id), _names(table)) for table in tables if not table.bye],
        facts=_facts(draft),
        warnings=[*draft.quality.get("warnings", []), *draft.quality.get("notes", [])],
        gaps=draft.quality.get("gaps", []),
        proof=_proof(draft),
    )


def _row(table: TableView, points: Mapping[int, float]) -> DraftRow:
    return DraftRow(
        id=table.id,
        table_number=None if table.bye else table.table_number,
        locked=table.locked,
        first=_seat(table.first, points),
        second=_seat(table.second, points) if table.second is not None else None,
        reason=str(table.reason),
        assigned=table.sides_by is SidesBy.ASSIGNED and not table.bye,
    )


def _game(event: TournamentView, table: TableView, seeds: Mapping[int, int]) -> CutRow:
    seats = [CutSeat(seeds[seat.player_id], seat.name) for seat in (table.first, table.second) if seat]
    higher, lower = sorted(seats, key=lambda seat: seat.seed)
    begins = ""
    if table.sides_by is SidesBy.AUCTION:
        begins = t("{name} bids first", name=table.first.name)
    elif table.sides_by is SidesBy.SEED and not table.settled:
        begins = t("{name} chooses a side", name=table.first.name)
    return CutRow(table.table_number, higher, lower, games_name(event, [table.game_number]), begins)


def _names(table: TableView) -> str:
    return (
        names_of(table)
        if table.bye
        else t("{number}: {names}", number=number_of(table), names=names_of(table))
    )


def _seat(seat: SeatView, points: Mapping[int, float]) -> DraftSeat:
    return DraftSeat(seat.name, tn("{n} point", "{n} points", points.get(seat.player_id, 0)))


def _facts(draft: RoundView) -> list[Fact]:
    quality = draft.quality
    if draft.stage is Stage.TOP_CUT or "cost" not in quality:
        return []
    cost, bound = quality["cost"], quality.get("lower_bound")
    return [
        Fact(t("Cost"), cost, _least(cost, bound)),
        Fact(t("Rematches"), quality.get("rematches", 0)),
        Fact(t("Second byes"), quality.get("second_byes", 0)),
        Fact(t("Tables"), sum(not table.bye for table in draft.tables)),
    ]


def _least(cost: int, bound: int | None) -> str | None:
    if bound is None:
        return None
    return t("the lowest possible") if cost == bound else t("{bound} or more is possible", bound=bound)


def _proof(draft: RoundView) -> str:
    if draft.stage is Stage.TOP_CUT:
        return tn(
            "The bracket says who meets: {n} game.",
            "The bracket says who meets: {n} games.",
            len(draft.tables),
        )
    meaning = t("Cost adds up the squared differences in points between opponents; 0 is perfect.")
    if draft.quality.get("proven_optimal"):
        if draft.quality.get("rounds_after"):
            return t(
                "Proven: no other pairing has fewer second byes, fewer rematches now or in the rounds to "
                "come, a lower bye or smaller differences in points. {meaning}",
                meaning=meaning,
            )
        return t(
            "Proven: no other pairing has fewer second byes, fewer rematches, a lower bye or smaller "
            "differences in points. {meaning}",
            meaning=meaning,
        )
    return t("{meaning} A smaller one may be possible.", meaning=meaning)
