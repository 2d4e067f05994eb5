"""Sheets of paper: pairings, match slips, standings, poster, bidding card, deck lists; A4 or Letter."""

from collections.abc import Callable, Sequence
from math import ceil
from typing import Any, TypeVar

from fastapi import APIRouter
from starlette.responses import Response

from app.services.decks.deck_views import DeckView, deck_desk
from app.services.event.brackets import final_order
from app.services.event.standings import standings_view
from app.services.kernel.errors import Refused, not_found
from app.services.kernel.views import RoundView
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.links import hall_address, join_qr
from app.web.presenters.auction import all_starts, seat_shown
from app.web.presenters.dashboard import in_order
from app.web.presenters.results import rows_by_name
from app.web.presenters.standings import in_final_order, standing_rows
from app.web.presenters.values import values_of
from app.web.templating import page

router = APIRouter(prefix="/t/{code}/print")

Values = dict[str, Any]
PAPERS = ("a4", "letter")
SLIPS_A_SHEET = 8
Item = TypeVar("Item")


@router.get("")
def overview(desk: InDesk, round: int | None = None, paper: str = "a4") -> Response:
    """What can be printed."""
    chosen = _round_number(desk, round)
    sheets = [
        {"kind": kind, "title": title, "hint": hint, "of_round": kind in OF_ROUND}
        for kind, title, hint in SHEETS
        if (chosen is not None or kind not in OF_ROUND)
        and (kind != "decks" or desk.view.deck_policy != "none")
    ]
    rounds = [number for number in range(1, (desk.view.round or 0) + 1) if _may_see(desk, number)]
    values = {"sheets": sheets, "round": chosen, "rounds": rounds, "paper": _paper(paper)}
    return desk.page("print/overview.html", values, "print")


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
    values = {
        "kind": kind,
        "paper": _paper(paper),
        "event": desk.view.name,
        "round_words": _round_words(found),
        "back": f"/t/{desk.here.code}/print",
        "two_columns": columns == 2,
        **MAKERS[kind](desk, found),
    }
    shown = {name: values_of(value) for name, value in values.items()}
    return page(desk.request, "print/sheet.html", shown, headers={"cache-control": "no-store"})


def _round_words(found: RoundView | None) -> str:
    if found is None:
        return ""
    return f"round {found.number}" + (", draft" if found.state == "draft" else "")


def _by_name(desk: Desk, found: RoundView | None) -> Values:
    assert found is not None
    rows = [
        {
            "name": row["name"],
            "opponent": row["opponent"] or "bye",
            "table": None if row["bye"] else row["table_number"],
        }
        for row in rows_by_name(found.tables)
    ]
    return {"title": "Pairings by name", "rows": rows}


def _by_table(desk: Desk, found: RoundView | None) -> Values:
    assert found is not None
    rows = [
        {
            "name": table.first.name,
            "opponent": table.second.name if table.second else "bye",
            "table": table.table_number if not table.bye else None,
        }
        for table in in_order(found.tables)
    ]
    return {"title": "Pairings by table", "rows": rows}


def _slips(desk: Desk, found: RoundView | None) -> Values:
    assert found is not None
    slips = [
        {"table_number": t.table_number, "first": seat_shown(t.first), "second": seat_shown(t.second)}
        for t in in_order(found.tables)
        if t.second is not None
    ]
    return {"title": "Match slips", "slips": cutting_order(slips, SLIPS_A_SHEET)}


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


def _standings(desk: Desk, found: RoundView | None) -> Values:
    view = standings_view(desk.installation, desk.here.tournament_id, desk.here.viewer)
    order = final_order(desk.installation, desk.here.tournament_id)
    after = f"Standings after round {view.after_round}" if view.after_round else "Standings"
    rows = standing_rows(desk.here.code, in_final_order(view, order))
    return {
        "title": "Final standings after the top cut" if order else after,
        "rows": [{**row, "href": None} for row in rows],
    }


def _poster(desk: Desk, found: RoundView | None) -> Values:
    address = f"{hall_address(desk.request, desk.here.context)}/{desk.here.code}"
    return {
        "title": "Poster",
        "address": address,
        "qr": join_qr(hall_address(desk.request, desk.here.context), desk.here.code),
        "join_code": desk.here.code,
        "lead": f"{desk.view.date.isoformat()}, {desk.view.round_minutes} minutes a round",
    }


def _bids(desk: Desk, found: RoundView | None) -> Values:
    return {"title": "Bidding card", "starts": all_starts()}


def _decks(desk: Desk, found: RoundView | None) -> Values:
    rows = sorted(deck_desk(desk.installation, desk.here.tournament_id), key=lambda row: row.name.casefold())
    return {
        "title": "Deck lists",
        "lists": [
            {"name": row.name, "decks": [_deck(deck) for deck in (row.corp, row.runner) if deck is not None]}
            for row in rows
            if row.corp or row.runner
        ],
    }


def _deck(deck: DeckView) -> Values:
    return {
        "side": deck.side.value,
        "identity": deck.identity or "no identity",
        "legal": deck.verdict["legal"],
        "cards": list(deck.cards.items()),
        "count": sum(deck.cards.values()),
        "allowed": deck.override_reason,
    }


SHEETS = (
    (
        "pairings-by-name",
        "Pairings by name",
        "To hang up: both directions, so that all find their own names.",
    ),
    ("pairings-by-table", "Pairings by table", "For the desk."),
    (
        "slips",
        "Match slips",
        "Eight to a sheet, with a bidding line. Cut the whole stack; the piles are in order.",
    ),
    ("standings", "Standings", "After the last closed round."),
    ("poster", "Poster", "The code, the address and the QR code to join."),
    ("bids", "Bidding card", "What each bid costs, for the tables."),
    ("decks", "Deck lists", "By name, one player a page, or in two columns."),
)
OF_ROUND = ("pairings-by-name", "pairings-by-table", "slips")
MAKERS: dict[str, Callable[[Desk, RoundView | None], Values]] = {
    "pairings-by-name": _by_name,
    "pairings-by-table": _by_table,
    "slips": _slips,
    "standings": _standings,
    "poster": _poster,
    "bids": _bids,
    "decks": _decks,
}
