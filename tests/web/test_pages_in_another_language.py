"""The player's pages in a made-up language: what is still English on them was not marked for translation."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests import made_up_language
from tests.made_up_language import but, untranslated
from tests.other_language import with_language
from tests.web.test_api_structures import made

SAME = {"sec-fetch-site": "same-origin"}
# People, cards and events keep their names, and lists of a format too.
NAMES = (
    *("Ana", "Ben", "Cai", "Cache Refresh", "Spring Refresh", "double-sided"),
    *("NBN", "Making News", "Haas-Bioroid", "Engineering the Future", "Jinteki", "Personal Evolution"),
    *("Noise", "Hacker Extraordinaire", "Gabriel Santiago", "Consummate Professional"),
)


@pytest.fixture(autouse=True)
def made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program with English and the made-up language."""
    folder = tmp_path / "languages"
    folder.mkdir()
    with with_language(folder, monkeypatch, made_up_language.CODE, made_up_language.entries()):
        yield


def english(markup: str) -> list[str]:
    """What is still English on a page."""
    return but(untranslated(markup), NAMES)


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
            browsers[player_id].cookies.set("language", made_up_language.CODE)
            browsers[player_id].get(f"/p/{event.tokens[player_id]}")
        http = browsers[player_id]
        address = f"/t/{event.code}{path}" if path.startswith("/players/") else f"/t/{event.code}/me{path}"
        answer = http.get(address) if data is None else http.post(address, data=data, headers=SAME)
        assert answer.is_success or answer.status_code == 422, answer.text
        assert answer.headers["content-language"] == made_up_language.CODE
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
