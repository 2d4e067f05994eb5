"""The organizer enters a table without phones at once: the bid and the result, in one command.

What was settled or is final is never replaced from here: one wrong digit would change another table's game.
"""

from app.sentences import Sentence, say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.kernel.topics import table_topics
from app.services.play.auctions import checked_settlement
from app.services.play.corrections import result_set
from app.services.play.results import as_report, make_final, told
from app.services.play.table_access import name_at, name_of, open_table, refuse_without_bidding
from app.storage import auctions as store
from app.storage.kinds import SettledBy
from app.storage.table_queries import entry_of
from app.storage.tables import Pairing
from app.tournament.auction import Settlement
from app.tournament.results import Report


@command("enter_table")
def enter_table(work: Work, table_id: int, settlement: Settlement | None, report: Report | None) -> None:
    """Enter who won the bid with what, the result, or both, at a table of the round being played.

    What the table has already may be said again. Raises Refused: auction-over, result-final (409) for what
    differs from it; auction-not-settled (409) for a result before the bid; and what `settle_auction` and
    `correct_result` refuse.
    """
    row, round_row = open_table(work, table_id)
    work.require(round_row)
    bid = _settled(work, row, settlement) if settlement is not None else None
    result = make_final(work, row, round_row, _with_known(work, row, report)) if report is not None else None
    if bid is None and result is None:
        return
    where = {"who": work.actor.name, "table": row.table_number, "round": round_row.number}
    if bid is None:
        assert result is not None
        said = result_set(work, row, round_row, result)
    elif result is None:
        said = say("{who} entered table {table} in round {round}: {bid}", bid=bid, **where)
    else:
        said = say(
            "{who} entered table {table} in round {round}: {bid}; {result}", bid=bid, result=result, **where
        )
    work.note(said, *table_topics(row, shown=True))


def _settled(work: Work, row: Pairing, settlement: Settlement) -> Sentence | None:
    refuse_without_bidding(work, row)
    present = store.settlement_of(row)
    winner_id = store.player_at(row, settlement.winner)
    assert winner_id is not None
    checked = checked_settlement(row, winner_id, settlement.side, settlement.bid)
    if present == checked:
        return None
    if present is not None:
        holder = name_at(work, row, present.winner)
        raise Refused(
            "auction-over",
            say(
                "The sides of table {table} are settled already: {holder} bid {bid} on {side}. Open "
                "the table to change that, or leave the bid out.",
                table=row.table_number,
                holder=holder,
                bid=present.bid,
                side=present.side.word,
            ),
        )
    if entry := entry_of(work.session, work.tournament_id, row.id):
        work.session.delete(entry)
    store.keep_settlement(row, checked, SettledBy.HAND, work.now)
    return say(
        "{winner} won the bid with {bid} on {side}",
        winner=name_at(work, row, settlement.winner),
        bid=settlement.bid,
        side=settlement.side.word,
    )


def _with_known(work: Work, row: Pairing, report: Report) -> Report:
    """The report with what the final result tells besides; Refused where the two differ."""
    if not row.final:
        return report
    known = as_report(row)
    if not known.agrees_with(report):
        forfeit = say("{player} won by forfeit, no game", player=name_of(work, row.winner_id))
        result = told(work, row, known) if row.outcome is not None else forfeit
        raise Refused(
            "result-final",
            say(
                "Table {table} has its result already: {result}. Open the table to correct it.",
                table=row.table_number,
                result=result,
            ),
        )
    return report.completed_by(known)
