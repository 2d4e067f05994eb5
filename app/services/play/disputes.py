"""The organizer decides a dispute for one of its two reports.

The report that was read is sent along: if its player changed it meanwhile, nothing is decided.
"""

from app.sentences import message, say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.kernel.topics import table_topics
from app.services.play.corrections import tell_both
from app.services.play.results import as_report, make_final, told
from app.services.play.table_access import name_of, open_table
from app.services.play.table_view import value_of
from app.storage.table_queries import reports_of
from app.tournament.results import Report


@command("uphold_report")
def uphold_report(work: Work, table_id: int, player_id: int, seen: Report) -> None:
    """Make the report of this player final; `seen` is what was shown of it. Twice is once.

    Raises Refused: no-report, report-changed, result-final (409) and what `correct_result` refuses.
    """
    row, round_row = open_table(work, table_id)
    reports = reports_of(work.session, work.tournament_id, table_id)
    report = next((value_of(each) for each in reports if each.player_id == player_id), None)
    name = name_of(work, player_id)
    if report is None:
        raise Refused(
            "no-report",
            say("{name} has no report at table {table} any more.", name=name, table=row.table_number),
        )
    if row.final and as_report(row) == report:
        return
    work.require(round_row)
    if row.final:
        raise Refused(
            "result-final",
            say(
                "Table {table} has its result already. Open the table to correct it.", table=row.table_number
            ),
        )
    if report != seen:
        raise Refused(
            "report-changed",
            say("{name} changed the report meanwhile. Look at it and decide again.", name=name),
        )
    make_final(work, row, round_row, report)
    result = told(work, row, report)
    decided = message("The organizer decided table {table} as {name} reported: {result}.")
    tell_both(work, row, say(decided, table=row.table_number, name=name, result=result))
    work.note(
        say(
            "{who} decided table {table} in round {round} as {name} reported: {result}",
            who=work.actor.name,
            table=row.table_number,
            round=round_row.number,
            name=name,
            result=result,
        ),
        *table_topics(row, shown=True),
    )
