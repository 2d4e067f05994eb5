"""A player's own place and games, in the cut with the place reached there."""

from dataclasses import replace

from app.services.event.questions import Questions
from app.services.kernel.views import TournamentView
from app.tournament.lifecycle import Phase
from app.tournament.rules import CutKind
from app.web.presenters.game_rows import game_row
from app.web.presenters.records import RecordShown, record_shown


def in_bracket(event: TournamentView) -> bool:
    """Whether a cut is played game by game, and not at one table."""
    return event.phase is Phase.TOP_CUT and event.cut_kind != CutKind.TABLE


def cut_place(ask: Questions, me: int) -> int | None:
    """The place a player has reached in the cut; None for who still plays in it or never did."""
    return next((each.place for each in ask.bracket().places if each.player_id == me), None)


def own_record(ask: Questions, event: TournamentView, me: int) -> RecordShown:
    """The player's place and games, for the time between two games; in a cut its place."""
    over = event.phase is Phase.FINISHED
    games = [game_row(table, me) for table in ask.games_of(me)]
    mine = ask.standing_of(me)
    if mine is not None and in_bracket(event) and (place := cut_place(ask, me)) is not None:
        mine = replace(mine, rank=place)
    return record_shown(ask.standings(), mine, ask.final_order() if over else None, games)
