"""The event on phones whose scripts are off: every step is a form, a link or a page loaded again."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import answer


def test_an_event_without_any_script(organizer: Any, phone: Callable[..., Page], complaints: Any) -> None:
    complaints.expect("answer: 409")
    complaints.expect("answer: 422")
    names = ("Ana", "Ben", "Cleo", "Dan")
    phones = {name: phone(javascript=False) for name in names}
    for name, page in phones.items():
        organizer.let_join(page, name)
    organizer.publish(1)
    first, second = organizer.seats_of("Ana")
    one, two = phones[first], phones[second]
    one.reload()
    one.get_by_role("button", name="I am at the table").click()
    expect(one.get_by_text("You are checked in.")).to_be_visible()
    bid_for(one, "runner", 3)
    two.reload()
    expect(two.get_by_text(f"{first} is at the table.")).to_be_visible()
    raise_to(two, 5)
    expect(two.locator(".turn")).to_contain_text(f"{first}’s turn")

    # The first page still shows bid 3 after a second tab made a bid: its own number comes too late.
    one.reload()
    tab = one.context.new_page()
    tab.goto(one.url)
    raise_to(tab, 7)
    raise_to(one, 6)
    expect(one.get_by_role("alert")).to_contain_text("You bid 7 first; your 6 was not placed.")
    expect(one.locator(".turn")).to_contain_text(f"{second}’s turn")

    two.reload()
    two.get_by_text(f"Pass and let {first} play Runner").click()
    two.get_by_role("button", name=f"Yes, pass: {first} plays Runner").click()
    expect(two.locator(".half.runner .start")).to_contain_text("2 cards")
    two.get_by_text("Draw", exact=True).click()
    two.get_by_text("Flatline", exact=True).click()
    two.get_by_role("button", name="Send the result").click()
    expect(two.get_by_role("alert")).to_contain_text("A flatline is won by the Corp")
    expect(two.get_by_label("Draw", exact=True)).to_be_checked()
    two.get_by_text("Time", exact=True).click()
    two.get_by_role("button", name="Send the result").click()
    expect(two.locator(".turn")).to_contain_text(f"A draw at time: {second} wins it.")

    one.goto(one.url.partition("/me")[0] + "/me")
    answer(one)
    expect(one.locator(".turn")).to_contain_text(f"{second} wins it")
    one.get_by_text("Menu", exact=True).click()
    one.get_by_role("link", name="Pairings").click()
    one.get_by_role("link", name="By table").click()
    expect(one.locator("tr.mine")).to_contain_text(f"A draw at time: {second} wins it")
    one.get_by_role("link", name="By name").click()
    expect(one.locator("tbody tr")).to_have_count(4)


def bid_for(page: Page, side: str, number: int) -> None:
    page.locator(f"label.tile.{side}").click()
    raise_to(page, number)


def raise_to(page: Page, number: int) -> None:
    page.locator(f".opt label[for$='-{number}']").click()
    page.get_by_role("button", name=f"Bid {number} for").click()
