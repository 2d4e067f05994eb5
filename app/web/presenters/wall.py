"""The projector's pages: what the hall needs now, in leaves of one screen each, with an index."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from app.deckcheck.folding import alphabetical
from app.sentences import message, t
from app.services.kernel.pod_views import PodView
from app.services.kernel.views import RoundView, StandingView, TableView
from app.sides import Side
from app.tournament.clock import ClockState
from app.tournament.lifecycle import Phase, RoundState
from app.web.drawings.svg import room_of
from app.web.presenters.champion import Champion
from app.web.presenters.clock import ClockShown
from app.web.presenters.dashboard import in_order, is_done
from app.web.presenters.pairings import NameRow, rows_by_name
from app.web.presenters.pod_standings import number_words, share_words
from app.web.presenters.pods import names_of_pod
from app.web.presenters.standings import record_words
from app.web.views import View
from app.words.written import listed_short

ROWS = 24
ROWS_OF_LONG_NAMES = 18
ROWS_BESIDE_CHAMPION = 10
LONG_NAME = 26
# A leaf of so many rows has one column, or two; a longer one has three. Fewer rows are larger ones.
MOST_IN_ONE_COLUMN, MOST_IN_TWO_COLUMNS = 3, 10
# For so many letters a line has a size of its own (`hall.css`); longer ones take two lines.
LETTERS = (10, 14, 18, 22, 26, 32, 40, 50)
MOST_LONGER = 4
MOST_NAMED = 8
# So many tables of several players fit with their names.
MOST_NAMED_PODS = 10
# So many open tables stand in so many columns, the fewer the larger; more are shown as numbers alone.
COLUMNS_OF_TABLES = ((6, 2), (12, 3), (20, 4), (30, 5))
COLUMNS_OF_NUMBERS = 10
LONG_ANNOUNCEMENT = 90
# For this long after the clock began, people still look for their table.
SEATING_SECONDS = 10 * 60
_JOIN = message("Join")
_TITLES = {
    "pairings": message("Pairings"),
    # words: tables whose result is not in yet
    "tables": message("Still out"),
    "standings": message("Standings"),
    "bracket": message("Top cut"),
    "champion": message("Champion"),
}


@dataclass(frozen=True)
class WallRow:
    """A line of a leaf: a name, what belongs to it, and the number people look for."""

    name: str
    detail: str
    number: str

    @property
    def letters(self) -> int:
        """The room of the name, a step of `LETTERS`."""
        return _step(self.name)

    @property
    def detail_letters(self) -> int:
        """The room of the detail, a step of `LETTERS`."""
        return _step(self.detail)

    @property
    def long(self) -> bool:
        """Whether the name gets two smaller lines."""
        return room_of(self.name) > LONG_NAME


def _step(text: str) -> int:
    return next((step for step in LETTERS if room_of(text) <= step), LETTERS[-1])


@dataclass(frozen=True)
class Leaf:
    """One screen of rows; `label` is its entry in the index. `most` is how many rows the fullest leaf has, so
    that all have rows of one size; `single`: there is room for one column."""

    label: str
    href: str
    rows: Sequence[WallRow]
    most: int
    single: bool = False

    @property
    def columns(self) -> int:
        """In how many columns the rows stand."""
        if self.single or self.most <= MOST_IN_ONE_COLUMN:
            return 1
        return 2 if self.most <= MOST_IN_TWO_COLUMNS else 3

    @property
    def lines(self) -> int:
        """How many rows a column has."""
        return -(-self.most // self.columns)

    @property
    def letters(self) -> int:
        """The room of the longest name that stands in one line."""
        return max((row.letters for row in self.rows if not row.long), default=LETTERS[0])


@dataclass(frozen=True)
class OpenTable:
    """A table without a final result; `extra` is time of its own, like `+5 min`; `who` sits there, where
    several do and the tables are few enough to name them."""

    number: int | None
    state: str
    extra: str | None
    who: str = ""


@dataclass(frozen=True)
class JoinBlock:
    """How to come in: the code, the address, its QR code, and a line above them."""

    label: str
    code: str
    address: str
    qr: Markup


@dataclass(frozen=True, kw_only=True)
class WallPage(View):
    """The wall. `chosen` is one of `SHOWS`; `said` is the announcement, `out_words` which tables play on.

    `wide` is in how many columns the tables stand. `next_page` is where a browser without scripts goes after
    `turn_seconds`; None where the answer's header sends every browser on.
    """

    template: ClassVar[str] = "display/wall.html"
    part: ClassVar[str] = "fragments/wall.html"

    theme: str
    name: str
    code: str
    stage: str
    topics: str
    chosen: str
    title: str
    fragment: str
    clock: ClockShown | None
    at_time: str
    said: str | None
    said_long: bool
    out_words: str | None
    leaves: Sequence[Leaf]
    leaf: int
    tables: Sequence[OpenTable]
    wide: int
    join: JoinBlock
    players: int
    tree: Markup | None
    champion: Champion | None
    updated: str
    turn_seconds: int
    next_page: str | None
    live_url: str
    live_version: int | str


def leaves_by_name(running: RoundView, fixed: str = "") -> list[Leaf]:
    """Every player with table and opponent, or seat, by name; fewer to a leaf when names are long."""
    rows = [_name_row(row) for row in rows_by_name(running.tables)] + [
        WallRow(
            seat.name,
            t("seat {seat} of {seats}", seat=seat.seat, seats=len(pod.seats)),
            str(pod.table_number),
        )
        for pod in running.pods
        for seat in pod.seats
    ]
    rows.sort(key=lambda row: alphabetical(row.name))
    size = ROWS_OF_LONG_NAMES if sum(row.long for row in rows) > 2 else ROWS
    most = _even(len(rows), size)
    parts = [rows[start : start + most] for start in range(0, len(rows), most)]
    return [Leaf(_initials(part), f"?{fixed}page={number}", part, most) for number, part in enumerate(parts)]


def _even(rows: int, size: int) -> int:
    """How many rows a leaf has where as few as `size` allows are filled evenly."""
    return -(-rows // -(-rows // size)) if rows else size


def _name_row(row: NameRow) -> WallRow:
    detail = _against(row) if row.opponent else t("bye")
    number = str(row.table_number) if row.table_number else "–"
    return WallRow(row.name, detail, number)


def _against(row: NameRow) -> str:
    if row.side is Side.CORP:
        return t("as Corp against {name}", name=row.opponent)
    if row.side is Side.RUNNER:
        return t("as Runner against {name}", name=row.opponent)
    return t("against {name}", name=row.opponent)


def _initials(part: Sequence[WallRow]) -> str:
    first, last = (part[place].name[:1].upper() for place in (0, -1))
    return first if first == last else f"{first}–{last}"


def standings_leaves(
    rows: Sequence[StandingView], has_ties: bool, fixed: str = "", *, beside_champion: bool = False
) -> list[Leaf]:
    """The standings as rows of the same list: the rank, the name, the points."""
    size = ROWS_BESIDE_CHAMPION if beside_champion else _even(len(rows), ROWS)
    shown = [
        WallRow(
            f"{row.rank}. {row.name}",
            _record(row, has_ties),
            number_words(row.points),
        )
        for row in rows
    ]
    parts = [shown[start : start + size] for start in range(0, len(shown), size)]
    return [
        Leaf(
            _places(number * size + 1, number * size + len(part)),
            f"?{fixed}page={number}",
            part,
            min(size, len(rows)),
            single=beside_champion,
        )
        for number, part in enumerate(parts)
    ]


def _record(row: StandingView, has_ties: bool) -> str:
    return record_words(row, has_ties) if row.share is None else t("share {share}", share=share_words(row))


def _places(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def outstanding(running: RoundView | None) -> list[OpenTable]:
    """The tables without a final result, as everybody may see them; none unless the round is played."""
    if running is None or running.state is not RoundState.PUBLISHED:
        return []
    open_tables = [table for table in in_order(running.tables) if not is_done(table)]
    open_pods = [pod for pod in running.pods if not pod.final]
    named = len(open_pods) <= MOST_NAMED_PODS
    return [
        OpenTable(table.table_number, "playing" if table.settled else "waiting", _extra(table))
        for table in open_tables
    ] + [
        OpenTable(pod.table_number, "playing", _extra(pod), names_of_pod(pod) if named else "")
        for pod in open_pods
    ]


def columns_of(tables: int) -> int:
    """In how many columns so many open tables are shown."""
    return next((wide for most, wide in COLUMNS_OF_TABLES if tables <= most), COLUMNS_OF_NUMBERS)


def outstanding_words(running: RoundView | None) -> str | None:
    """'Tables 2, 5 and 11 are still out' while they are few enough to be named."""
    if running is None or running.state is not RoundState.PUBLISHED:
        return None
    tables = [str(each.number) for each in outstanding(running)]
    if not tables:
        return t("Every table has its result")
    if len(tables) > MOST_NAMED:
        said = t("{number} tables are still out", number=len(tables))
    elif len(tables) > 1:
        said = t("Tables {tables} are still out", tables=tables)
    else:
        said = t("Table {table} is still out", table=tables[0])
    longer = _longer(running)
    return t("{out}. Extra time: {tables}", out=said, tables=longer) if longer else said


def _longer(running: RoundView) -> str:
    """Which tables still out have time of their own; empty where none has."""
    longer: list[TableView | PodView] = [
        table for table in in_order(running.tables) if table.extra_seconds and not is_done(table)
    ]
    longer += [pod for pod in running.pods if pod.extra_seconds and not pod.final]
    said = listed_short(
        [
            t("table {table} {extra}", table=table.table_number, extra=_extra(table))
            for table in longer[:MOST_LONGER]
        ]
    )
    if len(longer) <= MOST_LONGER:
        return said
    return t("{tables} and {more} more", tables=said, more=len(longer) - MOST_LONGER)


def _extra(table: TableView | PodView) -> str | None:
    return t("+{minutes} min", minutes=table.extra_seconds // 60) if table.extra_seconds else None


def what_to_show(running: RoundView | None, phase: Phase, *, has_bracket: bool = True) -> str:
    """The page the wall shows by itself: join, pairings, tables (still out), standings, bracket, champion."""
    if phase is Phase.FINISHED:
        return "champion"
    if phase is Phase.TOP_CUT and has_bracket:
        return "bracket"
    if running is None:
        return "join"
    if running.state is RoundState.CLOSED:
        return "standings"
    clock = running.clock
    gone = clock.total_seconds - clock.remaining_seconds
    seated = clock.state is not ClockState.STOPPED and gone > SEATING_SECONDS
    return "tables" if seated else "pairings"


def wall_title(chosen: str, number: int | None, *, playing: str = "", finished: bool) -> str:
    """The heading of what is shown; `playing` is the name of the round whose pairings are."""
    if chosen == "standings" and finished:
        return t("Final standings")
    if chosen == "standings" and number:
        return t("Standings after round {number}", number=number)
    if chosen == "pairings" and playing:
        return t("{round}: pairings", round=playing)
    return t(_TITLES.get(chosen, _JOIN))
