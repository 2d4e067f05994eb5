"""What a browser has to wait for before it can paint a page, in round trips and bytes as they are sent.

Over a hall's Wi-Fi (400 ms, 400 kbit/s) a page paints after two round trips and what they carry: the page,
then all its styles at once, beside the scripts. Times are measured by tests/browser/test_budgets.py, which a
busy machine makes long; these counts are the same everywhere.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.services.kernel.permissions import Role
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from app.web.templating import STATIC, sent
from tests.stages import Stages, player_session, session_of
from tests.web.filled import Hall, hall_of

ROUND_TRIP, BYTES_A_MS = 400, 50
PAGES = (
    "/",
    "",
    "/join",
    "/pairings",
    "/standings",
    "/me",
    "/me/decks",
    "/judge",
    "/check",
    "/desk",
    "/wall",
)


@pytest.fixture(scope="module")
def hall(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with hall_of(*filled, tmp_path_factory.mktemp("paint")) as made:
        yield made


def size_of(http: TestClient, address: str, cookie: str) -> tuple[str, int]:
    """The text of an answer, and its bytes with headers as they come over the network."""
    with http.stream("GET", address, headers={"cookie": cookie, "accept-encoding": "gzip"}) as answer:
        assert answer.status_code == 200, address
        body = len(b"".join(answer.iter_raw()))
    head = sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
    return http.get(address, headers={"cookie": cookie}).text, body + head


@pytest.mark.parametrize("path", PAGES)
def test_a_page_paints_after_two_round_trips_and_few_bytes(hall: Hall, path: str) -> None:
    stage = hall.stages.playing
    player = player_session(next(iter(stage.links.values())))
    # What everybody reads is measured as a visitor gets it: the parts of a page that differ by reader are
    # packed apart, which makes it up to 2 kB longer.
    own = path.startswith(("/me", "/desk"))
    cookie = f"{ACCOUNT_COOKIE}={session_of(Role.OWNER)}; {PLAYER_COOKIE}={player}" if own else ""
    address = path if path in ("/", "/judge", "/check") else f"/t/{stage.code}{path}"
    page, page_bytes = size_of(hall.http, address, cookie)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    scripts = re.findall(r"<script\b[^>]*>", page)
    # A module waits for the page, not the page for a module; but it shares the network with the styles.
    assert all('type="module"' in script for script in scripts)
    assert 1 + len(styles) + len(scripts) <= 5, (styles, scripts)
    sizes = {each: size_of(hall.http, each, "") for each in styles}
    assert not [each for each, (text, _) in sizes.items() if "@import" in text], "a third round trip"
    before = page_bytes + sum(size for _, size in sizes.values())
    addresses = re.findall(r'<script[^>]* src="([^"]+)"', page)
    shared = before + sum(size_of(hall.http, each, "")[1] for each in addresses)
    assert 2 * ROUND_TRIP + before / BYTES_A_MS <= 1180, (page_bytes, {k: v[1] for k, v in sizes.items()})
    # The desk and the wall are no phones: their scripts may take a little more of the share.
    most = 1320 if path in ("/desk", "/wall") else 1300
    assert 2 * ROUND_TRIP + shared / BYTES_A_MS <= most, (before, shared)


@pytest.mark.parametrize(
    "name", sorted(each.name for each in STATIC.iterdir() if each.suffix in (".css", ".js"))
)
def test_remarks_and_indents_stay_at_home(name: str) -> None:
    text = sent(STATIC / name).decode()
    assert not re.search(r"^\s*(/\*|//)|^[ \t]+|\n\n", text, re.MULTILINE)
