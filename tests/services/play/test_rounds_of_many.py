"""A round of many players costs as many statements as one of few, and its entry is no larger than itself."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event as engine_event
from sqlalchemy import text

from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.event.undo import undo
from app.services.people.entries import Entry
from app.services.people.registration import register_players
from app.services.play import drafts, rounds
from app.storage.database import Database
from tests.services.conftest import Playing

Costs = dict[str, int]


@contextmanager
def counting(database: Database) -> Iterator[list[str]]:
    """The statements given within the block; one for many rows counts once."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        statements.append(statement)

    engine_event.listen(database.engine, "before_cursor_execute", note)
    yield statements
    engine_event.remove(database.engine, "before_cursor_execute", note)


def entered(playing: Playing, many: int, structure: str) -> Playing:
    """Another event with so many players."""
    draft = TournamentDraft(f"{many} players", playing.now.date(), structure=structure)
    made = create_tournament(playing.installation, playing.organizer, playing.now, draft, seed=many)
    event = Playing(playing.installation, made.id, playing.organizer, playing.now)
    names = [Entry(f"Player {number}") for number in range(many)]
    register_players(event.call, names, [f"link {many} {number}" for number in range(many)])
    return event


def costs_of_a_round(event: Playing) -> Costs:
    """The statements of what is done with a whole round."""
    costs: Costs = {}

    def give(what: str, command: Callable[..., Any], *args: Any, **named: Any) -> Any:
        with counting(event.installation.database) as statements:
            done = command(event.call, *args, **named)
        costs[what] = len(statements)
        return done

    def last() -> int:
        return event.journal()[0].number

    give("pair", rounds.pair_round, 1)
    give("shuffle", drafts.shuffle_round, 1, 2)
    one, other = event.round(1).tables[:2]
    assert one.second is not None and other.first is not None
    give("swap", drafts.swap_seats, 1, one.first.player_id, other.first.player_id)
    give("lock", drafts.lock_table, 1, one.id, True)
    give("publish", rounds.publish_round, 1)
    without = tuple(table.id for table in event.round(1).tables if not table.bye)
    give("close", rounds.close_round, 1, without)
    give("undo of close", undo, last())
    rounds.close_round(event.call, 1, without)
    give("pair the second", rounds.pair_round, 3)
    give("undo of pair", undo, last())
    rounds.pair_round(event.call, 4)
    give("delete", rounds.delete_round, 2, "round 2")
    give("undo of delete", undo, last())
    return costs


@pytest.mark.parametrize("structure", ["cache-refresh", "single-sided", "double-sided"])
def test_a_round_of_two_hundred_asks_as_little_as_one_of_forty(playing: Playing, structure: str) -> None:
    few = costs_of_a_round(entered(playing, 40, structure))
    many = costs_of_a_round(entered(playing, 200, structure))
    assert many == few
    assert many["pair"] <= 15 and many["pair the second"] <= 15
    assert many["publish"] <= 15
    assert max(many.values()) <= 45


def test_the_entry_of_a_round_is_no_larger_than_the_round(playing: Playing) -> None:
    event = entered(playing, 200, "cache-refresh")
    number = rounds.pair_round(event.call, 1).entry
    with event.installation.database.read_session() as session:
        connection = session.connection()
        kept = connection.execute(
            text("SELECT CAST(changes AS TEXT) FROM journal WHERE tournament_id = :id AND number = :number"),
            {"id": event.tournament_id, "number": number},
        ).scalar_one()
        query = text("SELECT * FROM pairing WHERE tournament_id = :id")
        rows = connection.execute(query, {"id": event.tournament_id}).mappings().all()
    assert len(rows) == 100
    assert len(json.loads(kept)) == 2, "the round, and one group of all its tables"
    values = (str(value) for row in rows for value in row.values() if value is not None)
    assert len(kept) <= sum(map(len, values)) + 1000
