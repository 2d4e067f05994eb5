"""The look keeps its promises: contrast in both themes, nothing inline, every icon drawn, nothing fetched."""

import gzip
import re
from pathlib import Path

import pytest

from app.services.kernel.permissions import Role
from app.web.drawings.png import FONTS
from app.web.requester import ACCOUNT_COOKIE
from app.web.templating import digest_of
from tests.stages import Stages, session_of
from tests.web.filled import hall_of

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "app" / "web" / "static"
CSS = (STATIC / "app.css").read_text(encoding="utf-8")
OWNER = {"cookie": f"{ACCOUNT_COOKIE}={session_of(Role.OWNER)}"}


def addresses(stages: Stages) -> list[str]:
    """Pages that together show every component: public ones, wall and print, the desk."""
    inside = {
        stages.open.code: ("", "/join", "/wall", "/print/poster", "/desk"),
        stages.playing.code: (
            "", "/pairings", "/pairings?by=name", "/standings", "/statistics", "/wall",
            "/desk", "/desk/players", "/desk/settings", "/desk/journal", "/print/slips", "/print/bids",
            *(f"/desk/tables/{table}" for table in stages.playing.tables),
        ),
        stages.draft.code: ("/desk/rounds/1",),
        stages.cut.code: ("", "/bracket", "/wall", "/wall?show=tables"),
        stages.finished.code: ("", "/standings", "/bracket", "/wall", "/print/standings"),
    }  # fmt: skip
    below = [f"/t/{code}{path}" for code, paths in inside.items() for path in paths]
    return ["/", "/check", "/pool", "/bids", "/judge", "/sign-in", *below]


@pytest.fixture(scope="module")
def pages(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages by their address."""
    with hall_of(*filled, tmp_path_factory.mktemp("pages")) as hall:
        answers = {path: hall.http.get(path, headers=OWNER) for path in addresses(filled[1])}
    assert {path: answer.status_code for path, answer in answers.items() if answer.status_code != 200} == {}
    return {path: answer.text for path, answer in answers.items()}


def test_words_behind_a_name_stand_apart_from_it(pages: dict[str, str]) -> None:
    assert any("(dropped)" in page for page in pages.values())
    close = {
        path: found
        for path, page in pages.items()
        if (found := re.findall(r"</(?:a|bdi|small)><small>", page))
    }
    assert close == {}


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


def test_no_page_holds_anything_inline_or_external(pages: dict[str, str]) -> None:
    inline = re.compile(r"\sstyle=|\son[a-z]+=|<style|<script(?! type=\"module\" src=)|javascript:")
    elsewhere = re.compile(r"(?:src|action|srcset)=\"(?:https?:)?//|<link[^>]*href=\"(?:https?:)?//")
    assert [path for path, page in pages.items() if inline.search(page) or elsewhere.search(page)] == []


def test_every_icon_used_is_in_the_sprite_and_ids_are_unique(pages: dict[str, str]) -> None:
    for path, page in pages.items():
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), path
        assert set(re.findall(r'<use href="#([^"]+)"', page)) <= set(ids), path
        assert set(re.findall(r'\sfor="([^"]+)"', page)) <= set(ids), path


def test_the_theme_of_the_cookie_is_on_the_root(filled: tuple[Path, Stages], tmp_path: Path) -> None:
    with hall_of(*filled, tmp_path) as hall:
        assert (
            '<html lang="en" data-theme="dark">' in hall.http.get("/", headers={"cookie": "theme=dark"}).text
        )
        assert '<html lang="en">' in hall.http.get("/").text


def test_a_first_page_is_small_as_it_is_sent(pages: dict[str, str]) -> None:
    styles = CSS + (STATIC / "event.css").read_text(encoding="utf-8")
    sent = [gzip.compress(part.encode(), 4) for part in (styles, pages["/"])]
    assert sum(map(len, sent)) < 24_000


@pytest.mark.parametrize(
    "css", ["app.css", "play.css", "desk.css", "event.css", "hall.css", "paper.css", "judge.css"]
)
def test_styles_fetch_nothing_but_the_programs_own_typeface(css: str) -> None:
    text = (STATIC / css).read_text(encoding="utf-8")
    fetched = re.findall(r"url\(\"([^\")]+)\"\)", text)
    assert len(fetched) == text.count("url(") and "@import" not in text
    own = {f"{name}?v={digest_of(STATIC / name)}" for name in ("hall-400.woff2", "hall-600.woff2")}
    assert set(fetched) == (own if css == "app.css" else set()), (
        "kept for a year, so the hash must be today's"
    )


def test_the_typeface_is_small_open_and_swapped_in() -> None:
    fonts = sorted(STATIC.glob("*.woff2"))
    assert sum(font.stat().st_size for font in fonts) <= 40 * 1024
    assert CSS.count("font-display: swap") == len(fonts) == 2
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


SHEETS = {
    file.stem: re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.S) for file in STATIC.glob("*.css")
}
# Named in a sheet only as a variant of what another sheet draws.
VARIANTS = {"running"}


def test_every_page_brings_the_sheet_that_draws_what_is_on_it(pages: dict[str, str]) -> None:
    drawn: dict[str, set[str]] = {}
    for sheet, text in SHEETS.items():
        for selectors in re.findall(r"([^{}]+)\{", text):
            for name in re.findall(r"\.([a-zA-Z][\w-]*)", selectors):
                drawn.setdefault(name, set()).add(sheet)
    bare = set()
    for path, page in pages.items():
        brought = set(re.findall(r'href="/static/(\w+)\.css', page))
        used = {name for names in re.findall(r'class="([^"]*)"', page) for name in names.split()} - VARIANTS
        bare |= {(path, name) for name in used if name in drawn and not drawn[name] & brought}
    assert sorted(bare) == []


def test_motion_is_short_and_stops_where_less_of_it_is_asked_for() -> None:
    for sheet, text in SHEETS.items():
        moving = re.findall(r"(?:animation|transition)[\w-]*: ([^;}]+)", text)
        # The first time of a motion is how long it takes, the second when it begins.
        lasting = [re.search(r"([\d.]+)(m?s)\b", each) for each in moving if each.strip() != "none"]
        assert all(each and float(each[1]) * (1 if each[2] == "ms" else 1000) <= 200 for each in lasting), (
            sheet
        )
        calm = re.sub(
            r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]*\{[^{}]*\})*\s*\}", "", text
        )
        assert not re.search(r"(?:animation|transition)[\w-]*:", calm), sheet


def test_no_paragraph_holds_a_form() -> None:
    """A browser ends a paragraph where a form begins: what should stand in one row would fall apart."""
    broken = re.compile(r"<p\b[^>]*>(?:(?!</p>).)*?(?:<form|<details|post_button\(|confirm\()", re.DOTALL)
    wrong = [str(path) for path in (ROOT / "templates").rglob("*.html") if broken.search(path.read_text())]
    assert wrong == []
