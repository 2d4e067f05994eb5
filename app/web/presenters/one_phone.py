"""One phone for both, from one seat: what the page offers, asks or says about it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from app.services.kernel.views import TableView
from app.services.play.one_phone import OtherPhone, may_begin
from app.web.presenters.seat import opponent


class PhoneState(StrEnum):
    """Whose one phone it is: nobody asked, I asked, the opponent did; mine or theirs serves both."""

    OFFER = "offer"
    ASKED = "asked"
    WANTED = "wanted"
    MINE = "mine"
    THEIRS = "theirs"


@dataclass(frozen=True)
class PhoneShown:
    """One phone for both.

    `may_begin` says that who asked need not wait for the answer any more; `connected` that the other phone
    is on.
    """

    state: PhoneState
    opponent: str
    asked_at: datetime | None
    may_begin: bool
    connected: bool


def one_phone_shown(table: TableView, me: int, other: OtherPhone, now: datetime) -> PhoneShown:
    """What the page says about one phone at a table, to the player `me`."""
    shared = table.one_phone
    asked_at = shared.asked_at if shared is not None else None
    return PhoneShown(
        state=_state(table, me),
        opponent=opponent(table, me).name,
        asked_at=asked_at,
        may_begin=may_begin(asked_at, other, now),
        connected=other is OtherPhone.CONNECTED,
    )


def _state(table: TableView, me: int) -> PhoneState:
    shared = table.one_phone
    if shared is None:
        return PhoneState.OFFER
    if shared.since is None:
        return PhoneState.ASKED if shared.player_id == me else PhoneState.WANTED
    return PhoneState.MINE if shared.player_id == me else PhoneState.THEIRS
