"""The settings of one event as a frozen value: round length, points, decks, cut.

Defaults are those of the Cache Refresh format; an organizer may change them before the first round.
"""

from dataclasses import dataclass
from enum import StrEnum


class DeckPolicy(StrEnum):
    """Whether decks must be handed in before the first round."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NONE = "none"


class DecksChange(StrEnum):
    """When players may hand in another deck once the event has begun."""

    LOCKED = "locked"
    BETWEEN_ROUNDS = "between-rounds"


class DecksOpen(StrEnum):
    """When everybody may see the decks; CUT opens those of the players in the top cut."""

    NEVER = "never"
    AFTER_EVENT = "after-event"
    CUT = "cut"


class CutKind(StrEnum):
    """How the top cut is played."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    TABLE = "table"  # one last table of several players


class CutSides(StrEnum):
    """How sides are found in the top cut; NONE in a game without sides."""

    AUCTION = "auction"
    SEED = "seed"
    NONE = "none"


CUT_SIZES: dict[CutKind, tuple[int, ...]] = {
    CutKind.NONE: (0,),
    CutKind.SINGLE: (2, 3, 4, 8, 16),
    CutKind.DOUBLE: (4, 8, 16),
    CutKind.TABLE: (3, 4, 5),
}


@dataclass(frozen=True)
class Rules:
    """Settings of an event.

    `round_minutes` is the length of a game in minutes; the points are match points per table;
    `planned_rounds` is None while the advice for the number of players applies.
    """

    round_minutes: int = 40
    win_points: int = 3
    timed_win_points: int = 3
    bye_points: int = 3
    planned_rounds: int | None = None
    deck_policy: DeckPolicy = DeckPolicy.REQUIRED
    cut_kind: CutKind = CutKind.NONE
    cut_size: int = 0
    cut_sides: CutSides = CutSides.AUCTION
