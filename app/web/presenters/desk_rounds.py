"""The rounds at the desk: the list, a draft of tables for two or for several, a round with its results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.sentences import message, t
from app.services.kernel.views import RoundView, TournamentView
from app.tournament.lifecycle import RoundState
from app.web.presenters import dashboard
from app.web.presenters.dashboard import CardSeat, TableCard
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.drafts import DraftShown
from app.web.presenters.next_step import NextStep
from app.web.presenters.pods import PodShown, pod_cards
from app.web.presenters.round_names import round_name
from app.web.views import ByField

STATE_WORDS = {
    RoundState.DRAFT: message("draft"),
    RoundState.PUBLISHED: message("being played"),
    RoundState.CLOSED: message("closed"),
}


@dataclass(frozen=True)
class RoundRow:
    """A round in the list: its state in words, its tables, and those without a final result."""

    name: str
    href: str
    state: str
    tables: int
    out: int


@dataclass(frozen=True)
class RoundsPage(DeskPage):
    """All rounds; `has_cut` once there is a bracket to look at."""

    template: ClassVar[str] = "organizer/rounds.html"

    rows: Sequence[RoundRow]
    has_cut: bool


@dataclass(frozen=True)
class DraftPage(DeskPage):
    """A draft of pairings; `picked` are the seats that were ticked to swap."""

    template: ClassVar[str] = "organizer/draft.html"

    name: str
    draft: DraftShown
    step: NextStep | None
    typed: ByField
    picked: Sequence[str]


@dataclass(frozen=True)
class PodDraftPage(DeskPage):
    """A draft of tables of several players; `waiting` are the names of who sits nowhere."""

    template: ClassVar[str] = "organizer/pod_draft.html"

    number: int
    name: str
    is_cut: bool
    pods: Sequence[PodShown]
    met_again: int
    waiting: Sequence[str]
    players: Sequence[tuple[str, str]]
    tables: Sequence[tuple[str, str]]
    step: NextStep | None
    typed: ByField


@dataclass(frozen=True)
class ResultRow:
    """A table of a round with its result in words, None while there is none."""

    table_number: str
    href: str
    state: str
    detail: str | None
    bye: bool
    seats: Sequence[CardSeat]
    result: str | None


@dataclass(frozen=True)
class OpenTable:
    """A table that could end without a result."""

    id: int
    number: str
    names: str


@dataclass(frozen=True)
class RoundPage(DeskPage):
    """A published or closed round. `open` and `pods_open` have no result yet; `late` could play the bye."""

    template: ClassVar[str] = "organizer/round.html"

    number: int
    name: str
    state: str
    is_cut: bool
    published: bool
    last: bool
    lead: str
    rows: Sequence[ResultRow]
    pods_open: Sequence[int]
    open: Sequence[OpenTable]
    late: Sequence[tuple[str, str]]
    typed: ByField


def round_row(event: TournamentView, found: RoundView, desk: str) -> RoundRow:
    """A round in the list; `desk` is the address of the dashboard."""
    return RoundRow(
        name=round_name(event, found),
        href=f"{desk}/rounds/{found.number}",
        state=t(STATE_WORDS[found.state]),
        tables=dashboard.tables_of(found),
        out=dashboard.still_out(found),
    )


def result_rows(found: RoundView, desk: str) -> list[ResultRow]:
    """Every table of a round with its result."""
    tables = [
        _result_row(
            dashboard.table_card(table, desk),
            dashboard.result_words(table) if dashboard.is_done(table) else None,
        )
        for table in dashboard.in_order(found.tables)
    ]
    return [*tables, *(_result_row(card, card.detail) for card in pod_cards(found, desk, only_open=False))]


def _result_row(card: TableCard, result: str | None) -> ResultRow:
    return ResultRow(card.table_number, card.href, card.state, card.detail, card.bye, card.seats, result)


def open_tables(found: RoundView) -> list[OpenTable]:
    """The tables of a round without a final result."""
    return [
        OpenTable(table.id, dashboard.number_of(table), dashboard.names_of(table))
        for table in dashboard.in_order(found.tables)
        if not dashboard.is_done(table)
    ]
