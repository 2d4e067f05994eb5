"""Forms of games, one or two at a table, as the values the services take."""

from app.sentences import message, say
from app.services.play.two_games import OneGame
from app.tournament.results import Ending, Outcome, Report
from app.web.forms import Posted

_POINTS = message("Agenda points are whole numbers.")


def games_of(form: Posted) -> list[OneGame]:
    """The games in the form that have an outcome; Refused (422) for what can't be read."""
    return [_game(form, number) for number in (1, 2) if form.text(f"outcome_{number}")]


def _game(form: Posted, number: int) -> OneGame:
    outcome = form.choice(f"outcome_{number}", Outcome, message("Say who won the game."))
    ending = (
        form.choice(f"ending_{number}", Ending, message("Say how the game ended."))
        if form.text(f"ending_{number}")
        else None
    )
    points = [
        form.optional_whole(f"{side}_points_{number}", _POINTS, "invalid-points")
        for side in ("corp", "runner")
    ]
    corp_id = form.optional_whole(f"corp_{number}", message("Say who played Corp."), "corp-missing")
    if outcome is Outcome.DOUBLE_LOSS:
        return OneGame(number, Report(outcome), corp_id)
    return OneGame(number, Report(outcome, ending, points[0], points[1]), corp_id)


def two_for_one_of(form: Posted) -> int | None:
    """Who takes both games; None where nobody is named."""
    return form.optional_whole("two_for_one", message("Say who takes both games."), "winner-missing")


def report_of(form: Posted) -> Report:
    """The one game of a form at the desk; Refused (422) for what can't be read."""
    outcome = form.choice("outcome", Outcome, message("Choose who won, or what else happened."))
    ending = (
        form.choice("ending", Ending, message("Choose how the game ended.")) if form.text("ending") else None
    )
    if outcome is Outcome.DOUBLE_LOSS:
        return Report(outcome)
    points = [
        form.optional_whole(name, message("Agenda points are a whole number."), "invalid-points")
        for name in ("corp_points", "runner_points")
    ]
    return Report(outcome, ending, points[0], points[1], *_dice(form))


def duel_of(form: Posted) -> Report:
    """The game of a form without sides; Refused (422) for what can't be read."""
    outcome = form.choice("outcome", Outcome, str(say("Say who won, or that it was a tie.")))
    how = str(say("Say how the game ended."))
    ending = form.choice("ending", Ending, how) if form.text("ending") else None
    if outcome is Outcome.DOUBLE_LOSS:
        return Report(outcome)
    first, second = _dice(form)
    # The form has chosen seven Gigs before anybody touched it, and nobody ties by them.
    told = None if outcome is Outcome.TIE and ending is Ending.GIGS else ending
    return Report(outcome, told, first_dice=first, second_dice=second)


def _dice(form: Posted) -> tuple[int | None, int | None]:
    sentence = str(say("Gig dice are a whole number."))
    first, second = (
        form.optional_whole(name, sentence, "invalid-dice") for name in ("first_dice", "second_dice")
    )
    return first, second
