"""Where the rulings of an event are: its edition of the judge's desk, or the rules card of another game."""

from app.judge.editions import edition_for
from app.judge.side_games import GAMES
from app.tournament.structures import StructureCode, structure
from app.web.presenters.judge import judge_address

GAME = "/judge/games/"


def rulings_of(code: StructureCode, format_code: str) -> str:
    """The address, by the structure and the format of an event."""
    game = structure(code).game
    return f"{GAME}{game}" if game in GAMES else judge_address(edition=edition_for(format_code))
