"""The next step of an event: one button, what blocks it, and what waits for the desk meanwhile."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.deckcheck.folding import alphabetical
from app.sentences import Sentence, say, t, tn
from app.services.decks.deck_views import DeckView, DeskRow
from app.services.kernel.views import RoundView, TournamentView
from app.tournament.clock import ClockState
from app.tournament.lifecycle import RoundState, TableState
from app.web.presenters.dashboard import in_order, is_done, names_of, number_of, still_out, tables_of
from app.web.presenters.pods import names_of_pod
from app.web.presenters.round_names import round_name
from app.web.presenters.two_games import missing_game
from app.words.written import listed_short

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
    """The decks of all who play; `desk` is the address of the dashboard."""
    playing = [row for row in rows if row.plays]
    illegal = [
        (row.name, f"{desk}/players/{row.player_id}")
        for row in sorted(playing, key=lambda row: alphabetical(row.name))
        if any(_is_illegal(deck) for deck in row.decks.values())
    ]
    return DeckState(required, sum(bool(row.missing) for row in playing) if required else 0, tuple(illegal))


def _is_illegal(deck: DeckView | None) -> bool:
    return deck is not None and not deck.told.legal and deck.override_reason is None


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
            waiting=(*_waiting(running, desk), *_for_a_place(view, desk)),
            note=t("Start the clock when everybody sits.")
            if running.pods
            else t("Start the clock when most tables have their sides."),
            may=may("set_clock"),
        )
    closing = running is not None and step.command == "close_round" and may("set_clock")
    also = _start_of_clock(running, desk) if running and closing and _needs_the_clock(running) else None
    if step.command in ("pair_round", "pair_cut"):
        number += 1
    blocked_by = _blockers(step.command, step.blocked_by, running, desk)
    form = StepForm(f"{desk}/next", str(step.label), {"command": step.command, "number": number})
    if step.command == "pair_round" and decks.required and decks.illegal and not blocked_by:
        blocked_by = _illegal(decks)
        also = replace(form, label=t("{step} all the same", step=step.label))
    return NextStep(
        title=_title(view, running),
        form=form,
        blocked_by=blocked_by,
        waiting=_for_a_place(view, desk),
        also=also,
        note=_note(step.command, view, running, decks),
        may=may(step.command),
    )


def _only_waits_for_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun and no table is further than bidding or playing."""
    further = (TableState.REPORTED, TableState.DISPUTED, TableState.DONE)
    states = [table.state for table in running.tables if not table.bye]
    states += [pod.state for pod in running.pods]
    return _needs_the_clock(running) and not any(state in further for state in states)


def _needs_the_clock(running: RoundView) -> bool:
    """Whether the clock of a round has not begun while a table is still out."""
    return running.clock.state is ClockState.STOPPED and still_out(running) > 0


def _start_of_clock(running: RoundView, desk: str) -> StepForm:
    return StepForm(f"{desk}/clock", t("Start the clock"), {"action": "start", "number": running.number})


def _title(view: TournamentView, running: RoundView | None) -> str:
    if running is None:
        return tn("{n} player in, no round paired yet", "{n} players in, no round paired yet", view.players)
    if running.state is RoundState.DRAFT:
        return t("{round} is a draft: only you see it", round=round_name(view, running))
    if running.state is RoundState.PUBLISHED:
        out = still_out(running)
        if out:
            return tn(
                "{round}: {out} of {n} table still out",
                "{round}: {out} of {n} tables still out",
                tables_of(running),
                round=round_name(view, running),
                out=out,
            )
        return t("{round}: every table has its result", round=round_name(view, running))
    return t("{round} is closed", round=round_name(view, running))


def _blockers(
    command: str, sentences: Sequence[Sentence], running: RoundView | None, desk: str
) -> tuple[StepLink, ...]:
    if not sentences:
        return ()
    if command == "close_round" and running is not None:
        return tuple(_open_tables(running, desk))
    page = {"pair_round": "/players", "start_cut": "/settings"}.get(command, "/rounds")
    return tuple(StepLink(str(sentence), desk + page) for sentence in sentences)


def _open_tables(running: RoundView, desk: str) -> Iterable[StepLink]:
    yield from _waiting(running, desk)
    for pod in running.pods:
        if not pod.final and pod.state is not TableState.REPORTED:
            said = t("Table {table} has no points: {names}", table=pod.table_number, names=names_of_pod(pod))
            yield StepLink(said, f"{desk}/pods/{pod.id}")
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    silent = [t for t in tables if t.state not in (TableState.DISPUTED, TableState.REPORTED) and not t.entry]
    if len(silent) > MOST_BLOCKERS:
        yield StepLink(
            tn("{n} table has no report", "{n} tables have no report", len(silent)),
            f"{desk}?show=open#tables",
        )
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
    for pod in running.pods:
        if pod.state is TableState.REPORTED:
            said = t("Table {table}: accept the points that were entered", table=pod.table_number)
            yield StepLink(said, f"{desk}/pods/{pod.id}")
    tables = [table for table in in_order(running.tables) if not is_done(table)]
    for table in [table for table in tables if table.state is TableState.DISPUTED]:
        yield StepLink(
            t("Table {table}: two different reports, decide it", table=number_of(table)), "#reports"
        )
    reported = [number_of(table) for table in tables if table.state is TableState.REPORTED]
    if reported:
        yield StepLink(
            tn(
                "Table {tables}: accept the one report",
                "Tables {tables}: accept the one report",
                len(reported),
                tables=listed_short(reported),
            ),
            "#reports",
        )
    aloud = [number_of(table) for table in tables if table.entry is not None]
    if aloud:
        yield StepLink(
            tn(
                "Table {tables}: accept the bidding held aloud",
                "Tables {tables}: accept the bidding held aloud",
                len(aloud),
                tables=listed_short(aloud),
            ),
            "#reports",
        )


def _for_a_place(view: TournamentView, desk: str) -> tuple[StepLink, ...]:
    """The waiting list, as long as somebody is on it."""
    if not view.waiting:
        return ()
    said = tn("{n} player is on the waiting list", "{n} players are on the waiting list", view.waiting)
    return (StepLink(said, f"{desk}/players?show=waiting"),)


def _illegal(decks: DeckState) -> tuple[StepLink, ...]:
    shown = [
        StepLink(t("{name}: a deck is not legal", name=name), href)
        for name, href in decks.illegal[:MOST_BLOCKERS]
    ]
    more = len(decks.illegal) - len(shown)
    if more:
        page = decks.illegal[0][1].partition("/players/")[0] + "/decks?show=illegal"
        shown.append(
            StepLink(
                tn(
                    "{n} more player with a deck that is not legal",
                    "{n} more players with a deck that is not legal",
                    more,
                ),
                page,
            )
        )
    return tuple(shown)


def _note(command: str, view: TournamentView, running: RoundView | None, decks: DeckState) -> str | None:
    if command == "pair_round" and decks.owing:
        return tn(
            "{n} player has not handed in both decks. You can pair all the same.",
            "{n} players have not handed in both decks. You can pair all the same.",
            decks.owing,
        )
    if command == "pair_round" and decks.illegal and not decks.required:
        names = [name for name, _ in decks.illegal]
        said, more = listed_short(names[:MOST_BLOCKERS]), len(names) - MOST_BLOCKERS
        if more > 0:
            return t(
                "Decks that are not legal: {names} and {more} more. "
                "Decks are optional here, so this stops nobody.",
                names=said,
                more=more,
            )
        return t(
            "Decks that are not legal: {names}. Decks are optional here, so this stops nobody.", names=said
        )
    if command == "pair_round" and running is None:
        return tn(
            "{n} round planned. You see the pairings as a draft first; nobody else does.",
            "{n} rounds planned. You see the pairings as a draft first; nobody else does.",
            view.planned_rounds,
        )
    if command == "publish_round" and running is not None:
        warnings = [*running.quality.get("warnings", []), *running.quality.get("notes", [])]
        if warnings:
            return " ".join(str(each) for each in warnings)
        if running.quality.get("proven_optimal"):
            return t("These pairings are proven to be the best there are.")
    return None
