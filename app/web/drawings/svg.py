"""Pieces of SVG: text that is escaped, shapes with attributes, and the frame of a drawing.

A drawing takes its colour from where it stands (`currentColor`), so one drawing serves both themes. A picture
to take away brings its own ink and paper. There is no style attribute and no script: pages forbid both.
"""

from collections.abc import Iterable
from html import escape
from unicodedata import east_asian_width

INK, PAPER = "#16191a", "#ffffff"
FONT = "'Cache Refresh Sans', 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"
Attribute = str | int | float


def tag(name: str, content: str = "", **attributes: Attribute | None) -> str:
    """An element; `fill_opacity` becomes `fill-opacity`, None leaves an attribute out. Content is markup."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{content}</{name}>" if content else f"<{name}{said}/>"


def _value(value: Attribute) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value), quote=True)


def text(words: str, x: float, y: float, **attributes: Attribute | None) -> str:
    """Words at a place; `y` is their base line."""
    return tag("text", escape(words), x=x, y=y, fill="currentColor", **attributes)


def shortened(words: str, longest: int) -> str:
    """The words cut to the room of `longest` letters, with a sign that something is missing.

    Letters of Chinese, Japanese and Korean take the room of two.
    """
    if room_of(words) <= longest:
        return words
    while words and room_of(words) > longest - 1:
        words = words[:-1]
    return words.rstrip() + "…"


def room_of(words: str) -> int:
    """How many Latin letters are about as wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in words)


def drawing(parts: Iterable[str], width: float, height: float, title: str) -> str:
    """A drawing for a page; it says its title to who can't see it."""
    return tag("svg", "".join(parts), **_frame(width, height, title, 0), width=width, height=height)


def picture(parts: Iterable[str], width: float, height: float, title: str) -> str:
    """A drawing as a file of its own: with ink, paper, font and a margin."""
    margin = 16
    wide, high = width + 2 * margin, height + 2 * margin
    paper = tag("rect", x=-margin, y=-margin, width=wide, height=high, fill=PAPER)
    svg = tag(
        "svg",
        paper + tag("g", "".join(parts), color=INK),
        xmlns="http://www.w3.org/2000/svg",
        **_frame(width, height, title, margin),
        width=wide,
        height=high,
        font_family=FONT,
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg}\n'


def _frame(width: float, height: float, title: str, margin: int) -> dict[str, Attribute | None]:
    box = (-margin, -margin, float(width + 2 * margin), float(height + 2 * margin))
    return {"role": "img", "aria_label": title, "viewBox": " ".join(map(_value, box))}
