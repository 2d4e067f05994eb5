"""Background work while the database can't be reached: it is told in a sentence, and done later."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from app.services.people import retention
from app.storage.failures import UNREACHABLE, DatabaseError
from app.web import housekeeping
from app.web.housekeeping import AnnouncementEnds, Housekeeping

NOW = datetime(2018, 2, 15, 10, tzinfo=UTC)


def away(*_args: Any, **_named: Any) -> Any:
    raise DatabaseError(UNREACHABLE)


def broken(*_args: Any, **_named: Any) -> Any:
    raise KeyError("a mistake of the program")


@pytest.mark.parametrize(("task", "traced"), [(away, False), (broken, True)])
@pytest.mark.parametrize("job", ["names", "ends"])
def test_a_database_that_is_away_is_no_mistake_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    job: str,
    task: Callable[..., Any],
    traced: bool,
) -> None:
    monkeypatch.setattr(housekeeping, "erase_expired", task)
    monkeypatch.setattr(housekeeping, "tell_ends", task)
    installation: Any = lambda: None  # noqa: E731 - nothing is asked of it
    jobs = {
        "names": Housekeeping(installation, tmp_path, lambda: NOW),
        "ends": AnnouncementEnds(installation, lambda: NOW),
    }
    jobs[job]._look()
    (told,) = caplog.records
    assert (told.levelno, told.exc_info is not None) == (
        logging.ERROR if traced else logging.WARNING,
        traced,
    )
    assert traced or UNREACHABLE in told.getMessage()


def test_an_event_whose_names_could_not_be_erased_now_is_told_likewise(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(retention, "_erase_due", away)
    installation: Any = None
    assert not retention._erase_all(installation, 7, NOW)
    (told,) = caplog.records
    assert told.levelno == logging.WARNING and told.exc_info is None
    assert "event 7" in told.getMessage() and UNREACHABLE in told.getMessage()
