"""What a line would enter at a table of several players, or has entered, in words."""

from app.sentences import t
from app.services.kernel.pod_views import PodView
from app.tournament.pod_results import PodEnding, PodReport
from app.tournament.pods import places
from app.words.written import listed


def entered_points(pod: PodView, report: PodReport) -> str:
    """`Table 3: Ana 121 (place 1), Ben 84 (place 2) and Cai 60 (place 3). The game ended by points.`"""
    ranks = places(report.points)
    rows = [
        t(
            "{name} {points} (place {place})",
            name=seat.name,
            points=report.points[seat.player_id],
            place=ranks[seat.player_id],
        )
        for seat in pod.seats
    ]
    if report.ending is PodEnding.TIME:
        return t("Table {number}: {rows}. The game ended at time.", number=pod.table_number, rows=rows)
    return t("Table {number}: {rows}. The game ended by points.", number=pod.table_number, rows=rows)


def points_words(pod: PodView) -> str:
    """The points a table has: `Ana 121, Ben 84 and Cai 60`."""
    return listed([t("{name} {points}", name=seat.name, points=seat.points) for seat in pod.seats])
