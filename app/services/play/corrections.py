"""What a correction of an earlier round says: to both players on their phones, and of pairings made since."""

from app.sentences import Sentence, say
from app.services.kernel.command import Work
from app.storage.announcements import SaidTo
from app.storage.rounds import last_round
from app.storage.tables import Announcement, Pairing, Round


def about_later_rounds(work: Work, round_row: Round) -> str:
    """That pairings made since stay, as the end of a sentence; empty while the round is the last one."""
    last = last_round(work.session, work.tournament_id)
    if last is None or last.number <= round_row.number:
        return ""
    return f". Round {last.number} was paired before: its pairings stay as they are"


def tell_of_correction(work: Work, row: Pairing, round_row: Round, result: str) -> None:
    """Tell both players of a corrected result of a closed round, on their own pages alone."""
    if round_row.state != "closed":
        return
    said = _said(work, round_row, result)
    for player_id in (row.first_id, row.second_id):
        if player_id is not None:
            work.session.add(
                Announcement(
                    tournament_id=work.tournament_id,
                    kind=SaidTo.ONE_PLAYER.value,
                    player_id=player_id,
                    text=str(said),
                    made_at=work.now,
                )
            )


def _said(work: Work, round_row: Round, result: str) -> Sentence:
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
