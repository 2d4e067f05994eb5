"""Results of a game without sides, the Cyberpunk TCG: who won, how, with how many Gig dice, and who began.

Seven Gig dice at the start of a turn win; in overtime they win at once. Who has to draw from an empty deck
loses. Both at the same moment is a tie. At time more Gig dice win, then more Street Cred, else it is a tie
(comprehensive rules of 2026-09-01; the rule for the time is this program's choice, for no public policy is
known). A tied game of the cut goes to the higher seed.
"""

from app.sentences import say
from app.tournament.auction import Seat
from app.tournament.results import DRAWN, DecidedBy, Decision, Ending, Outcome, Report, ResultRefused
from app.tournament.sides import NoSides

# Each player brings six.
ALL_DICE = 12
WINNING_DICE = 7
_WON = (Outcome.FIRST, Outcome.SECOND)
OUTCOMES = (*_WON, Outcome.TIE, Outcome.DOUBLE_LOSS)
_OUTCOMES_OF_ENDING: dict[Ending, tuple[Outcome, ...]] = {
    Ending.GIGS: (*_WON, Outcome.TIE),
    Ending.OVERTIME: (*_WON, Outcome.TIE),
    Ending.DECKED: (*_WON, Outcome.TIE),
    Ending.TIME: (*_WON, Outcome.TIE),
    Ending.CONCESSION: _WON,
    Ending.FORFEIT: (*_WON, Outcome.DOUBLE_LOSS),
}
# Endings by which somebody wins with fewer than seven dice.
_FEWER_WIN = (Ending.OVERTIME, Ending.TIME, Ending.CONCESSION, Ending.DECKED, Ending.FORFEIT)


def winner_of(outcome: Outcome) -> Seat | None:
    """The seat an outcome names; None where nobody won."""
    return {Outcome.FIRST: Seat.FIRST, Outcome.SECOND: Seat.SECOND}.get(outcome)


def won_by(seat: Seat) -> Outcome:
    """The outcome of a game that this seat won."""
    return Outcome.FIRST if seat is Seat.FIRST else Outcome.SECOND


def check_duel(report: Report) -> None:
    """Raise ResultRefused where a report contradicts itself or the game.

    Codes: no-sides, ending-contradicts-outcome, dice-out-of-range, too-few-dice, dice-contradict-outcome.
    """
    agenda = (report.corp_points, report.runner_points) != (None, None)
    if report.outcome not in (*OUTCOMES, *DRAWN) or agenda:
        raise ResultRefused(
            "no-sides",
            say("This game has no Corp and no Runner: say which player won, first or second, or a tie."),
        )
    _check_ending(report)
    _check_dice(report)


def _check_ending(report: Report) -> None:
    if report.ending is None:
        return
    allowed = _OUTCOMES_OF_ENDING.get(report.ending)
    if allowed is None:
        raise ResultRefused(
            "ending-contradicts-outcome",
            say(
                "A game of the Cyberpunk TCG does not end so: choose seven Gigs, overtime, empty deck, "
                "time, concession or forfeit."
            ),
            "ending",
        )
    outcome = Outcome.TIE if report.outcome in DRAWN else report.outcome
    if outcome in allowed:
        return
    if outcome is Outcome.DOUBLE_LOSS:
        said = say("Both lose by a forfeit alone: choose forfeit, or say who won.")
    else:
        said = say("A concession or a forfeit is no tie: say who won.")
    raise ResultRefused("ending-contradicts-outcome", said, "ending")


def _check_dice(report: Report) -> None:
    told = [dice for dice in (report.first_dice, report.second_dice) if dice is not None]
    if any(not 0 <= dice <= ALL_DICE for dice in told) or sum(told) > ALL_DICE:
        raise ResultRefused(
            "dice-out-of-range",
            say(
                "There are {all} Gig dice in the game, from 0 to {all} for both together: count again.",
                all=ALL_DICE,
            ),
            "first_dice",
        )
    winner = winner_of(report.outcome)
    won, lost = report.first_dice, report.second_dice
    if winner is Seat.SECOND:
        won, lost = lost, won
    if winner is not None and won is not None and won < WINNING_DICE and report.ending not in _FEWER_WIN:
        raise ResultRefused(
            "too-few-dice",
            say(
                "A win by Gigs needs {needed} dice, and the winner has {dice}. Did the game end "
                "in overtime, at time, with an empty deck or by concession? Choose that, or correct "
                "the dice.",
                needed=WINNING_DICE,
                dice=won,
            ),
            "first_dice",
        )
    if report.ending is Ending.TIME and won is not None and lost is not None:
        _check_time(winner, won, lost)


def _check_time(winner: Seat | None, won: int, lost: int) -> None:
    """Equal dice leave it to Street Cred, which is not told."""
    if winner is None and won != lost:
        said = say(
            "At time more Gig dice win, so {won} and {lost} are no tie: check who won.", won=won, lost=lost
        )
    elif winner is not None and won < lost:
        said = say(
            "At time more Gig dice win, and the winner has {won} to {lost}: check who won.",
            won=won,
            lost=lost,
        )
    else:
        return
    raise ResultRefused("dice-contradict-outcome", said, "first_dice")


def decide_duel(report: Report, sides: NoSides) -> Decision:
    """The seat that wins, None for a tie or a double loss, and why. Raises ResultRefused as `check_duel`."""
    check_duel(report)
    if report.outcome is Outcome.DOUBLE_LOSS:
        return Decision(None, DecidedBy.DOUBLE_LOSS)
    winner = winner_of(report.outcome)
    return tie_of(sides) if winner is None else Decision(winner, DecidedBy.GAME)


def tie_of(sides: NoSides) -> Decision:
    """What a tie becomes: in the cut the higher seed wins it."""
    if sides.higher_seed is not None:
        return Decision(sides.higher_seed, DecidedBy.HIGHER_SEED)
    return Decision(None, DecidedBy.TIE)
