"""Enums of columns that the rules of the game do not know: who acts, what they may do, whom words are for.

What the rules know is an enum of theirs (`app/tournament`, `app/sides.py`). Rows hold the members themselves
(`enum_column`), databases and archives their values.
"""

from enum import StrEnum

from app.sentences import Sentence, message, say


class ActorKind(StrEnum):
    """What kind of caller gives a command."""

    ORGANIZER = "organizer"
    PLAYER = "player"
    SYSTEM = "system"
    PUBLIC = "public"


class Role(StrEnum):
    """What somebody is to a tournament; a membership holds one of the first four."""

    OWNER = "owner"
    ORGANIZER = "organizer"
    JUDGE = "judge"
    DISPLAY = "display"
    PLAYER = "player"
    PUBLIC = "public"

    @property
    def word(self) -> Sentence:
        """The role as people write it."""
        return say(_ROLES[self])


_ROLES = {
    Role.OWNER: message("owner"),
    Role.ORGANIZER: message("organizer"),
    Role.JUDGE: message("judge"),
    Role.DISPLAY: message("display"),
    Role.PLAYER: message("player"),
    Role.PUBLIC: message("public"),
}


class Scope(StrEnum):
    """What a token may do: everything its organizer may, or only look."""

    WRITE = "write"
    READ = "read"


class JoinedBy(StrEnum):
    """Who entered a player."""

    ORGANIZER = "organizer"
    PLAYER = "player"


class EnteredBy(StrEnum):
    """Who entered a move of an auction; the OPPONENT at the one phone of a table."""

    PLAYER = "player"
    OPPONENT = "opponent"
    ORGANIZER = "organizer"
    SYSTEM = "system"
    PUBLIC = "public"


class SettledBy(StrEnum):
    """How the sides of a table were settled: SEED chosen by the higher seed, RIGHT by a rule of the cut, LOT
    drawn."""

    AUCTION = "auction"
    HAND = "hand"
    SEED = "seed"
    RIGHT = "right"
    LOT = "lot"


class Agreed(StrEnum):
    """What the players of a table agreed on in place of games."""

    INTENTIONAL_DRAW = "intentional-draw"
    TWO_FOR_ONE = "two-for-one"


class ReportKind(StrEnum):
    """What a report of a round says: one of its two games, or a proposal."""

    GAME = "game"
    TWO_FOR_ONE = "two-for-one"
    INTENTIONAL_DRAW = "intentional-draw"


class CheckOutcome(StrEnum):
    """How a deck check ended; the last two are penalties as well (`app/judge/penalties.py`)."""

    IN_ORDER = "in-order"
    WARNING = "warning"
    GAME_LOSS = "game-loss"


class SaidTo(StrEnum):
    """The `kind` of an announcement: whom it is for, and whether it ends with the round."""

    ALL = "announcement"
    ALL_IN_ROUND = "round"
    ONE_PLAYER = "notice"
    # A call for a judge, before calls had a table of their own; migrations and archives may bring one.
    CALL = "call"
