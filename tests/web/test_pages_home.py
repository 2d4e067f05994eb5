"""The start page, the colours, signing in, the account, and what anybody may ask without an event."""

from typing import Any


def test_home(http: Any) -> None:
    page = http.get("/")
    assert page.status_code == 200 and "Code of the event" in page.text
