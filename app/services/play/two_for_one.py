"""One player takes both games of a table for having won the first, before the second was begun."""

from collections.abc import Mapping, Sequence

from app.sentences import say
from app.services.kernel.errors import Kind, Refused
from app.services.play.game_rows import Said, decide_seat, of_game
from app.storage import auctions as store
from app.storage.kinds import Agreed, ReportKind
from app.storage.tables import Game, Pairing, RoundReport
from app.storage.worth import TWO_FOR_ONE
from app.tournament.auction import Seat


def agreed_after(
    row: Pairing, told: Mapping[int, Said], final: Mapping[int, Game], two_for_one_id: int | None
) -> Agreed | None:
    """What the players agreed on once these games are told; Refused as `check_two_for_one`."""
    if two_for_one_id is not None:
        after = {**{number: of_game(game) for number, game in final.items()}, **told}
        check_two_for_one(row, two_for_one_id, after, final, ())
        return TWO_FOR_ONE
    return None if 2 in told or row.agreed != TWO_FOR_ONE else row.agreed


def check_two_for_one(
    row: Pairing,
    winner_id: int,
    games: Mapping[int, Said],
    final: Mapping[int, Game],
    reports: Sequence[RoundReport],
) -> None:
    """Raise Refused two-for-one-contradicts (422) unless this player won the first game and no second one is
    reported."""
    two = (
        2 in games or 2 in final or any(each.number == 2 and each.kind is ReportKind.GAME for each in reports)
    )
    first = games.get(1)
    if two:
        why = say("2 for 1 is agreed before the second game: take its result back first.")
    elif first is None:
        why = say("Report the first game before 2 for 1.")
    elif store.player_at(row, decide_seat(first) or Seat.FIRST) != winner_id or decide_seat(first) is None:
        why = say("2 for 1 goes to who won the game: check who won, or report each game.")
    else:
        return
    raise Refused("two-for-one-contradicts", why, Kind.INVALID)
