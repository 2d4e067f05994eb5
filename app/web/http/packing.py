"""Which answers are packed (gzip), and by whom.

What everybody gets alike is packed once for each change where it is kept (cache/public_cache.py); files are
packed as they are sent. An answer for one person is packed only on plain http: there whoever listens reads it
anyway. Over TLS its length is all a listener sees, and packed together with what others choose, like names,
the length would tell more than it should (BREACH), so it goes out as it is. Event streams are never packed.
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

SHORTEST = 1000  # bytes; less fits a packet as it is
LEVEL = 4  # a person's page is packed for one reading


class PackedOnPlainHttp:
    """Packs what is not packed yet, unless the connection is secret."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.secure = secure
        self.packing = GZipMiddleware(app, minimum_size=SHORTEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        packs = scope["type"] == "http" and packs_for_one(scope, self.secure)
        await (self.packing if packs else self.app)(scope, receive, send)


def packs_for_one(scope: Scope, secure: bool) -> bool:
    """Whether an answer for one person is packed: `secure` where all come by TLS, whatever the proxy says."""
    # The middleware itself takes `gzip;q=0`, a refusal, for a wish.
    return not secure and scope.get("scheme") == "http" and accepts_gzip(Request(scope))


def accepts_gzip(request: Request) -> bool:
    """Whether the caller takes gzip (RFC 9110, Accept-Encoding): named, and not with a weight of zero."""
    for each in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = each.replace(" ", "").lower().partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False
