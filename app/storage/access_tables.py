"""The tables of who may come in: accounts, their keys and sessions, and their roles in tournaments."""

from datetime import date as DateOfDay
from datetime import datetime

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from app.storage.columns import Row, enum_column, moment, new_id
from app.storage.kinds import Role, Scope


class Account(Row, table=True):
    """An organizer who can sign in."""

    id: int = new_id()
    name: str
    name_key: str = Field(unique=True)
    password_hash: str | None = None
    created_at: datetime = moment()


class Day(Row, table=True):
    """Events of one day that belong together; an account owns it, and its events name its code."""

    id: int = new_id()
    code: str = Field(unique=True)
    name: str
    place: str = ""
    date: DateOfDay
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    created_at: datetime = moment()


class SignInLink(Row, table=True):
    """A one-time link for an account; only the hash of its secret is kept."""

    __tablename__ = "sign_in_link"
    secret_hash: str = Field(primary_key=True)
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    created_at: datetime = moment()
    expires_at: datetime = moment()
    used_at: datetime | None = moment(nullable=True)


class Membership(Row, table=True):
    """What an account may do in a tournament: owner, organizer, judge or display."""

    __table_args__ = (UniqueConstraint("tournament_id", "account_id"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    role: Role = enum_column(Role)


class Invitation(Row, table=True):
    """A link that makes whoever opens it a member with `role`."""

    secret_hash: str = Field(primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    role: Role = enum_column(Role)
    label: str = ""
    created_at: datetime = moment()
    expires_at: datetime = moment()
    used_by_account_id: int | None = Field(default=None, foreign_key="account.id", ondelete="SET NULL")


class ApiToken(Row, table=True):
    """A key for programs; `scope` is 'write' or 'read'; only its hash is kept."""

    __tablename__ = "api_token"
    id: int = new_id()
    secret_hash: str = Field(unique=True)
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    label: str = ""
    scope: Scope = enum_column(Scope, default=Scope.WRITE)
    created_at: datetime = moment()
    expires_at: datetime | None = moment(nullable=True)
    revoked_at: datetime | None = moment(nullable=True)


class WebSession(Row, table=True):
    """A signed-in browser: of an account, or of one player."""

    __tablename__ = "web_session"
    secret_hash: str = Field(primary_key=True)
    account_id: int | None = Field(default=None, foreign_key="account.id", ondelete="CASCADE", index=True)
    tournament_id: int | None = Field(
        default=None, foreign_key="tournament.id", ondelete="CASCADE", index=True
    )
    player_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE", index=True)
    created_at: datetime = moment()
    expires_at: datetime = moment()
