"""Who plays which side at a table, and who wins a drawn game there.

An auction fills it (`Settlement`: a price was paid, and a draw is lost by who won the bid), the seeds of a
cut (`SeededSides`: nobody bid, so both start with everything, and a draw goes to the higher seed), or the
pairing (`AssignedSides`: nobody bid either, and a draw is a tie). In a game without sides there is nothing to
settle (`NoSides`).
"""

from dataclasses import dataclass
from enum import StrEnum

from app.sides import Side
from app.tournament.auction import Seat, Settlement, Start, price


class SidesBy(StrEnum):
    """How the players of a table come to their sides; with BOTH each plays both, one after the other,
    with NONE the game has no sides."""

    AUCTION = "auction"
    SEED = "seed"
    ASSIGNED = "assigned"
    BOTH = "both"
    NONE = "none"


@dataclass(frozen=True)
class SeededSides:
    """Sides nobody paid for: the seat that plays the Corp, and the seat of the higher seed."""

    corp: Seat
    higher_seed: Seat

    def seat_of(self, side: Side) -> Seat:
        """The seat that plays `side`."""
        return self.corp if side is Side.CORP else self.corp.other

    def start_of(self, side: Side) -> Start:
        """Starting hand and credits of `side`: nothing was bid."""
        return price(0)


@dataclass(frozen=True)
class AssignedSides:
    """Sides that the pairing assigned: the seat that plays the Corp."""

    corp: Seat

    def seat_of(self, side: Side) -> Seat:
        """The seat that plays `side`."""
        return self.corp if side is Side.CORP else self.corp.other

    def start_of(self, side: Side) -> Start:
        """Starting hand and credits of `side`: nothing was bid."""
        return price(0)


@dataclass(frozen=True)
class NoSides:
    """Nobody has a side. `higher_seed` wins a tied game of the cut; None where a tie counts."""

    higher_seed: Seat | None = None


SidesOf = Settlement | SeededSides | AssignedSides
# What must be known before a game can be reported.
Settled = SidesOf | NoSides
