"""A table of several players at the desk: what was entered, the organizer's word on it, time of its own."""

from collections.abc import Callable

from starlette.responses import Response

from app.sentences import say
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.services.kernel.pod_views import PodView
from app.services.play import pod_draw, pod_results
from app.services.play.pod_view import one_pod
from app.tournament.lifecycle import RoundState
from app.web.forms import InForm, Posted
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.desk.rounds import round_page
from app.web.pages.pod_forms import points_of
from app.web.presenters.clock import clock_shown
from app.web.presenters.desk_table import PodPage, PodPart
from app.web.presenters.pods import entered, form_shown, pod_shown, review_of
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk")


@router.get("/pods/{pod_id}")
def one_table(pod_id: Number, desk: InDesk) -> Response:
    """Everything about a table."""
    return _page(desk, pod_id)


@router.get("/pods/{pod_id}/part")
def part(pod_id: Number, desk: InDesk) -> Response:
    """What changes by itself on that page."""
    return desk.fragment(_shown(desk, _pod(desk, pod_id)))


def _pod(desk: Desk, pod_id: int) -> PodView:
    return one_pod(desk.installation, desk.here.tournament_id, pod_id, desk.here.viewer)


def _page(desk: Desk, pod_id: int, refusal: Refused | None = None, form: Posted | None = None) -> Response:
    pod = _pod(desk, pod_id)
    typed = form.values() if form is not None and "ending" in form else None
    shown = PodPage(
        desk.frame("/rounds"),
        shown=_shown(desk, pod),
        draft=desk.round_at(pod.round).state is RoundState.DRAFT,
        form=form_shown(
            pod,
            f"{desk.path}/pods/{pod_id}/result",
            desk.view.goal_points or 0,
            refusal=refusal if typed is not None else None,
            typed=typed,
            needs_reason=pod.final,
        ),
        minutes=form.text("minutes") if form is not None and "minutes" in form else "5",
    )
    return desk.page(shown, refusal)


def _shown(desk: Desk, pod: PodView) -> PodPart:
    running, report = desk.round_at(pod.round), entered(pod)
    playing = running.state is RoundState.PUBLISHED
    return PodPart(
        desk.part_frame,
        pod=pod_shown(pod),
        here=f"{desk.path}/pods/{pod.id}",
        playing=playing,
        clock=clock_shown(running.clock, pod.extra_seconds) if playing else None,
        review=review_of(pod, report) if report is not None else None,
        by=next((seat.name for seat in pod.seats if pod.entry and seat.player_id == pod.entry.player_id), ""),
        extra_minutes=pod.extra_seconds // 60,
    )


def _do(desk: Desk, pod_id: int, form: Posted | None, run: Callable[[], Done[object]]) -> Response:
    return desk.carry_out(
        f"{desk.path}/pods/{pod_id}", run, lambda refusal: _page(desk.afresh(), pod_id, refusal, form)
    )


@router.post("/pods/{pod_id}/result")
def result(pod_id: Number, desk: InDesk, form: InForm) -> Response:
    """Set or correct the points; replacing those that are final needs a reason."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        points = points_of(form, _pod(desk, pod_id))
        return pod_results.correct_pod(desk.call, pod_id, points, reason=form.text("reason"))

    return _do(desk, pod_id, form, run)


@router.post("/pods/{pod_id}/accept")
def accept(pod_id: Number, desk: InDesk) -> Response:
    """Make final what one player entered."""
    desk.here.require("correct_result")
    return _do(desk, pod_id, None, lambda: pod_results.accept_pod(desk.call, pod_id))


@router.post("/pods/{pod_id}/clear")
def clear(pod_id: Number, desk: InDesk, form: InForm) -> Response:
    """Take the points back while the round is being played."""
    desk.here.require("correct_result")
    reason = form.text("reason")
    return _do(desk, pod_id, None, lambda: pod_results.clear_pod(desk.call, pod_id, reason=reason))


@router.post("/pods/{pod_id}/extra-time")
def extra_time(pod_id: Number, desk: InDesk, form: InForm) -> Response:
    """Give the table more minutes."""
    desk.here.require("set_clock")

    def run() -> Done[object]:
        sentence = str(say("Say how many minutes, like 5; a minus takes away."))
        minutes = form.whole("minutes", sentence, "invalid-minutes")
        return pod_results.extend_pod(desk.call, pod_id, minutes * 60)

    return _do(desk, pod_id, form, run)


@router.post("/rounds/{number}/move")
def move(number: Number, desk: InDesk, form: InForm) -> Response:
    """Seat a player of a draft at another table."""
    desk.here.require("edit_draft")

    def run() -> Done[object]:
        player = form.whole("player", str(say("Choose who shall move.")), "player-missing")
        pod = form.whole("pod", str(say("Choose the table to move to.")), "table-missing")
        return pod_draw.move_to_pod(desk.call, number, player, pod)

    return desk.carry_out(
        f"{desk.path}/rounds/{number}", run, lambda refusal: round_page(desk.afresh(), number, refusal, form)
    )
