"""A table of three in real browsers: points looked at, sent by one phone, confirmed on another; the wall."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Organizer, answer
from tests.browser.hosting import Host
from tests.browser.test_day import no_sideways, sign_in

NAMES = ("Ana", "Ben", "Cleo")


@pytest.fixture
def organizer(server: Host, token: str) -> Organizer:
    """Olga with an event at tables of several."""
    made = Organizer(server, token)
    day = datetime.now(UTC).date().isoformat()
    body = {"name": "X.NET evening", "date": day, "structure": "table-points", "planned_rounds": 1}
    made.code = made.ask("POST", body=body)["code"]
    return made


def join(page: Page, code: str, name: str) -> None:
    """A name is enough where the game has no identities."""
    page.goto(f"/t/{code}/join")
    page.get_by_label("Your name").fill(name)
    expect(page.get_by_text("Your identities")).to_have_count(0)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="To my table").click()
    expect(page.get_by_text("Round 1 has not been paired yet")).to_be_visible()


def fill(page: Page, **points: str) -> None:
    for name, value in points.items():
        page.locator("#now .pod-points").get_by_label(name, exact=True).last.fill(value)
    page.get_by_role("button", name="See places and sum").last.click()


def test_three_phones_a_desk_and_a_wall(
    organizer: Organizer, phone: Callable[..., Page], desktop: Callable[..., Page], complaints: Any
) -> None:
    complaints.expect("409")  # two at the goal are asked about
    complaints.expect("422")  # nobody at the goal is refused
    phones = {name: phone() for name in NAMES}
    for name, page in phones.items():
        join(page, organizer.code, name)
    wall = desktop()
    wall.goto(f"/t/{organizer.code}/wall")
    expect(wall.get_by_text("3 players are in")).to_be_visible()
    organizer.publish(1)
    for name, page in phones.items():
        expect(page.locator(".turn")).to_contain_text("Play in the order of the seats")
        expect(page.locator("tr.mine")).to_contain_text(name)
        expect(page.get_by_text("1 extra card")).to_be_visible()
    expect(wall.get_by_text("seat 1 of 3")).to_be_visible()

    ana, ben, cleo = phones.values()
    fill(ana, Ana="119", Ben="80", Cleo="40")
    expect(ana.get_by_role("alert").first).to_contain_text("Nobody has 120 points")
    expect(ana.locator(".pod-points").get_by_label("Ben", exact=True)).to_have_value("80")
    fill(ana, Ana="120", Ben="121", Cleo="40")
    expect(ana.get_by_text("have 120 points or more")).to_be_visible()
    # The question stays with the numbers; a tick beside it would send them all the same.
    expect(ana.get_by_label("Yes, that is right")).to_be_visible()
    fill(ana, Ana="120", Ben="80", Cleo="40")
    expect(ana.get_by_role("row", name="Together")).to_contain_text("240")
    expect(ana.get_by_role("row", name="Ana 120 1 2")).to_be_visible()
    ana.get_by_role("button", name="Send the points").click()
    expect(ana.locator(".turn")).to_contain_text("Another player of your table confirms them")
    expect(cleo.locator(".turn")).to_contain_text("Ana entered the points of your table.")
    # Ben knows better, and Ana agrees: what was entered last waits for another player.
    ben.get_by_text("No, it was otherwise").click()
    fill(ben, Ana="120", Ben="84", Cleo="40")
    ben.get_by_role("button", name="Send the points").click()
    expect(ana.locator(".turn")).to_contain_text("Ben entered the points of your table.")
    answer(ana)
    for page in phones.values():
        expect(page.get_by_text("The points of your table are in.", exact=True)).to_be_visible()
        expect(page.locator("table.pod").get_by_role("row", name="Ben")).to_contain_text("84")
    expect(wall.get_by_text("Every table has its result")).to_be_visible()
    organizer.close(1)
    expect(cleo.get_by_text("Place 3 of 3, points: 0")).to_be_visible()
    cleo.get_by_role("link", name="All standings").click()
    expect(cleo.get_by_role("row", name="Ana")).to_contain_text("0.492")


def test_without_a_script_the_points_are_entered_too(
    organizer: Organizer, phone: Callable[..., Page]
) -> None:
    phones = [phone(javascript=False) for _ in NAMES]
    for page, name in zip(phones, NAMES, strict=True):
        join(page, organizer.code, name)
    organizer.publish(1)
    for page in phones:
        page.reload()
    ana, ben, _ = phones
    fill(ana, Ana="120", Ben="80", Cleo="40")
    ana.get_by_role("button", name="Send the points").click()
    ben.reload()
    answer(ben)
    expect(ben.get_by_text("The points of your table are in.")).to_be_visible()


def test_the_desk_enters_a_table_by_one_line_and_the_wall_tells_who_plays_on(
    organizer: Organizer, server: Host, desktop: Callable[..., Page]
) -> None:
    for name in NAMES:
        organizer.ask("POST", "/players", {"name": name})
    organizer.publish(1)
    (pod,) = organizer.ask("GET", "/rounds/1")["pods"]
    names = [seat["name"] for seat in pod["seats"]]
    wall, desk = desktop(), desktop("dark")
    wall.goto(f"/t/{organizer.code}/wall?show=tables")
    expect(wall.get_by_text(", ".join(names))).to_be_visible()
    sign_in(desk, server)
    desk.goto(f"/t/{organizer.code}/desk")
    desk.keyboard.press("e")
    line = desk.get_by_role("textbox", name="Enter a table")
    expect(line).to_be_focused()
    line.fill("1 C 7-4")
    expect(desk.get_by_text("“C” is not understood.")).to_be_visible()
    line.fill("1 90 121 40")
    preview = desk.get_by_text(
        f"Table 1: {names[0]} 90 (place 2), {names[1]} 121 (place 1) and {names[2]} 40"
    )
    expect(preview).to_be_visible()
    line.press("Enter")
    expect(desk.get_by_text("Entered.")).to_be_visible()
    expect(desk.get_by_text(f"{names[1]} first")).to_be_visible()
    expect(wall.get_by_text("Every table has its result").first).to_be_visible()
    no_sideways(desk)
