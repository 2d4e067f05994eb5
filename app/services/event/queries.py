"""Questions about an event: what each caller may see of it, read in one short session.

Drafts are for who draws rounds; bids and unconfirmed reports for whom they concern; decks for the player and
the staff. A thing that may not be seen is answered like a thing that does not exist.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlmodel import Session

from app.services.event.journal_entries import journal_entry
from app.services.event.player_views import players_in_cut, view_of_player
from app.services.kernel.actors import Actor
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.journal_view import JournalView
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.kernel.views import (
    ClockView,
    NextView,
    PlayerView,
    RoundView,
    TableView,
    TournamentView,
)
from app.services.play.draft_quality import told_quality
from app.services.play.draw import unpaired
from app.services.play.pod_draw import told_pod_quality
from app.services.play.pod_results import goal_of
from app.services.play.pod_view import not_seated, pods_in
from app.services.play.table_view import seat_view, table_view
from app.services.play.two_games_view import NO_GAMES, BothGames, both_games_of, by_table
from app.storage import journal
from app.storage.auctions import assigned, settled_of
from app.storage.event_state import Counted, event_state
from app.storage.players import decks, player, players, waiting_numbers
from app.storage.rounds import (
    bids_by_pairing,
    clock_of,
    entries_by_pairing,
    games_of,
    last_round,
    pairing_of_player,
    pairings,
    reports_by_pairing,
    round_by_number,
    round_reports_of,
    rounds,
)
from app.storage.standings import side_balance
from app.storage.table_queries import entry_of, moves_of, reports_of, table_rows
from app.storage.tables import AuctionEntry, Journal, Pairing, Player, Round, Tournament
from app.storage.worth import structure_of
from app.tournament.clock import read
from app.tournament.lifecycle import Phase, RoundState, Stage, next_step

_QUALITY = frozenset({"cost", "lower_bound", "proven_optimal", "rematches", "second_byes"})


def tournament_view(installation: Installation, tournament_id: int, viewer: Viewer) -> TournamentView:
    """The event; `round` counts drafts for the staff only."""
    with installation.database.read_session() as session:
        return view_of_tournament(session, the_tournament(session, tournament_id), viewer)


def view_of_tournament(
    session: Session, row: Tournament, viewer: Viewer, counted: Counted | None = None
) -> TournamentView:
    """The view of a tournament row in an open session; `counted` are its rounds and players, where known."""
    state = event_state(session, row, counted)
    step = next_step(state)
    hidden = state.round_state is RoundState.DRAFT and not viewer.drafts
    number = state.round_number - (1 if hidden else 0)
    return TournamentView(
        code=row.code,
        name=row.name,
        date=row.date,
        format=row.format,
        structure=row.structure,
        pool_date=row.pool_date,
        mwl=row.mwl,
        info=row.info,
        round_minutes=row.round_minutes,
        planned_rounds=state.planned_rounds,
        deck_policy=row.deck_policy,
        cut_kind=row.cut_kind,
        cut_size=row.cut_size,
        cut_sides=row.cut_sides,
        phase=row.phase,
        registration_open=row.registration_open and row.phase in (Phase.REGISTRATION, Phase.SWISS),
        round=number or None,
        players=state.active_players,
        dropped=state.dropped_players,
        waiting=state.waiting_players,
        timed_win_points=row.timed_win_points,
        time_zone=row.settings.get("time_zone"),
        day=row.day,
        goal_points=goal_of(row.settings) if structure_of(row).has_pods else None,
        language=row.settings.get("language") or None,
        next=NextView(step.command, step.label, list(step.blocked_by)) if step and not hidden else None,
        version=row.version,
    )


def players_view(installation: Installation, tournament_id: int, viewer: Viewer) -> list[PlayerView]:
    """All players in the order they joined."""
    with installation.database.read_session() as session:
        row = the_tournament(session, tournament_id)
        lists, in_cut = decks(session, tournament_id), players_in_cut(session, tournament_id)
        balance, queue = side_balance(session, row), waiting_numbers(session, tournament_id)
        return [
            view_of_player(
                person,
                [deck for deck in lists if deck.player_id == person.id],
                row,
                viewer,
                in_cut,
                balance.get(person.id, 0),
                queue.get(person.id),
            )
            for person in players(session, tournament_id)
        ]


def player_view(installation: Installation, tournament_id: int, player_id: int, viewer: Viewer) -> PlayerView:
    """One player; Refused (404) when there is none."""
    with installation.database.read_session() as session:
        return player_in(session, the_tournament(session, tournament_id), player_id, viewer)


def player_in(session: Session, row: Tournament, player_id: int, viewer: Viewer) -> PlayerView:
    """One player in an open session; Refused (404) when there is none."""
    person = player(session, row.id, player_id)
    if person is None:
        raise not_found("player")
    in_cut = players_in_cut(session, row.id)
    balance = side_balance(session, row).get(player_id, 0)
    queue = waiting_numbers(session, row.id) if person.waiting_since is not None else {}
    number = queue.get(player_id)
    return view_of_player(person, decks(session, row.id, player_id), row, viewer, in_cut, balance, number)


def rounds_view(
    installation: Installation, tournament_id: int, viewer: Viewer, now: datetime
) -> list[RoundView]:
    """All rounds the caller may see, the first first."""
    with installation.database.read_session() as session:
        the_tournament(session, tournament_id)
        return [
            round_view_in(session, row, viewer, now)
            for row in rounds(session, tournament_id)
            if viewer.drafts or row.state != RoundState.DRAFT
        ]


def round_view(
    installation: Installation, tournament_id: int, number: int, viewer: Viewer, now: datetime
) -> RoundView:
    """One round; a draft is not there for who may not see it."""
    with installation.database.read_session() as session:
        return round_view_in(session, visible_round(session, tournament_id, number, viewer), viewer, now)


def visible_round(session: Session, tournament_id: int, number: int, viewer: Viewer) -> Round:
    """The round's row if the caller may see it; Refused (404) otherwise."""
    row = round_by_number(session, tournament_id, number)
    if row is None or (row.state == RoundState.DRAFT and not viewer.drafts):
        raise not_found("round")
    return row


def clock_view(
    installation: Installation, tournament_id: int, number: int, viewer: Viewer, now: datetime
) -> ClockView:
    """The clock of a round."""
    with installation.database.read_session() as session:
        return clock_at(visible_round(session, tournament_id, number, viewer), now)


def clock_at(row: Round, now: datetime, extra: int = 0) -> ClockView:
    """The clock of a round's row, for a table with `extra` seconds."""
    reading = read(clock_of(row), now, extra)
    return ClockView(reading.state, reading.remaining, reading.total, reading.ends_at, now)


def round_view_in(session: Session, row: Round, viewer: Viewer, now: datetime) -> RoundView:
    """The view of a round in an open session."""
    tournament_id = row.tournament_id
    everybody = players(session, tournament_id)
    people = {person.id: person for person in everybody}
    rows = pairings(session, tournament_id, row.id)
    ids = [one.id for one in rows]
    moves = bids_by_pairing(session, tournament_id, ids)
    reports = reports_by_pairing(session, tournament_id, ids)
    # Only the desk and the two players may know that one of them entered how the bidding ended.
    entries = {} if viewer == PUBLIC_VIEWER else entries_by_pairing(session, tournament_id, ids)
    both: Mapping[int, BothGames] = {}
    if any(assigned(one) for one in rows):
        both = by_table(games_of(session, tournament_id, ids), round_reports_of(session, tournament_id, ids))
    several = pods_in(session, row, viewer, people)
    waiting: Sequence[Player] = ()
    if row.state == RoundState.DRAFT and row.stage == Stage.SWISS:
        waiting = not_seated(unpaired(everybody, rows, row.number), several)
    return RoundView(
        number=row.number,
        stage=row.stage,
        state=row.state,
        seed=row.seed if viewer.staff else None,
        # Warnings and notes name people and why they were kept apart.
        quality=public_quality(row)
        if not viewer.staff
        else _told_quality(session, row, rows, people, several),
        clock=clock_at(row, now),
        tables=[
            table_view(
                one,
                row,
                people,
                moves.get(one.id, []),
                reports.get(one.id, []),
                entries.get(one.id) if settled_of(one) is None else None,
                viewer,
                both.get(one.id, NO_GAMES),
            )
            for one in rows
        ],
        unpaired=[seat_view(person) for person in waiting],
        pods=several,
    )


def _told_quality(
    session: Session,
    row: Round,
    rows: Sequence[Pairing],
    people: Mapping[int, Player],
    several: Sequence[object],
) -> dict[str, Any]:
    """The quality of a round for its staff."""
    tournament = session.get_one(Tournament, row.tournament_id)
    return (
        told_pod_quality(session, tournament, row)
        if several
        else told_quality(session, tournament, row, rows, people)
    )


def public_quality(row: Round) -> dict[str, Any]:
    """What everybody may know of how well a round is drawn."""
    return {name: value for name, value in row.quality.items() if name in _QUALITY}


def one_table(installation: Installation, tournament_id: int, table_id: int, viewer: Viewer) -> TableView:
    """One table; a table of a draft is not there for who may not see it."""
    with installation.database.read_session() as session:
        found = table_rows(session, tournament_id, table_id)
        if found is None or (found.round.state is RoundState.DRAFT and not viewer.drafts):
            raise not_found("table")
        return view_of_table(session, found.table, found.round, viewer, found.entry)


def view_of_table(
    session: Session, row: Pairing, round_row: Round, viewer: Viewer, entry: AuctionEntry | None
) -> TableView:
    """The view of a table's row, reading only what belongs to it."""
    people: Mapping[int, Player] = {
        pid: person
        for pid in (row.first_id, row.second_id)
        if pid is not None and (person := player(session, row.tournament_id, pid)) is not None
    }
    return table_view(
        row,
        round_row,
        people,
        moves_of(session, row.tournament_id, row.id),
        # Nothing is reported before the side is settled, and nothing waits to be settled after.
        reports_of(session, row.tournament_id, row.id) if settled_of(row) is not None else (),
        entry if settled_of(row) is None else None,
        viewer,
        both_games_of(session, row),
    )


def table_of_player(
    installation: Installation, tournament_id: int, player_id: int, viewer: Viewer
) -> TableView | None:
    """Where a player sits in the last published round; None before the first or when not paired."""
    with installation.database.read_session() as session:
        shown = [row for row in rounds(session, tournament_id) if row.state != RoundState.DRAFT]
        row = shown[-1] if shown else None
        seat = pairing_of_player(session, tournament_id, row.id, player_id) if row and row.id else None
        if seat is None or row is None:
            return None
        entry = entry_of(session, tournament_id, seat.id or 0) if settled_of(seat) is None else None
        return view_of_table(session, seat, row, viewer, entry)


def journal_view(
    installation: Installation,
    tournament_id: int,
    viewer: Viewer,
    before: int | None = None,
    limit: int = 200,
) -> list[JournalView]:
    """The newest entries first; what was done to a draft is not told to who may not see the draft."""
    with installation.database.read_session() as session:
        entries = journal.entries(session, tournament_id, before=before, limit=limit)
        return told_entries(session, tournament_id, viewer, entries)


def told_entries(
    session: Session, tournament_id: int, viewer: Viewer, entries: Iterable[Journal]
) -> list[JournalView]:
    """Entries of the journal as the viewer is told them, in an open session."""
    last = last_round(session, tournament_id)
    draft = last if last and last.state == RoundState.DRAFT and not viewer.drafts else None
    paired = journal.first_about_round(session, tournament_id, draft.number) if draft else None
    return [journal_entry(entry, draft, paired) for entry in entries]


def number_of_request(installation: Installation, tournament_id: int, actor: Actor) -> int | None:
    """The entry that the actor's present request made, if it was sent before; None otherwise."""
    if actor.key is None:
        return None
    with installation.database.read_session() as session:
        return journal.number_with_key(session, tournament_id, actor.id, actor.key)


def version(installation: Installation, tournament_id: int) -> int:
    """The version of a tournament: it rises with every command."""
    with installation.database.read_session() as session:
        return the_tournament(session, tournament_id).version


def the_tournament(session: Session, tournament_id: int) -> Tournament:
    """The tournament's row; Refused (404) when it is gone."""
    row = session.get(Tournament, tournament_id)
    if row is None:
        raise not_found("tournament")
    return row
