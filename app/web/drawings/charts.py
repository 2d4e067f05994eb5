"""Bar charts: horizontal ones with words, vertical ones on a scale.

The colours are those of the sides: a group has the class and, for a picture, the colour of its side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.sides import Side
from app.web.drawings.svg import drawing, room_of, shortened, tag, text

WIDTH = 340
LABEL_WIDTH, WIDEST_LABEL, VALUE_WIDTH = 142, 196, 66
LETTER = 6.6
ROW = 26
COLUMNS_HEIGHT = 130
LONGEST_LABEL = 28
COLOURS = {Side.CORP: "#1852a8", Side.RUNNER: "#b33a0d"}


@dataclass(frozen=True)
class Bar:
    """A lying bar: its words, how much of the whole it is (0 to 1), and the number that is told."""

    label: str
    share: float
    told: str
    side: Side | None = None


@dataclass(frozen=True)
class Column:
    """A standing bar of parts on top of each other; `side` None is for what belongs to no side."""

    label: str
    parts: tuple[tuple[Side | None, int], ...]

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(value for _, value in self.parts)


def bars(title: str, rows: Sequence[Bar], *, middle: bool = False) -> str:
    """Lying bars below each other; `middle` draws a line at one half, for shares of wins."""
    longest = max((room_of(row.label) for row in rows), default=0)
    left = min(WIDEST_LABEL, max(LABEL_WIDTH, round(longest * LETTER) + 10))
    room = WIDTH - left - VALUE_WIDTH
    parts = []
    for place, row in enumerate(rows):
        y = place * ROW
        label = shortened(row.label, LONGEST_LABEL)
        length = room * min(1.0, max(0.0, row.share))
        box = tag("rect", x=left, y=y + 5, width=length, height=16, fill="currentColor")
        parts += [
            text(label, left - 6, y + 17, text_anchor="end", font_size=13),
            _coloured(box, row.side),
            text(row.told, WIDTH, y + 17, text_anchor="end", font_size=13),
        ]
    height = max(1, len(rows)) * ROW
    parts.append(_rule(left, height))
    if middle:
        parts.append(_rule(left + room / 2, height, dashes="3 3"))
    return drawing(parts, WIDTH, height, title)


def columns(title: str, items: Sequence[Column]) -> str:
    """Standing bars beside each other, the highest as high as the drawing; numbers stand on top."""
    highest = max((item.total for item in items), default=0) or 1
    step = WIDTH / max(1, len(items))
    foot = COLUMNS_HEIGHT + 16
    parts = []
    for place, item in enumerate(items):
        left, middle, y = place * step + step * 0.12, place * step + step / 2, float(foot)
        for side, value in item.parts:
            tall = COLUMNS_HEIGHT * value / highest
            y -= tall
            box = tag("rect", x=left, y=y, width=step * 0.76, height=tall, fill="currentColor")
            parts.append(_coloured(box, side) if value else "")
        if item.total:
            parts.append(text(str(item.total), middle, y - 4, text_anchor="middle", font_size=12))
        parts.append(text(item.label, middle, foot + 16, text_anchor="middle", font_size=12))
    line = tag("path", d=f"M0 {foot + 0.5:g}h{WIDTH}", stroke="currentColor", stroke_opacity=0.6, fill="none")
    return drawing([*parts, line], WIDTH, foot + 22, title)


def _coloured(shape: str, side: Side | None) -> str:
    if side is None:
        return tag("g", shape, opacity=0.6)
    return tag("g", shape, class_=f"drawn-{side}", color=COLOURS[side])


def _rule(x: float, bottom: float, dashes: str | None = None) -> str:
    way = f"M{x:g} 0V{bottom:g}"
    return tag("path", d=way, stroke="currentColor", stroke_opacity=0.6, fill="none", stroke_dasharray=dashes)
