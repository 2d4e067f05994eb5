"""Who plays which side at a table, and who wins a drawn game there.

An auction fills it (`Settlement`: a price was paid, and a draw is lost by who won the bid), the seeds of a
cut (`SeededSides`: nobody bid, so both start with everything, and a draw goes to the higher seed), or the
pairing (`AssignedSides`: nobody bid either, and a draw is a tie).
"""

from dataclasses import dataclass
from enum import StrEnum

from app.sides import Side
from app.tournament.auction import Seat, Settlement, Start, price


class SidesBy(StrEnum):
    """How the players of a table come to their sides; with BOTH each plays both, one after the other."""

    AUCTION = "auction"
    SEED = "seed"
    ASSIGNED = "assigned"
    BOTH = "both"


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


SidesOf = Settlement | SeededSides | AssignedSides
