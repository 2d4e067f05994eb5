"""An event of four in real browsers: phones bid, play, report and confirm without ever loading again."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import answer

NAMES = ("Ana", "Ben", "Cleo", "Dan")


def open_with(page: Page, side: str, number: int) -> None:
    page.locator(f"label.tile.{side}").click()
    raise_to(page, number, "Corp" if side == "corp" else "Runner")


def raise_to(page: Page, number: int, side: str) -> None:
    page.locator(f".opt label[for$='-{number}']").click()
    page.get_by_role("button", name=f"Bid {number} for {side}").click()


def let_pass(page: Page, winner: str, side: str) -> None:
    page.get_by_text(f"Pass and let {winner} play {side}").click()
    page.get_by_role("button", name=f"Yes, pass: {winner} plays {side}").click()


def report(page: Page, words: str) -> None:
    page.locator(".dock-who").get_by_text(words, exact=True).click()
    page.get_by_role("button", name=f"Send: {words}").click()


def is_still(page: Page) -> bool:
    """Whether the page was never loaded again since `mark`."""
    return bool(page.evaluate("window.marked === true"))


def mark(page: Page) -> None:
    page.evaluate("window.marked = true")


def test_four_players_two_phones_bid_live(
    organizer: Any, phone: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("409")
    phones = {name: phone() for name in NAMES}
    for name, page in phones.items():
        organizer.let_join(page, name)
    for page in phones.values():
        mark(page)
    organizer.publish(1)
    for name, page in phones.items():
        first, second = organizer.seats_of(name)
        sentence = "You bid first." if name == first else f"{first} bids first."
        expect(page.locator(".turn")).to_contain_text(sentence)
        expect(page.locator("[data-stage-text]")).to_contain_text("Round 1")

    first, second = organizer.seats_of("Ana")
    one, two = phones[first], phones[second]
    open_with(one, "corp", 2)
    expect(two.locator(".turn")).to_contain_text(f"{first} bid 2")
    expect(one.locator(".turn")).to_contain_text(f"{second}’s turn")
    raise_to(two, 4, "Corp")
    expect(one.locator(".turn")).to_contain_text(f"{second} bid 4")
    expect(one.locator(".high")).to_contain_text("3 cards and 3 credits")

    stale_tap(one, second)
    double_tap(one)
    expect(two.locator(".turn")).to_contain_text(f"{first} bid 6")
    assert [bid["bid"] for bid in organizer.table_of(first)["auction"]["bids"]] == [2, 4, 6]

    let_pass(two, first, "Corp")
    for page in (one, two):
        expect(page.locator(".settled")).to_contain_text("A draw is lost by")
        expect(page.locator(".half.corp .start")).to_contain_text("2 cards")
        expect(page.locator(".half.runner .start")).to_contain_text("5 cards")
    report(one, "Corp won")
    expect(two.locator(".turn")).to_contain_text(f"{first} reports: {first} won as Corp by agenda points.")
    answer(two)
    for page in (one, two):
        expect(page.locator(".turn")).to_contain_text(f"{first} won as Corp")
    finish_other_table(organizer, phones, {first, second})
    organizer.close(1)
    for page in phones.values():
        expect(page.get_by_text("Round 1 is over. The organizer pairs round 2 next.")).to_be_visible()
        assert is_still(page)
    expect(one.get_by_role("heading", name=re.compile("of 4 with 3 points"))).to_be_visible()
    one.get_by_role("link", name="All standings").click()
    expect(one.locator("tr.mine")).to_contain_text(first)
    expect(one.locator(".board tbody tr")).to_have_count(4)


def stale_tap(page: Page, opponent: str) -> None:
    """A number that was chosen before the opponent's bid arrived is not placed, and nothing is lost."""
    page.evaluate("document.querySelector('.bidform [name=version]').value = '0'")
    page.locator(".opt label[for$='-5']").click()
    page.get_by_role("button", name="Bid 5 for Corp").click()
    expect(page.locator(".problem")).to_contain_text(f"{opponent} bid 4 first; your 5 was not placed.")
    expect(page.locator(".turn")).to_contain_text(f"{opponent} bid 4")


def double_tap(page: Page) -> None:
    page.locator(".opt label[for$='-6']").click()
    page.get_by_role("button", name="Bid 6 for Corp").dblclick()


def finish_other_table(organizer: Any, phones: dict[str, Page], done: set[str]) -> None:
    """The other two settle at 0 and draw: the winner of the bid loses."""
    name = next(each for each in NAMES if each not in done)
    first, second = organizer.seats_of(name)
    open_with(phones[first], "runner", 0)
    expect(phones[second].locator(".turn")).to_contain_text(f"{first} bid 0")
    let_pass(phones[second], first, "Runner")
    expect(phones[second].get_by_text(f"{second} wins a draw: {first} won the bid.")).to_be_visible()
    phones[second].get_by_text("Draw", exact=True).click()
    phones[second].get_by_text("Time", exact=True).click()
    phones[second].get_by_role("button", name="Send the result").click()
    expect(phones[first].locator(".turn")).to_contain_text(f"A draw at time: {second} wins it.")
    answer(phones[first])


@pytest.fixture
def seated(organizer: Any, phone: Callable[..., Page]) -> tuple[str, str, Page, Page]:
    """Two players at the only table of round 1: who bids first, the other, and their phones."""
    phones = {name: phone() for name in NAMES[:2]}
    for name, page in phones.items():
        organizer.let_join(page, name)
    organizer.publish(1)
    first, second = organizer.seats_of("Ana")
    return first, second, phones[first], phones[second]


def test_a_bidding_held_aloud_is_entered_by_one_and_confirmed_by_the_other(
    seated: tuple[str, str, Page, Page],
) -> None:
    first, second, one, two = seated
    one.get_by_text(f"{second} has no phone? Bid aloud").click()
    one.locator("#aloud").get_by_text(second, exact=True).click()
    one.locator("#aloud").get_by_text("Runner", exact=True).click()
    one.locator("#aloud").get_by_label("With which bid?").select_option("3")
    one.get_by_role("button", name="Enter it for both").click()
    expect(one.locator(".turn")).to_contain_text(f"You entered: {second} won the bid with 3 on Runner")
    expect(two.locator(".turn")).to_contain_text(f"{first} entered: {second} won the bid with 3 on Runner")
    answer(two)
    for page in (one, two):
        expect(page.locator(".half.runner .start")).to_contain_text("4 cards")
        expect(page.locator(".half.runner .who")).to_contain_text(second)


def test_an_auction_and_a_result_survive_a_dead_spot_and_a_restart_and_everybody_follows(
    organizer: Any, phone: Callable[..., Page], desktop: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("net::ERR")  # without network, and without a server
    phones = {name: phone() for name in NAMES[:2]}
    for name, page in phones.items():
        organizer.let_join(page, name)
    desk, wall = desktop(), desktop()
    desk.goto(organizer.server.sign_in_link("Olga"))
    desk.get_by_role("button", name="Sign in").click()
    desk.goto(f"/t/{organizer.code}/desk")
    wall.goto(f"/t/{organizer.code}/wall?show=tables")
    everybody = (*phones.values(), desk, wall)
    for page in everybody:
        mark(page)
    organizer.publish(1)
    first, second = organizer.seats_of("Ana")
    one, two = phones[first], phones[second]
    card = desk.locator(".tcard[data-table='1']")
    expect(two.locator(".turn")).to_contain_text(f"{first} bids first")
    expect(wall.get_by_text("waiting")).to_be_visible()

    two.context.set_offline(True)
    open_with(one, "corp", 2)
    expect(one.locator(".turn")).to_contain_text(f"{second}’s turn")
    expect(card).to_contain_text("2 on Corp")
    expect(two.locator(".turn")).to_contain_text(f"{first} bids first")
    two.context.set_offline(False)
    expect(two.locator(".turn")).to_contain_text(f"{first} bid 2")

    two.context.set_offline(True)
    raise_to(two, 4, "Corp")
    expect(two.get_by_role("alert")).to_contain_text(
        "Not sent: no connection. Your choice is kept; tap again."
    )
    assert len(organizer.table_of(first)["auction"]["bids"]) == 1
    two.context.set_offline(False)
    two.get_by_role("button", name="Bid 4 for Corp").click()
    expect(one.locator(".turn")).to_contain_text(f"{second} bid 4")

    organizer.server.restart()
    for page in everybody:
        expect(page.locator("[data-live-badge]").first).to_have_attribute(
            "data-state", "live", timeout=30_000
        )
    raise_to(one, 5, "Corp")
    expect(two.locator(".turn")).to_contain_text(f"{first} bid 5")
    let_pass(two, first, "Corp")
    expect(wall.locator(".wall-out li.playing")).to_be_visible()
    expect(card).to_have_class(re.compile("playing"))
    report(one, "Runner won")
    expect(card).to_have_class(re.compile("reported"))
    answer(two)
    expect(card).to_have_class(re.compile("done"))
    expect(desk.get_by_role("button", name="Close round 1")).to_be_enabled()
    expect(wall.get_by_text("Every table has its result.")).to_be_visible()
    for page in phones.values():
        expect(page.locator(".turn")).to_contain_text(f"{second} won as Runner")
    assert all(is_still(page) for page in everybody)


def test_one_phone_is_passed_at_every_turn_until_the_other_is_back(
    organizer: Any, seated: tuple[str, str, Page, Page]
) -> None:
    first, second, one, two = seated
    one.get_by_text("Bid on one phone", exact=True).click()
    one.get_by_role("button", name="Use my phone for both").click()
    expect(one.get_by_text(f"You asked {second} to bid on your phone")).to_be_visible()
    two.get_by_role("button", name="Yes, one phone").click()
    take(one, first)
    open_with(one, "runner", 1)
    expect(two.locator(".turn")).to_contain_text("Your turn")
    take(one, second)
    raise_to(one, 3, "Runner")
    take(one, first)
    raise_to(one, 4, "Runner")
    expect(one.get_by_role("heading", name=f"Pass the phone to {second}")).to_be_visible()
    assert [bid["bid"] for bid in organizer.table_of(first)["auction"]["bids"]] == [1, 3, 4]

    # What was chosen already is kept through the news, for nobody has bid since.
    two.locator(".opt label[for$='-6']").click()
    two.get_by_role("button", name="I bid on my own phone").click()
    expect(one.locator(".turn")).to_contain_text(f"{second}’s turn")
    expect(two.get_by_role("button", name="I bid on my own phone")).to_have_count(0)
    two.get_by_role("button", name="Bid 6 for Runner").click()
    let_pass(one, second, "Runner")
    for page in (one, two):
        expect(page.locator(".half.runner .who")).to_contain_text(second)
        expect(page.locator(".half.runner .start")).to_contain_text("2 cards")


def take(page: Page, name: str) -> None:
    """The player who was given the phone says so; before that there is nothing to bid."""
    expect(page.get_by_role("heading", name=f"Pass the phone to {name}")).to_be_visible()
    expect(page.locator(".bidform")).to_be_hidden()
    page.get_by_text(f"I am {name}").click()
