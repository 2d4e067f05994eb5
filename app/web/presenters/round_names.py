"""What a round is called everywhere: its number, and in a cut the games that are played in it."""

from collections.abc import Sequence

from app.sentences import t
from app.services.kernel.views import RoundView, TableView, TournamentView
from app.tournament.lifecycle import Stage
from app.tournament.topcut import bracket
from app.words.written import listed_short


def round_name(event: TournamentView, found: RoundView) -> str:
    """`Round 3`; in a cut `Round 7 (upper final, lower round 1)`."""
    if found.stage is Stage.TOP_CUT and found.pods:
        return t("Round {number} (final table)", number=found.number)
    return _named(event, found.number, [table.game_number for table in found.tables])


def round_of_table(event: TournamentView, table: TableView) -> str:
    """The round of a table; in a cut with the game played there: `Round 7 (upper final)`."""
    return _named(event, table.round, [table.game_number])


def games_name(event: TournamentView, numbers: Sequence[int | None]) -> str:
    """What these games of the cut are called, each name once: `upper final, lower round 1`; else empty."""
    wanted = {number for number in numbers if number is not None}
    if not wanted:
        return ""
    games = bracket(event.cut_kind, event.cut_size).games
    return listed_short(list(dict.fromkeys(str(game.said) for game in games if game.number in wanted)))


def _named(event: TournamentView, number: int, games: Sequence[int | None]) -> str:
    if played := games_name(event, games):
        return t("Round {number} ({games})", number=number, games=played)
    return t("Round {number}", number=number)
