"""Statistics of tables of several players as people read them: what a seat is worth, points, endings."""

from app.sentences import t, tn
from app.services.event.pod_statistics import PodStatisticsView
from app.tournament.pod_results import PodEnding
from app.tournament.pod_statistics import BUCKET_POINTS
from app.web.drawings.charts import Bar, Column, bars, columns
from app.web.presenters.statistics import Figure, figure

# Wider than a phone shows with numbers that can be read.
MOST_STEPS = 12


def pod_figures(view: PodStatisticsView) -> list[Figure]:
    """The questions that can be answered; none before the first result."""
    return [_seats(view), _scores(view), _endings(view)] if view.tables else []


def pod_summary(view: PodStatisticsView) -> str:
    """`12 tables have their points.`"""
    return tn("{n} table has its points.", "{n} tables have their points.", view.tables)


def _seats(view: PodStatisticsView) -> Figure:
    drawn = [
        Bar(t("Seat {number}", number=line.seat), line.share, f"{line.share:.0%} ({line.tables})")
        for line in view.seats
    ]
    first = view.seats[0]
    note = t(
        "How often who sat there had the most points; in brackets the tables with this seat. By chance alone"
        " seat 1 would have {share}. Later seats begin with extra cards.",
        share=f"{first.by_chance:.0%}",
    )
    return figure(t("Which seat wins"), note, bars(t("Share of tables won from each seat"), drawn))


def _scores(view: PodStatisticsView) -> Figure:
    lines = view.scores
    drawn = [Column(str(line.from_points), ((None, line.players),)) for line in lines[:MOST_STEPS]]
    above = sum(line.players for line in lines[MOST_STEPS:])
    if above:
        drawn.append(Column(f"{lines[MOST_STEPS].from_points}+", ((None, above),)))
    note = t(
        "Players by their points, in steps of {step}. Who came first had {first} on average, who came last"
        " {last}.",
        step=BUCKET_POINTS,
        first=f"{view.mean_of_first or 0:.0f}",
        last=f"{view.mean_of_last or 0:.0f}",
    )
    return figure(t("Points made"), note, columns(t("Players by points"), drawn))


def _endings(view: PodStatisticsView) -> Figure:
    said = {PodEnding.POINTS: t("By points"), PodEnding.TIME: t("At time")}
    drawn = [Bar(said[line.ending], line.tables / view.tables, str(line.tables)) for line in view.endings]
    return figure(t("How games end"), "", bars(t("How games ended"), drawn))
