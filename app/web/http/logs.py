"""What the log says of every request: a line of JSON with its id, route, status, time, tournament and actor.

Secrets never get there: a path is named by its route's template, since links carry secrets in their paths,
and queries, headers and bodies are left out. On a terminal the lines are for people, and requests that went
well are not told at all: the sign-in link and the QR code would scroll away.
"""

import asyncio
import json
import logging
import random
import re
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.services.kernel.errors import Refused
from app.storage.failures import DatabaseError
from app.web.http.errors import ending_response, failure_response, refusal_of, refusal_response

REQUEST_HEADER = "x-request-id"
_CODE = re.compile(r"[A-Za-z]{5}")
UNMATCHED = "unmatched"
SLOW_SECONDS = 2.0

log = logging.getLogger("app.requests")
_request: ContextVar[str | None] = ContextVar("request", default=None)


class JsonLines(logging.Formatter):
    """A record as one line of JSON; `extra={"fields": {…}}` adds fields, a request's id comes by itself."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "time": moment.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": _request.get(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps({key: value for key, value in line.items() if value is not None}, default=str)


class PlainLines(logging.Formatter):
    """A record for people at a terminal."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")


def is_told(record: logging.LogRecord) -> bool:
    """Whether a terminal shows the record: requests only when something went wrong."""
    return record.name != log.name or record.levelno >= logging.WARNING


def log_config(style: str, terminal: bool | None = None) -> dict[str, Any]:
    """The configuration of logging for `style` auto, json or text; auto writes text on a terminal."""
    if terminal is None:
        terminal = sys.stderr.isatty()
    plain = style == "text" or (style == "auto" and terminal)
    formatter = f"{__name__}.{'PlainLines' if plain else 'JsonLines'}"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "filters": {"told": {"()": lambda: is_told}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["told"] if plain else [],
            }
        },
        "loggers": {"alembic": {"level": "WARNING"}},  # it tells about every connection
        "root": {"handlers": ["stderr"], "level": "INFO"},
    }


def route_of(scope: Scope) -> str:
    """The template of the route that answered, like `/t/{code}`; never the path that was asked for."""
    path = getattr(scope.get("route"), "path", None)
    if path is not None:
        return str(path)
    return str(scope["root_path"]) if scope.get("endpoint") is not None and scope["root_path"] else UNMATCHED


def actors_of(scope: Scope) -> str | None:
    """Who asked, like `organizer/3` or `organizer/3 player/17`; None for nobody known."""
    signed = scope.get("state", {}).get("signed")
    found = [each for each in (getattr(signed, "account", None), getattr(signed, "player", None)) if each]
    return " ".join(f"{each.kind}/{each.id}" for each in found) or None


class RequestLog:
    """Gives every request an id, tells of it when it has ended, and answers when a handler failed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = f"{random.getrandbits(64):016x}"
        _request.set(request_id)  # a request has a task, and so a context, of its own
        began, status = time.perf_counter(), 0

        async def told_send(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_HEADER] = request_id
            await send(message)

        try:
            await self.app(scope, receive, told_send)
        except ClientDisconnect:
            pass  # nobody is there to be answered, and nothing went wrong here
        except asyncio.CancelledError:
            if not status:
                await ending_response(scope)(scope, receive, told_send)
            raise
        except (Refused, DatabaseError) as error:
            # Raised around the application, where its own handlers don't reach.
            if status:
                raise
            await refusal_response(scope, refusal_of(error))(scope, receive, told_send)
        except Exception:
            # The server around the application logs the exception itself, under the same id.
            if not status:
                await failure_response(scope)(scope, receive, told_send)
            status = 500
            raise
        finally:
            _tell(scope, status, time.perf_counter() - began)


def _code(scope: Scope) -> str | None:
    """The tournament's code in the path; a word that can be none may be a secret in the wrong place."""
    code = str((scope.get("path_params") or {}).get("code", ""))
    return code.upper() if _CODE.fullmatch(code) else None


def _tell(scope: Scope, status: int, seconds: float) -> None:
    route = route_of(scope)
    fields = {
        "method": scope["method"],
        "route": route,
        "status": status,
        "milliseconds": round(seconds * 1000, 1),
        "tournament": _code(scope),
        "actor": actors_of(scope),
    }
    slow = seconds > SLOW_SECONDS and not route.endswith("/live")
    level = logging.WARNING if status >= 500 or slow else logging.INFO
    log.log(level, "%s %s %s", scope["method"], route, status or "gone", extra={"fields": fields})
