"""The line by which a table is entered: its form, and in words what it would enter or has entered."""

from dataclasses import dataclass, replace

from app.services.kernel.views import ResultView, TableView
from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.entry_line import EXAMPLE, LONGEST_LINE, EntryLine
from app.tournament.results import (
    FEWEST_WINNING_POINTS,
    Outcome,
    Report,
    ResultRefused,
    check_report,
    check_winning_points,
    draw_of,
    winning_points,
)
from app.tournament.sides import SidesBy
from app.web.presenters.results import bid_words, outcome_words


@dataclass(frozen=True)
class EntryForm:
    """The form: what was typed and refused, what the last line entered, what this one would enter."""

    open: bool
    typed: str = ""
    error: str | None = None
    said: str | None = None
    preview: str | None = None
    focus: bool = False
    example: str = EXAMPLE
    longest: int = LONGEST_LINE


def entered_words(table: TableView) -> str:
    """What a table has now: `Table 3: Ben bid 5 on Runner.`, with the result once there is one."""
    bid = bid_words(table)
    if table.result is not None and table.result.final:
        return _bid_and_result(table, bid, outcome_words(table, table.result, both=True))
    return f"Table {table.table_number}: {bid}. The result can follow."


def preview_words(table: TableView, line: EntryLine) -> str:
    """What a line would enter at a table whose sides are settled, or whose bid the line says."""
    shown = with_bid(table, line.bid) if line.bid is not None else table
    bid, report = bid_words(shown), line.report
    if report is None:
        return f"Table {table.table_number}: {bid}. The result can follow."
    return _bid_and_result(table, bid, outcome_words(shown, _result_of(report), both=True))


def objection(table: TableView, line: EntryLine) -> str | None:
    """Why the line can't be entered at this table, as far as the table tells; None where nothing does."""
    final = table.result is not None and table.result.final
    if line.outcome is Outcome.TIE and table.sides_by is SidesBy.AUCTION:
        return "No game ends in a tie here: type D for a draw."
    if lacks_bid(table, line):
        return needs_bid(table)
    if line.bid is not None and table.settled and with_bid(table, line.bid) != table:
        return (
            f"The sides of table {table.table_number} are settled already: {bid_words(table)}. "
            "Open the table to change that, or leave the bid out."
        )
    if line.outcome is not None and final and table.result and table.result.outcome is not line.outcome:
        result = outcome_words(table, table.result, both=True)
        return f"Table {table.table_number} has its result already: {result}. Open the table to correct it."
    report = line.report
    if report is None:
        return None
    shown = with_bid(table, line.bid) if line.bid is not None else table
    corp = shown.first if shown.corp_player_id == shown.first.player_id else shown.second
    title = corp.corp_identity if corp is not None else None
    try:
        check_report(report)
        check_winning_points(report, winning_points(title) if title else FEWEST_WINNING_POINTS)
    except ResultRefused as refusal:
        return str(refusal)
    return None


def lacks_bid(table: TableView, line: EntryLine) -> bool:
    """Whether the line says a result of sides that nobody has yet."""
    return line.outcome is not None and line.bid is None and table.starting is None


def needs_bid(table: TableView) -> str:
    """Why a result alone says nothing at a table whose sides nobody has, and what to type."""
    second = table.second.name if table.second is not None else "nobody"
    return (
        f"Nobody has bought the sides of table {table.table_number} yet, so C, R and D say nothing. Type who "
        f"won the bid before it, 1 for {table.first.name} or 2 for {second}, with the side and the number, "
        f"like {table.table_number} 2R5 C."
    )


def with_bid(table: TableView, bid: Settlement) -> TableView:
    """The table as it would be with its sides settled so."""
    assert table.second is not None
    seats = {Seat.FIRST: table.first.player_id, Seat.SECOND: table.second.player_id}
    auction = replace(table.bidding, settled=True, side=bid.side, winner=bid.winner, high_bid=bid.bid)
    loser = draw_of(bid).winner
    assert loser is not None
    return replace(
        table,
        auction=auction,
        corp_player_id=seats[bid.seat_of(Side.CORP)],
        runner_player_id=seats[bid.seat_of(Side.RUNNER)],
        draw_winner_id=seats[loser],
    )


def _bid_and_result(table: TableView, bid: str | None, result: str) -> str:
    if bid is None:
        return f"Table {table.table_number}: {result}."
    return f"Table {table.table_number}: {bid}. {result}."


def _result_of(report: Report) -> ResultView:
    return ResultView(
        outcome=report.outcome,
        winner_id=None,
        decided_by=None,
        ending=report.ending,
        corp_points=report.corp_points,
        runner_points=report.runner_points,
        final=False,
    )
