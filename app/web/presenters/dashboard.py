"""The dashboard's words: what comes next and what blocks it, and every table with its state on one card."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from app.services.decks.deck_views import DeckView, DeskRow
from app.services.kernel.views import RoundView, SeatView, TableView, TournamentView
from app.tournament.clock import ClockState
from app.tournament.lifecycle import RoundState, TableState
from app.tournament.results import DecidedBy, Outcome
from app.web.presenters.event import stage_words
from app.web.presenters.results import by_seed, side_of

Shown = dict[str, Any]
MOST_BLOCKERS = 6

OUTCOME_WORDS = {
    Outcome.CORP: "Corp won",
    Outcome.RUNNER: "Runner won",
    Outcome.DRAW: "draw",
    Outcome.DOUBLE_LOSS: "no winner",
}
_NAVIGATION = (
    ("", "Now"),
    ("/players", "Players"),
    ("/rounds", "Rounds"),
    ("/decks", "Decks"),
    ("/journal", "Journal"),
    ("/settings", "Settings"),
    ("/staff", "Staff"),
)


def header_of(view: TournamentView, current: str) -> Shown:
    """Name, round and navigation of the desk; `current` is the path behind the dashboard's."""
    desk = f"/t/{view.code}/desk"
    nav = [{"href": desk + path, "label": label, "current": path == current} for path, label in _NAVIGATION]
    nav.insert(4, {"href": f"/t/{view.code}/standings", "label": "Standings", "current": False})
    nav.append({"href": f"/t/{view.code}/print", "label": "Print", "current": current == "print"})
    return {"name": view.name, "round": stage_words(view), "nav": nav, "home": "/organize"}


@dataclass(frozen=True)
class DeckState:
    """What the decks say before round 1: how many players owe one, whose are not legal (name, page).

    Where decks are `required` an illegal one stands in the way, and is passed over by a button of its own.
    """

    required: bool
    owing: int
    illegal: tuple[tuple[str, str], ...]


NO_DECKS = DeckState(False, 0, ())


def deck_state(rows: Iterable[DeskRow], required: bool, desk: str) -> DeckState:
    """The decks of all players who have not dropped; `desk` is the address of the dashboard."""
    playing = [row for row in rows if not row.dropped]
    illegal = [
        (row.name, f"{desk}/players/{row.player_id}")
        for row in sorted(playing, key=lambda row: row.name.casefold())
        if any(_is_illegal(deck) for deck in (row.corp, row.runner))
    ]
    return DeckState(required, sum(bool(row.missing) for row in playing) if required else 0, tuple(illegal))


def _is_illegal(deck: DeckView | None) -> bool:
    return deck is not None and not deck.verdict["legal"] and deck.override_reason is None


def next_step(
    view: TournamentView, running: RoundView | None, decks: DeckState, may: Callable[[str], bool]
) -> Shown | None:
    """The one next step with what blocks it; None when the event is over."""
    step = view.next
    if step is None:
        return None
    desk = f"/t/{view.code}/desk"
    number = running.number if running else 0
    if running is not None and step.command == "close_round" and _only_waits_for_the_clock(running):
        return {
            "title": _title(view, running),
            **_start_of_clock(running, desk),
            "blocked_by": [],
            "waiting": list(_waiting(running, desk)),
            "note": "Start it when most tables have their sides.",
            "may": may("set_clock"),
        }
    closing = running is not None and step.command == "close_round" and may("set_clock")
    also = _start_of_clock(running, desk) if running and closing and _needs_the_clock(running) else None
    if step.command in ("pair_round", "pair_cut"):
        number += 1
    blocked_by = _blockers(step.command, step.blocked_by, running, desk)
    fields = {"command": step.command, "number": number}
    if step.command == "pair_round" and decks.required and decks.illegal and not blocked_by:
        blocked_by = _illegal(decks)
        also = {"action": f"{desk}/next", "label": f"{step.label} all the same", "fields": fields}
    return {
        "title": _title(view, running),
        "action": f"{desk}/next",
        "label": step.label,
        "fields": fields,
        "blocked_by": blocked_by,
        "also": also,
        "note": _note(step.command, view, running, decks),
        "may": may(step.command),
    }


def _only_waits_for_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun and no table is further than bidding or playing."""
    further = (TableState.REPORTED, TableState.DISPUTED, TableState.DONE)
    return _needs_the_clock(running) and all(t.bye or t.state not in further for t in running.tables)


def _needs_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun while a table is still out."""
    return running.clock.state is ClockState.STOPPED and not all(map(is_done, running.tables))


def _start_of_clock(running: RoundView, desk: str) -> Shown:
    return {
        "action": f"{desk}/clock",
        "label": "Start the clock",
        "fields": {"action": "start", "number": running.number},
    }


def _title(view: TournamentView, running: RoundView | None) -> str:
    if running is None:
        return f"{count(view.players, 'player')} in, no round paired yet"
    if running.state is RoundState.DRAFT:
        return f"Round {running.number} is a draft: only you see it"
    tables = [table for table in running.tables if not table.bye]
    if running.state is RoundState.PUBLISHED:
        out = sum(not is_done(table) for table in tables)
        if out:
            return f"Round {running.number}: {out} of {count(len(tables), 'table')} still out"
        return f"Round {running.number}: every table has its result"
    return f"Round {running.number} is closed"


def _blockers(
    command: str, sentences: Sequence[str], running: RoundView | None, desk: str
) -> list[dict[str, str]]:
    if not sentences:
        return []
    if command == "close_round" and running is not None:
        return list(_open_tables(running, desk))
    page = {"pair_round": "/players", "start_cut": "/settings"}.get(command, "/rounds")
    return [{"text": sentence, "href": desk + page} for sentence in sentences]


def _open_tables(running: RoundView, desk: str) -> Iterable[dict[str, str]]:
    yield from _waiting(running, desk)
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    silent = [t for t in tables if t.state not in (TableState.DISPUTED, TableState.REPORTED) and not t.entry]
    if len(silent) > MOST_BLOCKERS:
        yield {"text": f"{len(silent)} tables have no report", "href": f"{desk}?show=open#tables"}
        return
    for table in silent:
        yield {
            "text": f"Table {number_of(table)} has no result: {names_of(table)}",
            "href": f"{desk}/tables/{table.id}",
        }


def _waiting(running: RoundView, desk: str) -> Iterable[dict[str, str]]:
    """What waits for the desk at the tables: disputes, one-sided reports, biddings held aloud."""
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    for table in [table for table in tables if table.state is TableState.DISPUTED]:
        yield {
            "text": f"Table {number_of(table)}: two different reports, decide it",
            "href": f"{desk}/tables/{table.id}",
        }
    reported = [number_of(table) for table in tables if table.state is TableState.REPORTED]
    if reported:
        yield {"text": f"{_tables(reported)}: accept the one report", "href": "#reports"}
    aloud = [number_of(table) for table in tables if table.entry is not None]
    if aloud:
        yield {"text": f"{_tables(aloud)}: accept the bidding held aloud", "href": "#reports"}


def _illegal(decks: DeckState) -> list[dict[str, str]]:
    shown = [
        {"text": f"{name}: a deck is not legal", "href": href} for name, href in decks.illegal[:MOST_BLOCKERS]
    ]
    more = len(decks.illegal) - len(shown)
    if more:
        page = decks.illegal[0][1].partition("/players/")[0] + "/decks?show=illegal"
        shown.append({"text": f"{count(more, 'more player')} with a deck that is not legal", "href": page})
    return shown


def _note(command: str, view: TournamentView, running: RoundView | None, decks: DeckState) -> str | None:
    if command == "pair_round" and decks.owing:
        who = "1 player has" if decks.owing == 1 else f"{decks.owing} players have"
        return f"{who} not handed in both decks. You can pair all the same."
    if command == "pair_round" and decks.illegal and not decks.required:
        names = [name for name, _ in decks.illegal]
        said = ", ".join(names[:MOST_BLOCKERS])
        if len(names) > MOST_BLOCKERS:
            said = f"{said} and {len(names) - MOST_BLOCKERS} more"
        return f"Decks that are not legal: {said}. Decks are optional here, so this stops nobody."
    if command == "pair_round" and running is None:
        planned = count(view.planned_rounds, "round")
        return f"{planned} planned. You see the pairings as a draft first; nobody else does."
    if command == "publish_round" and running is not None:
        warnings = [*running.quality.get("warnings", []), *running.quality.get("notes", [])]
        if warnings:
            return " ".join(warnings)
        if running.quality.get("proven_optimal"):
            return "These pairings are proven to be the best there are."
    return None


def _tables(numbers: Sequence[str]) -> str:
    return f"Table {numbers[0]}" if len(numbers) == 1 else f"Tables {', '.join(numbers)}"


def count(number: int, one: str) -> str:
    """'1 player', '2 players'."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def in_order(tables: Iterable[TableView]) -> list[TableView]:
    """Tables by number, those without one last."""
    return sorted(tables, key=lambda table: (table.table_number is None, table.table_number or 0, table.id))


def is_done(table: TableView) -> bool:
    """Whether a table has its final result, or needs none."""
    return table.bye or (table.result is not None and table.result.final)


def number_of(table: TableView) -> str:
    """The number as people say it; a bye takes place at no table."""
    if table.bye:
        return "–"
    return str(table.table_number) if table.table_number is not None else "without a number"


def names_of(table: TableView) -> str:
    """'Ana and Ben'."""
    return f"{table.first.name} and {table.second.name}" if table.second else f"{table.first.name}, bye"


def table_cards(running: RoundView | None, desk: str, *, only_open: bool) -> list[Shown]:
    """The cards of a round's tables; `only_open`: those without a final result."""
    if running is None:
        return []
    shown = [table for table in in_order(running.tables) if not (only_open and is_done(table))]
    return [table_card(table, desk) for table in shown]


def table_card(table: TableView, desk: str) -> Shown:
    """One table as the grid draws it."""
    return {
        "table_number": table.table_number if table.table_number is not None and not table.bye else "–",
        "href": f"{desk}/tables/{table.id}",
        "state": table.state.value,
        "detail": detail(table),
        "bye": table.bye,
        "note": _extra(table),
        "seats": [_seat(table, seat) for seat in (table.first, table.second) if seat is not None],
    }


def _seat(table: TableView, seat: SeatView) -> Shown:
    side = side_of(table, seat.player_id)
    return {"name": seat.name, "side": side.value if side else None}


def _extra(table: TableView) -> str | None:
    return f"+{table.extra_seconds // 60} min" if table.extra_seconds else None


def detail(table: TableView) -> str | None:
    """What the state word leaves open: the high bid, who is there, what was reported, who won."""
    bid = _bid(table)
    if table.entry is not None:
        return "a bidding held aloud waits"
    match table.state:
        case TableState.WAITING:
            here = [seat.name for seat in (table.first, table.second) if seat is not None and seat.ready]
            if len(here) == 2:
                return "both are there"
            return f"{here[0]} is there" if here else None
        case TableState.BIDDING | TableState.PLAYING:
            return bid
        case TableState.REPORTED:
            return OUTCOME_WORDS[table.reports[0].outcome] if table.reports else None
        case TableState.DONE:
            return None if table.bye else result_words(table)
        case _:
            return None


def _bid(table: TableView) -> str | None:
    auction = table.auction
    if by_seed(table):
        return "sides by seed" if auction.settled else "the higher seed chooses"
    if auction.high_bid is None or auction.side is None:
        return None
    return f"{auction.high_bid} on {auction.side.word}"


def _winner_name(table: TableView) -> str | None:
    won = table.result.winner_id if table.result is not None else None
    return next((s.name for s in (table.first, table.second) if s and s.player_id == won), None)


def result_words(table: TableView) -> str:
    """A final result in words: 'Corp won', 'draw, Ben wins', 'no winner'."""
    result = table.result
    winner = _winner_name(table)
    if result is not None and result.decided_by is DecidedBy.FORFEIT:
        return f"{winner} won by forfeit, no game"
    if result is None or result.outcome is None:
        return "bye" if table.bye else "no result"
    words = OUTCOME_WORDS[result.outcome]
    if result.decided_by in (DecidedBy.DRAW_RULE, DecidedBy.HIGHER_SEED):
        return f"draw, {winner} wins" if winner else words
    return words
