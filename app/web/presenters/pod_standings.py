"""Standings of events where several sit at a table, and one player's tables there, as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import ClassVar

from app.sentences import t
from app.services.kernel.pod_views import PodView
from app.services.kernel.views import StandingView
from app.web.views import EventFrame, NavLink, View

MOST_NAMES = 6


@dataclass(frozen=True)
class PodLineShown:
    """One table of a player's record."""

    round: int
    table: int
    result: str
    worth: str


@dataclass(frozen=True)
class PodStandingRow:
    """A row of such standings."""

    rank: int
    player_id: int
    name: str
    href: str | None
    points: str
    share: str
    won: str
    game_points: int
    dropped: bool
    last_of_cut: bool


@dataclass(frozen=True, kw_only=True)
class PodStandingsPage(View):
    """The standings by place, share and lot. `after_round` 0: none yet."""

    template: ClassVar[str] = "public/pod_standings.html"
    part: ClassVar[str] = "fragments/pod_standings.html"

    frame: EventFrame
    title: str
    kicker: str | None
    lead: str | None
    after_round: int
    rows: Sequence[PodStandingRow]
    cut_size: int
    tied: Sequence[str]
    links: Sequence[NavLink]
    query: str
    here: str


@dataclass(frozen=True, kw_only=True)
class PodSheetPage(View):
    """A player's page for everybody: the place and each table."""

    template: ClassVar[str] = "public/pod_sheet.html"
    part: ClassVar[str] = "fragments/pod_sheet.html"

    frame: EventFrame
    name: str
    pronouns: str
    place: str | None
    share: str
    record: Sequence[PodLineShown]
    here: str


def number_words(value: float) -> str:
    """Points by place, like `2` or `2.5`."""
    return f"{value:g}"


def record_lines(pods: Iterable[PodView], me: int) -> list[PodLineShown]:
    """A player's tables, the first round first."""
    found = []
    for pod in pods:
        seat = next(seat for seat in pod.seats if seat.player_id == me)
        result, worth = t("still being played"), ""
        if seat.place is not None and seat.place_points is not None:
            result = t(
                "Place {place} of {players}, points: {points}",
                place=seat.place, players=len(pod.seats), points=seat.points,
            )  # fmt: skip
            worth = number_words(seat.place_points)
        found.append(PodLineShown(pod.round, pod.table_number, result, worth))
    return found


def own_place(row: StandingView | None, rank: int | None, players: int) -> str | None:
    """`Place 3 of 24 with 5.5 points`; None for who is in no standings."""
    if row is None:
        return None
    return t(
        "Place {place} of {players}, points: {points}",
        place=rank if rank is not None else row.rank, players=players, points=number_words(row.points),
    )  # fmt: skip


def pod_standing_rows(
    rows: Sequence[StandingView], code: str | None = None, cut_size: int = 0
) -> list[PodStandingRow]:
    """The rows; with a code each leads to the player's page."""
    return [
        PodStandingRow(
            rank=row.rank,
            player_id=row.player_id,
            name=row.name,
            href=f"/t/{code}/players/{row.player_id}" if code else None,
            points=number_words(row.points),
            share=share_words(row),
            won=t("{won} of {played}", won=row.wins, played=row.wins + row.losses),
            game_points=row.game_points or 0,
            dropped=row.dropped,
            last_of_cut=row.rank == cut_size,
        )
        for row in rows
    ]


def pods_named_like(rows: Sequence[PodStandingRow], query: str) -> list[PodStandingRow]:
    """The rows whose name has these letters; all of them for an empty query."""
    wanted = query.casefold().strip()
    return [row for row in rows if wanted in row.name.casefold()]


def share_words(row: StandingView) -> str:
    """The share to three digits."""
    return f"{float(Fraction(row.share.fraction)) if row.share else 0:.3f}"


def tied_by_lot(rows: Sequence[StandingView]) -> list[str]:
    """Which neighbours only the lot sets apart, a sentence for each group."""
    groups = [list(group) for _, group in groupby(rows, lambda row: (row.points, row.share))]
    return [
        t("{names} are tied; order drawn by lot.", names=[row.name for row in group])
        if len(group) <= MOST_NAMES
        else t(
            "{first} to {last} ({n} players) are tied; order drawn by lot.",
            first=group[0].name, last=group[-1].name, n=len(group),
        )
        for group in groups
        if len(group) > 1
    ]  # fmt: skip
