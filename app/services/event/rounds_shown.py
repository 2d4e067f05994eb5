"""Rounds as the asker may see them, put together from what is in memory.

A table is shown to everybody alike, to the staff alike, and to its own players as theirs. The first two are
kept for each table, so a round of many tables is read once for all who ask; the third is made when asked for.
"""

from collections.abc import Sequence
from typing import Any

from app.services.event import queries
from app.services.event.facts import Facts, Field, TableFacts
from app.services.kernel.errors import not_found
from app.services.kernel.memory import Subject
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.services.kernel.views import RoundView, TableView
from app.services.play.draft_quality import told_quality
from app.services.play.pod_draw import told_pod_quality
from app.services.play.pod_view import pods_in
from app.services.play.table_view import table_view
from app.storage.auctions import settled_of
from app.storage.rounds import pairings
from app.storage.tables import Round
from app.storage.worth import structure_of
from app.tournament.lifecycle import RoundState


class RoundsShown(Facts):
    """The rounds of one event for one asker."""

    def round(self, number: int) -> RoundView:
        """A round as the asker may see it; Refused (404). A draft is read from the database."""
        field = self.field()
        row = next((each for each in field.rounds if each.number == number), None)
        if row is None or (row.state == RoundState.DRAFT and not self.viewer.drafts):
            raise not_found("round")
        if row.state == RoundState.DRAFT:
            return queries.round_view_in(self.session, row, self.viewer, self.now)
        return RoundView(
            number=row.number,
            stage=row.stage,
            state=row.state,
            seed=row.seed if self.viewer.staff else None,
            quality=self._quality(row),
            clock=queries.clock_at(row, self.now),
            tables=self._tables_shown(row, field),
            unpaired=[],
            pods=pods_in(self.session, row, self.viewer, field.people) if self._has_pods() else [],
        )

    def rounds(self) -> list[RoundView]:
        """All rounds the asker may see, the first first."""
        shown = [each for each in self.field().rounds if self.viewer.drafts or each.state != RoundState.DRAFT]
        return [self.round(each.number) for each in shown]

    def _tables_shown(self, row: Round, field: Field) -> list[TableView]:
        if row is field.last_shown:
            tables = self._seats(row).tables
            return [self._table_shown(table, row, field) for table in tables]
        me = self.viewer.player_id
        return [
            view_of(facts, row, field, self.viewer)
            if me is not None and me in (facts.row.first_id, facts.row.second_id)
            else shown
            for facts, shown in self._tables_before(row, field)
        ]

    def _table_shown(self, table_id: int, row: Round, field: Field) -> TableView:
        """A table of the last round; only who plays there has a view of it that nobody else has."""
        if self.viewer.player_id is not None and not self.viewer.staff:
            facts = self._table(table_id)
            if self.viewer.concerns(facts.row.first_id, facts.row.second_id):
                return view_of(facts, row, field, self.viewer)
        return self._memory.kept(
            ("table shown", self.tournament_id, table_id, self.viewer.staff),
            max(self._marks.of_table(table_id), self._marks.of(Subject.FIELD)),
            lambda: view_of(self._table(table_id), row, field, self._alike()),
            lambda _view: 1,
        )

    def _tables_before(self, row: Round, field: Field) -> Sequence[tuple[TableFacts, TableView]]:
        """The tables of an earlier round, which hardly ever change: read and kept in one."""
        number, about = row.id, (self._marks.of(Subject.SEATS), self._marks.of(Subject.FIELD))
        ids = self._memory.kept(
            ("tables of a round", self.tournament_id, number),
            about[0],
            lambda: [each.id for each in pairings(self.session, self.tournament_id, number)],
            lambda ids: len(ids) // 20,
        )

        def read() -> Sequence[tuple[TableFacts, TableView]]:
            all_facts = self._tables_of_round(number)
            return [(facts, view_of(facts, row, field, self._alike())) for facts in all_facts]

        return self._memory.kept(
            ("round shown", self.tournament_id, number, self.viewer.staff),
            max(*about, *map(self._marks.of_table, ids)),
            read,
            lambda tables: 5 * len(tables),
        )

    def _alike(self) -> Viewer:
        """The viewer for whom everybody's view of a table is made: the staff's or a visitor's."""
        return ORGANIZER_VIEWER if self.viewer.staff else PUBLIC_VIEWER

    def _has_pods(self) -> bool:
        return structure_of(self.field().tournament).has_pods

    def _quality(self, row: Round) -> dict[str, Any]:
        if not self.viewer.staff:
            return queries.public_quality(row)
        if self._has_pods():
            return told_pod_quality(self.session, self._tournament(), row)

        def read() -> dict[str, Any]:
            tables = pairings(self.session, self.tournament_id, row.id)
            return told_quality(self.session, self._tournament(), row, tables, self.field().people)

        return self._memory.kept(
            ("quality", self.tournament_id, row.id),
            max(self._marks.of(Subject.SEATS), self._marks.of(Subject.FIELD)),
            read,
            lambda _quality: 1,
        )


def view_of(facts: TableFacts, row: Round, field: Field, viewer: Viewer) -> TableView:
    """A table of a published round as a viewer may see it."""
    settled = settled_of(facts.row) is not None
    return table_view(
        facts.row,
        row,
        field.people,
        facts.moves,
        # Nothing is reported before the side is settled, and nothing waits to be settled after.
        facts.reports if settled else (),
        None if settled else facts.entry,
        viewer,
        facts.both,
    )
