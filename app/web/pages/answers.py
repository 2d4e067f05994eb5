"""The shapes of an answer to a person: a whole page, the part of it that live.js replaces, or a way on."""

from fastapi import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.web.templating import page, render
from app.web.views import View

# The header of a part that says which version of the event it shows: a page need not ask for an older one.
EVENT_VERSION = "x-event-version"


def is_live(request: Request) -> bool:
    """Whether the page's own script asks, which wants a part of the page instead of all of it."""
    return request.headers.get("x-requested-with") == "live"


def see_other(path: str) -> RedirectResponse:
    """After a form was taken: look at the result there, so that loading again repeats nothing."""
    return RedirectResponse(path, status_code=303)


def page_or_part(request: Request, shown: View, /, *, status: int = 200) -> Response:
    """The page of a view, or only its `part` when the page's script asks."""
    headers = {"vary": "x-requested-with"}
    if is_live(request):
        return HTMLResponse(render(shown), status_code=status, headers=headers)
    return page(request, shown, status_code=status, headers=headers)


def own_path(wanted: str, default: str = "/") -> str:
    """A path of this site to go back to; the default for anything that could lead elsewhere."""
    local = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted
    return wanted if local and wanted.isprintable() and len(wanted) <= 500 else default
