"""Whatever is sent twice is done once: a double tap, a lost answer, a form from a page that was shown again.

Every route that changes something is asked twice with the same key, as the event's owner.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.stages import Stages
from tests.web.callers import House, add_stranger, house_of
from tests.web.conftest import Clerk, Event, Timepiece, bearer
from tests.web.filled import hall_of
from tests.web.route_actions import ROUTES, Ask, D, E, R, T, asks

ONCE = re.compile(r'name="once" value="([^"]+)"')
# What was deleted is not there at the second time.
GONE = re.compile("^DELETE|/delete$")
KEY = "as-long-as-a-key-that-is-drawn-by-a-page-of-ours"
# Signing in and out make no entry in a journal; the form of joining has a key of its own, which is the link.
CHANGES = [
    route
    for route in sorted(ROUTES)
    if re.match(r"(POST|PUT|PATCH|DELETE) (/api/v1/tournaments|/t/{code}/(desk|me))", route)
]
# What makes no entry, or nothing at all: an archive brings its own journal.
WITHOUT_ENTRY = {"POST /api/v1/days", "POST /api/v1/tournaments/import", "POST /api/v1/decks/check"}


# What adds to what is there, draws anew or changes places: as a kind these would be done twice.
ADDING = {
    f"POST {R}/clock": Ask(body={"action": "add", "seconds": 60}),
    f"POST {D}/clock": Ask(body={"action": "add", "minutes": "5", "number": "{number}"}),
    f"POST {T}/extra-time": Ask(body={"seconds": 60}),
    f"POST {D}/tables/{{table_id}}/extra-time": Ask(body={"minutes": "2"}),
    f"POST {R}/shuffle": Ask(stage="draft"),
    f"POST {D}/rounds/{{number}}/shuffle": Ask(stage="draft"),
    f"POST {R}/swap": Ask(stage="draft", body={"player_id": "{player_id}", "other_id": "{other_id}"}),
    f"POST {E}/announcements": Ask(body={"text": "Lunch"}),
    f"POST {D}/announcements": Ask(body={"text": "Lunch"}),
    f"POST {D}/decks/checks": Ask(body={"tables": "1"}),
    f"POST {D}/players": Ask(body={"name": "Newcomer"}),
    f"POST {D}/staff/invitations": Ask(body={"role": "judge", "label": "x"}),
    f"POST {T}/auction": Ask(body={"action": "restart", "reason": "again"}),
    "POST /api/v1/tournaments": Ask(body={"name": "Another", "date": "2018-02-15"}),
}


@pytest.fixture(scope="module")
def house(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The application with all its scenes."""
    file = tmp_path_factory.mktemp("repeats") / "template.sqlite3"
    add_stranger(filled[0], file)
    with hall_of(file, filled[1], tmp_path_factory.mktemp("house")) as hall:
        yield house_of(hall)


def sent_twice(house: House, caller: str, route: str, ask: Ask) -> list[Any]:
    """The answers to one request that is sent twice with a key: in the header, or in the field of a form."""
    if "/api/" not in route:
        ask = replace(ask, body={**ask.body, "once": KEY})
        return [house.ask(caller, route, ask) for _ in range(2)]
    house.hall.http.headers["idempotency-key"] = KEY
    try:
        return [house.ask(caller, route, ask) for _ in range(2)]
    finally:
        del house.hall.http.headers["idempotency-key"]


def entries(house: House) -> int:
    return int(house.hall.watcher.execute("SELECT count(*) FROM journal").fetchone()[0])


def test_no_route_does_a_thing_twice(house: House) -> None:
    asked = [(route, ask) for route in CHANGES for ask in asks(route)] + list(ADDING.items())
    twice, done = [], set()
    for route, ask in asked:
        caller = "player" if ask.door == "own pages" else "owner"
        before = entries(house)
        said = [answer.status_code for answer in sent_twice(house, caller, route, ask)]
        made = entries(house) - before
        if made > 1 or (made and said[1] != said[0] and not GONE.search(route)):
            twice.append((route, made, said))
        if made:
            done.add(route)
            house.hall.reset()
    assert twice == []
    assert len(done) > 30 and done >= ADDING.keys(), "the routes are asked for what they do"


def test_every_route_of_the_api_that_changes_something_is_asked_twice() -> None:
    changing = {
        route
        for route in ROUTES
        if "/api/" in route and route.split()[0] in {"POST", "PUT", "PATCH", "DELETE"}
    }
    assert changing == {route for route in CHANGES if "/api/" in route} | WITHOUT_ENTRY


def in_another_process(event: Event) -> None:
    object.__setattr__(event.http.app.state.context, "pepper", b"of another process")  # type: ignore[attr-defined]


JOINING = {"name": "Zoe", "corp_identity": "NBN: Making News", "runner_identity": "Gabriel Santiago"}


@pytest.mark.parametrize("signed", [False, True])
def test_who_joins_by_the_same_request_is_the_same_player(event: Event, signed: bool) -> None:
    who = bearer(event.token) if signed else {}
    before = event.get()["version"]

    def joins(key: str, **changes: str) -> Any:
        headers = {**who, "idempotency-key": key}
        return event.http.post(f"{event.path}/players", json={**JOINING, **changes}, headers=headers)

    first, again = joins("k"), joins("k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json() and event.get()["version"] == before + 1
    own = event.http.get(f"{event.path}/players/{first.json()['id']}", headers=bearer(again.json()["token"]))
    assert own.json()["name"] == "Zoe"
    assert joins("other").json()["code"] == "name-taken"
    assert joins("k", name="Yan").json()["id"] != first.json()["id"]
    # Another process draws another secret, which has to open; after an hour the key is forgotten.
    in_another_process(event)
    elsewhere = joins("k").json()
    assert elsewhere["id"] == first.json()["id"] and elsewhere["token"] != first.json()["token"]
    opened = event.http.get(f"{event.path}/players/{elsewhere['id']}", headers=bearer(elsewhere["token"]))
    assert opened.status_code == 200
    linked = [ask(event, f"/players/{elsewhere['id']}/link", {}, "l")["token"] for _ in range(2)]
    assert linked[0] == linked[1] != elsewhere["token"]


def join_by_key(event: Event, key: str = "k") -> Any:
    return event.http.post(f"{event.path}/players", json=JOINING, headers={"idempotency-key": key})


def opens(event: Event, player: int, token: str) -> bool:
    answer = event.http.get(f"{event.path}/players/{player}", headers=bearer(token))
    return answer.status_code == 200


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_repeat_never_brings_back_a_link_that_was_replaced(event: Event, elsewhere: bool) -> None:
    joined = join_by_key(event).json()
    newer = event.post(f"/players/{joined['id']}/link")["token"]
    # Another player's link is nothing to it.
    other = event.player("Ana")
    event.post(f"/players/{other}/link")
    if elsewhere:
        in_another_process(event)
    before = event.get()["version"]
    again = join_by_key(event)
    assert (again.status_code, again.json()["code"]) == (409, "link-replaced")
    assert not opens(event, joined["id"], joined["token"]) and opens(event, joined["id"], newer)
    assert event.get()["version"] == before


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_repeat_for_a_new_link_never_brings_back_an_older_one(event: Event, elsewhere: bool) -> None:
    player = event.player("Ana")
    older, newer = (ask(event, f"/players/{player}/link", {}, key)["token"] for key in ("one", "two"))
    if elsewhere:
        in_another_process(event)
    headers = {**bearer(event.token), "idempotency-key": "one"}
    again = event.http.post(f"{event.path}/players/{player}/link", json={}, headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "link-replaced")
    assert not opens(event, player, older) and opens(event, player, newer)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_joining_is_known_for_an_hour_however_many_join_and_no_longer(
    event: Event, timepiece: Timepiece, elsewhere: bool
) -> None:
    joined = join_by_key(event).json()
    for number in range(55):
        event.player(f"Player {number}")
    if elsewhere:
        in_another_process(event)
    timepiece.pass_time(minutes=59)
    again = join_by_key(event)
    assert again.status_code == 201 and again.json()["id"] == joined["id"]
    assert opens(event, joined["id"], again.json()["token"])
    timepiece.pass_time(minutes=2)
    assert join_by_key(event).json()["code"] == "name-taken"


def test_a_joining_of_long_ago_tells_no_link_of_who_has_another_name_now(
    event: Event, timepiece: Timepiece
) -> None:
    joined = join_by_key(event).json()
    named = {"name": "Yan"}
    event.http.patch(f"{event.path}/players/{joined['id']}", json=named, headers=bearer(joined["token"]))
    timepiece.pass_time(hours=2)
    again = join_by_key(event)
    assert (again.status_code, again.json()["code"]) == (409, "joined-before")


def test_a_day_and_an_archive_are_made_once(event: Event) -> None:
    headers = {**bearer(event.token), "idempotency-key": "k"}
    day = {"name": "Sunday", "date": "2018-02-18"}
    days = [event.http.post("/api/v1/days", json=day, headers=headers).json() for _ in range(2)]
    assert days[0] == days[1]
    assert event.http.post("/api/v1/days", json=day, headers=bearer(event.token)).json() != days[0]
    event.player("Ana")
    archive = event.http.get(f"{event.path}/export/archive.json", headers=bearer(event.token)).content
    sent = {**headers, "content-type": "application/json"}
    imported = [
        event.http.post("/api/v1/tournaments/import", content=archive, headers=sent) for _ in range(2)
    ]
    assert [answer.status_code for answer in imported] == [201, 201]
    assert imported[0].json() == imported[1].json()
    other = event.http.post(
        "/api/v1/tournaments/import", content=archive, headers={**sent, "idempotency-key": "m"}
    )
    assert other.json()["code"] != imported[0].json()["code"]


TABLE = "/tables/{table}"
TWICE = [
    ("/rounds/1/clock", {"action": "add", "seconds": 300}),
    (f"{TABLE}/extra-time", {"seconds": 60}),
    ("/announcements", {"text": "Lunch"}),
]


@pytest.fixture
def playing(event: Event) -> Event:
    """A round at its tables."""
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    event.start_round()
    return event


def ask(event: Event, path: str, body: Any, key: str | None) -> Any:
    if "{table}" in path:
        path = path.format(table=event.get("/rounds/1")["tables"][0]["id"])
    headers = {**bearer(event.token), **({"idempotency-key": key} if key else {})}
    answer = event.http.post(event.path + path, json=body, headers=headers)
    assert answer.is_success, answer.text
    return answer.json()


@pytest.mark.parametrize(("path", "body"), TWICE)
def test_a_key_counts_with_who_asks_what(playing: Event, path: str, body: Any) -> None:
    def version() -> int:
        return int(playing.get()["version"])

    first = ask(playing, path, body, "one")
    once = version()
    playing.post("/announcements", {"text": "Something else in between"})
    between = version()
    assert ask(playing, path, body, "one").keys() == first.keys()
    assert version() == between == once + 1
    ask(playing, path, body, "two")
    assert version() == between + 1, "another key is another wish"
    ask(playing, path, {**body, **({"seconds": 120} if "seconds" in body else {"text": "Tea"})}, "one")
    assert version() == between + 2, "and so is another body"


def test_without_a_key_a_program_gets_what_it_asks_for(playing: Event) -> None:
    for _ in range(2):
        ask(playing, "/rounds/1/clock", {"action": "add", "seconds": 300}, None)
    assert playing.get("/rounds/1/clock")["total_seconds"] == 40 * 60 + 600


def test_a_key_that_is_too_long_is_refused(playing: Event) -> None:
    headers = {**bearer(playing.token), "idempotency-key": "k" * 201}
    answer = playing.http.post(f"{playing.path}/announcements", json={"text": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-key")


def test_the_same_request_for_an_event_makes_one(event: Event) -> None:
    headers = {**bearer(event.token), "idempotency-key": "k"}
    wanted = {"name": "Twice", "date": "2018-02-15"}
    codes = {
        event.http.post("/api/v1/tournaments", json=wanted, headers=headers).json()["code"] for _ in range(2)
    }
    assert len(codes) == 1
    other = event.http.post("/api/v1/tournaments", json={**wanted, "name": "Another"}, headers=headers)
    assert other.json()["code"] not in codes


def test_every_form_of_the_desk_has_a_key_and_a_second_tap_says_what_was_done(
    playing: Event, clerk: Any
) -> None:
    olga: Clerk = clerk("Olga")
    page = olga.get(f"/t/{playing.code}/desk")
    forms = re.findall(r'<form\b[^>]*method="post"[^>]*>(?!<input type="hidden" name="once")', page)
    keys = set(ONCE.findall(page))
    assert forms == [] and len(keys) == 1
    taps = []
    for _ in range(2):
        olga.post(f"/t/{playing.code}/desk/announcements", text="Lunch", once=min(keys))
        taps.append(olga.words)
    assert taps[0] == taps[1] and "Announced: Lunch" in taps[1]
    assert not keys & set(ONCE.findall(olga.get(f"/t/{playing.code}/desk/parts/clock")))


def test_a_second_tap_shows_the_same_link(playing: Event, clerk: Any) -> None:
    olga: Clerk = clerk("Olga")
    desk, player = f"/t/{playing.code}/desk", next(iter(playing.tokens))
    shown = set()
    for address in (f"{desk}/players/{player}/link", f"{desk}/staff/invitations", "/account/tokens"):
        fields: Any = {"once": KEY, "role": "judge", "label": "x", "scope": "read"}
        pages = [olga.post(address, **fields) for _ in range(2)]
        links = [set(re.findall(r"(?:/p/|/invitation/|<code>)([\w-]{40,})", each)) for each in pages]
        assert links[0] and links[0] == links[1], address
        shown |= links[0]
    assert len(shown) == 3 and KEY not in shown


def test_a_list_that_is_entered_twice_is_entered_once(event: Event, clerk: Any) -> None:
    olga: Clerk = clerk("Olga")
    fields: Any = {"list": "Ana\nBen", "confirmed": "1", "once": KEY}
    for _ in range(2):
        olga.post(f"/t/{event.code}/desk/players/list", **fields)
        assert "2 players were entered" in olga.words
    assert [each["name"] for each in event.get("/players")] == ["Ana", "Ben"]


def status(event: Event, path: str, body: Any, key: str, token: str | None = None) -> tuple[int, Any]:
    headers = {**bearer(token or event.token), "idempotency-key": key}
    answer = event.http.post(event.path + path, json=body, headers=headers)
    return answer.status_code, answer.json()


def close(event: Event, number: int) -> None:
    for table in event.get(f"/rounds/{number}")["tables"]:
        winner = table["first"]["player_id"]
        event.post(
            f"/tables/{table['id']}/result", {"outcome": "corp", "ending": "forfeit", "winner_id": winner}
        )
    event.post(f"/rounds/{number}/close")


def numbers(event: Event) -> list[int]:
    return [each["number"] for each in event.get("/rounds")]


def test_a_round_is_paired_once_whatever_became_of_it(event: Event) -> None:
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)

    def pairs(key: str) -> tuple[int, Any]:
        code, answer = status(event, "/rounds", {}, key)
        return code, answer.get("number")

    assert pairs("a") == (201, 1)
    event.post("/rounds/1/publish")
    assert pairs("a") == (201, 1)
    close(event, 1)
    assert pairs("a") == (201, 1) and numbers(event) == [1]
    assert pairs("b") == (201, 2)
    event.http.request(
        "DELETE", f"{event.path}/rounds/2", json={"confirm": "round 2"}, headers=bearer(event.token)
    )
    assert pairs("b")[0] == 404 and numbers(event) == [1], "what was deleted since is not there"


def test_the_games_of_a_cut_are_paired_once(event: Event) -> None:
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    event.start_round()
    close(event, 1)
    wanted = {"kind": "single", "size": 4}
    first = status(event, "/cut", wanted, "a")
    assert first[0] == 201 and first[1]["round"] == 2
    assert status(event, "/cut", wanted, "a") == first
    event.post("/rounds/2/publish")
    again = status(event, "/cut", wanted, "a")
    assert (again[0], again[1]["round"]) == (201, 2)
    close(event, 2)
    again = status(event, "/cut", wanted, "a")
    assert (again[0], again[1]["round"]) == (201, 2) and numbers(event) == [1, 2]


def test_a_call_that_was_answered_is_not_made_again(playing: Event) -> None:
    ana = next(iter(playing.tokens.values()))
    code, made = status(playing, "/calls", {"reason": "Help"}, "a", ana)
    assert code == 201
    playing.post(f"/calls/{made['id']}/close", {})
    code, again = status(playing, "/calls", {"reason": "Help"}, "a", ana)
    assert (code, again["id"], again["state"]) == (201, made["id"], "ended")
    assert len(playing.get("/calls", ana)) == 1
    assert status(playing, "/calls", {"reason": "Help"}, "b", ana)[1]["id"] != made["id"]


def test_what_was_undone_and_done_again_is_not_undone_by_the_same_request(playing: Event) -> None:
    playing.post("/announcements", {"text": "Lunch"})
    number = playing.get()["version"]
    assert status(playing, f"/journal/{number}/undo", {}, "a")[0] == 200
    playing.post(f"/journal/{number + 1}/undo")
    version = playing.get()["version"]
    assert status(playing, f"/journal/{number}/undo", {}, "a")[0] == 200
    assert playing.get()["version"] == version
