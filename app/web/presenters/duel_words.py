"""How a game without sides ended, in words: who won, how, with how many Gig dice."""

from app.sentences import message, t
from app.services.kernel.views import ReportView, ResultView, TableView
from app.tournament.duel import winner_of
from app.tournament.results import DecidedBy, Ending, Outcome

ENDINGS = (
    (Ending.GIGS, message("Seven Gigs")),
    (Ending.OVERTIME, message("Overtime")),
    (Ending.DECKED, message("Empty deck")),
    (Ending.TIME, message("Time")),
    (Ending.CONCESSION, message("Concession")),
    (Ending.FORFEIT, message("Forfeit")),
)
_WON = {
    None: message("{name} won"),
    Ending.GIGS: message("{name} won by Gigs"),
    Ending.OVERTIME: message("{name} won in overtime"),
    Ending.DECKED: message("{name} won: the other deck was empty"),
    Ending.TIME: message("{name} won at time"),
    Ending.CONCESSION: message("{name} won by concession"),
    Ending.FORFEIT: message("{name} won by forfeit"),
}
_WON_AGAINST = {
    None: message("{name} won against {other}"),
    Ending.GIGS: message("{name} won against {other} by Gigs"),
    Ending.OVERTIME: message("{name} won against {other} in overtime"),
    Ending.DECKED: message("{name} won against {other}, whose deck was empty"),
    Ending.TIME: message("{name} won against {other} at time"),
    Ending.CONCESSION: message("{name} won against {other} by concession"),
    Ending.FORFEIT: message("{name} won against {other} by forfeit"),
}
_TIE = {
    None: message("A tie"),
    Ending.OVERTIME: message("A tie in overtime"),
    Ending.DECKED: message("A tie: both decks were empty"),
    Ending.TIME: message("A tie at time"),
}


def duel_words(table: TableView, said: ResultView | ReportView, *, both: bool = False) -> str:
    """What happened at a table, like `Ana won by Gigs, 7 to 4 Gig dice`; `both` names the opponent, too."""
    if isinstance(said, ResultView) and said.intentional_draw:
        return t("An intentional draw")
    if said.outcome is None:
        return t("{name} has a bye", name=table.first.name)
    if said.outcome is Outcome.DOUBLE_LOSS:
        return t("A double loss: nobody gets points")
    seat = winner_of(said.outcome)
    if seat is None or table.second is None:
        return _with_dice(_tie_words(table, said), said.first_dice, said.second_dice)
    first_won = said.outcome is Outcome.FIRST
    winner, loser = (table.first, table.second) if first_won else (table.second, table.first)
    text = (_WON_AGAINST if both else _WON)[_ending(said)]
    dice = (said.first_dice, said.second_dice) if first_won else (said.second_dice, said.first_dice)
    return _with_dice(t(text, name=winner.name, other=loser.name), *dice)


def _tie_words(table: TableView, said: ResultView | ReportView) -> str:
    tie = t(_TIE.get(_ending(said), _TIE[None]))
    if (isinstance(said, ResultView) and said.decided_by is DecidedBy.TIE) or table.draw_winner_id is None:
        return tie
    winner = table.second if table.second and table.second.player_id == table.draw_winner_id else table.first
    return t("{tie}: {name} wins it, the higher seed", tie=tie, name=winner.name)


def _ending(said: ResultView | ReportView) -> Ending | None:
    return said.ending if said.ending in _WON else None


def _with_dice(sentence: str, won: int | None, lost: int | None) -> str:
    if won is None or lost is None:
        return sentence
    return t("{sentence}, {won} to {lost} Gig dice", sentence=sentence, won=won, lost=lost)


def began_words(table: TableView) -> str | None:
    """Who began, as a sentence without a full stop; None where nobody told."""
    if table.began_player_id is None:
        return None
    first = table.began_player_id == table.first.player_id
    name = table.first.name if first or table.second is None else table.second.name
    return (
        t("{name} began", name=name) if table.result and table.result.final else t("{name} begins", name=name)
    )
