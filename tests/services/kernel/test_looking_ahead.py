"""What a command reads before it has the write lock counts only as long as nobody changed the event."""

from typing import Any

import pytest
from sqlmodel import Session

from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.services.people.registration import drop_player
from app.services.play import drafts, rounds
from app.storage.players import players
from app.storage.tables import Tournament
from tests.services.conftest import Playing

Names = tuple[str, ...]


def names(session: Session, tournament: Tournament) -> Names:
    assert tournament.id is not None
    return tuple(player.name for player in players(session, tournament.id) if not player.dropped)


@pytest.fixture
def meanwhile() -> list[Any]:
    """What others do while a command looks ahead, each once."""
    return []


@pytest.fixture
def greet(meanwhile: list[Any]) -> Any:
    """A command that announces who plays."""

    def look(session: Session, tournament: Tournament) -> Names:
        found = names(session, tournament)
        if meanwhile:
            meanwhile.pop()()
        return found

    @command("announce", ahead=look)
    def greet(work: Work) -> Names:
        work.require()
        return work.looked_ahead(tuple)

    return greet


def test_what_was_found_counts_while_nothing_changed(
    playing: Playing, greet: Any, meanwhile: list[Any]
) -> None:
    playing.join("Ana", "Ben")
    looks: list[int] = []
    meanwhile.append(lambda: looks.append(1))
    assert greet(playing.call).value == ("Ana", "Ben")
    assert looks == [1]


def test_what_changed_meanwhile_is_looked_at_again(
    playing: Playing, greet: Any, meanwhile: list[Any]
) -> None:
    ana, _ = playing.join("Ana", "Ben")
    meanwhile.append(lambda: drop_player(playing.call, ana))
    assert greet(playing.call).value == ("Ben",)


def test_a_round_is_drawn_for_the_event_as_it_is_when_it_is_written(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ana drops while the matching is computed; Eve comes while the draft is drawn again."""
    ids = playing.join("Ana", "Ben", "Cem", "Dee")
    draw = rounds.drawing
    others: list[Any] = [lambda: drop_player(playing.call, ids[0])]

    def slow(*args: Any, **named: Any) -> Any:
        drawn = draw(*args, **named)
        if others:
            others.pop(0)()
        return drawn

    monkeypatch.setattr(rounds, "drawing", slow)
    number = rounds.pair_round(playing.call, 1).value
    assert seated(playing, number) == ["Ben", "Cem", "Dee"]
    others.append(lambda: playing.join("Eve"))
    monkeypatch.setattr(drafts, "drawing", slow)
    drafts.shuffle_round(playing.call, number, 2)
    assert seated(playing, number) == ["Ben", "Cem", "Dee", "Eve"]


def seated(playing: Playing, number: int) -> list[str]:
    tables = playing.round(number).tables
    return sorted(seat.name for table in tables for seat in (table.first, table.second) if seat is not None)


def test_what_is_refused_ahead_is_refused_by_the_command_in_its_own_words(playing: Playing) -> None:
    with pytest.raises(Refused) as refused:
        drafts.shuffle_round(playing.call, 3, 1)
    assert refused.value.code == "not-found"
    playing.join("Ana", "Ben")
    number = playing.pair().number
    playing.publish(number)
    with pytest.raises(Refused, match="Round 1 is not a draft"):
        drafts.shuffle_round(playing.call, number, 1)
