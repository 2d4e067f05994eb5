"""Points of a table of several players: one enters those of everybody, another confirms, the desk corrects.

What was entered last waits for the word of another player of the table; equal points make it final, others
take its place. The organizer's word is final at once.
"""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from app.sentences import Sentence, message, say, with_reason
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.names import reason_given
from app.services.play.corrections import about_later_rounds, tell_of_points
from app.storage.cut import cut_seeds
from app.storage.players import player
from app.storage.pod_tables import Pod, PodEntry, PodSeat
from app.storage.pods import entries_of, pod, seats_of
from app.storage.rounds import last_round
from app.storage.tables import Round
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.pod_results import USUAL_GOAL, PodEnding, PodReport, PodReportRefused, check

MOST_EXTRA_SECONDS = int(timedelta(hours=2).total_seconds())


@command("report_pod")
def report_pod(work: Work, pod_id: int, report: PodReport) -> None:
    """A player enters the points of the whole table, or confirms what another entered by sending the same.

    Raises Refused: 404; round-not-open, result-final (409); not-your-table (403); and what
    `tournament.pod_results.check` refuses (422; two-at-goal is 409 until it is said to be certain).
    """
    row, round_row, seats = _open_pod(work, pod_id)
    _require_own_table(work, seats)
    if row.final:
        if report.agrees_with(_final_report(row, seats)):
            return
        raise Refused("result-final", say("The result is final; ask the organizer to correct it."))
    work.require(round_row)
    entry = entries_of(work.session, work.tournament_id, [pod_id]).get(pod_id)
    said = _report_of(entry, seats) if entry is not None else None
    same = said is not None and report.agrees_with(said)
    if entry is not None and same and entry.player_id == work.actor.id:
        return
    if not same:
        check_report(work, seats, report)
    if entry is not None:
        work.session.delete(entry)
        work.session.flush()
    if same:
        _finish(work, row, seats, report)
        work.topics.add("results")
        sentence = say("{player} confirmed the points of table {table}", player=work.actor.name,
                       table=row.table_number)  # fmt: skip
    else:
        work.session.add(_new_entry(work, pod_id, seats, report))
        sentence = say("{player} entered the points of table {table}", player=work.actor.name,
                       table=row.table_number)  # fmt: skip
    work.note(sentence, *pod_topics(seats))


@command("accept_pod")
def accept_pod(work: Work, pod_id: int) -> None:
    """The organizer makes what one player entered final; nothing to accept changes nothing."""
    row, _, seats = _open_pod(work, pod_id)
    entry = entries_of(work.session, work.tournament_id, [pod_id]).get(pod_id)
    if row.final or entry is None:
        return
    work.require()
    report = _report_of(entry, seats)
    work.session.delete(entry)
    _finish(work, row, seats, report)
    work.note(
        say("{organizer} accepted the points of table {table}", organizer=work.actor.name,
            table=row.table_number),
        "results", *pod_topics(seats),
    )  # fmt: skip


@command("correct_pod")
def correct_pod(work: Work, pod_id: int, report: PodReport, *, reason: str = "") -> None:
    """The organizer sets the points of a table of any round; they are final. Checked as `report_pod` is; to
    replace points that are final needs a `reason` (reason-missing, 422)."""
    row, round_row, seats = _pod_of_any_round(work, pod_id)
    if row.final and report.agrees_with(_final_report(row, seats)):
        return
    check_report(work, seats, report)
    if row.final:
        reason = reason_given(reason, message("Say why the points are corrected."))
    work.require()
    entry = entries_of(work.session, work.tournament_id, [pod_id]).get(pod_id)
    if entry is not None:
        work.session.delete(entry)
    _finish(work, row, seats, report)
    told = {"organizer": work.actor.name, "table": row.table_number, "round": round_row.number}
    cut_was_made = round_row.stage == Stage.SWISS and cut_seeds(work.session, work.tournament_id)
    sentence = say(
        _CORRECTED_AFTER_CUT if cut_was_made else _CORRECTED_BECAUSE if reason else _CORRECTED,
        **told,
        reason=reason,
    )
    if not cut_was_made:
        sentence = about_later_rounds(sentence, work, round_row)
    tell_of_points(work, round_row, report.points)
    closed = ("standings",) if round_row.state == RoundState.CLOSED else ()
    work.note(sentence, "results", *closed, *pod_topics(seats), reason=reason)


_CORRECTED = message("{organizer} set the points of table {table} in round {round}")
_CORRECTED_BECAUSE = message("{organizer} set the points of table {table} in round {round} ({reason})")
_CORRECTED_AFTER_CUT = message(
    "{organizer} set the points of table {table} in round {round}."
    " The final table was seated before: its players stay. {reason}"
)


@command("clear_pod")
def clear_pod(work: Work, pod_id: int, *, reason: str = "") -> None:
    """The organizer takes the points of a table back while its round is being played; final ones for a
    `reason` (reason-missing, 422)."""
    row, _, seats = _open_pod(work, pod_id)
    entry = entries_of(work.session, work.tournament_id, [pod_id]).get(pod_id)
    if entry is None and not row.final:
        return
    if row.final:
        reason = reason_given(reason, message("Say why the points are taken back."))
    work.require()
    if entry is not None:
        work.session.delete(entry)
    row.final, row.ending, row.finished_at = False, None, None
    work.session.add(row)
    for seat in seats:
        seat.points = None
        work.session.add(seat)
    work.note(
        with_reason(say("The points of table {table} were taken back", table=row.table_number), reason),
        "results", *pod_topics(seats), reason=reason,
    )  # fmt: skip


@command("extend_pod")
def extend_pod(work: Work, pod_id: int, seconds: int) -> None:
    """Give one table `seconds` more (or fewer), within two hours.

    Raises Refused: extra-time-out-of-range (422).
    """
    row, round_row, seats = _open_pod(work, pod_id)
    work.require(round_row)
    if seconds == 0:
        return
    if not 0 <= row.extra_seconds + seconds <= MOST_EXTRA_SECONDS:
        raise Refused(
            "extra-time-out-of-range",
            say("Extra time of a table goes from 0 to 2 hours."),
            Kind.INVALID,
            field="minutes",
        )
    row.extra_seconds += seconds
    work.session.add(row)
    work.note(
        say("Table {table} has {minutes} minutes of extra time", table=row.table_number,
            minutes=row.extra_seconds // 60),
        *pod_topics(seats),
    )  # fmt: skip


def check_report(work: Work, seats: Sequence[PodSeat], report: PodReport) -> None:
    """Raise Refused (422, or 409 two-at-goal) unless the points fit the table and the event's goal."""
    names = {seat.player_id: _name(work, seat.player_id) for seat in seats}
    try:
        check(report, names, goal_of(work.tournament.settings))
    except PodReportRefused as refusal:
        asked = refusal.code == "two-at-goal"
        raise Refused(refusal.code, refusal.said, Kind.CONFLICT if asked else Kind.INVALID) from refusal


def goal_of(settings: Mapping[str, object]) -> int:
    """The points that end a game in an event with these settings; 0: none does."""
    goal = settings.get("goal_points")
    return goal if isinstance(goal, int) else USUAL_GOAL


def pod_topics(seats: Sequence[PodSeat]) -> tuple[str, ...]:
    """Who hears of a change at a table: its players and the staff."""
    return ("pods", *(f"seat/{seat.player_id}" for seat in seats))


def _pod_of_any_round(work: Work, pod_id: int) -> tuple[Pod, Round, list[PodSeat]]:
    row = pod(work.session, work.tournament_id, pod_id)
    round_row = work.session.get(Round, row.round_id) if row is not None else None
    if row is None or round_row is None:
        raise not_found("table")
    if round_row.state == RoundState.DRAFT:
        if work.actor.kind is ActorKind.PLAYER:
            raise not_found("table")
        raise _not_open(round_row)
    last = last_round(work.session, work.tournament_id)
    if round_row.stage == Stage.TOP_CUT and last is not None and last.id != round_row.id:
        raise Refused("cut-went-on", say("A later round depends on this table: delete it first."))
    return row, round_row, seats_of(work.session, work.tournament_id, [pod_id]).get(pod_id, [])


def _open_pod(work: Work, pod_id: int) -> tuple[Pod, Round, list[PodSeat]]:
    row, round_row, seats = _pod_of_any_round(work, pod_id)
    if round_row.state != RoundState.PUBLISHED:
        raise _not_open(round_row)
    return row, round_row, seats


def _not_open(round_row: Round) -> Refused:
    said: Sentence = say("Round {round} is not being played; ask the organizer.", round=round_row.number)
    return Refused("round-not-open", said)


def _require_own_table(work: Work, seats: Sequence[PodSeat]) -> None:
    mine = work.actor.id in {seat.player_id for seat in seats}
    if work.actor.kind is not ActorKind.PLAYER or work.actor.tournament_id != work.tournament_id or not mine:
        raise Refused("not-your-table", say("Only the players of this table can do this."), Kind.FORBIDDEN)


def _finish(work: Work, row: Pod, seats: Sequence[PodSeat], report: PodReport) -> None:
    for seat in seats:
        seat.points = report.points[seat.player_id]
        work.session.add(seat)
    row.final, row.ending = True, report.ending
    row.finished_at = row.finished_at or work.now
    work.session.add(row)


def _new_entry(work: Work, pod_id: int, seats: Sequence[PodSeat], report: PodReport) -> PodEntry:
    return PodEntry(
        tournament_id=work.tournament_id,
        pod_id=pod_id,
        player_id=work.actor.known_id,
        points={str(seat.seat): report.points[seat.player_id] for seat in seats},
        ending=report.ending,
        entered_at=work.now,
    )


def _report_of(entry: PodEntry, seats: Sequence[PodSeat]) -> PodReport:
    points = {
        seat.player_id: entry.points[str(seat.seat)] for seat in seats if str(seat.seat) in entry.points
    }
    return PodReport(points, entry.ending)


def _final_report(row: Pod, seats: Sequence[PodSeat]) -> PodReport:
    points = {seat.player_id: seat.points or 0 for seat in seats}
    return PodReport(points, PodEnding(row.ending or PodEnding.POINTS))


def _name(work: Work, player_id: int) -> str | Sentence:
    found = player(work.session, work.tournament_id, player_id)
    return found.name if found else say("Somebody")
