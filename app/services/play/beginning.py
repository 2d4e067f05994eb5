"""The command that tells who begins a game without sides.

Both players roll a d20, again if equal, and the higher one chooses. Of that only who began is kept, and only
if somebody tells it: it may be skipped, and corrected until the result is final.
"""

from app.sentences import Sentence, say
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.topics import table_topics
from app.services.play.table_access import acting_seat, name_of, open_table
from app.storage import auctions as store
from app.storage.tables import Pairing


@command("tell_who_begins")
def tell_who_begins(work: Work, table_id: int, player_id: int | None) -> None:
    """A player of the table or the staff tells who begins; None takes it back. Twice is once.

    Raises Refused: 403; game-has-sides, result-final (409); not-at-the-table (422).
    """
    row, round_row = open_table(work, table_id)
    is_player = work.actor.kind is ActorKind.PLAYER
    if is_player:
        acting_seat(row, work.actor, None)
    if not store.without_sides(row):
        raise Refused(
            "game-has-sides", say("In this game the sides say who begins: there is nothing to tell.")
        )
    seat = None if player_id is None else store.seat_of(row, player_id)
    if player_id is not None and seat is None:
        raise Refused("not-at-the-table", say("Name one of the two players of this table."), Kind.INVALID)
    began = None if seat is None else seat
    if row.began == began:
        return
    if row.final and is_player:
        raise Refused("result-final", say("The result is final; ask the organizer to correct it."))
    work.require(round_row)
    row.began = began
    work.session.add(row)
    work.note(_told(work, row, player_id), *table_topics(row, shown=True))


def _told(work: Work, row: Pairing, player_id: int | None) -> Sentence:
    if player_id is None:
        return say("Who began at table {table} is not told any more", table=row.table_number)
    return say("{name} begins at table {table}", name=name_of(work, player_id), table=row.table_number)
