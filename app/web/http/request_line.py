"""What the first line and the `Host` of a request may be, and HEAD: the answer to GET without its body."""

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.web.http.errors import refusal_response

LONGEST_QUERY = 2048
# A name, an IPv4 or a bracketed IPv6 address, and perhaps a port (RFC 9110, 7.2); names end at 253 letters.
_HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
HEAD = "head"  # in a request's state: only the headers of the answer are wanted


class RequestLine:
    """Refuses hosts that are none and queries without an end, and answers HEAD."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = refused(Headers(scope=scope).get("host", ""), scope["query_string"])
        if refusal is not None:
            # Whatever the answer says of its own address must not be taken from there.
            plain = {**scope, "query_string": b"", "headers": [], "state": {}}
            await refusal_response(plain, refusal)(scope, receive, send)
        elif scope["method"] == "HEAD":
            await _answer_head(self.app, scope, receive, send)
        else:
            await self.app(scope, receive, send)


def refused(host: str, query: bytes) -> Refused | None:
    """Why a request is not even looked at, if so."""
    if host and not _HOST.fullmatch(host):
        sentence = say("The Host of this request is no name or address: open the page by its usual address.")
        return Refused("bad-host", sentence, Kind.BAD)
    if len(query) > LONGEST_QUERY:
        sentence = say(
            "What follows the ? of this address is longer than {most} bytes: send less.", most=LONGEST_QUERY
        )
        return Refused("query-too-long", sentence, Kind.TOO_LONG)
    return None


async def _answer_head(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """What GET would answer, without the body. An event stream is told that nobody listens."""
    begun = False

    async def quiet_receive() -> Message:
        return {"type": "http.disconnect"} if begun else await receive()

    async def headers_only(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.start" and not begun:
            begun = True
            await send(message)
            await send({"type": "http.response.body", "body": b""})

    asked = {**scope, "method": "GET", "state": {**scope.get("state", {}), HEAD: True}}
    await app(asked, quiet_receive, headers_only)
    scope["state"] = asked["state"]
    for name in ("route", "endpoint", "path_params"):
        if name in asked:
            scope[name] = asked[name]
