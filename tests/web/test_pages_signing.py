"""Organizers come in by password or by a one-time link, and keep password and tokens."""

import re
from typing import Any

from fastapi.testclient import TestClient

from app.services.people import accounts

SAME = {"sec-fetch-site": "same-origin"}
PASSWORD = "a short sentence"


def account(http: Any, timepiece: Any, name: str = "Petra") -> str:
    """A new account; returns the path of its one-time link."""
    installation = http.app.state.context.installation
    accounts.create_account(installation, timepiece(), name, f"link-of-{name}")
    return f"/sign-in/link-of-{name}"


def test_a_link_is_used_by_its_button_and_only_once(http: Any, timepiece: Any) -> None:
    link = account(http, timepiece)
    for _ in range(2):
        assert "Sign in on this device" in http.get(link).text
    answer = http.post(link, headers=SAME, follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == "/account?welcome=1"
    assert "Set a password now" in http.get("/account?welcome=1").text
    other = TestClient(http.app, base_url="http://testserver")
    again = other.post(link, headers=SAME)
    assert again.status_code == 401 and "was used already" in again.text and not other.cookies


def test_a_password_is_set_and_lets_in(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    first = http.cookies["organizer"]
    answer = http.post("/account/password", data={"password": PASSWORD, "again": PASSWORD}, headers=SAME)
    assert answer.status_code == 200 and "The password is set." in answer.text
    assert http.cookies["organizer"] != first
    other = TestClient(http.app, base_url="http://testserver")
    answer = other.post(
        "/sign-in",
        data={"name": "petra", "password": PASSWORD, "next": "/account"},
        headers=SAME,
        follow_redirects=False,
    )
    assert answer.status_code == 303 and answer.headers["location"] == "/account"
    assert "Petra" in other.get("/account").text


def test_a_new_password_asks_whether_tokens_end(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    assert "End all my tokens" not in http.get("/account").text, "there is none"
    http.post("/account/tokens", data={"label": "stream", "scope": "read"}, headers=SAME)
    fields = {"password": PASSWORD, "again": PASSWORD}
    kept = http.post("/account/password", data=fields, headers=SAME).text
    assert "End all my tokens, too" in kept and "End this token" in kept
    ended = http.post("/account/password", data={**fields, "end_tokens": "1"}, headers=SAME).text
    assert "End all my tokens" not in ended and "End this token" not in ended


def test_wrong_credentials_keep_the_name_and_never_the_password(http: Any, timepiece: Any) -> None:
    account(http, timepiece)
    for name in ("Petra", "Nobody"):
        answer = http.post("/sign-in", data={"name": name, "password": "guess-work-1"}, headers=SAME)
        assert answer.status_code == 401 and f'value="{name}"' in answer.text
        assert "do not belong together" in answer.text and "guess-work-1" not in answer.text


def test_a_bad_password_is_refused_at_its_field(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    for first, second, sentence in (("short", "short", "10 to 200"), (PASSWORD, "other words", "differ")):
        answer = http.post("/account/password", data={"password": first, "again": second}, headers=SAME)
        assert answer.status_code == 422 and sentence in answer.text and "f-password-error" in answer.text


def test_a_token_is_shown_once_works_and_ends(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    made = http.post("/account/tokens", data={"label": "laptop", "scope": "read", "days": "7"}, headers=SAME)
    token = re.search(r"<code>(secret-\d+)</code>", made.text)
    assert made.status_code == 200 and token is not None
    listed = http.get("/account").text
    assert token[1] not in listed and "laptop" in listed and "22 Feb 2018" in listed
    program = TestClient(http.app, base_url="http://testserver")
    bearer = {"authorization": f"Bearer {token[1]}"}
    assert program.get("/api/v1/tournaments", headers=bearer).status_code == 200
    path = re.search(r'action="(/account/tokens/\d+/revoke)"', listed)
    assert path is not None
    assert "The token has ended." in http.post(path[1], headers=SAME).text
    assert program.get("/api/v1/tournaments", headers=bearer).status_code == 401


def test_a_token_without_sense_keeps_what_was_typed(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    for days in ("soon", "0", "99999", "-3"):
        answer = http.post(
            "/account/tokens", data={"label": "mine", "scope": "write", "days": days}, headers=SAME
        )
        assert (
            answer.status_code == 422 and 'value="mine"' in answer.text and f'value="{days}"' in answer.text
        )


def test_nobody_reaches_the_account_of_another(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    http.post("/account/tokens", data={"label": "a", "scope": "read"}, headers=SAME)
    path = re.search(r'action="(/account/tokens/\d+/revoke)"', http.get("/account").text)
    assert path is not None
    other = TestClient(http.app, base_url="http://testserver")
    assert other.post(path[1], headers=SAME).status_code == 401
    other.post(account(http, timepiece, "Quirin"), headers=SAME, follow_redirects=False)
    assert other.post(path[1], headers=SAME).status_code == 404
    assert other.get("/account").url.path == "/account" and path[1] not in other.get("/account").text


def test_signing_out_ends_the_session(http: Any, timepiece: Any) -> None:
    http.post(account(http, timepiece), headers=SAME, follow_redirects=False)
    secret = http.cookies["organizer"]
    http.post("/sign-out", headers=SAME)
    stolen = TestClient(http.app, base_url="http://testserver", cookies={"organizer": secret})
    assert stolen.get("/account").url.path == "/sign-in"
