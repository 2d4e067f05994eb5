"""Rows of closed Swiss rounds to sheets of outcomes, and sheets to the pairing's entrants."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from app.storage.tables import Pairing, Player, Round, Tournament
from app.tournament.auction import Seat
from app.tournament.floats import floated
from app.tournament.pairing import Entrant
from app.tournament.results import DecidedBy, Decision, Ending, points_of_table
from app.tournament.rules import Rules
from app.tournament.standings import Outcome, Sheet


def rules_of(tournament: Tournament) -> Rules:
    """The points of this tournament as the pure core wants them."""
    return Rules(
        round_minutes=tournament.round_minutes,
        timed_win_points=tournament.timed_win_points,
        planned_rounds=tournament.planned_rounds,
    )


def sheets(session: Session, tournament: Tournament, after_round: int | None = None) -> tuple[Sheet, ...]:
    """One sheet for every player, from closed Swiss rounds up to `after_round`."""
    assert tournament.id is not None
    query = (
        select_columns(
            col(Round.number),
            col(Pairing.first_id),
            col(Pairing.second_id),
            col(Pairing.winner_id),
            col(Pairing.decided_by),
            col(Pairing.ending),
        )
        .join(Round, col(Round.id) == Pairing.round_id)
        .where(
            col(Pairing.tournament_id) == tournament.id,
            col(Round.state) == "closed",
            col(Round.stage) == "swiss",
        )
        .order_by(col(Round.number))
    )
    if after_round is not None:
        query = query.where(col(Round.number) <= after_round)
    players = session.exec(select(Player.id).where(Player.tournament_id == tournament.id)).all()
    rows = session.connection().execute(query)
    return _sheets([p for p in players if p is not None], rows, rules_of(tournament))


def _sheets(players: Sequence[int], rows: Iterable[Any], rules: Rules) -> tuple[Sheet, ...]:
    outcomes: dict[int, list[Outcome]] = defaultdict(list)
    for number, first, second, winner, decided_by, ending in rows:
        points = points_of_row(first, winner, decided_by, ending, rules)
        outcomes[first].append(Outcome(number, points[Seat.FIRST], second, winner == first))
        if second is not None:
            outcomes[second].append(Outcome(number, points[Seat.SECOND], first, winner == second))
    return tuple(Sheet(player, tuple(outcomes[player])) for player in players)


def points_of_row(
    first: int, winner: int | None, decided_by: str | None, ending: str | None, rules: Rules
) -> dict[Seat, int]:
    """Match points of both seats of a table that has its final result."""
    seat = None if winner is None else Seat.FIRST if winner == first else Seat.SECOND
    decision = Decision(seat, DecidedBy(decided_by) if decided_by else DecidedBy.DOUBLE_LOSS)
    return points_of_table(decision, Ending(ending) if ending else None, rules)


def entrants(all_sheets: Iterable[Sheet], players: Iterable[int]) -> list[Entrant]:
    """The players to pair with what the pairing must know of them."""
    by_player = {sheet.player: sheet for sheet in all_sheets}
    down, up = floated(by_player.values())
    return [
        Entrant(
            player,
            by_player[player].points,
            by_player[player].opponents,
            by_player[player].byes,
            paired_down=player in down,
            paired_up=player in up,
        )
        for player in players
    ]
