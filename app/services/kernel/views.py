"""The answers of the program as frozen values, named as other programs rely on them (docs/api.md).

Pages and the JSON API render the same values, so that they cannot tell different stories.
"""

from dataclasses import dataclass, field
from datetime import date as Day
from datetime import datetime
from typing import Any

from app.sentences import Sentence
from app.services.kernel.pod_views import PodView
from app.services.kernel.standing_views import FractionView as FractionView
from app.services.kernel.standing_views import StandingsView as StandingsView
from app.services.kernel.standing_views import StandingView as StandingView
from app.sides import Side
from app.storage.kinds import ReportKind, SettledBy
from app.tournament.auction import Seat
from app.tournament.clock import ClockState
from app.tournament.lifecycle import Phase, RoundState, Stage, TableState
from app.tournament.results import DecidedBy, Ending, Outcome
from app.tournament.rules import CutKind, CutSides, DeckPolicy
from app.tournament.sides import SidesBy
from app.tournament.structures import Sides, StructureCode, structure

Verdict = dict[str, Any]


@dataclass(frozen=True)
class NextView:
    """The next step of the event and the sentences that block it."""

    command: str
    label: Sentence
    blocked_by: list[Sentence]


@dataclass(frozen=True)
class TournamentView:
    """One event as everybody may see it. `round` is the number of the last published round; `players` are
    those who have a place and have not dropped, `waiting` those on the waiting list. `goal_points` end a game
    of several players (0: none do), None elsewhere.
    """

    code: str
    name: str
    date: Day
    format: str
    structure: StructureCode
    pool_date: Day
    mwl: str | None
    info: str
    round_minutes: int
    planned_rounds: int
    deck_policy: DeckPolicy
    cut_kind: CutKind
    cut_size: int
    cut_sides: CutSides
    phase: Phase
    registration_open: bool
    round: int | None
    players: int
    dropped: int
    waiting: int
    timed_win_points: int
    time_zone: str | None
    goal_points: int | None
    day: str | None
    language: str | None
    next: NextView | None
    version: int

    @property
    def has_bids(self) -> bool:
        """Whether the players of a table bid for their sides."""
        return structure(self.structure).sides is Sides.AUCTION

    @property
    def without_sides(self) -> bool:
        """Whether the game has no sides, so that neither they nor identities are spoken of."""
        return structure(self.structure).sides is Sides.NONE


@dataclass(frozen=True)
class PlayerView:
    """A player; `decks` is None for whom they don't concern, `household` for all but the staff.

    `side_balance`: games as Corp less games as Runner in closed Swiss rounds. `waiting` is the number on the
    waiting list, None for who has a place.
    """

    id: int
    name: str
    pronouns: str
    corp_identity: str | None
    runner_identity: str | None
    dropped: bool
    fixed_table: int | None
    household: str | None
    first_round_bye: bool
    decks: dict[str, Verdict | None] | None
    first_round: int
    side_balance: int
    waiting: int | None


@dataclass(frozen=True)
class ClockView:
    """The round clock. Seconds remaining are negative in overtime; `ends_at` is None while it stands."""

    state: ClockState
    remaining_seconds: int
    total_seconds: int
    ends_at: datetime | None
    server_time: datetime


@dataclass(frozen=True)
class SeatView:
    """Who sits at a seat and with which identities; `ready` is told to the table and the staff alone."""

    player_id: int
    name: str
    pronouns: str
    corp_identity: str | None
    runner_identity: str | None
    ready: bool
    dropped: bool


@dataclass(frozen=True)
class BidView:
    """One bid of an auction."""

    seat: Seat
    bid: int


@dataclass(frozen=True)
class AuctionView:
    """The auction; side, bids and high bid are None for whom they don't concern yet, and where nobody bids.
    `settled` says that the sides are settled, by whatever way."""

    version: int | None
    side: Side | None
    bids: list[BidView] | None
    high_bid: int | None
    turn: Seat | None
    settled: bool
    winner: Seat | None
    settled_by: SettledBy | None
    legal_bids: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class StartView:
    """Starting hand and credits of a side."""

    hand: int
    credits: int


@dataclass(frozen=True)
class StartingView:
    """Starting hand and credits of both sides."""

    corp: StartView
    runner: StartView


@dataclass(frozen=True)
class ResultView:
    """How a game, or a table of two games, ended; `final` is False while only reported.

    `intentional_draw`, `two_for_one`: what the players agreed on. The points are those of the round, None
    before the result is final and in the cut; the dice those of a game without sides.
    """

    outcome: Outcome | None
    winner_id: int | None
    decided_by: DecidedBy | None
    ending: Ending | None
    corp_points: int | None
    runner_points: int | None
    final: bool
    intentional_draw: bool = False
    two_for_one: bool = False
    first_match_points: int | None = None
    second_match_points: int | None = None
    first_dice: int | None = None
    second_dice: int | None = None


@dataclass(frozen=True)
class GameView:
    """One of the two games of a table where each plays both sides; who plays the Corp may still be changed by
    the report of the game."""

    number: int
    corp_player_id: int
    runner_player_id: int
    result: ResultView | None


@dataclass(frozen=True)
class RoundReportView:
    """What one player says of one of two games, of 2 for 1 (number 2) or an intentional draw (number 0)."""

    player_id: int
    number: int
    kind: ReportKind
    corp_player_id: int | None
    outcome: Outcome | None
    ending: Ending | None
    corp_points: int | None
    runner_points: int | None
    reported_at: datetime


@dataclass(frozen=True)
class ReportView:
    """What one player reported."""

    player_id: int
    outcome: Outcome
    ending: Ending | None
    corp_points: int | None
    runner_points: int | None
    reported_at: datetime
    first_dice: int | None = None
    second_dice: int | None = None


@dataclass(frozen=True)
class EntryView:
    """A settlement one player entered for both, waiting for the other or the organizer."""

    entered_by_id: int
    winner_id: int
    side: Side
    bid: int


@dataclass(frozen=True)
class OnePhoneView:
    """Whose phone is offered for both players; it serves both since `since`, None while one is asked."""

    player_id: int
    asked_at: datetime
    since: datetime | None


@dataclass(frozen=True)
class TableView:
    """A table of a round as the caller may see it; `may` lists the caller's commands.

    Where `sides_by` is 'seed' nobody bids, and the first seat is the higher seed's. Where it is 'assigned' or
    'both' there is no auction; 'both' has `games`, and what the players said of them in `round_reports`. With
    'none' the game has no sides, and `began_player_id` is who began, if told. `draw_winner_id` is who wins a
    drawn game, once the sides are settled; nobody where it is a tie.
    """

    id: int
    round: int
    table_number: int | None
    bye: bool
    state: TableState
    first: SeatView
    second: SeatView | None
    auction: AuctionView | None
    corp_player_id: int | None
    runner_player_id: int | None
    sides_by: SidesBy
    draw_winner_id: int | None
    starting: StartingView | None
    set_up_notes: list[Sentence]
    result: ResultView | None
    reports: list[ReportView] | None
    entry: EntryView | None
    one_phone: OnePhoneView | None
    extra_seconds: int
    locked: bool
    reason: str | Sentence
    game_number: int | None
    may: list[str]
    games: list[GameView] = field(default_factory=list)
    round_reports: list[RoundReportView] | None = None
    began_player_id: int | None = None

    @property
    def settled(self) -> bool:
        """Whether it is settled who plays what, however that was found."""
        return self.corp_player_id is not None or self.without_sides

    @property
    def without_sides(self) -> bool:
        """Whether the game has no sides."""
        return self.sides_by is SidesBy.NONE

    @property
    def bidding(self) -> AuctionView:
        """The auction; an empty one where nobody bids."""
        return self.auction or _no_auction(self.settled)


def _no_auction(settled: bool) -> AuctionView:
    return AuctionView(None, None, None, None, None, settled, None, None)


@dataclass(frozen=True)
class RoundView:
    """A round with its tables; `pods` are those where more than two sit, which have no other."""

    number: int
    stage: Stage
    state: RoundState
    seed: int | None
    quality: dict[str, Any]
    clock: ClockView
    tables: list[TableView]
    unpaired: list[SeatView]
    pods: list[PodView] = field(default_factory=list)
