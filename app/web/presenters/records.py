"""A player's own record: place, games, and at the end what they won, what they paid and who is champion."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.sentences import t, tn
from app.services.kernel.views import StandingsView, StandingView
from app.tournament.structures import Sides, structure
from app.web.presenters.game_rows import GameRow
from app.web.presenters.standings import has_bids, place_words


@dataclass(frozen=True)
class EndShown:
    """The end of an event for one player: the champion, the record and the prices paid, as sentences; `paid`
    is None where nobody bids."""

    champion: str
    record: str
    paid: str | None


@dataclass(frozen=True)
class RecordShown:
    """The player's place and games; `place` is None before the first standings, `end` before the event is
    over. `sides`: how often each side was played, `Corp 3, Runner 2`, where the pairing assigns them.
    """

    place: str | None
    sides: str | None
    after_round: int
    games: tuple[GameRow, ...]
    end: EndShown | None


def record_shown(
    view: StandingsView, mine: StandingView | None, order: Sequence[int] | None, games: Sequence[GameRow]
) -> RecordShown:
    """The record of one player, whose row of the standings is `mine`.

    `order` is None before the event is over; then it is the final order of player ids, empty where the
    standings decide.
    """
    if mine is not None and order and mine.player_id in order:
        mine = replace(mine, rank=order.index(mine.player_id) + 1)
    row = mine if view.after_round else None
    return RecordShown(
        place=place_words(row, len(view.rows)) if row else None,
        sides=_sides(view, row) if row else None,
        after_round=view.after_round,
        games=tuple(games),
        end=_end(view, mine, order, games) if order is not None and view.rows else None,
    )


def _sides(view: StandingsView, mine: StandingView) -> str | None:
    if structure(view.structure).sides is not Sides.ASSIGNED:
        return None
    return t("Corp {corp}, Runner {runner}", corp=mine.corp_games, runner=mine.runner_games)


def _end(
    view: StandingsView, mine: StandingView | None, order: Sequence[int], games: Sequence[GameRow]
) -> EndShown:
    first = next((row for row in view.rows if order and row.player_id == order[0]), view.rows[0])
    won = mine is not None and first.player_id == mine.player_id
    champion = t("You are the champion.") if won else t("{name} is the champion.", name=first.name)
    return EndShown(champion, record_words(games), paid_words(games) if has_bids(view) else None)


def record_words(games: Sequence[GameRow]) -> str:
    """`3 wins and 1 loss`, byes and ties told apart."""
    won = sum(game.word == "won" for game in games)
    lost = sum(game.word == "lost" for game in games)
    byes = sum(game.word == "bye" for game in games)
    ties = sum(game.word == "tied" for game in games)
    told = [tn("{n} win", "{n} wins", won)]
    if ties:
        told.append(tn("{n} tie", "{n} ties", ties))
    told.append(tn("{n} loss", "{n} losses", lost))
    if not byes:
        return t("{record}.", record=told)
    return t("{record}, and {byes}.", record=told, byes=tn("{n} bye", "{n} byes", byes))


def paid_words(games: Sequence[GameRow]) -> str:
    """What the player paid in the auctions they won, in the order of the rounds."""
    paid = [game.paid for game in games if game.paid is not None]
    if not paid:
        return t("You won no auction, so you paid nothing.")
    # words: {paid} is a list of what each auction cost: "2, 0 and 4"
    return tn(
        "You won one auction and paid {paid}.", "You won {n} auctions and paid {paid}.", len(paid), paid=paid
    )
