"""The dashboard and its parts: what each shows, and the tables that wait for the desk in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from markupsafe import Markup

from app.sentences import t
from app.services.event.announcements import AnnouncementView
from app.services.kernel.views import ReportView, RoundView, TableView
from app.tournament.lifecycle import RoundState, TableState
from app.web.presenters import dashboard, two_games
from app.web.presenters.calls import Alarm, CallShown, EndedCall
from app.web.presenters.clock import ClockShown
from app.web.presenters.dashboard import TableCard
from app.web.presenters.desk_frame import DeskPage, DeskPart
from app.web.presenters.disputes import Dispute, dispute_shown
from app.web.presenters.entry import EntryForm
from app.web.presenters.event import Fact
from app.web.presenters.next_step import NextStep
from app.web.presenters.results import entry_words, names_of, outcome_words
from app.web.views import ByField, View


@dataclass(frozen=True)
class TableToTick:
    """A table in a list to tick, with what a tick would accept or end."""

    id: int
    number: str
    says: str


@dataclass(frozen=True)
class ReportedTable(TableToTick):
    """A table with one report: who made it, and when."""

    who: str
    since: datetime


@dataclass(frozen=True)
class JoinShown:
    """The ways to join an event; `open` while the registration is."""

    code: str
    address: str
    qr: Markup
    open: bool


@dataclass(frozen=True)
class NextPart(DeskPart):
    """The next step and what blocks it; `twice`: who sits at two tables, `champion`: who won the event.

    No step once the event is `over`, nor, for who may not see drafts, while one is made.
    """

    template: ClassVar[str] = "fragments/desk_next.html"

    stage: str
    twice: Sequence[str]
    step: NextStep | None
    over: bool
    champion: str | None
    draft_number: int | None


@dataclass(frozen=True)
class ClockPart(DeskPart):
    """The clock of the round being played; `clock_refusal` is why it was not changed.

    `expected` says when the next round is.
    """

    template: ClassVar[str] = "fragments/desk_clock.html"

    clock: ClockShown | None
    clock_round: int | None
    at_time: str
    clock_refusal: str | None = None
    expected: str | None = None


@dataclass(frozen=True)
class TablesPart(DeskPart):
    """The grid of tables; `states` are the words a table of this round may have."""

    template: ClassVar[str] = "fragments/desk_tables.html"

    cards: Sequence[Markup]
    only_open: bool
    tables_out: int
    tables_all: int
    table_round: str | None
    round_state: RoundState | None
    states: Sequence[TableState]


@dataclass(frozen=True)
class CardPart(View):
    """One table of that grid, which is drawn by itself."""

    template: ClassVar[str] = "fragments/desk_card.html"

    card: TableCard


@dataclass(frozen=True)
class ReportsPart(DeskPart):
    """The tables that wait for the desk's word."""

    template: ClassVar[str] = "fragments/desk_reports.html"

    disputes: Sequence[Dispute]
    reported: Sequence[ReportedTable]
    halves: Sequence[TableToTick]
    entered: Sequence[TableToTick]


@dataclass(frozen=True)
class CallsPart(DeskPart):
    """Who waits for somebody of the staff, and what everybody reads now."""

    template: ClassVar[str] = "fragments/desk_calls.html"

    calls: Sequence[CallShown]
    announced: Sequence[AnnouncementView]
    calls_refused: str | None
    typed: ByField


@dataclass(frozen=True)
class AlarmPart(DeskPart):
    """How many players wait for a judge nobody sent yet."""

    template: ClassVar[str] = "fragments/desk_alarm.html"

    alarm: Alarm | None


@dataclass(frozen=True)
class BracketPart(DeskPart):
    """The bracket of a cut that has begun, as a drawing."""

    template: ClassVar[str] = "fragments/desk_bracket.html"

    tree: Markup | None


@dataclass(frozen=True)
class EntryPart(DeskPart):
    """The entry of a table by one line."""

    template: ClassVar[str] = "fragments/desk_entry.html"

    entry: EntryForm


@dataclass(frozen=True)
class EntryPreview(DeskPart):
    """What the typed line would enter, or why it can't be entered."""

    template: ClassVar[str] = "fragments/desk_entry_preview.html"

    entry: EntryForm


@dataclass(frozen=True)
class DashboardPage(DeskPage):
    """The whole dashboard; `untils` are the choices how long an announcement stands, `until` one of them."""

    template: ClassVar[str] = "organizer/desk.html"

    next_part: NextPart
    clock_part: ClockPart
    tables_part: TablesPart
    reports_part: ReportsPart
    calls_part: CallsPart
    entry_part: EntryPart
    bracket_part: BracketPart
    join: JoinShown | None
    untils: Sequence[tuple[str, str]]
    until: str
    typed: ByField


@dataclass(frozen=True)
class CallsPage(DeskPage):
    """All calls of the event, those that wait first."""

    template: ClassVar[str] = "organizer/calls.html"

    calls_part: CallsPart
    ended: Sequence[EndedCall]
    facts: Sequence[Fact]


def reports_of(running: RoundView | None, desk: str) -> tuple[list[Dispute], list[ReportedTable]]:
    """The disputes of a round being played, and its tables with one report; `desk` is the dashboard."""
    tables = _played(running)
    disputed = [table for table in tables if table.state is TableState.DISPUTED]
    return (
        [dispute_shown(table, f"{desk}/tables/{table.id}") for table in disputed],
        [_reported(table) for table in tables if table.state is TableState.REPORTED],
    )


def halves_of(running: RoundView | None) -> list[TableToTick]:
    """The tables of a round being played where one of two games has a result."""
    return [
        TableToTick(table.id, dashboard.number_of(table), two_games.half_words(table))
        for table in _played(running)
        if two_games.missing_game(table)
    ]


def entered_of(running: RoundView | None) -> list[TableToTick]:
    """The tables of a round being played where one player entered a bidding held aloud."""
    return [
        TableToTick(table.id, dashboard.number_of(table), entry_words(table) or "")
        for table in _played(running)
        if table.entry is not None and not table.settled
    ]


def _played(running: RoundView | None) -> list[TableView]:
    playing = running is not None and running.state is RoundState.PUBLISHED
    return dashboard.in_order(running.tables) if running and playing else []


def _reported(table: TableView) -> ReportedTable:
    games = two_games.open_reports(table)
    alone = games[0] if games else (table.reports or [])[0]
    says = outcome_words(table, alone) if isinstance(alone, ReportView) else two_games.lone_words(table)
    who = names_of(table).get(alone.player_id) or t("Somebody")
    return ReportedTable(table.id, dashboard.number_of(table), says, who, alone.reported_at)
