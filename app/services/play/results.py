"""Commands of the result: report, confirm by reporting the same, correct, take back, accept in bulk.

Equal reports of both players make a result final; unequal ones are a dispute for the organizer, whose
word is final. A result of a closed round can be corrected; everything computed from it follows, but not the
seeds of a cut that was made before.
"""

from dataclasses import replace

from app.sentences import Sentence, message, say, say_count, with_reason
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import reason_given
from app.services.kernel.topics import table_topics
from app.services.play.corrections import (
    WHY_CORRECTED,
    WHY_TAKEN_BACK,
    reported,
    result_set,
    tell_of_correction,
)
from app.services.play.cut_results import about_what_followed, refuse_if_cut_went_on, refuse_to_end_the_cut
from app.services.play.game_rows import final_games, forget_games, reopen
from app.services.play.reporting import (
    checked_report,
    decision_of,
    drawn_at,
    outcome_of_forfeit,
    seat_of_winner,
    table_of_any_round,
)
from app.services.play.table_access import acting_seat, name_at, name_of, open_table
from app.services.play.table_view import value_of
from app.services.play.two_games import accept_games
from app.sides import Side
from app.storage import auctions as store
from app.storage.table_queries import reports_of
from app.storage.tables import GameReport, Pairing, Round
from app.storage.worth import keep_worth
from app.tournament.auction import Seat
from app.tournament.duel import winner_of
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.results import (
    DRAWN,
    DecidedBy,
    Decision,
    Ending,
    Outcome,
    Report,
)
from app.tournament.sides import NoSides


@command("report_result")
def report_result(work: Work, table_id: int, report: Report) -> None:
    """A player reports how the game ended; an equal report of the other makes it final.

    Raises Refused: auction-not-settled, result-final (409); organizer-only (403).
    """
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    _refuse_two_games(row)
    sides = store.settled_of(row)
    report = checked_report(work, row, report, sides)
    if row.final:
        if as_report(row).agrees_with(report):
            return
        raise Refused("result-final", "The result is final; ask the organizer to correct it.")
    work.require(round_row)
    if report.outcome is Outcome.DOUBLE_LOSS:
        raise Refused(
            "organizer-only", "A double loss is decided by the organizer; call one.", Kind.FORBIDDEN
        )
    if sides is None:
        if store.by_seed(row):
            raise Refused("auction-not-settled", "The sides are not settled yet: choose them, then report.")
        raise Refused(
            "auction-not-settled", "The sides are not settled yet: finish the auction, then report."
        )
    mine, theirs = _reports_of(work, row, work.actor)
    if mine is not None and value_of(mine) == report:
        return
    _keep_report(work, row, mine, work.actor, report)
    forget_games(work, row)
    if theirs is not None and value_of(theirs).agrees_with(report):
        _finish(work, row, report.completed_by(value_of(theirs)), decision_of(report, sides))
    work.note(
        reported(work, row, told(work, row, report)),
        *table_topics(row, shown=row.final),
        outcome=report.outcome,
    )


@command("correct_result")
def correct_result(
    work: Work,
    table_id: int,
    report: Report,
    *,
    winner_id: int | None = None,
    winner_alone: bool = False,
    reason: str = "",
) -> None:
    """The organizer sets the result of any table of any round; it is final. Where `winner_alone` was named,
    the outcome of a forfeit is the side of `winner_id`.

    A forfeit where the sides were never settled needs `winner_id`, and no game was played: nobody had a side.
    A double loss in the cut puts both players out of it. To replace a final result of a game needs a
    `reason`. Raises Refused: reason-missing (422), 422 for a report that contradicts itself, 409 where later
    games of the cut depend on this one.
    """
    row, round_row = table_of_any_round(work, table_id)
    refuse_if_cut_went_on(work, round_row)
    if winner_alone and winner_id is not None:
        report = replace(report, outcome=outcome_of_forfeit(row, winner_id, report.outcome))
    differs = row.agreed is not None or report != as_report(row)
    if row.final and row.outcome is not None and differs:
        reason = reason_given(reason, WHY_CORRECTED)
    overruled = _overrules(work, row, report)
    said = make_final(work, row, round_row, report, winner_id)
    if said is None:
        return
    work.require()
    topics = [*table_topics(row, shown=True)] + (
        ["standings"] if round_row.state is RoundState.CLOSED else []
    )
    done = result_set(work, row, round_row, said)
    work.note(
        about_what_followed(with_reason(done, reason), work, round_row),
        *topics,
        outcome=report.outcome,
        reason=reason,
    )
    tell_of_correction(work, row, round_row, said, overruled=overruled)


def _overrules(work: Work, row: Pairing, report: Report) -> bool:
    """Whether a result is not what somebody at the table reported, or replaces a final one."""
    reports = reports_of(work.session, work.tournament_id, row.id)
    return row.final or any(not value_of(each).agrees_with(report) for each in reports)


def make_final(
    work: Work, row: Pairing, round_row: Round, report: Report, winner_id: int | None = None
) -> Sentence | None:
    """Make a result of the organizer's final; in words what it is, None if it was so already.

    Raises Refused as `correct_result` does.
    """
    _refuse_two_games(row)
    report = checked_report(work, row, report, store.settled_of(row))
    decision = _organizers_decision(work, row, report, winner_id)
    if decision.winner is None and round_row.stage == Stage.TOP_CUT:
        refuse_to_end_the_cut(work, row)
    no_game = decision.decided_by is DecidedBy.FORFEIT
    outcome = None if no_game else report.outcome
    same = (
        row.final
        and row.agreed is None
        and (row.outcome, row.winner_id) == (outcome, _winner_id(row, decision))
    )
    if same and (no_game or as_report(row) == report):
        return None
    _finish(work, row, report, decision)
    return told(work, row, report)


@command("clear_result")
def clear_result(work: Work, table_id: int, *, reason: str = "") -> None:
    """The organizer takes a result and the reports of a table back, while its round is being played.

    What is final, be it one game of two, goes for a `reason` alone: else correcting it would need none.
    Raises Refused: reason-missing (422).
    """
    row, _ = open_table(work, table_id)
    reports = reports_of(work.session, work.tournament_id, table_id)
    final = row.final or bool(final_games(work, row))
    games = forget_games(work, row)
    if not reports and not games and not final:
        return
    if final:
        reason = reason_given(reason, WHY_TAKEN_BACK)
    work.require()
    for report in reports:
        work.session.delete(report)
    work.session.flush()
    reopen(work, row)
    work.note(
        with_reason(say("The result of table {table} was taken back", table=row.table_number), reason),
        *table_topics(row, shown=True),
        reason=reason,
    )


@command("accept_reports")
def accept_reports(work: Work, table_ids: list[int]) -> int:
    """The organizer makes the one-sided reports of these tables final; how many became so."""
    accepted: list[str] = []
    for table_id in dict.fromkeys(table_ids):
        row, _ = open_table(work, table_id)
        if not (accept_games(work, row) if store.both_sides(row) else _accept(work, row)):
            continue
        accepted.append(str(row.table_number))
        work.topics.update(table_topics(row, shown=True))
    if not accepted:
        return 0
    work.require()
    work.note(
        say_count(
            "{who} accepted the report of table {tables}",
            "{who} accepted the reports of tables {tables}",
            len(accepted),
            who=work.actor.name,
            tables=accepted,
        )
    )
    return len(accepted)


def _accept(work: Work, row: Pairing) -> bool:
    """Make the report of one player final; whether there was one alone."""
    reports = reports_of(work.session, work.tournament_id, row.id)
    sides = store.settled_of(row)
    if row.final or len(reports) != 1 or sides is None:
        return False
    report = value_of(reports[0])
    _finish(work, row, report, decision_of(report, sides))
    return True


def _refuse_two_games(row: Pairing) -> None:
    if store.both_sides(row):
        raise Refused("game-number", "This table plays two games: say which one, 1 or 2.", Kind.INVALID)


def told(work: Work, row: Pairing, report: Report) -> Sentence:
    """How the game ended in words, like `Gus won as Runner against Hana`."""
    sides = store.settled_of(row)
    if report.outcome is Outcome.DOUBLE_LOSS:
        return say("a double loss")
    if sides is None:
        return say("{player} won by forfeit, no game", player=name_of(work, row.winner_id))
    if report.outcome in DRAWN:
        drawn, is_tie = drawn_at(sides).winner, report.outcome is Outcome.TIE
        if drawn is None:
            return say("a tie") if is_tie else say("a draw")
        winner = name_at(work, row, drawn)
        if is_tie:
            return say("a tie, which {player} wins", player=winner)
        return say("a draw, which {player} wins", player=winner)
    if isinstance(sides, NoSides):
        seat = winner_of(report.outcome) or Seat.FIRST
        both = {"winner": name_at(work, row, seat), "loser": name_at(work, row, seat.other)}
        return say("{winner} won against {loser}", **both)
    side = Side(report.outcome)
    winner, loser = (name_at(work, row, sides.seat_of(each)) for each in (side, side.other))
    return say("{winner} won as {side} against {loser}", winner=winner, side=side.word, loser=loser)


def _organizers_decision(work: Work, row: Pairing, report: Report, winner_id: int | None) -> Decision:
    sides = store.settled_of(row)
    if report.outcome is Outcome.DOUBLE_LOSS:
        return Decision(None, DecidedBy.DOUBLE_LOSS)
    if sides is None:
        if report.ending is not Ending.FORFEIT or winner_id is None:
            raise Refused(
                "auction-not-settled",
                "The sides are not settled yet: settle them first, or name the winner of a forfeit.",
            )
        return Decision(seat_of_winner(row, winner_id), DecidedBy.FORFEIT)
    decision = decision_of(report, sides)
    if winner_id is not None and _winner_id(row, decision) != winner_id:
        why = message("The winner named does not play the side that won: check the side.")
        if isinstance(sides, NoSides):
            why = message("The winner named is not the player who won by this outcome: check who won.")
        raise Refused("winner-contradicts-outcome", why, Kind.INVALID)
    return decision


def _reports_of(work: Work, row: Pairing, actor: Actor) -> tuple[GameReport | None, GameReport | None]:
    reports = reports_of(work.session, work.tournament_id, row.id)
    mine = next((report for report in reports if report.player_id == actor.id), None)
    theirs = next((report for report in reports if report.player_id != actor.id), None)
    return mine, theirs


def _keep_report(work: Work, row: Pairing, mine: GameReport | None, actor: Actor, report: Report) -> None:
    assert actor.kind is ActorKind.PLAYER
    if mine is None:
        mine = GameReport(
            tournament_id=work.tournament_id,
            pairing_id=row.id,
            player_id=actor.known_id,
            outcome=report.outcome,
            reported_at=work.now,
        )
    mine.outcome = report.outcome
    mine.ending = report.ending
    mine.corp_points, mine.runner_points = report.corp_points, report.runner_points
    mine.first_dice, mine.second_dice = report.first_dice, report.second_dice
    mine.reported_at = work.now
    work.session.add(mine)


def _finish(work: Work, row: Pairing, report: Report, decision: Decision) -> None:
    no_game = decision.decided_by is DecidedBy.FORFEIT
    row.outcome = None if no_game else report.outcome
    row.ending = report.ending
    row.corp_points = None if no_game else report.corp_points
    row.runner_points = None if no_game else report.runner_points
    row.first_dice, row.second_dice = report.first_dice, report.second_dice
    row.winner_id = _winner_id(row, decision)
    row.decided_by = decision.decided_by
    row.agreed = None
    row.final = True
    row.finished_at = row.finished_at or work.now
    keep_worth(work.session, work.tournament, row)


def _winner_id(row: Pairing, decision: Decision) -> int | None:
    return None if decision.winner is None else store.player_at(row, decision.winner)


def as_report(row: Pairing) -> Report:
    """The final result of a table as a report."""
    ending = row.ending
    return Report(
        Outcome(row.outcome or Outcome.DOUBLE_LOSS),
        ending,
        row.corp_points,
        row.runner_points,
        row.first_dice,
        row.second_dice,
    )
