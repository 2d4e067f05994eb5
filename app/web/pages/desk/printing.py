"""Sheets of paper: pairings, match slips, standings, poster, bidding card, deck lists; A4 or Letter."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypedDict

from starlette.responses import Response

from app.deckcheck.folding import alphabetical
from app.sentences import message, t
from app.services.decks.deck_views import deck_desk
from app.services.event import listing
from app.services.event.brackets import final_order
from app.services.event.standings import standings_view
from app.services.kernel.errors import Refused, not_found
from app.services.kernel.views import RoundView, TableView
from app.tournament.lifecycle import RoundState
from app.tournament.rules import DeckPolicy
from app.tournament.structures import Sides, structure
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.links import hall_address, join_qr, wifi_qr_code
from app.web.presenters import printing as sheets
from app.web.presenters.check_lists import player_lists
from app.web.presenters.decks import slots_in
from app.web.presenters.event import BY_CUT, day_words
from app.web.presenters.pod_printing import PodPairingsSheet, PodSlipsSheet, PodStandingsSheet
from app.web.presenters.pod_standings import pod_standing_rows
from app.web.presenters.pods import PodShown, pod_shown
from app.web.presenters.round_names import round_name
from app.web.presenters.standings import columns_of, in_final_order, standing_rows
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import View
from app.words.written import listed_short

router = Router(prefix="/t/{code}/print")

PAPERS = ("a4", "letter")
CARDS_A_PAGE = 8


class SheetHead(TypedDict):
    """The fields every sheet has."""

    paper: str
    event: str
    title: str
    back: str


@router.get("")
def overview(desk: InDesk, round: int | None = None, paper: str = "a4") -> Response:
    """What can be printed."""
    chosen = _round_number(desk, round)
    offered = [
        _offered(desk, kind, title, hint, _paper(paper), chosen)
        for kind, title, hint in SHEETS
        if (chosen is not None or kind not in OF_ROUND)
        and (kind != "decks" or desk.view.deck_policy is not DeckPolicy.NONE)
        and (kind != "bids" or structure(desk.view.structure).sides is Sides.AUCTION)
    ]
    rounds = [number for number in range(1, (desk.view.round or 0) + 1) if _may_see(desk, number)]
    return desk.page(sheets.PrintPage(desk.frame("print"), offered, chosen, rounds, _paper(paper)))


def _offered(
    desk: Desk, kind: str, title: str, hint: str, paper: str, round: int | None
) -> sheets.OfferedSheet:
    if kind == "slips" and structure(desk.view.structure).has_pods:
        hint = SLIPS_OF_SEVERAL
    here = f"/t/{desk.here.code}/print/{kind}?paper={paper}"
    narrow = f"{here}&columns=2" if kind == "decks" else None
    if round is None or kind not in OF_ROUND:
        return sheets.OfferedSheet(t(title), t(hint), here, narrow)
    words = t("{sheet} of round {number}", sheet=t(title), number=round)
    return sheets.OfferedSheet(words, t(hint), f"{here}&round={round}", narrow)


def _paper(asked: str) -> str:
    return asked if asked in PAPERS else PAPERS[0]


def _may_see(desk: Desk, number: int) -> bool:
    return desk.round is not None and number <= desk.round.number


def _round_number(desk: Desk, asked: int | None) -> int | None:
    last = desk.round.number if desk.round else None
    if asked is not None and (last is None or not 1 <= asked <= last):
        raise not_found("round")
    return asked if asked is not None else last


@router.get("/{kind}")
def sheet(kind: str, desk: InDesk, round: int | None = None, paper: str = "a4", columns: int = 0) -> Response:
    """One kind of sheet, ready for the browser's print."""
    if kind not in MAKERS:
        raise not_found("sheet to print")
    if kind == "decks":
        desk.here.require("see_decks")
    number = _round_number(desk, round)
    found = desk.round_at(number) if kind in OF_ROUND and number is not None else None
    if kind in OF_ROUND and found is None:
        raise Refused("no-round", "There is no round to print yet: pair the first one.")
    made = MAKERS[kind](Wanted(desk, _paper(paper), found, two_columns=columns == 2))
    return page(desk.request, made, headers={"cache-control": "no-store"})


@dataclass(frozen=True)
class Wanted:
    """What is to be printed: on which paper, of which round, in two columns."""

    desk: Desk
    paper: str
    round: RoundView | None
    two_columns: bool

    def head(self, title: str) -> SheetHead:
        """What every sheet of this request has."""
        return {
            "paper": self.paper,
            "event": self.desk.view.name,
            "title": title,
            "back": f"/t/{self.desk.here.code}/print",
        }

    @property
    def tables(self) -> list[TableView]:
        """The tables of the round."""
        return self.round.tables if self.round else []

    @property
    def round_words(self) -> str:
        """The name of the round, with a word for a draft."""
        if self.round is None:
            return ""
        name = round_name(self.desk.view, self.round)
        return t("{round}, draft", round=name) if self.round.state is RoundState.DRAFT else name


def _pods(wanted: Wanted) -> list[PodShown]:
    return [pod_shown(pod) for pod in wanted.round.pods] if wanted.round else []


def _by_name(wanted: Wanted) -> View:
    if pods := _pods(wanted):
        seats = [(seat.name, pod) for pod in pods for seat in pod.seats]
        lines = [
            sheets.PairingLine(name, _others(pod, name), str(pod.number))
            for name, pod in sorted(seats, key=lambda both: alphabetical(both[0]))
        ]
        return sheets.PairingsSheet(
            **wanted.head(t("Pairings by name")), round_words=wanted.round_words, rows=lines, by_table=False
        )
    return sheets.PairingsSheet(
        **wanted.head(t("Pairings by name")),
        round_words=wanted.round_words,
        rows=sheets.lines_by_name(wanted.tables),
        by_table=False,
    )


def _by_table(wanted: Wanted) -> View:
    if pods := _pods(wanted):
        return PodPairingsSheet(
            **wanted.head(t("Pairings by table")), round_words=wanted.round_words, tables=pods
        )
    return sheets.PairingsSheet(
        **wanted.head(t("Pairings by table")),
        round_words=wanted.round_words,
        rows=sheets.lines_by_table(wanted.tables),
        by_table=True,
    )


def _slips(wanted: Wanted) -> View:
    if pods := _pods(wanted):
        return PodSlipsSheet(**wanted.head(t("Match slips")), round_words=wanted.round_words, tables=pods)
    return sheets.SlipsSheet(
        **wanted.head(t("Match slips")), round_words=wanted.round_words, pages=sheets.slips(wanted.tables)
    )


def _standings(wanted: Wanted) -> View:
    desk = wanted.desk
    view = standings_view(desk.installation, desk.here.tournament_id, desk.here.viewer)
    order = final_order(desk.installation, desk.here.tournament_id)
    event, number = desk.view.name, view.after_round
    if order:
        title = t("Final standings after the top cut")
        heading = t("{event}: final standings after the top cut", event=event)
    elif number:
        title = t("Standings after round {number}", number=number)
        heading = t("{event}: standings after round {number}", event=event, number=number)
    else:
        title, heading = t("Standings"), t("{event}: standings", event=event)
    if structure(desk.view.structure).has_pods:
        return PodStandingsSheet(
            **wanted.head(title),
            heading=heading,
            rows=pod_standing_rows(in_final_order(view, order).rows),
        )
    return sheets.StandingsSheet(
        **wanted.head(title),
        heading=heading,
        lead=t(BY_CUT) if order else None,
        rows=standing_rows(in_final_order(view, order)),
        columns=columns_of(desk.view.structure),
    )


def _poster(wanted: Wanted) -> View:
    desk = wanted.desk
    address = f"{hall_address(desk.request, desk.here.context)}/{desk.here.code}"
    name, password = listing.wifi(desk.installation, desk.here.tournament_id)
    return sheets.PosterSheet(
        **wanted.head(t("Poster")),
        day=day_words(desk.view),
        place=desk.notice.place,
        code=desk.here.code,
        address=address,
        qr=join_qr(hall_address(desk.request, desk.here.context), desk.here.code),
        wifi_name=name,
        wifi_password=password,
        wifi_qr=wifi_qr_code(name, password) if name else None,
        decks=len(slots_in(desk.view)) if desk.view.deck_policy is not DeckPolicy.NONE else 0,
        bought=desk.view.has_bids,
    )


def _bids(wanted: Wanted) -> View:
    return sheets.BidCardsSheet(
        **wanted.head(t("Bidding cards")), starts=sheets.bid_costs(), cards=CARDS_A_PAGE
    )


def _decks(wanted: Wanted) -> View:
    desk = wanted.desk
    rows = deck_desk(desk.installation, desk.here.tournament_id, desk.here.viewer)
    return sheets.DecksSheet(
        **wanted.head(t("Deck lists")),
        players=player_lists(rows, desk.installation.catalog),
        two_columns=wanted.two_columns,
    )


SHEETS = (
    (
        "pairings-by-name",
        message("Pairings by name"),
        message("To hang up: both directions, so that all find their own names."),
    ),
    ("pairings-by-table", message("Pairings by table"), message("For the desk.")),
    (
        "slips",
        message("Match slips"),
        message("Eight to a sheet, as the structure asks. Cut the whole stack; the piles are in order."),
    ),
    ("standings", message("Standings"), message("After the last closed round.")),
    ("poster", message("Poster"), message("The code, the address and the QR code to join.")),
    (
        "bids",
        message("Bidding cards"),
        message("What each bid costs: eight cards to a page, for the tables."),
    ),
    (
        "decks",
        message("Deck lists"),
        message("For a check: by type, with boxes to tick and a signature; or short, in two columns."),
    ),
)
SLIPS_OF_SEVERAL = message("One for each table, with its seats and a place for everybody’s points.")
OF_ROUND = ("pairings-by-name", "pairings-by-table", "slips")
MAKERS: dict[str, Callable[[Wanted], View]] = {
    "pairings-by-name": _by_name,
    "pairings-by-table": _by_table,
    "slips": _slips,
    "standings": _standings,
    "poster": _poster,
    "bids": _bids,
    "decks": _decks,
}


def _others(pod: PodShown, name: str) -> str:
    """Who else sits at a table."""
    return listed_short([seat.name for seat in pod.seats if seat.name != name])
