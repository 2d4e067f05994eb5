"""Pictures as PNG, drawn from the program's own SVG with its own typeface: nothing is asked of the system.

A letter that the typeface lacks is taken from the system's fonts, where there are some. A language whose own
letters neither has is not drawn: a picture of empty boxes tells nothing, English tells something.
"""

from functools import cache
from pathlib import Path

import resvg_py

from app.words.languages import own_name

FONTS = Path(__file__).resolve().parent / "fonts"
FAMILY = "Cache Refresh Sans"


def png_of(svg: str) -> bytes:
    """The picture in its own size."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=[str(file) for file in sorted(FONTS.glob("*.ttf"))],
        font_family=FAMILY,
        sans_serif_family=FAMILY,
    )


@cache
def can_draw(language: str) -> bool:
    """Whether this computer has the letters of a language; its own name stands for them."""
    nothing = _letter(_NO_LETTER)
    return all(_letter(each) != nothing for each in own_name(language) if each.isalpha())


# No typeface has this one: what is drawn for it is drawn for every letter that is missing.
_NO_LETTER = "\u0378"


def _letter(letter: str) -> bytes:
    return png_of(
        '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32">'
        f'<text y="24" font-size="20">{letter}</text></svg>'
    )
