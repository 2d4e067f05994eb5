"""One player's sheet: the games, and how the numbers of the standings come about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from app.sentences import t
from app.services.kernel.views import PlayerView, StandingView
from app.tournament.standings import Explanation
from app.web.presenters.game_rows import GameRow
from app.web.views import EventFrame, View


@dataclass(frozen=True)
class OpponentLine:
    """What one opponent brings to a player's strength of schedule."""

    round: int
    name: str
    player_id: int
    points: int
    rounds: int
    average: str
    sos: str


@dataclass(frozen=True)
class SheetNumbers:
    """How a player's numbers come about; decimals, with the fraction where they are rounded."""

    points: int
    rounds: int
    average: str
    lines: Sequence[OpponentLine]
    bye_rounds: Sequence[int]
    sos: str
    extended_sos: str
    sum_of_averages: str
    sum_of_sos: str


@dataclass(frozen=True)
class Rank:
    """A player's place in the standings, of how many, and after which round, in words."""

    rank: int
    players: int
    points: float
    sos: str
    extended_sos: str
    after: str


@dataclass(frozen=True, kw_only=True)
class SheetPage(View):
    """A player's page for everybody; `rank` is None before the first closed round."""

    template: ClassVar[str] = "public/sheet.html"
    part: ClassVar[str] = "fragments/sheet.html"

    frame: EventFrame
    person: PlayerView
    rank: Rank | None
    sheet: SheetNumbers
    games: Sequence[GameRow]
    here: str


def rank_shown(row: StandingView, players: int, after_round: int, *, by_cut: bool) -> Rank:
    """The rank with its numbers; where a cut decided the places, it is the rank before the cut."""
    if by_cut:
        after = t("After the Swiss rounds; the cut decided the final place")
    else:
        after = t("After round {number}", number=after_round)
    sos, extended = f"{row.sos.decimal:.4f}", f"{row.extended_sos.decimal:.4f}"
    return Rank(row.rank, players, row.points, sos, extended, after)


def numbers_shown(explained: Explanation, names: Mapping[int, str]) -> SheetNumbers:
    """What each opponent brings, and the means that come of it."""
    return SheetNumbers(
        points=explained.points,
        rounds=explained.rounds,
        average=_number(explained.average),
        lines=[
            OpponentLine(
                round=line.round,
                name=names[line.opponent],
                player_id=line.opponent,
                points=line.points,
                rounds=line.rounds,
                average=_number(line.average),
                sos=_number(line.sos),
            )
            for line in explained.lines
        ],
        bye_rounds=list(explained.bye_rounds),
        sos=_number(explained.sos),
        extended_sos=_number(explained.extended_sos),
        sum_of_averages=_number(sum((line.average for line in explained.lines), Fraction(0))),
        sum_of_sos=_number(sum((line.sos for line in explained.lines), Fraction(0))),
    )


def _number(value: Fraction) -> str:
    """An exact value as people read it: the decimal, and the fraction where the decimal is rounded."""
    decimal = f"{float(value):.4f}".rstrip("0").rstrip(".")
    return decimal if Fraction(decimal) == value else f"{decimal} ({value})"
