"""Pictures of 1200 × 630 for link previews: an event, and its champion with both identities."""

from collections.abc import Sequence

from app.sentences import t
from app.web.drawings.factions import SHAPES
from app.web.drawings.svg import shortened, tag, text

WIDTH, HEIGHT, MARGIN = 1200, 630, 72
GROUND, INK, SOFT, LAMP = "#0e1011", "#eeefea", "#a5aaa8", "#ffe27a"
SIDES = {"corp": "#86b8ff", "runner": "#ff9166"}
FONT = "'Cache Refresh Sans', 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif"


def event_card(name: str, day: str, line: str) -> str:
    """The card of an event: its name, its day, and one sentence."""
    return _card(
        f"{name}, {day}",
        [
            *_lines(name, 250, 84, 24, font_weight=700),
            text(shortened(day, 60), MARGIN, 460, font_size=38, fill_opacity=0.8),
            text(shortened(line, 76), MARGIN, 520, font_size=28, fill_opacity=0.7),
        ],
    )


def champion_card(event: str, name: str, identities: Sequence[tuple[str, str, str | None]], line: str) -> str:
    """The card of a champion. Each identity is its side, its title, and its faction or None."""
    parts = [
        text(t("Champion").upper(), MARGIN, 200, font_size=26, font_weight=700, letter_spacing=4, color=LAMP),
        *_lines(name, 280, 80, 25, font_weight=700),
    ]
    for place, (side, title, faction) in enumerate(identities):
        base = 430 + place * 54
        parts.append(_mark(faction, side, MARGIN, base - 27))
        parts.append(text(shortened(title, 56), MARGIN + 48, base, font_size=34))
    parts.append(
        text(
            shortened(t("{event}. {line}", event=event, line=line), 84),
            MARGIN,
            568,
            font_size=24,
            fill_opacity=0.75,
        )
    )
    return _card(t("{name} won {event}", name=name, event=event), parts)


def _lines(words: str, y: int, size: int, longest: int, **attributes: str | int) -> list[str]:
    """Words in one line, or in two smaller ones when they are long."""
    if len(words) <= longest:
        return [text(words, MARGIN, y, font_size=size, **attributes)]
    cut = words.rfind(" ", 0, 34)
    first, rest = (words[:cut], words[cut + 1 :]) if cut > 0 else (words[:33], words[33:])
    small = size * 3 // 4
    return [
        text(line, MARGIN, y - 10 + place * (small + 14), font_size=small, **attributes)
        for place, line in enumerate((first, shortened(rest, 36)))
    ]


def _mark(faction: str | None, side: str, x: int, y: int) -> str:
    shape = SHAPES.get(faction or "") or ("M1 1h14v14H1z" if side == "corp" else "M8 1l7 14H1z")
    return tag(
        "path", d=shape, fill=SIDES[side], fill_rule="evenodd", transform=f"translate({x} {y}) scale(2)"
    )


def _card(title: str, parts: Sequence[str]) -> str:
    ticks = "".join(
        tag(
            "path",
            d=f"M{MARGIN + (WIDTH - 2 * MARGIN) * bid / 10:g} {HEIGHT - 34}v16",
            stroke=SOFT,
            stroke_width=2,
        )
        for bid in range(11)
    )
    sign = tag(
        "g",
        tag("path", d="M1 6h4.6v17H1zM7.8 6h4.6v17H7.8zM14.6 6h4.6v17h-4.6z", fill=INK)
        + tag(
            "path",
            d="M22.1 4.2h3.2v15.6h-3.2zM28.9 1.2h3.2v15.6h-3.2z",
            fill="none",
            stroke=INK,
            stroke_width=1.4,
        ),
        transform=f"translate({MARGIN} 64) scale(2.2)",
    )
    words = text("Cache Refresh", MARGIN + 96, 104, font_size=34, font_weight=700)
    ground = tag("rect", width=WIDTH, height=HEIGHT, fill=GROUND)
    return tag(
        "svg",
        ground + tag("g", sign + words + "".join(parts), color=INK) + ticks,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        aria_label=title,
        font_family=FONT,
    )
