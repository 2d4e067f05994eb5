"""The journal at the desk: everything that was done, newest first, and undone from here where it can be."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from urllib.parse import urlencode

from fastapi import Query
from starlette.responses import Response

from app.sentences import Sentence, t
from app.services.event.journal_search import JournalFilter, found_entries, names_in_journal
from app.services.event.undo import undo, why_not
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.journal_view import JournalView
from app.web.forms import InForm
from app.web.http.path_ids import MOST_NUMBER, Number
from app.web.pages.answers import own_path
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.journal import Chosen, JournalPage, commands_of, entry_shown, kinds_shown
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/journal")

PAGE = 40
LONGEST_NUMBER = 4


EVERYTHING, NO_CHOICE = JournalFilter(), Chosen()
# Where the button of an entry goes, and what stands in its way.
Undoing = tuple[str | None, Sequence[Sentence]]
NO_UNDO: Undoing = (None, ())


def _filter(chosen: Chosen) -> JournalFilter:
    """What was chosen as the service takes it; Refused (422) for what is no number."""
    table = chosen.table.strip()
    if table and not (table.isascii() and table.isdigit() and len(table) <= LONGEST_NUMBER):
        raise Refused("unknown-table", "Type the number of a table, or leave it empty.", Kind.INVALID)
    return JournalFilter(chosen.who or None, int(table) if table else None, commands_of(chosen.kind))


def _address(chosen: Chosen, path: str, before: int) -> str:
    """The page of the entries before a number, of the same choice."""
    kept = {name: value for name, value in vars(chosen).items() if value}
    return f"{path}?{urlencode({**kept, 'before': before})}"


@router.get("")
def journal(
    desk: InDesk,
    before: Annotated[int | None, Query(ge=1, le=MOST_NUMBER)] = None,
    who: str = "",
    table: str = "",
    kind: str = "",
) -> Response:
    """The newest entries, or those before a number; by who, table and kind."""
    desk.here.require("see_journal")
    chosen = Chosen(who, table, kind)
    try:
        return _journal(desk, before, chosen, _filter(chosen))
    except Refused as refusal:
        return _journal(desk, None, chosen, refusal=refusal)


def _journal(
    desk: Desk,
    before: int | None = None,
    chosen: Chosen = NO_CHOICE,
    wanted: JournalFilter = EVERYTHING,
    refusal: Refused | None = None,
) -> Response:
    here = desk.here
    place = (desk.installation, here.tournament_id)
    found = found_entries(*place, here.viewer, wanted, before, PAGE + 1)
    shown = found[:PAGE]
    path = f"{desk.path}/journal"
    undoes = _undoes_of(desk, shown)
    page = JournalPage(
        desk.frame("/journal"),
        entries=[
            entry_shown(entry, *undoes.get(entry.number, NO_UNDO), desk.view.time_zone) for entry in shown
        ],
        older=_address(chosen, path, shown[-1].number) if len(found) > PAGE else None,
        newest=before is None,
        chosen=chosen,
        filtered=not wanted.is_open,
        names=[("", t("Everybody")), *((name, name) for name in names_in_journal(*place))],
        kinds=kinds_shown(),
    )
    return desk.page(page, refusal)


def _undoes_of(desk: Desk, shown: Sequence[JournalView]) -> Mapping[int, Undoing]:
    """Where the button of each entry in force goes, and what stands in its way as far as its rows tell."""
    if not desk.here.may("undo"):
        return {}
    in_force = [entry.number for entry in shown if entry.undone_by is None]
    reasons = why_not(desk.installation, desk.here.tournament_id, in_force)
    return {number: (f"{desk.path}/journal/{number}/undo", reasons[number]) for number in in_force}


@router.post("/{number}/undo")
def undo_entry(number: Number, desk: InDesk, form: InForm) -> Response:
    """Undo a command, or say what stands in the way; `back` is the page the button was on."""
    desk.here.require("undo")
    back = own_path(form.text("back"), f"{desk.path}/journal")
    return desk.carry_out(
        back, lambda: undo(desk.call, number), lambda refusal: _journal(desk.afresh(), refusal=refusal)
    )
