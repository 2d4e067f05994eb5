"""Cache lifetimes of static files, and the icons browsers ask for by themselves.

A page names a file with a hash of its content (`templating.asset`), so what that address gives never changes:
it is kept for a year without asking. Any other address of the same file is asked for again each time, which
costs an ETag. Styles and scripts go out shorter than they are written (`templating.sent`): over a hall's
Wi-Fi every kB before the first paint takes 20 ms, and every request as long as 20 kB.
"""

import os
from pathlib import Path

from starlette.datastructures import Headers, QueryParams
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from app.web.routes_made_late import Router
from app.web.templating import STATIC, digest_of, sent

FOR_A_YEAR = "public, max-age=31536000, immutable"
FOR_A_DAY = "public, max-age=86400"
ASK_AGAIN = "no-cache"


class VersionedFiles(StaticFiles):
    """A folder of files; each answer says how long it may be kept."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The file, or 304; kept for a year where the address has the hash of this very content."""
        file = Path(full_path)
        response = super().file_response(full_path, stat_result, scope, status_code)
        if file.parent == STATIC and response.status_code == status_code:
            response = self._as_sent(file, response.media_type, scope)
        version = QueryParams(scope["query_string"]).get("v")
        known = version is not None and version == digest_of(file)
        response.headers["cache-control"] = FOR_A_YEAR if known else ASK_AGAIN
        return response

    def _as_sent(self, file: Path, media_type: str | None, scope: Scope) -> Response:
        body = sent(file)
        headers = {"etag": f'"{digest_of(file)}"', "content-length": str(len(body))}
        response = Response(
            b"" if scope["method"] == "HEAD" else body, headers=headers, media_type=media_type
        )
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


icons_router = Router()


@icons_router.get("/favicon.ico")
def favicon() -> Response:
    """The icon of browsers that don't read the page's own."""
    return _icon("favicon.ico", "image/vnd.microsoft.icon")


@icons_router.get("/apple-touch-icon.png")
@icons_router.get("/apple-touch-icon-precomposed.png")
@icons_router.get("/apple-touch-icon-{size}.png")
def touch_icon() -> Response:
    """The icon of a phone's home screen, which is asked for under several names."""
    return _icon("apple-touch-icon.png", "image/png")


def _icon(name: str, media_type: str) -> Response:
    return FileResponse(STATIC / name, media_type=media_type, headers={"cache-control": FOR_A_DAY})
