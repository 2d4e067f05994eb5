"""Expected times of rounds, from what the settings say."""

import pytest

from app.tournament.timetable import (
    Break,
    Day,
    TimetableRefused,
    read_breaks,
    read_time,
    timetable,
    written,
)

LUNCH = Break(2, 60, "Lunch")


def lines(day: Day, rounds: int, *, cut: bool) -> list[str]:
    return [
        f"{written(each.minute)} {each.rest.what if each.rest else each.round or 'cut'}"
        for each in timetable(day, rounds, cut=cut)
    ]


def test_rounds_follow_with_a_turn_around_and_a_break_takes_its_place() -> None:
    day = Day(600, 40, 15, (LUNCH,))
    assert lines(day, 3, cut=True) == ["10:00 1", "10:55 2", "11:35 Lunch", "12:35 3", "13:30 cut"]
    assert lines(day, 2, cut=False) == ["10:00 1", "10:55 2"], "nothing follows that break"


def test_times_go_on_after_midnight() -> None:
    assert lines(Day(23 * 60 + 30, 40, 0), 2, cut=False) == ["23:30 1", "0:10 2"]


@pytest.mark.parametrize(("text", "minute"), [("10:30", 630), ("9.05", 545), (" 0:00 ", 0), ("23:59", 1439)])
def test_a_time_is_read(text: str, minute: int) -> None:
    assert read_time(text) == minute


@pytest.mark.parametrize("text", ["", "10", "24:00", "10:60", "ten", "１０:30"])
def test_what_is_no_time_is_refused_with_how_to_write_it(text: str) -> None:
    with pytest.raises(TimetableRefused, match="like 10:30"):
        read_time(text)


def test_breaks_are_read_a_line_each() -> None:
    assert read_breaks("2, 60, Lunch\n\n 4 20 \n") == (LUNCH, Break(4, 20, ""))


@pytest.mark.parametrize("text", ["Lunch", "2 Lunch", "0 60", "2 0", "2 601", "100 5"])
def test_what_is_no_break_is_refused_with_the_line(text: str) -> None:
    with pytest.raises(TimetableRefused, match=text):
        read_breaks(text)
