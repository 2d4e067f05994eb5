"""What the OpenAPI page says of every route: the problems it may answer with."""

from typing import Any

from pydantic import TypeAdapter

from app.sentences import Sentence

# Sentences among values of any type are written as text in the reader's language, too.
setattr(Sentence, "__pydantic_serializer__", TypeAdapter(Sentence).serializer)  # noqa: B010 - no name of ours

_PROBLEM: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "One sentence that says what to do."},
        "code": {"type": "string", "description": "A stable name of the problem."},
        "field": {"type": "string", "description": "What was refused, where it was one value."},
    },
}
_WORDS = {
    400: "The request could not be understood",
    401: "Nobody is signed in, or the token is not valid",
    403: "The caller may not do this",
    404: "There is no such thing here, or not for this caller",
    409: "Not possible in the present state; nothing was changed",
    413: "The request is too large",
    415: "The body is of a kind that is not read here",
    422: "The request has a value that cannot be taken",
    414: "The query is longer than 2 kB",
    429: "Too many requests",
    503: "The database is busy or cannot be reached",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route that may answer with these problems, and with those every route may."""
    return {
        status: {
            "description": _WORDS[status],
            "content": {"application/problem+json": {"schema": _PROBLEM}},
        }
        for status in sorted({400, 414, 422, 429, 503, *statuses})
    }


# Routes whose answers are kept in memory say so to who asks with If-None-Match.
UNCHANGED: dict[int | str, dict[str, Any]] = {304: {"description": "The caller has this very answer"}}
