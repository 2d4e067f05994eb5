"""Judges with phones: a call is claimed by one of two and ends with extra time; a deck is ticked off."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Organizer
from tests.browser.hosting import Host

LIST = "NBN: Making News\n\n3x Hedge Fund\n2x Astroscript Pilot Program\n"


def sign_in(page: Page, server: Host, name: str) -> None:
    page.goto(server.sign_in_link(name))
    page.get_by_role("button", name="Sign in").click()


@pytest.fixture
def judges(server: Host, organizer: Organizer, phone: Callable[..., Page]) -> tuple[Page, Page]:
    """Two judges' phones, signed in at the event."""
    boss = phone()
    sign_in(boss, server, "Olga")
    pages = []
    for name in ("Mia", "Noa"):
        page = phone()
        server.sign_in_link(f"{name} {organizer.code}")
        sign_in(page, server, f"{name} {organizer.code}")
        boss.goto(f"/t/{organizer.code}/desk/staff")
        boss.get_by_label("Name of the account").fill(f"{name} {organizer.code}")
        boss.get_by_role("button", name="Give the role").click()
        pages.append(page)
    return pages[0], pages[1]


def test_two_judges_at_once_one_gets_the_call(
    organizer: Any, phone: Callable[..., Page], judges: tuple[Page, Page], complaints: Any
) -> None:
    complaints.expect("409")
    ana, ben = phone(), phone()
    organizer.let_join(ana, "Ana")
    organizer.let_join(ben, "Ben")
    organizer.publish(1)
    mia, noa = judges
    for page in judges:
        page.goto(f"/t/{organizer.code}/desk/calls")
        expect(page.get_by_text("Nobody waits for a judge.")).to_be_visible()
        page.get_by_role("heading", name="Calls").click()
    ana.get_by_text("Call a judge", exact=True).click()
    ana.get_by_label("What is it about?").fill("May I rez that?")
    ana.get_by_role("button", name="Call a judge now").click()
    expect(ana.get_by_text("You called a judge at")).to_be_visible()
    for page in judges:
        expect(page.get_by_text("“May I rez that?”")).to_be_visible()
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        expect(page.locator("html")).to_have_attribute("data-rang", re.compile("[1-9]"))
    # Both press before either page has heard of the other.
    parts = re.compile(r"/parts\b")
    noa.route(parts, lambda route: route.abort())
    complaints.expect("net::ERR_FAILED")
    mia.get_by_role("button", name="I go there").click()
    expect(mia.get_by_text("You go there.")).to_be_visible()
    noa.evaluate("document.querySelector('form[action$=\"/claim\"]')?.requestSubmit()")
    name = f"Mia {organizer.code}"
    expect(ana.get_by_text(f"{name} comes to you.")).to_be_visible()
    expect(noa.get_by_text(f"{name} goes to Ana already.")).to_be_visible()
    noa.unroute(parts)
    expect(mia).to_have_title(re.compile("^Berlin Refresh"))

    before = ana.locator("[data-clock]").first.get_attribute("data-ends")
    mia.get_by_label("Minutes more for the table").fill("3")
    mia.get_by_label("Note for the staff").fill("Yes, they may")
    mia.locator("form[action$='/close'] button").click()
    expect(mia.get_by_text("“May I rez that?”")).to_have_count(0)
    expect(ana.get_by_text("comes to you")).to_have_count(0)
    expect(ana.locator("[data-clock]").first).not_to_have_attribute("data-ends", before or "")
    expect(ana.get_by_text("3 minutes of it are extra time of your table.")).to_be_visible()
    assert organizer.table_of("Ana")["extra_seconds"] == 180
    mia.reload()
    expect(mia.get_by_text("Yes, they may")).to_be_visible()


def test_a_deck_is_ticked_off_on_a_phone(
    organizer: Any, phone: Callable[..., Page], judges: tuple[Page, Page]
) -> None:
    for name in ("Ana", "Ben"):
        organizer.let_join(phone(), name)
    for player in organizer.ask("GET", "/players"):
        organizer.ask("PATCH", f"/players/{player['id']}", {"corp_deck": LIST})
    organizer.publish(1)
    mia, _ = judges
    mia.goto(f"/t/{organizer.code}/desk/decks")
    mia.get_by_role("button", name="Pick tables").click()
    mia.get_by_role("link", name=re.compile("Table 1: Ana")).click()
    expect(mia.get_by_text("0 counted of 5 cards in the list")).to_be_visible()
    mia.get_by_text("Hedge Fund").click()
    expect(mia.get_by_text("3 counted of 5 cards in the list")).to_be_visible()
    mia.get_by_label("Other number of Astroscript Pilot Program", exact=False).fill("1")
    expect(mia.get_by_text("4 counted of 5 cards in the list")).to_be_visible()
    mia.get_by_role("button", name="Keep the count for later").click()
    expect(mia.get_by_text("Pilot Program: 1 of 2")).to_be_visible()
    mia.get_by_role("button", name="Warning").click()
    expect(mia.get_by_text("The decks of Ana were checked")).to_be_visible()
    (given,) = organizer.ask("GET", "/penalties")
    assert (given["name"], given["kind"], given["infraction"]) == ("Ana", "warning", "illegal-deck")
    assert given["note"].endswith("1 of 2")
