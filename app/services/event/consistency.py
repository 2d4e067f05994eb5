"""Whether an event holds together: what must be true of its rows whatever commands were given or undone.

Each rule is one function that says in a sentence what contradicts it. Undo asks them, and so may an import.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, select

from app.storage.accounts import owners
from app.storage.auctions import auction_of, settlement_of
from app.storage.cut import cut_seeds
from app.storage.rounds import bids_by_pairing, pairings, reports_by_pairing, rounds
from app.storage.tables import AuctionEntry, Bid, CutSeed, GameReport, Pairing, Round, Tournament
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.results import Outcome

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
    owners: int


def contradictions(session: Session, tournament: Tournament) -> list[str]:
    """Sentences about everything that can't be true at once; empty for a sound event."""
    event = _read(session, tournament)
    found = [sentence for rule in _EVENT_RULES for sentence in rule(event)]
    for round_row in event.rounds:
        for table in event.tables.get(round_row.id or 0, []):
            where = f"Table {table.table_number} of round {round_row.number}"
            found += [f"{where} {said}." for rule in _TABLE_RULES for said in rule(event, round_row, table)]
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
    cut = [row for row in event.rounds if row.stage == Stage.TOP_CUT]
    if phase is Phase.REGISTRATION and begun:
        yield f"Round {begun[0].number} has begun, so the event can't be in registration."
    if phase is Phase.SWISS and (cut or event.seeds):
        yield "The top cut has begun, so the event can't be in its Swiss rounds."
    if phase is Phase.TOP_CUT and not event.seeds:
        yield "The top cut would have no seeds."
    if phase is Phase.FINISHED and event.rounds and event.rounds[-1].state != RoundState.CLOSED:
        yield f"The event is finished, so round {event.rounds[-1].number} can't be open."


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
        if row.stage == Stage.SWISS and len(seats) != len(set(seats)):
            yield f"Somebody would be paired twice in round {row.number}."


def _draft_is_untouched(event: _Event) -> Iterator[str]:
    for row in event.rounds:
        tables = event.tables.get(row.id or 0, [])
        if row.state != RoundState.DRAFT:
            continue
        if any(event.bids.get(table.id or 0) for table in tables):
            yield f"A bid was placed in round {row.number}, so it can't be a draft again."
        elif any(event.reports.get(table.id or 0) or table.final for table in tables):
            yield f"A result was reported in round {row.number}, so it can't be a draft again."
        elif any(table.settled_by not in (None, "seed") for table in tables):
            yield f"Sides were settled in round {row.number}, so it can't be a draft again."
        elif any(table.first_ready_at or table.second_ready_at for table in tables):
            yield f"Players are at their tables in round {row.number}, so it can't be a draft again."
        elif row.clock_started_at is not None:
            yield f"The clock of round {row.number} was started, so it can't be a draft again."


def _closed_is_final(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    if row.state == RoundState.CLOSED and not table.final:
        yield f"needs its result, because round {row.number} is closed"


def _result_stands_on_sides(event: _Event, row: Round, table: Pairing) -> Iterator[str]:
    reported = bool(event.reports.get(table.id or 0))
    if table.bid is None and (reported or (table.final and table.outcome in _OF_A_SIDE)):
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
    if settled is not None and table.id in event.entered:
        yield "is settled, so nobody's entry can wait for a confirmation"


_EVENT_RULES: tuple[Callable[[_Event], Iterator[str]], ...] = (
    _rounds_in_order,
    _phase_fits,
    _has_owner,
    _everybody_once,
    _draft_is_untouched,
)
_TABLE_RULES: tuple[Callable[[_Event, Round, Pairing], Iterator[str]], ...] = (
    _closed_is_final,
    _result_stands_on_sides,
    _auction_is_whole,
)
