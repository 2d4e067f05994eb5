"""Standings after a round: points, strength of schedule, extended strength of schedule, lot.

For a player p, A(p) = points of p / rounds in which p had a pairing; a bye is such a round and its points
count. SoS(p) is the mean of A(o) over the real opponents o of p: a rematch counts twice, a bye is no
opponent, and without opponents it is 0. Extended SoS is the mean of SoS(o) over the same opponents. What is
still equal is ordered by a lot drawn once per tournament, so the order is total. Dropped players stay in;
rounds a late player missed are simply not in the sheet. All numbers are exact: the arithmetic runs on whole
numbers over common denominators, and the answers are fractions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm


@dataclass(frozen=True, slots=True)
class Outcome:
    """One closed round of one player. `opponent` is None for a bye; `won` and `tied` count the games of the
    round (True is one), `games` how many it had: a double loss is one game neither won nor tied for both."""

    round: int
    points: int
    opponent: int | None
    won: int = False
    tied: int = 0
    games: int = 1


@dataclass(frozen=True)
class Sheet:
    """A player and the outcome of every closed round in which the player had a pairing."""

    player: int
    outcomes: tuple[Outcome, ...] = ()

    @cached_property
    def points(self) -> int:
        return sum(outcome.points for outcome in self.outcomes)

    @cached_property
    def opponents(self) -> tuple[int, ...]:
        """Real opponents in the order met; met twice is in it twice."""
        return tuple(outcome.opponent for outcome in self.outcomes if outcome.opponent is not None)

    @property
    def rounds(self) -> int:
        """Rounds with a pairing, byes among them: what A(p) divides by."""
        return len(self.outcomes)

    @property
    def byes(self) -> int:
        return len(self.outcomes) - len(self.opponents)

    @property
    def wins(self) -> int:
        """Games won; a bye is no game."""
        return sum(outcome.won for outcome in self.outcomes if outcome.opponent is not None)

    @property
    def ties(self) -> int:
        """Games that ended in a tie, intentional draws among them."""
        return sum(outcome.tied for outcome in self.outcomes if outcome.opponent is not None)

    @property
    def losses(self) -> int:
        games = sum(outcome.games for outcome in self.outcomes if outcome.opponent is not None)
        return games - self.wins - self.ties

    @property
    def average(self) -> Fraction:
        """A(p), points per round; 0 before the first round."""
        return Fraction(self.points, len(self.outcomes)) if self.outcomes else Fraction(0)


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of the standings. `lot` is the drawn number, `by_lot` tells that it decided this rank."""

    rank: int
    player: int
    points: int
    wins: int
    losses: int
    byes: int
    sos: Fraction
    extended_sos: Fraction
    lot: int
    by_lot: bool
    ties: int = 0


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """What one opponent brings to a player's tie-breaks."""

    round: int
    opponent: int
    points: int
    rounds: int
    average: Fraction
    sos: Fraction


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the numbers of one player come about: `sos` is the mean of the lines' `average`, `extended_sos`
    the mean of their `sos`; `bye_rounds` give points and count as rounds, but are no opponents."""

    player: int
    points: int
    rounds: int
    average: Fraction
    lines: tuple[OpponentLine, ...]
    bye_rounds: tuple[int, ...]
    sos: Fraction
    extended_sos: Fraction


def rank(sheets: Sequence[Sheet], lots: Mapping[int, int]) -> tuple[Standing, ...]:
    """The standings, best first, ranks 1 to n without ties.

    Raises ValueError if a player has two sheets, an opponent has none, or a lot is missing or given twice.
    """
    strength = _Strength(sheets)
    _refuse_bad_lots(sheets, lots)
    by_merit: dict[tuple[int, int, int], list[Sheet]] = {}
    for sheet in sheets:
        by_merit.setdefault(strength.merit(sheet), []).append(sheet)
    rows: list[Standing] = []
    for merit in sorted(by_merit, reverse=True):
        equals = sorted(by_merit[merit], key=lambda sheet: lots[sheet.player])
        for sheet in equals:
            rows.append(
                Standing(
                    rank=len(rows) + 1,
                    player=sheet.player,
                    points=sheet.points,
                    wins=sheet.wins,
                    losses=sheet.losses,
                    ties=sheet.ties,
                    byes=sheet.byes,
                    sos=strength.sos(sheet.player),
                    extended_sos=strength.extended_sos(sheet.player),
                    lot=lots[sheet.player],
                    by_lot=len(equals) > 1,
                )
            )
    return tuple(rows)


def explain(player: int, sheets: Sequence[Sheet]) -> Explanation:
    """The player's own numbers behind points, SoS and extended SoS.

    Raises ValueError if the player has no sheet, or as `rank` does.
    """
    strength = _Strength(sheets)
    sheet = strength.sheets.get(player)
    if sheet is None:
        raise ValueError(f"Player {player} has no sheet in these standings.")
    lines = []
    for outcome in sheet.outcomes:
        if outcome.opponent is not None:
            other = strength.sheets[outcome.opponent]
            lines.append(
                OpponentLine(
                    round=outcome.round,
                    opponent=other.player,
                    points=other.points,
                    rounds=other.rounds,
                    average=other.average,
                    sos=strength.sos(other.player),
                )
            )
    return Explanation(
        player=player,
        points=sheet.points,
        rounds=sheet.rounds,
        average=sheet.average,
        lines=tuple(lines),
        bye_rounds=tuple(outcome.round for outcome in sheet.outcomes if outcome.opponent is None),
        sos=strength.sos(player),
        extended_sos=strength.extended_sos(player),
    )


class _Strength:
    """SoS and extended SoS of a whole field as whole numbers over common denominators.

    With R the least common multiple of all numbers of rounds and N that of all numbers of opponents,
    A = average/R, SoS = sos/(R·N) and extended SoS = extended/(R·N·N).
    """

    def __init__(self, sheets: Sequence[Sheet]) -> None:
        self.sheets = {sheet.player: sheet for sheet in sheets}
        if len(self.sheets) != len(sheets):
            raise ValueError("A player has two sheets: give every player exactly one.")
        rounds = lcm(*{sheet.rounds for sheet in sheets if sheet.rounds})
        opponents = lcm(*{len(sheet.opponents) for sheet in sheets if sheet.opponents})
        average = {
            sheet.player: sheet.points * (rounds // sheet.rounds) if sheet.rounds else 0 for sheet in sheets
        }
        try:
            self._sos = {sheet.player: _mean(sheet, average, opponents) for sheet in sheets}
            self._extended = {sheet.player: _mean(sheet, self._sos, opponents) for sheet in sheets}
        except KeyError as missing:
            raise ValueError(
                f"Opponent {missing} has no sheet: keep the sheets of dropped players."
            ) from None
        self._sos_unit = rounds * opponents
        self._extended_unit = self._sos_unit * opponents

    def merit(self, sheet: Sheet) -> tuple[int, int, int]:
        """Comparable exactly: more is better."""
        return sheet.points, self._sos[sheet.player], self._extended[sheet.player]

    def sos(self, player: int) -> Fraction:
        return Fraction(self._sos[player], self._sos_unit)

    def extended_sos(self, player: int) -> Fraction:
        return Fraction(self._extended[player], self._extended_unit)


def _mean(sheet: Sheet, values: Mapping[int, int], unit: int) -> int:
    """The mean of the opponents' values, times `unit`, which every number of opponents divides."""
    opponents = sheet.opponents
    if not opponents:
        return 0
    return sum([values[opponent] for opponent in opponents]) * (unit // len(opponents))


def _refuse_bad_lots(sheets: Sequence[Sheet], lots: Mapping[int, int]) -> None:
    drawn: dict[int, int] = {}
    for sheet in sheets:
        if sheet.player not in lots:
            raise ValueError(f"Player {sheet.player} has no lot: draw one for every player.")
        other = drawn.setdefault(lots[sheet.player], sheet.player)
        if other != sheet.player:
            raise ValueError(f"Players {other} and {sheet.player} have the same lot: lots must differ.")
