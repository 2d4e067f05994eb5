"""How every page is looked at: an event in every stage, a walk to all pages, one look at each kind of page.

A page is loaded once and shown in both themes at three widths, as it came and with everything unfolded. One
made of nothing but what another page of its route showed already is not looked at again.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from fastapi.testclient import TestClient
from playwright.sync_api import BrowserContext, Page

from tests.browser.hosting import hosting
from tests.stages import FILLED_AT, Stages
from tests.walk import Walk, page_routes

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = (320, 768, 1280)
FIRST_PAGE_BYTES = 60_000
Cookie = tuple[str, str]
Wanted = Callable[[str], bool]


def every_route(_route: str) -> bool:
    """Wants the pages of all routes."""
    return True


@dataclass(frozen=True)
class Hall:
    """A running server with an event in every stage, and its routes of pages."""

    url: str
    app: FastAPI
    stages: Stages

    def walked(self, walk: Callable[[TestClient, FastAPI, Stages], Walk]) -> Walk:
        """What a walk finds; to be done before a browser is open."""
        return walk(TestClient(self.app, raise_server_exceptions=False), self.app, self.stages)

    def routes(self) -> set[str]:
        """The templates of all pages."""
        return set(page_routes(self.app, "GET"))


@contextmanager
def served(file: Path, now: Callable[[], datetime]) -> Iterator[tuple[str, FastAPI]]:
    """The program on a database file, with an hour of its own; its address."""
    seeds, secrets = count(1000), count(1)
    chance = {
        "seed": lambda: next(seeds),
        "secret": lambda: f"a-secret-that-is-as-long-as-a-real-one-{next(secrets):06d}",
    }
    with hosting(file, limits=False, now=now, chance=chance) as host:
        yield host.url, host.app


@contextmanager
def opened(template: Path, stages: Stages, folder: Path) -> Iterator[Hall]:
    """A hall on a copy of the filled database, at the hour its events were made."""
    file = folder / "hall.sqlite3"
    shutil.copy(template, file)
    with served(file, lambda: FILLED_AT) as (url, app):
        yield Hall(url, app, stages)


@dataclass
class Look:
    """What is wrong with pages, and what was seen before; `light` asks of all pages that they be light."""

    hall: Hall
    new_context: Callable[..., BrowserContext]
    light: bool = False
    faults: list[str] = field(default_factory=list)
    _shapes: dict[str, set[str]] = field(default_factory=dict)
    _kinds: list[int] = field(default_factory=list)
    _page: Page | None = None
    _script: str = Axe().axe_script + Path(__file__).with_name("look.js").read_text()

    def come_in(self, cookie: Cookie | None = None) -> Page:
        """The browser's page, for whoever has this cookie."""
        if self._page is None:
            self._page = self.new_context(base_url=self.hall.url, reduced_motion="reduce").new_page()
        self._page.context.clear_cookies()
        if cookie is not None:
            name, value = cookie
            self._page.context.add_cookies([{"name": name, "value": value, "url": self.hall.url}])
        return self._page

    def new_in(self, walk: Walk, wanted: Wanted = every_route) -> Iterable[str]:
        """The addresses of a walk that show anything new; the richest of each route come first."""
        for route in filter(wanted, walk.pages):
            seen = self._shapes.setdefault(route, set())
            for address in sorted(walk.pages[route], key=lambda each: -len(walk.shapes[each])):
                if not walk.shapes[address] <= seen:
                    seen |= walk.shapes[address]
                    yield address

    def at_all(self, walk: Walk, cookie: Cookie | None, wanted: Wanted = every_route) -> None:
        """Go to every new page of a walk and look at it."""
        addresses = list(self.new_in(walk, wanted))
        if not addresses:
            return
        page = self.come_in(cookie)
        for address in addresses:
            page.goto(address)
            self.at(page)

    def at(self, page: Page) -> None:
        """Look at the page that is shown: as it came, then unfolded in all widths and themes."""
        page.set_viewport_size({"width": WIDTHS[0], "height": 800})
        page.evaluate(self._script)
        if self.light and (weight := page.evaluate("look.weight()")) > FIRST_PAGE_BYTES:
            self.faults.append(f"{page.url} weighs {weight} bytes")
        if page.evaluate("look.folds()"):
            self._at(page, WIDTHS[:1], " folded")
            page.evaluate("look.unfold()")
        self._at(page, WIDTHS)

    def _at(self, page: Page, widths: Iterable[int], how: str = "") -> None:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            found = page.evaluate("look.structure()") + page.evaluate("look.layout()")
            self._judge(page, f"{width}{how}", found)
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                self._colours(page, f"{width} {theme}{how}")

    def _colours(self, page: Page, where: str) -> None:
        found = page.evaluate("(seen) => look.colours(seen)", self._kinds)
        self._kinds += found["kinds"]
        self._judge(page, where, found["faults"])

    def _judge(self, page: Page, where: str, faults: list[str]) -> None:
        self.faults += [f"{page.url} {where}: {fault}" for fault in faults]
