"""What was played at an event, as everybody may see it: settled prices, final results and who they belong to.

One read of all published tables, for pages that tell an event as a whole: the squares beside the standings,
the newest prices and results, the way of the champion.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.services.event.queries import the_tournament
from app.services.kernel.installation import Installation
from app.sides import Side
from app.storage.auctions import both_sides, player_at, settlement_of, sides_of
from app.storage.players import players
from app.storage.rounds import pairings, rounds
from app.storage.tables import Pairing, Player, Round
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.results import DecidedBy, Ending


@dataclass(frozen=True)
class Person:
    """A player, by what an event's public pages tell of them."""

    player_id: int
    name: str
    corp_identity: str | None
    runner_identity: str | None


@dataclass(frozen=True)
class PlayedTable:
    """A published table. `second` is None for a bye; sides and bid are None until they are settled.

    `winner` is the winner's id once the result is final, None before and after a double loss. `drawn`: the
    draw rule decided; `tied`: nobody won; `forfeit`: nothing was played. `bidder` bought `bid_side` for
    `bid`. `score` are the match points of both seats where a table plays two games, `won` the games won.
    """

    table_id: int
    round: int
    stage: Stage
    table_number: int | None
    first: int
    second: int | None
    corp: int | None
    bidder: int | None
    bid_side: Side | None
    bid: int | None
    final: bool
    winner: int | None
    drawn: bool
    tied: bool
    forfeit: bool
    score: tuple[int, int] | None
    won: tuple[int, int] | None
    games: int
    corp_points: int | None
    runner_points: int | None
    settled_at: datetime | None
    finished_at: datetime | None

    def side_of(self, player_id: int) -> Side | None:
        """What a player of this table plays; None until it is settled, and in a bye."""
        if self.corp is None or self.second is None:
            return None
        return Side.CORP if self.corp == player_id else Side.RUNNER

    def opponent_of(self, player_id: int) -> int | None:
        """Whom a player of this table meets; None in a bye."""
        return self.second if player_id == self.first else self.first


@dataclass(frozen=True)
class Played:
    """All published tables in the order of their rounds, and everybody by id."""

    tables: Sequence[PlayedTable]
    people: Mapping[int, Person]

    def of_player(self, player_id: int) -> list[PlayedTable]:
        """The tables of one player, the first round first."""
        return [table for table in self.tables if player_id in (table.first, table.second)]


def played(installation: Installation, tournament_id: int) -> Played:
    """What everybody may know of an event's tables; Refused (404) for an event that is not there."""
    with installation.database.read_session() as session:
        the_tournament(session, tournament_id)
        return played_in(session, tournament_id)


def played_in(session: Session, tournament_id: int) -> Played:
    """The same within an open read."""
    shown = {row.id: row for row in rounds(session, tournament_id) if row.state != RoundState.DRAFT}
    tables = [
        _table(row, shown[row.round_id]) for row in pairings(session, tournament_id) if row.round_id in shown
    ]
    people = [_person(row) for row in players(session, tournament_id)]
    ordered = sorted(tables, key=lambda table: (table.round, table.table_id))
    return Played(ordered, {person.player_id: person for person in people})


def _person(row: Player) -> Person:
    return Person(row.id, row.name, row.corp_identity, row.runner_identity)


def _table(row: Pairing, round_row: Round) -> PlayedTable:
    sides, bought = sides_of(row), settlement_of(row)
    two = row.final and both_sides(row) and row.second_id is not None
    return PlayedTable(
        table_id=row.id,
        round=round_row.number,
        stage=round_row.stage,
        table_number=row.table_number,
        first=row.first_id,
        second=row.second_id,
        corp=player_at(row, sides.seat_of(Side.CORP)) if sides else None,
        bidder=row.bid_winner_id if bought else None,
        bid_side=bought.side if bought else None,
        bid=bought.bid if bought else None,
        final=row.final,
        winner=row.winner_id if row.final else None,
        drawn=row.final and row.decided_by in (DecidedBy.DRAW_RULE, DecidedBy.HIGHER_SEED),
        tied=row.final and row.decided_by == DecidedBy.TIE,
        forfeit=row.final and row.ending == Ending.FORFEIT,
        score=(row.first_points or 0, row.second_points or 0) if two else None,
        won=(row.first_won or 0, row.second_won or 0) if row.games is not None else None,
        games=row.games or 0,
        corp_points=row.corp_points if row.final else None,
        runner_points=row.runner_points if row.final else None,
        settled_at=row.settled_at,
        finished_at=row.finished_at if row.final else None,
    )
