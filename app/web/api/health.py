"""Whether the process lives, and whether it can serve."""

import anyio
from anyio import to_thread

from app.services.kernel.errors import Kind, Refused
from app.web.api.documents import problems
from app.web.context import Context, InContext
from app.web.routes_made_late import Router

router = Router(tags=["health"])
LONGEST_SECONDS = 2.0
# Apart from the threads of commands and pages, which may all be at work.
_lookers = anyio.CapacityLimiter(2)


@router.get("/healthz", responses=problems())
async def alive() -> dict[str, str]:
    """The process answers. It takes no thread, for those may all be at work."""
    return {"status": "alive"}


@router.get("/readyz", responses=problems(503))
async def ready(context: InContext) -> dict[str, str]:
    """The database is reachable, migrated and takes commands, and this process is not about to end."""
    if context.leaving.is_set():
        raise Refused("leaving", "This process is about to end: ask another one.", Kind.UNAVAILABLE)
    try:
        with anyio.fail_after(LONGEST_SECONDS):
            await to_thread.run_sync(_look, context, limiter=_lookers, abandon_on_cancel=True)
    except TimeoutError:
        raise Refused("busy", "The database does not answer in time.", Kind.UNAVAILABLE) from None
    return {"status": "ready"}


def _look(context: Context) -> None:
    database = context.installation.database
    database.ping()
    if not database.is_migrated():
        raise Refused(
            "not-migrated", "The database is not migrated yet: start the program.", Kind.UNAVAILABLE
        )
