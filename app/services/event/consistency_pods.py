"""What must be true of tables of several players, whatever was commanded or undone; see `consistency`."""

from collections import Counter
from collections.abc import Iterator, Sequence

from sqlmodel import Session, select

from app.sentences import Sentence, say
from app.storage.cut import cut_decided, cut_seeds
from app.storage.packed_changes import Change
from app.storage.pod_tables import Pod, PodEntry, PodSeat
from app.storage.pods import pods, seats_of
from app.storage.rounds import pairings, rounds
from app.storage.tables import Round, Tournament
from app.storage.worth import structure_of
from app.tournament.lifecycle import Phase, RoundState, Stage
from app.tournament.pods import FEWEST_PLAYERS, MOST_PLAYERS

_SEATED = frozenset({"pod_id", "player_id", "table_number", "round_id"})


def pod_contradictions(session: Session, tournament: Tournament) -> Iterator[Sentence]:
    """Sentences about everything at these tables that can't be true at once."""
    rows = pods(session, tournament.id)
    if not structure_of(tournament).has_pods:
        if rows:
            yield say("Two sit at a table here, so there can be no table of several.")
        return
    if pairings(session, tournament.id):
        yield say("Several sit at a table here, so nobody can be paired with one opponent.")
    seats = seats_of(session, tournament.id)
    entered = {
        row.pod_id for row in session.exec(select(PodEntry).where(PodEntry.tournament_id == tournament.id))
    }
    for round_row in rounds(session, tournament.id):
        there = [row for row in rows if row.round_id == round_row.id]
        yield from _round(round_row, there, [seat for row in there for seat in seats.get(row.id, ())])
        for row in there:
            told = _table(round_row, row, seats.get(row.id, ()), entered=row.id in entered)
            where = say("Table {table} of round {round}", table=row.table_number, round=round_row.number)
            yield from (say("{table} {says}.", table=where, says=each) for each in told)
    seeded = tournament.phase == Phase.FINISHED and cut_seeds(session, tournament.id)
    if seeded and not cut_decided(session, tournament):
        yield say("The final table is not played, so the event can't be finished.")


def _round(round_row: Round, tables: Sequence[Pod], seats: Sequence[PodSeat]) -> Iterator[Sentence]:
    if any(times > 1 for times in Counter(seat.player_id for seat in seats).values()):
        yield say("Somebody would sit twice in round {round}.", round=round_row.number)
    if any(times > 1 for times in Counter(row.table_number for row in tables).values()):
        yield say("Two tables of round {round} would have the same number.", round=round_row.number)
    if round_row.stage == Stage.TOP_CUT and len(tables) > 1:
        yield say("Round {round} would have two final tables.", round=round_row.number)


def _table(round_row: Round, row: Pod, seats: Sequence[PodSeat], *, entered: bool) -> Iterator[Sentence]:
    draft = round_row.state == RoundState.DRAFT
    if [seat.seat for seat in seats] != list(range(1, len(seats) + 1)):
        yield say("would not have its seats in order")
    if not draft and not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        yield say("would have {players} players, which cannot play", players=len(seats))
    if draft and (row.final or entered):
        yield say("has points, so its round can't be a draft again")
    if round_row.state == RoundState.CLOSED and not row.final:
        yield say("needs its points, because round {round} is closed", round=round_row.number)
    if any((seat.points is None) == row.final for seat in seats) or (row.ending is None) == row.final:
        yield say("has a result that is not whole")
    if row.final and entered:
        yield say("is final, so nothing entered can wait there")


def _columns(change: Change) -> set[str]:
    return {*(change["before"] or {}), *(change["after"] or {})}


def published_pods(session: Session, tournament_id: int, changes: Sequence[Change]) -> Iterator[Sentence]:
    """Why an undo may not move who sits where: seats change in a draft, or with the round's own state."""
    moved = [
        change
        for change in changes
        if change["table"] in ("pod", "pod_seat")
        and (change["before"] is None or change["after"] is None or _SEATED & _columns(change))
    ]
    if not moved or any("state" in _columns(change) for change in changes if change["table"] == "round"):
        return
    there = {row.id: row.round_id for row in pods(session, tournament_id)}
    held = {row.id: row for row in rounds(session, tournament_id)}
    for change in moved:
        values = {**(change["after"] or {}), **(change["before"] or {})}
        if change["table"] == "pod":
            round_id = values.get("round_id", there.get(change["id"]))
        else:
            seat = session.get(PodSeat, change["id"])
            pod_id = values.get("pod_id", seat.pod_id if seat is not None else None)
            round_id = there.get(pod_id) if pod_id is not None else None
        round_row = held.get(round_id) if round_id is not None else None
        if round_row is not None and round_row.state != RoundState.DRAFT:
            yield say("The tables of round {round} are published.", round=round_row.number)
            return
