"""Whether an event holds together: what must be true of its rows whatever commands were given or undone.

Each rule is one function that says in a sentence what contradicts it. Undo and `doctor` ask them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from app.deckcheck.catalog import Catalog
from app.sentences import Sentence, said_by, say
from app.services.decks.card_pool import check_pool
from app.services.event.consistency_pods import pod_contradictions
from app.services.event.consistency_tables import TABLE_RULES, Event, read_event
from app.services.event.settings import checked_values, draft_of
from app.services.kernel.errors import Refused
from app.storage.cut import bracket_of
from app.storage.database import Database
from app.storage.days import day_owner_fits
from app.storage.kinds import SettledBy
from app.storage.tables import (
    Tournament,
)
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.rules import CutKind
from app.tournament.topcut import Bracket, CutGame, final_places, next_games, played


def contradictions(session: Session, tournament: Tournament) -> list[Sentence]:
    """Sentences about everything that can't be true at once; empty for a sound event."""
    event = read_event(session, tournament)
    found = [sentence for rule in _EVENT_RULES for sentence in rule(event)]
    found += pod_contradictions(session, tournament)
    if not day_owner_fits(session, tournament):
        found.append(say("The event would belong to a day of somebody else."))
    for round_row in event.rounds:
        for table in event.tables.get(round_row.id, []):
            where = say("Table {table} of round {round}", table=table.table_number, round=round_row.number)
            found += [
                say("{table} {says}.", table=where, says=said)
                for rule in TABLE_RULES
                for said in rule(event, round_row, table)
            ]
    return found


def unsound_events(database: Database, catalog: Catalog) -> dict[str, list[Sentence]]:
    """Code of an event -> what contradicts itself in it, its card pool included; empty when all are sound."""
    found: dict[str, list[Sentence]] = {}
    with database.read_session() as session:
        for tournament in session.exec(select(Tournament).order_by(col(Tournament.id))).all():
            try:
                said = contradictions(session, tournament)
                check_pool(catalog, tournament)
            except Refused as refused:
                said = [*said, say("Its card pool can't be told: {why}", why=refused.said)]
            except (ValueError, KeyError) as error:
                said = [say("Its rows can't be read: {why}", why=said_by(error))]
            if said:
                found[tournament.code] = said
    return found


def _rounds_in_order(event: Event) -> Iterator[Sentence]:
    for place, row in enumerate(event.rounds, 1):
        if row.number != place:
            yield say("Round {place} would be missing before round {round}.", place=place, round=row.number)
            return
    for row, later in zip(event.rounds, event.rounds[1:], strict=False):
        if row.state != RoundState.CLOSED:
            yield say(
                "Round {later} was paired after round {round} was closed.",
                later=later.number,
                round=row.number,
            )
        if row.stage == Stage.TOP_CUT and later.stage == Stage.SWISS:
            yield say("Round {round} would be a Swiss round after the top cut began.", round=later.number)


def _phase_fits(event: Event) -> Iterator[Sentence]:
    phase = event.tournament.phase
    begun = [row for row in event.rounds if row.state != RoundState.DRAFT]
    if phase is Phase.REGISTRATION and begun:
        yield say("Round {round} has begun, so the event can't be in registration.", round=begun[0].number)
    if phase in (Phase.REGISTRATION, Phase.SWISS) and (event.cut_rounds or event.seeds):
        if phase is Phase.SWISS:
            yield say("The top cut has begun, so the event can't be in its Swiss rounds.")
        else:
            yield say("The top cut has begun, so the event can't be in registration.")
    if not event.seeds and (phase is Phase.TOP_CUT or event.cut_rounds):
        yield say("The top cut would have no seeds.")
    if phase is Phase.FINISHED and event.rounds and event.rounds[-1].state != RoundState.CLOSED:
        yield say("The event is finished, so round {round} can't be open.", round=event.rounds[-1].number)
    if (phase is Phase.FINISHED) != (event.tournament.finished_at is not None):
        yield say("The event would be finished without the hour of its end, or have one while it goes on.")


def _settings_fit(event: Event) -> Iterator[Sentence]:
    try:
        checked_values(draft_of(event.tournament))
    except Refused as refused:
        yield say("The settings would not fit together: {why}", why=refused.said)


def _cut_fits_its_bracket(event: Event) -> Iterator[Sentence]:
    if not event.seeds or event.tournament.cut_kind == CutKind.TABLE:
        return
    seeds = [seed.player_id for seed in event.seeds]
    try:
        table = bracket_of(event.tournament)
        games = {game.game.number: game for game in played(table, seeds, event.winners)}
    except ValueError as refusal:
        yield say(
            "The top cut has begun, and does not fit its settings or results: {why}", why=said_by(refusal)
        )
        return
    if [seed.seed for seed in event.seeds] != list(range(1, len(seeds) + 1)):
        yield say("The seeds of the top cut would not be 1, 2, 3 and so on.")
    yield from _tables_fit_games(event, games)
    if event.tournament.phase == Phase.FINISHED and not _is_decided(event, table, seeds):
        yield say("The top cut is not decided, so the event can't be finished.")


def _tables_fit_games(event: Event, games: Mapping[int, CutGame]) -> Iterator[Sentence]:
    seen: set[int] = set()
    for row in event.cut_rounds:
        for table in event.tables.get(row.id, []):
            where = say("Table {table} of round {round}", table=table.table_number, round=row.number)
            game = games.get(table.game_number or 0)
            if game is None or game.game.number in seen:
                yield say(
                    "{table} would be no game of the top cut, or one that is played elsewhere.", table=where
                )
                continue
            seen.add(game.game.number)
            if {table.first_id, table.second_id} != {game.first, game.second}:
                yield say(
                    "{table} would have other players than game {game} of the top cut.",
                    table=where,
                    game=game.game.number,
                )


def _is_decided(event: Event, table: Bracket, seeds: Sequence[int]) -> bool:
    places = final_places(table, seeds, event.winners)
    return not next_games(table, seeds, event.winners) and len(places) == len(seeds)


def _has_owner(event: Event) -> Iterator[Sentence]:
    if event.owners == 0:
        yield say("The event would have no owner.")


def _everybody_once(event: Event) -> Iterator[Sentence]:
    for row in event.rounds:
        seats = [
            player_id
            for table in event.tables.get(row.id, [])
            for player_id in (table.first_id, table.second_id)
            if player_id is not None
        ]
        if len(seats) != len(set(seats)):
            yield say("Somebody would be paired twice in round {round}.", round=row.number)
        numbers = [
            table.table_number for table in event.tables.get(row.id, []) if table.table_number is not None
        ]
        if len(numbers) != len(set(numbers)):
            yield say("Two tables of round {round} would have the same number.", round=row.number)


def _who_waits_is_not_paired(event: Event) -> Iterator[Sentence]:
    for row in event.rounds:
        tables = event.tables.get(row.id, [])
        if any(not event.waiting.isdisjoint((table.first_id, table.second_id)) for table in tables):
            yield say("Somebody on the waiting list would be paired in round {round}.", round=row.number)


def _clocks_fit(event: Event) -> Iterator[Sentence]:
    for row in event.rounds:
        if row.clock_running_since is not None and row.state != RoundState.PUBLISHED:
            yield say("Round {round} is not being played, so its clock can't run.", round=row.number)
        if row.clock_running_since is not None and row.clock_started_at is None:
            yield say("The clock of round {round} would run without having been started.", round=row.number)


def _tables_played(event: Event) -> set[int]:
    """Tables with a game or a report beside those of the table's own row."""
    return {*event.games, *event.round_reports}


def _draft_is_untouched(event: Event) -> Iterator[Sentence]:
    for row in event.rounds:
        tables = event.tables.get(row.id, [])
        if row.state != RoundState.DRAFT:
            continue
        ids = {table.id for table in tables}
        if any(event.bids.get(table.id) for table in tables):
            yield say("A bid was placed in round {round}, so it can't be a draft again.", round=row.number)
        elif any(event.reports.get(table.id) or table.final for table in tables) or any(
            each in ids for each in _tables_played(event)
        ):
            yield say(
                "A result was reported in round {round}, so it can't be a draft again.", round=row.number
            )
        elif any(table.settled_by in (SettledBy.AUCTION, SettledBy.HAND) for table in tables):
            yield say("Sides were settled in round {round}, so it can't be a draft again.", round=row.number)
        elif any(table.first_ready_at or table.second_ready_at for table in tables):
            yield say(
                "Players are at their tables in round {round}, so it can't be a draft again.",
                round=row.number,
            )
        elif row.clock_started_at is not None:
            yield say(
                "The clock of round {round} was started, so it can't be a draft again.", round=row.number
            )


_EVENT_RULES: tuple[Callable[[Event], Iterator[Sentence]], ...] = (
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
