"""The cut as a tree: a column per step towards the final, a box per game, a line to where its winner goes.

A game stands in the middle of the games whose winners it waits for; in double elimination the lower bracket
stands below the upper one and both lead to the grand final. Which game follows which is read from the
bracket's table, as everything about a cut.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from app.sentences import Sentence, t
from app.services.event.brackets import BracketGame, BracketPlayer, BracketView
from app.tournament.rules import CutKind
from app.tournament.topcut import Bracket, From, Game, bracket
from app.web.drawings.svg import drawing, picture, shortened, tag, text

# Names of two words are whole; six columns, a double elimination of eight, fit the width of a laptop.
BOX_WIDTH, BOX_HEIGHT = 186, 50
COLUMN, ROW = BOX_WIDTH + 22, BOX_HEIGHT + 22
BETWEEN_BRACKETS = 26
TOP = 14
LONGEST_NAME = 21
SOFT_LINE, SOFT_TEXT = 0.35, 0.75


@dataclass(frozen=True)
class _Spot:
    """The upper left corner of a game's box."""

    x: float
    y: float

    @property
    def middle(self) -> float:
        """The height at which lines come and go."""
        return self.y + BOX_HEIGHT / 2


def bracket_svg(view: BracketView, *, as_picture: bool = False, title: str | None = None) -> str:
    """The tree as SVG; a reset that is not needed is left out. `as_picture`: a file that stands alone."""
    table = bracket(view.kind, view.size)
    games = {game.number: game for game in view.games if game.needed}
    spots = {number: spot for number, spot in _spots(table).items() if number in games}
    width = max(spot.x for spot in spots.values()) + BOX_WIDTH
    height = max(spot.y for spot in spots.values()) + BOX_HEIGHT + 2
    lines = [
        _line(spots[game.number], spots[game.winner_to])
        for game in table.games
        if game.number in spots and game.winner_to in spots
    ]
    boxes = [_box(games[number], spot) for number, spot in spots.items()]
    frame = picture if as_picture else drawing
    return frame([*lines, *boxes], width, height, title or _title(view))


def _title(view: BracketView) -> str:
    champion = next((place.name for place in view.places if place.place == 1), None)
    if view.kind is CutKind.DOUBLE:
        said = t("Bracket of the top {size}, double elimination", size=view.size)
    else:
        said = t("Bracket of the top {size}, single elimination", size=view.size)
    return t("{bracket}, won by {champion}", bracket=said, champion=champion) if champion else said


def _spots(table: Bracket) -> Mapping[int, _Spot]:
    columns: dict[int, int] = {}
    heights: dict[int, float] = {}
    for game in table.games:
        columns[game.number] = max((columns[number] + 1 for number in _feeders(game)), default=0)
    next_free = float(TOP)
    for lower in (False, True):
        for game in table.games:
            if game.lower is not lower or _is_grand(game):
                continue
            before = [heights[number] for number in _feeders(game)]
            heights[game.number] = sum(before) / len(before) if before else next_free
            next_free += 0 if before else ROW
        next_free += BETWEEN_BRACKETS
    for game in filter(_is_grand, table.games):
        before = [heights[number] for number in _feeders(game)]
        heights[game.number] = sum(before) / len(before)
    return {number: _Spot(columns[number] * COLUMN, heights[number]) for number in columns}


def _is_grand(game: Game) -> bool:
    """Whether both brackets of a double elimination meet in it."""
    return game.name.startswith("grand")


def _feeders(game: Game) -> list[int]:
    """The games whose winners play this one."""
    return [slot.number for slot in (game.first, game.second) if slot.origin is From.WINNER]


def _line(start: _Spot, end: _Spot) -> str:
    turn = end.x - 9
    way = f"M{start.x + BOX_WIDTH:g} {start.middle:g}H{turn:g}V{end.middle:g}H{end.x:g}"
    return tag("path", d=way, fill="none", stroke="currentColor", stroke_opacity=SOFT_LINE, stroke_width=1.5)


def _box(game: BracketGame, spot: _Spot) -> str:
    name = f"{game.number} · {game.name}"
    edge = f"M{spot.x + 0.5:g} {spot.y + 0.5:g}h{BOX_WIDTH - 1}v{BOX_HEIGHT - 1}h{1 - BOX_WIDTH}z"
    middle = f"M{spot.x:g} {spot.middle:g}h{BOX_WIDTH}"
    return tag(
        "g",
        text(name, spot.x + 1, spot.y - 4, font_size=11, fill_opacity=SOFT_TEXT)
        + tag("path", d=edge + middle, fill="none", stroke="currentColor", stroke_opacity=SOFT_LINE)
        + _seat(game, game.first, str(game.first_from), spot, 17)
        + _seat(game, game.second, str(game.second_from), spot, 42),
    )


def _seat(
    game: BracketGame, player: BracketPlayer | None, waits: str | Sentence, spot: _Spot, down: int
) -> str:
    base = spot.y + down
    if player is None:
        return text(str(waits), spot.x + 26, base, font_size=11.5, fill_opacity=SOFT_TEXT)
    won = game.winner_id == player.player_id
    lost = game.winner_id is not None and not won
    # Who won is told by weight and by a mark, not by colour.
    mark = tag("path", d=f"M{spot.x:g} {base - 16:g}h4v22h-4z", fill="currentColor") if won else ""
    return tag(
        "g",
        tag("title", escape(t("{name}, won", name=player.name) if won else player.name))
        + mark
        + text(str(player.seed), spot.x + 20, base, font_size=12, text_anchor="end", fill_opacity=SOFT_TEXT)
        + text(
            shortened(player.name, LONGEST_NAME),
            spot.x + 26,
            base,
            font_size=13.5,
            font_weight=700 if won else None,
            fill_opacity=SOFT_TEXT if lost else None,
        ),
    )
