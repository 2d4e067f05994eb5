"""The cut as columns of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar

from markupsafe import Markup

from app.sentences import Sentence, t
from app.services.event.brackets import BracketGame, BracketPlace, BracketPlayer, BracketView
from app.web.drawings.bracket import bracket_svg
from app.web.views import EventFrame, View
from app.words.written import listed_short


@dataclass(frozen=True)
class BracketSeat:
    """One player of a game of the cut; where nobody is known yet, `waits` says where they will come from."""

    seed: int | None
    name: str | None
    waits: str
    won: bool
    lost: bool


@dataclass(frozen=True)
class BracketCard:
    """One game of the cut; `meta` is its number and name."""

    meta: str
    seats: tuple[BracketSeat, BracketSeat]


@dataclass(frozen=True)
class BracketColumn:
    """A round of the cut."""

    name: str
    games: Sequence[BracketCard]


@dataclass(frozen=True)
class BracketShown:
    """A cut that has begun: as a drawing, as games, and the places that are settled."""

    tree: Markup
    rounds: Sequence[BracketColumn]
    places: Sequence[BracketPlace]


@dataclass(frozen=True, kw_only=True)
class BracketPage(View):
    """The page of the cut; `bracket` is None before it begins. `here` is the page's own address."""

    template: ClassVar[str] = "public/bracket.html"
    part: ClassVar[str] = "fragments/bracket.html"

    frame: EventFrame
    bracket: BracketShown | None
    cut_words: str
    here: str


def bracket_shown(view: BracketView) -> BracketShown:
    """The bracket for its page; names are escaped where they are drawn."""
    return BracketShown(bracket_tree(view), _columns(view), view.places)


def bracket_tree(view: BracketView) -> Markup:
    """The bracket as a drawing."""
    return Markup(bracket_svg(view))  # noqa: S704 - names are escaped where they are drawn


def _columns(view: BracketView) -> list[BracketColumn]:
    """Rounds in order, each with its games; games that turn out not to be needed are left out."""
    needed = [game for game in view.games if game.needed]
    return [_column(list(games)) for _, games in groupby(sorted(needed, key=_by_round), key=_by_round)]


def _by_round(game: BracketGame) -> int:
    return game.round


def _column(games: Sequence[BracketGame]) -> BracketColumn:
    """Games that are played at the same time, under their names."""
    name = listed_short(list(dict.fromkeys(str(game.name) for game in games)))
    return BracketColumn(name[:1].upper() + name[1:], [_game(game) for game in games])


def _game(game: BracketGame) -> BracketCard:
    return BracketCard(
        meta=_meta(game),
        seats=(
            _seat(game, game.first, str(game.first_from)),
            _seat(game, game.second, str(game.second_from)),
        ),
    )


def _meta(game: BracketGame) -> str:
    number, name = game.number, game.name
    if game.forfeited:
        return t("Game {number}, {name}: forfeited by both", number=number, name=name)
    if game.walkover:
        return t("Game {number}, {name}: walkover, no game", number=number, name=name)
    return t("Game {number}, {name}", number=number, name=name)


def _seat(game: BracketGame, player: BracketPlayer | None, waits: str | Sentence) -> BracketSeat:
    if player is None:
        return BracketSeat(None, None, str(waits), won=False, lost=False)
    won = game.winner_id == player.player_id
    lost = game.forfeited or (game.winner_id is not None and not won)
    return BracketSeat(player.seed, player.name, str(waits), won=won, lost=lost)
