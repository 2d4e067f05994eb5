"""How values of the field are kept in columns, the same on SQLite and PostgreSQL.

SQLite has no time zones and hands naive datetimes back; PostgreSQL's own enums need a migration for every new
member. Both differences end here: times are aware UTC, enums are their text.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

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
    """A StrEnum kept as its value: `EnumText(Side)` is VARCHAR, and a new member needs no migration."""

    impl = String
    cache_ok = True

    def __init__(self, members: type[E]) -> None:
        """Take the enum whose members the column holds."""
        super().__init__()
        self.members = members
        self._read = _Members(members)

    def process_bind_param(self, value: E | str | None, dialect: Dialect) -> str | None:
        """The member's value; raises ValueError for text that is no member."""
        return None if value is None else str(self._read[value])

    def process_result_value(self, value: str | None, dialect: Dialect) -> E | None:
        """The member again; raises ValueError for text that is no member."""
        member: E | None = self._read[value]
        return member

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[str | None], E | None]:
        """As above, with one call for each value."""
        return self._read.__getitem__


class _Members(dict[str | None, Any]):
    """The members of an enum by their values, and None for None; others raise the enum's ValueError."""

    def __init__(self, members: type[StrEnum]) -> None:
        super().__init__({None: None} | {each.value: each for each in members})
        self._members = members

    def __missing__(self, value: str) -> StrEnum:
        return self._members(value)
