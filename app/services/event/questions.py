"""What one request asks of an event: every answer of one moment, and most of them from memory.

What is the same for many is read once per change and kept (services/kernel/memory.py): the event, its rounds
and players, who sits where, each table, the standings. A view for the asker is made from these facts, so
nothing is kept that depends on who may see it.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from sqlmodel import Session

from app.deckcheck.pools import Pool
from app.services.decks.card_pool import has_pool, pool_of
from app.services.event import announcements, brackets, queries
from app.services.event.announcements import AnnouncementView
from app.services.event.facts import TableFacts
from app.services.event.listing import Notice, notice_of
from app.services.event.rounds_shown import RoundsShown, view_of
from app.services.judging import calls, penalties
from app.services.judging.calls import CallView, StandingCall
from app.services.judging.penalties import PenaltyView
from app.services.kernel.actors import Actor
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.services.kernel.memory import Marks, Subject
from app.services.kernel.pod_views import PodView
from app.services.kernel.viewer import PUBLIC_VIEWER, Viewer
from app.services.kernel.views import (
    ClockView,
    PlayerView,
    StandingsView,
    StandingView,
    TableView,
    TournamentView,
)
from app.services.people.sessions import players_of
from app.services.play.pod_view import pod_of_player_in, pods_of_player_in
from app.services.play.table_view import table_view
from app.services.play.two_games_view import NO_GAMES, both_by_table
from app.storage.event_state import Counted
from app.storage.tables import Round
from app.tournament.lifecycle import RoundState


class Questions(RoundsShown):
    """The questions of one request about one event; made by `asking`."""

    def event(self, viewer: Viewer = PUBLIC_VIEWER) -> TournamentView:
        """The event, as everybody sees it or as `viewer` does."""
        view = self._memory.kept(
            ("event", self.tournament_id, viewer.staff, viewer.drafts),
            self._marks.of(Subject.EVENT),
            lambda: self._view_of_event(viewer),
            lambda _view: 1,
        )
        return replace(view, version=self.version)

    def _view_of_event(self, viewer: Viewer) -> TournamentView:
        field = self.field()
        counted = Counted.of(field.rounds, field.people.values())
        return queries.view_of_tournament(self.session, field.tournament, viewer, counted)

    def notice(self) -> Notice:
        """Where, when and for what fee the event is, and when its rounds are to begin."""
        return notice_of(self.field().tournament)

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

    def standing_calls(self) -> tuple[CallView, ...]:
        """Who waits for a judge, the longest first; for the staff."""
        return self._memory.kept(
            ("calls of the staff", self.tournament_id),
            max(self._marks.of(about) for about in (Subject.JUDGED, Subject.FIELD, Subject.SEATS)),
            lambda: calls.standing_calls_in(self.session, self.tournament_id),
            len,
        )

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
        facts = self._facts_of(player_id, shown) if shown is not None else None
        return view_of(facts, shown, field, self.viewer) if facts is not None and shown is not None else None

    def pod_of_player(self, player_id: int) -> PodView | None:
        """The table of several players where this one sits in the last published round."""
        return pod_of_player_in(self.session, self.field().last_shown, player_id, self.viewer)

    def pods_of(self, player_id: int) -> list[PodView]:
        """The player's tables of several in published rounds, the first round first."""
        return pods_of_player_in(self.session, self.tournament_id, player_id, PUBLIC_VIEWER)

    def _facts_of(self, player_id: int, shown: Round) -> TableFacts | None:
        mine = [self._table(table) for table in self._seats(shown).by_player.get(player_id, ())]
        # A cut round may have several games of a player: the one not yet finished first.
        return min(mine, key=lambda each: (each.row.final, -each.row.id), default=None)

    def standings(self) -> StandingsView:
        """The standings everybody may see now."""
        return self._standings().view

    def standings_shown(self) -> StandingsView:
        """The standings the asker may see now: the staff's have no hidden rounds."""
        return self._standings(self.viewer if self.viewer.staff else PUBLIC_VIEWER).view

    def standing_of(self, player_id: int) -> StandingView | None:
        """A player's row in them."""
        return self._standings().by_player.get(player_id)

    def games_of(self, player_id: int) -> list[TableView]:
        """The player's tables in published rounds as everybody may see them, the first round first."""
        field, shown = self.field(), self.field().last_shown
        numbers = {row.id: row for row in field.rounds}
        rows = list(self._closed_tables().get(player_id, ()))
        if shown is not None and shown.state != RoundState.CLOSED:
            rows += [self._table(table).row for table in self._seats(shown).by_player.get(player_id, ())]
        both = both_by_table(self.session, self.tournament_id, rows)
        people, nobody = field.people, PUBLIC_VIEWER
        return [
            table_view(row, numbers[row.round_id], people, (), (), None, nobody, both.get(row.id, NO_GAMES))
            for row in sorted(rows, key=lambda row: (numbers[row.round_id].number, row.id))
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

    def waiting_number(self, player_id: int) -> int | None:
        """The number on the waiting list of who has no place."""
        return self.field().queue.get(player_id)

    def pool(self) -> Pool | None:
        """The event's pool of cards; None in a game without one."""
        tournament = self.field().tournament
        return pool_of(self.installation.catalog, tournament) if has_pool(tournament) else None


@contextmanager
def asking(
    installation: Installation, tournament_id: int, viewer: Viewer, now: datetime
) -> Iterator[Questions]:
    """The questions of one caller at one moment; Refused (404) when the event is gone."""
    with installation.database.read_session() as session:
        yield Questions(installation, session, tournament_id, viewer, now)


class Crowd:
    """What many players ask at one moment: one session, one question for all their keys, one version."""

    def __init__(
        self, installation: Installation, session: Session, now: datetime, secrets: Sequence[str]
    ) -> None:
        self._asked = (installation, session)
        self._now = now
        self._players = players_of(session, now, secrets)
        self._marks: dict[int, Marks] = {}

    def player(self, secret: str) -> Actor | None:
        """Who is signed in with this key; None for nobody, or no player."""
        return self._players.get(secret)

    def questions(self, tournament_id: int, viewer: Viewer) -> Questions:
        """The questions of one of them; Refused (404) when the event is gone."""
        installation, session = self._asked
        marks = self._marks.get(tournament_id)
        if marks is None:
            marks = self._marks[tournament_id] = installation.memory.marks(session, tournament_id)
        return Questions(installation, session, tournament_id, viewer, self._now, marks)


@contextmanager
def crowd_asking(installation: Installation, now: datetime, secrets: Sequence[str]) -> Iterator[Crowd]:
    """The questions of the players with these keys at one moment."""
    with installation.database.read_session() as session:
        yield Crowd(installation, session, now, secrets)
