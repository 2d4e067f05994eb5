"""Screenshots of the program's pages in both themes: `make pictures` puts them into docs/pictures.

A made-up hall is played in a temporary folder and served from this process; Chromium looks at it. The small
ones are what README shows. `--only NAME` makes one page, `--into FOLDER` puts them elsewhere.
"""

import argparse
import runpy
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from app.settings import Settings  # noqa: E402
from app.storage.database import Database  # noqa: E402
from app.storage.migration import upgrade  # noqa: E402
from app.web.app import create_app  # noqa: E402
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE  # noqa: E402
from tests.made_up_hall import OWNER_SESSION, PLAYER_SESSION, Hall, make_hall  # noqa: E402

SMALL, SMALL_PHONE = 640, 300
PHONE, LAPTOP, SCREEN = (360, 740), (1280, 800), (1920, 1080)


@dataclass(frozen=True)
class Shot:
    """A page to look at: its name, its address (with `{code}` names of the hall), and the window."""

    name: str
    address: str
    window: tuple[int, int]
    signed: bool = False
    scale: float = 1.0


SHOTS = (
    Shot("home", "/", LAPTOP),
    Shot("event", "/t/{playing}", LAPTOP),
    Shot("champion", "/t/{finished}", LAPTOP),
    Shot("standings", "/t/{playing}/standings", LAPTOP),
    Shot("standings-phone", "/t/{playing}/standings", PHONE, scale=2),
    Shot("pairings-phone", "/t/{playing}/pairings?by=name", PHONE, scale=2),
    Shot("bracket", "/t/{finished}/bracket", LAPTOP),
    Shot("statistics", "/t/{finished}/statistics", LAPTOP),
    Shot("wall", "/t/{playing}/wall", SCREEN),
    Shot("wall-champion", "/t/{finished}/wall", SCREEN),
    Shot("bidding-phone", "/t/{playing}/me", PHONE, signed=True, scale=2),
    Shot("desk", "/t/{playing}/desk", LAPTOP, signed=True),
)


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Hall]]:
    """The made-up hall behind an address of this machine."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    file = folder / "hall.sqlite3"
    settings = Settings(
        database_url=f"sqlite:///{file}",
        data_dir=folder,
        environment="development",
        rate_limits=False,
        public_url=None,
    )
    database = Database(settings.database_url)
    upgrade(database.engine)
    database.dispose()
    app = create_app(settings)
    hall = make_hall(app.state.context.installation, datetime.now(UTC))
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{port}", hall
    server.should_exit = True
    thread.join(10)


def look(browser: Browser, address: str, hall: Hall, shot: Shot, theme: str, into: Path) -> Path:
    """One picture of one page; light and dark are the browser's wish."""
    context = browser.new_context(
        viewport={"width": shot.window[0], "height": shot.window[1]},
        device_scale_factor=shot.scale,
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "theme", "value": theme, "url": address}])
    if shot.signed:
        context.add_cookies([
            {"name": ACCOUNT_COOKIE, "value": OWNER_SESSION, "url": address},
            {"name": PLAYER_COOKIE, "value": PLAYER_SESSION, "url": address},
        ])  # fmt: skip
    page = context.new_page()
    page.goto(address + shot.address.format(**vars(hall)), wait_until="load")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(300)
    file = into / f"{shot.name}-{theme}.png"
    page.screenshot(path=file)
    context.close()
    return file


def make_small(browser: Browser, file: Path, into: Path) -> None:
    """A copy for README, a few hundred pixels wide, drawn by the browser itself."""
    into.mkdir(exist_ok=True)
    width = SMALL_PHONE if "-phone-" in file.name else SMALL
    page = browser.new_page(viewport={"width": width, "height": 2000})
    page.goto(file.resolve().as_uri())
    image = page.locator("img")
    image.evaluate(f"(image) => {{ image.style.width = '{width}px'; image.style.height = 'auto'; }}")
    image.screenshot(path=into / file.name.replace(".png", ".jpg"), type="jpeg", quality=82)
    page.close()


def main() -> None:
    """Make the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--into", type=Path, default=ROOT / "docs" / "pictures")
    asked = parser.parse_args()
    wanted = [shot for shot in SHOTS if not asked.only or shot.name in asked.only]
    asked.into.mkdir(parents=True, exist_ok=True)
    found = runpy.run_path(str(ROOT / "tests" / "browser" / "install_chromium.py"))["find_chromium"]()
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as (address, hall),
        sync_playwright() as p,
    ):
        browser = p.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for shot in wanted:
            for theme in ("light", "dark"):
                file = look(browser, address, hall, shot, theme, asked.into)
                make_small(browser, file, asked.into / "small")
        browser.close()


if __name__ == "__main__":
    main()
