"""A day for everybody: its events on one page, and one wall that shows theirs in turn."""

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from app.sentences import t
from app.services.event.days import day_view
from app.web.context import InContext
from app.web.pages.links import hall_address, qr_code
from app.web.pages.public.wall import view_of_wall
from app.web.presenters.days import DayPage, events_shown
from app.web.requester import InKey, visit
from app.web.routes_made_late import Router
from app.web.templating import page
from app.words.written import day as written

router = Router(prefix="/d/{day}")
SECONDS = 24  # three leaves of a wall


@router.get("")
def show(request: Request, day: str, context: InContext) -> Response:
    """The events of a day, each with where it stands."""
    found = day_view(context.installation, day)
    address = f"{hall_address(request, context)}/d/{found.code}"
    shown = DayPage(
        code=found.code,
        name=found.name,
        place=found.place,
        day_words=written(found.date),
        events=events_shown(found),
        qr=qr_code(address, t("QR code of this page, {address}", address=address)),
        address=address,
    )
    return page(request, shown)


@router.get("/wall")
def wall(request: Request, day: str, context: InContext, key: InKey, at: int = 0) -> Response:
    """The wall of one event of the day; the browser goes on to the next by itself."""
    found = day_view(context.installation, day)
    if not found.events:
        return show(request, day, context)
    place = at % len(found.events)
    here = visit(found.events[place].code, request, context, key)
    shown = replace(view_of_wall(request, here, "", 0), next_page=None, live_version=here.version())
    onward = f"/d/{found.code}/wall?at={(place + 1) % len(found.events)}"
    # A header does it in every browser, with or without script; the page itself sends nobody on.
    return page(request, shown, headers={"refresh": f"{SECONDS}; url={onward}"})
