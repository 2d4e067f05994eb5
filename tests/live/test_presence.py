"""When a phone counts as silent."""

from datetime import datetime, timedelta

from app.live.presence import Presence


def test_a_phone_is_silent_a_minute_after_it_was_heard(now: datetime) -> None:
    presence = Presence()
    presence.hear(7, now)
    assert presence.silent_since(7, now + timedelta(seconds=59)) is None
    assert presence.silent_since(7, now + timedelta(seconds=60)) == now
    presence.hear(7, now + timedelta(seconds=61))
    assert presence.silent_since(7, now + timedelta(seconds=90)) is None


def test_of_a_phone_never_heard_nothing_is_claimed(now: datetime) -> None:
    assert Presence().silent_since(8, now) is None


def test_whether_a_phone_is_there_can_be_told_a_minute_after_the_first_was_heard(now: datetime) -> None:
    presence = Presence()
    assert presence.is_there(8, now) is None
    presence.hear(7, now)
    assert presence.is_there(7, now) is True
    assert presence.is_there(8, now + timedelta(seconds=59)) is None
    later = now + timedelta(seconds=60)
    assert presence.is_there(7, later) is False and presence.is_there(8, later) is False
    presence.hear(8, later)
    assert presence.is_there(8, later) is True
