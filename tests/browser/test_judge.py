"""The judge's desk on a phone: by keyboard, without script, without network, on paper, in both themes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import Hall, Look

EDITIONS = ("2017-12", "cr-26.03", "faq-1.1")


def test_a_ruling_without_any_script(phone: Callable[..., Page]) -> None:
    page = phone(javascript=False)
    page.goto("/judge")
    page.get_by_label("Card, question or keyword").fill("tolbooth")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The Runner encounters Tollbooth")).to_be_visible()
    page.get_by_role("link", name="Datasucker").click()
    expect(page.get_by_role("heading", name="Datasucker", exact=True)).to_be_visible()
    page.get_by_role("link", name="Comprehensive Rules 26.03").click()
    expect(page.get_by_text("(step 3b)")).to_be_visible()


@pytest.mark.parametrize("javascript", [False, True])
def test_a_run_is_followed_by_keyboard_and_link(desktop: Callable[..., Page], javascript: bool) -> None:
    page = desktop(javascript=javascript)
    page.goto("/judge/timing")
    page.get_by_role("link", name="Follow step by step").focus()
    page.keyboard.press("Enter")
    here = page.locator(".step:target")
    expect(here).to_contain_text("We are here. The Runner announces the server")
    follow(page, "Ice protects the server: 2")
    expect(here).to_contain_text("We are here. The Runner approaches the next ice")
    for number in ("2.1", "2.2"):
        follow(page, f"Next: {number}")
    follow(page, "The Runner jacks out: 7")
    expect(here).to_contain_text("We are here. The run ends and is unsuccessful")


def follow(page: Page, way: str) -> None:
    """Go on by Tab and Enter alone: from the step one is at, the next links are its own."""
    for _ in range(4):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == way:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way {way!r} after four tabs")


def test_keys_lead_through_a_run_and_back(desktop: Callable[..., Page]) -> None:
    page = desktop()
    page.goto("/judge/timing?edition=cr-26.03#cr-run-1f")
    current = page.locator("[aria-current=step]")
    expect(current).to_contain_text("Check whether the Runner is at an ice")
    for key, words in (
        ("1", "The Runner approaches the ice"),
        ("ArrowDown", "The Corp may rez the approached ice"),
        ("ArrowDown", "Check whether the ice is rezzed"),
        ("2", "The Runner passes the ice"),
        ("ArrowUp", "Check whether the ice is rezzed"),
        ("ArrowUp", "The Corp may rez the approached ice"),
        ("ArrowDown", "Check whether the ice is rezzed"),
    ):
        page.keyboard.press(key)
        expect(current).to_contain_text(words)


def test_results_while_typing_and_still_without_network(
    desktop: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("ERR_INTERNET_DISCONNECTED")
    page = desktop()
    with page.expect_response(re.compile("/judge/all")), page.expect_response(re.compile("/judge/timing")):
        page.goto("/judge")
    field = page.get_by_label("Card, question or keyword")
    expect(field).to_be_focused()
    page.keyboard.type("femm fatal")
    expect(page.locator("#results .ruling")).to_have_count(5)
    assert page.url.endswith("?q=femm+fatal&edition=2017-12")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#results .ruling").first).to_be_focused()
    page.keyboard.press("/")
    expect(field).to_be_focused()

    page.context.set_offline(True)
    field.fill("フレームアウト")
    expect(page.get_by_text("No connection: searching in this page.")).to_be_visible()
    field.fill("Flame-out install")
    expect(page.locator("#results .ruling h3")).to_have_text(
        [re.compile("^Flame-out hosts Self-modifying Code")]
    )
    page.get_by_role("link", name="Timing").click()
    expect(page.get_by_role("heading", name="Timing: December 2017")).to_be_visible()
    page.get_by_role("link", name="All", exact=True).click()
    expect(page.locator(".ruling")).to_have_count(93)
    page.context.set_offline(False)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_edition_is_one_page_of_paper(desktop: Callable[..., Page], edition: str, paper: str) -> None:
    page = desktop()
    page.goto(f"/judge/timing?edition={edition}")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) == 1


def test_pages_of_the_desk_in_both_themes_and_all_widths(hall: Hall, look: Look, complaints: Any) -> None:
    look.light = True
    page = look.come_in()
    for address in (
        "/judge",
        "/judge?q=femme",
        "/judge?card=PAD+Tap",
        "/judge?card=Medium&q=zzzz",
        "/judge/all",
        "/judge/timing#2017-12-run-2-3",
        "/judge/timing?edition=cr-26.03",
        "/judge/penalties",
        "/judge/games/xnet",
    ):
        page.goto(address)
        look.at(page)
    assert not look.faults, "\n".join(look.faults)
