"""The order of all players after the Swiss rounds, however many sit at a table."""

from sqlmodel import Session

from app.storage.players import players
from app.storage.pods import tables_played
from app.storage.standings import sheets
from app.storage.tables import Tournament
from app.storage.worth import structure_of
from app.tournament.pod_standings import rank_tables
from app.tournament.standings import rank


def swiss_order(session: Session, tournament: Tournament) -> list[int]:
    """Player ids by their rank in the standings of the closed Swiss rounds."""
    lots = {p.id: p.lot for p in players(session, tournament.id)}
    if structure_of(tournament).has_pods:
        return [line.player for line in rank_tables(tables_played(session, tournament), lots)]
    return [line.player for line in rank(sheets(session, tournament), lots)]
