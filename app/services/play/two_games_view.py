"""A table where each player plays both sides, and proposals of a draw, as their caller may see them.

What one player alone reported is for the two players and the staff, as everywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.services.kernel.viewer import Viewer
from app.services.kernel.views import GameView, ResultView, RoundReportView
from app.services.play.game_rows import NUMBERS, said_of
from app.storage.auctions import assigned, player_at, seat_of, with_bids
from app.storage.kinds import ReportKind
from app.storage.rounds import games_of, round_reports_of
from app.storage.tables import Game, GameReport, Pairing, Round, RoundReport
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState, TableState, table_state
from app.tournament.scoring import seat_as_corp
from app.tournament.sides import SidesBy


@dataclass(frozen=True)
class BothGames:
    """The rows of a table beside its own: final games, and what the players said."""

    games: Sequence[Game] = ()
    reports: Sequence[RoundReport] = ()

    def state(self, row: Pairing, round_row: Round) -> TableState:
        """The state word of the table."""
        open_numbers = [number for number in NUMBERS if number not in {game.number for game in self.games}]
        said = [report for report in self.reports if report.number in open_numbers]
        return table_state(
            published=round_row.state is not RoundState.DRAFT,
            bye=row.second_id is None,
            bids=0,
            settled=True,
            reports=2 if self.disputed else len({report.player_id for report in said}),
            agreed=not self.disputed,
            final=row.final,
        )

    @property
    def disputed(self) -> bool:
        """Whether the players say different things of one game."""
        for number in NUMBERS:
            both = [report for report in self.reports if report.number == number]
            if len(both) == 2 and (
                both[0].kind != both[1].kind
                or (both[0].kind is ReportKind.GAME and not said_of(both[0]).agrees_with(said_of(both[1])))
            ):
                return True
        return False

    def views(self, row: Pairing, insider: bool) -> list[GameView]:
        """Both games with who plays which side, as far as it is known; none where one is played."""
        if row.sides_by is not SidesBy.BOTH or row.second_id is None:
            return []
        final = {game.number: game for game in self.games}
        said = {r.number: r for r in reversed(self.reports) if r.kind is ReportKind.GAME and insider}
        corps = {number: game.corp_seat for number, game in final.items()}
        corps = {**{number: said_of(each).corp for number, each in said.items()}, **corps}
        first = next(
            (seat_as_corp(number, corps[number]) for number in NUMBERS if number in corps), Seat.FIRST
        )
        return [
            _game_view(row, number, seat_as_corp(number, first), final.get(number), said.get(number))
            for number in NUMBERS
        ]

    def report_views(self, row: Pairing) -> list[RoundReportView]:
        """What both players said, for them and the staff."""
        return [
            RoundReportView(
                report.player_id,
                report.number,
                report.kind,
                player_at(row, report.corp_seat) if report.corp_seat else None,
                report.outcome if report.outcome else None,
                report.ending,
                report.corp_points,
                report.runner_points,
                report.reported_at,
            )
            for report in self.reports
        ]


NO_GAMES = BothGames()


def both_games_of(session: Session, row: Pairing) -> BothGames:
    """The rows of a table's two games and proposals; none are asked for where the sides are bought."""
    if not assigned(row):
        return NO_GAMES
    ids = [row.id]
    return BothGames(
        games_of(session, row.tournament_id, ids), round_reports_of(session, row.tournament_id, ids)
    )


def both_by_table(session: Session, tournament_id: int, rows: Sequence[Pairing]) -> Mapping[int, BothGames]:
    """The games and proposals of tables where the structure gives the sides; of no others is asked."""
    ids = [row.id for row in rows if assigned(row)]
    if not ids:
        return {}
    return by_table(games_of(session, tournament_id, ids), round_reports_of(session, tournament_id, ids))


def by_table(games: Iterable[Game], reports: Iterable[RoundReport]) -> Mapping[int, BothGames]:
    """The rows of many tables, by table."""
    found: dict[int, tuple[list[Game], list[RoundReport]]] = {}
    for game in games:
        found.setdefault(game.pairing_id, ([], []))[0].append(game)
    for report in reports:
        found.setdefault(report.pairing_id, ([], []))[1].append(report)
    return {table: BothGames(*rows) for table, rows in found.items()}


def _game_view(
    row: Pairing, number: int, corp: Seat, final: Game | None, said: RoundReport | None
) -> GameView:
    result = None
    if final is not None:
        result = ResultView(
            final.outcome,
            final.winner_id,
            final.decided_by,
            final.ending,
            final.corp_points,
            final.runner_points,
            final=True,
        )
    elif said is not None:
        report = said_of(said).report
        result = ResultView(
            report.outcome, None, None, report.ending, report.corp_points, report.runner_points, final=False
        )
    return GameView(number, player_at(row, corp) or 0, player_at(row, corp.other) or 0, result)


def both_commands(row: Pairing, state: TableState, running: bool, viewer: Viewer) -> list[str]:
    """What the caller may do at a table where each plays both sides."""
    if viewer.staff:
        return ["correct_result"] + (["extend_table"] if running else [])
    if viewer.player_id is None or not running or row.final or seat_of(row, viewer.player_id) is None:
        return []
    commands = ["check_in", "report_result"]
    return commands + (["confirm_result"] if state in (TableState.REPORTED, TableState.DISPUTED) else [])


def draw_commands(
    row: Pairing, round_row: Round, reports: Sequence[GameReport], both: BothGames, viewer: Viewer
) -> list[str]:
    """Whether the caller may propose an intentional draw, agree to one, or take one back."""
    if with_bids(row) or row.game_number is not None or row.second_id is None or row.final:
        return []
    if (
        round_row.state is not RoundState.PUBLISHED
        or viewer.player_id is None
        or seat_of(row, viewer.player_id) is None
    ):
        return []
    if reports or both.games or any(report.number for report in both.reports):
        return []
    mine = any(report.player_id == viewer.player_id for report in both.reports)
    if mine:
        return ["take_back_draw"]
    return ["agree_to_draw", "take_back_draw"] if both.reports else ["propose_draw"]
