"""Tables of several players as a viewer may see them: what was entered concerns the table and the staff."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session

from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.pod_views import PodEntryView, PodSeatView, PodView, points_number
from app.services.kernel.viewer import Viewer
from app.storage.players import player, players
from app.storage.pod_tables import Pod, PodEntry, PodSeat
from app.storage.pods import entries_of, pod, pod_of_player, pods, seats_of
from app.storage.rounds import rounds
from app.storage.tables import Player, Round
from app.tournament.lifecycle import RoundState, TableState
from app.tournament.pods import extra_cards, place_points, places


def pods_in(
    session: Session, round_row: Round, viewer: Viewer, people: Mapping[int, Player]
) -> list[PodView]:
    """The tables of a round in an open session, by table number."""
    rows = pods(session, round_row.tournament_id, round_row.id)
    if not rows:
        return []
    ids = [row.id for row in rows]
    seats = seats_of(session, round_row.tournament_id, ids)
    entries = entries_of(session, round_row.tournament_id, ids)
    return [
        pod_view(row, round_row, seats.get(row.id, ()), entries.get(row.id), people, viewer) for row in rows
    ]


def not_seated(people: Sequence[Player], tables: Sequence[PodView]) -> list[Player]:
    """Those of these players who sit at none of the tables."""
    seated = {seat.player_id for table in tables for seat in table.seats}
    return [one for one in people if one.id not in seated]


def pod_view(
    row: Pod,
    round_row: Round,
    seats: Sequence[PodSeat],
    entry: PodEntry | None,
    people: Mapping[int, Player],
    viewer: Viewer,
) -> PodView:
    """One table as a viewer may see it."""
    mine = viewer.concerns(*(seat.player_id for seat in seats))
    points = {seat.player_id: seat.points or 0 for seat in seats} if row.final else {}
    worth, ranks, extra = place_points(points), places(points), extra_cards(len(seats))
    shown = entry if mine else None
    return PodView(
        id=row.id,
        round=round_row.number,
        table_number=row.table_number,
        state=_state(row, round_row, shown),
        seats=[
            PodSeatView(
                player_id=seat.player_id,
                name=people[seat.player_id].name,
                pronouns=people[seat.player_id].pronouns,
                dropped=people[seat.player_id].dropped,
                seat=seat.seat,
                extra_cards=extra[number],
                points=points.get(seat.player_id),
                place=ranks.get(seat.player_id),
                place_points=points_number(worth[seat.player_id]) if row.final else None,
            )
            for number, seat in enumerate(seats)
        ],
        ending=row.ending,
        final=row.final,
        entry=_entry(shown, seats) if shown is not None else None,
        extra_seconds=row.extra_seconds,
        may=_may(row, round_row, shown, viewer, mine=mine),
    )


def _state(row: Pod, round_row: Round, entry: PodEntry | None) -> TableState:
    if row.final:
        return TableState.DONE
    if round_row.state == RoundState.DRAFT:
        return TableState.WAITING
    return TableState.PLAYING if entry is None else TableState.REPORTED


def _entry(entry: PodEntry, seats: Sequence[PodSeat]) -> PodEntryView:
    points = {
        seat.player_id: entry.points[str(seat.seat)] for seat in seats if str(seat.seat) in entry.points
    }
    return PodEntryView(entry.player_id, points, entry.ending, entry.entered_at)


def _may(row: Pod, round_row: Round, entry: PodEntry | None, viewer: Viewer, *, mine: bool) -> list[str]:
    playing = round_row.state == RoundState.PUBLISHED
    if viewer.staff:
        clear = ["clear_pod"] if playing and (row.final or entry is not None) else []
        return [] if round_row.state == RoundState.DRAFT else ["correct_pod", *clear]
    return ["report_pod"] if mine and playing and not row.final else []


def one_pod(installation: Installation, tournament_id: int, pod_id: int, viewer: Viewer) -> PodView:
    """One table; Refused (404), also for a table of a draft where the viewer may not see that."""
    with installation.database.read_session() as session:
        row = pod(session, tournament_id, pod_id)
        round_row = session.get(Round, row.round_id) if row is not None else None
        if row is None or round_row is None:
            raise not_found("table")
        if round_row.state == RoundState.DRAFT and not viewer.drafts:
            raise not_found("table")
        return _view_of(session, row, round_row, viewer)


def _view_of(session: Session, row: Pod, round_row: Round, viewer: Viewer) -> PodView:
    seats = seats_of(session, row.tournament_id, [row.id]).get(row.id, [])
    people = {
        seat.player_id: person
        for seat in seats
        if (person := player(session, row.tournament_id, seat.player_id)) is not None
    }
    entry = entries_of(session, row.tournament_id, [row.id]).get(row.id)
    return pod_view(row, round_row, seats, entry, people, viewer)


def pod_of_player_in(
    session: Session, round_row: Round | None, player_id: int, viewer: Viewer
) -> PodView | None:
    """Where a player sits in a round that is shown; None where they sit nowhere."""
    if round_row is None:
        return None
    row = pod_of_player(session, round_row.tournament_id, round_row.id, player_id)
    return _view_of(session, row, round_row, viewer) if row is not None else None


def pods_of_player_in(session: Session, tournament_id: int, player_id: int, viewer: Viewer) -> list[PodView]:
    """A player's tables in published rounds, the first round first."""
    shown = {row.id: row for row in rounds(session, tournament_id) if row.state != RoundState.DRAFT}
    seats = seats_of(session, tournament_id)
    people = {person.id: person for person in players(session, tournament_id)}
    mine = [
        row
        for row in pods(session, tournament_id)
        if row.round_id in shown and any(s.player_id == player_id for s in seats.get(row.id, ()))
    ]
    views = [pod_view(row, shown[row.round_id], seats[row.id], None, people, viewer) for row in mine]
    return sorted(views, key=lambda view: view.round)
