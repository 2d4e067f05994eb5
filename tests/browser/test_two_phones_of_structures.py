"""Whole events of assigned sides and of two games on two phones: results, ties, draws, cut and files."""

import json
import re
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Organizer, answer
from tests.browser.hosting import Host
from tests.browser.test_two_phones import is_still, mark, report

NAMES = ("Ana", "Ben")


def begin(server: Host, token: str, structure: str, phone: Callable[..., Page]) -> tuple[Organizer, Any]:
    """An event of a structure with a cut of two, and the phones of its two players."""
    organizer = Organizer(server, token)
    event = {"name": "Hall of Today", "date": datetime.now(UTC).date().isoformat(), "planned_rounds": 3}
    cut = {"kind": "single", "size": 2}
    body = {**event, "structure": structure, "cut": cut}
    organizer.code = organizer.ask("POST", body=body)["code"]
    phones = {name: phone() for name in NAMES}
    for name, page in phones.items():
        organizer.let_join(page, name)
        mark(page)
    return organizer, phones


def report_drawn(page: Page, word: str) -> None:
    """Report a drawn game by the word the form has for it, Tie or Draw."""
    page.get_by_text(word, exact=True).click()
    page.get_by_role("button", name=f"Send: a {word.lower()}").click()


def play_out_the_cut(organizer: Organizer, phones: dict[str, Page], number: int) -> None:
    """The final: the higher seed chooses, the game is tied, and so won by the higher seed."""
    organizer.ask("POST", "/cut", {})
    organizer.tables = organizer.ask("POST", f"/rounds/{number}/publish")["tables"]
    higher, lower = organizer.seats_of("Ana")
    phones[higher].get_by_role("button", name="Corp").first.click()
    expect(phones[lower].get_by_text(f"{higher} wins a draw").first).to_be_visible()
    report_drawn(phones[higher], "Draw")
    answer(phones[lower])
    expect(phones[lower].locator(".turn")).to_contain_text("the higher seed")
    organizer.close(number)
    organizer.ask("POST", "/finish", {})
    for page in phones.values():
        expect(
            page.locator("main")
            .get_by_text("is the champion" if page is phones[lower] else "You are the champion")
            .first
        ).to_be_visible()


def files_are_whole(organizer: Organizer, rounds: int) -> list[Any]:
    """The rounds of the result file; the archive makes the same event again, the spreadsheets have lines."""
    document = organizer.ask("GET", "/export/nrtm.json")
    assert document["preliminaryRounds"] == rounds - 1 and document["cutToTop"] == 2
    archive = json.dumps(organizer.ask("GET", "/export/archive.json"))
    again = Organizer(organizer.server, organizer.token)
    again.code = again.ask("POST", "/import", json.loads(archive))["code"]
    assert again.ask("GET", "/export/nrtm.json") == document
    for name in ("standings.csv", "pairings.csv", "final-standings.csv"):
        address = f"{organizer.server.url}/api/v1/tournaments/{organizer.code}/export/{name}"
        with urllib.request.urlopen(address) as reply:
            assert len(reply.read().decode().splitlines()) >= 3, name
    return list(document["rounds"])


def test_a_whole_event_of_assigned_sides(
    server: Host, token: str, phone: Callable[..., Page], complaints: Any
) -> None:
    organizer, phones = begin(server, token, "single-sided", phone)
    played: list[dict[str, str]] = []
    for number, how in enumerate(("Corp won", "Tie", "draw"), start=1):
        organizer.publish(number)
        corp, runner = organizer.seats_of("Ana")
        played.append({corp: "corp", runner: "runner"})
        one, two = phones[corp], phones[runner]
        expect(one.get_by_text(f"You are Corp against {runner}")).to_be_visible()
        expect(two.get_by_text(f"You are Runner against {corp}")).to_be_visible()
        if how == "draw":
            one.get_by_text("Intentional draw", exact=True).click()
            one.get_by_role("button", name="Propose an intentional draw").click()
            expect(two.locator(".turn")).to_contain_text(f"{corp} proposes an intentional draw")
            answer(two, "Agree to the draw")
            expect(one.locator(".turn")).to_contain_text("An intentional draw")
        else:
            report_drawn(one, how) if how == "Tie" else report(one, how)
            answer(two)
            expect(one.locator(".turn")).to_contain_text("A tie" if how == "Tie" else f"{corp} won as Corp")
        organizer.close(number)
        expect(one.get_by_text(re.compile("Corp \\d, Runner \\d")).first).to_be_visible()
    # The second time the same two meet the sides are the other way round; the third time a coin decides.
    assert played[0] != played[1]
    play_out_the_cut(organizer, phones, 4)
    rounds = files_are_whole(organizer, 4)
    assert [[game["intentionalDraw"] for game in games] for games in rounds] == [
        [False],
        [False],
        [True],
        [False],
    ]
    assert [game["player1"]["combinedScore"] for games in rounds[1:3] for game in games] == [1, 1]
    assert all(is_still(page) for page in phones.values())


def test_a_whole_event_of_two_games_a_round(
    server: Host, token: str, phone: Callable[..., Page], complaints: Any
) -> None:
    organizer, phones = begin(server, token, "double-sided", phone)
    organizer.publish(1)
    first, second = organizer.seats_of("Ana")
    one, two = phones[first], phones[second]
    expect(one.get_by_text("Each of you plays both sides").first).to_be_visible()
    # Both games at once: a win and a tie.
    game = one.get_by_role("group", name="Game 1")
    game.get_by_text("Corp won").click()
    one.get_by_role("group", name="Game 2").get_by_text("Tie").click()
    one.get_by_role("button", name="Send", exact=True).click()
    expect(two.locator(".turn")).to_contain_text(f"game 1, {first} won as Corp; game 2, a tie")
    answer(two)
    expect(one.get_by_text(f"{first} 4, {second} 1").first).to_be_visible()
    organizer.close(1)
    # One game, then 2 for 1.
    organizer.publish(2)
    first, second = organizer.seats_of("Ana")
    one, two = phones[first], phones[second]
    one.get_by_role("group", name="Game 1").get_by_text("Runner won").click()
    one.get_by_role("button", name="Send", exact=True).click()
    answer(two)
    expect(one.get_by_role("group", name="Game 1")).to_have_count(0)
    two.get_by_role("button", name=f"2 for 1: {second} takes both games").click()
    expect(one.locator(".turn")).to_contain_text("2 for 1")
    answer(one)
    expect(two.get_by_text(f"{first} 0, {second} 6").first).to_be_visible()
    organizer.close(2)
    # An intentional draw.
    organizer.publish(3)
    one.get_by_text("Intentional draw", exact=True).click()
    one.get_by_role("button", name="Propose an intentional draw").click()
    answer(two, "Agree to the draw")
    expect(one.get_by_text("An intentional draw").first).to_be_visible()
    organizer.close(3)
    play_out_the_cut(organizer, phones, 4)
    rounds = files_are_whole(organizer, 4)
    told = [(game["twoForOne"], game["intentionalDraw"]) for games in rounds for game in games]
    assert told == [(False, False), (True, False), (False, True), (False, False)]
    scores = [
        sorted(game[seat]["combinedScore"] for seat in ("player1", "player2")) for (game,) in rounds[:3]
    ]
    assert scores == [[1, 4], [0, 6], [3, 3]]
    assert all(is_still(page) for page in phones.values())
