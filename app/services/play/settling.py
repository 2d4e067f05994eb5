"""Commands of the organizer about sides: accept biddings held aloud together, correct sides and bid
afterwards.

A correction changes who played what and what was paid, of any round. Who won stays who won, on the side
they now have, unless the game was drawn: then the winner follows from the corrected bid.
"""

from app.sentences import Sentence, message, said_by, say, say_count
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import reason_given
from app.services.kernel.topics import table_topics
from app.services.play.auctions import checked_settlement
from app.services.play.corrections import tell_of_correction
from app.services.play.cut_results import about_what_followed, refuse_if_cut_went_on
from app.services.play.reporting import table_of_any_round
from app.services.play.table_access import NO_SIDES, name_at, open_table
from app.sides import Side
from app.storage import auctions as store
from app.storage.kinds import SettledBy
from app.storage.table_queries import entry_of, reports_of
from app.storage.tables import Pairing, Round
from app.storage.worth import keep_worth
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState
from app.tournament.results import DRAWN, Outcome, Report, ResultRefused, check_report, draw_of
from app.tournament.sides import AssignedSides, SeededSides, SidesOf


@command("accept_entries")
def accept_entries(work: Work, table_ids: list[int]) -> int:
    """The organizer confirms the settlements that one player entered at these tables; how many."""
    accepted: list[str] = []
    for table_id in dict.fromkeys(table_ids):
        row, round_row = open_table(work, table_id)
        entry = entry_of(work.session, work.tournament_id, table_id)
        if entry is None or store.sides_of(row) is not None:
            continue
        work.require(round_row)
        settlement = checked_settlement(row, entry.winner_id, entry.side, entry.bid)
        work.session.delete(entry)
        store.keep_settlement(row, settlement, SettledBy.HAND, work.now)
        accepted.append(str(row.table_number))
        work.topics.update(table_topics(row, shown=True))
    if accepted:
        work.note(
            say_count(
                "{who} accepted the bidding held aloud at table {tables}",
                "{who} accepted the bidding held aloud at tables {tables}",
                len(accepted),
                who=work.actor.name,
                tables=accepted,
            )
        )
    return len(accepted)


@command("correct_sides")
def correct_sides(
    work: Work, table_id: int, *, winner_id: int, side: Side, bid: int | None, reason: str
) -> None:
    """Correct who played which side and the bid that was paid, of any round, for a reason the journal keeps.

    `winner_id` won the bid and plays `side`; where sides come by seed it is any of the two, and `bid` is
    None. Raises Refused: reason-missing, winner-not-at-table (422); sides-not-settled,
    sides-contradict-result, no-sides (409).
    """
    row, round_row = table_of_any_round(work, table_id)
    before = store.sides_of(row)
    if store.without_sides(row):
        raise Refused("no-sides", say(NO_SIDES))
    if before is None:
        raise Refused("sides-not-settled", "The sides of this table were never settled: settle them instead.")
    after = _checked(row, winner_id, side, bid)
    if after == before:
        return
    reason = reason_given(reason, message("Say why the sides are corrected."))
    work.require()
    for report in reports_of(work.session, work.tournament_id, table_id):
        if not row.final:
            work.session.delete(report)
    _keep(row, after)
    if row.final and row.outcome is not None:
        _follow(work, row, round_row, before, after)
    work.session.add(row)
    closed = ["standings"] if round_row.state is RoundState.CLOSED else []
    sides = _told(work, row, after)
    said = say(
        "{who} corrected the sides of table {table} in round {round}: {sides} ({reason})",
        who=work.actor.name,
        table=row.table_number,
        round=round_row.number,
        sides=sides,
        reason=reason,
    )
    tell_of_correction(work, row, round_row, sides)
    work.note(
        about_what_followed(said, work, round_row),
        *table_topics(row, shown=True),
        *closed,
        reason=reason,
    )


def _checked(row: Pairing, winner_id: int, side: Side, bid: int | None) -> SidesOf:
    if store.with_bids(row):
        return checked_settlement(row, winner_id, side, bid)
    if bid is not None:
        raise Refused(
            "sides-are-assigned", "Nobody bids at this table: leave the bid out.", Kind.INVALID, field="bid"
        )
    seat = store.seat_of(row, winner_id)
    if seat is None:
        raise Refused(
            "winner-not-at-table", "Name one of the two players of this table.", Kind.INVALID, field="winner"
        )
    corp = seat if side is Side.CORP else seat.other
    return SeededSides(corp, Seat.FIRST) if store.by_seed(row) else AssignedSides(corp)


def _keep(row: Pairing, sides: SidesOf) -> None:
    if isinstance(sides, SeededSides | AssignedSides):
        row.corp_seat = sides.corp
        return
    row.bid_winner_id = store.player_at(row, sides.winner)
    row.bid_side, row.bid = sides.side, sides.bid
    row.settled_by = SettledBy.HAND


def _follow(work: Work, row: Pairing, round_row: Round, before: SidesOf, after: SidesOf) -> None:
    """Let the final result follow the corrected sides: points and outcome go with the people."""
    outcome = Outcome(row.outcome or Outcome.DOUBLE_LOSS)
    if before.seat_of(Side.CORP) is not after.seat_of(Side.CORP):
        row.corp_points, row.runner_points = row.runner_points, row.corp_points
        if outcome in (Outcome.CORP, Outcome.RUNNER):
            outcome = Outcome.RUNNER if outcome is Outcome.CORP else Outcome.CORP
            row.outcome = outcome
    ending = row.ending
    try:
        check_report(Report(outcome, ending, row.corp_points, row.runner_points))
    except ResultRefused as refusal:
        raise Refused(
            "sides-contradict-result",
            say(
                "With these sides the result can't stand: {refusal} Take the ending out of the result first.",
                refusal=said_by(refusal),
            ),
        ) from refusal
    if outcome in DRAWN:
        decision = draw_of(after)
        winner_id = store.player_at(row, decision.winner) if decision.winner is not None else None
        if winner_id != row.winner_id:
            refuse_if_cut_went_on(work, round_row)
        row.winner_id, row.decided_by = winner_id, decision.decided_by
    keep_worth(work.session, work.tournament, row)


def _told(work: Work, row: Pairing, sides: SidesOf) -> Sentence:
    corp, runner = (name_at(work, row, sides.seat_of(side)) for side in Side)
    if isinstance(sides, SeededSides | AssignedSides):
        return say("{corp} played Corp, {runner} Runner", corp=corp, runner=runner)
    return say(
        "{winner} won the bid with {bid} on {side}",
        winner=name_at(work, row, sides.winner),
        bid=sides.bid,
        side=sides.side.word,
    )
