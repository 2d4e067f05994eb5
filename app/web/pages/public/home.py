"""The start page, the way from a code to its event, and the language and colours of the pages."""

from typing import Annotated

from fastapi import Query, Request
from starlette.responses import Response

from app.services.event.listing import listed_events
from app.services.kernel.errors import Kind, Refused
from app.web.context import Context, InContext
from app.web.forms import InForm
from app.web.http.language import language_cookie
from app.web.pages.answers import own_path, see_other
from app.web.presenters.home import HomePage, event_groups
from app.web.requester import InSigned, event_of_code
from app.web.routes_made_late import Router
from app.web.templating import THEME_COOKIE, THEMES, page
from app.words.languages import known

router = Router()
short_router = Router()

_YEAR_SECONDS = 365 * 24 * 3600
LONGEST_CODE = 60
# More listed events than this are easier to search than to read.
FEW_EVENTS = 8


@router.get("/")
def home(
    request: Request,
    context: InContext,
    signed: InSigned,
    q: Annotated[str, Query(max_length=LONGEST_CODE)] = "",
) -> Response:
    """The listed events, the way to one by its code, what the program is; `q` is part of an event's name."""
    return _home(request, context, signed.account is not None, query=q)


@router.get("/t")
def find(
    request: Request,
    context: InContext,
    signed: InSigned,
    code: Annotated[str, Query(max_length=LONGEST_CODE)] = "",
) -> Response:
    """The event of a typed code; an unknown code comes back with a sentence and as it was typed."""
    letters = "".join(code.split()).upper()
    try:
        if not letters:
            raise Refused("code-missing", "Type the five letters of the code.", Kind.INVALID)
        event_of_code(request, context, letters)
    except Refused as refusal:
        return _home(request, context, signed.account is not None, code, refusal)
    return see_other(f"/t/{letters}")


def _home(
    request: Request,
    context: Context,
    organizer: bool,
    code: str = "",
    refusal: Refused | None = None,
    query: str = "",
) -> Response:
    events = listed_events(context.installation)
    view = HomePage(
        organizer=organizer,
        code=code,
        error=refusal.sentence if refusal else None,
        groups=event_groups(events, context.now().date(), query),
        query=query.strip(),
        many=len(events) > FEW_EVENTS,
    )
    return page(request, view, status_code=int(refusal.kind) if refusal else 200)


@router.post("/theme")
def theme(form: InForm, context: InContext) -> Response:
    """Keep the chosen colours in a cookie, and go back."""
    chosen = form.text("theme")
    answer = see_other(own_path(form.text("back")))
    if chosen in THEMES:
        answer.set_cookie(
            THEME_COOKIE,
            chosen,
            max_age=_YEAR_SECONDS,
            samesite="lax",
            httponly=True,
            secure=context.settings.secure,
        )
    return answer


@router.post("/language")
def language(form: InForm, context: InContext) -> Response:
    """Keep the chosen language in a cookie, and go back."""
    chosen = known(form.text("language"))
    answer = see_other(own_path(form.text("back")))
    if chosen is not None:
        answer.headers.append("set-cookie", language_cookie(chosen, context.settings.secure))
    return answer


@short_router.get("/{code}")
def short(request: Request, code: str, context: InContext) -> Response:
    """The address on the poster, as short as it can be typed: a code leads to its event."""
    event_of_code(request, context, code)
    return see_other(f"/t/{code.upper()}")
