"""The tables of an event, each row with its tournament's id so that a store can be spread by it.

Rows are storage only: they do not validate and never leave the storage and services packages. Request
data has models of its own in `web`; the rules work on the values of `tournament` and `deckcheck`.
"""

from datetime import date as Day
from datetime import datetime

from sqlalchemy import ForeignKeyConstraint, Index, UniqueConstraint
from sqlmodel import Field

from app.sides import DeckSlot, Side

# Tables of other modules belong to the same metadata, which must be whole before anybody uses it.
from app.storage import access_tables as access_tables
from app.storage import judging_tables as judging_tables
from app.storage import pod_tables as pod_tables
from app.storage.columns import Json, Row, changes_column, enum_column, json_column, moment, new_id
from app.storage.columns import metadata as metadata
from app.storage.judging_tables import DeckCheck as DeckCheck
from app.storage.kinds import ActorKind, Agreed, EnteredBy, JoinedBy, ReportKind, SaidTo, SettledBy
from app.tournament.auction import Seat
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.results import DecidedBy, Ending, Outcome
from app.tournament.rules import CutKind, CutSides, DeckPolicy, DecksChange, DecksOpen
from app.tournament.sides import SidesBy
from app.tournament.structures import DEFAULT, StructureCode


class Tournament(Row, table=True):
    """One event. `version` rises with every command; it is the id of live events. `day` is the code
    of the day it belongs to, `format` one of those in facts/pools.toml, or custom."""

    id: int = new_id()
    code: str = Field(unique=True)
    name: str
    date: Day
    format: str
    pool_date: Day
    mwl: str | None = None
    pool_overrides: Json = json_column()
    structure: StructureCode = enum_column(
        StructureCode, default=DEFAULT, sa_column_kwargs={"server_default": DEFAULT}
    )
    info: str = ""
    phase: Phase = enum_column(Phase, default=Phase.REGISTRATION)
    registration_open: bool = True
    round_minutes: int = 40
    planned_rounds: int | None = None
    deck_policy: DeckPolicy = enum_column(DeckPolicy, default=DeckPolicy.REQUIRED)
    decks_change: DecksChange = enum_column(DecksChange, default=DecksChange.LOCKED)
    decks_open: DecksOpen = enum_column(DecksOpen, default=DecksOpen.NEVER)
    timed_win_points: int = 3
    cut_kind: CutKind = enum_column(CutKind, default=CutKind.NONE)
    cut_size: int = 0
    cut_sides: CutSides = enum_column(CutSides, default=CutSides.AUCTION)
    hide_last_rounds: int = 0
    settings: Json = json_column()
    seed: int
    version: int = 0
    created_at: datetime = moment()
    finished_at: datetime | None = moment(nullable=True)
    day: str | None = Field(default=None, index=True)


class Player(Row, table=True):
    """An entry of a tournament. `lot` is the random order of last resort, drawn once; players of one
    `household` are kept apart in the first rounds.

    `first_round` is the first round the player can be paired in; rounds before it do not count. Who has been
    `waiting_since` a moment is on the waiting list: neither paired nor in the standings.
    """

    __table_args__ = (
        UniqueConstraint("tournament_id", "name_key"),
        UniqueConstraint("tournament_id", "lot"),
    )
    id: int = new_id()
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
    household: str = ""
    lot: int
    link_hash: str | None = Field(default=None, unique=True)
    joined_by: JoinedBy = enum_column(JoinedBy, default=JoinedBy.ORGANIZER)
    erased: bool = False
    joined_at: datetime = moment()
    waiting_since: datetime | None = moment(nullable=True)


class Deck(Row, table=True):
    """The list a player handed in for one side, as read, with its verdict at that moment."""

    __table_args__ = (UniqueConstraint("tournament_id", "player_id", "side"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    side: DeckSlot = enum_column(DeckSlot)
    source: str
    cards: Json = json_column()
    verdict: Json = json_column()
    override_reason: str | None = None
    override_by: str | None = None
    handed_in_at: datetime = moment()


class Round(Row, table=True):
    """A round, from draft to closed, with the facts of its clock and of its pairing."""

    __table_args__ = (UniqueConstraint("tournament_id", "number"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    number: int
    stage: Stage = enum_column(Stage, default=Stage.SWISS)
    state: RoundState = enum_column(RoundState, default=RoundState.DRAFT)
    seed: int
    quality: Json = json_column()
    clock_length: int
    clock_added: int = 0
    clock_elapsed: float = 0.0
    clock_running_since: datetime | None = moment(nullable=True)
    clock_started_at: datetime | None = moment(nullable=True)
    paired_at: datetime = moment()
    published_at: datetime | None = moment(nullable=True)
    closed_at: datetime | None = moment(nullable=True)


class Pairing(Row, table=True):
    """One table of a round: seats, the settled auction, the result. No second seat: a bye.

    `auction` counts the auctions of this table: a restart begins the next one. `settled_by` is 'auction',
    'hand', 'seed' (chosen by the higher seed), 'right' or 'lot'. `sides_by` says how the sides are found.
    Where it is 'seed' nobody bids, the first seat is the higher seed's, and `corp_seat` says who plays the
    Corp once that is settled. Where it is 'assigned' the pairing put the Corp into the first seat. Where it
    is 'both' each plays both sides, and the games are rows of their own (`Game`). Where it is 'none' the game
    has no sides: `began` is the seat that began, if told, and the dice are Gig dice of both seats.
    Outcome and winner stay empty until the result is final; a forfeit without sides has a winner and no
    outcome. `agreed` is 'intentional-draw' or 'two-for-one' where the players agreed on that. What the
    round is worth is kept once it is final, by the structure (storage/worth.py): points and games won of
    both seats, tied games, games in all; nothing in the cut. `one_phone_id` offers the own phone for both
    players; it serves both since `one_phone_since`.
    """

    __table_args__ = (
        Index("ix_pairing_tournament_id_first_id", "tournament_id", "first_id"),
        Index("ix_pairing_tournament_id_second_id", "tournament_id", "second_id"),
    )
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    round_id: int = Field(foreign_key="round.id", ondelete="CASCADE", index=True)
    table_number: int | None = None
    first_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    second_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    locked: bool = False
    reason: str = ""
    game_number: int | None = None
    first_ready_at: datetime | None = moment(nullable=True)
    second_ready_at: datetime | None = moment(nullable=True)
    extra_seconds: int = 0
    auction: int = 1
    one_phone_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    one_phone_asked_at: datetime | None = moment(nullable=True)
    one_phone_since: datetime | None = moment(nullable=True)
    sides_by: SidesBy = enum_column(
        SidesBy, default=SidesBy.AUCTION, sa_column_kwargs={"server_default": "auction"}
    )
    corp_seat: Seat | None = enum_column(Seat, default=None)
    settled_by: SettledBy | None = enum_column(SettledBy, default=None)
    bid_winner_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    bid_side: Side | None = enum_column(Side, default=None)
    bid: int | None = None
    settled_at: datetime | None = moment(nullable=True)
    outcome: Outcome | None = enum_column(Outcome, default=None)
    ending: Ending | None = enum_column(Ending, default=None)
    corp_points: int | None = None
    runner_points: int | None = None
    began: Seat | None = enum_column(Seat, default=None)
    first_dice: int | None = None
    second_dice: int | None = None
    winner_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    decided_by: DecidedBy | None = enum_column(DecidedBy, default=None)
    agreed: Agreed | None = enum_column(Agreed, default=None)
    final: bool = False
    finished_at: datetime | None = moment(nullable=True)
    first_points: int | None = None
    second_points: int | None = None
    first_won: int | None = None
    second_won: int | None = None
    tied: int | None = None
    games: int | None = None


class Game(Row, table=True):
    """The final result of one of the two games of a table where each plays both sides; `corp_seat` is who
    played the Corp in it."""

    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id", "number"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    number: int
    corp_seat: Seat = enum_column(Seat)
    outcome: Outcome = enum_column(Outcome)
    ending: Ending | None = enum_column(Ending, default=None)
    corp_points: int | None = None
    runner_points: int | None = None
    winner_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    decided_by: DecidedBy = enum_column(DecidedBy)
    finished_at: datetime = moment()


class RoundReport(Row, table=True):
    """What one player says of a table beside the one game of it, until it is final.

    `kind` is 'game' (number 1 or 2, each with who played the Corp), 'two-for-one' (in the place of game 2) or
    'intentional-draw' (number 0).
    """

    __tablename__ = "round_report"
    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id", "player_id", "number"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    number: int
    kind: ReportKind = enum_column(ReportKind)
    corp_seat: Seat | None = enum_column(Seat, default=None)
    outcome: Outcome | None = enum_column(Outcome, default=None)
    ending: Ending | None = enum_column(Ending, default=None)
    corp_points: int | None = None
    runner_points: int | None = None
    reported_at: datetime = moment()


class Bid(Row, table=True):
    """A move of an auction in order: an amount, or None for the pass. The opener's row has the side."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "pairing_id", "auction", "number"),
        ForeignKeyConstraint(["pairing_id"], ["pairing.id"], ondelete="CASCADE"),
    )
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(index=True)
    auction: int
    number: int
    seat: Seat = enum_column(Seat)
    side: Side | None = enum_column(Side, default=None)
    amount: int | None = None
    entered_by: EnteredBy = enum_column(EnteredBy, default=EnteredBy.PLAYER)
    placed_at: datetime = moment()


class AuctionEntry(Row, table=True):
    """A settlement one player entered for both; it counts once the other or the organizer confirms."""

    __tablename__ = "auction_entry"
    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    entered_by_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    winner_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    side: Side = enum_column(Side)
    bid: int
    entered_at: datetime = moment()


class GameReport(Row, table=True):
    """What one player reported about a game; Gig dice of both seats in a game without sides."""

    __tablename__ = "game_report"
    __table_args__ = (UniqueConstraint("tournament_id", "pairing_id", "player_id"),)
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    pairing_id: int = Field(foreign_key="pairing.id", ondelete="CASCADE", index=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    outcome: Outcome = enum_column(Outcome)
    ending: Ending | None = enum_column(Ending, default=None)
    corp_points: int | None = None
    runner_points: int | None = None
    first_dice: int | None = None
    second_dice: int | None = None
    reported_at: datetime = moment()


class CutSeed(Row, table=True):
    """A player's seed in the top cut."""

    __tablename__ = "cut_seed"
    __table_args__ = (
        UniqueConstraint("tournament_id", "seed"),
        UniqueConstraint("tournament_id", "player_id"),
    )
    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE")
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True)
    seed: int


class Announcement(Row, table=True):
    """A sentence of the organizer to everybody."""

    id: int = new_id()
    tournament_id: int = Field(foreign_key="tournament.id", ondelete="CASCADE", index=True)
    kind: SaidTo = enum_column(SaidTo, default=SaidTo.ALL)
    player_id: int | None = Field(default=None, foreign_key="player.id", ondelete="CASCADE")
    text: str
    made_at: datetime = moment()
    ended_at: datetime | None = moment(nullable=True)


class Journal(Row, table=True):
    """One command: who, when, what, and the rows it changed. Append-only; `number` is the version it made."""

    __table_args__ = (
        UniqueConstraint("tournament_id", "number"),
        Index("ix_journal_tournament_id_id", "tournament_id", "id"),
    )
    id: int = new_id()
    tournament_id: int | None = Field(default=None, foreign_key="tournament.id", ondelete="CASCADE")
    number: int | None = None
    at: datetime = moment()
    actor_kind: ActorKind = enum_column(ActorKind)
    actor_id: int | None = None
    actor_name: str
    command: str
    summary: str
    details: Json = json_column()
    changes: list[Json] = changes_column()
    undoes: int | None = None
    undone_by: int | None = None


for _table in metadata.tables.values():
    # SQLite gives the id of a deleted last row to the next one; a stale phone or an undo must not meet it.
    if "id" in _table.primary_key.columns:
        _table.dialect_options["sqlite"]["autoincrement"] = True
