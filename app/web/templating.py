"""Templates: finished values in, a page out. No query and no decision about rights happens in a template."""

import hashlib
import re
import time
from collections.abc import Mapping, MutableMapping, Sequence
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.deckcheck.titles import card_title
from app.sentences import Sentence, t_markup, tn_markup
from app.services.kernel.views import TournamentView
from app.time_zones import local
from app.web.asides import only
from app.web.breaks import kept_together
from app.web.drawings.factions import SHAPES
from app.web.presenters.factions import faction_of, for_judges, short_title
from app.web.remembered_macros import RememberingTemplate
from app.web.views import Frame, View, names_in
from app.words.languages import languages, own_name
from app.words.reader import language

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
STATIC = Path(__file__).resolve().parent / "static"
THEMES = ("auto", "light", "dark")
THEME_COOKIE = "theme"


# Scripts that a page asks for in one request, with the files they are made of.
MADE_OF: Mapping[str, Sequence[str]] = {
    "live.js": ("fetching.js", "live.js"),
    "desk.js": ("calls.js", "desk.js"),
}
_SPACES_OF_STYLES = re.compile(r"/\*(?:(?!\*/)[\s\S])*\*/|(?<=[\w-]:)\s+|\s*([{};,>])\s*")
_REMARKS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n|//.*\n|\n)|^[ \t]+", re.MULTILINE)


@cache
def asset(name: str) -> str:
    """The address of a static file with its content's hash, so that browsers may keep it for a year."""
    return f"/static/{name}?v={digest_of(STATIC / name)}"


@cache
def digest_of(file: Path) -> str:
    """What stands for the content of a static file, which does not change while the program runs."""
    return hashlib.sha256(sent(file)).hexdigest()[:12]


@cache
def sent(file: Path) -> bytes:
    """A static file as browsers get it: own styles without remarks and spaces, own scripts without remarks
    and indents, and those that are needed together as one, each in a block, so that its names stay its own.
    """
    if file.parent != STATIC or file.suffix not in (".css", ".js"):
        return file.read_bytes()
    if file.suffix == ".css":
        styles = file.read_text(encoding="utf-8")
        return _SPACES_OF_STYLES.sub(lambda found: found[1] or "", styles).strip().encode()
    parts = [STATIC / part for part in MADE_OF.get(file.name, (file.name,))]
    texts = [_REMARKS.sub("", part.read_text(encoding="utf-8")) for part in parts]
    return (texts[0] if len(texts) == 1 else "".join(f"{{\n{text}}}\n" for text in texts)).encode()


# The time zone of the event whose page is being filled; each page is filled within one thread.
_zone: ContextVar[str | None] = ContextVar("time zone", default=None)


def clock_time(moment: datetime) -> str:
    """A moment as hours and minutes in the time zone of the event, else in that of this computer."""
    return local(moment, _zone.get()).strftime("%H:%M")


def _spoken(value: Any) -> Any:
    """What a template prints: a sentence is made here, in the language of who reads."""
    return str(value) if type(value) is Sentence else value


class _Templates(Environment):
    """Templates that all have the same globals, and are read once."""

    template_class = RememberingTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template: one dict for all, or with its own.

        Jinja's chain of two is looked through in Python at every import of a macro, a quarter of the time in
        which a player's page is filled.
        """
        return {**self.globals, **d} if d else self.globals


@cache
def environment() -> Environment:
    """The one template environment; an unknown name in a template is an error."""
    env = _Templates(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_spoken,
        # A file that changes while the program runs is a new version of it half installed.
        auto_reload=False,
    )
    env.globals["t"] = t_markup
    env.globals["tn"] = tn_markup
    env.globals["asset"] = asset
    env.globals["faction_of"] = faction_of
    env.globals["faction_shapes"] = SHAPES
    env.filters["short_title"] = short_title
    env.filters["card_title"] = card_title
    env.filters["for_judges"] = for_judges
    env.filters["clock_time"] = clock_time
    env.filters["only"] = only
    return env


def compile_templates(pause: float = 0.005) -> None:
    """Compile all templates now; each is otherwise compiled for the first who asks for its page.

    `pause` is the seconds between two, in which others are answered.
    """
    for name in environment().list_templates(extensions=("html",)):
        environment().get_template(name)
        time.sleep(pause)


def theme_of(request: Request) -> str:
    """The theme the browser's owner chose; auto follows the system."""
    chosen = request.cookies.get(THEME_COOKIE, "auto")
    return chosen if chosen in THEMES else "auto"


def render(view: View) -> str:
    """The fragment of a view as text (`part`, else its template), for what live.js replaces."""
    return _filled(view.part or view.template, names_in(view))


def page(
    request: Request, shown: View, /, *, status_code: int = 200, headers: Mapping[str, str] | None = None
) -> HTMLResponse:
    """A whole page of a view, with what every page needs (`PAGE_NAMES`)."""
    around = {"theme": theme_of(request), "path": request.url.path, **_language_names(), **vars(Frame())}
    text = _filled(shown.template, {**around, **names_in(shown)})
    return HTMLResponse(text, status_code=status_code, headers=dict(headers or {}))


def _language_names() -> dict[str, Any]:
    return {"language": language(), "languages": [(each, own_name(each)) for each in languages()]}


def _filled(name: str, values: Mapping[str, Any]) -> str:
    event = values.get("event")
    token = _zone.set(event.time_zone if isinstance(event, TournamentView) else None)
    try:
        return kept_together(environment().get_template(name).render(values))
    finally:
        _zone.reset(token)
