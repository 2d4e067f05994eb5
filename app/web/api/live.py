"""The event stream of a tournament: topics and versions, never content."""

from collections.abc import AsyncIterator
from typing import Annotated

from anyio import to_thread
from fastapi import Depends, Header, Query, Request

from app.services.kernel.topics import allowed_topics
from app.web.api.documents import problems
from app.web.http.rate_limits import address_of
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router
from app.web.streams import STREAM, LiveResponse, OpenStream, event_stream, open_stream, stream_limits

router = Router(prefix="/api/v1/tournaments/{code}", tags=["live"])
MOST_TOPICS = 20


async def _stream(
    request: Request,
    here: InVisit,
    topics: Annotated[str, Query(max_length=500, description="Topics, separated by commas")] = "",
) -> AsyncIterator[OpenStream]:
    asked = [each.strip() for each in topics.split(",") if each.strip()][:MOST_TOPICS]
    installation = here.context.installation
    heard = await to_thread.run_sync(allowed_topics, installation, here.tournament_id, here.viewer, asked)
    stream = open_stream(
        here.context.hub,
        here.tournament_id,
        heard,
        here.version,
        _limits(request, here),
    )
    async with stream as opened:
        yield opened


def _limits(request: Request, here: Visit) -> dict[str, int]:
    account = here.signed.account
    return stream_limits(
        here.context.capacity,
        address_of(request.scope),
        here.viewer.player_id,
        account.id if account else None,
    )


@router.get(
    "/live", response_class=LiveResponse, responses={200: STREAM, **problems(401, 404)}, status_code=200
)
async def live(
    here: InVisit,
    stream: Annotated[OpenStream, Depends(_stream)],
    last_event_id: Annotated[str | None, Header()] = None,
) -> LiveResponse:
    """What changed, as it changes: `{"topic": "table/12", "version": 7}`; the id is the version."""
    return LiveResponse(_events(here, stream, last_event_id))


async def _events(here: Visit, stream: OpenStream, last_event_id: str | None) -> AsyncIterator[bytes]:
    try:
        async for each in event_stream(stream, last_event_id, here.context.now):
            yield each
    finally:
        if here.viewer.player_id is not None:
            here.context.presence.hear(here.viewer.player_id, here.context.now())
