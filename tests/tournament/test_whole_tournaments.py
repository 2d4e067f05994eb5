"""Whole tournaments played at random: odd fields, drops, returns, late entries, draws, double losses.

After every round: everybody is paired once or has the one bye, nobody meets twice while that can be
avoided, points are 3 for each win and bye, each drawn game is won by who lost the bid, and the standings
are a total order.
"""

from itertools import combinations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from app.sides import Side
from app.tournament.auction import Auction, Seat, pass_bid, place_bid
from app.tournament.pairing import Entrant, RoundPairing, pair
from app.tournament.results import DecidedBy, Decision, Ending, Outcome, Report, decide
from app.tournament.scoring import TableResult, bye_worth, game_of, worth_of
from app.tournament.standings import Outcome as Played
from app.tournament.standings import Sheet, rank
from app.tournament.structures import structure

GAMES = [
    Report(Outcome.CORP, Ending.AGENDA),
    Report(Outcome.RUNNER, Ending.DECKED),
    Report(Outcome.DRAW, Ending.TIME),
    Report(Outcome.DOUBLE_LOSS, Ending.FORFEIT),
]
MOST_PLAYERS = 14

CACHE_REFRESH = structure("cache-refresh")


def fewest_rematches(players: list[int], met: set[frozenset[int]]) -> int:
    """By trying every perfect matching; the bye of an odd field may be anybody's here."""
    if len(players) < 2:
        return 0
    first, *others = players
    return min(
        (frozenset((first, other)) in met) + fewest_rematches([p for p in others if p != other], met)
        for other in others
    )


class WholeTournament(RuleBasedStateMachine):
    """One event; every rule is something an organizer or a player does."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: dict[int, list[Played]] = {}
        self.dropped: set[int] = set()
        self.round = 0
        self.draws: list[tuple[Seat, Seat | None]] = []
        self.wins: dict[int, int] = {}

    @initialize(players=st.integers(2, 11))
    def registration(self, players: int) -> None:
        self.sheets = {player: [] for player in range(1, players + 1)}

    @precondition(lambda self: len(self.sheets) < MOST_PLAYERS)
    @rule()
    def late_entry(self) -> None:
        self.sheets[len(self.sheets) + 1] = []

    @precondition(lambda self: len(self.active) > 2)
    @rule(data=st.data())
    def drop(self, data: st.DataObject) -> None:
        self.dropped.add(data.draw(st.sampled_from(self.active)))

    @precondition(lambda self: self.dropped)
    @rule(data=st.data())
    def come_back(self, data: st.DataObject) -> None:
        self.dropped.remove(data.draw(st.sampled_from(sorted(self.dropped))))

    @rule(seed=st.integers(0, 2**31 - 1), data=st.data())
    def play_a_round(self, seed: int, data: st.DataObject) -> None:
        field = self.active
        entrants = [self.entrant(player) for player in field]
        pairing = pair(entrants, seed)
        assert pair(list(reversed(entrants)), seed) == pairing
        self.check(pairing, field)
        self.round += 1
        for first, second in pairing.pairings:
            self.play(first, second, data)
        if pairing.bye is not None:
            points = bye_worth(CACHE_REFRESH).points
            self.sheets[pairing.bye].append(Played(self.round, points, None, won=True))

    def play(self, first: int, second: int, data: st.DataObject) -> None:
        auction = place_bid(
            Auction(), Seat.FIRST, data.draw(st.integers(0, 10)), data.draw(st.sampled_from(Side))
        )
        while not auction.over:
            assert auction.turn is not None
            bid = data.draw(st.sampled_from([None, *auction.legal_bids[:3]]))
            auction = (
                pass_bid(auction, auction.turn) if bid is None else place_bid(auction, auction.turn, bid)
            )
        report = data.draw(st.sampled_from(GAMES))
        assert auction.settlement is not None
        decision = decide(report, auction.settlement)
        if report.outcome is Outcome.DRAW:
            self.draws.append((auction.settlement.winner, decision.winner))
        self.keep(first, second, decision, report.ending)

    def keep(self, first: int, second: int, decision: Decision, ending: Ending | None) -> None:
        worth = worth_of(TableResult((game_of(decision, ending),)), CACHE_REFRESH)
        for player, seat, opponent in ((first, Seat.FIRST, second), (second, Seat.SECOND, first)):
            won = decision.winner is seat
            self.sheets[player].append(Played(self.round, worth[seat].points, opponent, won))
        assert (decision.winner is None) == (decision.decided_by is DecidedBy.DOUBLE_LOSS)

    def check(self, pairing: RoundPairing, field: list[int]) -> None:
        seated = [player for both in pairing.pairings for player in both]
        byes = [] if pairing.bye is None else [pairing.bye]
        assert sorted(seated + byes) == sorted(field)
        assert len(byes) == len(field) % 2
        met = {
            frozenset(both) for both in combinations(field, 2) if both[1] in self.entrant(both[0]).opponents
        }
        rematches = sum(frozenset(both) in met for both in pairing.pairings)
        assert rematches == pairing.quality.rematches
        if rematches:
            without = [[p for p in field if p != bye] for bye in field] if byes else [field]
            fresh = [p for p in field if not self.entrant(p).byes]
            if byes and fresh:
                without = [[p for p in field if p != bye] for bye in fresh]
            assert rematches == min(fewest_rematches(rest, met) for rest in without)
        if byes and self.entrant(byes[0]).byes:
            assert all(self.entrant(player).byes for player in field)

    @property
    def active(self) -> list[int]:
        return [player for player in self.sheets if player not in self.dropped]

    def entrant(self, player: int) -> Entrant:
        sheet = Sheet(player, tuple(self.sheets[player]))
        return Entrant(player, sheet.points, sheet.opponents, sheet.byes)

    @invariant()
    def draws_are_won_by_who_lost_the_bid(self) -> None:
        assert all(winner is bid_winner.other for bid_winner, winner in self.draws)

    @invariant()
    def standings_are_a_total_order(self) -> None:
        if not self.sheets:
            return
        sheets = [Sheet(player, tuple(outcomes)) for player, outcomes in self.sheets.items()]
        rows = rank(sheets, {player: player for player in self.sheets})
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
        assert sorted(row.player for row in rows) == sorted(self.sheets)
        order = [(-row.points, -row.sos, -row.extended_sos, row.lot) for row in rows]
        assert order == sorted(order) and len(set(order)) == len(order)
        assert all(row.points == 3 * row.wins + 3 * row.byes for row in rows)


WholeTournament.TestCase.settings = settings(
    max_examples=40,
    stateful_step_count=14,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestWholeTournament = WholeTournament.TestCase
