"""Which commands make the phones of a hall fetch: what none of them shows wakes nobody."""

from typing import Any

import pytest

from app.live.notices import Notice
from app.services.event.undo import undo
from app.services.people import registration
from app.services.play import drafts, rounds
from app.storage import journal
from app.web.pages.frames import PUBLIC_TOPICS

# What every player's page listens for, besides its own seat.
OF_A_PHONE = {"round", "clock", "tournament", "announcement"}


def newest(playing: Any) -> int:
    with playing.installation.database.read_session() as session:
        return int(journal.version_of(session, playing.tournament_id) or 0)


@pytest.fixture
def four(playing: Any) -> Any:
    playing.join("Ana", "Ben", "Cleo", "Dan")
    return playing


def test_a_draft_wakes_nobody_but_the_staff(four: Any, told: list[Notice]) -> None:
    four.play_round()
    steps = {}

    def step(name: str, command: Any, *arguments: Any) -> None:
        told.clear()
        command(*arguments)
        steps[name] = set(told[-1].topics)

    step("pair", four.pair)
    step("undo of pairing", undo, four.call, newest(four))
    step("pairing done again", undo, four.call, newest(four))
    step("draw again", drafts.shuffle_round, four.call, 2, 99)
    one, other = (table.first.player_id for table in four.round(2).tables)
    step("swap", drafts.swap_seats, four.call, 2, one, other)
    step("undo of swapping", undo, four.call, newest(four))
    step("delete", rounds.delete_round, four.call, 2, "round 2")
    assert steps == {name: {"draft", "journal"} for name in steps}
    four.pair()
    step("publish", rounds.publish_round, four.call, 2)
    assert steps["publish"] >= {"round", "tournament"}
    step("undo of publishing", undo, four.call, newest(four))
    assert steps["undo of publishing"] >= {"round", "tournament"}


def test_who_joins_or_leaves_wakes_the_own_phone_alone(four: Any, told: list[Notice]) -> None:
    """Two hundred people who join are two hundred changes: no waiting phone shows how many there are."""
    told.clear()
    (eve,) = four.join("Eve")
    assert told[-1].topics == {"players", "journal"}
    registration.drop_player(four.call, eve)
    assert told[-1].topics & OF_A_PHONE == set() and f"seat/{eve}" in told[-1].topics
    undo(four.call, newest(four))
    assert told[-1].topics & OF_A_PHONE == set() and f"seat/{eve}" in told[-1].topics
    assert "players" in PUBLIC_TOPICS.split(), "the event's page tells how many there are"
