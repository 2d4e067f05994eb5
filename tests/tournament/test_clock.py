"""The clock from its facts: started, paused, added to, over time."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tournament.clock import Clock, ClockRefused, ClockState, add, pause, read, reset, resume, start

NOON = datetime(2018, 2, 15, 12, 0, tzinfo=UTC)
FULL = Clock(40 * 60)


def after(**interval: float) -> datetime:
    return NOON + timedelta(**interval)


def test_a_round_from_start_to_overtime() -> None:
    clock = start(FULL, NOON)
    assert read(clock, NOON).remaining == 2400 and read(clock, NOON).state is ClockState.RUNNING
    assert read(clock, after(seconds=0.4)).remaining == 2400
    assert read(clock, after(minutes=39, seconds=59.5)).remaining == 1
    assert read(clock, after(minutes=40)).state is ClockState.OVERTIME
    late = read(clock, after(minutes=43))
    assert late.remaining == -180 and late.state is ClockState.OVERTIME and late.ends_at == after(minutes=40)


def test_a_pause_stops_the_time() -> None:
    clock = pause(start(FULL, NOON), after(minutes=10))
    assert read(clock, after(minutes=25)).remaining == 1800
    assert read(clock, after(minutes=25)).state is ClockState.PAUSED
    clock = resume(clock, after(minutes=25))
    assert read(clock, after(minutes=26)).remaining == 1740


def test_time_is_added_to_the_round_and_to_one_table() -> None:
    clock = add(start(FULL, NOON), 300)
    assert read(clock, after(minutes=40)).remaining == 300
    assert read(clock, after(minutes=40), extra=120).remaining == 420
    assert read(reset(clock), after(minutes=50)).state is ClockState.STOPPED


def test_the_last_second_is_played_and_overtime_begins_at_nothing() -> None:
    clock = start(FULL, NOON)
    states = [read(clock, after(minutes=40, seconds=more)).state for more in (-1, 0, 1)]
    assert states == [ClockState.RUNNING, ClockState.OVERTIME, ClockState.OVERTIME]


def test_a_clock_may_be_taken_down_to_nothing_and_up_to_a_day() -> None:
    assert read(start(add(FULL, -2400), NOON), NOON).remaining == 0
    assert read(start(add(FULL, 24 * 3600 - 2400), NOON), NOON).remaining == 24 * 3600
    for seconds in (-2401, 24 * 3600 - 2399):
        with pytest.raises(ClockRefused, match="The clock must stay between 0 and 24 hours: add less"):
            add(FULL, seconds)


def test_a_double_tap_changes_nothing() -> None:
    clock = start(FULL, NOON)
    assert start(clock, after(minutes=5)) == clock and resume(clock, after(minutes=5)) == clock
    paused = pause(clock, after(minutes=5))
    assert read(pause(paused, after(minutes=9)), after(minutes=9)) == read(paused, after(minutes=9))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lambda: pause(FULL, NOON), "clock-not-started"),
        (lambda: resume(FULL, NOON), "clock-not-started"),
        (lambda: start(pause(start(FULL, NOON), NOON), NOON), "clock-paused"),
        (lambda: add(FULL, -2401), "clock-out-of-range"),
        (lambda: add(FULL, 24 * 3600), "clock-out-of-range"),
    ],
)
def test_what_a_clock_cannot_do(action: object, code: str) -> None:
    with pytest.raises(ClockRefused) as refused:
        action()  # type: ignore[operator]
    assert refused.value.code == code


@given(st.lists(st.tuples(st.sampled_from(["pause", "resume", "wait"]), st.integers(0, 900)), max_size=20))
def test_what_ran_and_what_is_left_are_the_whole(steps: list[tuple[str, int]]) -> None:
    clock, now, ran, running = start(FULL, NOON), NOON, 0, True
    for step, seconds in steps:
        now += timedelta(seconds=seconds)
        ran += seconds if running else 0
        if step == "pause":
            clock, running = pause(clock, now), False
        elif step == "resume":
            clock, running = resume(clock, now), True
        assert read(clock, now).remaining == 2400 - ran
