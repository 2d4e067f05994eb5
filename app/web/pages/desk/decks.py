"""The deck desk: every deck with its verdict, and deck checks of tables picked by chance."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.deckcheck.sentences import gathered
from app.services.decks import checks
from app.services.decks.deck_views import DeckView, DeskRow, deck_desk
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.web.forms import InForm, Posted
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import Desk, InDesk

router = APIRouter(prefix="/t/{code}/desk/decks")

SHOWN = (("", "All"), ("missing", "Missing"), ("illegal", "Not legal"), ("legal", "Both legal"))
MOST_TABLES = 200


@router.get("")
def decks(desk: InDesk, show: str = "") -> Response:
    """The table of decks; `show` is a filter."""
    desk.here.require("see_decks")
    return _decks(desk, show)


def _decks(
    desk: Desk, show: str = "", refusal: Refused | None = None, form: Posted | None = None, opened: int = 0
) -> Response:
    found = deck_desk(desk.installation, desk.here.tournament_id)
    rows = sorted((_row(desk, each) for each in found), key=lambda row: str(row["name"]).casefold())
    values = {
        "rows": [row for row in rows if _fits(row, show)],
        "total": len(rows),
        "missing": sum(row["missing"] for row in rows if not row["dropped"]),
        "illegal": sum(row["illegal"] for row in rows if not row["dropped"]),
        "filters": SHOWN,
        "show": show,
        "checks": _checks(desk),
        "playing": desk.round is not None and desk.round.state == "published",
        "typed": form.values() if form else {},
        "opened": opened,
    }
    return desk.page("organizer/decks.html", values, "/decks", refusal)


def _row(desk: Desk, row: DeskRow) -> dict[str, Any]:
    shown = [_deck(side, deck) for side, deck in (("corp", row.corp), ("runner", row.runner))]
    return {
        "name": row.name,
        "href": f"{desk.path}/players/{row.player_id}",
        "dropped": row.dropped,
        "decks": shown,
        "missing": bool(row.missing),
        "illegal": any(deck["word"] == "not legal" for deck in shown),
        "legal": all(deck["word"] in ("legal", "allowed") for deck in shown),
    }


def _deck(side: str, deck: DeckView | None) -> dict[str, Any]:
    if deck is None:
        return {"side": side, "word": "missing", "state": "waiting"}
    legal, allowed = deck.verdict["legal"], deck.override_reason is not None
    return {
        "side": side,
        "identity": deck.identity,
        "word": "legal" if legal else "allowed" if allowed else "not legal",
        "state": "done" if legal or allowed else "disputed",
        "faults": len(gathered(deck.verdict, "")) if deck.verdict else 0,
        "deluxe": deck.verdict.get("deluxe"),
        "restricted": ", ".join(deck.verdict.get("restricted") or []),
        "reason": deck.override_reason,
        "at": deck.handed_in_at,
    }


def _fits(row: dict[str, Any], show: str) -> bool:
    return bool(row[show]) if show in ("missing", "illegal", "legal") else True


def _checks(desk: Desk) -> list[dict[str, Any]]:
    found = checks.deck_checks(desk.installation, desk.here.tournament_id)
    return [
        {
            "id": each.id,
            "name": each.name,
            "href": f"{desk.path}/players/{each.player_id}",
            "round": each.round_number,
            "finding": each.finding,
            "who": each.checked_by,
            "at": each.checked_at,
        }
        for each in reversed(found)
    ]


def _do(desk: Desk, form: Posted, run: Callable[[], Done[object]], opened: int = 0) -> Response:
    return desk.carry_out(
        f"{desk.path}/decks#checks",
        run,
        lambda refusal: _decks(desk.afresh(), "", refusal, form, opened),
    )


@router.post("/checks")
def pick(desk: InDesk, form: InForm) -> Response:
    """Pick tables of the round being played for a deck check, by chance."""
    desk.here.require("check_decks")

    def run() -> Done[object]:
        wanted = form.whole("tables", f"Say how many tables to pick, 1 to {MOST_TABLES}.")
        return checks.pick_deck_checks(desk.call, min(wanted, MOST_TABLES), desk.here.context.seed())

    return _do(desk, form, run)


@router.post("/checks/{check_id}")
def record(check_id: Number, desk: InDesk, form: InForm) -> Response:
    """Keep what a check found."""
    desk.here.require("check_decks")
    return _do(
        desk,
        form,
        lambda: checks.record_deck_check(desk.call, check_id, form.text("finding")),
        check_id,
    )
