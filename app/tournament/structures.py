"""How a round is played and counted: the closed table of structures, independent of which cards are legal.

A structure is a frozen value chosen by its code; everything that differs between them is told by its fields.
Sources: Null Signal Games' Organized Play Policies 1.6.2 (1.1.3 to 1.1.5 on Swiss, 2.5.8 on ties), the Cache
Refresh rules of 2017, the rules of X.NET. Where no public policy exists the value is a setting's default.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from app.sentences import AnyOf, message, say
from app.sides import DeckSlot
from app.tournament.field import SideLaw


class StructureCode(StrEnum):
    """The name of a structure in databases, archives and requests."""

    CACHE_REFRESH = "cache-refresh"
    SINGLE_SIDED = "single-sided"
    DOUBLE_SIDED = "double-sided"
    DUEL = "duel"
    TABLE_POINTS = "table-points"


class Game(StrEnum):
    """Which game is played: its rules card, its deck law and its words."""

    NETRUNNER = "netrunner"
    CYBERPUNK = "cyberpunk"
    XNET = "xnet"


class Sides(StrEnum):
    """How the players of a table come to what they play."""

    AUCTION = "auction"
    ASSIGNED = "assigned"
    BOTH = "both"
    NONE = "none"


class DrawnGame(StrEnum):
    """Who a drawn game belongs to."""

    LOST_BY_BID_WINNER = "lost-by-bid-winner"
    TIE = "tie"
    BY_PLACE = "by-place"


class TieBreak(StrEnum):
    """What orders players with equal points."""

    SOS = "sos"
    EXTENDED_SOS = "extended-sos"
    SHARE = "share"
    LOT = "lot"


class Advice(StrEnum):
    """Which table says how many rounds suit a number of players."""

    SINGLE = "single"
    DOUBLE = "double"
    LOG2 = "log2"
    FEW = "few"


@dataclass(frozen=True, slots=True)
class Points:
    """Match points of a game, and of the bye of a whole round. `intentional_draw` is what each player of a
    table gets for one, None where it is not offered."""

    win: int = 3
    tie: int = 0
    loss: int = 0
    bye: int = 3
    timed_win: int = 3
    intentional_draw: int | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """The outcomes and endings a report may have. `two_for_one`: one player may take both games of a round
    for one, before the second is begun."""

    drawn: DrawnGame
    outcomes: tuple[str, ...]
    endings: tuple[str, ...]
    two_for_one: bool = False


@dataclass(frozen=True, slots=True)
class Seats:
    """The fewest and the most players of a table."""

    fewest: int = 2
    most: int = 2


@dataclass(frozen=True)
class Structure:
    """One way to play and count a round; `words` are the terms by which its pages differ.

    `games` a table and round; `aims` the aims of the pairing in their order, by the names of `Aims`, empty
    where tables are not paired; `decks` those a player hands in; `minutes` of a round by
    default; `cut_sides` how sides are found in the cut, None for no cut.
    """

    code: StructureCode
    name: str
    game: Game
    seats: Seats
    games: int
    sides: Sides
    results: Results
    points: Points
    aims: tuple[str, ...]
    tie_breaks: tuple[TieBreak, ...]
    minutes: int
    at_time: str
    decks: tuple[DeckSlot, ...]
    cut_sides: Sides | None
    advice: Advice
    words: Mapping[str, str] = field(default_factory=dict)

    def law(self, swapped_costs: int | None = None) -> SideLaw | None:
        """What the pairing needs to know of the sides: None where it does not assign them."""
        return SideLaw(swapped_costs) if self.sides is Sides.ASSIGNED else None

    @property
    def has_pods(self) -> bool:
        """Whether more than two sit at a table: such rounds have rows, results and standings of their own."""
        return self.seats.most > 2

    @property
    def has_ties(self) -> bool:
        """Whether a game can end in a tie."""
        return self.results.drawn is DrawnGame.TIE


_NETRUNNER_ENDINGS = ("agenda", "flatline", "decked", "time", "concession", "forfeit")
_FIRST = ("earlier_byes", "forbidden")
_SWISS: Final = (*_FIRST, "rematches", "later_meetings", "bye_points", "squares", "floats")
_BALANCED: Final = (
    *_FIRST, "same_sides", "sides_over", "rematches", "bye_points", "squares", "spread"
)  # fmt: skip
_BY_SCHEDULE: Final = (TieBreak.SOS, TieBreak.EXTENDED_SOS, TieBreak.LOT)

_ROWS: Final = (
    Structure(
        code=StructureCode.CACHE_REFRESH,
        name="Cache Refresh",
        game=Game.NETRUNNER,
        seats=Seats(),
        games=1,
        sides=Sides.AUCTION,
        results=Results(
            DrawnGame.LOST_BY_BID_WINNER, ("corp", "runner", "draw", "double-loss"), _NETRUNNER_ENDINGS
        ),
        points=Points(),
        aims=_SWISS,
        tie_breaks=_BY_SCHEDULE,
        minutes=40,
        at_time=message(
            "The active player finishes the turn, the other one takes one more; more agenda points win,"
            " equal points are a draw, which is lost by who won the bid."
        ),
        decks=(DeckSlot.CORP, DeckSlot.RUNNER),
        cut_sides=Sides.AUCTION,
        advice=Advice.SINGLE,
        words={"column": message("price"), "play": message("bid")},
    ),
    Structure(
        code=StructureCode.SINGLE_SIDED,
        name=message("Single-sided Swiss"),
        game=Game.NETRUNNER,
        seats=Seats(),
        games=1,
        sides=Sides.ASSIGNED,
        results=Results(DrawnGame.TIE, ("corp", "runner", "tie", "double-loss"), _NETRUNNER_ENDINGS),
        points=Points(tie=1, intentional_draw=1),
        aims=_BALANCED,
        tie_breaks=_BY_SCHEDULE,
        minutes=40,
        at_time=message(
            "The active player finishes the turn, the other one takes one more; more agenda points win,"
            " equal points are a tie."
        ),
        decks=(DeckSlot.CORP, DeckSlot.RUNNER),
        cut_sides=Sides.ASSIGNED,
        advice=Advice.SINGLE,
        words={"column": message("side balance"), "play": message("play your side")},
    ),
    Structure(
        code=StructureCode.DOUBLE_SIDED,
        name=message("Double-sided Swiss"),
        game=Game.NETRUNNER,
        seats=Seats(),
        games=2,
        sides=Sides.BOTH,
        results=Results(
            DrawnGame.TIE, ("corp", "runner", "tie", "double-loss"), _NETRUNNER_ENDINGS, two_for_one=True
        ),
        points=Points(tie=1, bye=6, intentional_draw=3),
        aims=_SWISS,
        tie_breaks=_BY_SCHEDULE,
        minutes=65,
        at_time=message(
            "The active player finishes the turn, the other one takes one more; more agenda points win,"
            " equal points are a tie. A second game that was not begun is a tie."
        ),
        decks=(DeckSlot.CORP, DeckSlot.RUNNER),
        cut_sides=Sides.ASSIGNED,
        advice=Advice.DOUBLE,
        words={"column": message("games"), "play": message("play both sides")},
    ),
    Structure(
        code=StructureCode.DUEL,
        name="Cyberpunk TCG",
        game=Game.CYBERPUNK,
        seats=Seats(),
        games=1,
        sides=Sides.NONE,
        results=Results(
            DrawnGame.TIE,
            ("first", "second", "tie", "double-loss"),
            ("gigs", "overtime", "decked", "time", "concession", "forfeit"),
        ),
        points=Points(tie=1, intentional_draw=1),
        aims=_SWISS,
        tie_breaks=_BY_SCHEDULE,
        minutes=50,
        at_time=message(
            "The active player finishes the turn, the other one takes one more; more Gig dice win, then more"
            " Street Cred, else the game is a tie."
        ),
        decks=(DeckSlot.ONE,),
        cut_sides=Sides.NONE,
        advice=Advice.LOG2,
        words={"column": message("began"), "play": message("roll who begins")},
    ),
    Structure(
        code=StructureCode.TABLE_POINTS,
        name="X.NET",
        game=Game.XNET,
        seats=Seats(3, 5),
        games=1,
        sides=Sides.NONE,
        results=Results(DrawnGame.BY_PLACE, ("places",), ("points", "time")),
        points=Points(win=0, bye=0, timed_win=0),
        aims=(),
        tie_breaks=(TieBreak.SHARE, TieBreak.LOT),
        minutes=120,
        at_time=message("Finish the round of turns; the points stand as they are."),
        decks=(),
        cut_sides=None,
        advice=Advice.FEW,
        words={"column": message("points"), "play": message("play in seat order")},
    ),
)

STRUCTURES: Final[Mapping[StructureCode, Structure]] = MappingProxyType({row.code: row for row in _ROWS})
DEFAULT: Final = StructureCode.CACHE_REFRESH


def structure(code: str) -> Structure:
    """The structure with this code. Raises ValueError with a sentence for a code that is none."""
    try:
        return STRUCTURES[StructureCode(code)]
    except ValueError:
        raise ValueError(
            say(
                "There is no structure {code}: choose one of {known}.",
                code=repr(code),
                known=AnyOf(STRUCTURES),
            )
        ) from None
