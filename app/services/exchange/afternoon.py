"""The afternoon of a made-up event: whose turn it is, what time, and games that differ from each other.

How a table plays and how far it has come is decided here for each way to the sides, by rows of tables.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

from app.services.event import queries
from app.services.judging import calls
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import TableView
from app.services.play import auctions, clocks, intentional_draw, results, two_games
from app.services.play.two_games import OneGame
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.lifecycle import TableState
from app.tournament.results import DRAWN, Ending, Outcome, Report
from app.tournament.sides import SidesBy

BOTH_SEATS = (Seat.FIRST, Seat.SECOND)
# Bids of one auction in order; the last word is a pass unless the last bid is 10.
AUCTIONS: tuple[tuple[Side, tuple[int, ...]], ...] = (
    (Side.CORP, (2, 3)),
    (Side.RUNNER, (0,)),
    (Side.CORP, (1, 2, 4, 5)),
    (Side.RUNNER, (3,)),
    (Side.CORP, (0, 1, 2, 3, 4)),
    (Side.CORP, (4, 6)),
    (Side.RUNNER, (1, 10)),
    (Side.CORP, (3, 4, 7)),
)
REPORTS = (
    Report(Outcome.CORP, Ending.AGENDA, 7, 4),
    Report(Outcome.RUNNER, Ending.AGENDA, 3, 8),
    Report(Outcome.CORP, Ending.FLATLINE, 4, 5),
    Report(Outcome.RUNNER, Ending.AGENDA, 5, 7),
    Report(Outcome.DRAW, Ending.TIME, 5, 5),
    Report(Outcome.RUNNER, Ending.TIME, 4, 6),
    Report(Outcome.CORP, Ending.CONCESSION),
    Report(Outcome.RUNNER, Ending.DECKED, 2, 4),
    Report(Outcome.CORP, Ending.TIME, 6, 2),
)
# The twelve tables of the third round: how far each has come.
# fmt: off
SCENES = (
    "bidding", "opened", "raised", "playing", "reported", "playing", "disputed", "done", "waiting",
    "bidding", "playing", "done",
)
# fmt: on
ASSIGNED_SCENES = (
    "playing",
    "reported",
    "disputed",
    "done",
    "waiting",
    "proposed",
    "tied",
    "playing",
    "done",
    "reported",
    "drawn",
    "playing",
)
_BOTH_SCENES = (
    "playing",
    "reported",
    "disputed",
    "done",
    "waiting",
    "proposed",
    "half",
    "two for one",
    "playing",
    "half",
    "drawn",
    "done",
)


class Afternoon:
    """The event in the making: whose turn, what time it is, and which of the varied games comes next."""

    def __init__(self, installation: Installation, organizer: Actor, begin: datetime, seed: int) -> None:
        self.installation = installation
        self.organizer = organizer
        self.moment = begin
        self.random = Random(seed)  # noqa: S311 - no secret is drawn
        self.tournament_id = 0
        self.names: dict[int, str] = {}
        self.games = 0

    def later(self, seconds: float) -> datetime:
        self.moment += timedelta(seconds=seconds)
        return self.moment

    def call(self, seconds: float, player: Actor | None = None) -> Call:
        """A call so many seconds later, by the organizer or by a player."""
        role = Role.OWNER if player is None else Role.PLAYER
        return Call(
            self.installation, self.tournament_id, player or self.organizer, role, self.later(seconds)
        )

    def player(self, table: TableView, seat: Seat) -> Actor:
        holder = table.first if seat is Seat.FIRST or table.second is None else table.second
        return Actor(ActorKind.PLAYER, holder.player_id, holder.name, self.tournament_id)

    def tables(self, number: int) -> list[TableView]:
        view = queries.round_view(
            self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.moment
        )
        return view.tables

    def bid(self, table: TableView, side: Side, amounts: Sequence[int], *, settle: bool = True) -> None:
        """The bids in turn, and the pass that ends it where one is needed."""
        seats = (Seat.FIRST, Seat.SECOND)
        for version, amount in enumerate(amounts):
            actor = self.player(table, seats[version % 2])
            named = side if version == 0 else None
            auctions.place_bid(self.call(3, actor), table.id, version=version, amount=amount, side=named)
        if settle and amounts[-1] < 10:
            actor = self.player(table, seats[len(amounts) % 2])
            auctions.pass_bid(self.call(3, actor), table.id, version=len(amounts))

    def report(self, table: TableView, seats: Sequence[Seat], *reports: Report) -> None:
        """One report of each seat."""
        for seat, report in zip(seats, reports, strict=True):
            actor = self.player(table, seat)
            results.report_result(self.call(2, actor), table.id, report)

    def next_report(self) -> Report:
        """The end of a game that differs from the one before."""
        self.games += 1
        return REPORTS[(self.games - 1) % len(REPORTS)]

    def play(self, table: TableView) -> None:
        """A whole round at this table that differs from the one before."""
        if table.sides_by is SidesBy.AUCTION:
            self.bid(table, *AUCTIONS[self.games % len(AUCTIONS)])
        if table.sides_by is SidesBy.BOTH:
            self.play_both(table)
            return
        report = self.next_report()
        self.report(table, BOTH_SEATS, report, report)

    def play_both(self, table: TableView) -> None:
        """Both games; now and then 2 for 1, or an intentional draw."""
        first = self.next_report()
        if self.games % 11 == 0:
            self.agree_to_draw(table, BOTH_SEATS)
        elif self.games % 7 == 0 and first.outcome not in DRAWN:
            self.take_both(table, first)
        else:
            self.report_games(table, BOTH_SEATS, OneGame(1, first), OneGame(2, self.next_report()))

    def report_games(self, table: TableView, seats: Sequence[Seat], *games: OneGame) -> None:
        """The same games, as each of these seats reports them."""
        for seat in seats:
            two_games.report_games(self.call(2, self.player(table, seat)), table.id, games)

    def take_both(self, table: TableView, report: Report) -> None:
        """The first game, and 2 for 1 for who won it; both say so."""
        corp_won = report.outcome is Outcome.CORP
        winner = self.player(table, Seat.FIRST if corp_won else Seat.SECOND)
        for seat in BOTH_SEATS:
            call = self.call(2, self.player(table, seat))
            two_games.report_games(call, table.id, [OneGame(1, report)], two_for_one_id=winner.id)

    def agree_to_draw(self, table: TableView, seats: Sequence[Seat]) -> None:
        """These seats agree to an intentional draw; one alone proposes it."""
        for seat in seats:
            intentional_draw.agree_to_draw(self.call(2, self.player(table, seat)), table.id)

    def play_all(self, number: int) -> None:
        """A whole round at all of its tables."""
        for table in self.tables(number):
            self.play(table)

    def show_all(self, number: int) -> None:
        """Bring every table of the round into another state."""
        tables = self.tables(number)
        for table, scene in zip(tables, self.scenes_of(tables[0]), strict=True):
            self.show(table, scene)

    def two_who_can_play_on(self, number: int) -> tuple[int, int]:
        """Two players of one table: of the first that bids, else of the first with one report; the one who
        has to do something first."""
        for table in self.tables(number):
            if table.second is None:
                continue
            pair = (table.first.player_id, table.second.player_id)
            if table.sides_by is SidesBy.AUCTION and table.bidding.turn is not None and table.bidding.version:
                return pair if table.bidding.turn is Seat.FIRST else pair[::-1]
            if table.sides_by is not SidesBy.AUCTION and table.state is TableState.REPORTED:
                return pair[::-1]
        raise AssertionError(f"no table of round {number} can be played on")

    def scenes_of(self, table: TableView) -> tuple[str, ...]:
        """The scenes of a round whose tables come to their sides as this one does."""
        return {SidesBy.ASSIGNED: ASSIGNED_SCENES, SidesBy.BOTH: _BOTH_SCENES}.get(table.sides_by, SCENES)

    def bring(self, table: TableView, scene: str) -> None:
        """Bring a table into a state that no other game has."""
        _SHOWN[table.sides_by](self, table, scene)

    def show(self, table: TableView, scene: str) -> None:
        """Bring a table as far as the scene says."""
        if scene == "waiting":
            clocks.check_in(self.call(5, self.player(table, Seat.FIRST)), table.id)
        elif scene == "done":
            self.play(table)
        elif scene == "proposed":
            self.agree_to_draw(table, BOTH_SEATS[:1])
        elif scene == "drawn":
            self.agree_to_draw(table, BOTH_SEATS)
        else:
            self.bring(table, scene)
        if scene == "disputed":
            caller = self.player(table, Seat.SECOND)
            calls.call_organizer(self.call(5, caller), "We count different points.")


def _with_auction(event: Afternoon, table: TableView, scene: str) -> None:
    if scene == "opened":
        event.bid(table, Side.CORP, (2,), settle=False)
    elif scene in ("bidding", "raised"):
        event.bid(table, Side.RUNNER, (1, 3) if scene == "bidding" else (0, 2, 5), settle=False)
    else:
        event.bid(table, *AUCTIONS[event.games % len(AUCTIONS)])
        event.games += 1
        _one_game(event, table, scene)


def _one_game(event: Afternoon, table: TableView, scene: str) -> None:
    if scene == "reported":
        event.report(table, BOTH_SEATS[:1], REPORTS[0])
    elif scene == "disputed":
        event.report(table, BOTH_SEATS, REPORTS[0], REPORTS[1])
    elif scene == "tied":
        tie = Report(Outcome.TIE, Ending.TIME, 5, 5)
        event.report(table, BOTH_SEATS, tie, tie)


def _two_games(event: Afternoon, table: TableView, scene: str) -> None:
    if scene == "reported":
        event.report_games(table, BOTH_SEATS[:1], OneGame(1, REPORTS[0]), OneGame(2, REPORTS[1]))
    elif scene == "half":
        event.report_games(table, BOTH_SEATS, OneGame(1, event.next_report()))
    elif scene == "two for one":
        event.take_both(table, REPORTS[2])
    elif scene == "disputed":
        event.report_games(table, BOTH_SEATS[:1], OneGame(1, REPORTS[0]))
        event.report_games(table, BOTH_SEATS[1:], OneGame(1, REPORTS[1]))


_SHOWN: Mapping[SidesBy, Callable[[Afternoon, TableView, str], None]] = {
    SidesBy.AUCTION: _with_auction,
    SidesBy.ASSIGNED: _one_game,
    SidesBy.BOTH: _two_games,
}
