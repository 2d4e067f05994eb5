"""Who hears of which notice, that slow listeners get one merged notice, and that closing ends everybody."""

import asyncio
import threading
import time
from collections.abc import Coroutine
from typing import Any

import pytest

from app.live.hub import Hub, Subscription, TooManyStreams
from app.live.notices import Notice

SOON = 2.0
NEVER = 0.02


def notice(version: int, *topics: str, tournament: int = 1) -> Notice:
    return Notice(tournament, version, frozenset(topics))


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@pytest.mark.parametrize(
    ("asked", "told", "heard"),
    [
        pytest.param({"table/12"}, {"table/12", "journal"}, {"table/12"}, id="own table, and nothing else"),
        pytest.param({"table/12"}, {"table/1"}, None, id="another table whose number begins the same"),
        pytest.param({"table/1"}, {"table/12"}, None, id="another table whose number goes on"),
        pytest.param({"table/*"}, {"table/12", "clock"}, {"table/12"}, id="all tables"),
        pytest.param({"table/*"}, {"table"}, None, id="a topic that is only called like the kind"),
        pytest.param({"*"}, {"table/12", "clock"}, {"table/12", "clock"}, id="everything"),
        pytest.param({"*", "table/*", "table/3"}, {"table/3"}, {"table/3"}, id="asked three ways, told once"),
        pytest.param({"clock"}, {"*"}, {"*"}, id="everything may have changed"),
        pytest.param({"clock", "round"}, {"standings"}, None, id="a topic not asked for"),
    ],
)
def test_a_listener_hears_the_topics_it_asked_for(
    asked: set[str], told: set[str], heard: set[str] | None
) -> None:
    async def listen() -> None:
        hub = Hub()
        async with hub.subscribe(1, asked) as subscription:
            hub.publish(notice(7, *told))
            got = await subscription.next(within=SOON if heard else NEVER)
        assert (set(got.topics) if got else None) == heard
        if got:
            assert (got.tournament_id, got.version) == (1, 7)

    run(listen())


def test_other_tournaments_are_not_heard() -> None:
    async def listen() -> None:
        hub = Hub()
        async with hub.subscribe(1, {"*"}) as subscription:
            hub.publish(notice(7, "clock", tournament=2))
            assert await subscription.next(within=NEVER) is None

    run(listen())


def test_notices_that_wait_are_merged_into_the_newest() -> None:
    async def listen() -> None:
        hub = Hub()
        async with hub.subscribe(1, {"table/12", "clock"}) as subscription:
            hub.publish(notice(8, "table/12"))
            hub.publish(notice(7, "clock"))  # overtaken on its way
            hub.publish(notice(9, "table/5"))
            assert await subscription.next(within=SOON) == notice(8, "table/12", "clock")
            assert await subscription.next(within=NEVER) is None
            hub.publish(notice(10, "clock"))
            assert await subscription.next(within=SOON) == notice(10, "clock")

    run(listen())


def test_every_change_of_many_threads_is_heard_in_the_end() -> None:
    async def listen() -> None:
        hub = Hub()
        threads = [
            threading.Thread(
                target=lambda n=n: [hub.publish(notice(n * 200 + i, f"table/{n}")) for i in range(200)]
            )
            for n in range(8)
        ]
        async with hub.subscribe(1, {"*"}) as subscription:
            for thread in threads:
                thread.start()
            newest, topics = 0, set[str]()
            while newest < 1599 or len(topics) < 8:
                got = await subscription.next(within=SOON)
                assert got is not None
                newest, topics = max(newest, got.version), topics | got.topics
        for thread in threads:
            thread.join()

    run(listen())


def test_closing_ends_all_streams_at_once_and_those_that_come_later() -> None:
    async def all_of(subscription: Subscription) -> list[Notice]:
        return [each async for each in subscription]

    async def listen() -> None:
        hub = Hub()
        async with hub.subscribe(1, {"*"}) as first, hub.subscribe(2, {"clock"}) as second:
            tasks = [asyncio.create_task(all_of(each)) for each in (first, second)]
            await asyncio.sleep(0)
            began = time.perf_counter()
            threading.Thread(target=hub.close).start()
            assert await asyncio.wait_for(asyncio.gather(*tasks), SOON) == [[], []]
            assert time.perf_counter() - began < 0.2
            assert first.ended
            async with hub.subscribe(1, {"*"}) as late:
                assert await asyncio.wait_for(all_of(late), SOON) == []
            async with hub.subscribe(1, {"*"}) as later:
                assert await asyncio.wait_for(later.next(), SOON) is None
                assert later.ended

    run(listen())


def test_open_streams_are_counted_and_limited_by_key() -> None:
    async def listen() -> None:
        hub = Hub()
        ana = {"player/17": 2, "address/10.0.0.7": 3}
        async with hub.subscribe(1, {"table/1", "clock"}, ana):
            async with hub.subscribe(2, {"*"}, ana):
                assert (hub.count(), hub.count(1), hub.count(2), hub.count(3)) == (2, 1, 1, 0)
                assert (hub.count_for("player/17"), hub.count_for("address/10.0.0.7")) == (2, 2)
                with pytest.raises(TooManyStreams) as refused:
                    async with hub.subscribe(1, {"clock"}, ana):
                        pass
                assert refused.value.key == "player/17"
                async with hub.subscribe(1, {"clock"}, {"player/18": 2, "address/10.0.0.7": 3}):
                    assert hub.count_for("address/10.0.0.7") == 3
            assert hub.watched() == {1}
        assert (hub.count(), hub.count_for("player/17"), hub.watched()) == (0, 0, frozenset())

    run(listen())


def test_publishing_survives_a_loop_that_has_ended() -> None:
    hub = Hub()

    async def forgotten() -> None:
        await hub.subscribe(1, {"*"}).__aenter__()

    asyncio.run(forgotten())
    hub.publish(notice(1, "clock"))
    hub.close()
    assert hub.count() == 1


def test_a_bid_costs_what_its_table_has_listeners_not_what_the_hall_has() -> None:
    async def seconds(tables: int) -> float:
        hub = Hub()
        phones = [hub.subscribe(1, {f"table/{n}", "round", "clock"}) for n in range(tables)]
        for phone in phones:
            await phone.__aenter__()
        best = min(timed(hub) for _ in range(20))
        woken = await phones[3].next(within=SOON)
        assert woken is not None
        assert woken.topics == {"table/3"}
        assert await phones[4].next(within=NEVER) is None
        return best

    def timed(hub: Hub) -> float:
        began = time.perf_counter()
        for version in range(200):
            hub.publish(notice(version, "table/3"))
        return time.perf_counter() - began

    few, many = asyncio.run(seconds(20)), asyncio.run(seconds(4000))
    assert many < 5 * few


def test_streams_that_may_hear_nothing_end_in_order() -> None:
    async def listen() -> None:
        hub = Hub()
        async with hub.subscribe(1, ()), hub.subscribe(1, ()):
            assert hub.count() == 2
        assert (hub.count(), hub.watched()) == (0, frozenset())
        async with hub.subscribe(1, {"clock"}) as hears, hub.subscribe(1, ()):
            hub.publish(notice(7, "clock"))
            assert await hears.next(within=SOON) is not None
        assert hub.watched() == frozenset()

    run(listen())
