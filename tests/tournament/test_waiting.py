"""Statistics of waiting for a judge."""

from datetime import UTC, datetime, timedelta

from app.tournament.waiting import CallTimes, Waiting, waiting_of

START = datetime(2018, 2, 15, 12, tzinfo=UTC)


def call(claimed: int | None = None, ended: int | None = None) -> CallTimes:
    def at(seconds: int | None) -> datetime | None:
        return None if seconds is None else START + timedelta(seconds=seconds)

    return CallTimes(START, at(claimed), at(ended))


def test_nobody_has_waited_yet() -> None:
    assert waiting_of([]) == Waiting(0, 0, None, None, None)
    assert waiting_of([call()]) == Waiting(1, 0, None, None, None)


def test_waiting_ends_when_somebody_is_on_the_way() -> None:
    assert waiting_of([call(30, 90)]) == Waiting(1, 1, 30, 30, 90)
    assert waiting_of([call(30, 90), call(50), call(None, 130)]) == Waiting(3, 2, 50, 130, 110)


def test_a_clock_set_back_makes_no_negative_waiting() -> None:
    assert waiting_of([call(-5, -3)]) == Waiting(1, 1, 0, 0, 0)
