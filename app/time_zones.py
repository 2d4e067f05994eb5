"""The time zone of an event: its name, and moments as the clock on the wall of its hall shows them."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

LONGEST_ZONE = 60


def is_zone(name: str) -> bool:
    """Whether this is the name of a time zone, like `Europe/Berlin`."""
    return 0 < len(name) <= LONGEST_ZONE and name in zone_names()


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All names of time zones this computer knows."""
    return frozenset(available_timezones())


def local(moment: datetime, zone: str | None) -> datetime:
    """The moment in the time zone of this name; in that of this computer without one."""
    return moment.astimezone(ZoneInfo(zone)) if zone and is_zone(zone) else moment.astimezone()
