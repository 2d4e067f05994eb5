"""Two processes on one PostgreSQL, played by two hubs: what one tells the other hears once, come what may."""

import asyncio
import json
import logging
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

import psycopg
import pytest

from app.live.hub import EVERYTHING, Hub, Subscription
from app.live.notices import Notice
from app.live.pg_notify import CHANNEL, LONGEST_PAYLOAD, Bridge, parse, payload
from app.storage.database import Database

SOON = 10.0
NEVER = 0.3


class Versions:
    """Stands for the tournaments' rows: what is committed, by tournament."""

    def __init__(self) -> None:
        self.committed: dict[int, int] = {1: 1, 2: 1}

    def __call__(self, tournament_ids: Collection[int]) -> Mapping[int, int]:
        return {each: self.committed[each] for each in tournament_ids if each in self.committed}


@contextmanager
def process(url: str, versions: Versions, check_seconds: float = 60.0) -> Iterator[tuple[Hub, Bridge]]:
    hub = Hub()
    bridge = Bridge(hub, url, versions, check_seconds)
    bridge.start()
    assert bridge.listening.wait(SOON)
    yield hub, bridge
    bridge.stop()


def notice(version: int, *topics: str, tournament: int = 1) -> Notice:
    return Notice(tournament, version, frozenset(topics))


def cut_off(url: str) -> int:
    """End all connections of all bridges, as a restarted server does; how many there were."""
    with psycopg.connect(libpq(url), autocommit=True) as connection:
        return connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE application_name = 'cache-refresh-live' AND datname = current_database()"
        ).rowcount


def send(url: str, text: str) -> None:
    with psycopg.connect(libpq(url), autocommit=True) as connection:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))


def libpq(url: str) -> str:
    return url.replace("postgresql+psycopg", "postgresql")


@pytest.fixture
def url(postgres_database: Database) -> str:
    return postgres_database.url


@pytest.mark.postgres
def test_both_processes_hear_a_notice_once(url: str) -> None:
    async def listen() -> None:
        with process(url, Versions()) as (here, bridge), process(url, Versions()) as (there, _):
            async with here.subscribe(1, {"*"}) as own, there.subscribe(1, {"table/12"}) as other:
                bridge.tell(notice(7, "table/12", "journal"))
                assert await own.next(within=0.01) == notice(7, "table/12", "journal")
                assert await other.next(within=SOON) == notice(7, "table/12")
                assert await own.next(within=NEVER) is None

    asyncio.run(listen())


@pytest.mark.postgres
def test_more_topics_than_a_payload_holds_are_told_as_everything(url: str) -> None:
    async def listen() -> None:
        with process(url, Versions()) as (_, bridge), process(url, Versions()) as (there, _):
            async with there.subscribe(1, {"clock"}) as other:
                bridge.tell(notice(7, *(f"table/{n}" for n in range(1000))))
                assert await other.next(within=SOON) == notice(7, "*")

    asyncio.run(listen())


@pytest.mark.postgres
def test_after_a_lost_connection_everything_may_have_changed_and_telling_goes_on(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def listen() -> None:
        versions = Versions()
        with process(url, versions) as (_, bridge), process(url, versions) as (there, _):
            async with there.subscribe(1, {"clock"}) as other:
                with caplog.at_level(logging.CRITICAL):
                    assert await asyncio.to_thread(cut_off, url) == 4
                    versions.committed[1] = 5
                    bridge.tell(notice(5, "clock"))  # told while nobody listens, or not at all yet
                    heard = await anything_until(5, other)
                    while EVERYTHING not in heard[-1].topics:
                        heard += await anything_until(5, other)
                    versions.committed[1] = 6
                    bridge.tell(notice(6, "clock"))
                    assert (await anything_until(6, other))[-1] == notice(6, "clock")

    asyncio.run(listen())


async def anything_until(version: int, subscription: Subscription) -> list[Notice]:
    heard: list[Notice] = []
    while not heard or heard[-1].version < version:
        got = await subscription.next(within=SOON)
        assert got is not None, heard
        heard.append(got)
    return heard


@pytest.mark.postgres
def test_a_version_whose_process_died_before_telling_is_found(url: str) -> None:
    async def listen() -> None:
        versions = Versions()
        with process(url, versions, check_seconds=0.5) as (hub, _):
            async with hub.subscribe(1, {"clock"}) as subscription:
                assert await subscription.next(within=SOON) == notice(1, "*")  # followed from here on
                versions.committed[1] = 2
                began = time.monotonic()
                assert await subscription.next(within=SOON) == notice(2, "*")
                assert time.monotonic() - began < 5
                assert await subscription.next(within=2) is None

    asyncio.run(listen())


@pytest.mark.postgres
def test_told_versions_are_not_told_again_by_the_checks(url: str) -> None:
    async def listen() -> None:
        versions = Versions()
        with process(url, versions, check_seconds=0.5) as (hub, own), process(url, versions) as (_, bridge):
            async with hub.subscribe(1, {"clock"}) as subscription:
                assert await subscription.next(within=SOON) == notice(1, "*")
                versions.committed[1] = 3
                own.tell(notice(2, "clock"))
                bridge.tell(notice(3, "clock"))
                await anything_until(3, subscription)
                assert await subscription.next(within=2) is None

    asyncio.run(listen())


@pytest.mark.postgres
def test_what_is_no_notice_is_passed_over(url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def listen() -> None:
        with process(url, Versions()) as (hub, _):
            async with hub.subscribe(1, {"*"}) as subscription:
                for text in ("", "hello", "[]", '{"origin": 1}', json.dumps({"tournament": "x"})):
                    await asyncio.to_thread(send, url, text)
                await asyncio.to_thread(send, url, payload(notice(7, "clock"), "another process"))
                assert await subscription.next(within=SOON) == notice(7, "clock")

    asyncio.run(listen())
    assert caplog.text.count("no notice") == 5


@pytest.mark.postgres
def test_stopping_sends_what_is_left(url: str) -> None:
    async def listen() -> None:
        with process(url, Versions()) as (there, _):
            async with there.subscribe(1, {"clock"}) as other:
                with process(url, Versions()) as (_, bridge):
                    for version in range(2, 202):
                        bridge.tell(notice(version, "clock"))
                assert (await anything_until(201, other))[-1].version == 201

    asyncio.run(listen())


def test_telling_neither_waits_nor_fails_without_a_server(caplog: pytest.LogCaptureFixture) -> None:
    bridge = Bridge(Hub(), "postgresql://nobody@127.0.0.1:1/nothing", Versions())
    bridge.start()
    began = time.monotonic()
    for version in range(11_000):
        bridge.tell(notice(version, "clock"))
    assert time.monotonic() - began < 2
    bridge.stop()
    assert "look for themselves" in caplog.text


def test_a_payload_comes_back_as_it_was_sent() -> None:
    sent = notice(7, "table/12", "clock")
    assert parse(payload(sent, "a")) == ("a", sent)
    assert len(payload(notice(7, *(f"table/{n}" for n in range(600))), "a")) <= LONGEST_PAYLOAD
