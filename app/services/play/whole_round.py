"""The organizer enters the whole round of a table by one line: both games, 2 for 1, an intentional draw.

As everywhere at that line, nothing that is final is replaced: one wrong digit would change another table.
"""

from collections.abc import Sequence

from app.sentences import say
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.kernel.topics import table_topics
from app.services.play.game_rows import (
    complete,
    final_games,
    forget_round_reports,
    keep_game,
    of_game,
)
from app.services.play.intentional_draw import keep_draw, refuse_not_offered
from app.services.play.table_access import open_table
from app.services.play.two_for_one import check_two_for_one
from app.services.play.two_games import (
    OneGame,
    is_final,
    refuse_one_game,
    with_sides,
)
from app.services.play.two_games_words import games_told
from app.storage.rounds import round_reports_of
from app.storage.tables import Pairing
from app.storage.worth import INTENTIONAL_DRAW, TWO_FOR_ONE


@command("enter_games")
def enter_games(
    work: Work, table_id: int, games: Sequence[OneGame], two_for_one_id: int | None = None
) -> None:
    """Enter one or both games of a table, or that a player takes both for one, in the round being played.

    What the table has already may be said again. Raises Refused: result-final (409) for what differs from
    it, and what `correct_games` refuses.
    """
    row, round_row = open_table(work, table_id)
    refuse_one_game(row)
    work.require(round_row)
    final = final_games(work, row)
    told = with_sides(work, row, games, final)
    for number, said in told.items():
        if number in final and not is_final(final, number, said):
            raise _final(row)
    new = {number: said for number, said in told.items() if number not in final}
    if two_for_one_id is not None:
        known = {**told, **{number: of_game(game) for number, game in final.items()}}
        check_two_for_one(row, two_for_one_id, known, final, ())
    if row.final and (new or (two_for_one_id is not None and row.agreed != TWO_FOR_ONE)):
        raise _final(row)
    if row.final or not (new or two_for_one_id is not None):
        return
    for number, said in new.items():
        keep_game(work, row, number, said.corp, said.report)
    if two_for_one_id is not None:
        row.agreed = TWO_FOR_ONE
    work.session.flush()
    if complete(work, row):
        forget_round_reports(work, row)
    else:
        _forget_reports_of(work, row, new.keys() | {0})
    work.note(
        say(
            "{who} entered table {table} in round {round}: {result}",
            who=work.actor.name,
            table=row.table_number,
            round=round_row.number,
            result=games_told(work, row, new, two_for_one_id),
        ),
        *table_topics(row, shown=True),
    )


@command("enter_draw")
def enter_draw(work: Work, table_id: int) -> None:
    """Enter an intentional draw in the round being played. Raises Refused: no-intentional-draw, result-final
    (409) where the table or one of its games has a result already."""
    row, round_row = open_table(work, table_id)
    refuse_not_offered(work, row)
    work.require(round_row)
    if row.final and row.agreed == INTENTIONAL_DRAW:
        return
    if row.final or final_games(work, row):
        raise _final(row)
    keep_draw(work, row)
    work.note(
        say(
            "{who} entered table {table} in round {round}: an intentional draw",
            who=work.actor.name,
            table=row.table_number,
            round=round_row.number,
        ),
        *table_topics(row, shown=True),
    )


def _final(row: Pairing) -> Refused:
    return Refused(
        "result-final",
        say(
            "Table {table} has another result already. Open the table to correct it.", table=row.table_number
        ),
    )


def _forget_reports_of(work: Work, row: Pairing, numbers: set[int]) -> None:
    for report in round_reports_of(work.session, work.tournament_id, [row.id]):
        if report.number in numbers:
            work.session.delete(report)
