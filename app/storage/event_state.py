"""Reads what the lifecycle needs to know of an event: phase, round and a few counts."""

from sqlmodel import Session, col, func, select

from app.storage.cut import cut_decided
from app.storage.pod_tables import Pod, PodEntry
from app.storage.rounds import rounds
from app.storage.tables import Bid, Game, GameReport, Pairing, Player, Round, RoundReport, Tournament
from app.storage.worth import structure_of
from app.tournament.advice import advise
from app.tournament.lifecycle import EventState, Phase, RoundState
from app.tournament.rules import CutKind


def event_state(session: Session, tournament: Tournament) -> EventState:
    """Counts and states of a tournament at this moment; see `EventState`."""
    assert tournament.id is not None
    all_rounds = rounds(session, tournament.id)
    last = all_rounds[-1] if all_rounds else None
    waits = col(Player.waiting_since).is_not(None)
    counted = {
        (dropped, waiting): number
        for dropped, waiting, number in session.exec(
            select(Player.dropped, waits, func.count())
            .where(Player.tournament_id == tournament.id)
            .group_by(col(Player.dropped), waits)
        )
    }
    active = counted.get((False, False), 0)
    return EventState(
        phase=Phase(tournament.phase),
        active_players=active,
        round_number=last.number if last else 0,
        swiss_rounds=sum(row.stage == "swiss" for row in all_rounds),
        round_state=RoundState(last.state) if last else None,
        open_tables=_open(session, tournament, last) if last and last.state == "published" else (),
        play_begun=_begun(session, tournament, last) if last and last.state == "published" else False,
        planned_rounds=planned_rounds(tournament, active),
        cut_size=tournament.cut_size,
        dropped_players=counted.get((True, False), 0),
        waiting_players=counted.get((False, True), 0),
        fewest_players=structure_of(tournament).seats.fewest,
        final_table=tournament.cut_kind == CutKind.TABLE,
        cut_decided=tournament.phase == Phase.TOP_CUT and cut_decided(session, tournament),
    )


def planned_rounds(tournament: Tournament, players: int) -> int:
    """The organizer's number of Swiss rounds, else the advice for this many players."""
    return tournament.planned_rounds or advise(players, structure_of(tournament).advice).rounds


def _open(session: Session, tournament: Tournament, last: Round) -> tuple[int | None, ...]:
    if not structure_of(tournament).has_pods:
        return _open_tables(session, last)
    query = select(Pod.table_number).where(Pod.round_id == last.id, col(Pod.final).is_(False))
    return tuple(session.exec(query.order_by(col(Pod.table_number))))


def _begun(session: Session, tournament: Tournament, last: Round) -> bool:
    if not structure_of(tournament).has_pods:
        return _play_begun(session, last)
    of_round = select(Pod.id).where(Pod.round_id == last.id)
    traces = (
        select(PodEntry.id).where(col(PodEntry.pod_id).in_(of_round)),
        of_round.where(col(Pod.final)),
    )
    return any(session.exec(trace.limit(1)).first() is not None for trace in traces)


def _open_tables(session: Session, last: Round) -> tuple[int | None, ...]:
    query = select(Pairing.table_number).where(
        Pairing.round_id == last.id, col(Pairing.final).is_(False), col(Pairing.second_id).is_not(None)
    )
    return tuple(sorted(session.exec(query), key=lambda number: (number is None, number or 0)))


def _play_begun(session: Session, last: Round) -> bool:
    """Whether a bid was placed, a side settled by the players, or a result reported in this round."""
    of_round = select(Pairing.id).where(Pairing.round_id == last.id)
    settled = of_round.where(col(Pairing.settled_by).in_(("auction", "hand", "seed")))
    traces = (
        *(
            select(row.id).where(col(row.pairing_id).in_(of_round))
            for row in (Bid, GameReport, RoundReport, Game)
        ),
        settled,
    )
    return any(session.exec(trace.limit(1)).first() is not None for trace in traces)
