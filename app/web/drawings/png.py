"""Pictures as PNG, drawn from the program's own SVG with its own typeface: nothing is asked of the system.

A letter that the typeface lacks is taken from the system's fonts, where there are some.
"""

from pathlib import Path

import resvg_py

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
