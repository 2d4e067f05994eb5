"""An event in Japanese from joining to print: no English sentence on any page, and all fits a phone."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from app.deckcheck import tables
from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import all_formats
from app.deckcheck.titles import titles_in
from app.sentences import t
from app.words.reader import Reader, reading
from tests.browser.conftest import IDENTITIES, Organizer
from tests.browser.hosting import Host
from tests.browser.test_first_screen import ACTIONS, faults_of_first_screen, hall_of_states
from tests.made_up_language import but, pieces_of

NAMES = ("Ana", "Ben")
# The program, the event, cards, and what stays in Latin letters in Japanese.
LATIN = (
    *("Cache Refresh", "Berlin Refresh", "Olga", *NAMES, "English", "Cyberpunk TCG", "AlwaysBeRunning"),
    *("Fantasy Flight Games", "Null Signal Games"),
    *(
        half
        for pair in IDENTITIES
        for title in pair
        if title not in titles_in("ja")
        for half in (title, *title.split(": "))
    ),
)
_SENTENCE = re.compile(r"[A-Za-z]{2,}(?:,? [A-Za-z’']+){2,}")
# English titles of cards that have a Japanese one: of several words, since one may be a word of anything.
_TITLED = tuple(title for title in titles_in("ja") if " " in title)
FOR_EVERYBODY = ("", "/pairings", "/standings", "/pool", "/statistics", "/wall")
AT_THE_DESK = ("", "/rounds", "/rounds/1", "/players", "/decks", "/settings", "/journal", "/staff", "/calls")
SHEETS = ("poster", "pairings-by-name", "pairings-by-table", "slips", "bids", "decks")


def ja(text: str, **values: object) -> str:
    """A text of the program as Japanese readers see it."""
    with reading(Reader("ja")):
        return t(text, **values)


def english_on(page: Page) -> list[str]:
    """The English sentences on a page: three words in a row that are no names."""
    assert page.locator("html").get_attribute("lang") == "ja"
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), page.url
    said = pieces_of(page.content())
    found = [each for each in said if _SENTENCE.search(without_names(each))]
    cards = [title for title in _TITLED if any(title in each for each in said)]
    return [*cards, *(but(found, {*LATIN, *names_of_cards()}) if found else [])]


def names_of_cards() -> set[str]:
    """Titles of cards without a Japanese one, products, cycles, formats, ban lists and snapshots."""
    catalog = load_catalog()
    named = (*catalog.products.values(), *catalog.cycles.values(), *all_formats().values())
    lists = {name for row in tables.rows("mwl") for name in row[:2]}
    lists |= {row[3] for row in tables.rows("snapshots")}
    return (
        ({card.title for card in catalog.cards} - titles_in("ja").keys())
        | {each.name for each in named}
        | lists
    )


def without_names(text: str) -> str:
    for name in sorted(LATIN, key=len, reverse=True):
        text = text.replace(name, " ")
    return text


def join(page: Page, organizer: Organizer, name: str, corp: str, runner: str) -> None:
    """A player joins by the form; every page on the way is in Japanese."""
    page.goto(f"/t/{organizer.code}/join")
    assert english_on(page) == []
    page.get_by_label(ja("Your name")).fill(name)
    page.get_by_text(ja("No list at hand? Name your identities")).click()
    page.locator("[name=corp_identity]").fill(corp)
    page.locator("[name=runner_identity]").fill(runner)
    page.locator("main form button.primary").last.click()
    expect(page.locator("main")).to_contain_text(name)
    assert english_on(page) == []
    page.goto(f"/t/{organizer.code}/me")


def test_an_event_is_played_in_japanese(
    organizer: Organizer,
    phone: Callable[..., Page],
    desktop: Callable[..., Page],
    server: Host,
    complaints: Any,
) -> None:
    phones = {name: phone(locale="ja-JP") for name in NAMES}
    for (name, page), (corp, runner) in zip(phones.items(), IDENTITIES, strict=False):
        join(page, organizer, name, corp, runner)
        assert english_on(page) == []
    organizer.publish(1)
    first, second = (phones[name] for name in organizer.seats_of("Ana"))
    for page in (first, second):
        page.reload()
        assert english_on(page) == []
    first.locator("label.tile.corp").click()
    first.locator(".opt label[for$='-3']").click()
    first.locator("form:has(.opt) button.primary:visible").click()
    expect(second.locator(".turn")).to_contain_text("3")
    assert [english_on(page) for page in (first, second)] == [[], []]
    second.locator("details.pass > summary").click()
    second.locator("details.pass button:visible").click()
    expect(first.locator(".settled")).to_be_visible()
    assert [english_on(page) for page in (first, second)] == [[], []]
    first.locator(".dock-who label.corp").click()
    first.get_by_role("button", name=ja("Send: Corp won")).click()
    expect(second.get_by_role("button", name=ja("Yes, confirm"))).to_be_visible()
    assert [english_on(page) for page in (first, second)] == [[], []]
    second.get_by_role("button", name=ja("Yes, confirm")).click()
    expect(second.locator(".turn")).to_contain_text(ja("Corp"))
    assert [english_on(page) for page in (first, second)] == [[], []]

    desk = desktop(locale="ja-JP")
    desk.goto(server.sign_in_link("Olga"))
    desk.locator("main form button").first.click()
    found = {}
    for path in (*FOR_EVERYBODY, *(f"/desk{each}" for each in AT_THE_DESK), "/print"):
        desk.goto(f"/t/{organizer.code}{path}")
        found[path] = english_on(desk)
    for kind in SHEETS:
        desk.goto(f"/t/{organizer.code}/print/{kind}?round=1")
        found[kind] = english_on(desk)
    for path in ("/", "/check", "/bids", "/judge", "/judge/timing", "/judge/penalties", "/organize"):
        desk.goto(path)
        found[path] = english_on(desk)
    assert {path: words for path, words in found.items() if words} == {}

    complaints.expect("answer: 4")
    stranger = phone(locale="ja-JP")
    nowhere = ("/nothing-here", "/t/XXXXX", "/sign-in/none", "/t?code=", f"/t/{organizer.code}/me")
    found = {}
    for path in (*nowhere, f"/t/{organizer.code}/rounds/9", f"/t/{organizer.code}/desk"):
        stranger.goto(path)
        found[path] = english_on(stranger)
    stranger.goto("/check")
    own = ("NBN: Making News", "Ice Wall", "Account Siphon")
    stranger.locator("textarea").fill(f"{own[0]}\n4 {own[1]}\n1 {own[2]}\n3x Hedge Fnd\nno card")
    stranger.locator("main form button.primary").last.click()
    expect(stranger.locator(".verdict")).to_contain_text("アイス・ウォール")
    # The list stays as it was written, with the Japanese titles beside.
    expect(stranger.locator(".marked li", has_text=own[1])).to_contain_text("アイス・ウォール")
    found["a verdict"] = [words for words in english_on(stranger) if words not in own]
    stranger.goto(f"/t/{organizer.code}/join")
    stranger.get_by_label(ja("Your name")).fill(NAMES[0])
    stranger.locator("main form button.primary").last.click()
    expect(stranger.locator("[role=alert]").first).to_be_visible()
    found["a refusal"] = english_on(stranger)
    assert {path: words for path, words in found.items() if words} == {}


def test_in_japanese_the_next_action_is_on_the_first_screen(
    migrated_sqlite: Path, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    with hall_of_states(migrated_sqlite, tmp_path, long=False) as (url, made):
        page = new_context(
            base_url=url,
            viewport={"width": 360, "height": 640},
            has_touch=True,
            is_mobile=True,
            locale="ja-JP",
        ).new_page()
        faults = []
        for state, link in made.links.items():
            page.goto(f"/p/{link}")
            actions = [each for each in ACTIONS[state] if "has-text" not in each]
            faults += faults_of_first_screen(page, state, actions)
        page.context.close()  # before its server ends, which the page would complain about
        assert faults == []
