"""Rows written many at once: what is there afterwards and what is recorded are as by the session."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import event as engine_event
from sqlmodel import Session, select

from app.storage.bulk import delete_rows, insert_rows, rows_with_ids, update_rows
from app.storage.database import Database
from app.storage.recording import Recorder, row_values
from app.storage.tables import Player, Tournament

NOW = datetime(2018, 2, 15, 10, tzinfo=UTC)


@pytest.fixture
def event_id(database: Database) -> int:
    """An event without players."""
    with database.write_session(None) as session:
        row = Tournament(
            code="ABCDE", name="One", date=date(2018, 2, 15), format="standard", pool_date=date(2018, 2, 15),
            seed=1, created_at=NOW,
        )  # fmt: skip
        session.add(row)
        session.flush()
        assert row.id is not None
        return row.id


def entry(event_id: int, number: int) -> dict[str, Any]:
    """The columns of a player that have no default, and a secret."""
    name = f"Player {number}"
    return {
        "tournament_id": event_id, "name": name, "name_key": name.lower(), "lot": number, "joined_at": NOW,
        "link_hash": f"secret {number}",
    }  # fmt: skip


def by_session(session: Session, event_id: int) -> None:
    """Three players, of whom one is changed and one goes, as objects."""
    rows = [Player(**entry(event_id, number)) for number in range(3)]
    session.add_all(rows)
    session.flush()
    rows[1].dropped, rows[1].joined_at = True, NOW.replace(hour=11)
    session.flush()
    session.delete(rows[2])
    session.flush()


def by_value(session: Session, event_id: int) -> None:
    """The same with values."""
    ids = insert_rows(session, Player, [entry(event_id, number) for number in range(3)])
    _, row, last = rows_with_ids(session, Player, ids)
    update_rows(session, Player, [(ids[1], row, {"dropped": True, "joined_at": NOW.replace(hour=11)})])
    delete_rows(session, Player, [last])


@pytest.mark.parametrize("write", [by_session, by_value])
def test_the_recorder_is_told_the_same_of_objects_and_of_values(
    database: Database, event_id: int, write: Callable[[Session, int], None]
) -> None:
    with database.write_session(event_id) as session:
        recorder = Recorder(session)
        write(session, event_id)
        changes = recorder.changes
        there = {row.id: row_values(row) for row in session.exec(select(Player))}
    assert [(change["table"], change["id"], change["before"]) for change in changes] == [
        ("player", 1, None),
        ("player", 2, None),
    ], "who came and went within one command leaves no trace"
    assert {change["id"]: change["after"] for change in changes} == there
    assert there[2]["dropped"] and there[2]["joined_at"] == "2018-02-15T11:00:00+00:00"
    assert there[1]["first_round"] == 1 and there[1]["household"] == "", "with the defaults of the model"
    assert all("link_hash" not in values for values in there.values())


def test_what_changes_and_goes_is_told_with_the_values_of_before(database: Database, event_id: int) -> None:
    with database.write_session(event_id) as session:
        by_value(session, event_id)
    with database.write_session(event_id) as session:
        recorder = Recorder(session)
        held = session.get_one(Player, 1)
        held.pronouns = "xe"
        first, second = rows_with_ids(session, Player, [1, 2])
        assert first["pronouns"] == "xe", "what the session holds is written before rows are read"
        update_rows(session, Player, [(1, first, {**first, "dropped": True, "name": "Ana"})])
        assert (held.dropped, held.name, held.pronouns) == (True, "Ana", "xe")
        delete_rows(session, Player, [second])
        assert session.get(Player, 2) is None
        changed, gone = recorder.changes
    assert changed["before"] == {"pronouns": "", "dropped": False, "name": "Player 0"}
    assert changed["after"] == {"pronouns": "xe", "dropped": True, "name": "Ana"}
    assert gone["after"] is None and gone["before"]["name"] == "Player 1"
    assert "link_hash" not in gone["before"]


def test_ids_are_given_once_whoever_writes_the_row(database: Database, event_id: int) -> None:
    with database.write_session(event_id) as session:
        assert insert_rows(session, Player, [entry(event_id, number) for number in range(2)]) == [1, 2]
        delete_rows(session, Player, rows_with_ids(session, Player, [2]))
        row = Player(**entry(event_id, 7))
        session.add(row)
        session.flush()
        assert row.id == 3
        assert insert_rows(session, Player, [entry(event_id, 8), entry(event_id, 9)]) == [4, 5]
        assert insert_rows(session, Player, [{**entry(event_id, 1), "id": 2}]) == [2], "as an undo does"
        assert insert_rows(session, Player, []) == []


def test_many_rows_are_written_with_as_few_statements_as_two(database: Database, event_id: int) -> None:
    counts = []
    for place, many in enumerate((2, 200)):
        statements: list[str] = []

        def note(_connection: Any, _cursor: Any, statement: str, *_: Any, told: Any = statements) -> None:
            told.append(statement)

        with database.write_session(event_id) as session:
            engine_event.listen(database.engine, "before_cursor_execute", note)
            rows = [entry(event_id, 1000 * place + number) for number in range(many)]
            ids = insert_rows(session, Player, rows)
            there = rows_with_ids(session, Player, ids)
            assert [row["name"] for row in there] == [row["name"] for row in rows]
            update_rows(session, Player, [(row["id"], row, {"dropped": True}) for row in there])
            delete_rows(session, Player, there)
            engine_event.remove(database.engine, "before_cursor_execute", note)
        counts.append(len(statements))
    assert counts[0] == counts[1] <= 5
