"""Why a pairing looks as it does, in sentences: one reason per pair and per bye.

Reasons are told after the pairing is made, from what its optimality implies: a second bye happens only where
every player to be paired had one, a rematch only where no pairing has fewer, and where the cost is what the
scores alone allow, a pair of unequal scores is there because an odd number of players stands above the gap.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from app.tournament.field import Entrant

# Codes of reasons that tell of a broken rule.
BROKEN: Final = frozenset({"must-not-meet", "rematch", "second-bye"})


class Reason(NamedTuple):
    """`code` is one of locked, must-not-meet, rematch, same-points, different-points, given-bye, bye,
    second-bye."""

    players: tuple[int, ...]
    code: str
    sentence: str


@dataclass(frozen=True)
class Circumstances:
    """What the sentences are told from. `open_players` were to be paired when the locks were taken out;
    `by_scores`: the differences are the smallest the scores alone allow; `proven`: the optimum is proven."""

    entrants: Mapping[int, Entrant]
    open_players: Collection[int]
    locked: Collection[tuple[int, int]]
    apart: Collection[frozenset[int]]
    names: Mapping[int, str]
    by_scores: bool
    proven: bool

    def name(self, player: int) -> str:
        return self.names.get(player, f"Player {player}")

    def both(self, seats: tuple[int, int]) -> str:
        return f"{self.name(seats[0])} and {self.name(seats[1])}"

    @cached_property
    def open_ids(self) -> frozenset[int]:
        return frozenset(self.open_players)

    def has_met_all(self, player: int) -> bool:
        return self.open_ids <= {player, *self.entrants[player].opponents}


def pairing_reason(seats: tuple[int, int], told: Circumstances) -> Reason:
    """The reason for one pair, the weightiest first."""
    first, second = told.entrants[seats[0]], told.entrants[seats[1]]
    by_hand = bool(told.locked) and seats in told.locked
    if told.apart and frozenset(seats) in told.apart:
        why = ": paired by hand" if by_hand else _least(told, "keeps more of such players apart")
        sentence = f"{told.both(seats)} play each other though a setting keeps them apart{why}."
        return Reason(seats, "must-not-meet", sentence)
    if second.id in first.opponents or first.id in second.opponents:
        why = ": paired by hand" if by_hand else _why_rematch(seats, told)
        return Reason(seats, "rematch", f"{told.both(seats)} meet again{why}.")
    if by_hand:
        return Reason(seats, "locked", f"{told.both(seats)} were paired by hand.")
    if first.points == second.points:
        return Reason(seats, "same-points", f"Both have {_points(first.points)}.")
    high, low = (first, second) if first.points > second.points else (second, first)
    if told.by_scores:
        why = f"an odd number of players to pair has {high.points} or more"
    else:
        why = (
            "earlier meetings leave no pairing with smaller differences"
            if told.proven
            else "none better was found"
        )
    down = f"{told.name(high.id)} ({_points(high.points)}) is paired down to {told.name(low.id)}"
    return Reason(seats, "different-points", f"{down} ({_points(low.points)}): {why}.")


def _why_rematch(seats: tuple[int, int], told: Circumstances) -> str:
    for player in seats:
        if told.has_met_all(player):
            return f": {told.name(player)} has already met every possible opponent"
    return _least(told, "has fewer rematches")


def _least(told: Circumstances, comparison: str) -> str:
    return f": no pairing of this round {comparison}" if told.proven else ": no better pairing was found"


def bye_reason(player: int, given: bool, told: Circumstances) -> Reason:
    """Why this player has a bye; `given` by the organizer or locked, or the one of the odd field."""
    entrant, name = told.entrants[player], told.name(player)
    if given and entrant.byes:
        return Reason((player,), "second-bye", f"{name} has another bye: the organizer gave it.")
    if given:
        return Reason((player,), "given-bye", f"{name} has a bye from the organizer.")
    if entrant.byes:
        why = "every player to pair has had one" if len(told.open_ids) > 1 else "there is nobody to play"
        return Reason((player,), "second-bye", f"{name} has another bye: {why}.")
    lower = [told.entrants[other] for other in told.open_ids if told.entrants[other].points < entrant.points]
    if not lower:
        why = f"the lowest score ({_points(entrant.points)}) of an odd number of players"
    elif all(other.byes for other in lower):
        why = f"the lowest score ({_points(entrant.points)}) among those who had none yet"
    else:
        why = "with the bye at a lower score the others could only be paired worse"
    return Reason((player,), "bye", f"{name} has the bye: {why}.")


def _points(points: int) -> str:
    return "1 point" if points == 1 else f"{points} points"
