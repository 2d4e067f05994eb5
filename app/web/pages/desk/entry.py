"""Results by keyboard: a table's number, C, R or D, Enter, and the next table can be typed.

A result that is final is never replaced from here: one wrong digit would change another table's game.
"""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.services.event import queries
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import RoundView, TableView
from app.services.play import results
from app.tournament.lifecycle import RoundState
from app.tournament.results import Outcome, Report
from app.web.forms import InForm, Posted
from app.web.pages.answers import see_other
from app.web.pages.desk.dashboard import dashboard_of, entry_part
from app.web.pages.desk.frame import Desk, InDesk, with_news
from app.web.presenters.results import outcome_words

router = APIRouter(prefix="/t/{code}/desk")

Values = dict[str, Any]
LETTERS = {"C": Outcome.CORP, "R": Outcome.RUNNER, "D": Outcome.DRAW}


@router.post("/entry")
def enter_result(desk: InDesk, form: InForm) -> Response:
    """A result by keyboard: a table's number and C, R or D. The next table can be typed at once."""
    desk.here.require("correct_result")
    try:
        said, done = _enter(desk, form)
    except Refused as refusal:
        typed = {"table": form.text("table"), "outcome": form.text("outcome")}
        shown: Values = {"entry_error": refusal.sentence, "entry_typed": typed, "entry_focus": True}
        if desk.is_live:
            values = {**entry_part(desk.afresh()), **shown}
            return desk.fragment("fragments/desk_entry.html", values, int(refusal.kind))
        return dashboard_of(desk.afresh(), refusal, **shown)
    if desk.is_live:
        values = {**entry_part(desk.afresh()), "entry_said": said, "entry_focus": True}
        return desk.fragment("fragments/desk_entry.html", values)
    return see_other(with_news(f"{desk.path}?entered=1", done))


def _enter(desk: Desk, form: Posted) -> tuple[str, Done[object]]:
    running = desk.round
    if running is None or running.state is not RoundState.PUBLISHED:
        raise Refused("no-round", "No round is being played: publish the pairings first.")
    number = form.whole("table", "Type the number of a table, then C, R or D.", "unknown-table")
    table = _table_numbered(running, number)
    letter = form.text("outcome").strip().upper()
    if letter not in LETTERS:
        raise Refused(
            "outcome-missing", "Type C when the Corp won, R when the Runner won, D for a draw.", Kind.INVALID
        )
    _refuse_overwriting(table, LETTERS[letter])
    if table.starting is None:
        raise Refused(
            "auction-not-settled",
            f"Nobody has bought the sides of table {number} yet, so C, R and D say nothing. "
            "Open the table and settle the auction by hand.",
        )
    done = results.correct_result(desk.call, table.id, Report(LETTERS[letter]))
    after = queries.one_table(desk.installation, desk.here.tournament_id, table.id, desk.here.viewer)
    return f"Table {number}: {_words(after)}.", done


def _words(table: TableView) -> str:
    return outcome_words(table, table.result, both=True) if table.result else "no result"


def _table_numbered(running: RoundView, number: int) -> TableView:
    found = [table for table in running.tables if table.table_number == number and not table.bye]
    if not found:
        raise Refused("unknown-table", f"Round {running.number} has no table {number}.", Kind.NOT_FOUND)
    return found[0]


def _refuse_overwriting(table: TableView, outcome: Outcome) -> None:
    if table.result is not None and table.result.final and table.result.outcome is not outcome:
        raise Refused(
            "result-final",
            f"Table {table.table_number} has its result already: {_words(table)}. "
            "Open the table to correct it.",
        )
