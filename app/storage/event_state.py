"""Reads what the lifecycle needs to know of an event: phase, round and a few counts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, and_, col, func, or_, select
from sqlmodel.sql.expression import SelectOfScalar

from app.storage.cut import cut_decided
from app.storage.kinds import SettledBy
from app.storage.pod_tables import Pod, PodEntry
from app.storage.rounds import rounds
from app.storage.tables import Bid, Game, GameReport, Pairing, Player, Round, RoundReport, Tournament
from app.storage.worth import structure_of
from app.tournament.advice import advise
from app.tournament.lifecycle import EventState, Phase, RoundState, Stage
from app.tournament.rules import CutKind


@dataclass(frozen=True)
class Counted:
    """What the state of an event counts: its rounds in their order, and players by what became of them."""

    rounds: Sequence[Round]
    active: int
    dropped: int
    waiting: int

    @classmethod
    def of(cls, rounds: Sequence[Round], players: Iterable[Player]) -> "Counted":
        """The same from rows that were read before."""
        number = Counter((each.dropped, each.waiting_since is not None) for each in players)
        return cls(rounds, number[False, False], number[True, False], number[False, True])


def event_state(session: Session, tournament: Tournament, counted: Counted | None = None) -> EventState:
    """Counts and states of a tournament at this moment; see `EventState`. `counted` saves its statements."""
    counted = counted or _count(session, tournament)
    last = counted.rounds[-1] if counted.rounds else None
    playing = last if last and last.state is RoundState.PUBLISHED else None
    open_tables, begun = _at_tables(session, tournament, playing) if playing else ((), False)
    return EventState(
        phase=tournament.phase,
        active_players=counted.active,
        round_number=last.number if last else 0,
        swiss_rounds=sum(row.stage is Stage.SWISS for row in counted.rounds),
        round_state=last.state if last else None,
        open_tables=open_tables,
        play_begun=begun,
        planned_rounds=planned_rounds(tournament, counted.active),
        cut_size=tournament.cut_size,
        dropped_players=counted.dropped,
        waiting_players=counted.waiting,
        fewest_players=structure_of(tournament).seats.fewest,
        final_table=tournament.cut_kind == CutKind.TABLE,
        cut_decided=tournament.phase == Phase.TOP_CUT and cut_decided(session, tournament),
    )


def _count(session: Session, tournament: Tournament) -> Counted:
    waits = col(Player.waiting_since).is_not(None)
    found = {
        (dropped, waiting): number
        for dropped, waiting, number in session.exec(
            select(Player.dropped, waits, func.count())
            .where(Player.tournament_id == tournament.id)
            .group_by(col(Player.dropped), waits)
        )
    }
    active, dropped, waiting = (found.get(kind, 0) for kind in ((False, False), (True, False), (False, True)))
    return Counted(rounds(session, tournament.id), active, dropped, waiting)


def planned_rounds(tournament: Tournament, players: int) -> int:
    """The organizer's number of Swiss rounds, else the advice for this many players."""
    return tournament.planned_rounds or advise(players, structure_of(tournament).advice).rounds


def _at_tables(session: Session, tournament: Tournament, last: Round) -> tuple[tuple[int | None, ...], bool]:
    """The numbers of the tables still playing in a published round, and whether play left a trace in it: a
    bid, a side the players settled, a report or a result."""
    pods = structure_of(tournament).has_pods
    traces = _traces_of_pods(last) if pods else _traces_of_tables(last)
    table = Pod if pods else Pairing
    still = [col(table.round_id) == Round.id, col(table.final).is_(False)]
    if table is Pairing:
        still.append(col(Pairing.second_id).is_not(None))
    query = (
        select(table.id, table.table_number, or_(*(trace.exists() for trace in traces)))
        .select_from(Round)
        .outerjoin(table, and_(*still))
        .where(Round.id == last.id)
    )
    found = session.exec(query).all()
    numbers = [number for row, number, _ in found if row is not None]
    return tuple(sorted(numbers, key=lambda it: (it is None, it or 0))), any(begun for *_, begun in found)


def _traces_of_pods(last: Round) -> Sequence[SelectOfScalar[int]]:
    of_round = select(Pod.id).where(Pod.round_id == last.id)
    return select(PodEntry.id).where(col(PodEntry.pod_id).in_(of_round)), of_round.where(col(Pod.final))


def _traces_of_tables(last: Round) -> Sequence[SelectOfScalar[int]]:
    of_round = select(Pairing.id).where(Pairing.round_id == last.id)
    settled = of_round.where(col(Pairing.settled_by).in_((SettledBy.AUCTION, SettledBy.HAND, SettledBy.SEED)))
    rows = (Bid, GameReport, RoundReport, Game)
    return *(select(row.id).where(col(row.pairing_id).in_(of_round)) for row in rows), settled
