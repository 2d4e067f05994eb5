"""The standings a caller may see, and how a player's numbers come about."""

from collections.abc import Mapping
from fractions import Fraction

from sqlmodel import Session

from app.services.event.queries import the_tournament
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.pod_views import points_number
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import FractionView, StandingsView, StandingView
from app.storage.event_state import event_state
from app.storage.players import player, players
from app.storage.pods import tables_played
from app.storage.rounds import rounds
from app.storage.standings import SideGames, games_by_side, sheets
from app.storage.tables import Player, Tournament
from app.storage.worth import points_of, structure_of
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.pod_standings import rank_tables
from app.tournament.standings import Explanation, explain, rank


def standings_view(
    installation: Installation, tournament_id: int, viewer: Viewer, after_round: int | None = None
) -> StandingsView:
    """The standings after the last closed Swiss round, or after an earlier one."""
    with installation.database.read_session() as session:
        return standings_in(session, the_tournament(session, tournament_id), viewer, after_round)


def standings_in(
    session: Session, row: Tournament, viewer: Viewer, after_round: int | None = None
) -> StandingsView:
    """The standings in an open session; see `standings_view`."""
    after = shown_after(session, row, viewer, after_round)
    people = {p.id: p for p in players(session, row.id)}
    if structure_of(row).has_pods:
        return StandingsView(after, _at_tables(session, row, after, people), row.structure, points_of(row))
    by_side = games_by_side(session, row, after)
    standings = rank(sheets(session, row, after), {pid: p.lot for pid, p in people.items()})
    return StandingsView(
        after,
        [
            StandingView(
                rank=line.rank,
                player_id=line.player,
                name=people[line.player].name,
                corp_identity=people[line.player].corp_identity,
                runner_identity=people[line.player].runner_identity,
                points=line.points,
                wins=line.wins,
                losses=line.losses,
                byes=line.byes,
                sos=fraction_view(line.sos),
                extended_sos=fraction_view(line.extended_sos),
                lot=line.lot,
                by_lot=line.by_lot,
                dropped=people[line.player].dropped,
                ties=line.ties,
                corp_games=by_side.get(line.player, SideGames()).corp,
                runner_games=by_side.get(line.player, SideGames()).runner,
            )
            for line in standings
        ],
        row.structure,
        points_of(row),
    )


def _at_tables(
    session: Session, row: Tournament, after: int, people: Mapping[int, Player]
) -> list[StandingView]:
    """The rows where several sit at a table."""
    lines = rank_tables(tables_played(session, row, after), {pid: p.lot for pid, p in people.items()})
    none = fraction_view(Fraction(0))
    return [
        StandingView(
            rank=line.rank,
            player_id=line.player,
            name=people[line.player].name,
            corp_identity=None,
            runner_identity=None,
            points=points_number(line.points),
            wins=line.won,
            losses=line.played - line.won,
            byes=0,
            sos=none,
            extended_sos=none,
            lot=line.lot,
            by_lot=line.by_lot,
            dropped=people[line.player].dropped,
            ties=0,
            corp_games=0,
            runner_games=0,
            share=fraction_view(line.share),
            game_points=line.game_points,
        )
        for line in lines
    ]


def shown_after(session: Session, row: Tournament, viewer: Viewer, asked: int | None) -> int:
    """The closed Swiss round whose standings the caller may see; Refused (404) for a round not closed."""
    closed = [
        r.number for r in rounds(session, row.id) if r.state == RoundState.CLOSED and r.stage == Stage.SWISS
    ]
    last = max(closed, default=0)
    if not viewer.staff and row.hide_last_rounds and row.phase == Phase.SWISS:
        planned = event_state(session, row).planned_rounds
        last = min(last, max(0, planned - row.hide_last_rounds))
    if asked is None:
        return last
    if asked != 0 and (asked > last or asked not in closed):
        raise not_found("closed round")
    return asked


def explanation(
    installation: Installation, tournament_id: int, player_id: int, viewer: Viewer
) -> tuple[Explanation, dict[int, str]]:
    """How a player's numbers come about, with the names of the opponents."""
    with installation.database.read_session() as session:
        row = the_tournament(session, tournament_id)
        if player(session, tournament_id, player_id) is None:
            raise not_found("player")
        names = {p.id: p.name for p in players(session, tournament_id)}
        return explain(player_id, sheets(session, row, shown_after(session, row, viewer, None))), names


def fraction_view(value: Fraction) -> FractionView:
    """An exact value with its decimal to 4 places."""
    return FractionView(str(value), round(float(value), 4))
