"""The deck desk: every deck with its verdict, and the deck checks to do and done."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.deckcheck.sentences import gathered
from app.sentences import message, t
from app.services.decks.deck_views import DeckView, DeskRow, deck_desk
from app.services.judging import deck_checks
from app.services.kernel.errors import Refused
from app.sides import DeckSlot
from app.web.forms import Posted
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.deck_checks import checks_shown
from app.web.presenters.decks import slots_in

router = APIRouter(prefix="/t/{code}/desk/decks")

SHOWN = (
    ("", message("All")),
    ("missing", message("Missing")),
    ("illegal", message("Not legal")),
    ("legal", message("Both legal")),
)
ONE_SHOWN = (*SHOWN[:-1], ("legal", message("Legal")))


@router.get("")
def decks(desk: InDesk, show: str = "") -> Response:
    """The table of decks; `show` is a filter."""
    desk.here.require("see_decks")
    return decks_page(desk, show)


def decks_page(
    desk: Desk, show: str = "", refusal: Refused | None = None, form: Posted | None = None
) -> Response:
    """The page of decks; `refusal` is why nothing was changed."""
    found = deck_desk(desk.installation, desk.here.tournament_id)
    rows = sorted((_row(desk, each) for each in found), key=lambda row: str(row["name"]).casefold())
    one = slots_in(desk.view) == (DeckSlot.ONE,)
    found_checks = deck_checks.deck_checks(desk.installation, desk.here.tournament_id)
    to_check, checked = checks_shown(found_checks, desk.path)
    values = {
        "rows": [row for row in rows if _fits(row, show)],
        "total": len(rows),
        "missing": sum(row["missing"] for row in rows if row["plays"]),
        "illegal": sum(row["illegal"] for row in rows if row["plays"]),
        "filters": [(key, t(words)) for key, words in (ONE_SHOWN if one else SHOWN)],
        "one": one,
        "show": show,
        "to_check": to_check,
        "checked": checked,
        "playing": desk.round is not None and desk.round.state == "published",
        "typed": form.values() if form else {},
    }
    return desk.page("organizer/decks.html", values, "/decks", refusal)


def _row(desk: Desk, row: DeskRow) -> dict[str, Any]:
    shown = [_deck(slot, deck) for slot, deck in row.decks.items()]
    return {
        "name": row.name,
        "href": f"{desk.path}/players/{row.player_id}",
        "dropped": row.dropped,
        "plays": row.plays,
        "decks": shown,
        "missing": bool(row.missing),
        "illegal": any(deck["counts"] is False for deck in shown),
        "legal": all(deck["counts"] for deck in shown),
    }


def _deck(slot: DeckSlot, deck: DeckView | None) -> dict[str, Any]:
    if deck is None:
        return {"side": slot.value, "word": t("missing"), "state": "waiting", "counts": None}
    legal, allowed = deck.verdict["legal"], deck.override_reason is not None
    return {
        "side": slot.value,
        "identity": deck.identity or ", ".join(_legends(deck)),
        "word": t("legal") if legal else t("allowed") if allowed else t("not legal"),
        "counts": legal or allowed,
        "state": "done" if legal or allowed else "disputed",
        "faults": len(gathered(deck.verdict, "")) if deck.verdict and not (legal or allowed) else 0,
        "deluxe": deck.verdict.get("deluxe"),
        "restricted": ", ".join(deck.verdict.get("restricted") or []),
        "reason": deck.override_reason,
        "at": deck.handed_in_at,
    }


def _legends(deck: DeckView) -> list[str]:
    """The Legends of a deck of the Cyberpunk TCG, which stand for it as an identity does elsewhere."""
    return [line["card"] for line in deck.verdict.get("lines", []) if line.get("type") == "legend"]


def _fits(row: dict[str, Any], show: str) -> bool:
    return bool(row[show]) if show in ("missing", "illegal", "legal") else True
