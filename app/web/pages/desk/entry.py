"""Results by keyboard: one line a table, like `3 2R5 C 7-4`, with a preview in words before it is entered.

The line of a table of several players is read in pod_entry.py.
"""

from dataclasses import replace

from starlette.responses import Response

from app.sentences import say
from app.services.event import queries
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import RoundView, TableView
from app.services.play.whole_round import enter_draw, enter_games
from app.services.play.whole_table import enter_table
from app.tournament.entry_line import read_line
from app.tournament.entry_parts import EntryLine, LineRefused
from app.tournament.lifecycle import RoundState
from app.web.forms import InForm, Posted
from app.web.pages.answers import see_other
from app.web.pages.desk.dashboard import dashboard_of
from app.web.pages.desk.dashboard_parts import entry_form
from app.web.pages.desk.frame import Desk, InDesk, with_news
from app.web.pages.desk.pod_entry import enter_points, read_points
from app.web.presenters.desk_parts import EntryPart, EntryPreview
from app.web.presenters.entry import (
    entered_words,
    games_said,
    lacks_bid,
    needs_bid,
    objection,
    preview_words,
    report_said,
)
from app.web.presenters.pod_entry import entered_points
from app.web.presenters.two_games import both_sides
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk")


@router.get("/entry/preview")
def preview(desk: InDesk, line: str = "") -> Response:
    """What a typed line would enter, in words, or why it can't be entered; it changes nothing."""
    desk.here.require("enter_table")
    entry, says = entry_form(desk), None
    try:
        running = _running(desk)
        if running.pods:
            points = read_points(desk, running, line)
            says = entered_points(points.pod, points.report)
        else:
            read, table = _read(desk, running, line)
            entry = replace(entry, error=objection(table, read))
            says = preview_words(table, read) if entry.error is None else None
    except Refused as refusal:
        entry = replace(entry, error=refusal.sentence)
    return desk.fragment(EntryPreview(desk.part_frame, replace(entry, preview=says)))


@router.post("/entry")
def enter(desk: InDesk, form: InForm) -> Response:
    """Enter a table by its line. The next line can be typed at once."""
    desk.here.require("enter_table")
    try:
        said, done = _enter(desk, form)
    except Refused as refusal:
        fresh = desk.afresh()
        entry = replace(entry_form(fresh), error=refusal.sentence, typed=form.text("line"), focus=True)
        if desk.is_live:
            return desk.answer(EntryPart(fresh.part_frame, entry), refusal)
        return dashboard_of(fresh, refusal, entry=entry)
    if desk.is_live:
        fresh = desk.afresh()
        news = desk.said_of(done.entry) if done.entry else None
        entry = replace(entry_form(fresh), said=said, done=news, focus=True)
        return desk.answer(EntryPart(fresh.part_frame, entry))
    return see_other(with_news(f"{desk.path}?entered=1", done))


def _enter(desk: Desk, form: Posted) -> tuple[str, Done[None]]:
    running = _running(desk)
    if running.pods:
        points = read_points(desk, running, form.text("line"))
        pod, done = enter_points(desk, points)
        return entered_points(pod, points.report), done
    line, table = _read(desk, running, form.text("line"))
    if lacks_bid(table, line):
        raise Refused("auction-not-settled", needs_bid(table))
    if line.intentional_draw:
        done = enter_draw(desk.call, table.id)
    elif both_sides(table):
        games, taker = games_said(table, line)
        done = enter_games(desk.call, table.id, games, taker)
    else:
        done = enter_table(desk.call, table.id, line.bid, report_said(table, line))
    after = queries.one_table(desk.installation, desk.here.tournament_id, table.id, desk.here.viewer)
    return entered_words(after), done


def _running(desk: Desk) -> RoundView:
    if desk.round is None or desk.round.state is not RoundState.PUBLISHED:
        raise Refused("no-round", "No round is being played: publish the pairings first.")
    return desk.round


def _read(desk: Desk, running: RoundView, text: str) -> tuple[EntryLine, TableView]:
    """A line and the table it names, as far as both fit each other; Refused with what to type instead."""
    try:
        line = read_line(text, entry_form(desk).how)
    except LineRefused as refusal:
        raise Refused(refusal.code, refusal.said, Kind.INVALID) from refusal
    found = [table for table in running.tables if table.table_number == line.table and not table.bye]
    if not found:
        raise Refused(
            "unknown-table",
            say("Round {number} has no table {table}.", number=running.number, table=line.table),
            Kind.NOT_FOUND,
        )
    table = found[0]
    return line, table
