"""The line by which the points of a table of several players are entered."""

import pytest

from app.tournament.entry_parts import LineRefused
from app.tournament.pod_line import LINES, PodLine, read_pod_line
from app.tournament.pod_results import PodEnding


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("3 121 84 60 47", PodLine(3, (121, 84, 60, 47))),
        ("12 121, 84; 60", PodLine(12, (121, 84, 60))),
        ("3 90 84 60 time", PodLine(3, (90, 84, 60), at_time=True)),
        ("3 125 120 60 Yes", PodLine(3, (125, 120, 60), certain=True)),
        ("3", PodLine(3, ())),
    ],
)
def test_a_line_is_read(text: str, line: PodLine) -> None:
    assert read_pod_line(text) == line


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("  ", "line-empty", "Type a table and the points of its seats, like 3 121 84 60 47."),
        ("C 3", "unknown-table", "“C” is no table. Type the number of the table first, like 3 121 84 60 47."),
        (
            "3 C 7-4",
            "line-not-understood",
            "“C” is not understood. After the table come the points in seat order, then time if the game"
            " ended so.",
        ),
        ("3 -4 5 6", "line-not-understood", "“-4” is not understood. After the table come the points"),
        (
            "3 " + "1 " * 40,
            "line-too-long",
            "This line is too long. Write the table and what happened, like 3 121 84 60 47.",
        ),
    ],
)
def test_a_line_that_says_nothing_clear_is_refused(text: str, code: str, sentence: str) -> None:
    with pytest.raises(LineRefused) as refused:
        read_pod_line(text)
    assert refused.value.code == code
    assert str(refused.value).startswith(sentence)


def test_points_belong_to_the_seats_in_their_order() -> None:
    report = read_pod_line("3 121 84 60 time").report([31, 12, 7], ["Ana", "Ben", "Cai"])
    assert (report.points, report.ending) == ({31: 121, 12: 84, 7: 60}, PodEnding.TIME)
    with pytest.raises(LineRefused) as refused:
        read_pod_line("3 121 84").report([31, 12, 7], ["Ana", "Ben", "Cai"])
    assert refused.value.code == "points-of-seats"
    assert str(refused.value) == (
        "Table 3 has 3 seats: Ana, Ben and Cai. Type a number for each, in this order."
    )


def test_every_example_of_the_help_can_be_read() -> None:
    assert all(read_pod_line(line).points for line, _ in LINES if line)
