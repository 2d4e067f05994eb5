"""One phone for both, from one seat: what the page offers, asks or says about it."""

from datetime import datetime

from app.services.kernel.views import TableView
from app.services.play.one_phone import OtherPhone, may_begin
from app.web.presenters.seat import opponent
from app.web.presenters.values import Values


def one_phone_shown(table: TableView, me: int, other: OtherPhone, now: datetime) -> Values:
    """`state` is offer (nobody asked), asked (I did), wanted (the opponent did), mine or theirs (serves)."""
    shared = table.one_phone
    asked_at = shared.asked_at if shared is not None else None
    return Values(
        state=_state(table, me),
        opponent=opponent(table, me).name,
        asked_at=asked_at,
        may_begin=may_begin(asked_at, other, now),
        connected=other is OtherPhone.CONNECTED,
    )


def _state(table: TableView, me: int) -> str:
    shared = table.one_phone
    if shared is None:
        return "offer"
    if shared.since is None:
        return "asked" if shared.player_id == me else "wanted"
    return "mine" if shared.player_id == me else "theirs"
