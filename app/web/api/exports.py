"""What leaves the building and comes back: NRTM JSON, spreadsheets, archives; statistics."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Query, Request
from starlette.responses import Response

from app.sentences import Sentence
from app.services.event.statistics import StatisticsView, statistics_view
from app.services.exchange import archives, nrtm, spreadsheets
from app.web.api.documents import UNCHANGED, problems
from app.web.cache.public_cache import Rendered, Ticking, held, json_of
from app.web.context import InContext
from app.web.http.archive_upload import InImporting, InUpload, uploads_of
from app.web.requester import KEY_HEADER, InVisit, Visit, key_of_request
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1/tournaments", tags=["exports"])
EVENT = "/{code}"
_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
_ARCHIVE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object", "description": "An archive.json"}}},
    }
}


@dataclass(frozen=True)
class Warnings:
    """What the NRTM file still lacks, in sentences; empty when nothing is missing."""

    warnings: list[Sentence]


@dataclass(frozen=True)
class ImportedView:
    """The imported event; `code` differs from `archived_code` where that was taken."""

    code: str
    archived_code: str
    name: str


@router.get(EVENT + "/export/nrtm.json", responses={**problems(401, 404, 409), **UNCHANGED})
def nrtm_json(request: Request, here: InVisit) -> Response:
    """The results as AlwaysBeRunning reads them."""
    here.require("export_results")

    def render() -> Rendered:
        document = nrtm.nrtm(here.context.installation, here.tournament_id, here.viewer)
        text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        return Ticking(_download(here, text, "application/json", "nrtm.json"))

    return held(request, here, "", render)


@router.get(EVENT + "/export/warnings", responses=problems(401, 403, 404))
def nrtm_warnings(here: InVisit) -> Warnings:
    """What the NRTM file still lacks, told while it can still be mended."""
    here.require("export_archive")
    return Warnings(nrtm.warnings(here.context.installation, here.tournament_id))


@router.get(
    EVENT + "/export/standings.csv",
    responses={**problems(401, 404), **UNCHANGED, **_CSV},
    response_class=Response,
)
def standings_csv(
    request: Request, here: InVisit, round: Annotated[int | None, Query(ge=0, le=1000)] = None
) -> Response:
    """The standings for a spreadsheet."""
    here.require("export_results")

    def render() -> Rendered:
        text = spreadsheets.standings_csv(here.context.installation, here.tournament_id, here.viewer, round)
        return Ticking(_download(here, text, "text/csv; charset=utf-8", "standings.csv"))

    return held(request, here, round, render)


@router.get(
    EVENT + "/export/final-standings.csv",
    responses={**problems(401, 404), **UNCHANGED, **_CSV},
    response_class=Response,
)
def final_standings_csv(request: Request, here: InVisit) -> Response:
    """The final places for a spreadsheet, those of the cut first."""
    here.require("export_results")

    def render() -> Rendered:
        context = here.context
        text = spreadsheets.final_standings_csv(
            context.installation, here.tournament_id, here.viewer, context.now()
        )
        return Ticking(_download(here, text, "text/csv; charset=utf-8", "final-standings.csv"))

    return held(request, here, "", render)


@router.get(
    EVENT + "/export/pairings.csv",
    responses={**problems(401, 404), **UNCHANGED, **_CSV},
    response_class=Response,
)
def pairings_csv(request: Request, here: InVisit) -> Response:
    """All tables of all rounds for a spreadsheet."""
    here.require("export_results")

    def render() -> Rendered:
        context = here.context
        text = spreadsheets.pairings_csv(context.installation, here.tournament_id, here.viewer, context.now())
        return Ticking(_download(here, text, "text/csv; charset=utf-8", "pairings.csv"))

    return held(request, here, "", render)


@router.get(
    EVENT + "/export/decks.csv", responses={**problems(401, 403, 404), **_CSV}, response_class=Response
)
def decks_csv(here: InVisit) -> Response:
    """All decks, a line per card."""
    here.require("export_archive")
    text = spreadsheets.decks_csv(here.context.installation, here.tournament_id)
    return _download(here, text, "text/csv; charset=utf-8", "decks.csv")


@router.get(EVENT + "/export/archive.json", responses=problems(401, 403, 404))
def archive_json(here: InVisit) -> Response:
    """The whole event in one file that can be imported elsewhere; without links, tokens and passwords."""
    here.require("export_archive")
    text = archives.archive(here.context.installation, here.tournament_id)
    return _download(here, text, "application/json", "archive.json")


@router.post("/import", status_code=201, responses=problems(401, 403, 413, 429), openapi_extra=_ARCHIVE_BODY)
async def import_archive(
    request: Request, context: InContext, account: InImporting, upload: InUpload
) -> ImportedView:
    """Make the event of an archive; the account that imports it becomes its owner."""

    def make() -> archives.Imported:
        content = upload.read()
        named = request.headers.get(KEY_HEADER, "")
        key = key_of_request(request, named, sha256(content).hexdigest() if named else "")
        sender = replace(account, key=key)
        return archives.import_archive(
            context.installation, sender, context.now(), content, seed=context.seed()
        )

    imported = await uploads_of(request).in_turn(make)
    return ImportedView(imported.code, imported.archived_code, imported.name)


@router.get(
    EVENT + "/statistics", responses={**problems(401, 404), **UNCHANGED}, response_model=StatisticsView
)
def statistics(request: Request, here: InVisit) -> Response:
    """What the games tell: prices, who wins with what, how games end, how long they take."""
    here.require("export_results")

    def render() -> Rendered:
        return json_of(StatisticsView, statistics_view(here.context.installation, here.tournament_id))

    return held(request, here, "", render)


def _download(here: Visit, text: str, media_type: str, name: str) -> Response:
    return Response(
        text.encode(),
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{here.code}-{name}"'},
    )
