"""The order of the tests, how often memory is looked through, and the moment of an event.

Nothing of the program is imported here: a test of a pure room should cost no more than that room. What tests
of databases and of the served program share is in `databases.py` and `servers.py`; their folders load it.
"""

import gc
from datetime import UTC, datetime
from pathlib import Path

import pytest

# The long files first: the last to end should be a short one (`--no-loadscope-reorder` keeps the order).
HERE = Path(__file__).parent
LONG = ("browser", "soak", "commands", "web", "storage", "services")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests in an order that lets all processes end at the same time."""
    rank = {name: number for number, name in enumerate(LONG)}
    items.sort(key=lambda item: rank.get(item.path.relative_to(HERE).parts[0], len(LONG)))


def pytest_collection_finish() -> None:
    """Let memory be looked through seldom, and without what was imported: it took a seventh of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture
def now() -> datetime:
    """A moment of an event: 15 February 2018, one o'clock in the afternoon UTC."""
    return datetime(2018, 2, 15, 13, 0, tzinfo=UTC)
