"""What one player played: every table of every round, as the asker may see it, without reading the others."""

from sqlmodel import Session, col, select

from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import TableView
from app.services.play.table_view import table_view
from app.services.play.two_games_view import NO_GAMES, both_by_table
from app.storage.players import player, players
from app.storage.rounds import bids_by_pairing, reports_by_pairing, rounds
from app.storage.tables import Pairing
from app.tournament.lifecycle import RoundState


def tables_of_player(
    installation: Installation, tournament_id: int, player_id: int, viewer: Viewer
) -> list[TableView]:
    """The player's tables in published rounds, the first round first; Refused (404) for nobody's id."""
    with installation.database.read_session() as session:
        if player(session, tournament_id, player_id) is None:
            raise not_found("player")
        shown = {row.id: row for row in rounds(session, tournament_id) if row.state is not RoundState.DRAFT}
        rows = [row for row in _pairings(session, tournament_id, player_id) if row.round_id in shown]
        people = {person.id: person for person in players(session, tournament_id)}
        ids = [row.id for row in rows]
        moves = bids_by_pairing(session, tournament_id, ids)
        reports = reports_by_pairing(session, tournament_id, ids)
        both = both_by_table(session, tournament_id, rows)
        return [
            table_view(
                row,
                shown[row.round_id],
                people,
                moves.get(row.id, []),
                reports.get(row.id, []),
                None,
                viewer,
                both.get(row.id, NO_GAMES),
            )
            for row in sorted(rows, key=lambda row: (shown[row.round_id].number, row.id))
        ]


def _pairings(session: Session, tournament_id: int, player_id: int) -> list[Pairing]:
    query = select(Pairing).where(
        Pairing.tournament_id == tournament_id,
        (col(Pairing.first_id) == player_id) | (col(Pairing.second_id) == player_id),
    )
    return list(session.exec(query))
