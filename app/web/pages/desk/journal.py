"""The journal at the desk: everything that was done, newest first, and undone from here where it can be."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from app.services.event import queries
from app.services.event.undo import undo, why_not
from app.services.kernel.errors import Refused
from app.services.kernel.views import JournalView
from app.web.forms import InForm
from app.web.http.path_ids import MOST_NUMBER, Number
from app.web.pages.answers import own_path
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.journal import entry_shown

router = APIRouter(prefix="/t/{code}/desk/journal")

PAGE = 40


@router.get("")
def journal(desk: InDesk, before: Annotated[int | None, Query(ge=1, le=MOST_NUMBER)] = None) -> Response:
    """The newest entries, or those before a number."""
    desk.here.require("see_journal")
    return _journal(desk, before)


def _journal(desk: Desk, before: int | None = None, refusal: Refused | None = None) -> Response:
    here = desk.here
    found = queries.journal_view(desk.installation, here.tournament_id, here.viewer, before, PAGE + 1)
    shown = found[:PAGE]
    older = f"{desk.path}/journal?before={shown[-1].number}" if len(found) > PAGE else None
    entries = [entry_shown(entry, *_undo_of(desk, entry)) for entry in shown]
    values = {"entries": entries, "older": older, "newest": before is None}
    return desk.page("organizer/journal.html", values, "/journal", refusal)


def _undo_of(desk: Desk, entry: JournalView) -> tuple[str | None, Sequence[str]]:
    """Where the entry's button goes, and what stands in its way as far as its rows tell."""
    if entry.undone_by is not None or not desk.here.may("undo"):
        return None, ()
    reasons = why_not(desk.installation, desk.here.tournament_id, entry.number)
    return f"{desk.path}/journal/{entry.number}/undo", reasons


@router.post("/{number}/undo")
def undo_entry(number: Number, desk: InDesk, form: InForm) -> Response:
    """Undo a command, or say what stands in the way; `back` is the page the button was on."""
    desk.here.require("undo")
    back = own_path(form.text("back"), f"{desk.path}/journal")
    return desk.carry_out(
        back, lambda: undo(desk.call, number), lambda refusal: _journal(desk.afresh(), None, refusal)
    )
