"""How many taps things take, counted as hands make them; and what a reader hides on their own phone."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

CORP = "Haas-Bioroid: Engineering the Future\n\n3x Hedge Fund"
RUNNER = "Gabriel Santiago: Consummate Professional\n\n3x Sure Gamble"


@dataclass
class Hand:
    """A finger on a screen; it counts."""

    page: Page
    taps: int = 0

    def tap(self, where: Locator) -> None:
        """Tap once."""
        where.click()
        self.taps += 1

    def tap_button(self, name: str) -> None:
        """Tap the button of this name."""
        self.tap(self.page.get_by_role("button", name=name, exact=True))

    def fill(self, label: str, text: str) -> None:
        """Tap a field, then type or paste into it."""
        self.tap(self.page.get_by_label(label, exact=True))
        self.page.keyboard.insert_text(text)

    def bid(self, number: int) -> None:
        """Tap a number, then the button that places it."""
        self.tap(self.page.locator(f".opt label[for$='-{number}']"))
        self.tap_button(f"Bid {number} for Corp")

    def taken(self) -> int:
        """The taps since the last question."""
        taps, self.taps = self.taps, 0
        return taps


@pytest.fixture
def hands(organizer: Any, phone: Callable[..., Page]) -> dict[str, Hand]:
    """Two players who scanned the code and joined with both decks, each within six taps."""
    found = {}
    for name in ("Ana", "Ben"):
        hand = found[name] = Hand(phone())
        hand.page.goto(f"/t/{organizer.code}/join")  # where the code leads to
        hand.fill("Your name", name)
        hand.fill("Corp deck", CORP)
        hand.fill("Runner deck", RUNNER)
        hand.tap_button("Join")
        expect(hand.page.get_by_role("heading", name=f"You are in, {name}")).to_be_visible()
        hand.tap(hand.page.get_by_role("link", name="To my table"))
        expect(hand.page.locator(".turn")).to_be_visible()
        assert hand.taken() <= 6
    return found


def test_the_budgets_of_taps_hold(
    organizer: Any, hands: dict[str, Hand], desktop: Callable[..., Page]
) -> None:
    organizer.publish(1)
    first, second = organizer.seats_of("Ana")
    one, two = hands[first], hands[second]
    expect(one.page.locator(".turn")).to_contain_text("You bid first")
    one.tap(one.page.locator("label.tile.corp"))
    one.bid(2)
    expect(two.page.locator(".turn")).to_contain_text("Your turn")
    two.bid(3)
    expect(one.page.locator(".turn")).to_contain_text("Your turn")
    one.bid(5)
    expect(two.page.locator(".turn")).to_contain_text(f"{first} bid 5")
    assert one.taken() + two.taken() <= 7  # an auction of three bids
    two.tap(two.page.get_by_text(f"Pass and let {first} play Corp"))
    two.tap_button(f"Yes, pass: {first} plays Corp")
    assert two.taken() <= 2

    one.tap(one.page.locator(".dock-who").get_by_text("Corp won", exact=True))
    one.tap_button("Send: Corp won")
    assert one.taken() <= 2
    two.tap_button("Yes, confirm")
    expect(two.page.locator(".turn")).to_contain_text(f"{first} won as Corp")
    assert two.taken() <= 1

    for name in ("Cleo", "Dan"):
        organizer.ask("POST", "/players", {"name": name})
    desk = Hand(desktop())
    desk.page.goto(organizer.server.sign_in_link("Olga"))
    desk.tap(desk.page.get_by_role("button", name="Sign in"))
    desk.page.goto(f"/t/{organizer.code}/desk")
    desk.taken()
    for step in ("Close round 1", "Pair round 2", "Publish round 2"):
        desk.tap_button(step)
    expect(desk.page.get_by_text("The pairings of round 2 were published.")).to_be_visible()
    assert desk.taken() <= 3


def test_an_announcement_is_hidden_on_the_device_of_who_hides_it_and_the_next_one_is_shown(
    organizer: Any, hands: dict[str, Hand]
) -> None:
    organizer.ask("POST", "/announcements", {"text": "Pizza is here"})
    ana, ben = (hands[name].page for name in ("Ana", "Ben"))
    for page in (ana, ben):
        expect(page.locator("#said summary")).to_contain_text("Pizza is here")
    ana.locator("#said summary").click()
    ana.get_by_role("button", name="Hide this here").click()
    expect(ana.locator("#said")).to_be_hidden()
    ana.reload()
    expect(ana.locator(".turn")).to_be_visible()
    expect(ana.locator("#said")).to_be_hidden()
    ana.goto(f"/t/{organizer.code}")
    expect(ana.get_by_text("Players are joining")).to_be_visible()
    expect(ana.get_by_text("Pizza is here")).to_be_hidden()
    ana.goto(f"/t/{organizer.code}/me")
    expect(ben.locator("#said")).to_be_visible()
    organizer.ask("POST", "/announcements", {"text": "Round 1 in five minutes"})
    for page in (ana, ben):
        expect(page.locator("#said summary")).to_contain_text("Round 1 in five minutes")
        expect(page.locator("#said")).to_be_visible()
