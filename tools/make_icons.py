"""Draws the icons that phones and old browsers ask for, from the rectangles of app/web/static/icon.svg.

    .venv/bin/python tools/make_icons.py

It writes favicon.ico (32 pixels) and apple-touch-icon.png (180 pixels) beside it.
"""

import struct
import zlib
from pathlib import Path

STATIC = Path(__file__).resolve().parents[1] / "app" / "web" / "static"
UNITS = 32.0
DARK, GOLD = (0x16, 0x19, 0x1A), (0xFF, 0xE2, 0x7A)
FILLED = ((4, 11, 3.6, 14), (9.4, 11, 3.6, 14), (14.8, 11, 3.6, 14))
DRAWN = ((20.9, 8.7, 2.6, 12.6), (26.1, 5.7, 2.6, 12.6))
PEN = 1.3
SAMPLES = 4  # of each pixel in both directions


def is_gold(x: float, y: float) -> bool:
    """Whether a point in the units of the drawing belongs to a card."""
    if any(left <= x < left + wide and top <= y < top + high for left, top, wide, high in FILLED):
        return True
    half = PEN / 2
    for left, top, wide, high in DRAWN:
        outer = left - half <= x < left + wide + half and top - half <= y < top + high + half
        inner = left + half <= x < left + wide - half and top + half <= y < top + high - half
        if outer and not inner:
            return True
    return False


def png(size: int) -> bytes:
    """The drawing as a PNG of size × size pixels in true colour (RFC 2083)."""
    rows = bytearray()
    for row in range(size):
        rows.append(0)
        for column in range(size):
            points = [
                (column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES)
                for i in range(SAMPLES)
                for j in range(SAMPLES)
            ]
            gold = sum(is_gold(x * UNITS / size, y * UNITS / size) for x, y in points) / len(points)
            rows.extend(round(dark + (bright - dark) * gold) for dark, bright in zip(DARK, GOLD, strict=True))
    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def ico(picture: bytes, size: int) -> bytes:
    """An icon file that holds one PNG."""
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, size, size, 0, 0, 1, 32, len(picture), 22) + picture


if __name__ == "__main__":
    (STATIC / "apple-touch-icon.png").write_bytes(png(180))
    (STATIC / "favicon.ico").write_bytes(ico(png(32), 32))
