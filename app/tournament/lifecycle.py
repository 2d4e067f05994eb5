"""Which command is allowed in which phase: ONE table, used by buttons and by handlers.

An event goes from registration through Swiss rounds (draft, published, closed) to a top cut or
straight to its end. `blockers` answers why a command cannot be given now, in sentences; `next_step`
names the one command that brings the event forward. Source: the house rules for the format, section 7.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum


class Phase(StrEnum):
    """Where an event stands."""

    REGISTRATION = "registration"
    SWISS = "swiss"
    TOP_CUT = "top-cut"
    FINISHED = "finished"


class Stage(StrEnum):
    """What a round belongs to."""

    SWISS = "swiss"
    TOP_CUT = "top-cut"


class RoundState(StrEnum):
    """Where a round stands."""

    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class TableState(StrEnum):
    """Where a table stands."""

    WAITING = "waiting"
    BIDDING = "bidding"
    PLAYING = "playing"
    REPORTED = "reported"
    DISPUTED = "disputed"
    DONE = "done"


@dataclass(frozen=True)
class EventState:
    """What the table of commands looks at; `round_number` and `round_state` are those of the last round.

    `fewest_players` are needed for a round; `final_table`: the cut is one table of several players.
    """

    phase: Phase
    active_players: int = 0
    round_number: int = 0
    swiss_rounds: int = 0
    round_state: RoundState | None = None
    open_tables: tuple[int | None, ...] = ()
    play_begun: bool = False
    planned_rounds: int = 0
    cut_size: int = 0
    cut_decided: bool = False
    dropped_players: int = 0
    fewest_players: int = 2
    final_table: bool = False
    waiting_players: int = 0


@dataclass(frozen=True)
class NextStep:
    """The command that brings the event forward, its button, and what blocks it."""

    command: str
    label: str
    blocked_by: tuple[str, ...]


Check = Callable[[EventState], str | None]


def _in_phase(*phases: Phase) -> Check:
    said = " or ".join(phase.value.replace("-", " ") for phase in phases)

    def check(state: EventState) -> str | None:
        if state.phase in phases:
            return None
        if state.phase is Phase.FINISHED:
            return "The tournament is finished: reopen it first."
        return f"This is possible during {said}; the tournament is in {state.phase.value.replace('-', ' ')}."

    return check


def _round_is(*states: RoundState) -> Check:
    why = {
        RoundState.DRAFT: "There is no draft of pairings: pair the next round first.",
        RoundState.PUBLISHED: "No round is being played: publish the pairings first.",
        RoundState.CLOSED: "No round is closed yet.",
    }

    def check(state: EventState) -> str | None:
        return None if state.round_state in states else why[states[0]]

    return check


def _no_open_round(state: EventState) -> str | None:
    if state.round_state is RoundState.PUBLISHED:
        if state.open_tables:
            return f"Round {state.round_number} is still being played: {describe_open(state.open_tables)}."
        return f"Round {state.round_number} is not closed: close it first."
    if state.round_state is RoundState.DRAFT:
        return f"Round {state.round_number} is already paired as a draft: publish or delete it."
    return None


def _no_open_tables(state: EventState) -> str | None:
    return f"{describe_open(state.open_tables).capitalize()}." if state.open_tables else None


def _enough_players(state: EventState) -> str | None:
    if state.active_players >= state.fewest_players:
        return None
    needed = {2: "two", 3: "three"}.get(state.fewest_players, str(state.fewest_players))
    return f"At least {needed} players are needed who have not dropped."


def _enough_for_cut(state: EventState) -> str | None:
    if state.active_players >= max(2, state.cut_size):
        return None
    if state.final_table:
        return f"A final table of {state.cut_size} needs as many players who have not dropped."
    return f"A cut to the top {state.cut_size} needs as many players who have not dropped."


def _play_not_begun(state: EventState) -> str | None:
    if not state.play_begun:
        return None
    return "Play has begun in this round, so its pairings stay: delete the round to start it over."


def _cut_open(state: EventState) -> str | None:
    if state.phase is Phase.TOP_CUT and not state.cut_decided:
        return "The top cut is not decided: play its last game first."
    return None


_RUNNING = (Phase.REGISTRATION, Phase.SWISS, Phase.TOP_CUT)

COMMANDS: Mapping[str, tuple[Check, ...]] = {
    "edit_tournament": (),
    "set_registration": (_in_phase(Phase.REGISTRATION, Phase.SWISS),),
    "register_player": (_in_phase(Phase.REGISTRATION, Phase.SWISS),),
    "remove_players": (_in_phase(*_RUNNING),),
    "add_players": (_in_phase(Phase.REGISTRATION, Phase.SWISS),),
    "edit_player": (),
    "hand_in_deck": (_in_phase(*_RUNNING),),
    "override_deck": (),
    "check_decks": (),
    "drop_player": (_in_phase(*_RUNNING),),
    "reinstate_player": (_in_phase(*_RUNNING),),
    "pair_round": (_in_phase(Phase.REGISTRATION, Phase.SWISS), _no_open_round, _enough_players),
    "edit_draft": (_round_is(RoundState.DRAFT),),
    "publish_round": (_round_is(RoundState.DRAFT),),
    "play_bye": (_in_phase(Phase.SWISS), _round_is(RoundState.PUBLISHED)),
    "withdraw_round": (_round_is(RoundState.PUBLISHED), _play_not_begun),
    "delete_round": (
        _in_phase(*_RUNNING),
        _round_is(RoundState.DRAFT, RoundState.PUBLISHED, RoundState.CLOSED),
    ),
    "close_round": (_round_is(RoundState.PUBLISHED), _no_open_tables),
    "set_clock": (_round_is(RoundState.PUBLISHED),),
    "place_bid": (_round_is(RoundState.PUBLISHED),),
    "share_phone": (_round_is(RoundState.PUBLISHED),),
    "settle_auction": (_round_is(RoundState.PUBLISHED),),
    "choose_side": (_round_is(RoundState.PUBLISHED),),
    "report_result": (_round_is(RoundState.PUBLISHED),),
    "correct_result": (),
    "enter_table": (_round_is(RoundState.PUBLISHED),),
    "uphold_report": (_round_is(RoundState.PUBLISHED),),
    "correct_sides": (),
    "check_in": (_round_is(RoundState.PUBLISHED),),
    "announce": (),
    "end_announcement": (),
    "call_organizer": (),
    "take_back_call": (),
    "claim_call": (),
    "close_call": (),
    "give_penalty": (),
    "start_cut": (_in_phase(Phase.SWISS), _no_open_round, _enough_for_cut),
    "pair_cut": (_in_phase(Phase.TOP_CUT), _no_open_round),
    "finish_tournament": (_in_phase(Phase.SWISS, Phase.TOP_CUT), _no_open_round, _cut_open),
    "reopen_tournament": (),
    "undo": (),
    "manage_members": (),
    "set_day": (),
    "move_player": (),
    "accept_invitation": (),
    "issue_link": (),
    "erase_player": (),
}


def blockers(command: str, state: EventState) -> tuple[str, ...]:
    """Sentences that say why `command` cannot be given now; empty when it can. KeyError for no command."""
    return tuple(reason for check in COMMANDS[command] if (reason := check(state)) is not None)


def next_step(state: EventState) -> NextStep | None:
    """The one command that brings the event forward; None when it is finished."""
    step = _next_command(state)
    if step is None:
        return None
    command, label = step
    return NextStep(command, label, blockers(command, state))


def _next_command(state: EventState) -> tuple[str, str] | None:
    if state.phase is Phase.FINISHED:
        return None
    if state.round_state is RoundState.DRAFT:
        return "publish_round", f"Publish round {state.round_number}"
    if state.round_state is RoundState.PUBLISHED:
        return "close_round", f"Close round {state.round_number}"
    if state.phase is Phase.TOP_CUT:
        if state.cut_decided:
            return "finish_tournament", "Finish the tournament"
        if state.final_table:
            return "pair_cut", f"Seat the final table (round {state.round_number + 1})"
        return "pair_cut", f"Pair the next cut games (round {state.round_number + 1})"
    if state.planned_rounds and state.swiss_rounds >= state.planned_rounds:
        if state.cut_size and state.final_table:
            return "start_cut", f"Go on to the final table of {state.cut_size}"
        if state.cut_size:
            return "start_cut", f"Cut to the top {state.cut_size}"
        return "finish_tournament", "Finish the tournament"
    return "pair_round", f"Pair round {state.round_number + 1}"


def describe_open(tables: tuple[int | None, ...]) -> str:
    """'table 3 is still out' or 'tables 3, 5 and 8 are still out'; a table without a number is named so."""
    names = [str(number) if number is not None else "without a number" for number in tables]
    if len(names) == 1:
        return f"table {names[0]} has no final result"
    return f"tables {', '.join(names[:-1])} and {names[-1]} have no final result"


def table_state(
    *, published: bool, bye: bool, bids: int, settled: bool, reports: int, agreed: bool, final: bool
) -> TableState:
    """The state word of a table from what is known of it."""
    if final or bye:
        return TableState.DONE
    if not published:
        return TableState.WAITING
    if reports >= 2 and not agreed:
        return TableState.DISPUTED
    if reports:
        return TableState.REPORTED
    if settled:
        return TableState.PLAYING
    return TableState.BIDDING if bids else TableState.WAITING
