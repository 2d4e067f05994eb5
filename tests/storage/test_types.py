"""Values come back from both engines as they went in."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from sqlalchemy import Column, Connection, Integer, MetaData, Table, insert, select
from sqlalchemy.exc import StatementError

from app.sides import Side
from app.storage.database import Database
from app.storage.types import EnumText, UtcDateTime

moments = Table(
    "moments",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("at", UtcDateTime),
    Column("side", EnumText(Side)),
)


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with database.engine.connect() as connection:
        moments.create(connection)
        yield connection


@pytest.mark.parametrize("hours", [-9, 0, 2], ids=lambda hours: f"UTC{hours:+}")
def test_instants_come_back_in_utc(connection: Connection, now: datetime, hours: int) -> None:
    instant = now.replace(microsecond=123_456).astimezone(timezone(timedelta(hours=hours)))
    connection.execute(insert(moments).values(at=instant))
    stored = connection.execute(select(moments.c.at)).scalar_one()
    assert (stored, stored.tzinfo) == (instant, UTC)


def test_instants_compare_by_time_whatever_their_zone(connection: Connection, now: datetime) -> None:
    tokyo = timezone(timedelta(hours=9))
    later = (now + timedelta(minutes=1)).astimezone(tokyo)
    connection.execute(insert(moments), [{"at": later}, {"at": now}])
    in_order = connection.execute(select(moments.c.at).order_by(moments.c.at)).scalars().all()
    after = connection.execute(select(moments.c.at).where(moments.c.at > now.astimezone(tokyo))).scalars()
    assert (in_order, after.all()) == ([now, later], [later])


def test_a_time_without_zone_is_refused(connection: Connection, now: datetime) -> None:
    with pytest.raises(StatementError, match="has no time zone"):
        connection.execute(insert(moments).values(at=now.replace(tzinfo=None)))


@pytest.mark.parametrize("given", [Side.RUNNER, "runner"])
def test_enums_are_kept_as_text(connection: Connection, given: str) -> None:
    connection.execute(insert(moments).values(side=given))
    assert connection.execute(select(moments.c.side)).scalar_one() is Side.RUNNER
    assert connection.exec_driver_sql("SELECT side FROM moments").scalar_one() == "runner"


def test_text_that_is_no_member_is_refused(connection: Connection) -> None:
    with pytest.raises(StatementError, match="'dealer' is not a valid Side"):
        connection.execute(insert(moments).values(side="dealer"))


def test_nothing_stays_nothing(connection: Connection) -> None:
    connection.execute(insert(moments).values(at=None, side=None))
    assert connection.execute(select(moments.c.at, moments.c.side)).one() == (None, None)
