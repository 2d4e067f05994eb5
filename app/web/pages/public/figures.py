"""What an event looks like in numbers and pictures: statistics, and drawings to post elsewhere."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from app.services.event.brackets import bracket_view, final_order
from app.services.event.standings import standings_view
from app.services.event.statistics import statistics_view
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.web.cache.public_cache import held
from app.web.drawings.bracket import bracket_svg
from app.web.drawings.standings import standings_svg
from app.web.pages.answers import page_or_part
from app.web.pages.frames import event_of, public_frame
from app.web.presenters.standings import in_final_order
from app.web.presenters.statistics import statistics_shown, summary_words
from app.web.requester import InVisit, Visit

router = APIRouter(prefix="/t/{code}")
SVG = "image/svg+xml"


@router.get("/statistics")
def statistics(request: Request, here: InVisit) -> Response:
    """What the games tell, while the event runs and afterwards."""
    return held(request, here, "", lambda: _statistics(request, here))


def _statistics(request: Request, here: Visit) -> Response:
    event = event_of(here)
    view = statistics_view(here.context.installation, here.tournament_id)
    values = {
        **public_frame(here, event, "/standings"),
        "sections": statistics_shown(view),
        "summary": summary_words(view),
        "here": f"/t/{event.code}/statistics",
    }
    return page_or_part(request, "public/statistics.html", "fragments/statistics.html", values)


@router.get("/pictures/standings.svg")
def standings_picture(request: Request, here: InVisit) -> Response:
    """The standings as a picture."""
    return held(request, here, "", lambda: _standings(here))


def _standings(here: Visit) -> Response:
    event = event_of(here)
    view = standings_view(here.context.installation, here.tournament_id, PUBLIC_VIEWER)
    order = final_order(here.context.installation, here.tournament_id)
    final = event.phase.value == "finished"
    drawn = standings_svg(event.name, in_final_order(view, order), final=final, by_cut=bool(order))
    return Response(drawn, media_type=SVG)


@router.get("/pictures/bracket.svg")
def bracket_picture(request: Request, here: InVisit) -> Response:
    """The bracket as a picture; not there before the cut."""
    return held(request, here, "", lambda: _bracket(here))


def _bracket(here: Visit) -> Response:
    view = bracket_view(here.context.installation, here.tournament_id)
    title = f"{event_of(here).name}: bracket of the top {view.size}"
    return Response(bracket_svg(view, as_picture=True, title=title), media_type=SVG)
