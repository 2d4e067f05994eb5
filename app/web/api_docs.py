"""What programs and the people behind them look at: the API's page, offline, and the numbers of the process.

The page is Swagger UI from a package, with a script of ours that starts it, so that it needs no inline script
and no internet. That version knows OpenAPI 3.0: the page reads the same document under that name.
"""

from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from swagger_ui_bundle import swagger_ui_path

from app.web.http.metrics import metrics
from app.web.routes_made_late import Router
from app.web.templating import asset

SWAGGER = Path(str(swagger_ui_path))
PARTS = "/api/docs/parts"

observing_router = Router()
observing_router.add_api_route("/metrics", metrics, methods=["GET"], response_class=Response)


@observing_router.get("/api/docs")
def api_docs() -> Response:
    """The API's page, to read and to try."""
    return HTMLResponse(
        "<!doctype html>\n"
        '<html lang="en"><head><meta charset="utf-8"><title>Cache Refresh API</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<link rel="icon" href="{asset("icon.svg")}" type="image/svg+xml">\n'
        f'<link rel="stylesheet" href="{PARTS}/swagger-ui.css">\n'
        f'<script defer src="{PARTS}/swagger-ui-bundle.js"></script>\n'
        f'<script defer src="{asset("api-docs.js")}"></script></head>\n'
        '<body><div id="api"></div></body></html>\n'
    )


@observing_router.get("/api/docs/openapi.json")
def document(request: Request) -> Response:
    """The OpenAPI document in the words this Swagger UI knows."""
    schema: dict[str, Any] = {**request.app.openapi(), "openapi": "3.0.3"}
    return JSONResponse(schema)
