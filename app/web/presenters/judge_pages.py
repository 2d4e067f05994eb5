"""The pages of the judge's desk: what each is given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.judge.editions import Edition
from app.web.presenters.judge import CardShown, EntryShown, PenaltyGroup, RulesShown
from app.web.presenters.judge_charts import ChartShown
from app.web.views import NavLink, View


@dataclass(frozen=True, kw_only=True)
class JudgePage(View):
    """What every page of the desk has around its content: the ways between its pages."""

    nav: Sequence[NavLink]


@dataclass(frozen=True, kw_only=True)
class SearchPage(JudgePage):
    """The search. `asked`: something was asked, by words (`q`) or for a card; `card` is the one it means and
    `cards` all it can mean. `cited` are the cards with entries, shown while nothing is asked; `everything`
    and `timing_href` are pages that the script fetches.
    """

    template: ClassVar[str] = "public/judge.html"
    part: ClassVar[str] = "fragments/judge_results.html"

    edition: Edition
    editions: Sequence[NavLink]
    everything: str
    timing_href: str
    q: str
    asked_card: str
    asked: bool
    day: str
    error: str | None
    entries: Sequence[EntryShown]
    card: CardShown | None
    cards: Sequence[NavLink]
    cited: Sequence[NavLink]
    games: Sequence[NavLink]


@dataclass(frozen=True, kw_only=True)
class AllPage(JudgePage):
    """All entries of an edition on one page."""

    template: ClassVar[str] = "public/judge_all.html"

    edition: Edition
    editions: Sequence[NavLink]
    entries: Sequence[EntryShown]


@dataclass(frozen=True, kw_only=True)
class TimingPage(JudgePage):
    """The timing charts of one edition; `sources` are sentences."""

    template: ClassVar[str] = "public/judge_timing.html"

    edition: Edition
    editions: Sequence[NavLink]
    charts: Sequence[ChartShown]
    sources: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class PenaltiesPage(JudgePage):
    """Infractions, and what is known of their penalties."""

    template: ClassVar[str] = "public/judge_penalties.html"

    groups: Sequence[PenaltyGroup]


@dataclass(frozen=True, kw_only=True)
class GamePage(JudgePage):
    """The rules cards of a game at side events; `source` is a sentence."""

    template: ClassVar[str] = "public/judge_game.html"

    name: str
    source: str
    rules: Sequence[RulesShown]
