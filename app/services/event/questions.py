"""What one request asks of an event: every answer of one moment, and most of them from memory.

What is the same for many is read once per change and kept (services/kernel/memory.py): the event, its rounds
and players, who sits where, each table, the standings. A view for the asker is made from these facts, so
nothing is kept that depends on who may see it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from sqlmodel import Session

from app.deckcheck.pools import Pool
from app.services.decks.card_pool import pool_of
from app.services.event import announcements, brackets, queries
from app.services.event.announcements import AnnouncementView
from app.services.event.standings import standings_in
from app.services.judging import calls, penalties
from app.services.judging.calls import StandingCall
from app.services.judging.penalties import PenaltyView
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.memory import Subject
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.kernel.views import (
    ClockView,
    PlayerView,
    StandingsView,
    StandingView,
    TableView,
    TournamentView,
)
from app.services.play.table_view import table_view
from app.services.play.two_games_view import NO_GAMES, BothGames, both_by_table, both_games_of
from app.storage.auctions import assigned, sides_of
from app.storage.players import players
from app.storage.rounds import (
    bids_by_pairing,
    entries_by_pairing,
    pairing,
    pairings,
    reports_by_pairing,
    rounds,
)
from app.storage.table_queries import entry_of, moves_of, reports_of
from app.storage.tables import AuctionEntry, Bid, GameReport, Pairing, Player, Round, Tournament
from app.tournament.lifecycle import RoundState


@dataclass(frozen=True)
class Field:
    """Settings, rounds and players; nobody may change these rows."""

    tournament: Tournament
    rounds: Sequence[Round]
    people: Mapping[int, Player]

    @property
    def last_shown(self) -> Round | None:
        """The last round that is no draft."""
        return next((row for row in reversed(self.rounds) if row.state != RoundState.DRAFT), None)


@dataclass(frozen=True)
class TableFacts:
    """A table with all that was bid, entered and reported at it."""

    row: Pairing
    moves: Sequence[Bid]
    reports: Sequence[GameReport]
    entry: AuctionEntry | None
    both: BothGames = NO_GAMES


@dataclass(frozen=True)
class _Standings:
    view: StandingsView
    by_player: Mapping[int, StandingView]


class Questions:
    """The questions of one request about one event; made by `asking`."""

    def __init__(
        self, installation: Installation, session: Session, tournament_id: int, viewer: Viewer, now: datetime
    ) -> None:
        self.installation = installation
        self.session = session
        self.tournament_id = tournament_id
        self.viewer = viewer
        self.now = now
        self._memory = installation.memory
        self._marks = self._memory.marks(session, tournament_id)

    @property
    def version(self) -> int:
        """The version of the event at this moment."""
        return self._marks.present.version

    def event(self, viewer: Viewer = PUBLIC_VIEWER) -> TournamentView:
        """The event, as everybody sees it or as `viewer` does."""
        view = self._memory.kept(
            ("event", self.tournament_id, viewer.staff, viewer.drafts),
            self._marks.of(Subject.EVENT),
            lambda: queries.view_of_tournament(self.session, self._tournament(), viewer),
            lambda _view: 1,
        )
        return replace(view, version=self.version)

    def field(self) -> Field:
        """Settings, rounds and players."""

        def read() -> Field:
            people = players(self.session, self.tournament_id)
            return Field(
                self._tournament(),
                rounds(self.session, self.tournament_id),
                {person.id: person for person in people if person.id is not None},
            )

        return self._memory.kept(
            ("field", self.tournament_id), self._marks.of(Subject.FIELD), read, lambda it: len(it.people)
        )

    def clock(self, number: int) -> ClockView:
        """The clock of a published round; Refused (404)."""
        row = next((each for each in self.field().rounds if each.number == number), None)
        if row is None or row.state == RoundState.DRAFT:
            raise not_found("round")
        return queries.clock_at(row, self.now)

    def announcements(self) -> tuple[AnnouncementView, ...]:
        """What the caller is told now, the newest first: what everybody is, and notices to this player."""
        kept = self._memory.kept(
            ("announced", self.tournament_id),
            self._marks.of(Subject.SAID),
            lambda: announcements.standing_in(self.session, self.tournament_id, self.now),
            len,
        )
        return tuple(one for one in kept if one.stands_for(self.viewer.player_id, self.now))

    def own_call(self, player_id: int) -> StandingCall | None:
        """The player's call for a judge that stands."""
        found = self._memory.kept(
            ("calls", self.tournament_id),
            self._marks.of(Subject.JUDGED),
            lambda: calls.standing_in(self.session, self.tournament_id),
            len,
        )
        return found.get(player_id)

    def own_penalties(self, player_id: int) -> Sequence[PenaltyView]:
        """The player's penalties, the oldest first."""

        def read() -> Mapping[int, Sequence[PenaltyView]]:
            found: dict[int, list[PenaltyView]] = defaultdict(list)
            for view in penalties.penalties_in(self.session, self.tournament_id):
                found[view.player_id].append(view)
            return dict(found)

        found = self._memory.kept(
            ("penalties", self.tournament_id), self._marks.of(Subject.JUDGED), read, len
        )
        return found.get(player_id, ())

    def table_of_player(self, player_id: int) -> TableView | None:
        """Where a player sits in the last published round; None before the first or when not paired."""
        field = self.field()
        shown = field.last_shown
        mine = [self._table(table) for table in self._seats(shown).get(player_id, ())] if shown else []
        if shown is None or not mine:
            return None
        # A cut round may have several games of a player: the one not yet finished first.
        facts = min(mine, key=lambda each: (each.row.final, -(each.row.id or 0)))
        settled = sides_of(facts.row) is not None
        return table_view(
            facts.row,
            shown,
            field.people,
            facts.moves,
            # Nothing is reported before the side is settled, and nothing waits to be settled after.
            facts.reports if settled else (),
            None if settled else facts.entry,
            self.viewer,
            facts.both,
        )

    def standings(self) -> StandingsView:
        """The standings everybody may see now."""
        return self._standings().view

    def standing_of(self, player_id: int) -> StandingView | None:
        """A player's row in them."""
        return self._standings().by_player.get(player_id)

    def games_of(self, player_id: int) -> list[TableView]:
        """The player's tables in published rounds as everybody may see them, the first round first."""
        field, shown = self.field(), self.field().last_shown
        numbers = {row.id: row for row in field.rounds}
        rows = list(self._closed_tables().get(player_id, ()))
        if shown is not None and shown.state != RoundState.CLOSED:
            rows += [self._table(table).row for table in self._seats(shown).get(player_id, ())]
        return [
            table_view(
                row,
                numbers[row.round_id],
                field.people,
                (),
                (),
                None,
                PUBLIC_VIEWER,
                both_by_table(self.session, self.tournament_id, rows).get(row.id or 0, NO_GAMES),
            )
            for row in sorted(rows, key=lambda row: (numbers[row.round_id].number, row.id or 0))
        ]

    def bracket(self) -> brackets.BracketView:
        """The cut as everybody may see it; Refused (404) before it began."""
        return self._memory.kept(
            ("bracket", self.tournament_id),
            self._marks.of(Subject.SHOWN),
            lambda: brackets.bracket_in(self.session, self._tournament()),
            lambda view: len(view.games),
        )

    def final_order(self) -> Sequence[int]:
        """All players in final order once an event with a cut is finished; else empty."""
        return self._memory.kept(
            ("order", self.tournament_id),
            self._marks.of(Subject.EVENT),
            lambda: brackets.final_order_in(self.session, self._tournament()),
            lambda order: len(order) // 10,
        )

    def player(self, player_id: int) -> PlayerView:
        """One player with the decks the asker may see; Refused (404)."""
        return queries.player_in(self.session, self._tournament(), player_id, self.viewer)

    def has_dropped(self, player_id: int) -> bool:
        """Whether a player left the rounds to come; Refused (404)."""
        person = self.field().people.get(player_id)
        if person is None:
            raise not_found("player")
        return person.dropped

    def pool(self) -> Pool:
        """The event's pool of cards."""
        return pool_of(self.installation.catalog, self.field().tournament)

    def _tournament(self) -> Tournament:
        return queries.the_tournament(self.session, self.tournament_id)

    def _seats(self, shown: Round) -> Mapping[int, Sequence[int]]:
        """The tables of each player in a published round, by player; all of them are in memory afterwards."""
        assert shown.id is not None
        number = shown.id

        def read() -> Mapping[int, Sequence[int]]:
            seats: dict[int, list[int]] = defaultdict(list)
            for facts in self._tables_of_round(number):
                assert facts.row.id is not None
                self._keep_table(facts)
                for player_id in (facts.row.first_id, facts.row.second_id):
                    if player_id is not None:
                        seats[player_id].append(facts.row.id)
            return seats

        return self._memory.kept(
            ("seats", self.tournament_id, number),
            self._marks.of(Subject.SEATS),
            read,
            lambda it: len(it) // 5,
        )

    def _tables_of_round(self, round_id: int) -> Iterator[TableFacts]:
        rows = pairings(self.session, self.tournament_id, round_id)
        ids = [row.id for row in rows if row.id is not None]
        moves = bids_by_pairing(self.session, self.tournament_id, ids)
        reports = reports_by_pairing(self.session, self.tournament_id, ids)
        entries = entries_by_pairing(self.session, self.tournament_id, ids)
        both = both_by_table(self.session, self.tournament_id, rows)
        for row in rows:
            number = row.id or 0
            mine = both.get(number, NO_GAMES)
            yield TableFacts(row, moves.get(number, ()), reports.get(number, ()), entries.get(number), mine)

    def _keep_table(self, facts: TableFacts) -> None:
        self._memory.kept(
            ("table", self.tournament_id, facts.row.id), self._marks.present, lambda: facts, _rows_of
        )

    def _table(self, table_id: int) -> TableFacts:
        def read() -> TableFacts:
            row = pairing(self.session, self.tournament_id, table_id)
            if row is None:
                raise not_found("table")
            asked = (self.session, self.tournament_id, table_id)
            if assigned(row):
                return TableFacts(row, (), reports_of(*asked), None, both_games_of(self.session, row))
            if sides_of(row) is None:
                return TableFacts(row, moves_of(*asked), (), entry_of(*asked))
            return TableFacts(row, moves_of(*asked), reports_of(*asked), None)

        return self._memory.kept(
            ("table", self.tournament_id, table_id), self._marks.of_table(table_id), read, _rows_of
        )

    def _standings(self) -> _Standings:
        def read() -> _Standings:
            view = standings_in(self.session, self._tournament(), PUBLIC_VIEWER)
            return _Standings(view, {row.player_id: row for row in view.rows})

        self._closed_tables()  # so that it is known which tables they count
        return self._memory.kept(
            ("standings", self.tournament_id),
            self._marks.of(Subject.STANDINGS),
            read,
            lambda it: len(it.view.rows),
        )

    def _closed_tables(self) -> Mapping[int, Sequence[Pairing]]:
        """The tables of closed rounds, by player."""

        def read() -> Mapping[int, Sequence[Pairing]]:
            all_rounds = rounds(self.session, self.tournament_id)
            closed = {row.id for row in all_rounds if row.state == RoundState.CLOSED}
            rows = [row for row in pairings(self.session, self.tournament_id) if row.round_id in closed]
            ids = frozenset(row.id for row in rows if row.id is not None)
            self._memory.count(self.tournament_id, self._marks.present, ids)
            tables: dict[int, list[Pairing]] = defaultdict(list)
            for row in rows:
                for player_id in (row.first_id, row.second_id):
                    if player_id is not None:
                        tables[player_id].append(row)
            return tables

        return self._memory.kept(
            ("closed", self.tournament_id),
            self._marks.of(Subject.STANDINGS),
            read,
            lambda tables: sum(map(len, tables.values())) // 2,
        )


def _rows_of(facts: TableFacts) -> int:
    return len(facts.moves) + len(facts.reports) + len(facts.both.games) + len(facts.both.reports)


@contextmanager
def asking(
    installation: Installation, tournament_id: int, viewer: Viewer, now: datetime
) -> Iterator[Questions]:
    """The questions of one caller at one moment; Refused (404) when the event is gone."""
    with installation.database.read_session() as session:
        yield Questions(installation, session, tournament_id, viewer, now)
