"""Players' calls in words: at the desk, above its pages, and for the player who called."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.sentences import t
from app.services.judging.calls import CallView, StandingCall
from app.tournament.waiting import Waiting
from app.web.presenters.event import Fact
from app.words.written import listed_short

_MINUTES = 60


@dataclass(frozen=True)
class CallShown:
    """A standing call at the desk. `table` is its table's page while time can be given, empty otherwise."""

    id: int
    name: str
    where: str
    table: str
    reason: str
    since: datetime
    iso: str
    waited: str
    claimed_by: str
    mine: bool


@dataclass(frozen=True)
class Alarm:
    """Calls nobody goes to yet: how many, and who at which table in words."""

    open: int
    text: str


@dataclass(frozen=True)
class EndedCall:
    """A call that is over, in a line."""

    name: str
    where: str
    at: datetime
    waited: str
    by: str
    note: str
    minutes: int


@dataclass(frozen=True)
class OwnCall:
    """The player's own standing call: who comes, empty while nobody does."""

    since: datetime
    reason: str
    comes: str


def call_shown(call: CallView, me: str, now: datetime, desk: str) -> CallShown:
    """A call as the staff sees it; `me` is who looks."""
    return CallShown(
        id=call.id,
        name=call.name,
        where=_where(call),
        table=f"{desk}/tables/{call.table_id}" if call.table_id is not None else "",
        reason=call.reason,
        since=call.made_at,
        iso=call.made_at.isoformat(),
        waited=minutes_words(round((now - call.made_at).total_seconds())),
        claimed_by=call.claimed_by or "",
        mine=call.claimed_by == me,
    )


def alarm_of(calls: Iterable[CallView]) -> Alarm:
    """The calls nobody goes to yet, in one line."""
    waiting = [call for call in calls if call.claimed_by is None]
    where = [
        t("{name} at table {number}", name=call.name, number=call.table_number)
        if call.table_number is not None
        else call.name
        for call in waiting
    ]
    return Alarm(len(waiting), listed_short(where))


def _where(call: CallView) -> str:
    if call.table_number is None:
        return t("No table")
    return t("Table {number}", number=call.table_number)


def ended_calls(calls: Iterable[CallView]) -> list[EndedCall]:
    """The calls that are over, the newest first."""
    return [
        EndedCall(
            name=call.name,
            where=_where(call),
            at=call.made_at,
            waited=minutes_words(round(((call.claimed_at or end) - call.made_at).total_seconds())),
            by=call.ended_by or t("taken back"),
            note=call.note or "",
            minutes=call.extra_seconds // _MINUTES,
        )
        for call in reversed(list(calls))
        if (end := call.ended_at) is not None
    ]


def own_call_shown(call: StandingCall | None) -> OwnCall | None:
    """The player's own call."""
    return OwnCall(call.made_at, call.reason, call.claimed_by or "") if call is not None else None


def minutes_words(seconds: int) -> str:
    """A time of waiting as minutes and seconds: `3:20`."""
    minutes, rest = divmod(max(0, seconds), _MINUTES)
    return f"{minutes}:{rest:02}"


def waiting_facts(waiting: Waiting) -> list[Fact]:
    """The statistics of waiting for the component that shows facts; nothing before the first call."""
    if not waiting.calls:
        return []

    def told(seconds: int | None) -> str:
        return minutes_words(seconds) if seconds is not None else "–"

    return [
        Fact(t("Calls"), waiting.calls, t("{number} answered", number=waiting.answered)),
        Fact(t("Median wait"), told(waiting.median_wait)),
        Fact(t("Longest wait"), told(waiting.longest_wait)),
        Fact(t("Median time to the end"), told(waiting.median_answer)),
    ]
