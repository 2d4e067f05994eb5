"""Statements and read sessions of a page in a full hall, once what is the same for many is kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import mode
from typing import Any

import pytest
from sqlalchemy import event as engine_event

from app.services.kernel.actors import Actor, ActorKind
from app.services.people import sessions
from app.web.requester import PLAYER_COOKIE
from tests.web.conftest import Clerk, Event


@dataclass
class Asked:
    """The statements sent to the database, and how many transactions they were sent in."""

    statements: list[str] = field(default_factory=list)
    begun: int = 0


@contextmanager
def counting(http: Any) -> Iterator[Asked]:
    """Count what the application asks of its database within the block."""
    engine, asked = http.app.state.context.installation.database.engine, Asked()

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("PRAGMA"):
            asked.statements.append(statement)

    def begin(_connection: Any) -> None:
        asked.begun += 1

    engine_event.listen(engine, "before_cursor_execute", note)
    engine_event.listen(engine, "begin", begin)
    yield asked
    engine_event.remove(engine, "before_cursor_execute", note)
    engine_event.remove(engine, "begin", begin)


@pytest.fixture
def phones(event: Event) -> Iterator[Callable[[int], dict[str, str]]]:
    """The headers of a player's phone."""

    def signed(player_id: int) -> dict[str, str]:
        context: Any = event.http.app.state.context
        secret = f"session-{player_id}"
        actor = Actor(ActorKind.PLAYER, player_id, "", 1)
        sessions.open_session(context.installation, context.now(), secret, actor)
        return {
            "cookie": f"{PLAYER_COOKIE}={secret}",
            "x-requested-with": "live",
            "origin": "http://testserver",
        }

    yield signed


def test_after_a_change_the_next_phones_ask_two_statements_in_one_session(event: Event, phones: Any) -> None:
    """Whose session it is, and the version: everything else was read for the first phone that asked."""
    headers = {player: phones(player) for player in [event.player(f"Player {n}") for n in range(8)]}
    fragment = f"/t/{event.code}/me/fragment"

    def ask(expected: str) -> list[Asked]:
        costs = []
        for each in headers.values():
            with counting(event.http) as asked:
                answer = event.http.get(fragment, headers=each)
            assert answer.status_code == 200 and expected in answer.text
            costs.append(asked)
        return costs

    def usual(costs: list[Asked]) -> tuple[int, int]:
        # The program's own threads ask now and then, too.
        return mode(len(each.statements) for each in costs), mode(each.begun for each in costs)

    event.start_round()
    first, *others = ask("Sit down at table")
    assert usual(others) == (2, 1)
    assert len(first.statements) <= 24
    tables = event.get("/rounds/1")["tables"]
    for table in tables:
        event.settle(table)
        event.finish(table)
    event.post("/rounds/1/close")
    first, *others = ask("After round 1")
    assert usual(others) == (2, 1)
    event.post("/announcements", {"text": "Lunch until two"}, status=201)
    first, *others = ask("Lunch until two")
    assert usual(others) == (2, 1)
    assert len(first.statements) <= 5, "an announcement makes nothing else be read again"


def test_a_bid_makes_one_table_be_read_again(event: Event, phones: Any) -> None:
    """Whoever asks first after a bid reads the table and its moves; the other phone reads nothing."""
    for n in range(8):
        event.player(f"Player {n}")
    (table, *_) = event.start_round()["tables"]
    two = [phones(table[seat]["player_id"]) for seat in ("first", "second")]
    fragment = f"/t/{event.code}/me/fragment"
    for each in two:
        event.http.get(fragment, headers=each)
    bid = {"version": 0, "side": "corp", "bid": 2}
    event.post(f"/tables/{table['id']}/bids", bid, event.token_at(table, "first"))
    counts = []
    for each in two:
        with counting(event.http) as asked:
            assert "2" in event.http.get(fragment, headers=each).text
        counts.append(len(asked.statements))
    assert counts == [6, 2]


@pytest.mark.parametrize("players", [4, 24])
def test_a_bid_takes_the_same_few_statements_in_an_event_of_any_size(
    event: Event, phones: Any, players: int
) -> None:
    """By the API it took twelve: the player who bid was read again for the name, and the entry twice."""
    for n in range(players):
        event.player(f"Player {n}")
    (table, *_) = event.start_round()["tables"]
    seats, bids = ("first", "second"), f"/tables/{table['id']}/bids"
    two = [phones(table[seat]["player_id"]) for seat in seats]
    for each in two:
        event.http.get(f"/t/{event.code}/me/fragment", headers=each)
    counts = []
    for version in range(4):
        bid = {"version": version, "bid": version} | ({} if version else {"side": "corp"})
        with counting(event.http) as asked:
            assert event.post(bids, bid, event.token_at(table, seats[version % 2]))["auction"]["version"]
        counts.append(asked.statements)
    assert [len(each) for each in counts] == [9] * 4, "\n".join(counts[-1])
    form = {"version": "4", "bid": "4"}
    with counting(event.http) as asked:
        answer = event.http.post(f"/t/{event.code}/me/bid?table={table['id']}", data=form, headers=two[0])
    assert answer.status_code == 200 and "4" in answer.text
    assert len(asked.statements) <= 13, "\n".join(asked.statements)


def test_a_page_of_the_journal_asks_no_entry_by_itself(event: Event) -> None:
    """Each of forty entries had a session and statements of its own; now it is one a table they changed."""
    for n in range(8):
        event.player(f"Player {n}")
    for table in event.start_round()["tables"]:
        event.settle(table)
        event.finish(table)
    event.post("/announcements", {"text": "Lunch until two"}, status=201)
    pages = f"/t/{event.code}/desk/journal"
    olga = Clerk(event.http, "Olga")
    olga.get(pages)
    with counting(event.http) as asked:
        page = olga.get(pages)
    assert page.count("/undo") > 15 and "changed the same later: undo that first." in page
    assert len(asked.statements) <= 10, "\n".join(asked.statements)
