"""What happened last at an event: sides that were bought and games that ended, the newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from app.sentences import t
from app.services.event.played import Played, PlayedTable
from app.sides import Side
from app.web.presenters.results import score_words

MOST_NEWS = 10


@dataclass(frozen=True)
class News:
    """One thing that happened: `kind` is bought or result, `side` the one that was bought or that won."""

    kind: str
    side: Side | None
    bid: int | None
    place: str
    words: str
    at: datetime


def feed(played: Played, most: int = MOST_NEWS) -> Sequence[News]:
    """The newest prices and results."""
    found = [news for table in played.tables if table.second is not None for news in _of(table, played)]
    return sorted(found, key=lambda news: news.at, reverse=True)[:most]


def _of(table: PlayedTable, played: Played) -> list[News]:
    place = t("Round {number}", number=table.round)
    if table.table_number:
        place = t("Round {number}, table {table}", number=table.round, table=table.table_number)
    found = []
    if table.settled_at is not None and table.bidder is not None and table.bid_side is not None:
        words = t(
            "{name} bought {side} for {bid}",
            name=played.people[table.bidder].name,
            side=table.bid_side.word,
            bid=table.bid,
        )
        found.append(News("bought", table.bid_side, table.bid, place, words, table.settled_at))
    if table.finished_at is not None:
        side = table.side_of(table.winner) if table.winner is not None else None
        words = _result(table, played)
        found.append(News("result", side, None, place, words, table.finished_at))
    return found


def _result(table: PlayedTable, played: Played) -> str:
    first, second = played.people[table.first].name, played.people[table.second or 0].name
    if table.tied:
        return t("{first} and {second} tied", first=first, second=second)
    if table.winner is None:
        return t("{first} and {second} both lost", first=first, second=second)
    winner, loser = (first, second) if table.winner == table.first else (second, first)
    if table.forfeit:
        return t("{winner} won against {loser} by forfeit", winner=winner, loser=loser)
    side = table.side_of(table.winner)
    if side is None:
        said = t("{winner} beat {loser}", winner=winner, loser=loser)
    else:
        said = t("{winner} beat {loser} as {side}", winner=winner, loser=loser, side=side.word)
    score = _score(table, side)
    if table.drawn:
        return (
            t("{said}, {score}, a draw", said=said, score=score) if score else t("{said}, a draw", said=said)
        )
    return t("{said}, {score}", said=said, score=score) if score else said


def _score(table: PlayedTable, side: Side | None) -> str:
    if table.corp_points is None or table.runner_points is None or side is None:
        return ""
    both = (table.corp_points, table.runner_points)
    high, low = both if side is Side.CORP else (both[1], both[0])
    return score_words(high, low)
