"""Results of a game without sides: what a report may say, who wins by it, and what a tie becomes."""

import pytest

from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.duel import check_duel, decide_duel, won_by
from app.tournament.results import (
    DecidedBy,
    Decision,
    Ending,
    Outcome,
    Report,
    ResultRefused,
    check_report,
    decide,
)
from app.tournament.sides import NoSides

SWISS, CUT = NoSides(), NoSides(higher_seed=Seat.FIRST)


@pytest.mark.parametrize(
    ("report", "in_swiss", "in_the_cut"),
    [
        (Report(Outcome.FIRST), (Seat.FIRST, "game"), (Seat.FIRST, "game")),
        (Report(Outcome.SECOND, Ending.GIGS, None, None, 4, 7), (Seat.SECOND, "game"), (Seat.SECOND, "game")),
        (Report(Outcome.TIE), (None, "tie"), (Seat.FIRST, "higher-seed")),
        (Report(Outcome.DRAW, Ending.TIME, None, None, 5, 5), (None, "tie"), (Seat.FIRST, "higher-seed")),
        (Report(Outcome.DOUBLE_LOSS, Ending.FORFEIT), (None, "double-loss"), (None, "double-loss")),
    ],
)
def test_who_wins(report: Report, in_swiss: tuple[object, str], in_the_cut: tuple[object, str]) -> None:
    for sides, (winner, decided_by) in ((SWISS, in_swiss), (CUT, in_the_cut)):
        assert decide_duel(report, sides) == Decision(winner, DecidedBy(decided_by))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "report",
    [
        Report(Outcome.FIRST, Ending.GIGS, None, None, 7, 5),
        Report(Outcome.FIRST, Ending.OVERTIME, None, None, 6, 6),
        Report(Outcome.SECOND, Ending.CONCESSION, None, None, 6, 1),
        Report(Outcome.SECOND, Ending.DECKED, None, None, 6, 1),
        Report(Outcome.SECOND, Ending.TIME, None, None, 3, 3),  # by Street Cred
        Report(Outcome.TIE, Ending.DECKED, None, None, 6, 1),  # both have to draw from an empty deck
        Report(Outcome.FIRST, Ending.FORFEIT),
        Report(Outcome.FIRST, None, None, None, 12, 0),
    ],
)
def test_reports_that_can_be(report: Report) -> None:
    check_duel(report)


@pytest.mark.parametrize(
    ("report", "code", "words"),
    [
        (Report(Outcome.CORP), "no-sides", "no Corp and no Runner"),
        (Report(Outcome.FIRST, None, 7, 4), "no-sides", "no Corp and no Runner"),
        (Report(Outcome.FIRST, Ending.AGENDA), "ending-contradicts-outcome", "seven Gigs, overtime"),
        (Report(Outcome.FIRST, Ending.FLATLINE), "ending-contradicts-outcome", "seven Gigs, overtime"),
        (Report(Outcome.TIE, Ending.CONCESSION), "ending-contradicts-outcome", "no tie: say who won"),
        (Report(Outcome.DOUBLE_LOSS, Ending.GIGS), "ending-contradicts-outcome", "choose forfeit"),
        (Report(Outcome.FIRST, None, None, None, 13, 0), "dice-out-of-range", "There are 12 Gig dice"),
        (Report(Outcome.FIRST, None, None, None, 7, -1), "dice-out-of-range", "count again"),
        (Report(Outcome.FIRST, None, None, None, 7, 6), "dice-out-of-range", "There are 12 Gig dice"),
        (Report(Outcome.FIRST, Ending.GIGS, None, None, 6, 5), "too-few-dice", "and the winner has 6"),
        (Report(Outcome.SECOND, None, None, None, 8, 3), "too-few-dice", "and the winner has 3"),
        (Report(Outcome.TIE, Ending.TIME, None, None, 4, 3), "dice-contradict-outcome", "4 and 3 are no tie"),
        (Report(Outcome.FIRST, Ending.TIME, None, None, 3, 5), "dice-contradict-outcome", "has 3 to 5"),
        (Report(Outcome.SECOND, Ending.TIME, None, None, 5, 3), "dice-contradict-outcome", "has 3 to 5"),
    ],
)
def test_reports_that_cannot_be_are_refused_with_a_sentence(report: Report, code: str, words: str) -> None:
    with pytest.raises(ResultRefused) as refused:
        check_duel(report)
    assert refused.value.code == code
    assert words in str(refused.value)


@pytest.mark.parametrize(
    "report",
    [
        Report(Outcome.FIRST),
        Report(Outcome.CORP, Ending.GIGS),
        Report(Outcome.CORP, Ending.OVERTIME),
        Report(Outcome.CORP, None, None, None, 7, 2),
    ],
)
def test_a_game_with_sides_knows_none_of_it(report: Report) -> None:
    with pytest.raises(ResultRefused) as refused:
        check_report(report)
    assert refused.value.code == "not-of-this-game"
    with pytest.raises(ResultRefused):
        decide(report, Settlement(Seat.FIRST, Side.CORP, 3))


def test_reports_agree_where_only_one_tells_the_dice() -> None:
    bare, whole = Report(Outcome.FIRST), Report(Outcome.FIRST, Ending.GIGS, None, None, 7, 3)
    assert bare.agrees_with(whole) and bare.completed_by(whole) == whole
    assert not whole.agrees_with(Report(Outcome.FIRST, Ending.GIGS, None, None, 8, 3))
    assert won_by(Seat.SECOND) is Outcome.SECOND
