"""The frame of the desk, and every table with its state on one card."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from app.sentences import message, t
from app.services.kernel.views import RoundView, SeatView, TableView, TournamentView
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.lifecycle import TableState
from app.tournament.results import DecidedBy, Outcome
from app.tournament.structures import structure
from app.web.presenters.duel_words import began_words, duel_words
from app.web.presenters.event import stage_words
from app.web.presenters.results import by_seed, side_of
from app.web.presenters.two_games import both_sides
from app.web.views import NavLink
from app.words.written import listed_short

OUTCOME_WORDS = {
    Outcome.CORP: message("Corp won"),
    Outcome.RUNNER: message("Runner won"),
    Outcome.DRAW: message("draw"),
    Outcome.TIE: message("tie"),
    Outcome.DOUBLE_LOSS: message("no winner"),
}
_NAVIGATION = (
    ("", message("Now")),
    ("/players", message("Players")),
    ("/rounds", message("Rounds")),
    ("/decks", message("Decks")),
    ("/calls", message("Calls")),
    ("/penalties", message("Penalties")),
    ("/journal", message("Journal")),
    ("/settings", message("Settings")),
    ("/staff", message("Staff")),
    ("/day", message("Events of the day")),
)


@dataclass(frozen=True)
class DeskHeader:
    """What stands above every page of the desk."""

    round: str
    nav: Sequence[NavLink]
    home: str = "/organize"


def header_of(view: TournamentView, current: str, may: Callable[[str], bool]) -> DeskHeader:
    """Round and navigation of the desk, without pages that have nothing for this role; `current` is the path
    behind the dashboard's."""
    desk = f"/t/{view.code}/desk"
    nav = [NavLink(desk + path, t(label), path == current) for path, label in _NAVIGATION]
    nav.insert(4, NavLink(f"/t/{view.code}/standings", t("Standings")))
    if not (view.day or may("set_day")):
        nav = [link for link in nav if link.href != f"{desk}/day"]
    if not structure(view.structure).decks:
        nav = [link for link in nav if link.href != f"{desk}/decks"]
    nav.append(NavLink(f"/t/{view.code}/print", t("Print"), current == "print"))
    return DeskHeader(stage_words(view), nav)


def in_order(tables: Iterable[TableView]) -> list[TableView]:
    """Tables by number, those without one last."""
    return sorted(tables, key=lambda table: (table.table_number is None, table.table_number or 0, table.id))


def is_done(table: TableView) -> bool:
    """Whether a table has its final result, or needs none."""
    return table.bye or (table.result is not None and table.result.final)


def tables_of(running: RoundView) -> int:
    """How many tables are played in a round."""
    return sum(not table.bye for table in running.tables) + len(running.pods)


def still_out(running: RoundView) -> int:
    """How many tables of a round have no final result."""
    return sum(not is_done(table) for table in running.tables) + sum(not pod.final for pod in running.pods)


def number_of(table: TableView) -> str:
    """The number as people say it; a bye takes place at no table."""
    if table.bye:
        return "–"
    return str(table.table_number) if table.table_number is not None else t("without a number")


def names_of(table: TableView) -> str:
    """'Ana and Ben'."""
    if table.second is None:
        return t("{name}, bye", name=table.first.name)
    return t("{first} and {second}", first=table.first.name, second=table.second.name)


def moves_words(table: TableView) -> str:
    """The bids so far: `Bids: Ana 1, Ben 3 for Runner.`"""
    names = {Seat.FIRST: table.first.name, Seat.SECOND: table.second.name if table.second else ""}
    bids = listed_short([f"{names[each.seat]} {each.bid}" for each in table.bidding.bids or []])
    if table.settled or table.bidding.side is None:
        return t("Bids: {bids}.", bids=bids)
    return t("Bids: {bids} for {side}.", bids=bids, side=table.bidding.side.word)


@dataclass(frozen=True)
class CardSeat:
    """Who sits at a table, and the side once it is settled."""

    name: str
    side: Side | None


@dataclass(frozen=True)
class TableCard:
    """A table as the grid draws it; `detail` says what the state word leaves open, like `3 on Runner`."""

    table_number: str
    href: str
    state: TableState
    detail: str | None
    bye: bool
    note: str | None
    seats: tuple[CardSeat, ...]


def tables_shown(running: RoundView | None, *, only_open: bool) -> list[TableView]:
    """The tables of a round in the order of the grid; `only_open`: those without a final result."""
    tables = in_order(running.tables) if running is not None else []
    return [table for table in tables if not (only_open and is_done(table))]


def table_card(table: TableView, desk: str) -> TableCard:
    """One table as the grid draws it; `desk` is the address of the dashboard."""
    numbered = table.table_number is not None and not table.bye
    return TableCard(
        table_number=str(table.table_number) if numbered else "–",
        href=f"{desk}/tables/{table.id}",
        state=table.state,
        detail=detail(table),
        bye=table.bye,
        note=_extra(table),
        seats=tuple(_seat(table, seat) for seat in (table.first, table.second) if seat is not None),
    )


def _seat(table: TableView, seat: SeatView) -> CardSeat:
    return CardSeat(seat.name, side_of(table, seat.player_id))


def _extra(table: TableView) -> str | None:
    return t("+{minutes} min", minutes=table.extra_seconds // 60) if table.extra_seconds else None


def detail(table: TableView) -> str | None:
    """What the state word leaves open: the high bid, who is there, what was reported, who won."""
    bid = _bid(table)
    if table.entry is not None:
        return t("a bidding held aloud waits")
    match table.state:
        case TableState.WAITING:
            here = [seat.name for seat in (table.first, table.second) if seat is not None and seat.ready]
            if len(here) == 2:
                return t("both are there")
            return t("{name} is there", name=here[0]) if here else None
        case TableState.BIDDING | TableState.PLAYING:
            return bid
        case TableState.REPORTED:
            return _reported(table) if table.reports else bid
        case TableState.DONE:
            return None if table.bye else result_words(table)
        case _:
            return None


def _reported(table: TableView) -> str:
    assert table.reports
    outcome = table.reports[0].outcome
    return t(OUTCOME_WORDS[outcome]) if outcome in OUTCOME_WORDS else duel_words(table, table.reports[0])


def _bid(table: TableView) -> str | None:
    auction = table.bidding
    if table.without_sides:
        return began_words(table)
    if both_sides(table):
        done = sum(game.result is not None and game.result.final for game in table.games)
        return t("game {number} of 2", number=min(done + 1, 2))
    if table.auction is None:
        return None
    if by_seed(table):
        return t("sides by seed") if auction.settled else t("the higher seed chooses")
    if auction.high_bid is None or auction.side is None:
        return None
    return t("{bid} on {side}", bid=auction.high_bid, side=auction.side.word)


def _winner_name(table: TableView) -> str | None:
    won = table.result.winner_id if table.result is not None else None
    return next((s.name for s in (table.first, table.second) if s and s.player_id == won), None)


def result_words(table: TableView) -> str:
    """A final result in words: 'Corp won', 'draw, Ben wins', 'no winner'."""
    result = table.result
    winner = _winner_name(table)
    if result is not None and result.decided_by is DecidedBy.FORFEIT:
        return t("{name} won by forfeit, no game", name=winner)
    if result is not None and table.second is not None and (table.games or result.intentional_draw):
        score = f"{result.first_match_points}–{result.second_match_points}"
        if result.two_for_one:
            return t("2 for 1, {score}", score=score)
        return t("intentional draw, {score}", score=score) if result.intentional_draw else score
    if result is None or result.outcome is None:
        return t("bye") if table.bye else t("no result")
    if table.without_sides:
        return duel_words(table, result)
    words = t(OUTCOME_WORDS[result.outcome])
    if result.decided_by in (DecidedBy.DRAW_RULE, DecidedBy.HIGHER_SEED):
        return t("draw, {name} wins", name=winner) if winner else words
    return words
