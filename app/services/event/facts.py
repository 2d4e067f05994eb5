"""The facts of one event at one moment, read once per change and kept; nothing here asks who may see them.

What the journal says changed is read again (services/kernel/memory.py); everything else is in memory.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlmodel import Session

from app.services.event import queries
from app.services.event.standings import standings_in
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.memory import Marks, Subject
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.kernel.views import (
    StandingsView,
    StandingView,
)
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
    queue: Mapping[int, int]  # the number on the waiting list of who is on it

    @classmethod
    def of(cls, tournament: Tournament, rounds: Sequence[Round], people: Sequence[Player]) -> "Field":
        """The field of these players."""
        waiting = [(each.waiting_since, each.id) for each in people if each.waiting_since is not None]
        queue = {player_id: number for number, (_, player_id) in enumerate(sorted(waiting), 1)}
        return cls(tournament, rounds, {person.id: person for person in people}, queue)

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
class _Seating:
    """The tables of a round in their order, and those of each player."""

    tables: Sequence[int]
    by_player: Mapping[int, Sequence[int]]


@dataclass(frozen=True)
class _Standings:
    view: StandingsView
    by_player: Mapping[int, StandingView]


class Facts:
    """The facts of one event; kept values are shared, and nobody may change them."""

    def __init__(
        self,
        installation: Installation,
        session: Session,
        tournament_id: int,
        viewer: Viewer,
        now: datetime,
        marks: Marks | None = None,
    ) -> None:
        self.installation = installation
        self.session = session
        self.tournament_id = tournament_id
        self.viewer = viewer
        self.now = now
        self._memory = installation.memory
        self._marks = marks or self._memory.marks(session, tournament_id)

    @property
    def version(self) -> int:
        """The version of the event at this moment."""
        return self._marks.present.version

    def field(self) -> Field:
        """Settings, rounds and players."""

        def read() -> Field:
            asked = self.session, self.tournament_id
            return Field.of(self._tournament(), rounds(*asked), players(*asked))

        return self._memory.kept(
            ("field", self.tournament_id), self._marks.of(Subject.FIELD), read, lambda it: len(it.people)
        )

    def _tournament(self) -> Tournament:
        return queries.the_tournament(self.session, self.tournament_id)

    def _seats(self, shown: Round) -> _Seating:
        """Who sits where in a published round; all its tables are in memory afterwards."""
        number = shown.id

        def read() -> _Seating:
            tables: list[int] = []
            seats: dict[int, list[int]] = defaultdict(list)
            for facts in self._tables_of_round(number):
                self._keep_table(facts)
                tables.append(facts.row.id)
                for player_id in (facts.row.first_id, facts.row.second_id):
                    if player_id is not None:
                        seats[player_id].append(facts.row.id)
            return _Seating(tables, seats)

        return self._memory.kept(
            ("seats", self.tournament_id, number),
            self._marks.of(Subject.SEATS),
            read,
            lambda it: len(it.tables) // 5,
        )

    def _tables_of_round(self, round_id: int) -> Iterator[TableFacts]:
        rows = pairings(self.session, self.tournament_id, round_id)
        ids = [row.id for row in rows]
        both = both_by_table(self.session, self.tournament_id, rows)
        moves = bids_by_pairing(self.session, self.tournament_id, ids)
        reports = reports_by_pairing(self.session, self.tournament_id, ids)
        entries = entries_by_pairing(self.session, self.tournament_id, ids)
        for row in rows:
            number = row.id
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

    def _standings(self, viewer: Viewer = PUBLIC_VIEWER) -> _Standings:
        """The standings everybody may see, or those of the staff, for whom no round is hidden."""

        def read() -> _Standings:
            view = standings_in(self.session, self._tournament(), viewer)
            return _Standings(view, {row.player_id: row for row in view.rows})

        self._closed_tables()  # so that it is known which tables they count
        return self._memory.kept(
            ("standings", self.tournament_id, viewer.staff),
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
            ids = frozenset(row.id for row in rows)
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
