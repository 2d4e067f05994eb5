"""Every column says once what it is, and what reads these rules agrees with them."""

import pytest
from sqlmodel.sql.sqltypes import AutoString

from app.services.people import privacy
from app.storage.column_rules import RULES, Mark, columns_with, public_columns, unrecorded
from app.storage.recording import RECORDED, table_name
from app.storage.tables import metadata
from app.web.cache.response_cache import is_shown

TABLES = sorted(metadata.tables)
# Columns of text that anybody may write, or whose words are data: formats and lists of facts/, cards, codes.
TEXT = {
    *("actor_name", "checked_by", "claimed_by", "ended_by", "given_by", "override_by"),
    *("code", "command", "corp_identity", "day", "format", "infraction", "mwl", "runner_identity"),
    *("link_hash", "password_hash", "secret_hash"),
    *("finding", "household", "info", "label", "name", "name_key", "note", "override_reason", "place"),
    *("pronouns", "reason", "source", "summary", "text", "unlisted"),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_column_of_a_table_is_declared_and_no_other(name: str) -> None:
    assert set(RULES[name]) == set(metadata.tables[name].columns.keys())


def test_no_table_is_declared_that_is_not_there() -> None:
    assert sorted(RULES) == TABLES


@pytest.mark.parametrize("name", TABLES)
def test_a_column_is_for_everybody_or_for_the_staff_or_a_secret(name: str) -> None:
    for column, rule in RULES[name].items():
        who = rule.marks & {Mark.PUBLIC, Mark.STAFF, Mark.SECRET}
        assert len(who) == 1, f"{name}.{column}: {sorted(rule.marks)}"


def test_what_recognises_a_key_is_a_secret() -> None:
    named = {
        (table.name, column.name)
        for table in metadata.sorted_tables
        for column in table.columns
        if "hash" in column.name
    }
    assert named == {(table, column) for table in TABLES for column in columns_with(table, Mark.SECRET)}


def test_the_journal_records_no_table_that_is_declared_as_unrecorded() -> None:
    recorded = {table_name(model) for model in RECORDED}
    wholly_hidden = {name for name in TABLES if unrecorded(name) == set(RULES[name])}
    assert recorded.isdisjoint(wholly_hidden)
    assert recorded | wholly_hidden == set(TABLES)


def test_erasing_empties_every_personal_column_of_a_player() -> None:
    assert columns_with("player", Mark.PERSONAL) | {"erased"} == set(privacy._nobody("Nobody"))
    assert columns_with("deck", Mark.PERSONAL) == {"source", "verdict"}


def test_only_a_change_of_a_public_column_is_shown() -> None:
    def changed(table: str, column: str) -> bool:
        return is_shown([{"table": table, "id": 1, "before": {column: 1}, "after": {column: 2}}])

    for column in RULES["pairing"]:
        assert changed("pairing", column) == (column in public_columns("pairing")), column
    for table in (table_name(model) for model in RECORDED):
        for column in public_columns(table):
            assert changed(table, column), f"{table}.{column}"
    for table in ("bid", "game_report", "deck", "deck_check", "auction_entry", "membership"):
        assert not is_shown([{"table": table, "id": 1, "before": None, "after": {"id": 1}}]), table
    assert is_shown([{"table": "player", "id": 1, "before": None, "after": {"id": 1}}])


def test_what_is_one_of_a_few_words_is_an_enum() -> None:
    """A new column of text is put into TEXT, or is an `enum_column`."""
    found = {
        column.name
        for table in metadata.sorted_tables
        for column in table.columns
        if isinstance(column.type, AutoString)
    }
    assert found == TEXT
