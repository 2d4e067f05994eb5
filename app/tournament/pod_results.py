"""What a table of several players may report: points of everybody, and how the game came to its end.

A game ends when somebody reaches the goal in the own turn, or at time. So without the word "time" somebody
must have reached the goal, and two who did are more likely a slip than the truth: that is asked once more.
Source: the rules of X.NET, where the goal is 120; they say both "earns" and "exceeds", so it is a setting.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from app.sentences import Sentence, say
from app.tournament.pods import FEWEST_PLAYERS, MOST_PLAYERS

USUAL_GOAL = 120
HIGHEST_GOAL = 10_000
MOST_POINTS = 10_000


class PodEnding(StrEnum):
    """How a game of several players came to its end."""

    POINTS = "points"
    TIME = "time"


@dataclass(frozen=True)
class PodReport:
    """Points of every player of a table by id. `certain`: what was asked about is meant so."""

    points: Mapping[int, int]
    ending: PodEnding = PodEnding.POINTS
    certain: bool = False

    def agrees_with(self, other: "PodReport") -> bool:
        """Whether both tell the same of the game."""
        return dict(self.points) == dict(other.points) and self.ending is other.ending


class PodReportRefused(ValueError):
    """A report that contradicts itself or the rules; `code` names the reason, `said` is the sentence."""

    def __init__(self, code: str, said: Sentence) -> None:
        super().__init__(said)
        self.code = code
        self.said = said


def check(report: PodReport, names: Mapping[int, str | Sentence], goal: int = USUAL_GOAL) -> None:
    """Raise PodReportRefused unless the report fits the table; `names` of its players by id, `goal` 0: none.

    Codes: table-size, not-at-table, points-missing, points-out-of-range, goal-not-reached, two-at-goal.
    """
    check_size(len(names))
    if report.points.keys() - names.keys():
        raise PodReportRefused(
            "not-at-table", say("Points are there for somebody who does not sit at this table: look again.")
        )
    missing = [name for player, name in names.items() if player not in report.points]
    if missing:
        raise PodReportRefused(
            "points-missing",
            say("Enter the points of everybody; these are missing: {names}.", names=missing),
        )
    wrong = [names[player] for player, own in report.points.items() if not 0 <= own <= MOST_POINTS]
    if wrong:
        raise PodReportRefused(
            "points-out-of-range",
            say("Points are 0 to {most}; look at: {names}.", most=MOST_POINTS, names=wrong),
        )
    if goal:
        _check_goal(report, names, goal)


def check_size(players: int) -> None:
    """Raise PodReportRefused table-size unless so many can play at one table."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise PodReportRefused(
            "table-size",
            say(
                "A table has {fewest} to {most} players, not {players}: draw again, or move somebody.",
                fewest=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
                players=players,
            ),
        )


def _check_goal(report: PodReport, names: Mapping[int, str | Sentence], goal: int) -> None:
    there = [names[player] for player, own in report.points.items() if own >= goal]
    if not there and report.ending is not PodEnding.TIME:
        raise PodReportRefused(
            "goal-not-reached",
            say("Nobody has {goal} points: choose “at time” if the game ended so.", goal=goal),
        )
    if len(there) > 1 and not report.certain:
        raise PodReportRefused(
            "two-at-goal",
            say(
                "{names} have {goal} points or more, but the game ends with the first who has them."
                " Look again; if it is right, say so and send it once more.",
                names=there,
                goal=goal,
            ),
        )
