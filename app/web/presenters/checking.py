"""The pages of who asks about decks without an event: the check, the pool of a day, what a bid costs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar

from app.services.kernel.views import PlayerView
from app.sides import DeckSlot
from app.web.presenters.auction import Start
from app.web.presenters.decks import PoolShown, VerdictShown
from app.web.presenters.pool_cards import PoolCards
from app.web.views import EventFrame, FieldError, View

# The value and the words of each choice of a select.
Options = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class CheckFields:
    """A text for each field of the check: what was typed, or the sentence on what is wrong with it."""

    deck: str | None = None
    format: str | None = None
    date: str | None = None
    identity: str | None = None
    deluxe: str | None = None
    mwl: str | None = None


@dataclass(frozen=True, kw_only=True)
class CheckPage(View):
    """The deck check; `result` is the verdict on what was sent, `ask_identity`: the list did not tell it."""

    template: ClassVar[str] = "public/check.html"

    typed: CheckFields
    errors: CheckFields
    summary: Sequence[FieldError]
    formats: Options
    lists: Options
    deluxes: Options
    identities: Sequence[str]
    result: VerdictShown | None
    ask_identity: bool


@dataclass(frozen=True, kw_only=True)
class PoolPage(View):
    """The pool of a format on a day; `q` are the words its cards are searched for."""

    template: ClassVar[str] = "public/pool.html"

    formats: Options
    format: str
    date: str
    errors: CheckFields
    q: str
    pool: PoolShown | None
    cards: PoolCards | None


@dataclass(frozen=True, kw_only=True)
class BidsPage(View):
    """What each bid costs."""

    template: ClassVar[str] = "public/bids.html"

    starts: Sequence[Start]


@dataclass(frozen=True, kw_only=True)
class EventPoolPage(View):
    """The pool of an event, with what the organizer changed."""

    template: ClassVar[str] = "public/event_pool.html"

    frame: EventFrame
    pool: PoolShown


@dataclass(frozen=True)
class OpenList:
    """A deck that everybody may see: its side, and the verdict with its lines."""

    side: DeckSlot
    verdict: VerdictShown


@dataclass(frozen=True, kw_only=True)
class ListsPage(View):
    """The lists of a player, opened to everybody."""

    template: ClassVar[str] = "public/lists.html"

    frame: EventFrame
    person: PlayerView
    decks: Sequence[OpenList]


def check_fields(values: Mapping[str, str]) -> CheckFields:
    """The fields of the check among the values of a form, or among its errors."""
    names = {each.name for each in fields(CheckFields)}
    return CheckFields(**{name: text for name, text in values.items() if name in names})
