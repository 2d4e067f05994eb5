"""Statistics of an event's games: prices of sides, win rates, endings, durations.

Only games that were played count: byes, forfeits and double losses say nothing about cards. A price is a bid
that bought a side; a side that came by seed or by a forfeit has none.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import TypeVar

from app.sides import Side
from app.tournament.auction import HIGHEST_BID
from app.tournament.results import Ending

BUCKET_MINUTES = 5
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Seated:
    """What one side of a game was played with; None where nobody said."""

    identity: str | None
    faction: str | None


@dataclass(frozen=True, slots=True)
class Game:
    """A game that was played: `winner` is None for a tie, `bid` for a side that was not bought, `seconds`
    where nobody knows. In a game without sides `beginner_won` is there where somebody told who began and the
    game was won."""

    corp: Seated
    runner: Seated
    winner: Side | None
    bid: int | None = None
    bid_side: Side | None = None
    ending: Ending | None = None
    drawn: bool = False
    seconds: int | None = None
    beginner_won: bool | None = None

    def played(self, side: Side) -> Seated:
        """What a side was played with."""
        return self.corp if side is Side.CORP else self.runner


@dataclass(frozen=True, slots=True)
class Rate:
    """How many of how many games were won."""

    games: int
    wins: int

    @property
    def share(self) -> Fraction:
        """Won games of all, 0 to 1; 0 without games."""
        return Fraction(self.wins, self.games) if self.games else Fraction(0)


@dataclass(frozen=True, slots=True)
class Prices:
    """What something was bought for, `count` times; mean and median are None where nobody bought it."""

    count: int
    mean: Fraction | None
    median: Fraction | None


@dataclass(frozen=True, slots=True)
class IdentityLine:
    """One identity: games and wins with it, and what its side cost whoever bought it to play it."""

    side: Side
    identity: str
    faction: str | None
    rate: Rate
    prices: Prices


@dataclass(frozen=True, slots=True)
class Bucket:
    """Games that took at least `minutes` and less than BUCKET_MINUTES more."""

    minutes: int
    games: int


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds of the games whose length is known, and how many took how long."""

    games: int
    mean: Fraction | None
    median: Fraction | None
    longest: int | None
    buckets: tuple[Bucket, ...]


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that is counted. `bids` has a line for each of 0 to 10: whoever won that bid won the game.

    `endings` has None for games whose ending nobody told; drawn games are counted there and in `drawn`.
    """

    games: int
    sides: dict[Side, Rate]
    prices: dict[Side, Prices]
    bids: dict[int, Rate]
    bought: dict[Side, dict[int, int]]
    factions: dict[tuple[Side, str], Rate]
    identities: tuple[IdentityLine, ...]
    endings: dict[Ending | None, int]
    drawn: int
    times: Times
    beginners: Rate


def statistics(games: Sequence[Game]) -> Statistics:
    """Count the games of an event; the order of the answer does not depend on theirs."""
    return Statistics(
        games=len(games),
        sides={side: _rate(game.winner is side for game in games) for side in Side},
        prices={side: _prices(_bids(games, side)) for side in Side},
        bids={
            bid: _rate(game.winner is game.bid_side for game in games if game.bid == bid)
            for bid in range(HIGHEST_BID + 1)
        },
        bought={side: _counted(_bids(games, side)) for side in Side},
        factions=_factions(games),
        identities=_identities(games),
        endings=_endings(games),
        drawn=sum(game.drawn for game in games),
        times=times_of([game.seconds for game in games if game.seconds is not None]),
        beginners=_rate(game.beginner_won for game in games if game.beginner_won is not None),
    )


def _rate(won: Iterable[bool]) -> Rate:
    counted = list(won)
    return Rate(len(counted), sum(counted))


def _prices(bids: Sequence[int]) -> Prices:
    if not bids:
        return Prices(0, None, None)
    return Prices(len(bids), Fraction(sum(bids), len(bids)), Fraction(median(map(Fraction, bids))))


def _bids(games: Iterable[Game], side: Side) -> list[int]:
    return [game.bid for game in games if game.bid is not None and game.bid_side is side]


def _counted(bids: Iterable[int]) -> dict[int, int]:
    counts = Counter(bids)
    return {bid: counts[bid] for bid in range(HIGHEST_BID + 1)}


def _grouped(
    games: Iterable[Game], key: Callable[[Game, Side], K | None]
) -> dict[K, list[tuple[Game, Side]]]:
    groups: dict[K, list[tuple[Game, Side]]] = defaultdict(list)
    for game in games:
        for side in Side:
            found = key(game, side)
            if found is not None:
                groups[found].append((game, side))
    return groups


def _factions(games: Iterable[Game]) -> dict[tuple[Side, str], Rate]:
    def faction(game: Game, side: Side) -> tuple[Side, str] | None:
        name = game.played(side).faction
        return (side, name) if name else None

    groups = _grouped(games, faction)
    return {key: _rate(game.winner is side for game, side in groups[key]) for key in sorted(groups)}


def _identities(games: Iterable[Game]) -> tuple[IdentityLine, ...]:
    def identity(game: Game, side: Side) -> tuple[Side, str] | None:
        title = game.played(side).identity
        return (side, title) if title else None

    lines = [
        IdentityLine(
            side,
            title,
            played[0][0].played(side).faction,
            _rate(game.winner is side for game, _ in played),
            _prices(_bids((game for game, _ in played), side)),
        )
        for (side, title), played in _grouped(games, identity).items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.side, -line.rate.games, line.identity)))


def _endings(games: Iterable[Game]) -> dict[Ending | None, int]:
    counts = Counter(game.ending for game in games)
    known: list[Ending | None] = [*Ending, None]
    return {ending: counts[ending] for ending in known if counts[ending]}


def times_of(seconds: Sequence[int]) -> Times:
    """How long games took, by their known lengths in seconds."""
    if not seconds:
        return Times(0, None, None, None, ())
    counts = Counter(each // (60 * BUCKET_MINUTES) for each in seconds)
    return Times(
        len(seconds),
        Fraction(sum(seconds), len(seconds)),
        Fraction(median(map(Fraction, seconds))),
        max(seconds),
        tuple(Bucket(BUCKET_MINUTES * n, counts[n]) for n in range(max(counts) + 1)),
    )
