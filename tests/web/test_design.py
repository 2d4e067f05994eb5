"""The look keeps its promises: contrast in both themes, nothing inline, every icon drawn, nothing fetched."""

import re
from functools import cache
from pathlib import Path

import pytest

from app.web.templating import environment

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "app" / "web" / "static"
CSS = (STATIC / "app.css").read_text(encoding="utf-8")
VIEWS = ("all", "phone", "wall", "wall-join", "print")


def tokens(theme: str) -> dict[str, str]:
    """Custom properties holding a colour, as light or dark sees them."""
    light, dark = (
        dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{3,6})\b", block))
        for block in re.findall(r':root(?:\[data-theme="dark"\])? \{(.*?)\}', CSS, re.S)[:2]
    )
    return light if theme == "light" else light | dark


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@cache
def render(view: str, theme: str = "light") -> str:
    values = {"view": view, "theme": theme, "path": "/dev/patterns"}
    return environment().get_template("dev/patterns.html").render(values)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *[
            (text, ground)
            for text in ("ink", "soft")
            for ground in ("bg", "panel", "sunk", "mine", "alarm-tint")
        ],
        *[(hue, "panel") for hue in ("corp", "runner", "good", "alarm", "violet", "lamp-text")],
        *[(hue, "bg") for hue in ("corp", "runner", "good", "alarm", "violet", "lamp-text")],
        ("alarm", "alarm-tint"),
        ("ink", "corp-tint"),
        ("ink", "runner-tint"),
        ("on-lamp", "lamp"),
        ("on-act", "act"),
    ],
)
def test_text_has_the_contrast_of_wcag_aa(theme: str, text: str, ground: str) -> None:
    colours = tokens(theme)
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_white_is_readable_on_the_settled_card_and_controls_have_visible_borders(theme: str) -> None:
    colours = tokens(theme)
    assert contrast("#ffffff", colours["corp-deep"]) >= 4.5
    assert contrast("#ffffff", colours["runner-deep"]) >= 4.5
    assert contrast(colours["edge"], colours["panel"]) >= 3
    assert contrast(colours["focus"], colours["bg"]) >= 3


def test_the_system_and_the_switch_give_the_same_dark() -> None:
    switch, system = re.findall(
        r":root(?:\[data-theme=\"dark\"\]|:not\(\[data-theme=\"light\"\]\)) \{(.*?)\}", CSS, re.S
    )
    assert switch.split() == system.split()


@pytest.mark.parametrize("view", VIEWS)
def test_every_component_renders_without_anything_inline_or_external(view: str) -> None:
    page = render(view)
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style|<script(?! type=\"module\" src=)|javascript:", page)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


@pytest.mark.parametrize("view", VIEWS)
def test_every_icon_used_is_in_the_sprite_and_ids_are_unique(view: str) -> None:
    page = render(view)
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r'\sfor="([^"]+)"', page)) <= set(ids)


def test_the_theme_of_the_cookie_is_on_the_root() -> None:
    assert '<html lang="en" data-theme="dark">' in render("phone", "dark")
    assert '<html lang="en">' in render("phone", "auto")


def test_a_first_page_leaves_room_below_sixty_kilobytes() -> None:
    empty = len(render("wall-join").encode())
    assert len(CSS.encode()) + empty < 40_000


@pytest.mark.parametrize("css", ["app.css", "hall.css"])
def test_styles_fetch_nothing(css: str) -> None:
    text = (STATIC / css).read_text(encoding="utf-8")
    assert "url(" not in text
    assert "@import" not in text


def test_no_paragraph_holds_a_form() -> None:
    """A browser ends a paragraph where a form begins: what should stand in one row would fall apart."""
    broken = re.compile(r"<p\b[^>]*>(?:(?!</p>).)*?(?:<form|<details|post_button\(|confirm\()", re.DOTALL)
    wrong = [str(path) for path in (ROOT / "templates").rglob("*.html") if broken.search(path.read_text())]
    assert wrong == []
