"""An entry of the journal as its readers may see it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.sentences import Sentence


@dataclass(frozen=True)
class JournalView:
    """One entry of the journal."""

    number: int
    at: datetime
    actor: str
    actor_kind: str
    command: str
    summary: Sentence
    details: dict[str, Any]
    undoes: int | None
    undone_by: int | None
