"""The rows of two games of a table: made final, corrected, ended at time, forgotten.

The table is final once both its games are, or the first one where the players agreed on 2 for 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.sentences import say_count
from app.services.kernel.command import Work
from app.services.kernel.errors import Refused
from app.services.play.reporting import refuse_bad
from app.storage import auctions as store
from app.storage.bulk import assign, delete_rows, insert_rows, rows_whose
from app.storage.rounds import games_of, round_reports_of
from app.storage.tables import Game, Pairing, RoundReport
from app.storage.worth import TWO_FOR_ONE, keep_worth
from app.tournament.auction import Seat
from app.tournament.results import DecidedBy, Ending, Outcome, Report, decide
from app.tournament.scoring import seat_as_corp
from app.tournament.sides import AssignedSides

NUMBERS = (1, 2)


@dataclass(frozen=True)
class Said:
    """One game with its sides."""

    corp: Seat
    report: Report

    def agrees_with(self, other: "Said") -> bool:
        return self.corp is other.corp and self.report.agrees_with(other.report)


def final_games(work: Work, row: Pairing) -> dict[int, Game]:
    """The games that have a result, by number."""
    return {game.number: game for game in games_of(work.session, work.tournament_id, [row.id])}


def said_of(report: RoundReport) -> Said:
    """A row of a player's report of one game as a value."""
    return Said(Seat(report.corp_seat or Seat.FIRST), _report(report))


def of_game(game: Game) -> Said:
    """A row of a final game as a value."""
    return Said(game.corp_seat, _report(game))


def _report(row: RoundReport | Game) -> Report:
    ending = row.ending
    return Report(Outcome(row.outcome or Outcome.DOUBLE_LOSS), ending, row.corp_points, row.runner_points)


def decide_seat(said: Said) -> Seat | None:
    """The seat that won a game; None for a tie or a double loss."""
    return decide(said.report, AssignedSides(said.corp)).winner


def keep_game(work: Work, row: Pairing, number: int, corp: Seat, report: Report) -> None:
    """Make a game final, or correct it."""
    refuse_bad(report)
    ended = _ended(row, corp, report)._asdict()
    place: dict[str, Any] = {"tournament_id": work.tournament_id, "pairing_id": row.id, "number": number}
    game = final_games(work, row).get(number) or Game(**place, **ended, finished_at=work.now)
    for name, value in ended.items():
        setattr(game, name, value)
    work.session.add(game)
    work.session.flush()


class Ended(NamedTuple):
    """The columns of a game that its result gives."""

    corp_seat: Seat
    outcome: Outcome
    ending: Ending | None
    corp_points: int | None
    runner_points: int | None
    winner_id: int | None
    decided_by: DecidedBy


def _ended(row: Pairing, corp: Seat, report: Report) -> Ended:
    decision = decide(report, AssignedSides(corp))
    return Ended(
        corp,
        report.outcome,
        report.ending,
        report.corp_points,
        report.runner_points,
        store.player_at(row, decision.winner) if decision.winner is not None else None,
        decision.decided_by,
    )


def complete(work: Work, row: Pairing) -> bool:
    """Make the table final if both its games are, or one where 2 for 1 was agreed; whether it is."""
    final = final_games(work, row)
    if not (len(final) == len(NUMBERS) or (row.agreed == TWO_FOR_ONE and 1 in final)):
        return False
    _complete(work, row, final)
    return True


def _complete(work: Work, row: Pairing, final: Mapping[int, Game | Ended]) -> None:
    assign(
        row,
        outcome=None,
        ending=None,
        corp_points=None,
        runner_points=None,
        final=True,
        finished_at=row.finished_at or work.now,
    )
    keep_worth(work.session, work.tournament, row, list(final.values()))
    first, second = row.first_points or 0, row.second_points or 0
    winner_id = row.first_id if first > second else row.second_id if second > first else None
    played = any(game.decided_by != DecidedBy.DOUBLE_LOSS for game in final.values())
    decided = DecidedBy.GAME if winner_id is not None else DecidedBy.TIE
    assign(row, winner_id=winner_id, decided_by=(decided if played else DecidedBy.DOUBLE_LOSS))


def reopen(work: Work, row: Pairing) -> None:
    """The table has no result any more."""
    row.outcome = row.ending = row.winner_id = row.decided_by = row.finished_at = None
    row.corp_points = row.runner_points = row.first_dice = row.second_dice = None
    row.final = False
    keep_worth(work.session, work.tournament, row)


def forget_games(work: Work, row: Pairing) -> bool:
    """Take both games, 2 for 1 and what was reported or proposed back; whether there was anything."""
    rows = [
        *final_games(work, row).values(),
        *round_reports_of(work.session, work.tournament_id, [row.id]),
    ]
    for each in rows:
        work.session.delete(each)
    there = bool(rows) or row.agreed is not None
    row.agreed = None
    return there


def forget_round_reports(work: Work, row: Pairing) -> None:
    """What the players said is settled by a final result."""
    for report in round_reports_of(work.session, work.tournament_id, [row.id]):
        work.session.delete(report)


def lose_missing_games(work: Work, rows: Sequence[Pairing]) -> None:
    """Nobody gets points at these tables: what has no result is a double loss."""
    held = _final_by_table(work, rows)
    ends: list[tuple[Pairing, int, Seat, Report]] = []
    for row in rows:
        final = held[row.id]
        first = next((seat_as_corp(number, game.corp_seat) for number, game in final.items()), Seat.FIRST)
        ends += [
            (row, number, seat_as_corp(number, first), Report(Outcome.DOUBLE_LOSS))
            for number in NUMBERS
            if number not in final
        ]
    _end_all(work, held, rows, ends)


def _final_by_table(work: Work, rows: Iterable[Pairing]) -> dict[int, dict[int, Game | Ended]]:
    """The games that have a result, by table and number, read at once."""
    held: dict[int, dict[int, Game | Ended]] = {row.id: {} for row in rows}
    for game in games_of(work.session, work.tournament_id, list(held)):
        held[game.pairing_id][game.number] = game
    return held


def _end_all(
    work: Work,
    held: Mapping[int, dict[int, Game | Ended]],
    rows: Iterable[Pairing],
    ends: Iterable[tuple[Pairing, int, Seat, Report]],
) -> None:
    """Give these games (table, number, Corp, report) their result, which makes their tables final."""
    new = []
    for row, number, corp, report in ends:
        held[row.id][number] = ended = _ended(row, corp, report)
        place = {"tournament_id": work.tournament_id, "pairing_id": row.id, "number": number}
        new.append({**place, **ended._asdict(), "finished_at": work.now})
    insert_rows(work.session, Game, new)
    ids = [row.id for row in rows]
    delete_rows(work.session, RoundReport, rows_whose(work.session, RoundReport, "pairing_id", ids))
    for row in rows:
        _complete(work, row, held[row.id])


def end_second_game(work: Work, row: Pairing) -> bool:
    """Let the game that was not begun at time be a tie; whether there is exactly one other with a result."""
    final = final_games(work, row)
    if row.final or len(final) != 1:
        return False
    ((number, game),) = final.items()
    keep_game(work, row, 3 - number, game.corp_seat.other, Report(Outcome.TIE, Ending.TIME))
    forget_round_reports(work, row)
    work.session.flush()
    return complete(work, row)


def end_missing_games(work: Work, rows: Iterable[Pairing], end_as_tie: Sequence[int]) -> None:
    """Let the second games that were not begun be ties at these tables.

    Raises Refused game-2-missing (409) with the other tables that have only one game.
    """
    going_on = [row for row in rows if not row.final and store.both_sides(row) and row.second_id is not None]
    held = _final_by_table(work, going_on)
    half = [row for row in going_on if len(held[row.id]) == 1]
    tied = [row for row in half if row.id in end_as_tie]
    missing = [row for row in half if row.id not in end_as_tie]
    ends = []
    for row in tied:
        ((number, game),) = held[row.id].items()
        ends.append((row, 3 - number, game.corp_seat.other, Report(Outcome.TIE, Ending.TIME)))
    if tied:
        _end_all(work, held, tied, ends)
    if missing:
        tables = [str(row.table_number) for row in missing]
        raise Refused(
            "game-2-missing",
            say_count(
                "The second game has no result at table {tables}:"
                " enter it, or end it as a tie if it was not begun.",
                "The second game has no result at tables {tables}:"
                " enter it, or end it as a tie if it was not begun.",
                len(missing),
                tables=tables,
            ),
            tables=[row.id for row in missing],
        )
