"""The statistics of an event, for everybody, while it runs and afterwards.

Only what everybody may see anyway is counted: final results of published rounds. A game's time runs from the
settled sides, or from the start of the round's clock if that came later, to the first final result.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sqlmodel import Session

from app.services.event.pod_statistics import PodStatisticsView, several_view
from app.services.event.queries import the_tournament
from app.services.kernel.installation import Installation
from app.sides import Side
from app.storage.auctions import assigned, both_sides, player_at, settlement_of, sides_of, without_sides
from app.storage.players import players
from app.storage.rounds import games_of, pairings, rounds
from app.storage.tables import Game as Row
from app.storage.tables import Pairing, Player, Round
from app.storage.worth import INTENTIONAL_DRAW, structure_of
from app.tournament.lifecycle import RoundState
from app.tournament.results import DecidedBy, Ending
from app.tournament.statistics import (
    BUCKET_MINUTES,
    Game,
    IdentityLine,
    Prices,
    Rate,
    Seated,
    Statistics,
    Times,
    statistics,
    times_of,
)
from app.tournament.structures import Sides

# Longer ones were entered long after the table stood up.
LONGEST_GAME_SECONDS = 3 * 3600


@dataclass(frozen=True)
class RateView:
    """Games, wins, and the share of wins (0 to 1, to 4 places; None without games)."""

    games: int
    wins: int
    share: float | None


@dataclass(frozen=True)
class PriceView:
    """How often something was bought, and the bids it was bought for; None where it never was."""

    count: int
    mean: float | None
    median: float | None


@dataclass(frozen=True)
class SideLine:
    """One side: how often it won, what it cost, and how often it was bought with each bid from 0 to 10."""

    side: Side
    won: RateView
    price: PriceView
    bought: list[int]


@dataclass(frozen=True)
class BidLine:
    """Games in which this bid won the auction, and those that the bid's winner won."""

    bid: int
    won: RateView


@dataclass(frozen=True)
class FactionLine:
    """A faction of a side."""

    side: Side
    faction: str
    won: RateView


@dataclass(frozen=True)
class IdentityView:
    """An identity: games with it, and what its side cost those who bought it."""

    side: Side
    identity: str
    faction: str | None
    won: RateView
    price: PriceView


@dataclass(frozen=True)
class EndingLine:
    """How many games ended so; `ending` is None where nobody told."""

    ending: Ending | None
    games: int


@dataclass(frozen=True)
class TimeLine:
    """Games that took from `from_minutes` up to less than `to_minutes`."""

    from_minutes: int
    to_minutes: int
    games: int


@dataclass(frozen=True)
class TimeView:
    """How long games took, in seconds; None while no length is known."""

    games: int
    mean_seconds: float | None
    median_seconds: float | None
    longest_seconds: int | None
    lengths: list[TimeLine]


@dataclass(frozen=True)
class StatisticsView:
    """What the games tell; `bids` and prices are there only where sides are bought. `left_out`: final
    tables that were no games (byes, forfeits, double losses). Without sides there are `beginners`: how often
    who began won. Where several sit at a table everything else is empty and `several` is there."""

    games: int
    left_out: int
    drawn: int
    sides: list[SideLine]
    bids: list[BidLine]
    factions: list[FactionLine]
    identities: list[IdentityView]
    endings: list[EndingLine]
    times: TimeView
    beginners: RateView | None
    several: PodStatisticsView | None = None


def statistics_view(installation: Installation, tournament_id: int) -> StatisticsView:
    """The statistics of all final games; raises Refused (404)."""
    with installation.database.read_session() as session:
        kind = structure_of(the_tournament(session, tournament_id))
        if kind.has_pods:
            return _of_several(session, tournament_id)
        sided = kind.sides is not Sides.NONE
        final, shown = _final_tables(session, tournament_id)
        people: dict[int | None, Player] = {row.id: row for row in players(session, tournament_id)}
        both = games_of(session, tournament_id)
    factions = _faction_by_title(installation, people.values())
    games, played = [], 0
    for row in final:
        found = _games(
            row, shown[row.round_id], people, factions, [g for g in both if g.pairing_id == row.id]
        )
        games += found
        played += bool(found)
    return _view(statistics(games), len(final) - played, sided=sided)


def _of_several(session: Session, tournament_id: int) -> StatisticsView:
    several, seconds = several_view(session, tournament_id, LONGEST_GAME_SECONDS)
    nothing = _view(statistics([]), 0, sided=False)
    return replace(
        nothing, games=several.tables, times=_times(times_of(seconds)), beginners=None, several=several
    )


def _final_tables(session: Session, tournament_id: int) -> tuple[list[Pairing], dict[int, Round]]:
    shown = {row.id: row for row in rounds(session, tournament_id) if row.state != RoundState.DRAFT}
    by_id = {row_id: row for row_id, row in shown.items() if row_id is not None}
    tables = pairings(session, tournament_id)
    return [table for table in tables if table.final and table.round_id in by_id], by_id


def _faction_by_title(installation: Installation, people: Iterable[Player]) -> Mapping[str, str]:
    titles = {title for person in people for title in (person.corp_identity, person.runner_identity) if title}
    cards = ((title, installation.catalog.titled(title)) for title in titles)
    return {title: card.faction for title, card in cards if card is not None and card.faction}


def _games(
    row: Pairing,
    round_row: Round,
    people: Mapping[int | None, Player],
    factions: Mapping[str, str],
    both: Sequence[Row],
) -> list[Game]:
    """The games of a table; none for what was none."""
    if row.agreed == INTENTIONAL_DRAW:
        return []
    if not both_sides(row):
        game = _game(row, round_row, people, factions)
        return [] if game is None else [game]
    return [
        Game(
            corp=_seated(people[player_at(row, game.corp_seat)].corp_identity, factions),
            runner=_seated(people[player_at(row, game.corp_seat.other)].runner_identity, factions),
            winner=_won_by(game.winner_id, player_at(row, game.corp_seat)),
            bid=None,
            bid_side=None,
            ending=game.ending,
            drawn=game.decided_by == DecidedBy.TIE,
            seconds=None,
        )
        for game in both
        if game.decided_by != DecidedBy.DOUBLE_LOSS and game.ending != Ending.FORFEIT
    ]


def _won_by(winner_id: int | None, corp_id: int | None) -> Side | None:
    if winner_id is None:
        return None
    return Side.CORP if winner_id == corp_id else Side.RUNNER


def _game(
    row: Pairing, round_row: Round, people: Mapping[int | None, Player], factions: Mapping[str, str]
) -> Game | None:
    """The table as a game; None for what was none."""
    if without_sides(row):
        return _duel(row, round_row)
    sides, bought = sides_of(row), settlement_of(row)
    tied = row.decided_by == DecidedBy.TIE
    if sides is None or (row.winner_id is None and not tied) or row.ending == Ending.FORFEIT:
        return None
    corp = people[player_at(row, sides.seat_of(Side.CORP))]
    runner = people[player_at(row, sides.seat_of(Side.RUNNER))]
    return Game(
        corp=_seated(corp.corp_identity, factions),
        runner=_seated(runner.runner_identity, factions),
        winner=_won_by(row.winner_id, corp.id),
        bid=bought.bid if bought else None,
        bid_side=bought.side if bought else None,
        ending=row.ending,
        drawn=row.decided_by in (DecidedBy.DRAW_RULE, DecidedBy.HIGHER_SEED, DecidedBy.TIE),
        seconds=_seconds(row, round_row),
    )


def _duel(row: Pairing, round_row: Round) -> Game | None:
    """A game without sides."""
    drawn = row.decided_by in (DecidedBy.TIE, DecidedBy.HIGHER_SEED)
    if row.second_id is None or (row.winner_id is None and not drawn) or row.ending == Ending.FORFEIT:
        return None
    began = player_at(row, row.began) if row.began else None
    nobody = Seated(None, None)
    return Game(
        corp=nobody,
        runner=nobody,
        winner=None,
        ending=row.ending,
        drawn=drawn,
        seconds=_seconds(row, round_row),
        beginner_won=None if began is None or drawn else began == row.winner_id,
    )


def _seated(identity: str | None, factions: Mapping[str, str]) -> Seated:
    return Seated(identity, factions.get(identity) if identity else None)


def _seconds(row: Pairing, round_row: Round) -> int | None:
    # Where the pairing assigns the sides, they are there from the publishing on.
    settled_at = row.settled_at or (round_row.published_at if assigned(row) else None)
    if settled_at is None or row.finished_at is None:
        return None
    began = max(settled_at, round_row.clock_started_at or settled_at)
    seconds = int((row.finished_at - began).total_seconds())
    return seconds if 0 < seconds <= LONGEST_GAME_SECONDS else None


def _view(counted: Statistics, left_out: int, *, sided: bool) -> StatisticsView:
    return StatisticsView(
        games=counted.games,
        left_out=left_out,
        drawn=counted.drawn,
        sides=[
            SideLine(
                side,
                _rate(counted.sides[side]),
                _price(counted.prices[side]),
                list(counted.bought[side].values()),
            )
            for side in Side
            if sided
        ],
        bids=[BidLine(bid, _rate(rate)) for bid, rate in counted.bids.items() if sided],
        factions=[FactionLine(side, name, _rate(rate)) for (side, name), rate in counted.factions.items()],
        identities=[_identity(line) for line in counted.identities],
        endings=[EndingLine(ending, games) for ending, games in counted.endings.items()],
        times=_times(counted.times),
        beginners=None if sided else _rate(counted.beginners),
    )


def _rate(rate: Rate) -> RateView:
    return RateView(rate.games, rate.wins, round(float(rate.share), 4) if rate.games else None)


def _price(prices: Prices) -> PriceView:
    return PriceView(prices.count, _decimal(prices.mean), _decimal(prices.median))


def _identity(line: IdentityLine) -> IdentityView:
    return IdentityView(line.side, line.identity, line.faction, _rate(line.rate), _price(line.prices))


def _times(times: Times) -> TimeView:
    lengths = [TimeLine(b.minutes, b.minutes + BUCKET_MINUTES, b.games) for b in times.buckets]
    return TimeView(times.games, _decimal(times.mean), _decimal(times.median), times.longest, lengths)


def _decimal(value: Fraction | None) -> float | None:
    return round(float(value), 4) if value is not None else None
