"""What a player's page shows now: one state with one sentence, read in as few questions as it takes.

A bid wakes two phones, so this is asked most of all; what only matters between rounds is read only then.
"""

from dataclasses import dataclass, replace
from typing import Any

from app.services.decks.event_pool import outside_pool
from app.services.event.questions import Questions, asking
from app.services.kernel.errors import Refused
from app.services.kernel.views import TableView, TournamentView
from app.tournament.lifecycle import Phase
from app.web.forms import Posted
from app.web.pages.frames import player_frame
from app.web.phone_presence import other_phone, silent_since
from app.web.presenters import event as words
from app.web.presenters.auction import all_starts, board, seat_of, seat_shown, settled, shared_board
from app.web.presenters.clock import at_time, clock_shown
from app.web.presenters.decks import outside_words
from app.web.presenters.one_phone import one_phone_shown
from app.web.presenters.results import by_seed, game_row
from app.web.presenters.seat import acted, cut_sentence, entry_shown, game_shown, now_sentence, refused_form
from app.web.presenters.standings import place_words
from app.web.presenters.values import Values
from app.web.requester import Visit


@dataclass(frozen=True)
class Attempt:
    """A form that was refused: why, from which form, and what was typed into it."""

    refusal: Refused
    form: str
    typed: Posted


def now_values(here: Visit, attempt: Attempt | None = None) -> dict[str, Any]:
    """All values of the player's page and of its fragment, of one moment."""
    context = here.context
    with asking(context.installation, here.tournament_id, here.viewer, context.now()) as ask:
        return _values(here, ask, attempt)


def _values(here: Visit, ask: Questions, attempt: Attempt | None) -> dict[str, Any]:
    me = here.actor.id
    assert me is not None
    event, table = ask.event(), ask.table_of_player(me)
    kind = kind_of(event, table)
    values: dict[str, Any] = {
        **player_frame(here, event, "/me", ask.version),
        "kind": kind,
        "me": me,
        "my_name": here.actor.name,
        "table": table,
        "dropped": ask.has_dropped(me),
        "now": now_sentence(kind, event, table, me),
        "call": ask.own_call(me),
        "announcements": ask.announcements(),
        "refused": attempt.refusal.sentence if attempt else None,
        "clock": None,
        "at_time": at_time(event),
    }
    if kind == "between" and event.phase is Phase.TOP_CUT:
        values["now"]["text"] = f"{cut_sentence(ask.bracket(), me)} {values['now']['text']}"
    if words.round_is_played(event) and event.round is not None:
        values["clock"] = clock_shown(ask.clock(event.round), table.extra_seconds if table else 0)
        values["extra_minutes"] = table.extra_seconds // 60 if table else 0
    if table is not None and kind in ("auction", "game", "done"):
        values |= _at_table(here, event, table, me, attempt)
    if kind == "waiting":
        person = ask.player(me)
        values["outside"] = outside_words(
            outside_pool(ask.pool(), person.corp_identity, person.runner_identity)
        )
        values["decks"] = (
            {side: person.decks.get(side) for side in ("corp", "runner")} if person.decks else {}
        )
    if kind in ("between", "over", "unpaired", "done", "bye"):
        values |= _record(ask, event, me)
    return values


def kind_of(event: TournamentView, table: TableView | None) -> str:
    """The state of a player's page."""
    if words.round_is_played(event):
        if table is None or table.round != event.round:
            return "unpaired"
        if table.bye:
            return "bye"
        if table.result is not None and table.result.final:
            return "done"
        return "game" if table.auction.settled else "auction"
    if event.phase is Phase.FINISHED:
        return "over"
    return "waiting" if event.round is None else "between"


def _at_table(
    here: Visit, event: TournamentView, table: TableView, me: int, attempt: Attempt | None
) -> dict[str, Any]:
    assert table.second is not None
    mine, other = (table.first, table.second) if table.first.player_id == me else (table.second, table.first)
    base, query = f"/t/{event.code}/me", f"?table={table.id}"
    refused = attempt.refusal.sentence if attempt else None
    phone = other_phone(here.context, other.player_id)
    values: dict[str, Any] = {
        "phone": one_phone_shown(table, me, phone, here.context.now()),
        "mine": seat_shown(mine),
        "other": seat_shown(other),
        "ready": mine.ready or acted(table, me),
        "other_ready": other.ready or acted(table, other.player_id),
        "silent_since": silent_since(here.context, other.player_id),
        "actions": Values({name: f"{base}/{name}{query}" for name in ACTIONS}),
        "entry": entry_shown(table, me),
        "starts": all_starts(),
        "board": None,
        "chooses": None,
        "typed": Values(attempt.typed.values()) if attempt and attempt.form == "settlement" else Values(),
    }
    if table.auction.settled:
        values["card"] = settled(table, me)
        values["game"] = game_shown(table, me, values["actions"]["result"])
        if attempt and attempt.form == "result":
            refused_form(values["game"], attempt.refusal, attempt.typed.values())
    elif by_seed(table):
        values["chooses"] = table.first.player_id == me
    elif values["phone"]["state"] == "mine":
        values["board"] = shared_board(table, values["actions"]["bid"], refused)
    else:
        values["board"] = board(table, seat_of(table, me), values["actions"]["bid"], refused)
    return values


ACTIONS = ("bid", "settlement", "result", "check-in", "side", "one-phone")


def _record(ask: Questions, event: TournamentView, me: int) -> dict[str, Any]:
    """The player's place and games, for the time between two games."""
    view = ask.standings()
    row = ask.standing_of(me) if view.after_round else None
    order = ask.final_order() if event.phase is Phase.FINISHED else ()
    if row is not None and me in order:
        row = replace(row, rank=order.index(me) + 1)
    return {
        "place": place_words(row, len(view.rows)) if row else None,
        "rank": row,
        "after_round": view.after_round,
        "games": [game_row(table, me) for table in ask.games_of(me)],
    }
