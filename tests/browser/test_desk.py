"""A new organizer runs an event: with the mouse, by keyboard alone, without JavaScript."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.browser.hosting import Host

EIGHT = (
    "Ana",
    "Ben",
    "Chidi",
    "Dagny",
    "Esi",
    "Farid",
    "Grete",
    "Bartholomew Featherstonehaugh-Przybyszewski",
)
MOST_TABS = 120
NAME_OF_FOCUS = """() => {
    const held = document.activeElement;
    if (held === document.body) return '';
    const label = held.labels?.[0]?.innerText ?? '';
    return `${label} ${held.getAttribute('aria-label') ?? held.innerText ?? ''}`.trim();
}"""
Desktop = Callable[..., Page]
_organizers = count(1)


def sign_in(page: Page, server: "Host") -> None:
    """Come in as a new organizer, by a one-time link."""
    page.goto(server.sign_in_link(f"Olga {next(_organizers)}"))
    page.get_by_role("button", name="Sign in").click()
    page.goto("/organize")


def make_event(page: Page) -> str:
    """Make an event without decks; its code."""
    page.get_by_label("Name").fill("Spring Refresh")
    page.get_by_text("decks are brought to the table").click()
    page.get_by_label("Swiss rounds").fill("3")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_role("heading", name="0 players in, no round paired yet")).to_be_visible()
    return page.url.split("/t/")[1].split("/")[0]


def enter_players(page: Page, code: str, names: tuple[str, ...]) -> None:
    """Paste a list, look at it, enter everybody."""
    page.goto(f"/t/{code}/desk/players")
    page.get_by_label("One player a line").fill("\n".join(names))
    page.get_by_role("button", name="Look at the list").click()
    page.get_by_role("button", name=f"Enter {len(names)} players").click()
    expect(page.get_by_text(f"{len(names)} players were entered.")).to_be_visible()


def settle(page: Page, code: str, number: int) -> None:
    """Settle the auction of a table by hand: the first player has Corp for 3."""
    page.goto(f"/t/{code}/desk")
    page.locator(f".tcard[data-table='{number}'] a").click()
    page.get_by_label("With which number?").fill("3")
    page.get_by_role("button", name="Settle the auction").click()
    expect(page.locator(".settled")).to_be_visible()


def test_a_new_organizer_runs_an_event_of_eight_and_the_wall_follows(
    server: "Host", desktop: Desktop
) -> None:
    page, wall = desktop(), desktop()
    sign_in(page, server)
    code = make_event(page)
    wall.goto(f"/t/{code}/wall")
    wall.evaluate("window.marked = true")
    enter_players(page, code, EIGHT)
    expect(wall.locator(".wall-count b")).to_have_text("8")

    page.goto(f"/t/{code}/desk")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", name="Round 1, draft")).to_be_visible()
    page.locator("input[name=seat]").nth(0).check()
    page.locator("input[name=seat]").nth(2).check()
    page.get_by_role("button", name="Swap the two picked seats").click()
    expect(page.get_by_text("changed places in round 1.")).to_be_visible()
    page.get_by_role("button", name="Publish round 1").click()
    expect(wall.get_by_text("against Bartholomew Featherstonehaugh-Przybyszewski")).to_be_visible()

    page.get_by_role("button", name="Start the clock").click()
    expect(wall.locator(".clock.running")).to_be_visible()
    for number in range(1, 5):
        settle(page, code, number)
    page.goto(f"/t/{code}/desk")
    page.evaluate("window.marked = true")
    page.get_by_role("button", name="+1 min").click()
    expect(page.locator("[data-news]").get_by_role("button", name="Undo")).to_be_visible()
    for number, letter in enumerate("CRDC", start=1):
        page.keyboard.press("/")
        page.locator("#q-line").fill(f"{number} {letter}")
        page.keyboard.press("Enter")
        expect(page.locator(f".tcard[data-table='{number}'].done")).to_be_visible()
        undo = page.locator(".quick").get_by_role("button", name=f"table {number} in round 1")
        expect(undo).to_be_visible()
        expect(page.locator("[data-news]").get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("button", name="Close round 1")).to_be_enabled()
    assert page.evaluate("window.marked === true")
    page.get_by_role("button", name="Close round 1").click()
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()
    expect(wall.get_by_role("heading", name="Standings after round 1")).to_be_visible()
    expect(wall.locator(".wall-list li")).to_have_count(8)
    assert wall.evaluate("window.marked === true")
    page.goto(f"/t/{code}/standings")
    expect(page.locator(".board tbody tr")).to_have_count(8)


def walk_to(page: Page, words: str) -> None:
    """Press Tab until the focus is on what is called so."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if words in str(page.evaluate(NAME_OF_FOCUS)):
            return
    raise AssertionError(f"{words} is not reached by Tab")


def press(page: Page, words: str) -> None:
    """Go there by Tab and press Enter."""
    walk_to(page, words)
    page.keyboard.press("Enter")


def test_the_keyboard_alone_runs_a_round(server: "Host", desktop: Desktop) -> None:
    page = desktop()
    sign_in(page, server)
    code = make_event(page)
    enter_players(page, code, EIGHT[:4])
    page.goto(f"/t/{code}/desk")
    press(page, "Pair round 1")
    expect(page.get_by_role("heading", name="Round 1, draft")).to_be_visible()
    press(page, "Publish round 1")
    expect(page.get_by_role("heading", name="Round 1: 2 of 2 tables still out")).to_be_visible()
    press(page, "Start the clock")
    expect(page.locator(".clock.running")).to_be_visible()
    for number in (1, 2):
        press(page, f"Table {number} has no result")
        expect(page.get_by_role("heading", name=f"Table {number}", exact=True)).to_be_visible()
        walk_to(page, "With which number?")
        page.keyboard.type("4")
        page.keyboard.press("Enter")
        expect(page.locator(".settled")).to_be_visible()
        press(page, "Dashboard")
        expect(page.locator("#q-line")).to_be_visible()
    page.keyboard.press("e")
    for number, letter, says in ((1, "c", "won as Corp against"), (2, "d", "A draw: ")):
        page.keyboard.type(f"{number} {letter}")
        expect(page.locator("#q-said .preview")).to_contain_text(says)
        page.keyboard.press("Enter")
        expect(page.locator(f".tcard[data-table='{number}'].done")).to_be_visible()
        # The field for the next table has the focus again, and is empty.
        expect(page.locator("#q-line")).to_be_focused()
        expect(page.locator("#q-line")).to_have_value("")
    expect(page.get_by_role("button", name="Close round 1")).to_be_enabled()
    press(page, "Close round 1")
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()


def test_the_desk_works_without_javascript(server: "Host", desktop: Desktop) -> None:
    page = desktop(javascript=False)
    sign_in(page, server)
    code = make_event(page)
    enter_players(page, code, EIGHT[:2])
    page.goto(f"/t/{code}/desk")
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    settle(page, code, 1)
    page.goto(f"/t/{code}/desk")
    page.locator("#q-line").fill("1 R")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="every table has its result")).to_be_visible()
    expect(page.locator("#q-line")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="1 of 1 table still out")).to_be_visible()


def test_a_half_typed_result_survives_what_others_do(server: "Host", desktop: Desktop) -> None:
    page = desktop()
    sign_in(page, server)
    code = make_event(page)
    enter_players(page, code, EIGHT[:4])
    page.goto(f"/t/{code}/desk")
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("button", name="Publish round 1").click()
    page.locator("#q-line").fill("2 1c")
    other = page.context.new_page()
    settle(other, code, 1)
    expect(page.locator(".tcard[data-table='1'].playing")).to_be_visible()
    expect(page.locator("#q-line")).to_have_value("2 1c")
    expect(page.locator("#q-line")).to_be_focused()
