"""Every refusal as an answer: problem+json for programs (RFC 9457), a page with a way back for people.

Transient failures, like a database that restarts or a program that stops, are 503 with Retry-After; 500 is
a mistake of the program alone. Nothing that failed inside is told to the outside; it is in the log
under the request's id.
"""

import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.encoders import jsonable_encoder
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match, Mount
from starlette.types import Scope

from app.sentences import Sentence, in_turn, message, said_by, say
from app.services.kernel.errors import Kind, Refused, not_found
from app.storage.failures import DatabaseBusy, DatabaseError, TournamentMissing
from app.web.http.faults import faults_in_words
from app.web.templating import page
from app.web.views import View

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class RefusedPage(View):
    """What could not be done: the sentence, the HTTP status, the way to where it can be done."""

    template: ClassVar[str] = "public/refused.html"

    sentence: str
    status: int
    way: str | None = None


BUSY_SECONDS = 1
MOST_FAULTS = 5  # as many sentences as somebody reads at once
AWAY_SECONDS = 5  # as long as a database or the program itself takes to start again

_CODES = {
    400: "bad-request",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    415: "unsupported-media-type",
}
_SENTENCES = {
    404: message("There is nothing at this address; check it."),
    405: message("This address does not take such a request."),
}
_UNREADABLE = message("This request can't be read: send it as the address takes it.")


def problem(code: str, sentence: str | Sentence, status: int, **more: Any) -> JSONResponse:
    """An error as problem+json with a stable `code`."""
    body = {
        "type": f"urn:cache-refresh:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": str(sentence),
        "code": code,
        **more,
    }
    headers = {"www-authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else None
    return JSONResponse(
        jsonable_encoder(body, custom_encoder={Sentence: str}),
        status_code=status,
        media_type="application/problem+json",
        headers=headers,
    )


def refusal_response(scope: Scope, refusal: Refused) -> Response:
    """The answer to a refused request, for programs or for people by its path."""
    wait = refusal.state.get("retry_after_seconds")
    answer: Response
    if is_for_programs(scope):
        more = refusal.state if refusal.field is None else {"field": refusal.field, **refusal.state}
        answer = problem(refusal.code, refusal.sentence, int(refusal.kind), **more)
    else:
        event = refusal.state.get("tournament")
        way = f"/t/{event}/me" if event else None
        answer = _refused(scope, refusal.sentence, int(refusal.kind), way)
    if wait is not None:
        answer.headers["retry-after"] = str(wait)
    return answer


def is_for_programs(scope: Scope) -> bool:
    """Whether a path belongs to the JSON API."""
    return str(scope["path"]).startswith(("/api/", "/healthz", "/readyz", "/metrics"))


def add_error_handlers(app: FastAPI) -> None:
    """Make every error of the application one of these answers."""

    @app.exception_handler(Refused)
    @app.exception_handler(DatabaseError)
    def known(request: Request, error: Refused | DatabaseError) -> Response:
        return refusal_response(request.scope, refusal_of(error))

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        said = in_turn(faults_in_words(error.errors())[:MOST_FAULTS])
        return refusal_response(request.scope, Refused("invalid-request", said, Kind.INVALID))

    @app.exception_handler(HTTPException)
    def http_error(request: Request, error: HTTPException) -> Response:
        # What the libraries say of it themselves is in English alone.
        said = _SENTENCES.get(error.status_code, _UNREADABLE)
        code = _CODES.get(error.status_code, "bad-request")
        answer = _http_response(request.scope, code, say(said), error.status_code)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            answer.headers["allow"] = ", ".join(_methods_at(request))
        return answer


def _methods_at(request: Request) -> list[str]:
    """The methods that an address takes, of all its routes; the library names those of the first one."""
    there = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    methods = {method for route in there for method in getattr(route, "methods", None) or ()}
    if any(isinstance(route, Mount) for route in there) or "GET" in methods:
        methods |= {"GET", "HEAD"}  # request_line.py answers it
    return sorted(methods)


def refusal_of(error: Refused | DatabaseError) -> Refused:
    """What stands in the way, as a refusal: a database that is busy or away is 503, and a time to wait."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, TournamentMissing):
        return not_found("tournament")
    busy = isinstance(error, DatabaseBusy)
    if not busy:
        log.error("database: %s", error)
    wait = BUSY_SECONDS if busy else AWAY_SECONDS
    return Refused(error.code, said_by(error), Kind.UNAVAILABLE, retry_after_seconds=wait)


def ending_response(scope: Scope) -> Response:
    """The answer to who is still waiting when the program stops; what was asked may be done or not."""
    sentence = say(
        "The program stops or starts again. Load the page again in a moment and look before you repeat."
    )
    return refusal_response(
        scope, Refused("stopping", sentence, Kind.UNAVAILABLE, retry_after_seconds=AWAY_SECONDS)
    )


def failure_response(scope: Scope) -> Response:
    """The answer when a handler failed; what failed is in the log and nowhere else."""
    sentence = say("Something went wrong here; nothing was changed. Try again.")
    return _http_response(scope, "internal-error", sentence, 500)


def _http_response(scope: Scope, code: str, sentence: Sentence, status: int) -> Response:
    if is_for_programs(scope):
        return problem(code, sentence, status)
    return _refused(scope, sentence, status)


def _refused(scope: Scope, sentence: str | Sentence, status: int, way: str | None = None) -> Response:
    shown = RefusedPage(sentence=str(sentence), status=status, way=way)
    return page(Request(scope), shown, status_code=status)
