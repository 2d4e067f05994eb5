"""Moments are shown as the clock in the hall shows them, summer time included."""

from datetime import UTC, datetime

import pytest

from app.time_zones import is_zone, local


@pytest.mark.parametrize(
    ("month", "zone", "shown"),
    [
        (2, "Europe/Berlin", "2018-02-15T15:30:00+01:00"),
        (7, "Europe/Berlin", "2018-07-15T16:30:00+02:00"),
        (2, "Asia/Kolkata", "2018-02-15T20:00:00+05:30"),
        (2, "Pacific/Auckland", "2018-02-16T03:30:00+13:00"),
        (2, "UTC", "2018-02-15T14:30:00+00:00"),
    ],
)
def test_a_moment_in_a_zone(month: int, zone: str, shown: str) -> None:
    assert local(datetime(2018, month, 15, 14, 30, tzinfo=UTC), zone).isoformat() == shown


def test_without_a_zone_it_is_the_one_of_this_computer() -> None:
    moment = datetime(2018, 2, 15, 14, 30, tzinfo=UTC)
    assert local(moment, None) == local(moment, "Nowhere/Land") == moment.astimezone()


@pytest.mark.parametrize(
    "name", ["", "Berlin", "europe/berlin ", "../../etc/passwd", "/etc/localtime", "x" * 61]
)
def test_what_is_no_zone(name: str) -> None:
    assert not is_zone(name)
