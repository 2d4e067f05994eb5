"""The player's page on a small phone: in every state what to do next is in view, without scrolling."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.storage.database import Database
from tests.browser.conftest import Complaints, Organizer
from tests.browser.looking import THEMES, served
from tests.browser.player_states import CORPS, RUNNERS, STATES, PlayerStates, make_player_states
from tests.stages import FILLED_AT, write_hastily

SIDES = (".tile.pickable.corp", ".tile.pickable.runner")
CHIPS = ".opt > label"
PASS = "details.pass > summary"
CHECK_IN = "button:has-text('I am at the table')"
DOCK = (".dock-who label.corp", ".dock-who label.runner")
CONFIRM = ("button:has-text('Yes, confirm')", "summary:has-text('No, ')")
# What a player may do next in each state; where there is nothing to do, the sentence that says so.
ACTIONS: dict[str, tuple[str, ...]] = {
    "open, first": (".turn.mine", *SIDES),
    "open, second": (".turn", CHECK_IN),
    "raise 0, first": (".turn", ".high"),
    "raise 0, second": (".turn.mine", ".high", CHIPS, PASS),
    "raise 1, first": (".turn", ".high"),
    "raise 1, second": (".turn.mine", ".high", CHIPS, PASS),
    "raise 9, first": (".turn", ".high"),
    "raise 9, second": (".turn.mine", ".high", CHIPS, PASS),
    "aloud, first": (".turn", "summary:has-text('Change it')"),
    "aloud, second": (".turn.mine", *CONFIRM),
    "asked, first": (".turn.mine", *SIDES),
    "asked, second": ("button:has-text('Yes, one phone')", "button:has-text('No, I bid on mine')"),
    "one phone, first": (".hand-over h2", ".hand-over summary"),
    "one phone, second": (".notice", "button:has-text('I bid on my own phone')"),
    "game, first": (".settled .half", *DOCK),
    "game, second": (".settled .half", *DOCK),
    "reported, first": (".turn", "summary:has-text('Correct my report')"),
    "reported, second": (".turn.mine", *CONFIRM),
    "disputed, first": (".turn", "button:has-text(' is right')", "summary:has-text('Correct my report')"),
    "disputed, second": (".turn", "button:has-text(' is right')", "summary:has-text('Correct my report')"),
    "done, first": (".turn", "a:has-text('All standings')"),
    "done, second": (".turn", "a:has-text('All standings')"),
    "bye": (".turn", "a:has-text('All standings')"),
    "unpaired": (".turn",),
    "dropped": ("button:has-text('I stay after all')",),
    "waiting": (".turn",),
    "waiting for decks": (".turn", "main a:has-text('My decks')"),
    "waiting, not legal": (".turn", "main a:has-text('My decks')"),
    "seed, first": (".turn.mine", "button[name=side][value=corp]", "button[name=side][value=runner]"),
    "seed, second": (".turn", CHECK_IN),
    "between": (".turn", "a:has-text('All standings')"),
    "over, champion": (".end h2", ".end-place", ".path", "a:has-text('Final standings')"),
    "over": (".end h2", ".end-place", ".path", "a:has-text('Final standings')"),
}


@contextmanager
def hall_of_states(template: Path, folder: Path, *, long: bool) -> Iterator[tuple[str, PlayerStates]]:
    """A served hall with a player in each state; its address and the players' links."""
    file = folder / "hall.sqlite3"
    file.write_bytes(template.read_bytes())
    database = Database(f"sqlite:///{file}")
    write_hastily(database)
    states = make_player_states(
        Installation(database, load_catalog(), lambda _notice: None), FILLED_AT, long=long
    )
    database.dispose()
    with served(file, lambda: FILLED_AT + timedelta(minutes=10)) as (url, _app):
        yield url, states


@pytest.fixture(scope="module", params=[False, True], ids=["short", "long"])
def states(
    request: pytest.FixtureRequest, migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, PlayerStates, bool]]:
    """Halls with short names on 640 px, and with long names and an announcement on 740 px."""
    with hall_of_states(migrated_sqlite, tmp_path_factory.mktemp("states"), long=request.param) as (
        url,
        made,
    ):
        yield url, made, request.param


def in_view(page: Page, element: Locator) -> str | None:
    """What is wrong: the element, or a part of it, lies outside the screen or behind a bar; None where
    nothing.
    """
    fault: str | None = element.evaluate(
        """(each) => {
          const { top, bottom, left, right, width } = each.getBoundingClientRect();
          if (!width) return "not shown";
          if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth) {
            return `from ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`;
          }
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return each.contains(hit) || hit?.contains(each) ? null : `behind ${hit?.className}`;
        }"""
    )
    return fault


def faults_of_first_screen(page: Page, state: str, actions: Iterable[str]) -> list[str]:
    """What of the actions of a page lies outside the screen in either theme, or that it scrolls sideways."""
    faults = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        for action in actions:
            found = page.locator(action)
            for number in range(found.count()):
                if fault := in_view(page, found.nth(number)):
                    faults.append(f"{state}, {theme}: {action} {fault}")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            faults.append(f"{state}, {theme}: scrolls sideways")
    return faults


def test_every_state_has_its_action_on_the_first_screen(
    states: tuple[str, PlayerStates, bool], new_context: Callable[..., BrowserContext]
) -> None:
    url, made, long = states
    assert set(ACTIONS) == set(STATES)
    page = new_context(
        base_url=url,
        viewport={"width": 360, "height": 740 if long else 640},
        has_touch=True,
        is_mobile=True,
    ).new_page()
    faults = []
    for state, actions in ACTIONS.items():
        page.goto(f"/p/{made.links[state]}")
        for action in actions:
            assert page.locator(action).count(), f"{state}: no {action}"
        faults += faults_of_first_screen(page, state, actions)
    assert faults == []


def test_the_first_bidder_sees_all_numbers_once_a_side_is_chosen(
    states: tuple[str, PlayerStates, bool], new_context: Callable[..., BrowserContext]
) -> None:
    url, made, long = states
    page = new_context(
        base_url=url, viewport={"width": 360, "height": 740 if long else 640}, has_touch=True, is_mobile=True
    ).new_page()
    page.goto(f"/p/{made.links['open, first']}")
    page.locator(".tile.pickable.corp").tap()
    chips = page.locator(CHIPS)
    expect(chips).to_have_count(11)
    assert [in_view(page, chips.nth(number)) for number in range(11)] == [None] * 11
    lefts = {round(box["x"]) for box in (chips.nth(n).bounding_box() for n in range(11)) if box}
    assert len(lefts) == 3  # three to a row


def test_header_and_table_line_are_one_line_each(
    states: tuple[str, PlayerStates, bool], new_context: Callable[..., BrowserContext]
) -> None:
    url, made, _long = states
    page = new_context(base_url=url, viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"/p/{made.links['raise 1, second']}")
    heights = [page.locator(each).bounding_box() for each in (".top-in", ".table-line")]
    assert [round(box["height"]) for box in heights if box] == [48, 40]
    assert re.match(r"Your turn · ", page.title())
    page.goto(f"/p/{made.links['raise 1, first']}")
    assert re.match(r".+’s turn · ", page.title())


# What of the header lies outside of its 48 px, is cut though it is not the event's name, or lies on another.
HEADER = """() => {
  const box = (e) => e.getBoundingClientRect();
  const top = box(document.querySelector('.top-in'));
  const parts = [...document.querySelectorAll('.where > *, .menu > summary')];
  const faults = top.height === 48 ? [] : [`${top.height} px high`];
  parts.forEach((part, n) => {
    const b = box(part), name = part.className || part.localName;
    if (b.top < top.top || b.bottom > top.bottom || b.right > innerWidth) faults.push(`${name} sticks out`);
    if (part.localName !== 'b' && part.scrollWidth > part.clientWidth + 1) faults.push(`${name} is cut`);
    for (const other of parts.slice(n + 1)) {
      const o = box(other);
      const aside = b.right <= o.left + 1 || o.right <= b.left + 1;
      const apart = aside || b.bottom <= o.top + 1 || o.bottom <= b.top + 1;
      if (!apart) faults.push(`${name} lies on ${other.className || other.localName}`);
    }
  });
  return faults;
}"""


@pytest.mark.parametrize(
    ("language", "others"),
    [("en", ("Load again", "reconnecting since 14:03")), ("ja", ("再読み込み", "14:03から再接続中"))],
)
def test_the_header_is_one_line_in_every_state_of_connection(
    states: tuple[str, PlayerStates, bool],
    new_context: Callable[..., BrowserContext],
    language: str,
    others: tuple[str, ...],
) -> None:
    url, made, _long = states
    page = new_context(base_url=url, viewport={"width": 360, "height": 640}).new_page()
    faults = []
    for state in ("raise 1, second", "game, first", "seed, first", "between", "over", "waiting"):
        page.goto(f"/p/{made.links[state]}?lang={language}")
        badge = page.locator("[data-live-badge]")
        expect(badge).to_have_attribute("data-state", "live")
        for said in (badge.inner_text(), *others):
            badge.locator("[data-live-text]").evaluate("(each, said) => (each.textContent = said)", said)
            faults += [(state, said, fault) for fault in page.evaluate(HEADER)]
    assert faults == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_who_joined_sees_what_to_do_and_the_own_link_at_once(
    organizer: Organizer, phone: Callable[..., Page], language: str
) -> None:
    page = phone()
    page.goto(f"/t/{organizer.code}/join?lang={language}")
    assert page.locator("label .hint").count() == 1, "pronouns are optional, decks are not"
    organizer.ask("PATCH", body={"deck_policy": "optional"})
    page.reload()
    assert page.locator("label .hint").count() == 3, "both decks and the pronouns are optional"
    organizer.ask("PATCH", body={"deck_policy": "required"})
    expect(page.locator("[name=corp_identity]")).to_be_visible()
    page.locator("[name=name]").fill("Anastasia Featherstonehaugh-Przybyszewski")
    page.locator("[name=corp_deck]").fill(f"{CORPS[1]}\n\n3x Hedge Fund\n")
    page.locator("[name=runner_deck]").fill(f"{RUNNERS[1]}\n\n3x Sure Gamble\n")
    page.locator("main form button.primary").last.tap()
    expect(page.locator(".notice.now b")).to_be_visible()
    wanted = (".notice.now b", "a[href$='/me/decks']", ".own-link svg", ".own-link h2")
    assert {each: in_view(page, page.locator(each).first) for each in wanted} == dict.fromkeys(wanted)


def answer_of(page: Page) -> str:
    """The text of the focused element, which lies in view; it answers the tap before."""
    focused = page.locator(":focus")
    expect(focused).to_have_count(1)
    top, bottom, height = focused.evaluate(
        "(each) => { const box = each.getBoundingClientRect(); return [box.top, box.bottom, innerHeight]; }"
    )
    assert 0 <= top < height, f"the answer begins at {top} of {height}"
    assert bottom <= height or bottom - top > height / 2, f"the answer ends at {bottom} of {height}"
    return focused.inner_text()


def test_the_answer_to_every_own_tap_is_in_view_and_focused(
    states: tuple[str, PlayerStates, bool],
    new_context: Callable[..., BrowserContext],
    complaints: Complaints,
) -> None:
    url, made, _long = states
    complaints.expect("409")
    complaints.expect("422")

    def phone_of(state: str) -> Page:
        page = new_context(
            base_url=url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
        ).new_page()
        page.set_default_timeout(30_000)
        page.goto(f"/p/{made.links[state]}")
        return page

    page = phone_of("raise 1, second")
    page.locator(f"{CHIPS}[for$='-6']").tap()
    page.get_by_role("button", name="Bid 6 for Runner").tap()
    expect(page.locator(".turn .detail").first).to_contain_text("Your bid of 6 is the highest.")
    assert "Your bid of 6 is the highest." in answer_of(page)

    page = phone_of("raise 9, second")
    page.evaluate("document.querySelector('.bidform [name=version]').value = '1'")
    page.locator(f"{CHIPS}[for$='-10']").tap()
    page.get_by_role("button", name="Bid 10 for Runner").tap()
    expect(page.get_by_role("alert")).to_contain_text("your 10 was not placed")
    assert "your 10 was not placed" in answer_of(page)

    page = phone_of("game, first")
    page.locator(".resultform").get_by_text("Flatline", exact=True).tap()
    page.locator(".dock-who label.runner").tap()
    page.get_by_role("button", name="Send: Runner won").tap()
    expect(page.get_by_role("alert")).to_contain_text("A flatline is won by the Corp")
    assert "A flatline is won by the Corp" in answer_of(page)
    expect(page.locator("#r-runner")).to_be_checked()
    page.locator(".resultform").get_by_text("Agenda points", exact=True).first.tap()
    page.get_by_role("button", name="Send: Runner won").tap()
    expect(page.locator(".turn").first).to_contain_text("You reported:")
    assert "You reported:" in answer_of(page)

    page.get_by_text("Call a judge", exact=True).tap()
    page.get_by_role("button", name="Call a judge now").tap()
    expect(page.get_by_text("You called a judge at")).to_be_visible()
    assert "You called a judge at" in answer_of(page)


def test_a_slow_answer_is_announced_and_an_auction_takes_few_taps_and_bytes(
    states: tuple[str, PlayerStates, bool], new_context: Callable[..., BrowserContext]
) -> None:
    url, made, _long = states
    page = new_context(
        base_url=url, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True
    ).new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/p/{made.links['raise 0, second']}")
    page.wait_for_load_state("load")
    # The typeface is kept for a year and outside the budget; the stream stays open.
    apart = ("/live?", "/p/", ".woff2")
    files = [each for each in asked if not any(part in each for part in apart)]
    assert len(files) <= 5, files
    page.evaluate(Path(__file__).with_name("look.js").read_text())
    assert page.evaluate("look.weight()") <= 60_000

    page.route("**/me/bid?*", lambda route: (page.wait_for_timeout(900), route.continue_())[-1])
    page.locator(f"{CHIPS}[for$='-3']").tap()
    page.get_by_role("button", name="Bid 3 for Runner").tap()
    expect(page.get_by_role("button", name="Sending…")).to_be_visible()
    expect(page.locator(".turn .detail").first).to_contain_text("Your bid of 3 is the highest.")


def test_text_of_twice_the_size_and_unfolded_parts_stay_whole(
    states: tuple[str, PlayerStates, bool], new_context: Callable[..., BrowserContext]
) -> None:
    url, made, _long = states
    page = new_context(base_url=url, viewport={"width": 320, "height": 640}).new_page()
    faults = []
    for state in ("open, first", "raise 0, second", "one phone, first", "game, first", "done, first", "over"):
        page.goto(f"/p/{made.links[state]}")
        page.evaluate(Path(__file__).with_name("look.js").read_text())
        page.evaluate("look.unfold()")
        faults += [f"{state}: {fault}" for fault in page.evaluate("look.layout()")]
        page.set_viewport_size({"width": 360, "height": 640})
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        faults += [f"{state} at 200 %: {fault}" for fault in page.evaluate("look.sideways()")]
        page.set_viewport_size({"width": 320, "height": 640})
    assert faults == []
