"""A player enters the points of a table of several, looks at places and sum, sends them; another confirms."""

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import Response

from app.services.kernel.errors import Refused
from app.services.play.pod_results import report_pod
from app.services.play.pod_view import one_pod
from app.web.forms import InForm
from app.web.pages.frames import event_of
from app.web.pages.player.attempts import Attempt
from app.web.pages.player.own_page import after
from app.web.pages.pod_forms import checked_points, points_of
from app.web.requester import InPlayerVisit
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/me")


@router.post("/points")
def points(
    request: Request, here: InPlayerVisit, form: InForm, pod: Annotated[int, Query(ge=1, le=2**31 - 1)]
) -> Response:
    """Look at the points with the places they make (`look`), or send them; the same again confirms."""
    here.require("report_result")
    try:
        table = one_pod(here.context.installation, here.tournament_id, pod, here.viewer)
        if "look" in form:
            checked_points(form, table, event_of(here).goal_points or 0)
            return after(request, here, Attempt(None, "points", form))
        report_pod(here.call, pod, points_of(form, table))
    except Refused as refusal:
        return after(request, here, Attempt(refusal, "points", form))
    return after(request, here)
