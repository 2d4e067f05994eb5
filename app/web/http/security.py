"""What every request and answer must pass: body size, cross-site posts refused, and protective headers.

Cross-site request forgery: an unsafe request that a browser sends on behalf of another site is refused by
`Sec-Fetch-Site`; browsers leave that header out on plain http (a hall's network), so there `Origin` must
match `Host`. A request with cookies and neither header is refused. Bearer tokens are not sent by browsers on
their own, so they need no such check. Source: the OWASP cheat sheet on CSRF, "Fetch Metadata headers".
Referrer-Policy is same-origin and not stricter, because with no-referrer browsers send `Origin: null`.
"""

import anyio
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.web.http.errors import refusal_response

MOST_BODY_BYTES = 1024 * 1024
ARCHIVE_PATH = "/api/v1/tournaments/import"  # deploy/Caddyfile has the same path and the same two limits
MOST_ARCHIVE_BYTES = 64 * 1024 * 1024
BODY_PART_SECONDS = 20.0
WHOLE_BODY_SECONDS = 60.0
_SAFE = {"GET", "HEAD", "OPTIONS"}

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


# Where a page shows a refusal and does not say itself how long to wait.
_COME_AGAIN_SECONDS = {429: "5", 503: "5"}


class ProtectiveHeaders:
    """Adds the headers to every answer, and `no-store` where a handler says nothing about keeping it.

    Who is told to come again is told when.
    """

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.headers = dict(_HEADERS)
        if secure:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def protected_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if message["status"] in _COME_AGAIN_SECONDS:
                    headers.setdefault("retry-after", _COME_AGAIN_SECONDS[message["status"]])
            await send(message)

        await self.app(scope, receive, protected_send)


class CrossSiteRefusal:
    """Refuses unsafe requests that another site makes a browser send."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "authorization" in headers or is_same_site(headers):
            await self.app(scope, receive, send)
            return
        refusal = Refused(
            "cross-site-request",
            "This request came from another site and was refused: open the page here and try again.",
            Kind.FORBIDDEN,
        )
        await refusal_response(scope, refusal)(scope, receive, send)


def is_same_site(headers: Headers) -> bool:
    """Whether an unsafe request comes from our own pages, or from a program that keeps no cookies."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = headers.get("origin")
    if origin is not None:
        # Not taken apart as an address: anything can stand in a header.
        return origin.partition("://")[2] == headers.get("host", "")
    return "cookie" not in headers


class BodyLimit:
    """Refuses bodies over the limit before they fill the memory, told or untold length alike.

    A body that comes in drops is refused as well: each part within 20 seconds, all of it within a minute.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in _SAFE:
            await self.app(scope, receive, send)
            return
        most = MOST_ARCHIVE_BYTES if scope["path"] == ARCHIVE_PATH else MOST_BODY_BYTES
        told = Headers(scope=scope).get("content-length", "0")
        if told.isdigit() and int(told) > most:
            await refusal_response(scope, _too_large(most))(scope, receive, send)
            return
        received, complete = 0, False
        deadline = anyio.current_time() + WHOLE_BODY_SECONDS
        refusal: Refused | None = None

        async def counted_receive() -> Message:
            nonlocal received, complete, refusal
            if complete:  # from here on it waits for the browser to go away, as long as that takes
                return await receive()
            try:
                with anyio.fail_after(min(BODY_PART_SECONDS, deadline - anyio.current_time())):
                    message = await receive()
            except TimeoutError:
                refusal = _too_slow()
                raise refusal from None
            received += len(message.get("body", b""))
            if received > most:
                refusal = _too_large(most)
                raise refusal
            complete = not message.get("more_body", False)
            return message

        async def honest_send(message: Message) -> None:
            # Whoever parses the body may take any failure for a broken one and say so.
            if refusal is None:
                await send(message)
            elif message["type"] == "http.response.start":
                await refusal_response(scope, refusal)(scope, receive, send)

        await self.app(scope, counted_receive, honest_send)


def _too_slow() -> Refused:
    return Refused("body-too-slow", "The request took too long to arrive: send it again.", Kind.TOO_SLOW)


def _too_large(most: int) -> Refused:
    return Refused(
        "body-too-large",
        say("This request is larger than {most} kB: send less.", most=most // 1024),
        Kind.TOO_LARGE,
    )
