"""An event of the Cyberpunk TCG in browsers: two phones join, begin, report, confirm, and play the cut."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Organizer, answer
from tests.browser.hosting import Host

DECK = """Legends
1 V: Corporate Exile
1 Viktor Vektor
1 Yorinobu Arasaka

Deck
""" + "\n".join(f"3 Card number {number}" for number in range(14))
NETRUNNER_WORDS = ("Corp", "Runner", "bid", "auction", "agenda", "influence")


def join(page: Page, code: str, name: str, deck: str = "") -> None:
    page.goto(f"/t/{code}/join")
    page.get_by_label("Your name").fill(name)
    if deck:
        page.get_by_label("Your deck").fill(deck)
    no_netrunner(page)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name=f"You are in, {name}")).to_be_visible()
    no_netrunner(page)


def no_netrunner(page: Page) -> None:
    """Nothing of sides, bids and their cards is said on the page."""
    text = page.locator("main").inner_text()
    assert [word for word in NETRUNNER_WORDS if re.search(rf"\b{word}s?\b", text)] == [], text


def desk_of(page: Page, server: Host, organizer: Organizer) -> None:
    link = server.sign_in_link("Olga")
    page.goto(link[link.index("/", 8) :])
    page.get_by_role("button").first.click()


def test_two_phones_play_a_duel(
    organizer: Any, phone: Callable[..., Page], desktop: Callable[..., Page]
) -> None:
    organizer.ask(
        "PATCH", "", {"structure": "duel", "planned_rounds": 1, "cut": {"kind": "single", "size": 2}}
    )
    ana, ben = phone(), phone("dark")
    join(ana, organizer.code, "Ana", DECK)
    expect(ana.get_by_text("Legal", exact=True)).to_be_visible()
    join(ben, organizer.code, "Ben")
    ben.get_by_role("link", name="My decks").click()
    ben.get_by_role("textbox", name="Deck").fill(DECK.replace("3 Card", "4 Card", 1))
    ben.get_by_role("button", name="Hand in this deck").click()
    expect(ben.get_by_text("Your deck is handed in.")).to_be_visible()
    expect(ben.get_by_text("Not legal")).to_be_visible()
    no_netrunner(ben)
    for page in (ana, ben):
        page.goto(f"/t/{organizer.code}/me")
        no_netrunner(page)

    organizer.publish(1)
    for page in (ana, ben):
        expect(page.get_by_text("Who begins?")).to_be_visible()
        no_netrunner(page)
    ana.get_by_role("button", name="Ben begins").click()
    expect(ben.get_by_text("You begin.")).to_be_visible()
    expect(ben.get_by_text("Turn your two left Legends sideways")).to_be_visible()
    ana.locator(".dock-who").get_by_text("You won", exact=True).click()
    ana.get_by_role("button", name="Send: you won").click()
    expect(ben.get_by_text("Ana reports: Ana won by Gigs.")).to_be_visible()
    no_netrunner(ben)
    answer(ben)
    for page in (ana, ben):
        expect(page.get_by_text("Ana won by Gigs.")).to_be_visible()
        no_netrunner(page)
    organizer.close(1)
    for path in (
        "",
        "/pairings",
        "/standings",
        "/wall",
        f"/players/{organizer.table_of('Ana')['first']['player_id']}",
    ):
        ana.goto(f"/t/{organizer.code}{path}")
        no_netrunner(ana)

    number = organizer.ask("POST", "/cut", {})["round"]
    organizer.tables = organizer.ask("POST", f"/rounds/{number}/publish")["tables"]
    ana.goto(f"/t/{organizer.code}/me")
    expect(ana.get_by_text("A tie goes to Ana, the higher seed.")).to_be_visible()
    ana.locator("label.tile", has_text="Tie").click()
    ana.get_by_role("button", name="Send: a tie").click()
    ben.goto(f"/t/{organizer.code}/me")
    expect(ben.get_by_text("Ana reports: A tie: Ana wins it, the higher seed.")).to_be_visible()
    answer(ben)
    expect(ben.get_by_text("Ana wins it, the higher seed").first).to_be_visible()
