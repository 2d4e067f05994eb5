"""The start page: what Cache Refresh is, and which events run, come and are over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day
from itertools import groupby
from typing import ClassVar

from app.sentences import t
from app.services.event.listing import ListedEvent
from app.web.views import View
from app.words.written import short_day


@dataclass(frozen=True)
class EventLine:
    """An event in the list; `state` says what one can do there."""

    href: str
    name: str
    day: str
    place: str
    state: str
    running: bool


@dataclass(frozen=True)
class EventGroup:
    """Events under one heading."""

    title: str
    events: Sequence[EventLine]


@dataclass(frozen=True, kw_only=True)
class HomePage(View):
    """The start page. `code` is as it was typed, `error` why it led nowhere; `query` is sought in names.

    `many`: there are so many events that searching helps.
    """

    template: ClassVar[str] = "public/home.html"

    organizer: bool
    code: str
    error: str | None
    groups: Sequence[EventGroup]
    query: str
    many: bool


def event_groups(events: Sequence[ListedEvent], today: Day, query: str = "") -> list[EventGroup]:
    """Running, coming (the next one first), and over by year (the newest first)."""
    wanted = query.casefold().strip()
    found = [event for event in events if wanted in event.name.casefold()]
    running = [event for event in found if event.running]
    past = [event for event in found if not event.running and (event.over or event.date < today)]
    coming = [event for event in found if not event.running and event not in past]
    years = [(str(year), list(group)) for year, group in groupby(past, key=lambda event: event.date.year)]
    shown = [
        (t("Running"), running),
        # words: events that come
        (t("Coming"), coming[::-1]),
        *((t("Over, {year}", year=year), group) for year, group in years),
    ]
    return [EventGroup(title, [_line(event, today) for event in group]) for title, group in shown if group]


def _line(event: ListedEvent, today: Day) -> EventLine:
    return EventLine(
        href=f"/t/{event.code}",
        name=event.name,
        day=short_day(event.date),
        place=event.place,
        state=_state(event, today),
        running=event.running,
    )


def _state(event: ListedEvent, today: Day) -> str:
    if event.running:
        return t("being played")
    if event.over:
        return t("final standings")
    if event.date < today:
        return t("not played")
    return t("registration open") if event.registration_open else t("registration closed")
