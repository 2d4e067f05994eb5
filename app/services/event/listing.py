"""Which events the start page shows to everybody, and what an event's page says of its place and time.

An event is listed only when its organizer chose so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date as Day

from sqlmodel import col, select

from app.services.event.queries import the_tournament
from app.services.kernel.installation import Installation
from app.storage.tables import Tournament
from app.tournament.lifecycle import Phase
from app.tournament.timetable import TURN_AROUND, Break, read_breaks, read_time

MOST_LISTED = 200


@dataclass(frozen=True)
class ListedEvent:
    """An event on the start page; `running` from the first round to the end."""

    code: str
    name: str
    date: Day
    place: str
    running: bool
    over: bool
    registration_open: bool


@dataclass(frozen=True)
class Notice:
    """What an organizer tells about an event beside its rules; empty where nothing was said.

    `player_limit` is None without a limit. `schedule` and `links` are lines of text. `round_1_at` is in
    minutes since midnight, None where it was not said.
    """

    place: str
    begins: str
    fee: str
    schedule: Sequence[str]
    links: Sequence[str]
    player_limit: int | None
    round_1_at: int | None = None
    between_minutes: int = TURN_AROUND
    breaks: Sequence[Break] = ()


def listed_events(installation: Installation) -> list[ListedEvent]:
    """The listed events, the newest day first; one statement."""
    chosen = col(Tournament.settings)["listed"].as_boolean()
    newest = (col(Tournament.date).desc(), col(Tournament.id).desc())
    query = select(Tournament).where(chosen).order_by(*newest).limit(MOST_LISTED)
    with installation.database.read_session() as session:
        return [
            ListedEvent(
                row.code,
                row.name,
                row.date,
                row.settings.get("place") or "",
                running=row.phase in (Phase.SWISS, Phase.TOP_CUT),
                over=row.phase == Phase.FINISHED,
                registration_open=row.registration_open,
            )
            for row in session.exec(query)
        ]


def notice(installation: Installation, tournament_id: int) -> Notice:
    """Where, when and for what fee; Refused (404) for an event that is not there."""
    with installation.database.read_session() as session:
        return notice_of(the_tournament(session, tournament_id))


def notice_of(row: Tournament) -> Notice:
    """The same of an event that was read."""
    said = row.settings
    return Notice(
        place=said.get("place") or "",
        begins=said.get("begins") or "",
        fee=said.get("fee") or "",
        schedule=_lines(said.get("schedule")),
        links=_lines(said.get("links")),
        player_limit=said.get("player_limit") or None,
        round_1_at=read_time(said["round_1_at"]) if said.get("round_1_at") else None,
        between_minutes=TURN_AROUND if said.get("between_minutes") is None else said["between_minutes"],
        breaks=read_breaks(said.get("breaks") or ""),
    )


def wifi(installation: Installation, tournament_id: int) -> tuple[str, str]:
    """Name and password of the hall's Wi-Fi for the poster; empty where they were not said."""
    with installation.database.read_session() as session:
        said = the_tournament(session, tournament_id).settings
    return said.get("wifi_name") or "", said.get("wifi_password") or ""


def _lines(text: str | None) -> list[str]:
    return [line.strip() for line in (text or "").splitlines() if line.strip()]
