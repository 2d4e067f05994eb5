"""The desk reports an organizer's actions as their own while others give commands all the time.

Within each action, between its commit and its answer, somebody else gives a command: a page that took the
newest entry of the journal for its own would be wrong every time.
"""

import html
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from app.live.notices import Notice
from app.services.event.announcements import announce
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.actors import Actor, ActorKind
from app.services.people import accounts, members
from app.services.people.members import Role
from tests.calls import call_of

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

ACTIONS = 200
PER_SECOND = 40  # asked of the others; what counts is that one of theirs falls within each action
PATIENCE = 60.0


class Others:
    """Somebody else of the staff who gives a command as often as they can."""

    def __init__(self, give: Callable[[int], object]) -> None:
        self._give = give
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.given = 0

    def __enter__(self) -> "Others":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            self._give(self.given)
            self.given += 1
            time.sleep(1 / PER_SECOND)

    def come_between(self) -> None:
        """Wait until they gave one more command, unless they are who calls."""
        if threading.current_thread() is self._thread:
            return
        before, until = self.given, time.monotonic() + PATIENCE
        while self.given == before:
            assert time.monotonic() < until, "the others gave no command"
            time.sleep(0.002)


@pytest.fixture
def others(event: "Event") -> Iterator[Others]:
    """Judith, who announces something all the time."""
    context = event.http.app.state.context  # type: ignore[attr-defined]
    place = context.installation, tournament_id_by_code(context.installation, event.code)
    owner = Actor(ActorKind.ORGANIZER, accounts.account_named(context.installation, "Olga").id, "Olga")
    judith = accounts.create_account(context.installation, context.now(), "Judith", "link-Judith")
    members.add_member(call_of(*place, owner, context.now()), "Judith", Role.JUDGE)
    actor = Actor(ActorKind.ORGANIZER, judith.id, "Judith")
    others = Others(lambda n: announce(call_of(*place, actor, context.now()), f"Judith's {n}"))
    tell = context.installation.tell

    def tell_late(notice: Notice) -> None:
        # A command is on disk here and not answered yet: this is when a stranger's may come between.
        tell(notice)
        others.come_between()

    object.__setattr__(context.installation, "tell", tell_late)
    with others:
        yield others
    object.__setattr__(context.installation, "tell", tell)


@contextmanager
def quiet_pages(olga: "Clerk") -> Iterator[Callable[[str, dict[str, str]], str]]:
    """Posts forms without reading the page that follows; gives where each leads to."""
    headers = {"cookie": f"organizer={olga.secret}", "origin": "http://testserver"}

    def post(path: str, fields: dict[str, str]) -> str:
        answer = olga.http.post(path, data=fields, headers=headers, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    yield post


def test_two_hundred_of_two_hundred_actions_are_reported_as_ones_own(
    clerk: "Callable[..., Clerk]", event: "Event", others: Others
) -> None:
    olga = clerk("Olga")
    desk = f"/t/{event.code}/desk"
    reported = []
    with quiet_pages(olga) as post:
        for number in range(ACTIONS):
            went = post(f"{desk}/announcements", {"text": f"Olga's {number}"})
            did = re.search(r"[?&]did=(\d+)", went)
            assert did is not None
            reported.append(int(did[1]))
    token = event.token
    entries = {}
    before = None
    while len(entries) < reported[-1]:
        query = {"limit": 200} | ({"before": before} if before else {})
        found = event.get("/journal", token, **query)
        if not found:
            break
        entries |= {each["number"]: each for each in found}
        before = found[-1]["number"]
    said = [(entries[number]["actor"], entries[number]["summary"]) for number in reported]
    assert said == [("Olga", f"Announced: Olga's {number}") for number in range(ACTIONS)]
    assert others.given >= ACTIONS
    # And so the page says, with its Undo.
    page = olga.get(f"{desk}?did={reported[-1]}")
    assert f"Announced: Olga's {ACTIONS - 1}" in html.unescape(page)
    assert f"{desk}/journal/{reported[-1]}/undo" in page


def test_every_form_that_is_answered_in_its_page_brings_its_own_news(
    clerk: "Callable[..., Clerk]", event: "Event"
) -> None:
    """What an earlier command left at the top of the page, with its Undo, never outlives the next command."""
    ana = event.player("Ana")
    event.player("Ben")
    (table,) = event.start_round()["tables"]
    event.settle(table)
    event.post("/calls", {"reason": "Help"}, event.tokens[ana], status=201)
    olga = clerk("Olga")
    desk = f"/t/{event.code}/desk"
    call = re.search(r"/calls/(\d+)/claim", olga.get(desk))
    assert call is not None
    told = {
        f"{desk}/clock": ({"number": "1", "action": "start"}, "The clock of round 1 was started"),
        f"{desk}/calls/{call[1]}/claim": ({}, "Ana"),
        f"{desk}/calls/{call[1]}/close": ({"note": "ok"}, "ok"),
    }
    for path, (fields, words) in told.items():
        olga.live(path, page=f"{desk}/calls?did=1", **fields)
        news = olga.page[olga.page.index("data-news") :]
        assert words in html.unescape(news), news
        assert f'name="back" value="{desk}/calls"' in news
    # The line of a table says it beside the field, which keeps the cursor; nothing older stays above.
    olga.live(f"{desk}/entry", line="1 C")
    part, news = olga.page.split("data-news")
    assert re.search(r"Entered\..*?/journal/\d+/undo", part, re.DOTALL) and "undo" not in news
    olga.live(f"{desk}/entry", status=409, line="1 R")
    assert "/undo" not in olga.page and "data-news" in olga.page
