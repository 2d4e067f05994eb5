"""What a table's final result is worth by the event's structure, kept with the table.

Standings and exports read these numbers and know no structure. Whoever makes a result final, changes it or
takes it back calls `keep_worth`; who changes what results are worth calls `keep_all_worths`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from sqlmodel import Session, col, select

from app.sides import Side
from app.storage.bulk import assign
from app.storage.kinds import Agreed
from app.storage.rounds import games_of
from app.storage.tables import Game, Pairing, Tournament
from app.tournament import scoring
from app.tournament.auction import Seat
from app.tournament.results import DecidedBy, Decision, Ending
from app.tournament.scoring import TableResult, Worth, bye_worth, game_of, game_worth, worth_of
from app.tournament.structures import Points, Structure, StructureCode, structure

# Points and games won of both seats, tied games, games in all.
_Numbers = tuple[int | None, int | None, int | None, int | None, int | None, int | None]
INTENTIONAL_DRAW, TWO_FOR_ONE = Agreed.INTENTIONAL_DRAW, Agreed.TWO_FOR_ONE


class GameResult(Protocol):
    """What a final game is worth by: a row of it, or the values of a row that comes."""

    @property
    def corp_seat(self) -> Seat | None: ...

    @property
    def ending(self) -> Ending | None: ...

    @property
    def winner_id(self) -> int | None: ...

    @property
    def decided_by(self) -> DecidedBy: ...


def structure_of(tournament: Tournament) -> Structure:
    """How this event's rounds are played and counted."""
    return structure(tournament.structure)


def points_of(tournament: Tournament) -> Points:
    """The points of this event: those of its structure with the organizer's changes."""
    drawn = tournament.settings.get("id_points")
    return _points(tournament.structure, tournament.timed_win_points, drawn)


@lru_cache
def _points(code: StructureCode, timed_win: int, drawn: int | None) -> Points:
    points = replace(structure(code).points, timed_win=timed_win)
    if drawn is None or points.intentional_draw is None:
        return points
    return replace(points, intentional_draw=drawn)


def worth_of_table(
    tournament: Tournament, row: Pairing, games: Sequence[GameResult]
) -> dict[Seat, Worth] | None:
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


def _result(row: Pairing, kind: Structure, games: Sequence[GameResult]) -> TableResult:
    if row.agreed == INTENTIONAL_DRAW:
        return TableResult(intentional_draw=True)
    if kind.games == 1:
        return TableResult((_game(row, row, None),))
    played = tuple(_game(row, game, game.corp_seat) for game in games)
    return TableResult(played, two_for_one=played[0].winner if row.agreed == TWO_FOR_ONE and played else None)


def _game(row: Pairing, result: Pairing | GameResult, corp: Seat | None) -> scoring.Game:
    winner = None
    if result.winner_id is not None:
        winner = Seat.FIRST if result.winner_id == row.first_id else Seat.SECOND
    decided = result.decided_by if result.decided_by else DecidedBy.DOUBLE_LOSS
    return game_of(Decision(winner, decided), result.ending, corp)


def points_by_side(
    tournament: Tournament, row: Pairing, games: Sequence[Game]
) -> dict[Seat, dict[Side, int]]:
    """Match points of both seats by the side they came from, of a table where each plays both sides; 2 for 1
    gives its winner both. A draw by will comes from no side."""
    points = points_of(tournament)
    found = {seat: dict.fromkeys(Side, 0) for seat in Seat}
    for game in games:
        played = _game(row, game, game.corp_seat)
        for seat in Seat:
            side = Side.CORP if played.corp is seat else Side.RUNNER
            worth = game_worth(played, seat, points)
            found[seat][side] += worth
            if row.agreed == TWO_FOR_ONE:
                found[seat][side.other] += worth
    return found


def keep_worth(
    session: Session, tournament: Tournament, row: Pairing, games: Sequence[GameResult] | None = None
) -> None:
    """Keep with the table what its result is worth, or nothing where it has none; `games` where each plays
    both sides, else they are read."""
    if games is None:
        games = games_of(session, tournament.id, [row.id]) if structure_of(tournament).games > 1 else ()
    _keep(tournament, row, games)


def keep_all_worths(session: Session, tournament: Tournament) -> None:
    """Count every table of the event anew."""
    mine = select(Pairing).where(Pairing.tournament_id == tournament.id)
    _keep_all(tournament, session.exec(mine).all(), games_of(session, tournament.id))


def keep_worths(session: Session, tournament: Tournament, table_ids: Iterable[int]) -> None:
    """Count these tables of the event anew, as far as they are there."""
    ids = list(table_ids)
    mine = select(Pairing).where(Pairing.tournament_id == tournament.id, col(Pairing.id).in_(ids))
    games = games_of(session, tournament.id, ids) if structure_of(tournament).games > 1 else ()
    _keep_all(tournament, session.exec(mine).all(), games)


def _keep_all(tournament: Tournament, rows: Iterable[Pairing], games: Iterable[Game]) -> None:
    by_table: dict[int, list[Game]] = {}
    for game in games:
        by_table.setdefault(game.pairing_id, []).append(game)
    for row in rows:
        _keep(tournament, row, by_table.get(row.id, ()))


def worth_is_kept(tournament: Tournament, row: Pairing, games: Sequence[Game]) -> bool:
    """Whether what is kept with the table is what its result is worth. Raises ResultRefused as above."""
    return _kept(row) == _numbers(worth_of_table(tournament, row, games))


def _keep(tournament: Tournament, row: Pairing, games: Sequence[GameResult]) -> None:
    numbers = _numbers(worth_of_table(tournament, row, games))
    assign(row, **dict(zip(_KEPT, numbers, strict=True)))


def _kept(row: Pairing) -> _Numbers:
    return row.first_points, row.second_points, row.first_won, row.second_won, row.tied, row.games


_KEPT = ("first_points", "second_points", "first_won", "second_won", "tied", "games")


def _numbers(worth: dict[Seat, Worth] | None) -> _Numbers:
    if worth is None:
        return (None,) * 6
    first, second = worth[Seat.FIRST], worth.get(Seat.SECOND)
    points, won = (None, None) if second is None else (second.points, second.won)
    return first.points, points, first.won, won, first.tied, first.games
