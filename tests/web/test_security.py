"""What every request and answer must pass: other sites, other events, other people's browsers and caches."""

import gzip
import re
import socket
import threading
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient

from app.services.people.accounts import create_account, set_password
from app.services.people.sessions import Scope, create_token
from app.settings import Settings
from app.web.app import create_app
from app.web.http import header_timeout
from app.web.http.header_timeout import Hasty
from app.web.pages.answers import own_path
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.stages import Stages
from tests.web.callers import STRANGER, House, add_stranger, filled_in, house_of
from tests.web.conftest import Clerk, Event, bearer
from tests.web.filled import hall_of
from tests.web.route_actions import ROUTES, asks

# Other sites


SENT = [
    ("our own page", {"sec-fetch-site": "same-origin"}, True),
    ("typed by its owner", {"sec-fetch-site": "none"}, True),
    ("another site", {"sec-fetch-site": "cross-site"}, False),
    ("a neighbour below the same domain", {"sec-fetch-site": "same-site"}, False),
    ("a truth beside a lie", {"sec-fetch-site": "cross-site", "origin": "http://testserver"}, False),
    ("plain http in a hall, our own page", {"origin": "http://testserver"}, True),
    ("plain http in a hall, another site", {"origin": "http://evil.example"}, False),
    ("a name that begins like ours", {"origin": "http://testserver.evil.example"}, False),
    ("another port of this computer", {"origin": "http://testserver:81"}, False),
    ("a sandboxed frame", {"origin": "null"}, False),
    ("a browser that says nothing", {}, False),
]


def test_a_browser_posts_for_our_own_pages_alone(event: Event, clerk: Any) -> None:
    olga: Clerk = clerk("Olga")
    cookie = {"cookie": f"{ACCOUNT_COOKIE}={olga.secret}"}
    for who, headers, passes in SENT:
        for address, kind in (
            (f"/t/{event.code}/desk/announcements", "data"),
            (f"{event.path}/announcements", "json"),
        ):
            before = event.get()["version"]
            sent: Any = {kind: {"text": f"{who}, {kind}"}}
            answer = event.http.post(address, headers={**cookie, **headers}, follow_redirects=False, **sent)
            assert (answer.status_code in (201, 303)) is passes, (who, answer.text)
            assert (event.get()["version"] > before) is passes, who
            if not passes:
                assert answer.status_code == 403 and "another site" in answer.text, who


def test_a_program_without_cookies_needs_no_origin(event: Event) -> None:
    assert event.post("/announcements", {"text": "Lunch"})["text"] == "Lunch"
    answer = event.http.post("/api/v1/decks/check", json={"deck": "NBN: Making News\n3x Hedge Fund"})
    assert answer.status_code == 200


def test_no_other_site_may_read_an_answer(event: Event) -> None:
    asked = {"origin": "http://evil.example", "access-control-request-method": "POST"}
    for method in ("GET", "OPTIONS"):
        answer = event.http.request(method, event.path, headers=asked)
        assert not [name for name in answer.headers if name.startswith("access-control-")]


# Answers


def signed(event: Event, clerk: Any) -> Iterator[tuple[str, dict[str, str]]]:
    """Addresses of somebody who is signed in, by browser and by token."""
    player = event.player("Ada")
    link = event.http.get(f"/p/{event.tokens[player]}", follow_redirects=False)
    event.http.cookies.clear()
    ada = {"cookie": f"{PLAYER_COOKIE}={link.cookies[PLAYER_COOKIE]}"}
    olga = {"cookie": f"{ACCOUNT_COOKIE}={clerk('Olga').secret}"}
    here = f"/t/{event.code}"
    yield from ((path, ada) for path in (f"{here}/me", f"{here}/me/decks", f"{here}/standings", here))
    for path in ("/account", "/organize", f"{here}/desk", f"{here}/desk/staff", f"{here}/print", here):
        yield path, olga
    for path in ("", "/players", "/journal", "/standings", "/export/archive.json", "/export/decks.csv"):
        yield event.path + path, bearer(event.token)


def test_no_cache_keeps_a_page_of_somebody_who_is_signed_in(event: Event, clerk: Any) -> None:
    for path, headers in signed(event, clerk):
        answer = event.http.get(path, headers=headers)
        assert answer.status_code == 200, path
        assert answer.headers["cache-control"] == "no-store", path
    public = event.http.get(f"/t/{event.code}/standings")
    assert public.headers["cache-control"] == "no-cache"
    assert "cookie" in public.headers["vary"] and "authorization" in public.headers["vary"]


def test_every_answer_says_that_it_is_framed_sniffed_and_scripted_by_nobody(http: TestClient) -> None:
    for path in ("/", "/static/app.css", "/nowhere", "/api/v1/tournaments/WRONG", "/sign-in/a-secret"):
        headers = http.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == "'none'", path
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'", path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        # A secret in an address goes to no other site.
        assert headers["referrer-policy"] == "same-origin", path
        assert "strict-transport-security" not in headers, path


def cookie_of(http: TestClient, event_path: str, secret: str) -> str:
    answer = http.get(f"{event_path}/{secret}", follow_redirects=False)
    return str(answer.headers["set-cookie"])


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(event: Event) -> None:
    player = event.player("Ada")
    cookie = cookie_of(event.http, "/p", event.tokens[player])
    flags = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= flags and "secure" not in flags
    assert not [flag for flag in flags if flag.startswith("domain")]


def test_behind_tls_cookies_and_browsers_stay_there(tmp_path: Path, event: Event) -> None:
    settings = Settings(
        public_url="https://netrunner.example", database_url=f"sqlite:///{tmp_path / 'tls.sqlite3'}"
    )
    with TestClient(create_app(settings), base_url="https://netrunner.example") as http:
        set_cookie = http.post("/theme", data={"theme": "dark"}, headers={"sec-fetch-site": "same-origin"})
        assert http.get("/").headers["strict-transport-security"].startswith("max-age=")
        context = http.app.state.context  # type: ignore[attr-defined]
        assert context.settings.secure and set_cookie.status_code in (200, 303)
        create_account(context.installation, context.now(), "Olga", "link-of-olga")
        answer = http.post(
            "/sign-in/link-of-olga", headers={"sec-fetch-site": "same-origin"}, follow_redirects=False
        )
        assert "secure" in answer.headers["set-cookie"].lower()


def test_signing_in_never_keeps_a_session_that_was_there_before(event: Event) -> None:
    planted = "a-session-that-somebody-else-has-planted-in-this-browser"
    context = event.http.app.state.context  # type: ignore[attr-defined]
    set_password(context.installation, 1, "a long sentence")
    answer = event.http.post(
        "/sign-in",
        data={"name": "Olga", "password": "a long sentence"},
        headers={"sec-fetch-site": "same-origin", "cookie": f"{ACCOUNT_COOKIE}={planted}"},
        follow_redirects=False,
    )
    assert answer.cookies[ACCOUNT_COOKIE] != planted
    event.http.cookies.clear()
    account = event.http.get(
        "/account", headers={"cookie": f"{ACCOUNT_COOKIE}={planted}"}, follow_redirects=False
    )
    assert account.status_code == 303


ELSEWHERE = (
    *("//evil.example", "https://evil.example", "evil.example", "///evil.example", "javascript:alert(1)"),
    *(
        "http://[",
        "//[",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\r\nset-cookie: a=b",
        "/" + "a" * 600,
    ),
)


def test_signing_in_leads_on_to_this_site_only(event: Event) -> None:
    assert [wanted for wanted in ELSEWHERE if own_path(wanted) != "/"] == []
    context = event.http.app.state.context  # type: ignore[attr-defined]
    set_password(context.installation, 1, "a long sentence")
    answer = event.http.post(
        "/sign-in",
        data={"name": "Olga", "password": "a long sentence", "next": ELSEWHERE[0]},
        headers={"sec-fetch-site": "same-origin"},
        follow_redirects=False,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/organize")


# Addresses


FALSE_HOSTS = ("evil.example", 'evil"><script>alert(1)</script>', "a'onload=x", "testserver:99999")


def test_a_false_host_is_nowhere_but_in_its_own_answer(event: Event) -> None:
    paths = ("", "/standings", "/pairings", "/bracket", "/statistics", "/wall", "/join")
    for host, path in product(FALSE_HOSTS, paths):
        page = f"/t/{event.code}{path}"
        answer = event.http.get(page, headers={"host": host})
        assert answer.status_code in (200, 400), page
        assert "<script>alert" not in answer.text and "'onload=x" not in answer.text
        assert "evil" not in event.http.get(page).text, "nobody else reads what somebody sent"


def test_with_a_public_address_the_host_is_not_asked(tmp_path: Path, event: Event) -> None:
    settings = Settings(
        public_url="https://netrunner.example", database_url=f"sqlite:///{tmp_path / 'public.sqlite3'}"
    )
    with TestClient(create_app(settings)) as http:
        context = http.app.state.context  # type: ignore[attr-defined]
        create_account(context.installation, context.now(), "Olga", "link-of-olga")
        create_token(context.installation, context.now(), "Olga", "x", Scope.WRITE, "token-of-olga")
        made = http.post(
            "/api/v1/tournaments",
            json={"name": "x", "date": "2018-02-15"},
            headers={**bearer("token-of-olga"), "host": "evil.example"},
        )
        code = made.json()["code"]
        joined = http.post(
            f"/api/v1/tournaments/{code}/players",
            json={
                "name": "Ada",
                "corp_identity": "NBN: Making News",
                "runner_identity": "Gabriel Santiago: Consummate Professional",
            },
            headers={"host": "evil.example"},
        )
        wall = http.get(f"/t/{code}/wall", headers={"host": "evil.example"})
    assert "evil" not in joined.text + wall.text
    assert f"https://netrunner.example/{code}" in wall.text


OUTSIDE = (
    *("../app.py", "%2e%2e/app.py", "..%2fapp.py", "..%5capp.py", "%2e%2e%2f%2e%2e%2f%2e%2e%2fetc/passwd"),
    *("/etc/passwd", "%00app.css", "app.css/../../app.py", "."),
)


def test_no_file_beside_the_static_ones_is_served(http: TestClient) -> None:
    for folder, path in product(("/static/", "/api/docs/parts/"), OUTSIDE):
        answer = http.get(folder + path)
        assert answer.status_code in (400, 404), (folder, path)
        assert "create_app" not in answer.text and "root:" not in answer.text


SQL = "Robert'); DROP TABLE player;--"


def test_words_are_values_for_the_database_and_nothing_else(event: Event) -> None:
    player = event.player(SQL)
    assert event.get(f"/players/{player}")["name"] == SQL
    for address in (
        f"/api/v1/cards?q={SQL}",
        f"/t?code={SQL}",
        f"/t/{event.code}/pairings?by={SQL}",
        f"{event.path}/players/1%20OR%201=1",
        f"/p/{SQL}",
        f"/sign-in/{SQL}",
    ):
        assert event.http.get(address, follow_redirects=False).status_code < 500, address
    event.http.get(event.path, headers=bearer(SQL))
    assert [each["name"] for each in event.get("/players")] == [SQL]


def test_no_statement_is_put_together_from_text() -> None:
    """The program's own words for a pragma, a channel and a sequence are all that is put into a statement."""
    written = re.compile(r'(?:(?<![.\w])text|execute|exec_driver_sql)\(\s*f"([^"]*)')
    root = Path(__file__).resolve().parents[2] / "app"
    found = {each for path in root.rglob("*.py") for each in written.findall(path.read_text())}
    pragma = "PRAGMA query_only = {'ON' if query_only else 'OFF'}"
    waits = {
        "SET LOCAL lock_timeout = {max(1, round(left * 1000))}",
        "PRAGMA busy_timeout = {round(seconds_left(lock_wait_seconds) * 1000)}",
    }
    assert found == {pragma, "LISTEN {CHANNEL}", "SELECT last_value, is_called FROM {sequence}"} | waits


# Events


@pytest.fixture(scope="module")
def house(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The events of others, and an organizer who has an event of his own."""
    file = tmp_path_factory.mktemp("others") / "template.sqlite3"
    add_stranger(filled[0], file)
    with hall_of(file, filled[1], tmp_path_factory.mktemp("house")) as hall:
        yield house_of(hall)


# Of these names the values are those of other people's events.
NAMES = re.compile(r"\{(player_id|table_id|check_id|key)\}|announcements/\{number\}")


@pytest.mark.parametrize("route", [route for route in sorted(ROUTES) if NAMES.search(route)])
def test_things_of_other_events_are_not_reached_through_ones_own(house: House, route: str) -> None:
    http = house.hall.http
    own = http.get("/api/v1/tournaments", headers=bearer(f"token-{STRANGER}")).json()[0]["code"]
    method, _, template = route.partition(" ")
    program = template.startswith("/api/")
    key = bearer(f"token-{STRANGER}") if program else {"cookie": f"{ACCOUNT_COOKIE}=session-{STRANGER}"}
    for ask in asks(route):
        values = {**house.scenes[ask.stage].values, "code": own}
        values |= {name: filled_in(value, values) for name, value in ask.params.items()}
        body = {name: filled_in(value, values) for name, value in ask.body.items()}
        sent: Any = {} if method == "GET" else {"json": body} if program else {"data": body}
        before = house.hall.writes()
        answer = http.request(
            method,
            filled_in(template, values, whole=False),
            headers={"sec-fetch-site": "same-origin", **key},
            follow_redirects=False,
            **sent,
        )
        http.cookies.clear()
        if route.endswith("/withdraw"):
            assert answer.status_code == 303, "taking back what is not there is done"
        else:
            assert answer.status_code in (401, 403, 404, 409, 422), (route, answer.status_code)
        assert house.hall.writes() == before


# Bodies and connections


def test_a_packed_body_is_not_unpacked(event: Event) -> None:
    zeros = gzip.compress(bytes(50_000_000))
    assert len(zeros) < 100_000
    for address, kind in (
        ("/api/v1/tournaments/import", "application/json"),
        ("/api/v1/decks/check", "text/plain"),
        ("/check", "application/x-www-form-urlencoded"),
    ):
        headers = {"content-encoding": "gzip", "content-type": kind, "sec-fetch-site": "same-origin"}
        began = time.perf_counter()
        answer = event.http.post(address, content=zeros, headers={**headers, **bearer(event.token)})
        assert 400 <= answer.status_code < 500, (address, answer.status_code)
        assert time.perf_counter() - began < 5, address


def test_a_connection_that_does_not_say_what_it_wants_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(header_timeout, "HEADERS_SECONDS", 0.2)
    app = FastAPI()
    app.add_api_route("/", lambda: "well")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, http=Hasty, log_level="warning"))
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            for said in (b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: "):
                with socket.create_connection(listener.getsockname(), timeout=5) as phone:
                    phone.sendall(said)
                    assert phone.recv(100) == b"", "it is closed without a word"
            with socket.create_connection(listener.getsockname(), timeout=5) as phone:
                for _ in range(2):  # a kept connection has its time anew for each request
                    phone.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    assert phone.recv(1000).startswith(b"HTTP/1.1 200")
        finally:
            server.should_exit = True
            thread.join(5)


@pytest.mark.parametrize("odd", ["http://[", "http://[bad/x", "//evil.example/x", "null", "http://"])
def test_a_header_that_is_no_address_is_answered(event: Event, odd: str) -> None:
    other = event.http.post("/theme", data={"theme": "dark"}, headers={"origin": odd})
    assert other.status_code in (303, 403)
    for name in ("Ana", "Ben"):
        event.player(name)
    event.start_round()
    clerk = Clerk(event.http, "Olga")
    headers = {
        "cookie": f"{ACCOUNT_COOKIE}={clerk.secret}",
        "referer": odd,
        "sec-fetch-site": "same-origin",
        "x-requested-with": "live",
    }
    number = event.get("/rounds")[0]["number"]
    form = {"action": "start", "number": str(number)}
    sent = event.http.post(f"/t/{event.code}/desk/clock", data=form, headers=headers)
    assert sent.status_code == 200 and "evil" not in sent.text, sent.text
