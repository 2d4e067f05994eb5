"""A form of a player that comes back on the page: refused, or to be looked at before it is sent."""

from dataclasses import dataclass

from app.services.kernel.errors import Refused
from app.web.forms import Posted


@dataclass(frozen=True)
class Attempt:
    """A form that was refused: why, from which form, and what was typed into it.

    No refusal: it is shown once more before it is sent.
    """

    refusal: Refused | None
    form: str
    typed: Posted
