"""Numbers of an archive have the limits of the forms, in every column, in rows and in the journal."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Boolean, Column, Float, Integer

from app.services.exchange.archive_format import _check_change, _check_value
from app.services.exchange.archive_limits import CHOICES, RANGES
from app.services.kernel.errors import Refused
from app.storage.archive import ARCHIVED, JOURNAL_COLUMNS, TOURNAMENT, columns_of, references
from app.storage.tables import metadata


def numbers() -> Iterator[tuple[str, str, Column]]:  # type: ignore[type-arg]
    """Every column of numbers that an archive has, but those that name rows."""
    for name in (TOURNAMENT, *ARCHIVED, "journal"):
        for column in JOURNAL_COLUMNS if name == "journal" else columns_of(name):
            found = metadata.tables[name].columns[column]
            is_number = isinstance(found.type, Integer | Float) and not isinstance(found.type, Boolean)
            if is_number and column != "id" and column not in references(name):
                yield name, column, found


NUMBERS = [pytest.param(*each, id=f"{each[0]}.{each[1]}") for each in numbers()]


@pytest.mark.parametrize(("name", "column", "kind"), NUMBERS)
@pytest.mark.parametrize("stored", [True, False])
def test_a_number_outside_its_limits_is_refused(
    name: str,
    column: str,
    kind: Column,
    stored: bool,  # type: ignore[type-arg]
) -> None:
    if isinstance(kind.type, Float):
        wrong: list[float] = [-1, -0.5, 1e9, float("inf"), float("nan")]
    else:
        assert (name, column) in RANGES or (name, column) in CHOICES, "has no limits"
        allowed = RANGES[name, column]
        for value in (allowed.start, allowed.stop - 1):
            _check_value(name, column, value, stored=stored)
        wrong = [allowed.start - 1, allowed.stop, -(2**31), 2**31 - 1 + (allowed.stop == 2**31), 2**63]
    for value in (*wrong, True, "1", [1]):
        with pytest.raises(Refused) as refused:
            _check_value(name, column, value, stored=stored)
        assert refused.value.code == "bad-archive", (value, refused.value.code)


def test_only_scores_and_taken_minutes_may_be_below_nothing() -> None:
    below = {f"{name}.{column}" for (name, column), allowed in RANGES.items() if allowed.start < 0}
    scores = {
        f"{table}.{side}_points"
        for table in ("pairing", "game", "game_report", "round_report")
        for side in ("corp", "runner")
    }
    assert below == scores | {"round.clock_added"}


@pytest.mark.parametrize(
    "settings",
    [
        {"player_limit": -1},
        {"id_points": 7},
        {"blocked_tables": [0]},
        {"place": "x" * 101},
    ],
)
def test_settings_in_the_journal_have_the_limits_of_the_form(settings: dict[str, object]) -> None:
    with pytest.raises(Refused) as refused:
        _check_change({"table": TOURNAMENT, "id": 1, "before": {"settings": settings}, "after": {}})
    assert refused.value.code == "bad-archive"
    # What the program keeps beside them is its own.
    _check_change({"table": TOURNAMENT, "id": 1, "before": {"settings": {"next_time": 1}}, "after": {}})
