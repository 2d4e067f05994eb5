"""Sheets of paper for tables of several players: who sits where, a sheet for the points, the standings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.web.presenters.pod_standings import PodStandingRow
from app.web.presenters.pods import PodShown
from app.web.presenters.printing import Sheet


@dataclass(frozen=True, kw_only=True)
class PodSlipsSheet(Sheet):
    """A sheet for the points of each table of several players."""

    template: ClassVar[str] = "print/pod_slips.html"

    round_words: str
    tables: Sequence[PodShown]


@dataclass(frozen=True, kw_only=True)
class PodPairingsSheet(Sheet):
    """The tables of several players with their seats, in the order of the tables."""

    template: ClassVar[str] = "print/pods.html"

    round_words: str
    tables: Sequence[PodShown]


@dataclass(frozen=True, kw_only=True)
class PodStandingsSheet(Sheet):
    """The standings where several sit at a table."""

    template: ClassVar[str] = "print/pod_standings.html"

    heading: str
    rows: Sequence[PodStandingRow]
