"""The line by which a table is entered: its form, and in words what it would enter or has entered."""

from dataclasses import dataclass, replace

from app.sentences import say, t
from app.services.kernel.views import ResultView, TableView
from app.services.play.two_games import OneGame
from app.sides import Side
from app.tournament import pod_line
from app.tournament.auction import Seat, Settlement
from app.tournament.duel import check_duel
from app.tournament.entry_line import GRAMMARS, LONGEST_LINE
from app.tournament.entry_parts import EntryLine
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
from app.web.presenters.desk_frame import Said
from app.web.presenters.results import bid_words, names_of, outcome_words, two_game_words
from app.web.presenters.two_games import both_sides, half_words


@dataclass(frozen=True)
class EntryForm:
    """The form: what was typed and refused, what the last line entered and its Undo (`done`), what this one
    would enter; `how` players come to their sides, `several`: more than two sit at a table."""

    open: bool
    typed: str = ""
    error: str | None = None
    said: str | None = None
    done: Said | None = None
    preview: str | None = None
    focus: bool = False
    how: SidesBy = SidesBy.AUCTION
    several: bool = False
    longest: int = LONGEST_LINE

    @property
    def example(self) -> str:
        """A line as it may be typed in this round."""
        return pod_line.EXAMPLE if self.several else GRAMMARS[self.how].example

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """How to write a line: examples with their meaning; one without an example is a remark."""
        lines = pod_line.LINES if self.several else GRAMMARS[self.how].lines
        return tuple((line, t(words)) for line, words in lines)


def entered_words(table: TableView) -> str:
    """What a table has now: `Table 3: Ben bid 5 on Runner.`, with the result once there is one."""
    bid = bid_words(table)
    if table.result is not None and table.result.final:
        return _bid_and_result(table, bid, outcome_words(table, table.result, both=True))
    if both_sides(table):
        return t("Table {number}: {result}.", number=table.table_number, result=half_words(table))
    return t("Table {number}: {bid}. The result can follow.", number=table.table_number, bid=bid)


def preview_words(table: TableView, line: EntryLine) -> str:
    """What a line would enter at a table whose sides are settled, or whose bid the line says."""
    if line.intentional_draw:
        return _bid_and_result(table, None, t("An intentional draw"))
    if both_sides(table):
        return _bid_and_result(table, None, _games_words(table, line))
    shown = with_bid(table, line.bid) if line.bid is not None else table
    bid, report = bid_words(shown), report_said(table, line)
    if report is None:
        return t("Table {number}: {bid}. The result can follow.", number=table.table_number, bid=bid)
    return _bid_and_result(table, bid, outcome_words(shown, _result_of(report), both=True))


def objection(table: TableView, line: EntryLine) -> str | None:
    """Why the line can't be entered at this table, as far as the table tells; None where nothing does."""
    final = table.result is not None and table.result.final
    if both_sides(table) or line.intentional_draw:
        return _objection_to_round(table, line)
    line = with_outcome(table, line)
    if line.outcome is Outcome.TIE and table.sides_by is SidesBy.AUCTION:
        return t("No game ends in a tie here: type D for a draw.")
    if lacks_bid(table, line):
        return needs_bid(table)
    if line.bid is not None and table.settled and with_bid(table, line.bid) != table:
        return t(
            "The sides of table {number} are settled already: {bid}. "
            "Open the table to change that, or leave the bid out.",
            number=table.table_number,
            bid=bid_words(table),
        )
    if line.outcome is not None and final and table.result and table.result.outcome is not line.outcome:
        result = outcome_words(table, table.result, both=True)
        return t(
            "Table {number} has its result already: {result}. Open the table to correct it.",
            number=table.table_number,
            result=result,
        )
    report = report_said(table, line)
    if report is None:
        return None
    if table.without_sides:
        return _objection_to_duel(report)
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
    says_who = line.outcome is not None or line.winner is not None
    nobody_buys = table.sides_by in (SidesBy.BOTH, SidesBy.NONE)
    return says_who and not nobody_buys and line.bid is None and table.starting is None


def needs_bid(table: TableView) -> str:
    """Why a result alone says nothing at a table whose sides nobody has, and what to type."""
    return t(
        "Nobody has bought the sides of table {number} yet, so C, R and D say nothing. Type who "
        "won the bid before it, 1 for {first} or 2 for {second}, with the side and the number, "
        "like {number} 2R5 C.",
        number=table.table_number,
        first=table.first.name,
        second=table.second.name if table.second is not None else t("nobody"),
    )


def with_outcome(table: TableView, line: EntryLine) -> EntryLine:
    """The line with the side that won, where it names the seat; as it is where that is not known yet."""
    if table.sides_by is SidesBy.NONE and line.winner is not None:
        first = line.winner is Seat.FIRST
        return replace(line, winner=None, outcome=Outcome.FIRST if first else Outcome.SECOND)
    shown = with_bid(table, line.bid) if line.bid is not None else table
    if line.winner is None or shown.second is None or shown.corp_player_id is None:
        return line
    winner = shown.first if line.winner is Seat.FIRST else shown.second
    corp = winner.player_id == shown.corp_player_id
    return replace(line, winner=None, outcome=Outcome.CORP if corp else Outcome.RUNNER)


def report_said(table: TableView, line: EntryLine) -> Report | None:
    """The result the line tells of this table, by the kind of its game; None where it tells the bid only."""
    line = with_outcome(table, line)
    return line.duel if table.without_sides else line.report


def _objection_to_duel(report: Report) -> str | None:
    try:
        check_duel(report)
    except ResultRefused as refusal:
        return str(refusal)
    return None


def games_said(table: TableView, line: EntryLine) -> tuple[list[OneGame], int | None]:
    """The games a line says of a table with two, and who takes both; with the sides reported so far, else
    the player named first has the Corp in the first game."""
    assert table.second is not None
    reports = [line.report, None if line.second is None else Report(line.second)]
    first = table.games[0]
    taker = None
    if line.two_for_one:
        taker = (table.first if line.winner is Seat.FIRST else table.second).player_id
        if first.result is None or not first.result.final:
            reports[0] = Report(Outcome.CORP if first.corp_player_id == taker else Outcome.RUNNER)
    said = [
        OneGame(game.number, report, game.corp_player_id)
        for game, report in zip(table.games, reports, strict=True)
        if report is not None
    ]
    return said, taker


def _games_words(table: TableView, line: EntryLine) -> str:
    games, taker = games_said(table, line)
    words = [
        t(
            "game {number}, {result}",
            number=said.number,
            result=two_game_words(table, said.corp_id, _result_of(said.report)),
        )
        for said in games
    ]
    if taker is not None:
        words.append(t("2 for 1, {name} takes both games", name=names_of(table)[taker]))
    elif len(games) == 1:
        words.append(t("the second game can follow"))
    return "; ".join(words)


def _objection_to_round(table: TableView, line: EntryLine) -> str | None:
    """Why a line of a whole round can't be entered, as far as the table tells."""
    final = {game.number: game.result for game in table.games if game.result and game.result.final}
    games, taker = games_said(table, line) if both_sides(table) and not line.intentional_draw else ([], None)
    known = table.result if table.result is not None and table.result.final else None
    differs = any(
        said.number in final and final[said.number].outcome is not _in_ties(said.report.outcome)
        for said in games
    )
    if line.intentional_draw:
        differs = bool(final) or (known is not None and not known.intentional_draw)
    elif taker is not None:
        differs = 2 in final or (1 in final and final[1].winner_id != taker)
    elif known is not None:
        differs = differs or any(said.number not in final for said in games)
    if differs:
        shown = outcome_words(table, known) if known is not None else half_words(table)
        said = say(
            "Table {table} has another result already: {result}. Open the table to correct it.",
            table=table.table_number,
            result=shown,
        )
        return str(said)
    try:
        for each in games:
            check_report(each.report)
    except ResultRefused as refusal:
        return str(refusal)
    return None


def _in_ties(outcome: Outcome) -> Outcome:
    return Outcome.TIE if outcome is Outcome.DRAW else outcome


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
        return t("Table {number}: {result}.", number=table.table_number, result=result)
    return t("Table {number}: {bid}. {result}.", number=table.table_number, bid=bid, result=result)


def _result_of(report: Report) -> ResultView:
    return ResultView(
        outcome=report.outcome,
        winner_id=None,
        decided_by=None,
        ending=report.ending,
        corp_points=report.corp_points,
        runner_points=report.runner_points,
        final=False,
        first_dice=report.first_dice,
        second_dice=report.second_dice,
    )
