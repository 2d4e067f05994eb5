"""What every report of a game is held against, whoever gives it: itself, the structure, the points to win."""

from dataclasses import replace

from app.sentences import said_by, say
from app.services.kernel.command import Work
from app.services.kernel.errors import Kind, Refused, not_found
from app.sides import Side
from app.storage import auctions as store
from app.storage.players import player
from app.storage.rounds import pairing
from app.storage.tables import Pairing, Round
from app.storage.worth import structure_of
from app.tournament.auction import Seat
from app.tournament.duel import check_duel, decide_duel, tie_of, won_by
from app.tournament.lifecycle import RoundState
from app.tournament.results import (
    FEWEST_WINNING_POINTS,
    Decision,
    Outcome,
    Report,
    ResultRefused,
    check_report,
    check_winning_points,
    decide,
    draw_of,
    winning_points,
)
from app.tournament.sides import NoSides, Settled, SidesOf


def checked_report(work: Work, row: Pairing, report: Report, sides: Settled | None) -> Report:
    """The report in the words of the structure: a drawn game is a tie where ties count, else a draw.

    Raises Refused (422): no-ties, and what `check_report`, `check_winning_points` and, in a game without
    sides, `check_duel` refuse.
    """
    if isinstance(sides, NoSides):
        return _checked_duel(report)
    has_ties = structure_of(work.tournament).has_ties
    if report.outcome is Outcome.TIE and not has_ties:
        raise Refused("no-ties", "No game ends in a tie here: say who won, or enter a draw.", Kind.INVALID)
    refuse_bad(report)
    if report.outcome is Outcome.DRAW and has_ties:
        report = replace(report, outcome=Outcome.TIE)
    if sides is not None:
        _refuse_few_points(work, row, report, sides)
    return report


def decision_of(report: Report, sides: Settled) -> Decision:
    """Who wins by a report. Raises ResultRefused on a contradiction."""
    return decide_duel(report, sides) if isinstance(sides, NoSides) else decide(report, sides)


def drawn_at(sides: Settled) -> Decision:
    """What becomes of a game that nobody won."""
    return tie_of(sides) if isinstance(sides, NoSides) else draw_of(sides)


def _checked_duel(report: Report) -> Report:
    try:
        check_duel(report)
    except ResultRefused as refusal:
        raise Refused(refusal.code, refusal.said, Kind.INVALID, field=refusal.field) from refusal
    return replace(report, outcome=Outcome.TIE) if report.outcome is Outcome.DRAW else report


def refuse_bad(report: Report) -> None:
    """Refuse (422) a report that contradicts itself."""
    try:
        check_report(report)
    except ResultRefused as refusal:
        raise Refused(refusal.code, said_by(refusal), Kind.INVALID, field=refusal.field) from refusal


def _refuse_few_points(work: Work, row: Pairing, report: Report, sides: SidesOf) -> None:
    """Ask back for a win by agenda points with too few of them; an unnamed Corp identity may need only 6."""
    corp = player(work.session, work.tournament_id, store.player_at(row, sides.seat_of(Side.CORP)) or 0)
    title = corp.corp_identity if corp is not None else None
    needed = winning_points(title) if title else FEWEST_WINNING_POINTS
    try:
        check_winning_points(report, needed)
    except ResultRefused as refusal:
        raise Refused(refusal.code, said_by(refusal), Kind.INVALID, field=refusal.field) from refusal


def table_of_any_round(work: Work, table_id: int) -> tuple[Pairing, Round]:
    """A real table of any published or closed round, and that round.

    Raises Refused: round-not-open, bye (409); 404.
    """
    row = pairing(work.session, work.tournament_id, table_id)
    round_row = work.session.get(Round, row.round_id) if row is not None else None
    if row is None or round_row is None:
        raise not_found("table")
    if round_row.state is RoundState.DRAFT:
        raise Refused(
            "round-not-open", say("Round {round} is a draft: publish it first.", round=round_row.number)
        )
    if row.second_id is None:
        raise Refused("bye", "This is a bye: it has its result already.")
    return row, round_row


def seat_of_winner(row: Pairing, winner_id: int) -> Seat:
    """The seat of the winner an organizer names; Refused winner-not-at-table (422) for anybody else."""
    seat = store.seat_of(row, winner_id)
    if seat is None:
        raise Refused(
            "winner-not-at-table",
            "The winner must be one of the two players.",
            Kind.INVALID,
            field="winner",
        )
    return seat


def outcome_of_forfeit(row: Pairing, winner_id: int, unsettled: Outcome) -> Outcome:
    """The outcome by which this player wins; `unsettled` where nobody has a side."""
    seat, sides = seat_of_winner(row, winner_id), store.settled_of(row)
    if sides is None:
        return unsettled
    if isinstance(sides, NoSides):
        return won_by(seat)
    return next(Outcome(side) for side in Side if sides.seat_of(side) is seat)
