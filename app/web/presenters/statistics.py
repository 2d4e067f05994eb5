"""Statistics as people read them: each question as one drawing with its numbers, identities as one table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from markupsafe import Markup

from app.deckcheck.factions import faction_name
from app.sentences import message, t, tn
from app.services.event.statistics import IdentityView, RateView, StatisticsView
from app.sides import Side
from app.tournament.results import Ending
from app.web.drawings.charts import Bar, Column, bars, columns
from app.web.presenters.duel_words import ENDINGS as DUEL_ENDINGS
from app.web.presenters.factions import NAMES
from app.web.presenters.game_words import ENDINGS
from app.web.views import EventFrame, View
from app.words.written import listed_short

_NOT_TOLD = message("Not told")
_ENDINGS = ENDINGS | {None: _NOT_TOLD}
_DUEL_ENDINGS: dict[Ending | None, str] = {**dict(DUEL_ENDINGS), None: _NOT_TOLD}
MOST_DRAWN_LENGTHS = 18
# Rows of identities that are seen without unfolding the others.
MOST_SHOWN = 12


@dataclass(frozen=True)
class Figure:
    """A question with its drawing, which has the numbers written in it."""

    title: str
    note: str
    drawing: Markup


@dataclass(frozen=True)
class IdentityRow:
    """An identity: its games, and what the side to play it cost; words, with a dash for what is not known."""

    side: Side
    identity: str
    games: int
    won: str
    bought: int
    mean: str
    median: str


@dataclass(frozen=True, kw_only=True)
class StatisticsPage(View):
    """What the games tell; without figures before the first game. `priced`: sides are bought here."""

    template: ClassVar[str] = "public/statistics.html"
    part: ClassVar[str] = "fragments/statistics.html"

    frame: EventFrame
    summary: str
    figures: Sequence[Figure]
    identities: Sequence[IdentityRow]
    more_identities: Sequence[IdentityRow]
    priced: bool
    here: str


def figures(view: StatisticsView) -> list[Figure]:
    """The questions that can be answered; none without games."""
    if not view.games:
        return []
    return [
        made
        for make in (_sides, _beginners, _prices, _bids, _factions, _endings, _times)
        if (made := make(view))
    ]


def summary_words(view: StatisticsView) -> str:
    """`40 games, 3 of them drawn; 6 tables were no game (bye, forfeit or double loss).`"""
    said = tn("{n} game", "{n} games", view.games)
    if view.drawn:
        said = t("{games}, {drawn} of them drawn", games=said, drawn=view.drawn)
    if not view.left_out:
        return t("{games}.", games=said)
    return tn(
        "{games}; {n} table was no game (bye, forfeit or double loss).",
        "{games}; {n} tables were no game (bye, forfeit or double loss).",
        view.left_out,
        games=said,
    )


def figure(title: str, note: str, drawing: str) -> Figure:
    """A drawing as it stands on the page."""
    # What people wrote was escaped when it was drawn.
    return Figure(title, note, Markup(drawing))  # noqa: S704


def _beginners(view: StatisticsView) -> Figure | None:
    rate = view.beginners
    if rate is None or not rate.games:
        return None
    drawn = [Bar(t("Began"), rate.share or 0, _share(rate))]
    note = t("How often who began won, where it was told; ties are left out.")
    return figure(t("Who begins"), note, bars(t("Share of games won by who began"), drawn, middle=True))


def _sides(view: StatisticsView) -> Figure | None:
    if not view.sides:
        return None
    drawn = [
        Bar(str(line.side.word), line.won.share or 0, _share(line.won), line.side) for line in view.sides
    ]
    return figure(t("Who wins"), "", bars(t("Share of games won by each side"), drawn, middle=True))


def _prices(view: StatisticsView) -> Figure | None:
    if not any(line.price.count for line in view.sides):
        # Nobody bids in this event.
        return None
    drawn = [
        Column(str(bid), tuple((line.side, line.bought[bid]) for line in view.sides)) for bid in range(11)
    ]
    means = [
        t("{side} {price}", side=line.side.word, price=f"{line.price.mean:.1f}")
        for line in view.sides
        if line.price.mean is not None
    ]
    if means:
        note = t(
            "How often each bid bought a side: blue is Corp, red is Runner. Mean price: {means}.",
            means=listed_short(means),
        )
    else:
        note = t("How often each bid bought a side: blue is Corp, red is Runner.")
    return figure(t("What a side costs"), note, columns(t("Games by winning bid"), drawn))


def _bids(view: StatisticsView) -> Figure | None:
    lines = [line for line in view.bids if line.won.games]
    drawn = [Bar(t("Bid {bid}", bid=line.bid), line.won.share or 0, _share(line.won)) for line in lines]
    picture = bars(t("Share of games won by who won the bid, for each bid"), drawn, middle=True)
    note = t("How often who won the auction with this bid won the game, too.")
    return figure(t("Is the bid worth it"), note, picture) if lines else None


def _factions(view: StatisticsView) -> Figure | None:
    drawn = [
        Bar(
            faction_name(NAMES.get(line.faction, line.faction)),
            line.won.share or 0,
            _share(line.won),
            line.side,
        )
        for line in view.factions
    ]
    picture = bars(t("Share of games won by each faction"), drawn, middle=True)
    return figure(t("Factions"), "", picture) if drawn else None


def _endings(view: StatisticsView) -> Figure | None:
    said = _ENDINGS if view.beginners is None else _DUEL_ENDINGS
    drawn = [Bar(t(said[line.ending]), line.games / view.games, str(line.games)) for line in view.endings]
    return figure(t("How games end"), "", bars(t("How games ended"), drawn)) if drawn else None


def _times(view: StatisticsView) -> Figure | None:
    times = view.times
    drawn = [
        Column(str(line.from_minutes), ((None, line.games),)) for line in times.lengths[:MOST_DRAWN_LENGTHS]
    ]
    note = ""
    if times.median_seconds is not None and times.longest_seconds is not None:
        values = {"half": _minutes(times.median_seconds), "longest": _minutes(times.longest_seconds)}
        if view.sides:
            note = t(
                "Half of the games took less than {half}, the longest {longest}, "
                "from the settled sides or the start of the clock.",
                **values,
            )
        else:
            note = t(
                "Half of the games took less than {half}, the longest {longest}, "
                "from the start of the clock.",
                **values,
            )
    picture = columns(t("Games by length, in steps of five minutes"), drawn)
    return figure(t("Time used"), note, picture) if drawn else None


def identity_rows(view: StatisticsView) -> list[IdentityRow]:
    """Every identity that was played, the most played first."""
    rows = sorted(view.identities, key=lambda line: (-line.won.games, line.identity))
    return [_identity(line) for line in rows]


def _identity(line: IdentityView) -> IdentityRow:
    return IdentityRow(
        side=line.side,
        identity=line.identity,
        games=line.won.games,
        won=f"{line.won.wins} ({line.won.share:.0%})" if line.won.share is not None else "–",
        bought=line.price.count,
        mean=f"{line.price.mean:.1f}" if line.price.mean is not None else "–",
        median=f"{line.price.median:g}" if line.price.median is not None else "–",
    )


def _share(rate: RateView) -> str:
    return f"{rate.share:.0%} ({rate.games})" if rate.share is not None else "–"


def _minutes(seconds: float) -> str:
    return tn("{n} minute", "{n} minutes", max(1, round(seconds / 60)))
