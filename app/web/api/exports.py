"""What leaves the building: NRTM JSON, spreadsheets."""

import json
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from app.services import nrtm, spreadsheets
from app.web.api.documents import problems
from app.web.visit import InVisit, Visit

router = APIRouter(prefix="/api/v1/tournaments/{code}/export", tags=["exports"])
_CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}


@router.get("/nrtm.json", responses=problems(401, 404))
def nrtm_json(here: InVisit) -> Response:
    """The results as AlwaysBeRunning reads them."""
    here.require("export_results")
    document = nrtm.nrtm(here.context.installation, here.tournament_id)
    text = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
    return _download(here, text, "application/json", "nrtm.json")


@router.get("/standings.csv", responses={**problems(401, 404), **_CSV}, response_class=Response)
def standings_csv(here: InVisit, round: int | None = None) -> Response:
    """The standings for a spreadsheet."""
    here.require("export_results")
    text = spreadsheets.standings_csv(here.context.installation, here.tournament_id, here.viewer, round)
    return _download(here, text, "text/csv; charset=utf-8", "standings.csv")


@router.get("/pairings.csv", responses={**problems(401, 404), **_CSV}, response_class=Response)
def pairings_csv(here: InVisit) -> Response:
    """All tables of all rounds for a spreadsheet."""
    here.require("export_results")
    text = spreadsheets.pairings_csv(
        here.context.installation, here.tournament_id, here.viewer, here.context.now()
    )
    return _download(here, text, "text/csv; charset=utf-8", "pairings.csv")


@router.get("/decks.csv", responses={**problems(401, 403, 404), **_CSV}, response_class=Response)
def decks_csv(here: InVisit) -> Response:
    """All decks, a line per card."""
    here.require("export_archive")
    text = spreadsheets.decks_csv(here.context.installation, here.tournament_id)
    return _download(here, text, "text/csv; charset=utf-8", "decks.csv")


def _download(here: Visit, text: str, media_type: str, name: str) -> Response:
    return Response(
        text.encode(),
        media_type=media_type,
        headers={"content-disposition": f'attachment; filename="{here.code}-{name}"'},
    )
