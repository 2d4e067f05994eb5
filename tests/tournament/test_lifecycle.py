"""Which command is allowed when, and which one comes next."""

import pytest

from app.tournament.lifecycle import (
    COMMANDS,
    EventState,
    Phase,
    RoundState,
    TableState,
    blockers,
    next_step,
    table_state,
)

START = EventState(Phase.REGISTRATION, active_players=8, planned_rounds=3)
DRAFT = EventState(Phase.REGISTRATION, 8, 1, 1, RoundState.DRAFT, planned_rounds=3)
PLAYING = EventState(Phase.SWISS, 8, 1, 1, RoundState.PUBLISHED, (3, 5, 8), True, 3)
ALL_IN = EventState(Phase.SWISS, 8, 1, 1, RoundState.PUBLISHED, (), True, 3)
CLOSED = EventState(Phase.SWISS, 8, 1, 1, RoundState.CLOSED, planned_rounds=3)
LAST = EventState(Phase.SWISS, 8, 3, 3, RoundState.CLOSED, planned_rounds=3)
BEFORE_CUT = EventState(Phase.SWISS, 8, 3, 3, RoundState.CLOSED, planned_rounds=3, cut_size=4)
IN_CUT = EventState(Phase.TOP_CUT, 8, 4, 3, RoundState.CLOSED, planned_rounds=3, cut_size=4)
CUT_OVER = EventState(
    Phase.TOP_CUT, 8, 6, 3, RoundState.CLOSED, planned_rounds=3, cut_size=4, cut_decided=True
)
OVER = EventState(Phase.FINISHED, 8, 3, 3, RoundState.CLOSED, planned_rounds=3)


@pytest.mark.parametrize(
    ("state", "command", "free"),
    [
        (START, "pair_round", True),
        (EventState(Phase.REGISTRATION, active_players=1, planned_rounds=5), "pair_round", False),
        (DRAFT, "publish_round", True),
        (PLAYING, "close_round", False),
        (ALL_IN, "close_round", True),
        (CLOSED, "pair_round", True),
        (LAST, "finish_tournament", True),
        (BEFORE_CUT, "start_cut", True),
        (IN_CUT, "pair_cut", True),
        (CUT_OVER, "finish_tournament", True),
    ],
)
def test_the_next_step_and_whether_it_is_free(state: EventState, command: str, free: bool) -> None:
    step = next_step(state)
    assert step is not None and step.command == command
    assert (step.blocked_by == ()) is free


def test_a_finished_event_has_no_next_step() -> None:
    assert next_step(OVER) is None


def says(command: str, state: EventState) -> tuple[str, ...]:
    """The blockers as people read them."""
    return tuple(map(str, blockers(command, state)))


def test_blockers_name_the_tables_that_are_out() -> None:
    assert says("close_round", PLAYING) == ("Tables 3, 5 and 8 have no final result.",)
    assert says("pair_round", PLAYING)[0].startswith("Round 1 is still being played: tables 3, 5 and 8")
    assert says("pair_round", ALL_IN) == ("Round 1 is not closed: close it first.",)
    assert says("pair_round", DRAFT) == ("Round 1 is already paired as a draft: publish or delete it.",)


@pytest.mark.parametrize("command", ["place_bid", "report_result", "set_clock"])
def test_nothing_is_played_outside_a_published_round(command: str) -> None:
    assert blockers(command, PLAYING) == ()
    for state in (START, DRAFT, CLOSED, OVER):
        assert blockers(command, state)


def test_a_draft_goes_back_only_while_nobody_has_bid() -> None:
    assert blockers("withdraw_round", PLAYING)
    nobody = EventState(Phase.SWISS, 8, 1, 1, RoundState.PUBLISHED, (1,), False, 3)
    assert blockers("withdraw_round", nobody) == ()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_reason_is_a_sentence(command: str) -> None:
    for state in (START, DRAFT, PLAYING, ALL_IN, CLOSED, LAST, BEFORE_CUT, IN_CUT, CUT_OVER, OVER):
        for reason in says(command, state):
            assert reason[0].isupper() and reason.endswith(".")


@pytest.mark.parametrize(
    ("facts", "state"),
    [
        ({"published": False}, TableState.WAITING),
        ({}, TableState.WAITING),
        ({"bids": 1}, TableState.BIDDING),
        ({"bids": 2, "settled": True}, TableState.PLAYING),
        ({"settled": True, "reports": 1}, TableState.REPORTED),
        ({"settled": True, "reports": 2, "agreed": False}, TableState.DISPUTED),
        ({"settled": True, "reports": 2, "final": True}, TableState.DONE),
        ({"bye": True, "published": False}, TableState.DONE),
    ],
)
def test_the_state_word_of_a_table(facts: dict[str, bool | int], state: TableState) -> None:
    usual = {
        "published": True,
        "bye": False,
        "bids": 0,
        "settled": False,
        "reports": 0,
        "agreed": True,
        "final": False,
    }
    assert table_state(**{**usual, **facts}) is state  # type: ignore[arg-type]
