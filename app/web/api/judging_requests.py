"""The bodies of calls, penalties and deck checks."""

from typing import Annotated

from pydantic import Field, StrictInt, StrictStr

from app.judge.penalties import PenaltyKind
from app.sides import DeckSlot
from app.storage.kinds import CheckOutcome
from app.web.api.requests import Body, Id, Line


class CallBody(Body):
    """What a player calls for."""

    reason: Line = ""


class CallEndBody(Body):
    """What was done about a call: a note for the staff, seconds more for its table."""

    note: Annotated[StrictStr, Field(max_length=500)] = ""
    extra_seconds: Annotated[StrictInt, Field(ge=0, le=7200)] = 0


class PenaltyBody(Body):
    """A penalty; `table_id` names the table whose game is lost."""

    player_id: Id
    kind: PenaltyKind
    infraction: Line
    note: Annotated[StrictStr, Field(max_length=500)] = ""
    table_id: Id | None = None


class PickBody(Body):
    """How many tables to pick for a deck check."""

    tables: Annotated[StrictInt, Field(ge=1, le=200)] = 1


_Copies = dict[Annotated[StrictStr, Field(max_length=200)], Annotated[StrictInt, Field(ge=0, le=99)]]


class CountBody(Body):
    """Copies found, by side and title, and cards that are in no list."""

    counted: dict[DeckSlot, _Copies] = Field(default_factory=dict)
    unlisted: Annotated[StrictStr, Field(max_length=500)] = ""


class DeckCheckBody(Body):
    """How a check ended; without a finding it is what the count says. Without `counted` the count stays."""

    outcome: CheckOutcome = CheckOutcome.IN_ORDER
    finding: Annotated[StrictStr, Field(max_length=500)] = ""
    counted: dict[DeckSlot, _Copies] | None = None
    unlisted: Annotated[StrictStr, Field(max_length=500)] = ""
