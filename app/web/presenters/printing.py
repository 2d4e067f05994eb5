"""Sheets of paper as values: pairings, match slips, standings, poster, bidding cards, lists for a check."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import ClassVar, TypeVar

from markupsafe import Markup

from app.sentences import t
from app.services.kernel.views import SeatView, TableView
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, LOWEST_BID, price
from app.tournament.sides import SidesBy
from app.web.presenters.check_lists import PlayerLists
from app.web.presenters.dashboard import in_order
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.pairings import assigned_side, rows_by_name
from app.web.presenters.standings import Columns, StandingRow
from app.web.views import View

SLIPS_A_SHEET = 6
Item = TypeVar("Item")


@dataclass(frozen=True)
class OfferedSheet:
    """A sheet that can be printed; `narrow` leads to its form in two columns, where it has one."""

    title: str
    hint: str
    href: str
    narrow: str | None


@dataclass(frozen=True)
class PrintPage(DeskPage):
    """What can be printed, of which round and on which paper."""

    template: ClassVar[str] = "print/overview.html"

    sheets: Sequence[OfferedSheet]
    round: int | None
    rounds: Sequence[int]
    paper: str


@dataclass(frozen=True, kw_only=True)
class Sheet(View):
    """What every kind of sheet has: its event and title, the paper, and the way back."""

    paper: str
    event: str
    title: str
    back: str


@dataclass(frozen=True)
class PairingLine:
    """A line of the pairings; `table` is a number, or a dash for the bye."""

    name: str
    opponent: str
    table: str


@dataclass(frozen=True, kw_only=True)
class PairingsSheet(Sheet):
    """The pairings of a round; `by_table`: ordered by table, for the desk."""

    template: ClassVar[str] = "print/pairings.html"

    round_words: str
    rows: Sequence[PairingLine]
    by_table: bool


@dataclass(frozen=True)
class SlipSeat:
    """A player on a slip."""

    name: str
    mark: str
    corp_identity: str
    runner_identity: str


@dataclass(frozen=True)
class Slip:
    """A match slip; `bid` where the sides are bought, `games` the numbers of two games, none for one;
    `without_sides` has who began and the Gig dice."""

    table: int | None
    first: SlipSeat
    second: SlipSeat
    bid: bool
    games: Sequence[int]
    drawn: str
    without_sides: bool


@dataclass(frozen=True, kw_only=True)
class SlipsSheet(Sheet):
    """Match slips, six to a page in the order of cutting."""

    template: ClassVar[str] = "print/slips.html"

    round_words: str
    pages: Sequence[Sequence[Slip]]


@dataclass(frozen=True, kw_only=True)
class StandingsSheet(Sheet):
    """The standings; `heading` names the event and what they are, `lead` says if a cut decided them."""

    template: ClassVar[str] = "print/standings.html"

    heading: str
    lead: str | None
    rows: Sequence[StandingRow]
    columns: Columns


@dataclass(frozen=True, kw_only=True)
class PosterSheet(Sheet):
    """The poster: how to join in three steps. The Wi-Fi is left out where its name is empty.

    `decks` are how many lists each player hands in, `bought` says that phones are bid on.
    """

    template: ClassVar[str] = "print/poster.html"

    day: str
    place: str
    code: str
    address: str
    qr: Markup
    wifi_name: str
    wifi_password: str
    wifi_qr: Markup | None
    decks: int
    bought: bool


@dataclass(frozen=True)
class BidCost:
    """What a bid leaves: cards and credits."""

    bid: int
    hand: int
    credits: int


@dataclass(frozen=True, kw_only=True)
class BidCardsSheet(Sheet):
    """Bidding cards, eight to a page."""

    template: ClassVar[str] = "print/bids.html"

    starts: Sequence[BidCost]
    cards: int


@dataclass(frozen=True, kw_only=True)
class DecksSheet(Sheet):
    """Deck lists for a check, a player a page; `two_columns`: without boxes, as short as it goes."""

    template: ClassVar[str] = "print/decks.html"

    players: Sequence[PlayerLists]
    two_columns: bool


def lines_by_name(tables: Sequence[TableView]) -> list[PairingLine]:
    """Both directions of every pairing, by name."""
    rows = rows_by_name(tables)
    return [
        PairingLine(_with_side(row.name, row.side), row.opponent or t("bye"), str(row.table_number or "–"))
        for row in rows
    ]


def _with_side(name: str, side: Side | None) -> str:
    """`Ana (Corp)` where the pairing assigned the sides: paper tells them as the phone does."""
    if side is None:
        return name
    return t("{name} (Corp)", name=name) if side is Side.CORP else t("{name} (Runner)", name=name)


def lines_by_table(tables: Sequence[TableView]) -> list[PairingLine]:
    """The tables in order, the bye last."""
    return [
        PairingLine(
            _with_side(table.first.name, assigned_side(table, table.first.player_id)),
            _with_side(table.second.name, assigned_side(table, table.second.player_id))
            if table.second
            else t("bye"),
            str(table.table_number) if not table.bye else "–",
        )
        for table in in_order(tables)
    ]


def slips(tables: Sequence[TableView]) -> list[list[Slip]]:
    """The slips of a round in pages of six, so that the piles of the cut pages are in table order."""
    made = [
        Slip(
            table.table_number,
            _slip_seat(table, table.first, t("bids first")),
            _slip_seat(table, table.second, ""),
            bid=table.sides_by is SidesBy.AUCTION,
            games=[game.number for game in table.games],
            drawn=t("draw") if table.sides_by in (SidesBy.AUCTION, SidesBy.SEED) else t("tie"),
            without_sides=table.without_sides,
        )
        for table in in_order(tables)
        if table.second is not None
    ]
    ordered = cutting_order(made, SLIPS_A_SHEET)
    return [ordered[start : start + SLIPS_A_SHEET] for start in range(0, len(ordered), SLIPS_A_SHEET)]


def _slip_seat(table: TableView, seat: SeatView, first_word: str) -> SlipSeat:
    """A seat with what it does first: bids, or plays the side the pairing gave it; that one identity then."""
    side = assigned_side(table, seat.player_id)
    corp, runner = seat.corp_identity or "", seat.runner_identity or ""
    mark = first_word if table.sides_by is SidesBy.AUCTION else ""
    if side is not None:
        mark = t("plays Corp") if side is Side.CORP else t("plays Runner")
    if table.sides_by is SidesBy.SEED and first_word:
        mark = t("chooses the side")
    return SlipSeat(seat.name, mark, corp, runner)


def cutting_order(items: Sequence[Item], places: int) -> list[Item]:
    """The items so that the piles of the cut sheets, one after the other, are in the order given.

    Each place of the sheets becomes a pile as high as there are sheets; only the last sheet has empty places,
    so the piles of its empty places are one lower.
    """
    sheets = ceil(len(items) / places)
    last = len(items) - places * (sheets - 1)
    heights = [sheets if place < last else sheets - 1 for place in range(places)]
    piles = [items[sum(heights[:place]) : sum(heights[: place + 1])] for place in range(places)]
    return [pile[sheet] for sheet in range(sheets) for pile in piles if sheet < len(pile)]


def bid_costs() -> list[BidCost]:
    """All eleven bids with what they leave."""
    return [
        BidCost(bid, left.hand, left.credits)
        for bid in range(LOWEST_BID, HIGHEST_BID + 1)
        for left in (price(bid),)
    ]
