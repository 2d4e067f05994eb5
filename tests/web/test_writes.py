"""What one player and one address may write: nobody fills the disk, and a hall gets in."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

from app.services.decks.card_pool import LARGEST_KEPT
from app.services.people.sessions import MOST_DEVICES
from app.web.http.rate_limits import JOINS, LARGE_WRITES, WRITES, Buckets, Rates
from app.web.requester import PLAYER_COOKIE
from tests.web.conftest import Clerk, Event, bearer


@pytest.fixture
def rates(event: Event) -> Rates:
    """The buckets of the application, in which no time passes."""
    assert isinstance(event.http.app, FastAPI)
    rates: Rates = event.http.app.state.rates
    rates.writes, rates.large_writes = Buckets(WRITES, lambda: 0.0), Buckets(LARGE_WRITES, lambda: 0.0)
    rates.joins = Buckets(JOINS, lambda: 0.0)
    return rates


def entry(number: int) -> dict[str, str]:
    return {
        "name": f"Stranger {number}",
        "corp_identity": "NBN: Making News",
        "runner_identity": "Noise: Hacker Extraordinaire",
    }


def test_a_player_changes_only_so_much_and_others_go_on(event: Event, rates: Rates) -> None:
    ada, ben = event.player("Ada"), event.player("Ben")

    def change(player: int, number: int) -> Any:
        token = bearer(event.tokens[player])
        path = f"{event.path}/players/{player}"
        return event.http.patch(path, json={"pronouns": f"p{number}"}, headers=token)

    answers = [change(ada, number) for number in range(int(LARGE_WRITES.burst) + 3)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429] * 3
    assert answers[-1].json()["detail"] == "You changed a lot within a short time. Try again in 20 s."
    for path in ("call", "decks/corp", "entry"):
        headers = {"authorization": f"Bearer {event.tokens[ada]}"}
        assert event.http.post(f"/t/{event.code}/me/{path}", headers=headers).status_code == 429, path
    assert change(ben, 1).status_code == 200
    event.post(f"/players/{ada}/drop"), event.post(f"/players/{ada}/reinstate")
    table = event.start_round()["tables"][0]
    event.finish(event.settle(table))


def test_another_session_of_the_same_player_gives_no_more(event: Event, rates: Rates) -> None:
    ada = event.player("Ada")
    rates.large_writes = Buckets(LARGE_WRITES, lambda: 0.0)
    statuses = []
    for _ in range(int(LARGE_WRITES.burst) + 1):
        event.http.cookies.clear()
        event.http.get(f"/p/{event.tokens[ada]}", follow_redirects=False)
        answer = event.http.post(f"/t/{event.code}/me/call", headers={"origin": "http://testserver"})
        statuses.append(answer.status_code)
    event.http.cookies.clear()
    assert statuses[-1] == 429 and 429 not in statuses[:-1]


def test_a_list_that_is_kept_has_20_kb(event: Event, rates: Rates) -> None:
    ada = event.player("Ada")
    sentence = "This list has 20 kB; up to 20 kB are kept. Paste the deck list alone."
    large = "NBN: Making News\n" + "3x Hedge Fund\n" * 1500
    assert len(large) > LARGEST_KEPT
    for body, path in (
        ({"corp_deck": large}, f"{event.path}/players/{ada}"),
        ({**entry(1), "corp_deck": large}, f"{event.path}/players"),
    ):
        send = event.http.patch if path.endswith(str(ada)) else event.http.post
        refused = send(path, json=body, headers=bearer(event.tokens[ada]))
        assert (refused.status_code, refused.json()["code"]) == (413, "deck-too-large")
        assert refused.json()["detail"].endswith("up to 20 kB are kept. Paste the deck list alone.")
    assert len(event.get("/players")) == 1
    form = {**entry(1), "corp_deck": large}
    page = event.http.post(f"/t/{event.code}/join", data=form, headers={"origin": "http://testserver"})
    assert page.status_code == 422 and "up to 20 kB are kept" in page.text
    checked = event.http.post("/api/v1/decks/check", json={"deck": large})
    assert checked.status_code == 200, sentence


def test_a_hall_joins_from_one_address_and_a_prankster_is_stopped(event: Event, rates: Rates) -> None:
    rates.joins = Buckets(type(JOINS)(5, JOINS.each), lambda: 0.0)

    def join(number: int, **headers: str) -> Any:
        return event.http.post(f"{event.path}/players", json=entry(number), headers=headers)

    assert [join(number).status_code for number in range(4)] == [201] * 4
    assert join(3).status_code == 409, "a refused one is not counted"
    assert [join(number).status_code for number in (4, 5)] == [201, 429]
    assert join(6).json()["detail"] == (
        "Very many people joined from your network: ask the organizer to enter you. Try again in 2 s."
    )
    assert join(7, **bearer(event.token)).status_code == 201, "the staff enters whom they like"
    form = event.http.post(
        f"/t/{event.code}/join", data=entry(8), headers={"origin": "http://testserver", "cookie": ""}
    )
    assert form.status_code == 429 and "Stranger 8" in form.text, "the form keeps what was typed"
    assert JOINS.burst >= 256, "a full hall gets in at once"


def test_the_desk_removes_strangers_and_sees_look_alikes(event: Event, clerk: Callable[..., Clerk]) -> None:
    for name in ("Ana", "Аnа", "Ben"):
        event.player(name)
    desk, path = clerk(), f"/t/{event.code}/desk/players"
    desk.get(path)
    assert "3 entries were never paired" in desk.words
    assert "looks like Аnа" in desk.words and "looks like Ana" in desk.words
    assert desk.words.count("looks like") == 2
    desk.post(f"{path}/remove", player=["2", "3"])
    assert "2 entries were removed" in desk.words and "1 entry was never paired" in desk.words
    assert [player["name"] for player in event.get("/players")] == ["Ana"]
    desk.post(f"{path}/remove", 422)
    assert "Tick the entries to remove." in desk.words
    event.player("Cleo")
    event.start_round()
    desk.get(path)
    assert "never paired" not in desk.words
    desk.post(f"{path}/remove", 409, player="1")
    assert "Ana has been paired already: drop them instead." in desk.words


def test_nobody_is_ticked_for_removal_before_round_1_is_published(
    event: Event, clerk: Callable[..., Clerk]
) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    desk, path = clerk(), f"/t/{event.code}/desk/players"
    box = r'<input type="checkbox" name="player" value="\d+"( checked)?>'
    assert re.findall(box, desk.get(path)) == ["", ""]
    assert "Tick who does not play" in desk.words and "Yes, remove the ticked entries" in desk.words
    event.start_round()
    event.player("Cleo")
    assert re.findall(box, desk.get(path)) == [" checked"]
    assert "Ticked is who joined by themselves since round 1 began" in desk.words


def sessions_of(event: Event) -> int:
    database = event.http.app.state.context.installation.database  # type: ignore[attr-defined]
    with database.read_session() as session:
        return int(session.connection().exec_driver_sql("SELECT count(*) FROM web_session").scalar())


def test_a_device_has_one_session(event: Event) -> None:
    link = f"/p/{event.tokens[event.player('Ada')]}"
    for _ in range(3):
        answer = event.http.get(link, follow_redirects=False)
        assert answer.status_code == 303
    assert sessions_of(event) == 1
    event.http.cookies.clear()
    assert event.http.head(link, follow_redirects=False).status_code == 303
    assert sessions_of(event) == 1, "asking whether a link works signs nobody in"
    for _ in range(MOST_DEVICES + 5):
        event.http.cookies.clear()
        newest = event.http.get(link, follow_redirects=False).cookies[PLAYER_COOKIE]
    event.http.cookies.clear()
    assert sessions_of(event) == MOST_DEVICES
    shown = event.http.get(f"/t/{event.code}/me", headers={"cookie": f"{PLAYER_COOKIE}={newest}"})
    assert shown.status_code == 200
