"""What all tables share: the names of constraints, and the kinds of columns both engines keep alike."""

from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Column, MetaData
from sqlmodel import Field, SQLModel

from app.storage.packed_changes import PackedChanges
from app.storage.types import EnumText, UtcDateTime

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Json = dict[str, Any]


class Row(SQLModel):
    """The base of all tables. Rows do not validate, so what would check them is not built at every start."""

    model_config = {"defer_build": True}


def new_id() -> Any:
    """The id of a row. The database gives it: a row just made has none until it is flushed."""
    return Field(default=None, primary_key=True)


def enum_column(members: type[StrEnum], **more: Any) -> Any:
    """A column of the members of an enum; a row without a value in it gets None or the given `default`."""
    return Field(sa_type=EnumText(members), **more)


def moment(nullable: bool = False) -> Any:
    """A column of a moment in UTC."""
    return Field(default=None, sa_type=UtcDateTime, nullable=nullable)


def json_column() -> Any:
    """A column of a JSON object, never NULL, at first empty."""
    return Field(default_factory=dict, sa_column=Column(JSON, nullable=False))


def changes_column() -> Any:
    """A column of what a command changed, never NULL."""
    return Field(default_factory=list, sa_column=Column(PackedChanges, nullable=False))


def optional_json() -> Any:
    """A column of JSON that is NULL until there is something to keep."""
    return Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
