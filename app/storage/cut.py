"""The top cut: seeds, and the winners so far, from rows."""

from sqlmodel import Session, col, select

from app.storage.tables import CutSeed, Pairing, Round, Tournament
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.rules import CutKind
from app.tournament.topcut import Bracket, bracket, final_places, next_games


def cut_seeds(session: Session, tournament_id: int) -> list[CutSeed]:
    """The seeds, the first first."""
    query = select(CutSeed).where(CutSeed.tournament_id == tournament_id)
    return list(session.exec(query.order_by(col(CutSeed.seed))))


def cut_tables(session: Session, tournament_id: int) -> list[Pairing]:
    """The tables of the cut so far, in their order."""
    query = select(Pairing).where(
        Pairing.tournament_id == tournament_id, col(Pairing.game_number).is_not(None)
    )
    return list(session.exec(query.order_by(col(Pairing.round_id), col(Pairing.table_number))))


def cut_winners(session: Session, tournament_id: int) -> dict[int, int | None]:
    """Game number -> winner, for the games that are over; None where both players forfeited."""
    query = select(Pairing).where(
        Pairing.tournament_id == tournament_id, col(Pairing.game_number).is_not(None), col(Pairing.final)
    )
    return {row.game_number: row.winner_id for row in session.exec(query) if row.game_number is not None}


def bracket_of(tournament: Tournament) -> Bracket:
    """The bracket this tournament plays; ValueError when it has none."""
    return bracket(tournament.cut_kind, tournament.cut_size)


def cut_decided(session: Session, tournament: Tournament) -> bool:
    """True when no game of the cut is left to play."""
    seeds = [seed.player_id for seed in cut_seeds(session, tournament.id)]
    if not seeds:
        return False
    if tournament.cut_kind == CutKind.TABLE:
        played = select(Round.id).where(
            Round.tournament_id == tournament.id,
            Round.stage == Stage.TOP_CUT,
            Round.state == RoundState.CLOSED,
        )
        return session.exec(played).first() is not None
    table = bracket_of(tournament)
    winners = cut_winners(session, tournament.id)
    return not next_games(table, seeds, winners) and len(final_places(table, seeds, winners)) == len(seeds)
