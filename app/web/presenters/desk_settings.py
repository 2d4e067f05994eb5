"""The settings of an event and the form for a new one, with the choices both offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.web.presenters.decks import PoolShown
from app.web.presenters.desk_frame import DeskPage
from app.web.views import ByField, FieldError, View

Options = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Card:
    """One of several cards to choose from; `hint` says what the choice means, `side` whose mark it bears."""

    value: str
    label: str
    hint: str
    side: str | None = None


@dataclass(frozen=True)
class SettingsPage(DeskPage):
    """All settings and the pool they make, how to begin the cut, to end, to copy and to delete the event.

    `ties`, `assigned` and `several` say what the structure has: games that tie, sides assigned by the round,
    tables of several players.
    """

    template: ClassVar[str] = "organizer/settings.html"

    typed: ByField
    errors: ByField
    summary: Sequence[FieldError]
    formats: Options
    lists: Options
    cuts: Options
    structures: Options
    structure_fixed: bool
    languages_of_event: Options
    ties: bool
    assigned: bool
    several: bool
    policies: Sequence[Card]
    decks_change: Options
    decks_open: Options
    cut_sides: Options
    advice: str
    pool: PoolShown | None
    registration_open: bool
    may_start_cut: bool
    may_finish: bool
    finished: bool
    may_delete: bool


@dataclass(frozen=True)
class OwnEvent:
    """An event the account helps to run."""

    code: str
    name: str
    href: str
    date: str
    phase: str
    role: str


@dataclass(frozen=True)
class EventsPage(View):
    """The events of an account, and the form for a new one."""

    template: ClassVar[str] = "organizer/events.html"

    events: Sequence[OwnEvent]
    typed: ByField
    errors: ByField
    summary: Sequence[FieldError]
    formats: Options
    structures: Options
    cuts: Options
    policies: Sequence[Card]
    once: str
