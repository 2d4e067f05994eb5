"""What a result set by the organizer says: to both players on their phones, and of pairings made since."""

from collections.abc import Mapping

from app.sentences import Sentence, message, say, say_count
from app.services.kernel.command import Work
from app.storage.kinds import SaidTo
from app.storage.rounds import last_round
from app.storage.tables import Announcement, Pairing, Round
from app.tournament.lifecycle import RoundState

# What the staff is asked who corrects a final result without a reason.
WHY_CORRECTED = message("Say why the result is corrected.")
WHY_TAKEN_BACK = message("Say why the result is taken back.")


def reported(work: Work, row: Pairing, result: Sentence) -> Sentence:
    """What the journal says of a report."""
    said = message("{who} reported at table {table}: {result}")
    return say(said, who=work.actor.name, table=row.table_number, result=result)


def result_set(work: Work, row: Pairing, round_row: Round, result: Sentence) -> Sentence:
    """What the journal says of a result that the staff sets."""
    return say(
        "{who} set the result of table {table} in round {round}: {result}",
        who=work.actor.name,
        table=row.table_number,
        round=round_row.number,
        result=result,
    )


def about_later_rounds(said: Sentence, work: Work, round_row: Round) -> Sentence:
    """What is said of a correction, and that pairings made since stay, unless the round is the last one."""
    last = last_round(work.session, work.tournament_id)
    if last is None or last.number <= round_row.number:
        return said
    return say(
        "{what}. Round {round} was paired before: its pairings stay as they are",
        what=said,
        round=last.number,
    )


def tell_of_correction(
    work: Work, row: Pairing, round_row: Round, result: Sentence, *, overruled: bool = False
) -> None:
    """Tell both players, on their own pages alone, of a corrected result of a closed round; of one of a round
    that is played where it is not what somebody reported or replaces a final one (`overruled`).
    """
    if round_row.state is RoundState.CLOSED:
        tell_both(work, row, _said(work, round_row, result))
    elif overruled:
        set_so = message("The organizer set the result of table {table}: {result}.")
        tell_both(work, row, say(set_so, table=row.table_number, result=result))


def tell_both(work: Work, row: Pairing, said: Sentence) -> None:
    """Tell both players of a table something on their own pages."""
    for player_id in (row.first_id, row.second_id):
        if player_id is not None:
            _tell(work, player_id, said)


def tell_of_points(work: Work, round_row: Round, points: Mapping[int, int]) -> None:
    """Tell each player of a table of several of the own corrected points of a closed round."""
    if round_row.state is RoundState.CLOSED:
        for player_id, own in points.items():
            _tell(work, player_id, _said(work, round_row, say_count("{n} point", "{n} points", own)))


def _tell(work: Work, player_id: int, said: Sentence) -> None:
    work.session.add(
        Announcement(
            tournament_id=work.tournament_id,
            kind=SaidTo.ONE_PLAYER,
            player_id=player_id,
            text=said.as_text(),
            made_at=work.now,
        )
    )


def _said(work: Work, round_row: Round, result: Sentence) -> Sentence:
    last = last_round(work.session, work.tournament_id)
    if last is None or last.number <= round_row.number:
        return say(
            "Your result of round {round} was corrected: {result}. The standings follow.",
            round=round_row.number,
            result=result,
        )
    return say(
        "Your result of round {round} was corrected: {result}. The standings follow; the pairings of round "
        "{last} stay as they are.",
        round=round_row.number,
        result=result,
        last=last.number,
    )
