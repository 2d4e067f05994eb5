"""Commands of the result: report, confirm by reporting the same, correct, take back, accept in bulk.

Equal reports of both players make a result final; unequal ones are a dispute for the organizer, whose
word is final. A result of a closed round can be corrected; everything computed from it follows.
"""

from datetime import datetime

from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.topics import table_topics
from app.services.play.table_access import acting_seat, open_table
from app.services.play.table_view import value_of
from app.sides import Side
from app.storage import auctions as store
from app.storage.players import player
from app.storage.rounds import last_round, pairing
from app.storage.table_queries import reports_of
from app.storage.tables import GameReport, Pairing, Round
from app.tournament.auction import Settlement
from app.tournament.results import (
    DecidedBy,
    Decision,
    Ending,
    Outcome,
    Report,
    ResultRefused,
    check_report,
    decide,
)


def report_result(
    installation: Installation, tournament_id: int, table_id: int, actor: Actor, now: datetime, report: Report
) -> None:
    """A player reports how the game ended; an equal report of the other makes it final."""
    with command(installation, "report_result", tournament_id, actor, now) as work:
        row, round_row = open_table(work, table_id)
        acting_seat(row, actor, None)
        _refuse_bad(report)
        if row.final:
            if _as_report(row).agrees_with(report):
                return
            raise Refused("result-final", "The result is final; ask the organizer to correct it.")
        work.require(round_row)
        if report.outcome is Outcome.DOUBLE_LOSS:
            raise Refused(
                "organizer-only", "A double loss is decided by the organizer; call one.", Kind.FORBIDDEN
            )
        settlement = store.settlement_of(row)
        if settlement is None:
            raise Refused(
                "auction-not-settled", "The sides are not settled yet: finish the auction, then report."
            )
        mine, theirs = _reports_of(work, row, actor)
        if mine is not None and value_of(mine) == report:
            return
        _keep_report(work, row, mine, actor, report)
        if theirs is not None and value_of(theirs).agrees_with(report):
            _finish(work, row, report.completed_by(value_of(theirs)), decide(report, settlement))
        work.note(
            f"{actor.name} reported at table {row.table_number}: {_told(work, row, report)}",
            *table_topics(row, shown=row.final),
            outcome=report.outcome.value,
        )


def correct_result(
    installation: Installation,
    tournament_id: int,
    table_id: int,
    actor: Actor,
    now: datetime,
    report: Report,
    *,
    winner_id: int | None = None,
    reason: str = "",
) -> None:
    """The organizer sets the result of any table of any round; it is final.

    A forfeit where the sides were never settled needs `winner_id`: that player gets the outcome's side.
    """
    with command(installation, "correct_result", tournament_id, actor, now) as work:
        row, round_row = _table_of_any_round(work, table_id)
        _refuse_bad(report)
        if report.outcome is Outcome.DOUBLE_LOSS and round_row.stage == "top-cut":
            raise Refused("cut-needs-winner", "A game of the cut needs a winner: name one.", Kind.INVALID)
        decision = _organizers_decision(work, row, report, winner_id)
        if row.final and _as_report(row) == report and row.winner_id == _winner_id(row, decision):
            return
        work.require()
        _finish(work, row, report, decision)
        topics = [*table_topics(row, shown=True)] + (["standings"] if round_row.state == "closed" else [])
        because = f" ({reason})" if reason else ""
        work.note(
            f"{actor.name} set the result of table {row.table_number} in round {round_row.number}"
            f": {_told(work, row, report)}{because}",
            *topics,
            outcome=report.outcome.value,
            reason=reason,
        )


def clear_result(
    installation: Installation, tournament_id: int, table_id: int, actor: Actor, now: datetime
) -> None:
    """The organizer takes a result and the reports of a table back, while its round is being played."""
    with command(installation, "correct_result", tournament_id, actor, now) as work:
        row, _ = open_table(work, table_id)
        reports = reports_of(work.session, tournament_id, table_id)
        if not reports and not row.final:
            return
        work.require()
        for report in reports:
            work.session.delete(report)
        row.outcome = row.ending = row.winner_id = row.decided_by = row.finished_at = None
        row.corp_points = row.runner_points = None
        row.final = False
        if row.settled_by == "forfeit":
            row.bid_winner_id = row.bid_side = row.bid = row.settled_by = row.settled_at = None
        work.note(f"The result of table {row.table_number} was taken back", *table_topics(row, shown=True))


def accept_reports(
    installation: Installation, tournament_id: int, actor: Actor, now: datetime, table_ids: list[int]
) -> int:
    """The organizer makes the one-sided reports of these tables final; how many became so."""
    with command(installation, "correct_result", tournament_id, actor, now) as work:
        accepted: list[str] = []
        for table_id in dict.fromkeys(table_ids):
            row, _ = open_table(work, table_id)
            reports = reports_of(work.session, tournament_id, table_id)
            settlement = store.settlement_of(row)
            if row.final or len(reports) != 1 or settlement is None:
                continue
            report = value_of(reports[0])
            _finish(work, row, report, decide(report, settlement))
            accepted.append(str(row.table_number))
            work.topics.update(table_topics(row, shown=True))
        if not accepted:
            return 0
        work.require()
        plural = "s" if len(accepted) > 1 else ""
        work.note(f"{actor.name} accepted the report{plural} of table{plural} {', '.join(accepted)}")
        return len(accepted)


def _told(work: Work, row: Pairing, report: Report) -> str:
    """How the game ended in words, like `Gus won as Runner against Hana`."""
    settlement = store.settlement_of(row)
    if report.outcome is Outcome.DOUBLE_LOSS:
        return "a double loss"
    if report.outcome is Outcome.DRAW or settlement is None:
        return "a draw"
    side = Side(report.outcome.value)
    winner, loser = (
        player(work.session, work.tournament_id, store.player_at(row, settlement.seat_of(each)) or 0)
        for each in (side, side.other)
    )
    assert winner is not None and loser is not None
    return f"{winner.name} won as {side.word} against {loser.name}"


def _refuse_bad(report: Report) -> None:
    try:
        check_report(report)
    except ResultRefused as refusal:
        raise Refused(refusal.code, str(refusal), Kind.INVALID) from refusal


def _table_of_any_round(work: Work, table_id: int) -> tuple[Pairing, Round]:
    row = pairing(work.session, work.tournament_id, table_id)
    round_row = work.session.get(Round, row.round_id) if row is not None else None
    if row is None or round_row is None:
        raise not_found("table")
    if round_row.state == "draft":
        raise Refused("round-not-open", f"Round {round_row.number} is a draft: publish it first.")
    if row.second_id is None:
        raise Refused("bye", "This is a bye: it has its result already.")
    if round_row.stage == "top-cut" and round_row.state == "closed":
        last = last_round(work.session, work.tournament_id)
        if last is not None and last.id != round_row.id:
            raise Refused(
                "cut-went-on", "Later games of the cut depend on this one: delete those rounds first."
            )
    return row, round_row


def _organizers_decision(work: Work, row: Pairing, report: Report, winner_id: int | None) -> Decision:
    settlement = store.settlement_of(row)
    if report.outcome is Outcome.DOUBLE_LOSS:
        return Decision(None, DecidedBy.DOUBLE_LOSS)
    if settlement is None:
        if report.ending is not Ending.FORFEIT or winner_id is None:
            raise Refused(
                "auction-not-settled",
                "The sides are not settled yet: settle the auction by hand, or name the winner of a forfeit.",
            )
        winner = store.seat_of(row, winner_id)
        if winner is None:
            raise Refused("winner-not-at-table", "The winner must be one of the two players.", Kind.INVALID)
        settlement = Settlement(winner, Side(report.outcome.value), 0)
        store.keep_settlement(row, settlement, "forfeit", work.now)
    decision = decide(report, settlement)
    if winner_id is not None and _winner_id(row, decision) != winner_id:
        raise Refused(
            "winner-contradicts-outcome",
            "The winner named does not play the side that won: check the side.",
            Kind.INVALID,
        )
    return decision


def _reports_of(work: Work, row: Pairing, actor: Actor) -> tuple[GameReport | None, GameReport | None]:
    reports = reports_of(work.session, work.tournament_id, row.id or 0)
    mine = next((report for report in reports if report.player_id == actor.id), None)
    theirs = next((report for report in reports if report.player_id != actor.id), None)
    return mine, theirs


def _keep_report(work: Work, row: Pairing, mine: GameReport | None, actor: Actor, report: Report) -> None:
    assert row.id is not None and actor.id is not None and actor.kind is ActorKind.PLAYER
    if mine is None:
        mine = GameReport(
            tournament_id=work.tournament_id,
            pairing_id=row.id,
            player_id=actor.id,
            outcome=report.outcome.value,
            reported_at=work.now,
        )
    mine.outcome = report.outcome.value
    mine.ending = report.ending.value if report.ending else None
    mine.corp_points, mine.runner_points = report.corp_points, report.runner_points
    mine.reported_at = work.now
    work.session.add(mine)


def _finish(work: Work, row: Pairing, report: Report, decision: Decision) -> None:
    row.outcome = report.outcome.value
    row.ending = report.ending.value if report.ending else None
    row.corp_points, row.runner_points = report.corp_points, report.runner_points
    row.winner_id = _winner_id(row, decision)
    row.decided_by = decision.decided_by.value
    row.final = True
    row.finished_at = row.finished_at or work.now
    work.session.add(row)


def _winner_id(row: Pairing, decision: Decision) -> int | None:
    return None if decision.winner is None else store.player_at(row, decision.winner)


def _as_report(row: Pairing) -> Report:
    ending = Ending(row.ending) if row.ending else None
    return Report(Outcome(row.outcome or Outcome.DOUBLE_LOSS), ending, row.corp_points, row.runner_points)
