"""The next step of an event: one button, what blocks it, and what waits for the desk meanwhile."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.sentences import say
from app.services.decks.deck_views import DeckView, DeskRow
from app.services.kernel.views import RoundView, TournamentView
from app.tournament.clock import ClockState
from app.tournament.lifecycle import RoundState, TableState
from app.web.presenters.dashboard import count, in_order, is_done, names_of, number_of
from app.web.presenters.two_games import missing_game

MOST_BLOCKERS = 6


@dataclass(frozen=True)
class StepForm:
    """A button that gives a command: the address, what stands on it, and the hidden fields."""

    action: str
    label: str
    fields: Mapping[str, str | int]


@dataclass(frozen=True)
class StepLink:
    """Something that blocks a step or waits for the desk, with the page where it is seen to."""

    text: str
    href: str


@dataclass(frozen=True, kw_only=True)
class NextStep:
    """The next step. `also` is a second button that nothing blocks; `waiting` blocks nothing."""

    title: str
    form: StepForm
    may: bool
    note: str | None
    blocked_by: tuple[StepLink, ...] = ()
    waiting: tuple[StepLink, ...] = ()
    also: StepForm | None = None


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
) -> NextStep | None:
    """The one next step with what blocks it; None when the event is over."""
    step = view.next
    if step is None:
        return None
    desk = f"/t/{view.code}/desk"
    number = running.number if running else 0
    if running is not None and step.command == "close_round" and _only_waits_for_the_clock(running):
        return NextStep(
            title=_title(view, running),
            form=_start_of_clock(running, desk),
            waiting=tuple(_waiting(running, desk)),
            note="Start it when most tables have their sides.",
            may=may("set_clock"),
        )
    closing = running is not None and step.command == "close_round" and may("set_clock")
    also = _start_of_clock(running, desk) if running and closing and _needs_the_clock(running) else None
    if step.command in ("pair_round", "pair_cut"):
        number += 1
    blocked_by = _blockers(step.command, step.blocked_by, running, desk)
    form = StepForm(f"{desk}/next", step.label, {"command": step.command, "number": number})
    if step.command == "pair_round" and decks.required and decks.illegal and not blocked_by:
        blocked_by = _illegal(decks)
        also = replace(form, label=f"{step.label} all the same")
    return NextStep(
        title=_title(view, running),
        form=form,
        blocked_by=blocked_by,
        also=also,
        note=_note(step.command, view, running, decks),
        may=may(step.command),
    )


def _only_waits_for_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun and no table is further than bidding or playing."""
    further = (TableState.REPORTED, TableState.DISPUTED, TableState.DONE)
    return _needs_the_clock(running) and all(t.bye or t.state not in further for t in running.tables)


def _needs_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun while a table is still out."""
    return running.clock.state is ClockState.STOPPED and not all(map(is_done, running.tables))


def _start_of_clock(running: RoundView, desk: str) -> StepForm:
    return StepForm(f"{desk}/clock", "Start the clock", {"action": "start", "number": running.number})


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
) -> tuple[StepLink, ...]:
    if not sentences:
        return ()
    if command == "close_round" and running is not None:
        return tuple(_open_tables(running, desk))
    page = {"pair_round": "/players", "start_cut": "/settings"}.get(command, "/rounds")
    return tuple(StepLink(sentence, desk + page) for sentence in sentences)


def _open_tables(running: RoundView, desk: str) -> Iterable[StepLink]:
    yield from _waiting(running, desk)
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    silent = [t for t in tables if t.state not in (TableState.DISPUTED, TableState.REPORTED) and not t.entry]
    if len(silent) > MOST_BLOCKERS:
        yield StepLink(f"{len(silent)} tables have no report", f"{desk}?show=open#tables")
        return
    for table in silent:
        missing = missing_game(table)
        text = (
            say("Table {table} has no result: {names}", table=number_of(table), names=names_of(table))
            if missing is None
            else say(
                "Game {game} of table {table} has no result: {names}",
                game=missing,
                table=number_of(table),
                names=names_of(table),
            )
        )
        yield StepLink(str(text), f"{desk}/tables/{table.id}")


def _waiting(running: RoundView, desk: str) -> Iterable[StepLink]:
    """What waits for the desk at the tables: disputes, one-sided reports, biddings held aloud."""
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    for table in [table for table in tables if table.state is TableState.DISPUTED]:
        yield StepLink(f"Table {number_of(table)}: two different reports, decide it", "#reports")
    reported = [number_of(table) for table in tables if table.state is TableState.REPORTED]
    if reported:
        yield StepLink(f"{_tables(reported)}: accept the one report", "#reports")
    aloud = [number_of(table) for table in tables if table.entry is not None]
    if aloud:
        yield StepLink(f"{_tables(aloud)}: accept the bidding held aloud", "#reports")


def _illegal(decks: DeckState) -> tuple[StepLink, ...]:
    shown = [StepLink(f"{name}: a deck is not legal", href) for name, href in decks.illegal[:MOST_BLOCKERS]]
    more = len(decks.illegal) - len(shown)
    if more:
        page = decks.illegal[0][1].partition("/players/")[0] + "/decks?show=illegal"
        shown.append(StepLink(f"{count(more, 'more player')} with a deck that is not legal", page))
    return tuple(shown)


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
