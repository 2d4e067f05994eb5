"""The standings as frozen values, named as other programs rely on them (docs/api.md)."""

from dataclasses import dataclass, field

from app.tournament.structures import DEFAULT, Points, StructureCode


@dataclass(frozen=True)
class FractionView:
    """An exact value: the fraction, and the decimal beside it."""

    fraction: str
    decimal: float


@dataclass(frozen=True)
class StandingView:
    """A row of the standings. Where several sit at a table points can be halves, wins are first places,
    losses the other tables, and `share` (of the points of each table, summed) breaks ties instead of the
    strength of schedule; elsewhere `share` and `game_points` are None."""

    rank: int
    player_id: int
    name: str
    corp_identity: str | None
    runner_identity: str | None
    points: int | float
    wins: int
    losses: int
    byes: int
    sos: FractionView
    extended_sos: FractionView
    lot: int
    by_lot: bool
    dropped: bool
    ties: int
    corp_games: int
    runner_games: int
    share: FractionView | None = None
    game_points: int | None = None


@dataclass(frozen=True)
class StandingsView:
    """The standings after a round; `worth` are the points of a game and a bye in this event."""

    after_round: int
    rows: list[StandingView]
    structure: StructureCode = DEFAULT
    worth: Points = field(default_factory=Points)
