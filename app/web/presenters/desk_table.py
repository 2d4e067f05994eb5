"""One table at the desk, of two or of several: what happens there, and the forms for the organizer's word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.services.kernel.views import TableView
from app.sides import Side
from app.tournament.auction import Seat
from app.web.presenters.auction import AuctionBoard, SeatShown, SettledCard
from app.web.presenters.clock import ClockShown
from app.web.presenters.dashboard import TableCard
from app.web.presenters.desk_frame import DeskPage, DeskPart
from app.web.presenters.duel import Beginning, DuelForm
from app.web.presenters.penalties import TableJudging
from app.web.presenters.pods import PodShown, PointsForm, Review
from app.web.presenters.results import ReportForm, names_of, outcome_words
from app.web.presenters.two_games import Claim, TwoGamesForm
from app.web.views import ByField


@dataclass(frozen=True)
class TablePart(DeskPart):
    """What happens at a table. `here` is its address, `board` the auction while it runs, `settled` what it
    settled; `reports` are what players said of one game, `claims` of two or of a draw.
    """

    template: ClassVar[str] = "fragments/desk_table.html"

    table: TableView
    here: str
    card: TableCard
    names_by_id: Mapping[int | None, str]
    playing: bool
    board: AuctionBoard | None
    match: Sequence[SeatShown]
    moves: bool
    moves_words: str
    bid_words: str | None
    settled: SettledCard | None
    reports: Sequence[Claim]
    result: str | None
    two_games: bool
    claims: Sequence[Claim]
    final: bool
    entry: str | None
    ready: Sequence[str]
    extra_minutes: int


@dataclass(frozen=True)
class TablePage(DeskPage):
    """A table with the organizer's forms; `opened` is the form that was refused, `typed` what it held.

    `sides_typed`: what the form of the settled sides holds, that is what is there until something was typed.
    """

    template: ClassVar[str] = "organizer/table.html"

    shown: TablePart
    number: str
    names: str
    round_number: int
    round_name: str
    draft: bool
    by_seed: bool
    chooses: bool
    bought: bool
    beginning: Beginning | None
    typed: ByField
    opened: str
    sides_typed: ByField
    form: ReportForm | None
    games_form: TwoGamesForm | None
    duel_form: DuelForm | None
    ties: bool
    seats: Sequence[tuple[str, str]]
    sides: Sequence[tuple[str, str]]
    judging: TableJudging


@dataclass(frozen=True)
class PodPart(DeskPart):
    """A table of several players; `review` are the points that wait for the desk, entered `by` a player."""

    template: ClassVar[str] = "fragments/desk_pod.html"

    pod: PodShown
    here: str
    playing: bool
    clock: ClockShown | None
    review: Review | None
    by: str
    extra_minutes: int


@dataclass(frozen=True)
class PodPage(DeskPage):
    """A table of several players with the forms of the organizer."""

    template: ClassVar[str] = "organizer/pod.html"

    shown: PodPart
    draft: bool
    form: PointsForm
    minutes: str


def sides_now(table: TableView) -> ByField:
    """Who plays which side for which bid, as the form that corrects it calls them; nothing while unknown."""
    if not table.settled or table.second is None or table.corp_player_id is None:
        return ByField()
    won = table.second if table.bidding.winner is Seat.SECOND else table.first
    side = Side.CORP if table.corp_player_id == won.player_id else Side.RUNNER
    bid = table.bidding.high_bid
    return ByField(
        {"winner": str(won.player_id), "side": side.value, "bid": None if bid is None else str(bid)}
    )


def reports_said(table: TableView) -> list[Claim]:
    """What each player reported of the one game of a table."""
    names = names_of(table)
    return [
        Claim(names[said.player_id], outcome_words(table, said), said.reported_at)
        for said in table.reports or []
    ]
