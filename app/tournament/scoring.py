"""What a round at one table is worth to both seats, by the points of its structure.

`results` says what happened in a game; here it becomes match points: a win, a tie, a timed win, two games of
a round, one player taking both games for one (2 for 1), an intentional draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.sentences import say, say_count
from app.tournament.auction import Seat
from app.tournament.results import DecidedBy, Decision, Ending, ResultRefused
from app.tournament.structures import Points, Structure


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game: the seat that won, None for a tie or a double loss; `corp` is the seat that played
    Corp where there are sides."""

    winner: Seat | None = None
    tied: bool = False
    timed: bool = False
    corp: Seat | None = None


def game_of(decision: Decision, ending: Ending | None, corp: Seat | None = None) -> Game:
    """A decided game as it counts; a win by the rule for draws is not one at time."""
    timed = ending is Ending.TIME and decision.decided_by is DecidedBy.GAME
    return Game(decision.winner, decision.decided_by is DecidedBy.TIE, timed, corp)


@dataclass(frozen=True, slots=True)
class TableResult:
    """The round of one table. With an intentional draw there are no games; with `two_for_one`, the seat that
    takes both games, there is the first one only."""

    games: tuple[Game, ...] = ()
    intentional_draw: bool = False
    two_for_one: Seat | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What one seat gets: match points, and games won, tied and played for the standings."""

    points: int
    won: int
    tied: int
    games: int


def check_table(result: TableResult, structure: Structure) -> None:
    """Raise ResultRefused where the parts of a result contradict each other or the structure.

    Codes: no-intentional-draw, intentional-draw-contradicts, no-ties, two-for-one-contradicts,
    sides-not-swapped, too-many-games, game-missing, game-2-missing.
    """
    games = result.games
    if result.intentional_draw:
        _check_intentional_draw(result, structure)
        return
    if len(games) > structure.games:
        raise ResultRefused(
            "too-many-games",
            say_count(
                "A round has {n} game here: take the others back.",
                "A round has {n} games here: take the others back.",
                structure.games,
            ),
        )
    if any(game.tied for game in games) and not structure.has_ties:
        raise ResultRefused("no-ties", say("No game ends in a tie here: say who won, or enter a draw."))
    if not games:
        raise ResultRefused("game-missing", say("This table has no result yet: enter who won."))
    if result.two_for_one is not None:
        _check_two_for_one(result, structure)
    elif len(games) < structure.games:
        raise ResultRefused(
            "game-2-missing",
            say("The second game has no result: enter it, or end it as a tie if it was not begun."),
        )
    if structure.games == 2 and len({game.corp for game in games}) < len(games):
        raise ResultRefused(
            "sides-not-swapped", say("The same player was Corp in both games: each plays each side once.")
        )


def _check_intentional_draw(result: TableResult, structure: Structure) -> None:
    if structure.points.intentional_draw is None:
        raise ResultRefused(
            "no-intentional-draw", say("Intentional draws are not offered here: play the game.")
        )
    if result.games or result.two_for_one is not None:
        raise ResultRefused(
            "intentional-draw-contradicts",
            say("A game was reported already: it counts, so there is no draw by will."),
        )


def _check_two_for_one(result: TableResult, structure: Structure) -> None:
    if not structure.results.two_for_one:
        raise ResultRefused("two-for-one-contradicts", say("2 for 1 is not offered here: enter each game."))
    if len(result.games) != 1:
        raise ResultRefused(
            "two-for-one-contradicts",
            say("2 for 1 is agreed before the second game: take its result back first."),
        )
    if result.games[0].winner is not result.two_for_one:
        raise ResultRefused(
            "two-for-one-contradicts",
            say("2 for 1 goes to who won the game: check who won, or enter each game."),
        )


def worth_of(result: TableResult, structure: Structure, points: Points | None = None) -> dict[Seat, Worth]:
    """What the round is worth to each seat; `points` are the organizer's, else those of the structure.

    Raises ResultRefused as `check_table` does.
    """
    check_table(result, structure)
    counted = points or structure.points
    if result.intentional_draw:
        drawn = Worth(counted.intentional_draw or 0, 0, structure.games, structure.games)
        return dict.fromkeys(Seat, drawn)
    games = result.games * (2 if result.two_for_one is not None else 1)
    return {seat: _worth(seat, games, counted) for seat in Seat}


def _worth(seat: Seat, games: Sequence[Game], points: Points) -> Worth:
    won = [game for game in games if game.winner is seat]
    tied = sum(game.tied for game in games)
    lost = len(games) - len(won) - tied
    gained = sum(points.timed_win if game.timed else points.win for game in won)
    return Worth(gained + tied * points.tie + lost * points.loss, len(won), tied, len(games))


def game_worth(game: Game, seat: Seat, points: Points) -> int:
    """Match points that one game gives to a seat."""
    return _worth(seat, [game], points).points


def bye_worth(structure: Structure, points: Points | None = None) -> Worth:
    """What a bye is worth for a whole round: it is no game."""
    return Worth((points or structure.points).bye, 0, 0, 0)


def seat_as_corp(number: int, first_corp: Seat) -> Seat:
    """Who plays Corp in game `number` (1 or 2) of a round with both sides, by who did in the first."""
    return first_corp if number == 1 else first_corp.other
