"""What an entry of the journal says of before and after."""

from datetime import UTC, datetime
from typing import Any

import pytest

from app.sentences import Sentence
from app.services.kernel.journal_view import JournalView
from app.web.presenters.journal import ChangeShown, changes_of


def entry(details: dict[str, Any]) -> JournalView:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    return JournalView(1, at, "Ana", "player", "hand_in_deck", Sentence("Done"), details, None, None)


@pytest.mark.parametrize(
    ("details", "shown"),
    [
        (
            {"corp": {"removed": {"Hedge Fund": 1}, "added": {"Ice Wall": 2}}},
            [ChangeShown("Corp deck", "1 Hedge Fund", "2 Ice Wall")],
        ),
        ({"runner": {"added": {"Sure Gamble": 3}}}, [ChangeShown("Runner deck", "", "3 Sure Gamble")]),
        ({"deck": {"added": {"Mantis Blades": 3}}}, [ChangeShown("Deck", "", "3 Mantis Blades")]),
        ({"changed": {"round_minutes": [40, None]}}, [ChangeShown("round minutes", "40", "nothing")]),
        ({"changed": {"registration_open": [True, False]}}, [ChangeShown("registration open", "yes", "no")]),
        (
            {"changed": {"name": ["2018-02-28", "2018-02-30"]}},
            [ChangeShown("name", "28 February 2018", "2018-02-30")],
        ),
        ({"changed": {"settings": ["place"]}, "seed": 3}, []),
        ({"changed": {"settings": ["fee", "place"]}}, []),
        (
            {"changed": {"settings": ["fee", "place"], "name": ["A", "B"]}},
            [ChangeShown("name", "A", "B")],
        ),
        ({"corp": {"removed": {}, "added": {}}}, []),
        ({"changed": None, "corp": "no deck"}, []),
    ],
)
def test_an_entry_tells_what_it_changed(details: dict[str, Any], shown: list[ChangeShown]) -> None:
    assert list(changes_of(entry(details))) == shown
