"""Passwords are checked one at a time, beside the threads that answer everything else."""

import asyncio
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from app.services.kernel.errors import Kind, Refused
from app.services.people.accounts import set_password
from app.storage.engines import LOCK_WAIT_SECONDS
from app.web.http.password_queue import LESS_URGENT, MOST_OF_ADDRESS, MOST_WAITING, PasswordQueue
from app.web.http.rate_limits import PASSWORDS
from tests.web.conftest import Event

SAME_SITE = {"sec-fetch-site": "same-origin"}


def test_one_is_checked_at_a_time_and_only_a_few_wait() -> None:
    queue, running, most = PasswordQueue(), threading.Semaphore(1), []

    def check() -> str:
        most.append(running.acquire(blocking=False))
        time.sleep(0.01)
        running.release()
        return threading.current_thread().name

    async def ask() -> list[Any]:
        addresses = [f"192.0.2.{number // 20}" for number in range(100)]
        turns = (queue.run(address, check) for address in addresses)
        return await asyncio.gather(*turns, return_exceptions=True)

    answers = asyncio.run(ask())
    served = [each for each in answers if isinstance(each, str)]
    assert len(served) == MOST_WAITING and all(name.startswith("passwords") for name in served)
    assert all(most)
    assert sum(isinstance(each, str) for each in answers[:20]) == MOST_OF_ADDRESS
    refused = next(each for each in answers if isinstance(each, Refused))
    assert refused.kind is Kind.TOO_MANY
    assert refused.sentence == "Many people sign in at this moment. Try again in 2 s."
    assert [each for each in asyncio.run(ask()) if isinstance(each, str)], "the places are free again"


def niceness() -> int:
    """How little urgent this thread is, or a thread it starts, as argon2 does."""
    if sys.platform != "linux":
        return 0
    with ThreadPoolExecutor(1) as started:
        return started.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()


def test_passwords_are_less_urgent_than_whatever_else_wants_the_cores() -> None:
    before = niceness()
    checking = asyncio.run(PasswordQueue().run("192.0.2.1", niceness))
    expected = min(before + LESS_URGENT, 19) if sys.platform == "linux" else before
    assert (checking, niceness()) == (expected, before)


@pytest.mark.parametrize("names", [1, 300])
def test_others_are_answered_while_three_hundred_sign_in(
    event: Event, monkeypatch: pytest.MonkeyPatch, names: int
) -> None:
    http, tried, goes_on = event.http, [], threading.Event()

    def slow(password: str, kept: str | None) -> bool:
        tried.append(password)
        assert goes_on.wait(600)  # a busy machine answers three hundred slowly
        return False

    monkeypatch.setattr("app.services.people.accounts.password_matches", slow)

    def try_one(number: int) -> int:
        data = {"name": f"Nobody {number % names}", "password": "wrong"}
        return int(http.post("/sign-in", data=data, headers=SAME_SITE).status_code)

    with ThreadPoolExecutor(40) as pool:
        tries = [pool.submit(try_one, number) for number in range(300)]
        while sum(each.done() for each in tries) < 300 - MOST_OF_ADDRESS:
            time.sleep(0.01)
        assert len(tried) == 1, "one at a time"
        assert http.get(event.path).status_code == 200, "answered while all of them wait"
        began = time.monotonic()
        event.player("Late")
        assert time.monotonic() - began < LOCK_WAIT_SECONDS / 2, "commands find a turn while all of them wait"
        goes_on.set()
        statuses = [each.result() for each in tries]
    assert statuses.count(401) == len(tried) == MOST_OF_ADDRESS < PASSWORDS.burst
    assert statuses.count(429) == 300 - MOST_OF_ADDRESS


def test_many_at_once_get_no_more_passwords_than_one_after_the_other(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    http, tried = event.http, []
    monkeypatch.setattr("app.services.people.accounts.password_matches", lambda *_: bool(tried.append(1)))

    def try_one(_: int) -> int:
        answer = http.post("/sign-in", data={"name": "Olga", "password": "wrong"}, headers=SAME_SITE)
        return int(answer.status_code)

    with ThreadPoolExecutor(20) as pool:
        statuses = list(pool.map(try_one, range(100)))
    assert len(tried) == statuses.count(401) == PASSWORDS.burst


def test_a_password_that_was_not_looked_at_is_given_back(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    http = event.http
    set_password(http.app.state.context.installation, 1, "the right password")  # type: ignore[attr-defined]
    data = {"name": "Olga", "password": "the right password"}
    with monkeypatch.context() as full:
        full.setattr("app.web.http.password_queue.MOST_WAITING", 0)
        for _ in range(int(PASSWORDS.burst) + 5):
            refused = http.post("/sign-in", data=data, headers=SAME_SITE)
            assert refused.status_code == 429 and "Many people sign in" in refused.text
            assert refused.headers["retry-after"] == "2", "and not the time of answers that say none"
    assert http.post("/sign-in", data=data, headers=SAME_SITE, follow_redirects=False).status_code == 303
