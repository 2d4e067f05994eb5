"""What a penalty does to results: whose game is lost, and what becomes of it.

The opponent wins by forfeit the game being played, or that of the table the judge names; what both players of
a table lost by penalties nobody wins. Of two games a match loss costs both, a game loss the next one to be
played or else the last, a disqualification those still open; a game the opponent won anyway stays as it was
played.
"""

from collections.abc import Sequence

from app.judge.penalties import PenaltyKind
from app.sentences import Sentence
from app.services.kernel.command import Work
from app.services.kernel.errors import Refused
from app.services.kernel.topics import table_topics
from app.services.play.corrections import tell_of_correction
from app.services.play.cut_results import refuse_if_cut_went_on
from app.services.play.game_rows import (
    NUMBERS,
    Said,
    complete,
    final_games,
    forget_round_reports,
    keep_game,
    reopen,
)
from app.services.play.results import make_final
from app.services.play.two_games_words import games_told
from app.sides import Side
from app.storage import auctions as store
from app.storage import penalties as rows
from app.storage.tables import Game, Pairing, Player, Round
from app.tournament.auction import Seat
from app.tournament.duel import won_by
from app.tournament.lifecycle import RoundState
from app.tournament.results import Ending, Outcome, Report
from app.tournament.scoring import seat_as_corp

# A table with the round it belongs to.
Place = tuple[Pairing, Round]


def lose(work: Work, row: Player, kind: PenaltyKind, place: Place) -> None:
    """Let the player lose at this table what a penalty of this kind costs.

    Raises Refused: game-2-missing (409) where a closed round would be left without a game, and what setting
    the result raises.
    """
    table, round_row = place
    opponent = table.second_id if table.first_id == row.id else table.first_id
    assert opponent is not None
    refuse_if_cut_went_on(work, round_row)
    work.topics.update(table_topics(table, shown=True))
    if round_row.state is RoundState.CLOSED:
        work.topics.add("standings")
    seat = store.seat_of(table, opponent)
    assert seat is not None
    both = _has_lost(work, opponent, place)
    if store.both_sides(table):
        said = _lose_games(work, place, kind, seat, both=both)
    else:
        said = _lose_game(work, place, seat, opponent, both=both)
    if said:
        tell_of_correction(work, table, round_row, said)


def _lose_game(work: Work, place: Place, winner: Seat, opponent: int, *, both: bool) -> Sentence | None:
    table, round_row = place
    if both:
        return make_final(work, table, round_row, Report(Outcome.DOUBLE_LOSS))
    report = Report(_won_by(table, winner), Ending.FORFEIT)
    return make_final(work, table, round_row, report, opponent)


def _won_by(table: Pairing, winner: Seat) -> Outcome:
    """The outcome by which a seat wins the one game of a table; any side where none is settled."""
    if store.without_sides(table):
        return won_by(winner)
    sides = store.sides_of(table)
    runner_wins = sides is not None and sides.seat_of(Side.RUNNER) is winner
    return Outcome.RUNNER if runner_wins else Outcome.CORP


def _lose_games(work: Work, place: Place, kind: PenaltyKind, winner: Seat, *, both: bool) -> Sentence | None:
    table, round_row = place
    final = final_games(work, table)
    first = next((seat_as_corp(n, game.corp_seat) for n, game in final.items()), Seat.FIRST)
    winner_id = store.player_at(table, winner)
    lost: dict[int, Said] = {}
    for number in _numbers(kind, final):
        game = final.get(number)
        if game is not None and game.winner_id in (winner_id, None) and game.outcome != Outcome.TIE:
            continue
        corp = seat_as_corp(number, first)
        by_both = both and game is not None and game.ending == Ending.FORFEIT
        outcome = Outcome.DOUBLE_LOSS if by_both else Outcome.CORP if corp is winner else Outcome.RUNNER
        lost[number] = Said(corp, Report(outcome, Ending.FORFEIT))
        keep_game(work, table, number, corp, lost[number].report)
    table.agreed = None
    forget_round_reports(work, table)
    work.session.flush()
    if not complete(work, table):
        if round_row.state is RoundState.CLOSED:
            raise Refused(
                "game-2-missing",
                "The players agreed on a draw at this table and no game was played. Enter both games there, "
                "or give a match loss.",
            )
        reopen(work, table)
    return games_told(work, table, lost) if lost else None


def _numbers(kind: PenaltyKind, final: dict[int, Game]) -> Sequence[int]:
    """The games of two that such a penalty costs."""
    still_open = [number for number in NUMBERS if number not in final]
    costs = {
        PenaltyKind.MATCH_LOSS: NUMBERS,
        PenaltyKind.GAME_LOSS: still_open[:1] or NUMBERS[-1:],
    }
    return costs.get(kind, still_open)


def _has_lost(work: Work, player_id: int, place: Place) -> bool:
    """Whether a penalty has cost the player a game of this table."""
    where = (place[1].number, place[0].table_number)
    return any(
        penalty.kind is not PenaltyKind.WARNING and (penalty.round_number, penalty.table_number) == where
        for penalty in rows.penalties(work.session, work.tournament_id, player_id)
    )
