"""Whether the process lives, and whether it can serve."""

from fastapi import APIRouter

from app.services.kernel.errors import Kind, Refused
from app.web.api.documents import problems
from app.web.context import InContext

router = APIRouter(tags=["health"])


@router.get("/healthz", responses=problems())
def alive() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz", responses=problems(503))
def ready(context: InContext) -> dict[str, str]:
    """The database is reachable and migrated, and this process is not about to end."""
    if context.leaving.is_set():
        raise Refused("leaving", "This process is about to end: ask another one.", Kind.UNAVAILABLE)
    context.installation.database.ping()
    if not context.installation.database.is_migrated():
        raise Refused(
            "not-migrated", "The database is not migrated yet: start the program.", Kind.UNAVAILABLE
        )
    return {"status": "ready"}
