"""Commands of the intentional draw: a proposal that both players must make, before a game is reported.

It lapses when a game is reported or the minutes of the round are over. The organizer's word is final.
"""

from collections.abc import Sequence

from app.sentences import message, say, with_reason
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.names import reason_given
from app.services.kernel.topics import table_topics
from app.services.play.corrections import WHY_CORRECTED, result_set, tell_of_correction
from app.services.play.cut_results import about_what_followed
from app.services.play.game_rows import final_games, forget_games
from app.services.play.reporting import table_of_any_round
from app.services.play.table_access import acting_seat, open_table
from app.storage.kinds import ReportKind
from app.storage.rounds import clock_of, round_reports_of
from app.storage.table_queries import reports_of
from app.storage.tables import Pairing, Round, RoundReport
from app.storage.worth import INTENTIONAL_DRAW, keep_worth, points_of
from app.tournament.clock import read
from app.tournament.lifecycle import RoundState
from app.tournament.results import DecidedBy, Outcome


@command("agree_to_draw")
def agree_to_draw(work: Work, table_id: int) -> None:
    """A player proposes an intentional draw, or agrees to that of the other, which makes it final.

    Raises Refused: no-intentional-draw (409) where it is not offered; intentional-draw-contradicts (422)
    after a game was reported; intentional-draw-too-late (409); result-final (409).
    """
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    refuse_not_offered(work, row)
    if row.final:
        if row.agreed == INTENTIONAL_DRAW:
            return
        raise Refused("result-final", "The result is final; ask the organizer to correct it.")
    work.require(round_row)
    proposals = round_reports_of(work.session, work.tournament_id, [table_id])
    if final_games(work, row) or _any_reported(work, row, proposals):
        raise Refused(
            "intentional-draw-contradicts",
            "A game was reported already: it counts, so there is no intentional draw.",
            Kind.INVALID,
        )
    if minutes_over(work, row, round_row):
        raise Refused(
            "intentional-draw-too-late",
            "The minutes of the round are over, so there is no intentional draw any more: report the game.",
        )
    if any(each.player_id == work.actor.id for each in proposals):
        return
    if proposals:
        keep_draw(work, row)
        told = message("{who} agreed to an intentional draw at table {table}")
    else:
        work.session.add(
            RoundReport(
                tournament_id=work.tournament_id,
                pairing_id=table_id,
                player_id=work.actor.known_id,
                number=0,
                kind=ReportKind.INTENTIONAL_DRAW,
                reported_at=work.now,
            )
        )
        told = message("{who} proposed an intentional draw at table {table}")
    said = say(told, who=work.actor.name, table=row.table_number)
    work.note(said, *table_topics(row, shown=row.final))


@command("take_back_draw")
def take_back_draw(work: Work, table_id: int) -> None:
    """A player takes the own proposal back, or says no to that of the other."""
    row, round_row = open_table(work, table_id)
    acting_seat(row, work.actor, None)
    proposals = [r for r in round_reports_of(work.session, work.tournament_id, [table_id]) if r.number == 0]
    if row.final or not proposals:
        return
    work.require(round_row)
    for each in proposals:
        work.session.delete(each)
    work.note(
        say(
            "{who} said no to an intentional draw at table {table}",
            who=work.actor.name,
            table=row.table_number,
        ),
        *table_topics(row),
    )


@command("set_intentional_draw")
def set_intentional_draw(work: Work, table_id: int, *, reason: str = "") -> None:
    """The organizer enters an intentional draw at any table of any Swiss round, in the place of what was
    reported there; to replace a final result, or a final game, needs a `reason`.

    Raises Refused: no-intentional-draw (409), reason-missing (422).
    """
    row, round_row = table_of_any_round(work, table_id)
    refuse_not_offered(work, row)
    if row.final and row.agreed == INTENTIONAL_DRAW:
        return
    replaced = bool(row.final or final_games(work, row))
    reports = round_reports_of(work.session, work.tournament_id, [table_id])
    overruled = replaced or _any_reported(work, row, reports)
    if replaced:
        reason = reason_given(reason, WHY_CORRECTED)
    work.require()
    keep_draw(work, row)
    tell_of_correction(work, row, round_row, say("an intentional draw"), overruled=overruled)
    said = result_set(work, row, round_row, say("an intentional draw"))
    work.note(
        about_what_followed(with_reason(said, reason), work, round_row),
        *table_topics(row, shown=True),
        *(["standings"] if round_row.state is RoundState.CLOSED else []),
        reason=reason,
    )


def minutes_over(work: Work, row: Pairing, round_row: Round) -> bool:
    """Whether the clock of this table has run out."""
    clock = clock_of(round_row)
    return clock.started_at is not None and read(clock, work.now, row.extra_seconds).remaining <= 0


def refuse_not_offered(work: Work, row: Pairing) -> None:
    """Refuse no-intentional-draw (409) where the structure or the cut has none."""
    if points_of(work.tournament).intentional_draw is None or row.game_number is not None:
        raise Refused("no-intentional-draw", "Intentional draws are not offered here: play the game.")


def _any_reported(work: Work, row: Pairing, of_games: Sequence[RoundReport]) -> bool:
    """Whether a player reported a game of the table; a proposed draw is none."""
    reports = reports_of(work.session, work.tournament_id, row.id)
    return bool(reports) or any(each.number for each in of_games)


def keep_draw(work: Work, row: Pairing) -> None:
    """Make the table an intentional draw, in the place of all that was reported there."""
    forget_games(work, row)
    for report in reports_of(work.session, work.tournament_id, row.id):
        work.session.delete(report)
    row.agreed = INTENTIONAL_DRAW
    row.outcome, row.decided_by = Outcome.TIE, DecidedBy.TIE
    row.ending = row.winner_id = row.corp_points = row.runner_points = None
    row.first_dice = row.second_dice = None
    row.final = True
    row.finished_at = row.finished_at or work.now
    work.session.flush()
    keep_worth(work.session, work.tournament, row)
