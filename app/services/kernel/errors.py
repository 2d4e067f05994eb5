"""The refusal of a command or question: a stable code, one sentence that says what to do, an HTTP status."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from app.sentences import Sentence, message, say


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

    `said` is the sentence as text and values. `field` names what of a form or body was refused, where it was
    one value, as forms and API call it. `state` may hold the present state (JSON-ready), so that the asker
    can go on from it.
    """

    def __init__(
        self,
        code: str,
        sentence: str | Sentence,
        kind: Kind = Kind.CONFLICT,
        *,
        field: str | None = None,
        **state: Any,
    ) -> None:
        self.said = sentence if isinstance(sentence, Sentence) else Sentence(sentence)
        super().__init__(self.said.english)
        self.code = code
        self.kind = kind
        self.field = field
        self.state = state

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language."""
        return str(self.said)


NOT_FOUND: Mapping[str, str] = {
    "account": message("There is no such account here; check the address."),
    "announcement": message("There is no such announcement here; check the address."),
    "call": message("There is no such call here; check the address."),
    "closed round": message("There is no such closed round here; check the address."),
    "day": message("There is no such day here; check the address."),
    "deck": message("There is no such deck here; check the address."),
    "deck check": message("There is no such deck check here; check the address."),
    "draft": message("There is no such draft here; check the address."),
    "player to erase": message("There is no such player to erase here; check the address."),
    "entry of the journal": message("There is no such entry of the journal here; check the address."),
    "entry to undo": message("There is no such entry to undo here; check the address."),
    "game": message("There is no such game here; check the address."),
    "invitation": message("There is no such invitation here; check the address."),
    "member": message("There is no such member here; check the address."),
    "number": message("There is no such number here; check the address."),
    "part": message("There is no such part here; check the address."),
    "penalty": message("There is no such penalty here; check the address."),
    "player": message("There is no such player here; check the address."),
    "round": message("There is no such round here; check the address."),
    "sheet to print": message("There is no such sheet to print here; check the address."),
    "table": message("There is no such table here; check the address."),
    "token": message("There is no such token here; check the address."),
    "tournament": message("There is no such tournament here; check the address."),
}


def not_found(what: str) -> Refused:
    """The refusal for something that is not there, or not there for this caller; `what` is one of the kinds
    named above."""
    return Refused("not-found", say(NOT_FOUND[what]), Kind.NOT_FOUND)
