"""The refusal of a command or question: a stable code, one sentence that says what to do, an HTTP status."""

from enum import IntEnum
from typing import Any

from app.sentences import Sentence


class Kind(IntEnum):
    """The kind of refusal, as the HTTP status that fits it."""

    BAD = 400
    NOT_SIGNED_IN = 401
    FORBIDDEN = 403
    NOT_FOUND = 404
    TOO_SLOW = 408
    CONFLICT = 409
    GONE = 410
    TOO_LARGE = 413
    TOO_LONG = 414
    INVALID = 422
    TOO_MANY = 429
    UNAVAILABLE = 503


class Refused(Exception):
    """A command or question refused. Nothing was changed.

    `said` is the sentence as text and values. `state` may hold the present state
    (JSON-ready), so that the asker can go on from it.
    """

    def __init__(self, code: str, sentence: str | Sentence, kind: Kind = Kind.CONFLICT, **state: Any) -> None:
        self.said = sentence if isinstance(sentence, Sentence) else Sentence(sentence)
        super().__init__(self.said.english)
        self.code = code
        self.kind = kind
        self.state = state

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language."""
        return str(self.said)


def not_found(what: str) -> Refused:
    """The refusal for something that is not there, or not there for this caller."""
    return Refused("not-found", f"There is no such {what} here; check the address.", Kind.NOT_FOUND)
