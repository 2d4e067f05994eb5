"""Whether an event holds together: what must be true of its rows whatever commands were given or undone.

Each rule is one function that says in a sentence what contradicts it. Undo and `doctor` ask them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from app.deckcheck.catalog import Catalog
from app.services.decks.card_pool import pool_of
from app.services.event.settings import checked_values, draft_of
from app.services.kernel.errors import Refused
from app.sides import Side
from app.storage.accounts import owners
from app.storage.auctions import auction_of, by_seed, player_at, settlement_of, sides_of
from app.storage.cut import bracket_of, cut_seeds, cut_winners
from app.storage.database import Database
from app.storage.rounds import bids_by_pairing, pairings, reports_by_pairing, rounds
from app.storage.tables import AuctionEntry, Bid, CutSeed, GameReport, Pairing, Round, Tournament
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.results import DecidedBy, Outcome, draw_of
from app.tournament.topcut import Bracket, CutGame, final_places, next_games, played

_OF_A_SIDE = (Outcome.CORP, Outcome.RUNNER, Outcome.DRAW)


@dataclass(frozen=True)
class _Event:
    tournament: Tournament
    rounds: Sequence[Round]
    tables: dict[int, list[Pairing]]
    bids: dict[int, list[Bid]]
    reports: dict[int, list[GameReport]]
    entered: frozenset[int]
    seeds: Sequence[CutSeed]
    winners: Mapping[int, int | None]
    owners: int

    @property
    def cut_rounds(self) -> list[Round]:
        return [row for row in self.rounds if row.stage == Stage.TOP_CUT]


def contradictions(session: Session, tournament: Tournament) -> list[str]:
    """Sentences about everything that can't be true at once; empty for a sound event."""
    event = _read(session, tournament)
    found = [sentence for rule in _EVENT_RULES for sentence in rule(event)]
    for round_row in event.rounds:
        for table in event.tables.get(round_row.id or 0, []):
            where = f"Table {table.table_number} of round {round_row.number}"
            found += [f"{where} {said}." for rule in _TABLE_RULES for said in rule(event, round_row, table)]
    return found


def unsound_events(database: Database, catalog: Catalog) -> dict[str, list[str]]:
    """Code of an event -> what contradicts itself in it, its card pool included; empty when all are sound."""
    found: dict[str, list[str]] = {}
    with database.read_session() as session:
        for tournament in session.exec(select(Tournament).order_by(col(Tournament.id))).all():
            try:
                said = contradictions(session, tournament)
                pool_of(catalog, tournament)
            except Refused as refused:
                said = [*said, f"Its card pool can't be told: {refused.sentence}"]
            except (ValueError, KeyError) as error:
                said = [f"Its rows can't be read: {error}"]
            if said:
                found[tournament.code] = said
    return found


def _read(session: Session, tournament: Tournament) -> _Event:
    assert tournament.id is not None
    tables: dict[int, list[Pairing]] = {}
    for row in pairings(session, tournament.id):
        tables.setdefault(row.round_id, []).append(row)
    entered = session.exec(
        select(AuctionEntry.pairing_id).where(AuctionEntry.tournament_id == tournament.id)
    ).all()
    return _Event(
        tournament,
        rounds(session, tournament.id),
        tables,
        bids_by_pairing(session, tournament.id),
        reports_by_pairing(session, tournament.id),
        frozenset(entered),
        cut_seeds(session, tournament.id),
        cut_winners(session, tournament.id),
        owners(session, tournament.id),
    )


def _rounds_in_order(event: _Event) -> Iterator[str]:
    for place, row in enumerate(event.rounds, 1):
        if row.number != place:
            yield f"Round {place} would be missing before round {row.number}."
            return
    for row, later in zip(event.rounds, event.rounds[1:], strict=False):
        if row.state != RoundState.CLOSED:
            yield f"Round {later.number} was paired after round {row.number} was closed."
        if row.stage == Stage.TOP_CUT and later.stage == Stage.SWISS:
            yield f"Round {later.number} would be a Swiss round after the top cut began."


def _phase_fits(event: _Event) -> Iterator[str]:
    phase = Phase(event.tournament.phase)
    begun = [row for row in event.rounds if row.state != RoundState.DRAFT]
    if phase is Phase.REGISTRATION and begun:
        yield f"Round {begun[0].number} has begun, so the event can't be in registration."
    if phase in (Phase.REGISTRATION, Phase.SWISS) and (event.cut_rounds or event.seeds):
        where = "its Swiss rounds" if phase is Phase.SWISS else "registration"
        yield f"The top cut has begun, so the event can't be in {where}."
    if not event.seeds and (phase is Phase.TOP_CUT or event.cut_rounds):
        yield "The top cut would have no seeds."
    if phase is Phase.FINISHED and event.rounds and event.rounds[-1].state != RoundState.CLOSED:
        yield f"The event is finished, so round {event.rounds[-1].number} can't be open."
    if (phase is Phase.FINISHED) != (event.tournament.finished_at is not None):
        yield "The event would be finished without the hour of its end, or have one while it goes on."


def _settings_fit(event: _Event) -> Iterator[str]:
    try:
        checked_values(draft_of(event.tournament))
    except Refused as refused:
        yield f"The settings would not fit together: {refused.sentence}"


def _cut_fits_its_bracket(event: _Event) -> Iterator[str]:
    if not event.seeds:
        return
    seeds = [seed.player_id for seed in event.seeds]
    try:
        table = bracket_of(event.tournament)
        games = {game.game.number: game for game in played(table, seeds, event.winners)}
    except ValueError as refusal:
        yield f"The top cut has begun, and does not fit its settings or results: {refusal}"
        return
    if [seed.seed for seed in event.seeds] != list(range(1, len(seeds) + 1)):
        yield "The seeds of the top cut would not be 1, 2, 3 and so on."
    yield from _tables_fit_games(event, games)
    if event.tournament.phase == Phase.FINISHED and not _is_decided(event, table, seeds):
        yield "The top cut is not decided, so the event can't be finished."


def _tables_fit_games(event: _Event, games: Mapping[int, CutGame]) -> Iterator[str]:
    seen: set[int] = set()
    for row in event.cut_rounds:
        for table in event.tables.get(row.id or 0, []):
            where = f"Table {table.table_number} of round {row.number}"
            game = games.get(table.game_number or 0)
            if game is None or game.game.number in seen:
                yield f"{where} would be no game of the top cut, or one that is played elsewhere."
                continue
            seen.add(game.game.number)
            if {table.first_id, table.second_id} != {game.first, game.second}:
                yield f"{where} would have other players than game {game.game.number} of the top cut."


def _is_decided(event: _Event, table: Bracket, seeds: Sequence[int]) -> bool:
    places = final_places(table, seeds, event.winners)
    return not next_games(table, seeds, event.winners) and len(places) == len(seeds)


def _has_owner(event: _Event) -> Iterator[str]:
    if event.owners == 0:
        yield "The event would have no owner."


def _everybody_once(event: _Event) -> Iterator[str]:
    for row in event.rounds:
        seats = [
            player_id
            for table in event.tables.get(row.id or 0, [])
            for player_id in (table.first_id, table.second_id)
            if player_id is not None
        ]
        if len(seats) != len(set(seats)):
            yield f"Somebody would be paired twice in round {row.number}."
        numbers = [
            table.table_number
            for table in event.tables.get(row.id or 0, [])
            if table.table_number is not None
        ]
        if len(numbers) != len(set(numbers)):
            yield f"Two tables of round {row.number} would have the same number."


def _clocks_fit(event: _Event) -> Iterator[str]:
    for row in event.rounds:
        if row.clock_running_since is not None and row.state != RoundState.PUBLISHED:
            yield f"Round {row.number} is not being played, so its clock can't run."
        if row.clock_running_since is not None and row.clock_started_at is None:
            yield f"The clock of round {row.number} would run without having been started."


def _draft_is_untouched(event: _Event) -> Iterator[str]:
    for row in event.rounds:
        tables = event.tables.get(row.id or 0, [])
        if row.state != RoundState.DRAFT:
            continue
        if any(event.bids.get(table.id or 0) for table in tables):
            yield f"A bid was placed in round {row.number}, so it can't be a draft again."
        elif any(event.reports.get(table.id or 0) or table.final for table in tables):
            yield f"A result was reported in round {row.number}, so it can't be a draft again."
        elif any(table.settled_by not in (None, "seed", "right") for table in tables):
            yield f"Sides were settled in round {row.number}, so it can't be a draft again."
        elif any(table.first_ready_at or table.second_ready_at for table in tables):
            yield f"Players are at their tables in round {row.number}, so it can't be a draft again."
        elif row.clock_started_at is not None:
            yield f"The clock of round {row.number} was started, so it can't be a draft again."


def _closed_is_final(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    if row.state == RoundState.CLOSED and not table.final:
        yield f"needs its result, because round {row.number} is closed"


def _bye_is_won(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    if table.second_id is not None or table.game_number is not None:
        return
    if row.state != RoundState.DRAFT and (not table.final or table.winner_id != table.first_id):
        yield "is a bye, which is won as soon as it is published"
    if table.outcome is not None or event.bids.get(table.id or 0) or event.reports.get(table.id or 0):
        yield "is a bye, so nobody bids or plays there"


def _only_its_players(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    seats = (table.first_id, table.second_id)
    named = [table.bid_winner_id, table.one_phone_id]
    named += [report.player_id for report in event.reports.get(table.id or 0, [])]
    if any(player_id is not None and player_id not in seats for player_id in named):
        yield "has a bid, a report or a phone of somebody who does not play there"


def _result_is_whole(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    if not table.final and (table.winner_id is not None or table.outcome is not None):
        yield "has a winner before its result is final"
    if table.final and table.decided_by is None:
        yield "has a result that nothing decided"


def _winner_plays_the_side_that_won(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    sides = sides_of(table)
    if not table.final or sides is None or table.outcome not in _OF_A_SIDE:
        return
    if table.outcome != Outcome.DRAW:
        wanted = player_at(table, sides.seat_of(Side(table.outcome)))
    elif not by_seed(table) or table.decided_by == DecidedBy.HIGHER_SEED:
        winner = draw_of(sides).winner
        wanted = player_at(table, winner) if winner is not None else None
    else:
        # Events of before counted the draw rule where nobody had bid.
        return
    if table.winner_id != wanted:
        yield "has a result that counts on other sides"


def _result_stands_on_sides(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    reported = bool(event.reports.get(table.id or 0))
    if sides_of(table) is None and (reported or (table.final and table.outcome in _OF_A_SIDE)):
        yield "has a result that counts on its sides"
    if table.final and table.winner_id not in (None, table.first_id, table.second_id):
        yield "has a winner who does not play there"


def _auction_is_whole(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    moves = [move for move in event.bids.get(table.id or 0, []) if move.auction == table.auction]
    amounts = [move.amount for move in moves if move.amount is not None]
    if [move.number for move in moves] != list(range(1, len(moves) + 1)) or amounts != sorted(set(amounts)):
        yield "has later bids in this auction"
        return
    by_bids, settled = auction_of(table, moves).settlement, settlement_of(table)
    if settled is None and by_bids is not None:
        yield "has an auction that is over, so its sides are settled"
    if table.settled_by == "auction" and by_bids != settled:
        yield "has sides that its auction did not settle"
    if by_seed(table) and (moves or settled is not None):
        yield "has sides by seed, so nobody can have bid there"
    if not by_seed(table) and table.corp_seat is not None:
        yield "has a side by seed where sides are bought"
    if sides_of(table) is not None and table.id in event.entered:
        yield "is settled, so nobody's entry can wait for a confirmation"


_EVENT_RULES: tuple[Callable[[_Event], Iterator[str]], ...] = (
    _rounds_in_order,
    _phase_fits,
    _settings_fit,
    _has_owner,
    _cut_fits_its_bracket,
    _everybody_once,
    _clocks_fit,
    _draft_is_untouched,
)
_TABLE_RULES: tuple[Callable[[_Event, Round, Pairing], Iterator[str]], ...] = (
    _closed_is_final,
    _bye_is_won,
    _only_its_players,
    _result_is_whole,
    _result_stands_on_sides,
    _winner_plays_the_side_that_won,
    _auction_is_whole,
)
