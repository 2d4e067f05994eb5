"""Uploads of archives: the sender's right is checked before the body is read, and the body waits on disk.

An archive may have 64 MB and takes several times as much while it is read into an event. So its body goes to
a temporary file, an account sends one at a time, and one after the other is imported.
"""

import tempfile
from collections.abc import AsyncIterator, Callable
from typing import IO, Annotated, Any, TypeVar

import anyio
from fastapi import Depends, Request
from fastapi.concurrency import run_in_threadpool

from app.services.kernel.actors import Actor
from app.services.kernel.errors import Kind, Refused
from app.web.context import InContext
from app.web.requester import who_is

IN_MEMORY = 1024 * 1024
MOST_AT_ONCE = 4

Answer = TypeVar("Answer")


class ArchiveUploads:
    """The uploads of one process: whose are on their way, and whose turn it is to be imported."""

    def __init__(self) -> None:
        self.sending: set[int | None] = set()
        self._turn = anyio.Semaphore(1)

    async def in_turn(self, work: Callable[[], Answer]) -> Answer:
        """What `work` gives in a thread of its own, while no other import runs."""
        async with self._turn:
            return await run_in_threadpool(work)


async def importing_account(request: Request, context: InContext) -> Actor:
    """The account that sends an archive; Refused (401, 403) before anything of the body is read."""
    signed = await run_in_threadpool(who_is, request, context)
    request.state.signed = signed
    if signed.account is None:
        raise Refused(
            "not-signed-in", "An organizer's token or session is needed for this.", Kind.NOT_SIGNED_IN
        )
    return signed.account


InImporting = Annotated[Actor, Depends(importing_account)]


async def _uploaded(request: Request, account: InImporting) -> AsyncIterator[IO[bytes]]:
    """The body in a file that is gone with the request; Refused (429) when others are on their way."""
    uploads = uploads_of(request)
    if account.id in uploads.sending or len(uploads.sending) >= MOST_AT_ONCE:
        raise Refused(
            "import-running",
            "Another archive is being imported: try again when that is done.",
            Kind.TOO_MANY,
            retry_after_seconds=5,
        )
    uploads.sending.add(account.id)
    try:
        with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
            async for part in request.stream():
                await run_in_threadpool(file.write, part) if file.tell() > IN_MEMORY else file.write(part)
            file.seek(0)
            yield file
    finally:
        uploads.sending.discard(account.id)


InUpload = Annotated[Any, Depends(_uploaded)]


def uploads_of(request: Request) -> ArchiveUploads:
    """The uploads of the process that serves this request."""
    uploads: ArchiveUploads = request.app.state.uploads
    return uploads
