"""Too many requests: who is refused, for how long, and who is not."""

from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from app.services.people.accounts import set_password
from app.settings import Settings
from app.web.app import create_app
from app.web.http.rate_limits import MISSES, PASSWORDS, Buckets, Limit, Rates, address_of
from app.web.http.throttling import key_of
from tests.web.conftest import Event, bearer

SAME_SITE = {"sec-fetch-site": "same-origin"}
FEW = Limit(3, 0.5)


class Seconds:
    """A clock the test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def test_a_bucket_gives_its_burst_and_then_its_rate(seconds: Seconds) -> None:
    bucket = Buckets(FEW, seconds)
    assert [bucket.take("a") for _ in range(4)] == [0, 0, 0, 2]
    assert bucket.take("b") == 0, "another key has a bucket of its own"
    seconds.now += 1.9
    assert bucket.take("a") == pytest.approx(0.1)
    seconds.now += 0.2
    assert bucket.take("a") == 0
    seconds.now += 3600
    assert [bucket.take("a") for _ in range(4)][:3] == [0, 0, 0], "it never holds more than its burst"


def test_looking_and_being_refused_take_nothing(seconds: Seconds) -> None:
    bucket = Buckets(Limit(1, 1), seconds)
    assert bucket.wait("a") == 0 == bucket.wait("a")
    assert bucket.take("a") == 0
    assert bucket.take("a") == bucket.take("a") == bucket.wait("a") == 1
    bucket.forgive("a")
    assert bucket.take("a") == 0


def test_only_so_many_keys_are_remembered(seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.http.rate_limits.REMEMBERED", 2)
    bucket = Buckets(Limit(1, 0.001), seconds)
    for key in "abc":
        assert bucket.take(key) == 0
    assert bucket.take("c") > 0
    assert bucket.take("a") == 0, "the one not used for longest was forgotten"
    rates = Rates(seconds)
    for key in "abc":
        rates.right(key)
    assert [rates.is_good(key) for key in "abc"] == [False, True, True]


def test_a_key_is_right_for_an_hour(seconds: Seconds) -> None:
    rates = Rates(seconds)
    rates.right("key")
    seconds.now += 3599
    assert rates.is_good("key")
    seconds.now += 2
    assert not rates.is_good("key")


def test_the_key_is_the_token_or_the_cookies_that_sign_in() -> None:
    def key(**headers: str) -> str | None:
        return key_of(Headers(headers))

    assert key() is None and key(cookie="theme=dark") is None
    signed = key(cookie="theme=dark; organizer=abc")
    assert signed == key(cookie="organizer=abc; theme=light") != key(cookie="organizer=abd")
    assert key(authorization="Bearer abc") not in (None, signed)
    assert signed is not None and "abc" not in signed


def rates_of(http: TestClient) -> Rates:
    assert isinstance(http.app, FastAPI)
    rates: Rates = http.app.state.rates
    return rates


def use_up(http: TestClient) -> None:
    """Guess codes until the address has no guesses left; no time passes meanwhile."""
    for _ in range(int(MISSES.burst) + 20):
        if http.get("/api/v1/tournaments/ZZZZZ").status_code == 429:
            return
    raise AssertionError("nobody was stopped from guessing")


def test_guessing_codes_is_stopped_and_nobody_else_is(event: Event) -> None:
    http = event.http
    player = event.tokens[event.player("Ada")]
    use_up(http)
    refused = http.get("/api/v1/tournaments/ZZZZZ")
    assert refused.status_code == 429
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["code"] == "too-many-requests"
    assert refused.json()["detail"].startswith(
        "There is nothing under this code or link, and too many wrong ones came from here. Try again in"
    )
    assert int(refused.headers["retry-after"]) == refused.json()["retry_after_seconds"] >= 1
    assert "content-security-policy" in refused.headers
    page = http.get("/t/ZZZZZ")
    assert page.status_code == 429 and page.headers["content-type"].startswith("text/html")
    for path in (event.path, f"/t/{event.code}", f"/{event.code}", f"/t?code={event.code}", f"/p/{player}"):
        assert http.get(path).status_code == 200, path
    event.get("", player)
    event.get("/journal", event.token)


ICONS = ("/favicon.ico", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png")
ICONS += ("/apple-touch-icon-120x120.png", "/site.webmanifest", "/robots.txt", "/hello", "/vowel")


def test_a_hall_gets_in_while_one_guesses_also_after_a_restart(event: Event, tmp_path: Path) -> None:
    """Two hundred phones behind one address open their links and ask for icons; a guesser never stops."""
    players = [event.tokens[event.player(f"Player {number}")] for number in range(20)]
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'event.sqlite3'}", environment="development")
    app = create_app(settings, now=event.http.app.state.context.now, seconds=lambda: 0.0)  # type: ignore[attr-defined]
    with TestClient(app) as restarted:
        for http, phones in ((event.http, 20), (restarted, 200)):
            use_up(http)
            for number in range(phones):
                phone = TestClient(http.app)
                assert phone.get("/ZZZZZ").status_code == 429
                statuses = [phone.get(icon).status_code for icon in ICONS]
                assert statuses == [200] * 4 + [404] * 4
                assert phone.get(f"/t/{event.code}").status_code == 200
                opened = phone.get(f"/p/{players[number % 20]}", follow_redirects=False)
                assert opened.status_code == 303, opened.text
                asked = phone.get(event.path, headers=bearer(players[number % 20]))
                assert asked.status_code == 200


def test_only_what_could_be_a_code_is_a_guess(event: Event) -> None:
    rates, http = rates_of(event.http), event.http

    def guesses(path: str) -> int:
        before = rates.misses._level("testclient")[0]
        assert http.get(path, headers={"cookie": ""}).status_code in (404, 422)
        return round(before - rates.misses._level("testclient")[0])

    for path in ("/ZZZZZ", "/t/zzzzz", "/t?code=ZZZZZ", "/t?code=z zz zz", "/api/v1/tournaments/ZZZZZ/live"):
        assert guesses(path) == 1, path
    for path in (
        *ICONS[4:],
        "/t/ZZZZ",
        "/t/ZZZZZZ",
        "/t?code=OLGAS",
        f"/t/{event.code}/rounds/7",
        "/t?code=",
    ):
        assert guesses(path) == 0, path


def test_who_is_known_guesses_at_their_own_cost(event: Event) -> None:
    http, ada, ben = event.http, *(event.tokens[event.player(name)] for name in ("Ada", "Ben"))
    for _ in range(int(MISSES.burst) + 5):
        last = http.get("/api/v1/tournaments/ZZZZZ", headers=bearer(ada)).status_code
    assert last == 429
    assert http.get("/api/v1/tournaments/ZZZZZ", headers=bearer(ben)).status_code == 404
    assert http.get("/api/v1/tournaments/ZZZZZ").status_code == 404
    event.get("", ada)


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        pytest.param("GET", "/p/wrong", {}, id="personal links"),
        pytest.param("POST", "/sign-in/wrong", SAME_SITE, id="sign-in links"),
        pytest.param("GET", "/t/ZZZZZ", {}, id="codes of pages"),
        pytest.param("GET", "/api/v1/tournaments", bearer("wrong"), id="tokens"),
    ],
)
def test_every_kind_of_secret_is_guessed_a_limited_number_of_times(
    http: TestClient, method: str, path: str, headers: dict[str, str]
) -> None:
    before = rates_of(http).misses.wait("testclient")
    statuses = [
        http.request(method, path, headers=headers).status_code for _ in range(int(MISSES.burst) + 10)
    ]
    assert before == 0
    assert statuses[0] != 429 and statuses[-1] == 429


def test_a_dead_cookie_is_no_guess(event: Event) -> None:
    http = event.http
    for _ in range(int(MISSES.burst) + 10):
        status = http.get(f"/t/{event.code}/me", headers={"cookie": "player=ended"}).status_code
    assert status in (303, 401)


def test_another_address_is_not_stopped(event: Event) -> None:
    use_up(event.http)
    elsewhere = TestClient(event.http.app, client=("192.168.1.9", 4711))
    assert elsewhere.get(event.path).status_code == 200


def try_password(http: TestClient, name: str, password: str) -> Any:
    return http.post(
        "/sign-in", data={"name": name, "password": password}, headers=SAME_SITE, follow_redirects=False
    )


def test_passwords_of_one_name_are_guessed_ten_times(event: Event) -> None:
    http = event.http
    set_password(http.app.state.context.installation, 1, "the right password")  # type: ignore[attr-defined]
    for number in range(int(PASSWORDS.burst)):
        assert try_password(http, "olga" if number % 2 else " Olga", f"wrong {number}").status_code == 401
    refused = try_password(http, "Olga", "the right password")
    assert refused.status_code == 429 and "Try again in" in refused.text
    assert try_password(http, "Somebody", "wrong").status_code == 401
    elsewhere = TestClient(http.app, client=("192.168.1.9", 4711))
    assert try_password(elsewhere, "Olga", "the right password").status_code == 303


def test_a_right_password_forgives_the_wrong_ones(event: Event) -> None:
    http = event.http
    set_password(http.app.state.context.installation, 1, "the right password")  # type: ignore[attr-defined]
    for _ in range(2):
        for number in range(int(PASSWORDS.burst) - 1):
            assert try_password(http, "Olga", f"wrong {number}").status_code == 401
        assert try_password(http, "Olga", "the right password").status_code == 303


def test_one_key_has_its_share(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = rates_of(event.http)
    monkeypatch.setattr(rates, "keys", Buckets(FEW, lambda: 0.0))
    statuses = [event.http.get(event.path, headers=bearer(event.token)).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert event.http.get(event.path).status_code == 200


def test_one_address_has_its_share_and_a_valid_key_is_looked_up_before_it_is_refused(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates, http, ada = rates_of(event.http), event.http, event.tokens[event.player("Ada")]
    rates._good.clear()  # as after a restart
    monkeypatch.setattr(rates, "addresses", Buckets(FEW, lambda: 0.0))
    assert [http.get(event.path, headers={"cookie": ""}).status_code for _ in range(4)] == [
        200,
        200,
        200,
        429,
    ]
    assert http.get(event.path, headers=bearer("wrong")).status_code == 429
    for _ in range(5):
        assert http.get(event.path, headers=bearer(ada)).status_code == 200


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_one_address(told: str, address: str) -> None:
    assert address_of({"client": (told, 4711)}) == address


def test_the_limits_can_be_switched_off(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'r.sqlite3'}", rate_limits=False)
    with TestClient(create_app(settings, seconds=lambda: 0.0)) as http:
        statuses = {http.get("/api/v1/tournaments/ZZZZZ").status_code for _ in range(int(MISSES.burst) + 5)}
    assert statuses == {404}
