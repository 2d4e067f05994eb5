"""How a game ended and who wins by it: the draw rule, forfeits, byes, double losses, points.

A drawn game is lost by the player who won the bid, a bid of 0 included; in a cut with sides by seed it goes
to the higher seed; where the pairing assigns the sides, or both are played, it is a tie. Equal agenda points
at time are a draw. A double loss gives nobody points.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.sentences import Sentence, message, say
from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.sides import AssignedSides, SeededSides, SidesOf

# Some agendas are worth less than nothing in the Runner's score area, so points can be negative.
FEWEST_POINTS = -20
MOST_POINTS = 20
# A game is won with so many agenda points, unless the Corp plays an identity that lowers it.
WINNING_POINTS = 7
_LOWER_WINNING_POINTS = {"harmony medtech": 6}
FEWEST_WINNING_POINTS = min(_LOWER_WINNING_POINTS.values())


class Outcome(StrEnum):
    """What the table says happened."""

    CORP = "corp"
    RUNNER = "runner"
    DRAW = "draw"
    TIE = "tie"
    DOUBLE_LOSS = "double-loss"
    # Of a game without sides: the seat that won.
    FIRST = "first"
    SECOND = "second"


class Ending(StrEnum):
    """How the game came to its end."""

    AGENDA = "agenda"
    FLATLINE = "flatline"
    DECKED = "decked"
    TIME = "time"
    CONCESSION = "concession"
    FORFEIT = "forfeit"
    # Of the Cyberpunk TCG.
    GIGS = "gigs"
    OVERTIME = "overtime"


class DecidedBy(StrEnum):
    """Why the winner is the winner."""

    GAME = "game"
    DRAW_RULE = "draw-rule"
    TIE = "tie"
    HIGHER_SEED = "higher-seed"
    FORFEIT = "forfeit"
    BYE = "bye"
    DOUBLE_LOSS = "double-loss"


class ResultRefused(ValueError):
    """A report that contradicts itself or the rules; `code` names the reason, `field` the part of the report
    that was refused, where it was one."""

    def __init__(self, code: str, said: Sentence, field: str | None = None) -> None:
        super().__init__(said)
        self.code = code
        self.said = said
        self.field = field


@dataclass(frozen=True)
class Report:
    """What a player or the organizer says: outcome, ending if told, agenda points if told; in a game without
    sides the Gig dice of both seats if told."""

    outcome: Outcome
    ending: Ending | None = None
    corp_points: int | None = None
    runner_points: int | None = None
    first_dice: int | None = None
    second_dice: int | None = None

    def agrees_with(self, other: "Report") -> bool:
        """True when nothing both reports tell differs; what only one tells is no contradiction."""
        pairs = (
            (self.ending, other.ending),
            (self.corp_points, other.corp_points),
            (self.runner_points, other.runner_points),
            (self.first_dice, other.first_dice),
            (self.second_dice, other.second_dice),
        )
        return self.outcome is other.outcome and all(a == b for a, b in pairs if None not in (a, b))

    def completed_by(self, other: "Report") -> "Report":
        """This report with what only the other one tells filled in."""
        return Report(
            self.outcome,
            self.ending if self.ending is not None else other.ending,
            self.corp_points if self.corp_points is not None else other.corp_points,
            self.runner_points if self.runner_points is not None else other.runner_points,
            self.first_dice if self.first_dice is not None else other.first_dice,
            self.second_dice if self.second_dice is not None else other.second_dice,
        )


@dataclass(frozen=True)
class Decision:
    """Who wins the table, None for a double loss, and why."""

    winner: Seat | None
    decided_by: DecidedBy


# Nobody won the game: what becomes of it depends on how the sides came.
DRAWN = (Outcome.DRAW, Outcome.TIE)
# What each ending can lead to; a flatline, for one, is always the Corp's win.
_OUTCOMES_OF_ENDING: dict[Ending, tuple[Outcome, ...]] = {
    Ending.AGENDA: (Outcome.CORP, Outcome.RUNNER, *DRAWN),
    Ending.FLATLINE: (Outcome.CORP,),
    Ending.DECKED: (Outcome.RUNNER,),
    Ending.TIME: (Outcome.CORP, Outcome.RUNNER, *DRAWN),
    Ending.CONCESSION: (Outcome.CORP, Outcome.RUNNER),
    Ending.FORFEIT: (Outcome.CORP, Outcome.RUNNER, Outcome.DOUBLE_LOSS),
}

# Endings and outcomes of this game; the others belong to one without sides (duel.py).
_OF_SIDES = (Outcome.CORP, Outcome.RUNNER, *DRAWN, Outcome.DOUBLE_LOSS)

_WHY_NOT: dict[Ending, str] = {
    Ending.AGENDA: message("A double loss is no win by agenda points: choose forfeit."),
    Ending.FLATLINE: message("A flatline is won by the Corp: check who won."),
    Ending.DECKED: message("When R&D is empty the Runner wins: check who won."),
    Ending.TIME: message("A double loss is not decided by time: choose forfeit."),
    Ending.CONCESSION: message(
        "A concession is won by the player who did not concede: choose Corp or Runner."
    ),
    Ending.FORFEIT: message(
        "A forfeit is lost by one player or by both: choose Corp, Runner or double loss."
    ),
}


def check_report(report: Report) -> None:
    """Raise ResultRefused when the report contradicts itself; see `Report` for its parts.

    Codes: not-of-this-game, points-out-of-range, ending-contradicts-outcome, points-contradict-outcome.
    """
    dice = (report.first_dice, report.second_dice) != (None, None)
    known = report.ending is None or report.ending in _OUTCOMES_OF_ENDING
    if report.outcome not in _OF_SIDES or dice or not known:
        raise ResultRefused(
            "not-of-this-game",
            say("This game is won by a side: say Corp or Runner, and an ending it can have."),
        )
    for field in ("corp_points", "runner_points"):
        points = getattr(report, field)
        if points is not None and not FEWEST_POINTS <= points <= MOST_POINTS:
            raise ResultRefused(
                "points-out-of-range",
                say(
                    "Agenda points go from {fewest} to {most}; {points} does not.",
                    fewest=FEWEST_POINTS,
                    most=MOST_POINTS,
                    points=points,
                ),
                field,
            )
    if report.ending is not None and report.outcome not in _OUTCOMES_OF_ENDING[report.ending]:
        raise ResultRefused("ending-contradicts-outcome", say(_WHY_NOT[report.ending]), "ending")
    _check_points(report)


_UNEVEN = {
    Outcome.DRAW: message(
        "With {corp} for the Corp and {runner} for the Runner: a draw needs equal agenda points."
    ),
    Outcome.TIE: message(
        "With {corp} for the Corp and {runner} for the Runner: a tie needs equal agenda points."
    ),
}


def _check_points(report: Report) -> None:
    corp, runner = report.corp_points, report.runner_points
    counted = report.ending in (Ending.AGENDA, Ending.TIME) or report.outcome in DRAWN
    if corp is None or runner is None or not counted:
        return
    fits = {
        Outcome.CORP: corp > runner,
        Outcome.RUNNER: runner > corp,
        Outcome.DRAW: corp == runner,
        Outcome.TIE: corp == runner,
        Outcome.DOUBLE_LOSS: True,
    }
    if not fits[report.outcome]:
        told = _UNEVEN.get(
            report.outcome,
            message(
                "With {corp} for the Corp and {runner} for the Runner: the winner has more agenda points than"
                " the loser; equal points at time are a draw."
            ),
        )
        raise ResultRefused("points-contradict-outcome", say(told, corp=corp, runner=runner), "corp_points")


def winning_points(corp_identity: str | None) -> int:
    """Agenda points that win a game against or with this Corp: 7, and 6 when Harmony Medtech plays."""
    name = (corp_identity or "").partition(":")[0].strip().casefold()
    return _LOWER_WINNING_POINTS.get(name, WINNING_POINTS)


def check_winning_points(report: Report, needed: int) -> None:
    """Raise ResultRefused agenda-points-too-few when a win by agenda points has fewer than `needed`."""
    won = {Outcome.CORP: report.corp_points, Outcome.RUNNER: report.runner_points}.get(report.outcome)
    if report.ending is Ending.AGENDA and won is not None and won < needed:
        raise ResultRefused(
            "agenda-points-too-few",
            say(
                "A win by agenda points needs {needed} of them, and the winner has {won}. Did the "
                "game end at time, by flatline, with R&D empty or by concession? Choose that, or "
                "correct the points.",
                needed=needed,
                won=won,
            ),
        )


def decide(report: Report, sides: SidesOf) -> Decision:
    """The seat that wins, by the game or by the rule for draws; raises ResultRefused as `check_report`,
    and no-ties."""
    check_report(report)
    match report.outcome:
        case Outcome.CORP:
            return Decision(sides.seat_of(Side.CORP), DecidedBy.GAME)
        case Outcome.RUNNER:
            return Decision(sides.seat_of(Side.RUNNER), DecidedBy.GAME)
        case Outcome.TIE if isinstance(sides, Settlement):
            raise ResultRefused("no-ties", say("No game ends in a tie here: say who won, or enter a draw."))
        case Outcome.DRAW | Outcome.TIE:
            return draw_of(sides)
        case Outcome.DOUBLE_LOSS | Outcome.FIRST | Outcome.SECOND:
            # The last two were refused above: they are of a game without sides.
            return Decision(None, DecidedBy.DOUBLE_LOSS)


def draw_of(sides: SidesOf) -> Decision:
    """Who wins a drawn game: the player who did not win the bid; by seed the higher one; else it is a tie."""
    if isinstance(sides, AssignedSides):
        return Decision(None, DecidedBy.TIE)
    if isinstance(sides, SeededSides):
        return Decision(sides.higher_seed, DecidedBy.HIGHER_SEED)
    return Decision(sides.winner.other, DecidedBy.DRAW_RULE)


BYE = Decision(Seat.FIRST, DecidedBy.BYE)
