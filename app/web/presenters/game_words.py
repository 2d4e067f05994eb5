"""What sides, outcomes and endings of a game are called, each with a text of its own to translate."""

from app.sentences import message, t
from app.sides import Side
from app.tournament.results import Ending, Outcome

SIDES = {Side.CORP: message("Corp"), Side.RUNNER: message("Runner")}
OUTCOMES = {
    Outcome.CORP: message("Corp won"),
    Outcome.RUNNER: message("Runner won"),
    # words: a game that was played and that nobody won
    Outcome.TIE: message("Tie"),
    # words: a game that nobody won at the table; the rules then give it to one of the two
    Outcome.DRAW: message("Draw"),
    Outcome.DOUBLE_LOSS: message("Double loss"),
}
ENDINGS = {
    Ending.AGENDA: message("Agenda points"),
    Ending.FLATLINE: message("Flatline"),
    # words: the Corp had to draw from an empty deck
    Ending.DECKED: message("R&D empty"),
    Ending.TIME: message("Time"),
    Ending.CONCESSION: message("Concession"),
    Ending.FORFEIT: message("Forfeit"),
}
# words: the next six stand in the place of {how}, as in "Ana won as Corp, 7–3 by agenda points"
BY_ENDING = {
    Ending.AGENDA: message("by agenda points"),
    Ending.FLATLINE: message("by flatline"),
    Ending.DECKED: message("with R&D empty"),
    Ending.TIME: message("at time"),
    Ending.CONCESSION: message("by concession"),
    Ending.FORFEIT: message("by forfeit"),
}


def side_word(side: Side) -> str:
    """A side in the reader's language."""
    return t(SIDES[side])


def outcome_choices(*outcomes: Outcome) -> tuple[tuple[Outcome, str], ...]:
    """Outcomes for a form, each with its text."""
    return tuple((outcome, t(OUTCOMES[outcome])) for outcome in outcomes)


def ending_choices() -> tuple[tuple[Ending, str], ...]:
    """All endings for a form, each with its text."""
    return tuple((ending, t(text)) for ending, text in ENDINGS.items())
