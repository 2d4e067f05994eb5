"""The form for the points of a table of several players as the value the rules take."""

from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.pod_views import PodView
from app.tournament.pod_results import PodEnding, PodReport, PodReportRefused, check
from app.web.forms import Posted


def points_of(form: Posted, pod: PodView) -> PodReport:
    """The points typed for the seats of a table, those left empty missing. Refused (422) for no numbers."""
    points = {}
    for seat in pod.seats:
        sentence = str(say("The points of {name} are a whole number, like 84.", name=seat.name))
        typed = form.optional_whole(f"p{seat.player_id}", sentence, "invalid-points")
        if typed is not None:
            points[seat.player_id] = typed
    at_time = form.text("ending") == PodEnding.TIME
    return PodReport(points, PodEnding.TIME if at_time else PodEnding.POINTS, form.text("certain") == "1")


def checked_points(form: Posted, pod: PodView, goal: int) -> PodReport:
    """The same, as far as the rules take it; Refused (422, two-at-goal 409) otherwise."""
    report = points_of(form, pod)
    try:
        check(report, {seat.player_id: seat.name for seat in pod.seats}, goal)
    except PodReportRefused as refusal:
        asked = refusal.code == "two-at-goal"
        raise Refused(refusal.code, refusal.said, Kind.CONFLICT if asked else Kind.INVALID) from refusal
    return report
