"""Statistics as people read them: each drawing with the numbers it shows in a table beside it."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from app.services.event.statistics import PriceView, RateView, StatisticsView
from app.tournament.results import Ending
from app.web.drawings.charts import Bar, Column, bars, columns
from app.web.presenters.values import Values

_ENDINGS = {
    Ending.AGENDA: "Agenda points",
    Ending.FLATLINE: "Flatline",
    Ending.DECKED: "R&D empty",
    Ending.TIME: "Time",
    Ending.CONCESSION: "Concession",
    Ending.FORFEIT: "Forfeit",
    None: "Not told",
}
_FACTIONS = {"nbn": "NBN", "haas-bioroid": "Haas-Bioroid", "weyland-consortium": "Weyland"}
_WORDS = frozenset({"name", "side", "most"})
_WON = (("Games", "games"), ("Won", "wins"), ("Share", "share"))
_PRICE = (("Bought", "count"), ("Mean bid", "mean"), ("Median", "median"))
# What several identities have before the colon; they are told apart by what follows it.
_HOUSES = frozenset({"Haas-Bioroid", "Jinteki", "NBN", "Weyland Consortium"})
MOST_DRAWN_IDENTITIES = 16
MOST_DRAWN_LENGTHS = 18


def statistics_shown(view: StatisticsView) -> list[Values]:
    """The sections of the page, each with title, note, drawing, columns and rows; empty without games."""
    if not view.games:
        return []
    sections = (_sides, _bids, _prices, _identities, _factions, _endings, _times)
    return [section for make in sections if (section := make(view))["rows"]]


def summary_words(view: StatisticsView) -> str:
    """`40 games, 3 of them drawn; 6 tables were no game (bye, forfeit or double loss).`"""
    said = f"{view.games} {'game' if view.games == 1 else 'games'}"
    if view.drawn:
        said += f", {view.drawn} of them drawn"
    if view.left_out:
        tables = "table was" if view.left_out == 1 else "tables were"
        said += f"; {view.left_out} {tables} no game (bye, forfeit or double loss)"
    return f"{said}."


def _section(
    title: str,
    drawing: str | None,
    head: Sequence[tuple[str, str]],
    rows: list[dict[str, Any]],
    note: str = "",
    *,
    wide: bool = False,
) -> Values:
    named = [Values(key=key, label=label, num=key not in _WORDS) for label, key in head]
    # What people wrote was escaped when it was drawn.
    drawn = Markup(drawing) if drawing else None  # noqa: S704
    return Values(title=title, note=note, drawing=drawn, columns=named, rows=rows, wide=wide)


def _sides(view: StatisticsView) -> Values:
    drawn = [Bar(line.side.word, line.won.share or 0, _share(line.won), line.side) for line in view.sides]
    rows = [{"name": line.side.word, **_won(line.won)} for line in view.sides]
    picture = bars("Share of games won by each side", drawn, middle=True)
    return _section("Who wins", picture, (("Side", "name"), *_WON), rows)


def _bids(view: StatisticsView) -> Values:
    lines = [line for line in view.bids if line.won.games]
    drawn = [Bar(f"Bid {line.bid}", line.won.share or 0, _share(line.won)) for line in lines]
    rows = [{"name": str(line.bid), **_won(line.won)} for line in lines]
    picture = bars("Share of games won by who won the bid, for each bid", drawn, middle=True)
    note = "How often who won the auction with this bid won the game, too."
    return _section("Is the bid worth it", picture, (("Bid", "name"), *_WON), rows, note)


def _prices(view: StatisticsView) -> Values:
    drawn = [
        Column(str(bid), tuple((line.side, line.bought[bid]) for line in view.sides)) for bid in range(11)
    ]
    rows = [{"name": line.side.word, **_price(line.price), "most": _most(line.bought)} for line in view.sides]
    note = "How often each bid bought a side: blue is Corp, red is Runner."
    head = (("Side", "name"), *_PRICE, ("Most often", "most"))
    return _section("What a side costs", columns("Games by winning bid", drawn), head, rows, note)


def _identities(view: StatisticsView) -> Values:
    bought = [(line.price.mean, line) for line in view.identities if line.price.mean is not None]
    dearest = sorted(bought, key=lambda each: -each[0])[:MOST_DRAWN_IDENTITIES]
    drawn = [
        Bar(_short(line.identity), mean / 10, f"{mean:.1f} ({line.price.count}×)", line.side)
        for mean, line in dearest
    ]
    rows = [
        {"name": line.identity, "side": line.side.word, **_won(line.won), **_price(line.price)}
        for line in view.identities
    ]
    picture = bars("Mean bid that bought the side of each identity", drawn) if drawn else None
    note = "The mean bid of those who bought the side to play this identity, and how many did."
    head = (("Identity", "name"), ("Side", "side"), *_WON, *_PRICE)
    return _section("What an identity costs", picture, head, rows, note, wide=True)


def _short(identity: str) -> str:
    """The part of a title by which people know an identity: `Noise`, `Engineering the Future`."""
    name, _, subtitle = identity.partition(": ")
    return subtitle if subtitle and name in _HOUSES else name


def _factions(view: StatisticsView) -> Values:
    drawn = [
        Bar(_faction(line.faction), line.won.share or 0, _share(line.won), line.side)
        for line in view.factions
    ]
    rows = [
        {"name": _faction(line.faction), "side": line.side.word, **_won(line.won)} for line in view.factions
    ]
    picture = bars("Share of games won by each faction", drawn, middle=True) if drawn else None
    return _section("Factions", picture, (("Faction", "name"), ("Side", "side"), *_WON), rows)


def _endings(view: StatisticsView) -> Values:
    drawn = [Bar(_ENDINGS[line.ending], line.games / view.games, str(line.games)) for line in view.endings]
    rows = [
        {"name": _ENDINGS[line.ending], "games": line.games, "share": f"{line.games / view.games:.0%}"}
        for line in view.endings
    ]
    head = (("Ending", "name"), ("Games", "games"), ("Share", "share"))
    return _section("How games end", bars("How games ended", drawn), head, rows)


def _times(view: StatisticsView) -> Values:
    times = view.times
    drawn = [
        Column(str(line.from_minutes), ((None, line.games),)) for line in times.lengths[:MOST_DRAWN_LENGTHS]
    ]
    rows = [
        {"name": f"{line.from_minutes} to {line.to_minutes} min", "games": line.games}
        for line in times.lengths
    ]
    note = ""
    if times.median_seconds is not None and times.longest_seconds is not None:
        note = f"Half of the games took less than {_minutes(times.median_seconds)}, the longest "
        note += f"{_minutes(times.longest_seconds)}, from the settled sides or the start of the clock."
    picture = columns("Games by length, in steps of five minutes", drawn) if drawn else None
    return _section("Time used", picture, (("Length", "name"), ("Games", "games")), rows, note)


def _won(rate: RateView) -> dict[str, Any]:
    share = f"{rate.share:.0%}" if rate.share is not None else "–"
    return {"games": rate.games, "wins": rate.wins, "share": share}


def _share(rate: RateView) -> str:
    return f"{rate.share:.0%} ({rate.games})" if rate.share is not None else "–"


def _price(price: PriceView) -> dict[str, Any]:
    known = price.mean is not None and price.median is not None
    return {
        "count": price.count,
        "mean": f"{price.mean:.2f}" if known else "–",
        "median": f"{price.median:g}" if known else "–",
    }


def _most(bought: Sequence[int]) -> str:
    if not any(bought):
        return "–"
    return ", ".join(str(bid) for bid, count in enumerate(bought) if count == max(bought))


def _faction(name: str) -> str:
    return _FACTIONS.get(name, name.replace("-", " ").title())


def _minutes(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
