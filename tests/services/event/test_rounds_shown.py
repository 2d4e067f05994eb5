"""Rounds put together from memory are those that are read from the database, for everybody who may ask."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.deckcheck.catalog import load_catalog
from app.services.event import queries
from app.services.event.questions import asking
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER, PUBLIC_VIEWER, Viewer
from app.storage.database import Database
from tests.stages import FILLED_AT, Stage, Stages

NOW = FILLED_AT + timedelta(minutes=5)
JUDGE_VIEWER = Viewer(staff=True)


@pytest.fixture
def stages(filled: tuple[Path, Stages], tmp_path: Path) -> Iterator[tuple[Installation, Stages]]:
    """An event in every stage."""
    file = shutil.copy(filled[0], tmp_path / "filled.sqlite3")
    database = Database(f"sqlite:///{file}")
    yield Installation(database, load_catalog(), lambda _notice: None), filled[1]
    database.dispose()


def rounds_read(installation: Installation, stage: Stage, viewer: Viewer) -> list[Any]:
    """The rounds as the database has them; what is wrong with a draw of several is told to nobody by it."""
    found = queries.rounds_view(installation, stage.tournament_id, viewer, NOW)
    return [replace(each, quality={}) if each.pods else each for each in found]


def rounds_remembered(installation: Installation, stage: Stage, viewer: Viewer) -> list[Any]:
    """The rounds as memory has them, all at once and one by one alike."""
    with asking(installation, stage.tournament_id, viewer, NOW) as ask:
        found = ask.rounds()
        assert found == [ask.round(each.number) for each in found]
        with pytest.raises(Refused):
            ask.round(len(found) + 1)
    return [replace(each, quality={}) if each.pods else each for each in found]


def test_rounds_from_memory_are_those_of_the_database(stages: tuple[Installation, Stages]) -> None:
    installation, events = stages
    for stage in events.all:
        # Visitors last: what the staff and players were shown must not be shown to them.
        players = [Viewer(player_id=player) for player in stage.links]
        for viewer in (ORGANIZER_VIEWER, JUDGE_VIEWER, *players, PUBLIC_VIEWER):
            expected = rounds_read(installation, stage, viewer)
            for _again in range(2):
                assert rounds_remembered(installation, stage, viewer) == expected, (stage.code, viewer)
