"""The memory of public answers: what makes one old, who renders, and how much is kept."""

import threading
from datetime import datetime, timedelta
from typing import Any

import pytest

from app.services.event import announcements, tournaments
from app.services.kernel.errors import Refused
from app.services.people import new_links, registration
from app.services.play import auctions, clocks, results, rounds
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report
from app.web.cache.response_cache import Held, Published, Stamp, is_shown

ONE = Stamp(0, 1)


def answer(body: bytes = b"x", stamp: Stamp = ONE, until: datetime | None = None) -> Held:
    return Held(body, b"", "text/html", '"e"', stamp, until)


def test_only_what_everybody_may_see_moves_the_stamp(playing: Any) -> None:
    memory = Published()
    database = playing.installation.database
    moved: dict[str, bool] = {}

    def step(name: str, command: Any, *arguments: Any, **options: Any) -> Any:
        before = memory.stamp(database, playing.tournament_id)
        result = command(*arguments, **options)
        after = memory.stamp(database, playing.tournament_id)
        assert after >= before
        assert after == Published().stamp(database, playing.tournament_id) or after == before
        moved[name] = after != before
        return result

    step("join", playing.join, "Ana", "Ben", "Cleo")
    number = step("draft", playing.pair).number
    (table, _) = step("publish", playing.publish, number).tables
    at = playing.at(table.id)
    step("check in", clocks.check_in, *at, seat=Seat.FIRST)
    step("bid", auctions.place_bid, *at, version=0, amount=3, side=Side.CORP, seat=Seat.FIRST)
    step("pass", auctions.pass_bid, *at, version=1, seat=Seat.SECOND)
    first, second = (playing.players[seat.player_id] for seat in (table.first, table.second))
    report = Report(Outcome.CORP, Ending.AGENDA)
    step("one report", results.report_result, *playing.at(table.id, first), report)
    step("both reports", results.report_result, *playing.at(table.id, second), report)
    step("clock", clocks.set_clock, playing.call, 1, "start")
    step("announcement", announcements.announce, playing.call, "Lunch")
    step("close", rounds.close_round, playing.call, 1)
    step("new link", new_links.reissue_link, playing.call, min(playing.players), "another")
    step("name", registration.edit_player, playing.call, min(playing.players), {"name": "Anna"})
    step("settings", tournaments.edit_tournament, playing.call, {"info": "Hall 2"})
    hidden = {name for name, was_moved in moved.items() if not was_moved}
    assert hidden == {"check in", "bid", "one report"}


def test_a_process_that_was_away_for_long_takes_everything_as_changed(playing: Any) -> None:
    memory = Published()
    database = playing.installation.database
    playing.join("Ana", "Ben")
    (table,) = playing.publish(playing.pair().number).tables
    before = memory.stamp(database, playing.tournament_id)
    for _ in range(60):
        auctions.place_bid(*playing.at(table.id), version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
        auctions.restart_auction(*playing.at(table.id), reason="Again")
    after = memory.stamp(database, playing.tournament_id)
    assert after > before and after == Published().stamp(database, playing.tournament_id)


def test_a_database_put_back_makes_everything_old(playing: Any) -> None:
    memory, database = Published(), playing.installation.database
    playing.join("Ana")
    before = memory.stamp(database, playing.tournament_id)
    with database.write_session(playing.tournament_id) as session:
        session.connection().exec_driver_sql("UPDATE tournament SET version = 1")
    assert memory.stamp(database, playing.tournament_id) > before


def test_an_event_that_is_gone_has_no_stamp(installation: Any) -> None:
    with pytest.raises(Refused):
        Published().stamp(installation.database, 12)


def test_an_answer_is_rendered_once_per_change(now: datetime) -> None:
    memory, made = Published(), []

    def render(stamp: Stamp) -> Held:
        made.append(stamp)
        return answer(stamp=stamp)

    for stamp in (ONE, ONE, Stamp(0, 2), ONE, Stamp(0, 2), Stamp(1, 1)):
        assert memory.answer("page", stamp, now, lambda stamp=stamp: render(stamp)).stamp >= stamp
    assert made == [ONE, Stamp(0, 2), Stamp(1, 1)]


def test_what_ticks_is_made_anew_after_its_time(now: datetime) -> None:
    memory, made = Published(), []

    def render() -> Held:
        made.append(1)
        return answer(until=now + timedelta(seconds=1))

    memory.answer("page", ONE, now, render)
    memory.answer("page", ONE, now + timedelta(seconds=0.9), render)
    assert len(made) == 1
    memory.answer("page", ONE, now + timedelta(seconds=1), render)
    assert len(made) == 2


def test_a_crowd_waits_for_one_rendering(now: datetime) -> None:
    memory, made, begun, go = Published(), [], threading.Event(), threading.Event()

    def render() -> Held:
        made.append(1)
        begun.set()
        assert go.wait(10)
        return answer()

    found: list[Held] = []
    crowd = [
        threading.Thread(target=lambda: found.append(memory.answer("page", ONE, now, render)))
        for _ in range(12)
    ]
    for thread in crowd:
        thread.start()
    assert begun.wait(10)
    go.set()
    for thread in crowd:
        thread.join(10)
    assert (len(made), len(found)) == (1, 12)


def test_a_rendering_that_fails_is_tried_again(now: datetime) -> None:
    memory = Published()

    def fail() -> Held:
        raise Refused("no-cut", "There is no bracket yet.")

    with pytest.raises(Refused):
        memory.answer("page", ONE, now, fail)
    assert memory.answer("page", ONE, now, answer).body == b"x"


def test_memory_is_bounded_and_the_longest_unused_go_first(now: datetime) -> None:
    memory = Published(most_bytes=1000)
    for number in range(10):
        memory.answer(number, ONE, now, lambda: answer(b"." * 100))
    memory.answer(0, ONE, now, lambda: answer(b"new"))
    memory.answer(10, ONE, now, lambda: answer(b"." * 100))
    assert memory.current(0, ONE, now) is not None, "it was used a moment ago"
    assert memory.current(1, ONE, now) is None
    memory.answer("huge", ONE, now, lambda: answer(b"." * 2000))
    assert [key for key in (*range(11), "huge") if memory.current(key, ONE, now)] == []
    memory.answer(5, ONE, now, lambda: answer(b"." * 900))
    assert memory.current(5, ONE, now) is not None, "the size of what is gone is given back"


@pytest.mark.parametrize(
    ("table", "before", "after", "shown"),
    [
        ("bid", None, {"amount": 3}, False),
        ("game_report", None, {"outcome": "corp"}, False),
        ("auction_entry", {"bid": 1}, None, False),
        ("deck", {"source": "a"}, {"source": "b"}, False),
        ("membership", None, {"role": "judge"}, False),
        ("pairing", {"first_ready_at": None}, {"first_ready_at": "2018"}, False),
        ("pairing", {"first_ready_at": None, "bid": None}, {"first_ready_at": "2018", "bid": 3}, True),
        ("pairing", None, {"first_id": 1}, True),
        ("pairing", {"first_id": 1}, None, True),
        ("player", {"name": "A"}, {"name": "B"}, True),
        ("round", {"state": "draft"}, {"state": "published"}, True),
        ("tournament", {"info": ""}, {"info": "x"}, True),
        ("cut_seed", None, {"seed": 1}, True),
        ("announcement", None, {"text": "x"}, True),
        ("a table of the future", None, {}, True),
    ],
)
def test_which_changes_are_shown(table: str, before: Any, after: Any, shown: bool) -> None:
    change = {"table": table, "id": 1, "before": before, "after": after}
    assert is_shown([change]) is shown
    hidden = {"table": "bid", "id": 1, "before": None, "after": {}}
    assert is_shown([hidden, change]) is shown


def test_what_the_journal_does_not_keep_is_shown() -> None:
    assert is_shown([])
