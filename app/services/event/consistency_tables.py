"""What must be true of the rows of each table, whatever commands were given or undone; see `consistency`."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlmodel import Session, select

from app.sentences import Sentence, said_by, say
from app.sides import Side
from app.storage.accounts import owners
from app.storage.auctions import (
    assigned,
    auction_of,
    both_sides,
    by_seed,
    player_at,
    settled_of,
    settlement_of,
    sides_of,
    with_bids,
    without_sides,
)
from app.storage.cut import cut_seeds, cut_winners
from app.storage.kinds import SettledBy
from app.storage.players import waiting_numbers
from app.storage.rounds import (
    bids_by_pairing,
    games_of,
    pairings,
    reports_by_pairing,
    round_reports_of,
    rounds,
)
from app.storage.tables import (
    AuctionEntry,
    Bid,
    CutSeed,
    Game,
    GameReport,
    Pairing,
    Round,
    RoundReport,
    Tournament,
)
from app.storage.worth import structure_of, worth_is_kept
from app.tournament.duel import tie_of, winner_of
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.results import DRAWN, DecidedBy, Outcome, ResultRefused, draw_of
from app.tournament.sides import NoSides, SidesBy

Told = TypeVar("Told", Game, RoundReport)
_OF_A_SIDE = (Outcome.CORP, Outcome.RUNNER, *DRAWN)
_OF_A_SEAT = (Outcome.FIRST, Outcome.SECOND, *DRAWN)


@dataclass(frozen=True)
class Event:
    """The rows of an event, read once."""

    tournament: Tournament
    rounds: Sequence[Round]
    tables: dict[int, list[Pairing]]
    bids: dict[int, list[Bid]]
    reports: dict[int, list[GameReport]]
    entered: frozenset[int]
    seeds: Sequence[CutSeed]
    winners: Mapping[int, int | None]
    owners: int
    waiting: frozenset[int]
    games: Mapping[int, Sequence[Game]]
    round_reports: Mapping[int, Sequence[RoundReport]]

    @property
    def cut_rounds(self) -> list[Round]:
        return [row for row in self.rounds if row.stage == Stage.TOP_CUT]


def read_event(session: Session, tournament: Tournament) -> Event:
    """All rows the rules look at."""
    tables: dict[int, list[Pairing]] = {}
    for row in pairings(session, tournament.id):
        tables.setdefault(row.round_id, []).append(row)
    entered = session.exec(
        select(AuctionEntry.pairing_id).where(AuctionEntry.tournament_id == tournament.id)
    ).all()
    return Event(
        tournament,
        rounds(session, tournament.id),
        tables,
        bids_by_pairing(session, tournament.id),
        reports_by_pairing(session, tournament.id),
        frozenset(entered),
        cut_seeds(session, tournament.id),
        cut_winners(session, tournament.id),
        owners(session, tournament.id),
        frozenset(waiting_numbers(session, tournament.id)),
        _by_table(games_of(session, tournament.id)),
        _by_table(round_reports_of(session, tournament.id)),
    )


def _by_table(rows: Iterable[Told]) -> dict[int, list[Told]]:
    found: dict[int, list[Told]] = {}
    for row in rows:
        found.setdefault(row.pairing_id, []).append(row)
    return found


def _closed_is_final(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    if row.state == RoundState.CLOSED and not table.final:
        yield say("needs its result, because round {round} is closed", round=row.number)


def _bye_is_won(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    if table.second_id is not None or table.game_number is not None:
        return
    if row.state != RoundState.DRAFT and (not table.final or table.winner_id != table.first_id):
        yield say("is a bye, which is won as soon as it is published")
    if table.outcome is not None or event.bids.get(table.id) or event.reports.get(table.id):
        yield say("is a bye, so nobody bids or plays there")


def _only_its_players(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    seats = (table.first_id, table.second_id)
    named = [table.bid_winner_id, table.one_phone_id]
    named += [report.player_id for report in event.reports.get(table.id, [])]
    named += [report.player_id for report in event.round_reports.get(table.id, [])]
    if any(player_id is not None and player_id not in seats for player_id in named):
        yield say("has a bid, a report or a phone of somebody who does not play there")


def _result_is_whole(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    if not table.final and (table.winner_id is not None or table.outcome is not None):
        yield say("has a winner before its result is final")
    if table.final and table.decided_by is None:
        yield say("has a result that nothing decided")


def _winner_plays_the_side_that_won(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    if without_sides(table):
        yield from _winner_sits_there(table)
        return
    sides = sides_of(table)
    if not table.final or sides is None or table.outcome not in _OF_A_SIDE or table.agreed is not None:
        return
    if table.outcome not in DRAWN:
        wanted = player_at(table, sides.seat_of(Side(table.outcome)))
    elif not by_seed(table) or table.outcome == Outcome.TIE or table.decided_by == DecidedBy.HIGHER_SEED:
        winner = draw_of(sides).winner
        wanted = player_at(table, winner) if winner is not None else None
    else:
        # Events of before counted the draw rule where nobody had bid.
        return
    if table.winner_id != wanted:
        yield say("has a result that counts on other sides")


def _winner_sits_there(table: Pairing) -> Iterator[Sentence]:
    """Of a game without sides."""
    if not table.final or table.agreed is not None:
        return
    if table.outcome in (Outcome.CORP, Outcome.RUNNER) or None not in (
        table.corp_points,
        table.runner_points,
    ):
        yield say("has a result of a side, and its game has none")
    elif table.outcome in _OF_A_SEAT and table.second_id is not None:
        settled = settled_of(table)
        assert isinstance(settled, NoSides)
        seat = winner_of(table.outcome) or tie_of(settled).winner
        if table.winner_id != (None if seat is None else player_at(table, seat)):
            yield say("has a result that another player won")


def _result_stands_on_sides(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    reported = bool(event.reports.get(table.id))
    counts = table.final and table.outcome in _OF_A_SIDE and table.agreed is None
    if settled_of(table) is None and (reported or counts):
        yield say("has a result that counts on its sides")
    if table.final and table.winner_id not in (None, table.first_id, table.second_id):
        yield say("has a winner who does not play there")


def _auction_is_whole(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    moves = [move for move in event.bids.get(table.id, []) if move.auction == table.auction]
    amounts = [move.amount for move in moves if move.amount is not None]
    if [move.number for move in moves] != list(range(1, len(moves) + 1)) or amounts != sorted(set(amounts)):
        yield say("has later bids in this auction")
        return
    by_bids, settled = auction_of(table, moves).settlement, settlement_of(table)
    if settled is None and by_bids is not None:
        yield say("has an auction that is over, so its sides are settled")
    if assigned(table) and (moves or settled is not None):
        yield say("has sides by the pairing, so nobody can have bid there")
    if table.settled_by is SettledBy.AUCTION and by_bids != settled:
        yield say("has sides that its auction did not settle")
    if by_seed(table) and (moves or settled is not None):
        yield say("has sides by seed, so nobody can have bid there")
    if with_bids(table) and table.corp_seat is not None:
        yield say("has a side by seed where sides are bought")
    if settled_of(table) is not None and table.id in event.entered:
        yield say("is settled, so nobody's entry can wait for a confirmation")


def _sides_fit_the_structure(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    if row.stage != Stage.SWISS or table.second_id is None:
        return
    kind = structure_of(event.tournament)
    if table.sides_by != SidesBy(kind.sides):
        yield say("has its sides by another structure than {structure}", structure=say(kind.name))
    elif table.sides_by == SidesBy.ASSIGNED and table.corp_seat is None:
        yield say("has no sides, though the pairing assigns them")
    elif not without_sides(table) and (table.began, table.first_dice, table.second_dice) != (None,) * 3:
        yield say("has Gig dice, or who began, in a game with sides")


def _games_are_whole(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    games = event.games.get(table.id, [])
    seats = (table.first_id, table.second_id, None)
    if games and not both_sides(table):
        yield say("has two games where one is played")
    if any(game.winner_id not in seats for game in games):
        yield say("has a game won by somebody who does not play there")
    if len({game.corp_seat for game in games}) < len(games):
        yield say("has the same player as Corp in both games")


def _worth_is_kept(event: Event, row: Round, table: Pairing) -> Iterator[Sentence]:
    games = event.games.get(table.id, [])
    try:
        fits = worth_is_kept(event.tournament, table, games)
    except ResultRefused as refusal:
        yield say("has a result that can't be counted: {why}", why=said_by(refusal))
        return
    if not fits:
        yield say("has other points than its result is worth")


TABLE_RULES: tuple[Callable[[Event, Round, Pairing], Iterator[Sentence]], ...] = (
    _closed_is_final,
    _bye_is_won,
    _only_its_players,
    _result_is_whole,
    _result_stands_on_sides,
    _winner_plays_the_side_that_won,
    _auction_is_whole,
    _sides_fit_the_structure,
    _games_are_whole,
    _worth_is_kept,
)
