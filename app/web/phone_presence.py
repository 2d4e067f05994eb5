"""Whether a player's phone is online, as far as this process can know.

One that has an open stream, had one or asked for something within a minute, is there. That a phone is silent
can only be said where no other process could have heard it, which is with SQLite.
"""

from datetime import datetime
from enum import StrEnum

from app.services.event import queries
from app.services.play.one_phone import OtherPhone
from app.web.context import Context
from app.web.requester import Visit


class PhoneAction(StrEnum):
    """What a player may do about one phone for both."""

    SHARE = "share"
    AGREE = "agree"
    END = "end"


def silent_since(context: Context, player_id: int) -> datetime | None:
    """Since when a phone that was heard before is silent; None when it is not, or when nobody can tell."""
    if not _hears_all(context) or context.hub.count_for(f"player/{player_id}"):
        return None
    return context.presence.silent_since(player_id, context.now())


def other_phone(context: Context, player_id: int) -> OtherPhone:
    """Whether a player's phone is there, as far as it is known."""
    there = context.presence.is_there(player_id, context.now())
    if there or context.hub.count_for(f"player/{player_id}"):
        return OtherPhone.CONNECTED
    return OtherPhone.SILENT if there is False and _hears_all(context) else OtherPhone.UNKNOWN


def phone_across(here: Visit, table_id: int) -> OtherPhone:
    """The phone of the caller's opponent at a table; Refused (404) for a table that is not there."""
    table = queries.one_table(here.context.installation, here.tournament_id, table_id, here.viewer)
    across = [
        seat.player_id for seat in (table.first, table.second) if seat and seat.player_id != here.actor.id
    ]
    return other_phone(here.context, across[0]) if across else OtherPhone.UNKNOWN


def _hears_all(context: Context) -> bool:
    return context.installation.database.dialect == "sqlite"
