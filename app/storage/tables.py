"""The tables of an installation, each row with its tournament's id so that a store can be spread by it.

Rows are storage only: they do not validate and never leave the storage and services packages. Request
data has models of its own in `web`; the rules work on the values of `tournament` and `deckcheck`.
"""

from datetime import date as Day
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, ForeignKeyConstraint, Index, MetaData, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.storage.types import UtcDateTime

metadata: MetaData = SQLModel.metadata
metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

Json = dict[str, Any]


def _moment(nullable: bool = False) -> Any:
    return Field(default=None, sa_type=UtcDateTime, nullable=nullable)


def _json(default: Any = dict) -> Any:
    return Field(default_factory=default, sa_column=Column(JSON, nullable=False))


def _json_or_null() -> Any:
    return Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))


class Account(SQLModel, table=True):
    """An organizer who can sign in."""

    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str = Field(unique=True)
    password_hash: str | None = None
    created_at: datetime = _moment()


class SignInLink(SQLModel, table=True):
    """A one-time link for an account; only the hash of its secret is kept."""

    __tablename__ = "sign_in_link"
    secret_hash: str = Field(primary_key=True)
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    created_at: datetime = _moment()
    expires_at: datetime = _moment()
    used_at: datetime | None = _moment(nullable=True)


class Tournament(SQLModel, table=True):
    """One event. `version` rises with every command; it is the id of live events."""

    id: int | None = Field(default=None, primary_key=True)
    code: str = Field(unique=True)
    name: str
    date: Day
    format: str
    pool_date: Day
    mwl: str | None = None
    pool_overrides: Json = _json()
    info: str = ""
    phase: str = "registration"
    registration_open: bool = True
    round_minutes: int = 40
    planned_rounds: int | None = None
    deck_policy: str = "required"
    decks_change: str = "locked"
    decks_open: str = "never"
    timed_win_points: int = 3
    cut_kind: str = "none"
    cut_size: int = 0
    cut_sides: str = "auction"
    hide_last_rounds: int = 0
    settings: Json = _json()
    seed: int
    version: int = 0
    created_at: datetime = _moment()
    finished_at: datetime | None = _moment(nullable=True)


class Membership(SQLModel, table=True):
    """What an account may do in a tournament: owner, organizer, judge or display."""

    __table_args__ = (UniqueConstraint("tournament_id", "account_id"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    role: str


class Invitation(SQLModel, table=True):
    """A link that makes whoever opens it a member with `role`."""

    secret_hash: str = Field(primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    role: str
    label: str = ""
    created_at: datetime = _moment()
    expires_at: datetime = _moment()
    used_by_account_id: int | None = Field(default=None, foreign_key="account.id", ondelete="SET NULL")


class ApiToken(SQLModel, table=True):
    """A key for programs; `scope` is 'write' or 'read'; only its hash is kept."""

    __tablename__ = "api_token"
    id: int | None = Field(default=None, primary_key=True)
    secret_hash: str = Field(unique=True)
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    label: str = ""
    scope: str = "write"
    created_at: datetime = _moment()
    expires_at: datetime | None = _moment(nullable=True)
    revoked_at: datetime | None = _moment(nullable=True)


class WebSession(SQLModel, table=True):
    """A signed-in browser: of an account, or of one player."""

    __tablename__ = "web_session"
    secret_hash: str = Field(primary_key=True)
    account_id: int | None = Field(default=None, foreign_key="account.id", ondelete="CASCADE", index=True)
    tournament_id: int | None = Field(
        default=None, foreign_key="tournament.id", ondelete="CASCADE", index=True
    )
    player_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE", index=True)
    created_at: datetime = _moment()
    expires_at: datetime = _moment()


class Player(SQLModel, table=True):
    """An entry of a tournament. `lot` is the random order of last resort, drawn once.

    `first_round` is the first round the player can be paired in; rounds before it do not count.
    """

    __table_args__ = (
        UniqueConstraint("tournament_id", "name_key"),
        UniqueConstraint("tournament_id", "lot"),
    )
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    name: str
    name_key: str
    pronouns: str = ""
    corp_identity: str | None = None
    runner_identity: str | None = None
    first_round: int = 1
    first_round_bye: bool = False
    dropped: bool = False
    dropped_in_round: int | None = None
    fixed_table: int | None = None
    lot: int
    link_hash: str | None = Field(default=None, unique=True)
    joined_by: str = "organizer"
    erased: bool = False
    joined_at: datetime = _moment()


class Deck(SQLModel, table=True):
    """The list a player handed in for one side, as read, with its verdict at that moment."""

    __table_args__ = (UniqueConstraint("tournament_id", "player_id", "side"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    side: str
    source: str
    cards: Json = _json()
    verdict: Json = _json()
    override_reason: str | None = None
    override_by: str | None = None
    handed_in_at: datetime = _moment()


class DeckCheck(SQLModel, table=True):
    """A record of who was picked for a deck check and what was found."""

    __tablename__ = "deck_check"
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    round_number: int | None = None
    picked_at: datetime = _moment()
    finding: str | None = None
    checked_by: str | None = None
    checked_at: datetime | None = _moment(nullable=True)


class Round(SQLModel, table=True):
    """A round, from draft to closed, with the facts of its clock and of its pairing."""

    __table_args__ = (UniqueConstraint("tournament_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    number: int
    stage: str = "swiss"
    state: str = "draft"
    seed: int
    quality: Json = _json()
    clock_length: int
    clock_added: int = 0
    clock_elapsed: float = 0.0
    clock_running_since: datetime | None = _moment(nullable=True)
    clock_started_at: datetime | None = _moment(nullable=True)
    paired_at: datetime = _moment()
    published_at: datetime | None = _moment(nullable=True)
    closed_at: datetime | None = _moment(nullable=True)


class Pairing(SQLModel, table=True):
    """One table of a round: seats, the settled auction, the result. No second seat: a bye.

    `auction` counts the auctions of this table: a restart begins the next one. `settled_by` is
    'auction' or 'hand'. Outcome and winner stay empty until the result is final.
    """

    __table_args__ = (
        Index("ix_pairing_tournament_id_first_id", "tournament_id", "first_id"),
        Index("ix_pairing_tournament_id_second_id", "tournament_id", "second_id"),
    )
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    round_id: int = Field(foreign_key="round.id", ondelete="CASCADE", index=True)
    table_number: int | None = None
    first_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    second_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    locked: bool = False
    reason: str = ""
    game_number: int | None = None
    first_ready_at: datetime | None = _moment(nullable=True)
    second_ready_at: datetime | None = _moment(nullable=True)
    extra_seconds: int = 0
    auction: int = 1
    settled_by: str | None = None
    bid_winner_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    bid_side: str | None = None
    bid: int | None = None
    settled_at: datetime | None = _moment(nullable=True)
    outcome: str | None = None
    ending: str | None = None
    corp_points: int | None = None
    runner_points: int | None = None
    winner_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    decided_by: str | None = None
    final: bool = False
    finished_at: datetime | None = _moment(nullable=True)


class Bid(SQLModel, table=True):
    """A move of an auction in order: an amount, or None for the pass. The opener's row has the side."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "pairing_id", "auction", "number"),
        ForeignKeyConstraint(["pairing_id"], ["pairing.id"], ondelete="CASCADE"),
    )
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(index=True)
    auction: int
    number: int
    seat: str
    side: str | None = None
    amount: int | None = None
    entered_by: str = "player"
    placed_at: datetime = _moment()


class AuctionEntry(SQLModel, table=True):
    """A settlement one player entered for both; it counts once the other or the organizer confirms."""

    __tablename__ = "auction_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    entered_by_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    winner_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    side: str
    bid: int
    entered_at: datetime = _moment()


class GameReport(SQLModel, table=True):
    """What one player reported about a game."""

    __tablename__ = "game_report"
    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id", "player_id"),)
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    outcome: str
    ending: str | None = None
    corp_points: int | None = None
    runner_points: int | None = None
    reported_at: datetime = _moment()


class CutSeed(SQLModel, table=True):
    """A player's seed in the top cut."""

    __tablename__ = "cut_seed"
    __table_args__ = (
        UniqueConstraint("tournament_id", "seed"),
        UniqueConstraint("tournament_id", "player_id"),
    )
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    seed: int


class Announcement(SQLModel, table=True):
    """A sentence of the organizer to everybody, or one player's call for the organizer."""

    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    kind: str = "announcement"
    player_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    text: str
    made_at: datetime = _moment()
    ended_at: datetime | None = _moment(nullable=True)


class Journal(SQLModel, table=True):
    """One command: who, when, what, and the rows it changed. Append-only; `number` is the version it made."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        Index("ix_journal_tournament_id_id", "tournament_id", "id"),
    )
    id: int | None = Field(default=None, primary_key=True)
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", ondelete="CASCADE")
    number: int | None = None
    at: datetime = _moment()
    actor_kind: str
    actor_id: int | None = None
    actor_name: str
    command: str
    summary: str
    details: Json = _json()
    changes: list[Json] = _json(list)
    undoes: int | None = None
    undone_by: int | None = None


for _table in metadata.tables.values():
    # SQLite gives the id of a deleted last row to the next one; a stale phone or an undo must not meet it.
    if "id" in _table.primary_key.columns:
        _table.dialect_options["sqlite"]["autoincrement"] = True
