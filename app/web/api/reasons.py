"""Why a final result is taken back: in the body of a DELETE or in its address, as many programs send none."""

from typing import Annotated

from fastapi import Query

from app.web.api.requests import Body, Line

InReason = Annotated[str, Query(max_length=300)]


class ReasonBody(Body):
    """Why a final result is taken back; `?reason=` says it as well."""

    reason: Line = ""
