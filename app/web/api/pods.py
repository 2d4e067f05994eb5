"""Tables of three to six players: the points of everybody, entered by one and confirmed by another."""

from typing import Annotated

from fastapi import Request
from pydantic import Field, StrictBool, StrictInt
from starlette.responses import Response

from app.services.kernel.actors import ActorKind
from app.services.kernel.pod_views import PodView
from app.services.kernel.views import RoundView
from app.services.play import pod_draw, pod_results
from app.services.play.pod_view import one_pod
from app.tournament.pod_results import PodEnding, PodReport
from app.web.api.documents import UNCHANGED, problems
from app.web.api.reasons import InReason, ReasonBody
from app.web.api.requests import Body, ExtraTimeBody, Id, Line
from app.web.cache.public_cache import Ticking, held, json_of
from app.web.http.path_ids import Number
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1/tournaments/{code}", tags=["tables of several"])
POD = "/pods/{pod_id}"
_ALL = problems(401, 403, 404, 409)
_PlayerKey = Annotated[str, Field(pattern="^[1-9][0-9]{0,11}$")]


class PodResultBody(Body):
    """The points of every player of a table by id, and whether the game ended by points or at time.

    `certain` answers the question of 409 `two-at-goal`. A player who sends what another entered confirms it.
    """

    points: dict[_PlayerKey, StrictInt] = Field(max_length=20)
    ending: PodEnding = PodEnding.POINTS
    certain: StrictBool = False
    reason: Line = ""

    def report(self) -> PodReport:
        """The value the rules take."""
        return PodReport({int(key): own for key, own in self.points.items()}, self.ending, self.certain)


class MoveBody(Body):
    """A player of a draft, and the table to sit at."""

    player_id: Id
    pod_id: Id


def _pod(here: Visit, pod_id: int) -> PodView:
    return one_pod(here.context.installation, here.tournament_id, pod_id, here.viewer)


@router.get(POD, responses={**problems(401, 404), **UNCHANGED}, response_model=PodView)
def show(request: Request, pod_id: Number, here: InVisit) -> Response:
    """Seats in the order of turns, extra cards, points, and what the caller may do now."""
    return held(request, here, "", lambda: Ticking(json_of(PodView, _pod(here, pod_id))))


@router.post(POD + "/result", responses=_ALL)
def result(pod_id: Number, body: PodResultBody, here: InVisit) -> PodView:
    """A player enters the points of the table or confirms them; an organizer's word is final."""
    if here.actor.kind is ActorKind.PLAYER:
        here.require("report_result")
        pod_results.report_pod(here.call, pod_id, body.report())
    else:
        here.require("correct_result")
        pod_results.correct_pod(here.call, pod_id, body.report(), reason=body.reason)
    return _pod(here, pod_id)


@router.post(POD + "/accept", responses=_ALL)
def accept(pod_id: Number, here: InVisit) -> PodView:
    """Make final what one player entered."""
    here.require("correct_result")
    pod_results.accept_pod(here.call, pod_id)
    return _pod(here, pod_id)


@router.delete(POD + "/result", responses=_ALL)
def clear(pod_id: Number, here: InVisit, body: ReasonBody | None = None, reason: InReason = "") -> PodView:
    """Take the points of a table back while its round is being played; final ones for a `reason`."""
    here.require("correct_result")
    pod_results.clear_pod(here.call, pod_id, reason=(body.reason if body else "") or reason)
    return _pod(here, pod_id)


@router.post(POD + "/extra-time", responses=_ALL)
def extra_time(pod_id: Number, body: ExtraTimeBody, here: InVisit) -> PodView:
    """Give one table more time, in seconds."""
    here.require("set_clock")
    pod_results.extend_pod(here.call, pod_id, body.seconds)
    return _pod(here, pod_id)


@router.post("/rounds/{number}/move", responses=_ALL)
def move(number: Number, body: MoveBody, here: InVisit) -> RoundView:
    """Seat a player of a draft at another table."""
    here.require("edit_draft")
    pod_draw.move_to_pod(here.call, number, body.player_id, body.pod_id)
    with here.asking() as ask:
        return ask.round(number)
