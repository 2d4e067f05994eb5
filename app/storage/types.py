"""How values of the field are kept in columns, the same on SQLite and PostgreSQL.

SQLite has no time zones and hands naive datetimes back; PostgreSQL's own enums need a migration for every new
member. Both differences end here: times are aware UTC, enums are their text.
"""

from datetime import UTC, datetime
from enum import StrEnum
from typing import TypeVar

from sqlalchemy import DateTime, Dialect, String
from sqlalchemy.types import TypeDecorator

E = TypeVar("E", bound=StrEnum)


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: any aware datetime goes in, aware UTC comes out, a naive one is refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The value as UTC, so that SQLite's text sorts by time; raises ValueError for a naive one."""
        if value is None:
            return None
        if value.utcoffset() is None:
            raise ValueError(f"{value!r} has no time zone: give an aware datetime, like datetime.now(UTC)")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The stored instant as aware UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class EnumText(TypeDecorator[E]):
    """A StrEnum kept as its value: `EnumText(Side)` is VARCHAR(32), and a new member needs no migration."""

    impl = String(32)
    cache_ok = True

    def __init__(self, members: type[E], length: int = 32) -> None:
        """Take the enum whose members the column holds; `length` is the longest value in characters."""
        too_long = [member.value for member in members if len(member.value) > length]
        if too_long:
            raise ValueError(f"{members.__name__} has values longer than {length} characters: {too_long}")
        super().__init__(length)
        self.members = members

    def process_bind_param(self, value: E | str | None, dialect: Dialect) -> str | None:
        """The member's value; raises ValueError for text that is no member."""
        return None if value is None else self.members(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> E | None:
        """The member again."""
        return None if value is None else self.members(value)
