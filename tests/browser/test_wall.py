"""The wall never breaks: at the call of time, with an announcement, extra time and long names."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from app.services.event import announcements, queries
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import accounts, registration
from app.services.people.entries import Entry
from app.services.play import auctions, clocks, rounds
from app.sides import Side
from tests.browser.conftest import Complaints
from tests.browser.hosting import hosting
from tests.browser.looking import Hall, Look
from tests.calls import call_of

SIZES = ((1280, 720), (1920, 1080), (3840, 2160))
LONG = "Maximiliane von Hohenstein-Grafenberg"
SAID = "The kitchen closes at three: order now, and bring your table number along, please. " * 2
# Everything that is shown lies inside the window, no row is cut, and no part lies on another.
BROKEN = """() => {
  const wrong = [];
  const shown = (e) => e.getClientRects().length > 0;
  const box = (e) => e.getBoundingClientRect();
  const all = '.wall-all > *, .wall-book section:not([hidden]) > *';
  const parts = [...document.querySelectorAll(all)].filter(shown);
  for (const e of parts) {
    const b = box(e);
    const out = b.bottom > innerHeight + 1 || b.right > innerWidth + 1 || b.top < 0;
    if (out) wrong.push('outside: ' + e.className);
  }
  for (const e of [...document.querySelectorAll('.wall-list li, .wall-out li, .join')].filter(shown)) {
    const words = e.textContent.trim().slice(0, 40);
    if (e.scrollHeight > e.clientHeight + 2) wrong.push('cut: ' + words);
    if (box(e).bottom > innerHeight + 1) wrong.push('below: ' + words);
  }
  const head = document.querySelector('.wall-head');
  const list = document.querySelector('.wall-book, .wall-split');
  for (const e of head ? [...head.querySelectorAll('.clock p, .wall-words > *')].filter(shown) : []) {
    const [b, h] = [box(e), box(head)];
    if (b.bottom > h.bottom + 1 || b.top < h.top - 1) wrong.push('cut off: ' + e.className);
  }
  if (head && list && box(head).bottom > box(list).top + 1) wrong.push('the head lies on the list');
  if (document.documentElement.scrollHeight > innerHeight + 1) wrong.push('the page scrolls');
  return wrong;
}"""


def at_time(installation: Installation, players: int) -> str:
    """The code of an event whose first round began 40 minutes ago, every table open, some with extra time."""
    now = datetime.now(UTC)
    account = accounts.create_account(installation, now, "Olga", "a-link")
    owner = Actor(ActorKind.ORGANIZER, account.id, "Olga")
    draft = TournamentDraft("Refresh of the Season", now.date(), deck_policy="none")
    made = create_tournament(installation, owner, now, draft, seed=5)
    call = call_of(installation, made.id, owner, now - timedelta(minutes=40))
    for number in range(players):
        name = f"{LONG} {number}" if number % 9 == 0 else f"Player Number {number}"
        registration.register_player(call, Entry(name), f"a-secret-link-{number:04d}")
    rounds.pair_round(call, 3, 1)
    rounds.publish_round(call, 1)
    clocks.set_clock(call, 1, "start")
    tables = queries.round_view(installation, made.id, 1, ORGANIZER_VIEWER, now).tables
    for table in tables[::3]:
        auctions.settle_auction(call, table.id, winner_id=table.first.player_id, side=Side.CORP, bid=2)
    for table in tables[:6]:
        clocks.extend_table(call, table.id, 300)
    late = call_of(installation, made.id, owner, now)
    announcements.announce(late, SAID[:200])
    return made.code


@contextmanager
def wall_of(migrated: Path, folder: Path, players: int) -> Iterator[str]:
    """The address of the event's wall, just after time was called; the page counts by the real clock."""
    file = folder / "wall.sqlite3"
    shutil.copy(migrated, file)
    with hosting(file, limits=False) as host:
        code = at_time(host.app.state.context.installation, players)
        yield f"{host.url}/t/{code}/wall"


# The smallest type, in hundredths of the height of the screen, of names that are not long and of the number
# of a table that is still out.
SMALLEST = {8: (5.5, 8), 24: (3.7, 6), 60: (3.5, 4), 200: (3.5, 2.4)}
TYPE = """(selector) => Math.min(...[...document.querySelectorAll(selector)]
  .filter((each) => each.getClientRects().length).map((each) => parseFloat(getComputedStyle(each).fontSize)))
  / innerHeight * 100"""


@pytest.mark.parametrize("players", SMALLEST)
def test_the_wall_is_whole_and_as_large_as_it_can_be_when_everything_comes_at_once(
    browser: Browser, migrated_sqlite: Path, tmp_path: Path, players: int
) -> None:
    wrong: list[str] = []
    name, table = SMALLEST[players]
    with wall_of(migrated_sqlite, tmp_path, players) as address:
        for width, height in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height})
            for show in ("pairings", "tables", "join"):
                page.goto(f"{address}?show={show}", wait_until="load")
                page.evaluate("document.fonts.ready")
                assert page.locator("[data-clock-text]").inner_text()[0] in "T+"
                assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(14, 16, 17)"
                wrong += [f"{show} {width}: {each}" for each in page.evaluate(BROKEN)]
                page.screenshot(path=tmp_path / f"{players}-{show}-{width}.png")
                if show == "pairings":
                    assert page.evaluate(TYPE, ".wall-list li:not(.long) b") >= name
                if show == "tables":
                    assert page.evaluate(TYPE, ".wall-out b") >= table
            page.close()
    assert wrong == []


def test_the_end_is_read_from_afar(hall: Hall, look: Look, complaints: Complaints) -> None:
    page = look.come_in()
    page.goto(f"/t/{hall.stages.finished.code}/wall?show=champion")
    assert page.locator(".champion h2").is_visible() and page.locator(".wall-list li").count() > 1
    look.at(page)
    grounds = page.evaluate(
        """() => ['.wall-split', '.wall-book', '.wall-list'].map(
          (each) => getComputedStyle(document.querySelector(each)).backgroundColor)"""
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}, "the end stands on the wall itself"
    assert page.evaluate("getComputedStyle(document.querySelector('.wall-list b')).textAlign") == "start"
    assert look.faults == []
