"""Sheets of paper as values: pairings, match slips, standings, poster, bidding cards, lists for a check."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import ClassVar, TypeVar

from markupsafe import Markup

from app.deckcheck.catalog import Catalog
from app.sentences import message, t
from app.services.decks.deck_views import DeckView, DeskRow
from app.services.kernel.views import SeatView, TableView
from app.sides import Side
from app.tournament.auction import HIGHEST_BID, LOWEST_BID, price
from app.tournament.sides import SidesBy
from app.web.presenters.dashboard import in_order
from app.web.presenters.pairings import assigned_side, rows_by_name
from app.web.presenters.standings import Columns, StandingRow
from app.web.views import View

SLIPS_A_SHEET = 8
Item = TypeVar("Item")
# The order in which NetrunnerDB lists the types of a deck.
_CORP_TYPES = ("agenda", "asset", "upgrade", "operation", "ice")
_RUNNER_TYPES = ("event", "hardware", "resource", "icebreaker", "program")
_TYPE_WORDS = {
    "agenda": message("Agendas"),
    "asset": message("Assets"),
    "upgrade": message("Upgrades"),
    "operation": message("Operations"),
    "ice": message("Ice"),
    "event": message("Events"),
    "hardware": message("Hardware"),
    "resource": message("Resources"),
    "icebreaker": message("Icebreakers"),
    "program": message("Programs"),
}

_OTHERS = message("Other cards")


@dataclass(frozen=True)
class OfferedSheet:
    """A sheet that can be printed; `narrow` leads to its form in two columns, where it has one."""

    title: str
    hint: str
    href: str
    narrow: str | None


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
    """A match slip; `bid` where the sides are bought, `games` the numbers of two games, none for one."""

    table: int | None
    first: SlipSeat
    second: SlipSeat
    bid: bool
    games: Sequence[int]
    drawn: str


@dataclass(frozen=True, kw_only=True)
class SlipsSheet(Sheet):
    """Match slips, eight to a page in the order of cutting."""

    template: ClassVar[str] = "print/slips.html"

    round_words: str
    pages: Sequence[Sequence[Slip]]


@dataclass(frozen=True, kw_only=True)
class StandingsSheet(Sheet):
    """The standings; `heading` names the event and what they are."""

    template: ClassVar[str] = "print/standings.html"

    heading: str
    rows: Sequence[StandingRow]
    columns: Columns


@dataclass(frozen=True, kw_only=True)
class PosterSheet(Sheet):
    """The poster: how to join in three steps. The Wi-Fi is left out where its name is empty."""

    template: ClassVar[str] = "print/poster.html"

    day: str
    place: str
    code: str
    address: str
    qr: Markup
    wifi_name: str
    wifi_password: str
    wifi_qr: Markup | None


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


@dataclass(frozen=True)
class CheckLine:
    """A card of a list: copies, title, and the influence it costs in all (0: none)."""

    copies: int
    title: str
    influence: int


@dataclass(frozen=True)
class CheckGroup:
    """The cards of one type."""

    name: str
    count: int
    lines: Sequence[CheckLine]


@dataclass(frozen=True)
class CheckList:
    """One deck for a check."""

    side: str
    identity: str
    count: int
    influence: int
    state: str
    groups: Sequence[CheckGroup]


@dataclass(frozen=True)
class PlayerLists:
    """The decks of a player."""

    name: str
    decks: Sequence[CheckList]


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


def _with_side(name: str, side: str | None) -> str:
    """`Ana (Corp)` where the pairing assigned the sides: paper tells them as the phone does."""
    if side is None:
        return name
    return t("{name} (Corp)", name=name) if side == "corp" else t("{name} (Runner)", name=name)


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
    """The slips of a round in pages of eight, so that the piles of the cut pages are in table order."""
    made = [
        Slip(
            table.table_number,
            _slip_seat(table, table.first, t("bids first")),
            _slip_seat(table, table.second, ""),
            bid=table.sides_by is SidesBy.AUCTION,
            games=[game.number for game in table.games],
            drawn=t("draw") if table.sides_by in (SidesBy.AUCTION, SidesBy.SEED) else t("tie"),
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
        mark = t("plays Corp") if side == "corp" else t("plays Runner")
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


def player_lists(rows: Sequence[DeskRow], catalog: Catalog) -> list[PlayerLists]:
    """Everybody who handed in a deck, by name."""
    handed = [row for row in rows if row.corp or row.runner]
    return [
        PlayerLists(
            row.name, [check_list(deck, catalog) for deck in (row.corp, row.runner) if deck is not None]
        )
        for row in sorted(handed, key=lambda row: row.name.casefold())
    ]


def check_list(deck: DeckView, catalog: Catalog) -> CheckList:
    """A deck by type in the order of NetrunnerDB, with what each card costs of the influence."""
    identity = catalog.titled(deck.identity) if deck.identity else None
    faction = identity.faction if identity is not None else None
    groups: dict[str, list[CheckLine]] = {}
    for title, copies in deck.cards.items():
        card = catalog.titled(title)
        own = card is None or card.faction == faction
        influence = 0 if card is None or own else (card.influence or 0) * copies
        groups.setdefault(_kind(catalog, title), []).append(CheckLine(copies, title, influence))
    order = _CORP_TYPES if deck.side is Side.CORP else _RUNNER_TYPES
    return CheckList(
        side=str(deck.side.word),
        identity=deck.identity or t("no identity"),
        count=sum(deck.cards.values()),
        influence=sum(line.influence for lines in groups.values() for line in lines),
        state=_state(deck),
        groups=[_group(kind, groups[kind]) for kind in (*order, "") if kind in groups],
    )


def _kind(catalog: Catalog, title: str) -> str:
    card = catalog.titled(title)
    if card is None:
        return ""
    breaker = card.type == "program" and "icebreaker" in card.keywords.casefold()
    kind = "icebreaker" if breaker else card.type
    return kind if kind in _TYPE_WORDS else ""


def _group(kind: str, lines: Sequence[CheckLine]) -> CheckGroup:
    ordered = sorted(lines, key=lambda line: line.title.casefold())
    return CheckGroup(t(_TYPE_WORDS.get(kind, _OTHERS)), sum(line.copies for line in lines), ordered)


def _state(deck: DeckView) -> str:
    if deck.verdict["legal"]:
        return t("legal")
    # words: a deck that is not legal was allowed, and why
    return t("allowed: {why}", why=deck.override_reason) if deck.override_reason else t("not legal")


def bid_costs() -> list[BidCost]:
    """All eleven bids with what they leave."""
    return [
        BidCost(bid, left.hand, left.credits)
        for bid in range(LOWEST_BID, HIGHEST_BID + 1)
        for left in (price(bid),)
    ]
