"""Commands of one phone for both: ask for it, agree to it, end it (docs/decisions/021-one-phone-for-both.md).

One player's phone may place the moves of both seats when the other player agreed on a phone of their own, or
has none that answers. The other's phone, once it is back, ends it with one tap; results are not part of it.
"""

from datetime import datetime, timedelta
from enum import StrEnum

from app.sentences import Sentence, say
from app.services.kernel.actors import Actor
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.kernel.topics import table_topics
from app.services.play.table_access import (
    acting_seat,
    name_at,
    open_table,
    refuse_without_bidding,
    serves_both,
)
from app.storage.auctions import seat_of, sides_of
from app.storage.tables import Pairing

# How long a phone that may be there is asked before its silence counts.
ANSWER_WITHIN = timedelta(minutes=1)


class OtherPhone(StrEnum):
    """What is known of the phone of the player who is asked."""

    CONNECTED = "connected"
    SILENT = "silent"
    UNKNOWN = "unknown"


def may_begin(asked_at: datetime | None, other: OtherPhone, now: datetime) -> bool:
    """Whether one phone serves both without a yes: never while the other phone is connected."""
    waited = asked_at is not None and now - asked_at >= ANSWER_WITHIN
    return other is OtherPhone.SILENT or (other is OtherPhone.UNKNOWN and waited)


@command("share_phone")
def share_phone(work: Work, table_id: int, *, other: OtherPhone) -> None:
    """A player offers the own phone for both: the other is asked, or it begins where no phone answers.

    Sent again while the other has not answered, it begins as soon as `may_begin` says so.
    Raises Refused auction-over, other-phone-first (409).
    """
    row = _bidding_table(work, table_id)
    if row.one_phone_id not in (None, work.actor.id):
        raise Refused(
            "other-phone-first",
            say(
                "{player} offered a phone for both of you first: answer that.",
                player=name_at(work, row, seat_of(row, row.one_phone_id or 0)),
            ),
        )
    asks, begins = row.one_phone_id is None, may_begin(row.one_phone_asked_at, other, work.now)
    if row.one_phone_since is not None or not (asks or begins):
        return
    if asks:
        row.one_phone_id, row.one_phone_asked_at = work.actor.id, work.now
    if begins:
        _begin(work, row, say("the other phone is silent"))
        return
    work.session.add(row)
    work.note(
        say(
            "{who} asked to bid for both on {who}’s phone at table {table}",
            who=work.actor.name,
            table=row.table_number,
        ),
        *table_topics(row),
    )


@command("agree_to_one_phone")
def agree_to_one_phone(work: Work, table_id: int) -> None:
    """The other player agrees, on a phone of their own; raises Refused nothing-to-agree-to (409)."""
    row = _bidding_table(work, table_id)
    if row.one_phone_id is None:
        raise Refused("nothing-to-agree-to", "Nobody offers a phone for both of you any more.")
    if row.one_phone_since is not None:
        return
    if row.one_phone_id == work.actor.id:
        raise Refused("nothing-to-agree-to", "You offered your phone: your opponent agrees, not you.")
    _begin(work, row, say("{who} agreed", who=work.actor.name))


@command("end_one_phone")
def end_one_phone(work: Work, table_id: int) -> None:
    """Either player ends it, says no, or takes the offer back: each bids on the own phone."""
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    if row.one_phone_id is None or sides_of(row) is not None:
        return
    work.require(round_row)
    forget_one_phone(row)
    work.session.add(row)
    work.note(
        say(
            "{who} wants each to bid on their own phone at table {table}",
            who=work.actor.name,
            table=row.table_number,
        ),
        *table_topics(row),
    )


def forget_one_phone(row: Pairing) -> None:
    """From now on each player moves on the own phone."""
    row.one_phone_id = row.one_phone_asked_at = row.one_phone_since = None


def on_whose_phone(said: Sentence, row: Pairing, actor: Actor) -> Sentence:
    """The journal's sentence about a move, with on whose phone where one serves both."""
    if not serves_both(row, actor.id):
        return said
    return say("{what} on {owner}’s phone", what=said, owner=actor.name)


def _bidding_table(work: Work, table_id: int) -> Pairing:
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    refuse_without_bidding(work, row)
    if sides_of(row) is not None:
        raise Refused("auction-over", "This auction is over: there is nothing left to bid on one phone.")
    work.require(round_row)
    return row


def _begin(work: Work, row: Pairing, why: Sentence) -> None:
    row.one_phone_since = work.now
    work.session.add(row)
    owner = name_at(work, row, seat_of(row, row.one_phone_id or 0))
    work.note(
        say(
            "Both players of table {table} bid on {owner}’s phone: {why}",
            table=row.table_number,
            owner=owner,
            why=why,
        ),
        *table_topics(row),
        phone_of=row.one_phone_id,
    )
