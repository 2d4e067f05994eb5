"""Whether an event holds together: what must be true of its rows whatever commands were given or undone.

Each rule is one function that says in a sentence what contradicts it. Undo and `doctor` ask them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from app.deckcheck.catalog import Catalog
from app.services.decks.card_pool import check_pool
from app.services.event.consistency_pods import pod_contradictions
from app.services.event.consistency_tables import TABLE_RULES, Event, read_event
from app.services.event.settings import checked_values, draft_of
from app.services.kernel.errors import Refused
from app.storage.cut import bracket_of
from app.storage.database import Database
from app.storage.days import day_owner_fits
from app.storage.tables import (
    Tournament,
)
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.rules import CutKind
from app.tournament.topcut import Bracket, CutGame, final_places, next_games, played


def contradictions(session: Session, tournament: Tournament) -> list[str]:
    """Sentences about everything that can't be true at once; empty for a sound event."""
    event = read_event(session, tournament)
    found = [sentence for rule in _EVENT_RULES for sentence in rule(event)]
    found += pod_contradictions(session, tournament)
    if not day_owner_fits(session, tournament):
        found.append("The event would belong to a day of somebody else.")
    for round_row in event.rounds:
        for table in event.tables.get(round_row.id or 0, []):
            where = f"Table {table.table_number} of round {round_row.number}"
            found += [f"{where} {said}." for rule in TABLE_RULES for said in rule(event, round_row, table)]
    return found


def unsound_events(database: Database, catalog: Catalog) -> dict[str, list[str]]:
    """Code of an event -> what contradicts itself in it, its card pool included; empty when all are sound."""
    found: dict[str, list[str]] = {}
    with database.read_session() as session:
        for tournament in session.exec(select(Tournament).order_by(col(Tournament.id))).all():
            try:
                said = contradictions(session, tournament)
                check_pool(catalog, tournament)
            except Refused as refused:
                said = [*said, f"Its card pool can't be told: {refused.sentence}"]
            except (ValueError, KeyError) as error:
                said = [f"Its rows can't be read: {error}"]
            if said:
                found[tournament.code] = said
    return found


def _rounds_in_order(event: Event) -> Iterator[str]:
    for place, row in enumerate(event.rounds, 1):
        if row.number != place:
            yield f"Round {place} would be missing before round {row.number}."
            return
    for row, later in zip(event.rounds, event.rounds[1:], strict=False):
        if row.state != RoundState.CLOSED:
            yield f"Round {later.number} was paired after round {row.number} was closed."
        if row.stage == Stage.TOP_CUT and later.stage == Stage.SWISS:
            yield f"Round {later.number} would be a Swiss round after the top cut began."


def _phase_fits(event: Event) -> Iterator[str]:
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


def _settings_fit(event: Event) -> Iterator[str]:
    try:
        checked_values(draft_of(event.tournament))
    except Refused as refused:
        yield f"The settings would not fit together: {refused.sentence}"


def _cut_fits_its_bracket(event: Event) -> Iterator[str]:
    if not event.seeds or event.tournament.cut_kind == CutKind.TABLE:
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


def _tables_fit_games(event: Event, games: Mapping[int, CutGame]) -> Iterator[str]:
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


def _is_decided(event: Event, table: Bracket, seeds: Sequence[int]) -> bool:
    places = final_places(table, seeds, event.winners)
    return not next_games(table, seeds, event.winners) and len(places) == len(seeds)


def _has_owner(event: Event) -> Iterator[str]:
    if event.owners == 0:
        yield "The event would have no owner."


def _everybody_once(event: Event) -> Iterator[str]:
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


def _who_waits_is_not_paired(event: Event) -> Iterator[str]:
    for row in event.rounds:
        tables = event.tables.get(row.id or 0, [])
        if any(not event.waiting.isdisjoint((table.first_id, table.second_id)) for table in tables):
            yield f"Somebody on the waiting list would be paired in round {row.number}."


def _clocks_fit(event: Event) -> Iterator[str]:
    for row in event.rounds:
        if row.clock_running_since is not None and row.state != RoundState.PUBLISHED:
            yield f"Round {row.number} is not being played, so its clock can't run."
        if row.clock_running_since is not None and row.clock_started_at is None:
            yield f"The clock of round {row.number} would run without having been started."


def _tables_played(event: Event) -> set[int]:
    """Tables with a game or a report beside those of the table's own row."""
    return {*event.games, *event.round_reports}


def _draft_is_untouched(event: Event) -> Iterator[str]:
    for row in event.rounds:
        tables = event.tables.get(row.id or 0, [])
        if row.state != RoundState.DRAFT:
            continue
        ids = {table.id for table in tables}
        if any(event.bids.get(table.id or 0) for table in tables):
            yield f"A bid was placed in round {row.number}, so it can't be a draft again."
        elif any(event.reports.get(table.id or 0) or table.final for table in tables) or any(
            each in ids for each in _tables_played(event)
        ):
            yield f"A result was reported in round {row.number}, so it can't be a draft again."
        elif any(table.settled_by not in (None, "seed", "right") for table in tables):
            yield f"Sides were settled in round {row.number}, so it can't be a draft again."
        elif any(table.first_ready_at or table.second_ready_at for table in tables):
            yield f"Players are at their tables in round {row.number}, so it can't be a draft again."
        elif row.clock_started_at is not None:
            yield f"The clock of round {row.number} was started, so it can't be a draft again."


_EVENT_RULES: tuple[Callable[[Event], Iterator[str]], ...] = (
    _rounds_in_order,
    _phase_fits,
    _settings_fit,
    _has_owner,
    _cut_fits_its_bracket,
    _everybody_once,
    _who_waits_is_not_paired,
    _clocks_fit,
    _draft_is_untouched,
)
