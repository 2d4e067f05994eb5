"""The line by which the points of a table of several players are entered, and what it means at this table.

What is final is never replaced from here: one wrong digit would change another table's game.
"""

from dataclasses import dataclass

from app.sentences import Sentence, say
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.pod_views import PodView
from app.services.kernel.views import RoundView
from app.services.play.pod_results import correct_pod
from app.services.play.pod_view import one_pod
from app.tournament.entry_parts import LineRefused
from app.tournament.pod_line import read_pod_line
from app.tournament.pod_results import PodReport, PodReportRefused, check
from app.web.pages.desk.frame import Desk
from app.web.presenters.pod_entry import points_words


@dataclass(frozen=True)
class PodLineRead:
    """A line and the table it names; they fit each other."""

    pod: PodView
    report: PodReport


def read_points(desk: Desk, running: RoundView, text: str) -> PodLineRead:
    """What a line says of its table; Refused with what to type instead."""
    try:
        line = read_pod_line(text)
        pod = next((each for each in running.pods if each.table_number == line.table), None)
        if pod is None:
            said = say("Round {number} has no table {table}.", number=running.number, table=line.table)
            raise Refused("unknown-table", said, Kind.NOT_FOUND)
        report = line.report([seat.player_id for seat in pod.seats], [seat.name for seat in pod.seats])
    except LineRefused as refusal:
        raise Refused(refusal.code, refusal.said, Kind.INVALID) from refusal
    _check(desk.view.goal_points or 0, pod, report)
    return PodLineRead(pod, report)


def _check(goal: int, pod: PodView, report: PodReport) -> None:
    names = {seat.player_id: seat.name for seat in pod.seats}
    try:
        check(report, names, goal)
    except PodReportRefused as refusal:
        asked = refusal.code == "two-at-goal"
        said = _in_words_of_a_line(refusal, names, goal, report)
        raise Refused(refusal.code, said, Kind.CONFLICT if asked else Kind.INVALID) from refusal
    known = {seat.player_id: seat.points for seat in pod.seats}
    if pod.final and (dict(report.points) != known or pod.ending != report.ending):
        raise Refused(
            "result-final",
            say(
                "Table {number} has its points already: {points}. Open the table to correct them.",
                number=pod.table_number,
                points=points_words(pod),
            ),
        )


def _in_words_of_a_line(
    refusal: PodReportRefused, names: dict[int, str], goal: int, report: PodReport
) -> Sentence:
    if refusal.code == "goal-not-reached":
        return say("Nobody has {goal} points: add time to the line if the game ended so.", goal=goal)
    if refusal.code == "two-at-goal":
        return say(
            "{names} have {goal} points or more, but the game ends with the first who has them. Look again;"
            " if it is right, add yes to the line.",
            names=[name for player, name in names.items() if report.points[player] >= goal],
            goal=goal,
        )
    return refusal.said


def enter_points(desk: Desk, line: PodLineRead) -> tuple[PodView, Done[None]]:
    """Make the points of a line final; the table as it is afterwards."""
    done = correct_pod(desk.call, line.pod.id, line.report)
    return one_pod(desk.installation, desk.here.tournament_id, line.pod.id, desk.here.viewer), done
