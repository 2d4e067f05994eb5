"""In which language an answer is written: the reader's choice, else the event's, else the browser's.

Chosen is what an address names (`?lang=ja`, kept in a cookie from then on) or what the switch in the foot of
every page set. The event's language is known only where the event is (web/requester.py). Programs say what
they want as browsers do, in Accept-Language; codes are the same in every language.
"""

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.words.languages import known, preferred
from app.words.reader import Reader, reading

LANGUAGE_COOKIE = "language"
LANGUAGE_QUERY = "lang"
KEPT_SECONDS = 365 * 24 * 3600
_WORDED = ("text/html", "application/json", "application/problem+json", "text/plain", "text/csv")


class SpokenLanguage:
    """Finds the reader's language before anything else is asked, so that refusals are in it, too."""

    def __init__(self, app: ASGIApp, secure: bool) -> None:
        self.app = app
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        named = known(request.query_params.get(LANGUAGE_QUERY)) if scope["query_string"] else None
        kept = known(request.cookies.get(LANGUAGE_COOKIE))
        chosen = named or kept
        reader = Reader(chosen or preferred(request.headers.get("accept-language", "")), chosen is not None)

        async def worded_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._say_language(message, reader, named if named != kept else None)
            await send(message)

        with reading(reader):
            await self.app(scope, receive, worded_send)

    def _say_language(self, message: Message, reader: Reader, keep: str | None) -> None:
        headers = MutableHeaders(scope=message)
        if headers.get("content-type", "").startswith(_WORDED):
            headers.setdefault("content-language", reader.language)
            headers.add_vary_header("accept-language")
            headers.add_vary_header("cookie")
        if keep is not None:
            headers.append("set-cookie", language_cookie(keep, self.secure))


def language_cookie(language: str, secure: bool) -> str:
    """The header that keeps a language in the browser for a year."""
    attributes = f"Max-Age={KEPT_SECONDS}; Path=/; HttpOnly; SameSite=lax"
    return f"{LANGUAGE_COOKIE}={language}; {attributes}" + ("; Secure" if secure else "")
