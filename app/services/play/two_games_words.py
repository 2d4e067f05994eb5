"""What the journal says of a round of two games."""

from collections.abc import Mapping
from functools import reduce

from app.sentences import Sentence, say
from app.services.kernel.command import Work
from app.services.play.game_rows import Said, decide_seat
from app.services.play.table_access import name_at
from app.sides import Side
from app.storage import auctions as store
from app.storage.tables import Pairing
from app.tournament.results import Outcome


def games_told(
    work: Work, row: Pairing, told: Mapping[int, Said], two_for_one_id: int | None = None
) -> Sentence:
    """The games in words, like `game 1: Ana won as Corp, game 2: a tie`."""
    parts = [
        say("game {number}: {result}", number=number, result=_game_told(work, row, said))
        for number, said in told.items()
    ]
    if two_for_one_id is not None:
        parts.append(
            say("2 for 1 to {player}", player=name_at(work, row, store.seat_of(row, two_for_one_id)))
        )
    return reduce(lambda before, after: say("{before}, {after}", before=before, after=after), parts)


def _game_told(work: Work, row: Pairing, said: Said) -> Sentence:
    seat = decide_seat(said)
    if seat is None:
        return say("a tie") if said.report.outcome is Outcome.TIE else say("a double loss")
    side = Side.CORP if said.corp is seat else Side.RUNNER
    return say("{player} won as {side}", player=name_at(work, row, seat), side=side.word)
