"""Rows of closed Swiss rounds to sheets of outcomes, and sheets to the pairing's entrants."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select as select_columns
from sqlmodel import Session, col, select

from app.sides import Side
from app.storage.tables import Game, Pairing, Player, Round, Tournament
from app.tournament.auction import Seat
from app.tournament.floats import floated
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.pairing import Entrant
from app.tournament.standings import Outcome, Sheet


def sheets(
    session: Session,
    tournament: Tournament,
    after_round: int | None = None,
    players: Iterable[int] | None = None,
) -> tuple[Sheet, ...]:
    """One sheet for every player but those who wait for a place and never played, from closed Swiss rounds up
    to `after_round`; `players` are their ids where they are known already."""
    query = (
        select_columns(
            col(Round.number),
            col(Pairing.first_id),
            col(Pairing.second_id),
            col(Pairing.first_points),
            col(Pairing.second_points),
            col(Pairing.first_won),
            col(Pairing.second_won),
            col(Pairing.tied),
            col(Pairing.games),
        )
        .join(Round, col(Round.id) == Pairing.round_id)
        .where(
            col(Pairing.tournament_id) == tournament.id,
            col(Round.state) == RoundState.CLOSED,
            col(Round.stage) == Stage.SWISS,
        )
        .order_by(col(Round.number))
    )
    if after_round is not None:
        query = query.where(col(Round.number) <= after_round)
    rows = session.connection().execute(query).all()
    if players is None:
        mine, has_place = Player.tournament_id == tournament.id, col(Player.waiting_since).is_(None)
        found = session.exec(select(Player.id).where(mine, has_place))
        # Whoever has played stays an opponent of others, whatever became of their place.
        seated = {seat for row in rows for seat in (row.first_id, row.second_id)}
        players = sorted(each for each in {*found, *seated} if each is not None)
    return _sheets(players, rows)


def _sheets(players: Iterable[int], rows: Iterable[Any]) -> tuple[Sheet, ...]:
    outcomes: dict[int, list[Outcome]] = defaultdict(list)
    for number, first, second, first_points, second_points, first_won, second_won, tied, games in rows:
        outcomes[first].append(Outcome(number, first_points, second, first_won, tied, games))
        if second is not None:
            outcomes[second].append(Outcome(number, second_points, first, second_won, tied, games))
    return tuple(Sheet(player, tuple(outcomes[player])) for player in players)


@dataclass(frozen=True, slots=True)
class SidePlayed:
    """A game of a closed Swiss round: who played which side against whom."""

    corp: int
    runner: int


def sides_played(
    session: Session, tournament: Tournament, after_round: int | None = None
) -> list[SidePlayed]:
    """The games of closed Swiss rounds whose sides are known, in the order of the rounds."""
    query = (
        select_columns(
            col(Pairing.first_id),
            col(Pairing.second_id),
            col(Pairing.corp_seat),
            col(Pairing.bid_winner_id),
            col(Pairing.bid_side),
            col(Game.corp_seat),
        )
        .join(Round, col(Round.id) == col(Pairing.round_id))
        .outerjoin(Game, col(Game.pairing_id) == col(Pairing.id))
        .where(
            col(Pairing.tournament_id) == tournament.id,
            col(Pairing.second_id).is_not(None),
            col(Round.state) == RoundState.CLOSED,
            col(Round.stage) == Stage.SWISS,
        )
        .order_by(col(Round.number), col(Pairing.id), col(Game.number))
    )
    if after_round is not None:
        query = query.where(col(Round.number) <= after_round)
    found = []
    rows: Iterable[Any] = session.connection().execute(query)
    for first, second, corp_seat, bid_winner, bid_side, game_seat in rows:
        seat = game_seat or corp_seat
        if seat is not None:
            corp = first if seat == Seat.FIRST else second
        elif bid_winner is not None:
            loser = second if bid_winner == first else first
            corp = bid_winner if bid_side == Side.CORP else loser
        else:
            continue
        found.append(SidePlayed(corp, second if corp == first else first))
    return found


@dataclass(frozen=True, slots=True)
class SideGames:
    """How many games of closed Swiss rounds a player played as Corp and as Runner."""

    corp: int = 0
    runner: int = 0


def games_by_side(
    session: Session, tournament: Tournament, after_round: int | None = None
) -> dict[int, SideGames]:
    """By player; who played none is not in it."""
    played = sides_played(session, tournament, after_round)
    corp, runner = Counter(game.corp for game in played), Counter(game.runner for game in played)
    return {player: SideGames(corp[player], runner[player]) for player in corp.keys() | runner.keys()}


def side_balance(session: Session, tournament: Tournament) -> dict[int, int]:
    """Games as Corp less games as Runner, by player."""
    return {player: games.corp - games.runner for player, games in games_by_side(session, tournament).items()}


def entrants(
    all_sheets: Iterable[Sheet], players: Iterable[int], played: Iterable[SidePlayed] = ()
) -> list[Entrant]:
    """The players to pair with what the pairing must know of them; `played` where it assigns the sides."""
    sides: dict[int, list[tuple[int, Side]]] = defaultdict(list)
    for game in played:
        sides[game.corp].append((game.runner, Side.CORP))
        sides[game.runner].append((game.corp, Side.RUNNER))
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
            sides=tuple(sides[player]),
        )
        for player in players
    ]
