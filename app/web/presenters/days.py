"""A day as its pages show it: its events with where they stand, and at the desk what can be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from app.sentences import t
from app.services.event.days import DayView
from app.services.kernel.views import TournamentView
from app.tournament.structures import structure
from app.web.presenters.desk_frame import DeskPage
from app.web.presenters.event import next_words, stage_words
from app.web.views import ByField, View


@dataclass(frozen=True)
class DayEvent:
    """An event of a day."""

    code: str
    name: str
    kind: str
    stage: str
    next_words: str
    registration_open: bool
    players: int


@dataclass(frozen=True, kw_only=True)
class DayPage(View):
    """A day for everybody; `qr` leads to this page."""

    template: ClassVar[str] = "public/day.html"

    code: str
    name: str
    place: str
    day_words: str
    events: Sequence[DayEvent]
    qr: Markup
    address: str


@dataclass(frozen=True)
class DayDeskPage(DeskPage):
    """The day of an event at the desk; `day` is None without one. `mine` are the days the reader made."""

    template: ClassVar[str] = "organizer/day.html"

    day: str | None
    day_code: str | None
    mine: Sequence[tuple[str, str]]
    others: Sequence[tuple[str, str]]
    players: Sequence[tuple[int, str]]
    twice: Sequence[str]
    typed: ByField


def events_shown(day: DayView) -> list[DayEvent]:
    """The events in the order they were made."""
    return [_event(event) for event in day.events]


def _event(event: TournamentView) -> DayEvent:
    return DayEvent(
        event.code,
        event.name,
        t(structure(event.structure).name),
        stage_words(event),
        next_words(event),
        event.registration_open,
        event.players,
    )
