"""What a table's final result is worth by the event's structure, kept with the table.

Standings and exports read these numbers and know no structure. Whoever makes a result final, changes it or
takes it back calls `keep_worth`; who changes what results are worth calls `keep_all_worths`.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlmodel import Session, col, select

from app.sides import Side
from app.storage.rounds import games_of
from app.storage.tables import Game, Pairing, Tournament
from app.tournament import scoring
from app.tournament.auction import Seat
from app.tournament.results import DecidedBy, Decision, Ending
from app.tournament.scoring import TableResult, Worth, bye_worth, game_of, game_worth, worth_of
from app.tournament.structures import Points, Structure, structure

# Points and games won of both seats, tied games, games in all.
_Numbers = tuple[int | None, int | None, int | None, int | None, int | None, int | None]
INTENTIONAL_DRAW, TWO_FOR_ONE = "intentional-draw", "two-for-one"


def structure_of(tournament: Tournament) -> Structure:
    """How this event's rounds are played and counted."""
    return structure(tournament.structure)


def points_of(tournament: Tournament) -> Points:
    """The points of this event: those of its structure with the organizer's changes."""
    points = replace(structure_of(tournament).points, timed_win=tournament.timed_win_points)
    drawn = tournament.settings.get("id_points")
    if drawn is None or points.intentional_draw is None:
        return points
    return replace(points, intentional_draw=drawn)


def worth_of_table(tournament: Tournament, row: Pairing, games: Sequence[Game]) -> dict[Seat, Worth] | None:
    """What the round of this table is worth to each seat; None before it is final, and in the cut.

    `games` are its rows where each plays both sides. Raises ResultRefused where the result does not fit the
    structure.
    """
    if not row.final or row.game_number is not None:
        return None
    kind, points = structure_of(tournament), points_of(tournament)
    if row.second_id is None:
        return {Seat.FIRST: bye_worth(kind, points)}
    return worth_of(_result(row, kind, games), kind, points)


def _result(row: Pairing, kind: Structure, games: Sequence[Game]) -> TableResult:
    if row.agreed == INTENTIONAL_DRAW:
        return TableResult(intentional_draw=True)
    if kind.games == 1:
        return TableResult((_game(row, row, None),))
    played = tuple(_game(row, game, Seat(game.corp_seat)) for game in games)
    return TableResult(played, two_for_one=played[0].winner if row.agreed == TWO_FOR_ONE and played else None)


def _game(row: Pairing, result: Pairing | Game, corp: Seat | None) -> scoring.Game:
    winner = None
    if result.winner_id is not None:
        winner = Seat.FIRST if result.winner_id == row.first_id else Seat.SECOND
    decided = DecidedBy(result.decided_by) if result.decided_by else DecidedBy.DOUBLE_LOSS
    return game_of(Decision(winner, decided), Ending(result.ending) if result.ending else None, corp)


def points_by_side(
    tournament: Tournament, row: Pairing, games: Sequence[Game]
) -> dict[Seat, dict[Side, int]]:
    """Match points of both seats by the side they came from, of a table where each plays both sides; 2 for 1
    gives its winner both. A draw by will comes from no side."""
    points = points_of(tournament)
    found = {seat: dict.fromkeys(Side, 0) for seat in Seat}
    for game in games:
        played = _game(row, game, Seat(game.corp_seat))
        for seat in Seat:
            side = Side.CORP if played.corp is seat else Side.RUNNER
            worth = game_worth(played, seat, points)
            found[seat][side] += worth
            if row.agreed == TWO_FOR_ONE:
                found[seat][side.other] += worth
    return found


def keep_worth(session: Session, tournament: Tournament, row: Pairing) -> None:
    """Keep with the table what its result is worth, or nothing where it has none."""
    assert tournament.id is not None and row.id is not None
    games = games_of(session, tournament.id, [row.id]) if structure_of(tournament).games > 1 else ()
    _keep(tournament, row, games)
    session.add(row)


def keep_all_worths(session: Session, tournament: Tournament) -> None:
    """Count every table of the event anew."""
    assert tournament.id is not None
    by_table: dict[int, list[Game]] = {}
    for game in games_of(session, tournament.id):
        by_table.setdefault(game.pairing_id, []).append(game)
    for row in session.exec(select(Pairing).where(col(Pairing.tournament_id) == tournament.id)):
        _keep(tournament, row, by_table.get(row.id or 0, ()))
        session.add(row)


def worth_is_kept(tournament: Tournament, row: Pairing, games: Sequence[Game]) -> bool:
    """Whether what is kept with the table is what its result is worth. Raises ResultRefused as above."""
    return _kept(row) == _numbers(worth_of_table(tournament, row, games))


def _keep(tournament: Tournament, row: Pairing, games: Sequence[Game]) -> None:
    numbers = _numbers(worth_of_table(tournament, row, games))
    row.first_points, row.second_points, row.first_won, row.second_won, row.tied, row.games = numbers


def _kept(row: Pairing) -> _Numbers:
    return row.first_points, row.second_points, row.first_won, row.second_won, row.tied, row.games


def _numbers(worth: dict[Seat, Worth] | None) -> _Numbers:
    if worth is None:
        return (None,) * 6
    first, second = worth[Seat.FIRST], worth.get(Seat.SECOND)
    points, won = (None, None) if second is None else (second.points, second.won)
    return first.points, points, first.won, won, first.tied, first.games
