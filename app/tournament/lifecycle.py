"""Which command is allowed in which phase: ONE table, used by buttons and by handlers.

An event goes from registration through Swiss rounds (draft, published, closed) to a top cut or
straight to its end. `blockers` answers why a command cannot be given now, in sentences; `next_step`
names the one command that brings the event forward. Source: the house rules for the format, section 7.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from app.sentences import Sentence, message, say, say_count


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
    label: Sentence
    blocked_by: tuple[Sentence, ...]


Check = Callable[[EventState], Sentence | None]

_PHASES = {
    Phase.REGISTRATION: message("registration"),
    Phase.SWISS: message("swiss"),
    Phase.TOP_CUT: message("top cut"),
    Phase.FINISHED: message("finished"),
}


def _in_phase(*phases: Phase) -> Check:
    names = [say(_PHASES[phase]) for phase in phases]
    said = reduce(lambda before, last: say("{before} or {last}", before=before, last=last), names)

    def check(state: EventState) -> Sentence | None:
        if state.phase in phases:
            return None
        if state.phase is Phase.FINISHED:
            return say("The tournament is finished: reopen it first.")
        return say(
            "This is possible during {phases}; the tournament is in {phase}.",
            phases=said,
            phase=say(_PHASES[state.phase]),
        )

    return check


def _round_is(*states: RoundState) -> Check:
    why = {
        RoundState.DRAFT: message("There is no draft of pairings: pair the next round first."),
        RoundState.PUBLISHED: message("No round is being played: publish the pairings first."),
        RoundState.CLOSED: message("No round is closed yet."),
    }

    def check(state: EventState) -> Sentence | None:
        return None if state.round_state in states else say(why[states[0]])

    return check


def _no_open_round(state: EventState) -> Sentence | None:
    if state.round_state is RoundState.PUBLISHED:
        if state.open_tables:
            return say(
                "Round {round} is still being played: {tables}.",
                round=state.round_number,
                tables=describe_open(state.open_tables),
            )
        return say("Round {round} is not closed: close it first.", round=state.round_number)
    if state.round_state is RoundState.DRAFT:
        return say(
            "Round {round} is already paired as a draft: publish or delete it.",
            round=state.round_number,
        )
    return None


def _no_open_tables(state: EventState) -> Sentence | None:
    return tables_open(state.open_tables) if state.open_tables else None


def _enough_players(state: EventState) -> Sentence | None:
    if state.active_players >= state.fewest_players:
        return None
    if state.fewest_players == 2:
        return say("At least two players are needed who have not dropped.")
    if state.fewest_players == 3:
        return say("At least three players are needed who have not dropped.")
    return say("At least {number} players are needed who have not dropped.", number=state.fewest_players)


def _enough_for_cut(state: EventState) -> Sentence | None:
    if state.active_players >= max(2, state.cut_size):
        return None
    if state.final_table:
        return say("A final table of {size} needs as many players who have not dropped.", size=state.cut_size)
    return say("A cut to the top {size} needs as many players who have not dropped.", size=state.cut_size)


def _play_not_begun(state: EventState) -> Sentence | None:
    if not state.play_begun:
        return None
    return say("Play has begun in this round, so its pairings stay: delete the round to start it over.")


def _cut_open(state: EventState) -> Sentence | None:
    if state.phase is Phase.TOP_CUT and not state.cut_decided:
        return say("The top cut is not decided: play its last game first.")
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


def blockers(command: str, state: EventState) -> tuple[Sentence, ...]:
    """Sentences that say why `command` cannot be given now; empty when it can. KeyError for no command."""
    return tuple(reason for check in COMMANDS[command] if (reason := check(state)) is not None)


def next_step(state: EventState) -> NextStep | None:
    """The one command that brings the event forward; None when it is finished."""
    step = _next_command(state)
    if step is None:
        return None
    command, label = step
    return NextStep(command, label, blockers(command, state))


def _next_command(state: EventState) -> tuple[str, Sentence] | None:
    if state.phase is Phase.FINISHED:
        return None
    if state.round_state is RoundState.DRAFT:
        return "publish_round", say("Publish round {round}", round=state.round_number)
    if state.round_state is RoundState.PUBLISHED:
        return "close_round", say("Close round {round}", round=state.round_number)
    if state.phase is Phase.TOP_CUT:
        if state.cut_decided:
            return "finish_tournament", say("Finish the tournament")
        if state.final_table:
            return "pair_cut", say("Seat the final table (round {round})", round=state.round_number + 1)
        return "pair_cut", say("Pair round {round}", round=state.round_number + 1)
    if state.planned_rounds and state.swiss_rounds >= state.planned_rounds:
        if state.cut_size and state.final_table:
            return "start_cut", say("Go on to the final table of {size}", size=state.cut_size)
        if state.cut_size:
            return "start_cut", say("Cut to the top {size}", size=state.cut_size)
        return "finish_tournament", say("Finish the tournament")
    return "pair_round", say("Pair round {round}", round=state.round_number + 1)


def describe_open(tables: Sequence[int | None]) -> Sentence:
    """'table 3 has no final result' or 'tables 3, 5 and 8 have no final result', within a sentence."""
    return say_count(
        "table {tables} has no final result",
        "tables {tables} have no final result",
        len(tables),
        tables=_numbers(tables),
    )


def tables_open(tables: Sequence[int | None]) -> Sentence:
    """The same as a sentence of its own."""
    return say_count(
        "Table {tables} has no final result.",
        "Tables {tables} have no final result.",
        len(tables),
        tables=_numbers(tables),
    )


def _numbers(tables: Sequence[int | None]) -> list[int | Sentence]:
    return [number if number is not None else say("without a number") for number in tables]


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
