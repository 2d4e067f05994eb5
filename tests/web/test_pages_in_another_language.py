"""The player's pages in a made-up language: what is still English on them was not marked for translation."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests import pseudo_language
from tests.other_language import with_language
from tests.web.test_api_structures import made

SAME = {"sec-fetch-site": "same-origin"}
SPOKEN = ("aria-label", "title", "placeholder", "alt", "data-label")
# People, cards and events keep their names, and languages are called as their speakers call them.
NAMES = re.compile(
    r"Ana|Ben|Cai|NBN: Making News|NBN|Haas-Bioroid: Engineering the Future|Jinteki: Personal Evolution"
    r"|Noise: Hacker Extraordinaire|Gabriel Santiago: Consummate Professional|Cache Refresh|English|Esperanto"
    r"|Making News|Engineering the Future|Personal Evolution|Noise|Gabriel Santiago|Spring Refresh"
    r"|double-sided|kaj"  # what Esperanto writes between the last two of a list
)


@pytest.fixture(autouse=True)
def pseudo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program with English and the made-up language."""
    folder = tmp_path / "languages"
    folder.mkdir()
    with with_language(folder, monkeypatch, pseudo_language.CODE, pseudo_language.entries()):
        yield


class English(HTMLParser):
    """Collects what people read or hear on a page and is in narrow letters."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self._look(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = any(name == "data-words" for name, _ in attrs)
        for name, value in attrs:
            if name in SPOKEN or (words and name.startswith("data-")):
                self._look(re.sub(r"\{\w+\}", "", value or ""))

    def _look(self, text: str) -> None:
        if re.search(r"[A-Za-z]{2}", NAMES.sub("", text)):
            self.found.append(" ".join(text.split()))


def english(markup: str) -> list[str]:
    """What is still English on a page."""
    reader = English()
    reader.feed(markup)
    reader.close()
    return reader.found


Shows = Callable[..., str]


@pytest.fixture
def shows(event: Any) -> Shows:
    """A page of a player of the event."""
    return pages_of(event)


def pages_of(event: Any) -> Shows:
    """Asks for a player's page as the browser of somebody who reads the made-up language."""
    browsers: dict[int, TestClient] = {}

    def ask(player_id: int, path: str = "", data: dict[str, Any] | None = None) -> str:
        if player_id not in browsers:
            browsers[player_id] = TestClient(event.http.app, base_url="http://testserver")
            browsers[player_id].cookies.set("language", pseudo_language.CODE)
            browsers[player_id].get(f"/p/{event.tokens[player_id]}")
        http = browsers[player_id]
        address = f"/t/{event.code}{path}" if path.startswith("/players/") else f"/t/{event.code}/me{path}"
        answer = http.get(address) if data is None else http.post(address, data=data, headers=SAME)
        assert answer.is_success or answer.status_code == 422, answer.text
        assert answer.headers["content-language"] == pseudo_language.CODE
        assert "ｎ" in answer.text
        return str(answer.text)

    return ask


def test_the_pages_before_the_first_round_are_translated(event: Any, shows: Shows) -> None:
    ana = event.player("Ana")
    for path in ("", "/decks", "/drop"):
        assert english(shows(ana, path)) == [], path
    assert english(shows(ana, "/call", {"text": "7"})) == []


def test_the_auction_is_translated_from_both_seats(event: Any, shows: Shows) -> None:
    event.player("Ana"), event.player("Ben")
    table = event.start_round()["tables"][0]
    first, second = table["first"]["player_id"], table["second"]["player_id"]
    at = f"?table={table['id']}"
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(first, f"/check-in{at}", {})
    shows(first, f"/one-phone{at}", {"action": "share"})
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(second, f"/one-phone{at}", {"action": "agree"})
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(second, f"/one-phone{at}", {"action": "end"})
    shows(first, f"/bid{at}", {"version": 0, "side": "corp", "bid": 3})
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(first, f"/settlement{at}", {"winner": first, "side": "corp", "bid": 4})
    assert [english(shows(each)) for each in (first, second)] == [[], []]


def test_the_game_and_its_result_are_translated(event: Any, shows: Shows) -> None:
    event.player("Ana"), event.player("Ben"), event.player("Cai")
    table = next(each for each in event.start_round()["tables"] if each["second"])
    seats = table["first"]["player_id"], table["second"]["player_id"]
    alone = next(each for each in event.tokens if each not in seats)
    at = f"?table={table['id']}"
    event.settle(table)
    assert [english(shows(each)) for each in (*seats, alone)] == [[], [], []]
    for outcome, ending, points in (("corp", "agenda", (7, 3)), ("draw", "time", (3, 3))):
        corp, runner = points
        said = {"outcome": outcome, "ending": ending, "corp_points": corp, "runner_points": runner}
        shows(seats[0], f"/result{at}", said)
        assert [english(shows(each)) for each in seats] == [[], []], outcome
    shows(seats[1], f"/result{at}", {"outcome": "runner", "ending": "decked"})
    assert [english(shows(each)) for each in seats] == [[], []]
    shows(seats[0], f"/result{at}", {"outcome": "runner", "ending": "decked"})
    assert [english(shows(each)) for each in (*seats, alone)] == [[], [], []]
    event.post("/rounds/1/close")
    assert [english(shows(each)) for each in (*seats, alone)] == [[], [], []]
    assert english(shows(seats[0], f"/players/{seats[1]}")) == []
    event.post("/finish")
    assert [english(shows(each)) for each in (*seats, alone)] == [[], [], []]


def test_a_table_of_two_games_is_translated(http: TestClient) -> None:
    event = made(http, "double-sided", 2)
    table = event.start_round()["tables"][0]
    first, second = table["first"]["player_id"], table["second"]["player_id"]
    shows, at = pages_of(event), f"?table={table['id']}"
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(first, f"/draw{at}", {"draw": "1"})
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(second, f"/draw{at}", {"draw": "0"})
    game_1 = {"outcome_1": "corp", "corp_1": first, "ending_1": "agenda", "corp_points_1": 7}
    shows(first, f"/games{at}", {**game_1, "outcome_2": "tie", "corp_2": second})
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(second, f"/games{at}", game_1)
    assert [english(shows(each)) for each in (first, second)] == [[], []]
    shows(second, f"/games{at}", {"outcome_2": "tie", "corp_2": second})
    assert [english(shows(each)) for each in (first, second)] == [[], []]


def test_english_that_was_not_marked_is_found() -> None:
    assert english('<p title="Open">Ｗａｉｔ for <b>Ana</b></p><p data-words data-left="left">x</p>') == [
        "Open",
        "Ｗａｉｔ for",
        "left",
    ]
