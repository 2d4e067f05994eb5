"""The cut as columns of games."""

from itertools import groupby

from app.services.event.brackets import BracketGame, BracketPlayer, BracketView
from app.web.presenters.values import Values


def bracket_rounds(view: BracketView) -> list[Values]:
    """Rounds in order, each with its games; games that turn out not to be needed are left out."""
    needed = [game for game in view.games if game.needed]
    return [
        Values(name=f"Round {number}", games=[_game(game) for game in games])
        for number, games in groupby(needed, key=lambda game: game.round)
    ]


def _game(game: BracketGame) -> Values:
    return Values(
        meta=f"Game {game.number}, {game.name}{_without_a_game(game)}",
        href=None,
        seats=[_seat(game, game.first, game.first_from), _seat(game, game.second, game.second_from)],
    )


def _without_a_game(game: BracketGame) -> str:
    if game.forfeited:
        return ": forfeited by both"
    return ": walkover, no game" if game.walkover else ""


def _seat(game: BracketGame, player: BracketPlayer | None, waits: str) -> Values:
    if player is None:
        return Values(seed=None, name=None, waits=waits, won=False, lost=False)
    return Values(
        seed=player.seed,
        name=player.name,
        waits=None,
        won=game.winner_id == player.player_id,
        lost=game.forfeited or (game.winner_id is not None and game.winner_id != player.player_id),
    )
