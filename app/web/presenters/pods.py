"""Tables of several players as pages show them: seats in order, points and places, the form for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.sentences import t, tn
from app.services.kernel.errors import Refused
from app.services.kernel.pod_views import PodSeatView, PodView, points_number
from app.services.kernel.views import RoundView
from app.tournament.lifecycle import TableState
from app.tournament.pod_results import PodEnding, PodReport
from app.tournament.pods import place_points, places
from app.web.presenters.clock import ClockShown
from app.web.presenters.dashboard import CardSeat, TableCard
from app.web.presenters.pod_standings import PodLineShown, number_words
from app.web.views import EventFrame, NavLink, View
from app.words.written import listed_short

MOST_NAMES = 6


@dataclass(frozen=True)
class SeatShown:
    """A player at a table. `extra` is the extra cards in words; `points`, `place` and `worth` once final.

    `whose`: for whom the seat is marked as their own: "" who reads, an id that player, None nobody.
    """

    name: str
    seat: int
    extra: str
    points: int | None
    place: str
    worth: str
    whose: int | str | None


@dataclass(frozen=True)
class PodShown:
    """A table with its seats in the order of turns."""

    number: int
    round: int
    state: TableState
    final: bool
    at_time: bool
    seats: Sequence[SeatShown]


@dataclass(frozen=True)
class PointsField:
    """The number of one player in the form."""

    key: str
    name: str
    value: str


@dataclass(frozen=True)
class PointsForm:
    """The form for the points of a table; `asks` is a question that must be answered with yes."""

    action: str
    fields: Sequence[PointsField]
    ending: str
    error: str | None
    asks: str | None
    goal: int
    needs_reason: bool
    reason: str


@dataclass(frozen=True)
class ReviewRow:
    """What a player would get by the points entered."""

    key: str
    name: str
    points: int
    place: str
    worth: str


@dataclass(frozen=True)
class Review:
    """The points before they are sent, or what another player entered, with sum and places."""

    rows: Sequence[ReviewRow]
    total: int
    ending: str
    ending_words: str


@dataclass(frozen=True)
class SeveralShown:
    """A player's page where several sit at a table.

    `state`: open, mine (I entered), theirs (another did), look (before it is sent), final; none: no table.
    `by` is who entered the points.
    """

    state: str
    table: PodShown | None
    form: PointsForm | None
    review: Review | None
    by: str
    place: str | None
    after_round: int
    record: Sequence[PodLineShown]


@dataclass(frozen=True, kw_only=True)
class PodsPage(View):
    """The tables of a round where several sit; `number` is None before the first round."""

    template: ClassVar[str] = "public/pods.html"
    part: ClassVar[str] = "fragments/pods.html"

    frame: EventFrame
    number: int | None
    title: str
    lead: str
    tables: Sequence[PodShown]
    clock: ClockShown | None
    at_time: str
    links: Sequence[NavLink]
    here: str


def pod_shown(pod: PodView, me: int | None = None, *, for_all: bool = False) -> PodShown:
    """A table as the view has it; `me` is the reader's id, `for_all` a page for everybody (asides.py)."""
    return PodShown(
        number=pod.table_number,
        round=pod.round,
        state=pod.state,
        final=pod.final,
        at_time=pod.ending == PodEnding.TIME,
        seats=[
            _seat(seat, seat.player_id if for_all else "" if seat.player_id == me else None)
            for seat in pod.seats
        ],
    )


def _seat(seat: PodSeatView, whose: int | str | None) -> SeatShown:
    return SeatShown(
        name=seat.name,
        seat=seat.seat,
        extra=tn("{n} extra card", "{n} extra cards", seat.extra_cards) if seat.extra_cards else "",
        points=seat.points,
        place=str(seat.place) if seat.place is not None else "",
        worth=number_words(seat.place_points) if seat.place_points is not None else "",
        whose=whose,
    )


def form_shown(
    pod: PodView,
    action: str,
    goal: int,
    *,
    refusal: Refused | None = None,
    typed: Mapping[str, str] | None = None,
    needs_reason: bool = False,
) -> PointsForm:
    """The form with what stands there already, or with what was typed and refused."""
    known = {seat.player_id: seat.points for seat in pod.seats}
    if pod.entry is not None:
        known |= dict(pod.entry.points)
    asks = refusal.sentence if refusal is not None and refusal.code == "two-at-goal" else None
    ending = pod.entry.ending if pod.entry is not None else pod.ending or PodEnding.POINTS
    return PointsForm(
        action=action,
        fields=[_field(seat, known.get(seat.player_id), typed) for seat in pod.seats],
        ending=(typed or {}).get("ending") or ending,
        error=refusal.sentence if refusal is not None and asks is None else None,
        asks=asks,
        goal=goal,
        needs_reason=needs_reason,
        reason=(typed or {}).get("reason", ""),
    )


def _field(seat: PodSeatView, known: int | None, typed: Mapping[str, str] | None) -> PointsField:
    key = f"p{seat.player_id}"
    value = typed.get(key, "") if typed is not None else "" if known is None else str(known)
    return PointsField(key, seat.name, value)


def review_of(pod: PodView, report: PodReport) -> Review:
    """Points with the places that follow; the report fits the table."""
    points = {seat.player_id: report.points[seat.player_id] for seat in pod.seats}
    ranks, worth = places(points), place_points(points)
    names = {seat.player_id: seat.name for seat in pod.seats}
    rows = [
        ReviewRow(
            f"p{player}",
            names[player],
            points[player],
            str(ranks[player]),
            number_words(points_number(worth[player])),
        )
        for player in sorted(points, key=lambda player: ranks[player])
    ]
    at_time = report.ending is PodEnding.TIME
    return Review(
        rows,
        sum(points.values()),
        report.ending,
        t("The game ended at time.") if at_time else t("The game ended by points."),
    )


def entered(pod: PodView) -> PodReport | None:
    """What a player entered and another has to confirm."""
    if pod.entry is None:
        return None
    return PodReport(pod.entry.points, PodEnding(pod.entry.ending))


def pod_cards(running: RoundView | None, desk: str, *, only_open: bool) -> list[TableCard]:
    """The cards of a round's tables of several on the desk."""
    pods = running.pods if running is not None else []
    return [
        TableCard(
            table_number=str(pod.table_number),
            href=f"{desk}/pods/{pod.id}",
            state=pod.state,
            detail=_detail(pod),
            bye=False,
            note=t("+{minutes} min", minutes=pod.extra_seconds // 60) if pod.extra_seconds else None,
            seats=tuple(CardSeat(seat.name, None) for seat in pod.seats),
        )
        for pod in pods
        if not (only_open and pod.final)
    ]


def _detail(pod: PodView) -> str | None:
    if pod.final:
        first = [seat.name for seat in pod.seats if seat.place == 1]
        return t("{names} first", names=first)
    return t("needs a second word") if pod.state is TableState.REPORTED else None


def names_of_pod(pod: PodView) -> str:
    """The players in seat order."""
    return listed_short([seat.name for seat in pod.seats])


def several_words(goal: int) -> str:
    """What is played, and how a game ends."""
    if not goal:
        return t("X.NET, three to five players at a table. A game ends at time.")
    return t(
        "X.NET, three to five players at a table. A game ends when somebody has {goal} points, or at time.",
        goal=goal,
    )
