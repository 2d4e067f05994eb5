"""Tables of three to five players, for games scored by place: sizes, seats, what a place is worth.

As many tables of four as possible, the rest of three, and one of five for five players. Round 1 is drawn.
Later the players are dealt to the tables in snake order of their points, and equals are swapped while that
lowers the number of pairs who meet again: a greedy search, good enough up to forty players, without a proof.
Source: the rules of X.NET; the points by place are a choice of this program.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from app.sentences import say
from app.tournament.draws import Draw

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6  # of one table, put together by hand: six take long
_EXTRA_CARDS = {3: (0, 0, 1), 4: (0, 0, 1, 2), 5: (0, 0, 1, 1, 2), 6: (0, 0, 1, 1, 2, 2)}


@dataclass(frozen=True, slots=True)
class PodEntrant:
    """A player to seat: points by place so far, and everyone met so far (somebody met twice: twice)."""

    id: int
    points: Fraction = Fraction(0)
    met: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pods:
    """The tables from the first, each with its players in seat order; `met_again` counts the pairs of one
    table who met before."""

    tables: tuple[tuple[int, ...], ...]
    met_again: int


def table_sizes(players: int) -> tuple[int, ...]:
    """The sizes of the tables, larger first: 7 -> 4, 3. Raises ValueError below three players."""
    if players < FEWEST_PLAYERS:
        raise ValueError(say("A table needs at least 3 players: wait for more."))
    if players == 5:
        return (5,)
    threes = -players % 4
    return (4,) * ((players - 3 * threes) // 4) + (3,) * threes


def seat_pods(entrants: Sequence[PodEntrant], seed: int) -> Pods:
    """The tables of one round; equal for every order in which the players are listed.

    Raises ValueError with a sentence below three players or for a player who is there twice.
    """
    by_id = {entrant.id: entrant for entrant in entrants}
    if len(by_id) != len(entrants):
        raise ValueError(say("A player is entered twice: give every player once."))
    sizes = table_sizes(len(entrants))
    draw = Draw(seed, "pods")
    ordered = sorted(by_id, key=lambda player: (-by_id[player].points, draw(player), player))
    tables = _dealt(ordered, sizes)
    meetings = _meetings(entrants)
    _swap_equals(tables, by_id, meetings)
    seats = Draw(seed, "pod seats")
    return Pods(
        tuple(tuple(sorted(table, key=lambda player: (seats(player), player))) for table in tables),
        sum(_pairs_again(table, meetings) for table in tables),
    )


def _dealt(ordered: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal to the tables forwards and backwards in turn; a table that is full is passed over."""
    tables: list[list[int]] = [[] for _ in sizes]
    places = list(range(len(sizes)))
    waiting = list(ordered)
    while waiting:
        for place in places:
            if waiting and len(tables[place]) < sizes[place]:
                tables[place].append(waiting.pop(0))
        places.reverse()
    return tables


def _meetings(entrants: Sequence[PodEntrant]) -> Counter[frozenset[int]]:
    """How often each two have met, as either of them tells it."""
    told: Counter[frozenset[int]] = Counter()
    for entrant in entrants:
        for other, times in Counter(entrant.met).items():
            both = frozenset((entrant.id, other))
            told[both] = max(told[both], times)
    return told


def _again(table: Sequence[int], meetings: Counter[frozenset[int]]) -> int:
    """What a table costs: a third meeting more than a second."""
    return sum(meetings[frozenset(two)] ** 2 for two in combinations(table, 2))


def _pairs_again(table: Sequence[int], meetings: Counter[frozenset[int]]) -> int:
    return sum(meetings[frozenset(two)] > 0 for two in combinations(table, 2))


def _swap_equals(
    tables: list[list[int]], by_id: Mapping[int, PodEntrant], meetings: Counter[frozenset[int]]
) -> None:
    """Swap players with equal points between tables, the best swap first, until none helps."""
    while True:
        best, gain = None, 0
        for one, other in combinations(range(len(tables)), 2):
            before = _again(tables[one], meetings) + _again(tables[other], meetings)
            if not before:
                continue
            for here, a in enumerate(tables[one]):
                for there, b in enumerate(tables[other]):
                    if by_id[a].points != by_id[b].points:
                        continue
                    swapped_one = [*tables[one][:here], b, *tables[one][here + 1 :]]
                    swapped_other = [*tables[other][:there], a, *tables[other][there + 1 :]]
                    less = before - _again(swapped_one, meetings) - _again(swapped_other, meetings)
                    if less > gain:
                        best, gain = (one, swapped_one, other, swapped_other), less
        if best is None:
            return
        one, swapped_one, other, swapped_other = best
        tables[one], tables[other] = swapped_one, swapped_other


def extra_cards(players: int) -> tuple[int, ...]:
    """How many cards each seat of a table draws on top, by seat; nothing for a table that cannot play."""
    return _EXTRA_CARDS.get(players, (0,) * players)


def places(points: Mapping[int, int]) -> dict[int, int]:
    """The place of each player of a table, 1 for the most points; equals share the better place."""
    return {player: 1 + sum(other > own for other in points.values()) for player, own in points.items()}


def place_points(points: Mapping[int, int]) -> dict[int, Fraction]:
    """Match points of one table by player: n-1 for the first of n, then one less each, 0 for the last; equals
    share what their places are worth together."""
    worth = {}
    for player, own in points.items():
        better = sum(other > own for other in points.values())
        equal = sum(other == own for other in points.values())
        total = sum(len(points) - 1 - place for place in range(better, better + equal))
        worth[player] = Fraction(total, equal)
    return worth


def shares(points: Mapping[int, int]) -> dict[int, Fraction]:
    """The part of the table's points each player has, for the tie-break; equal parts where nobody has any."""
    total = sum(points.values())
    if not total:
        return {player: Fraction(1, len(points)) for player in points}
    return {player: Fraction(own, total) for player, own in points.items()}
