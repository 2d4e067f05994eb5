"""A version that was told late is no loss; one that nobody told is found at the second check."""

from app.live.missed_versions import Heard
from app.live.notices import Notice

TOPICS = frozenset({"clock"})


def following(version: int) -> Heard:
    heard = Heard()
    heard.start(1, version)
    return heard


def tell(heard: Heard, *versions: int, tournament: int = 1) -> None:
    for version in versions:
        heard.add(Notice(tournament, version, TOPICS))


def test_versions_told_in_any_order_are_no_loss() -> None:
    heard = following(4)
    tell(heard, 7, 5, 6)
    assert not heard.missed(1, 7)
    assert not heard.missed(1, 7)


def test_a_version_still_on_its_way_at_one_check_is_no_loss() -> None:
    heard = following(4)
    tell(heard, 6)
    assert not heard.missed(1, 6)
    tell(heard, 5)
    assert not heard.missed(1, 6)


def test_an_untold_version_is_missed_once_at_the_second_check() -> None:
    heard = following(4)
    tell(heard, 6)
    assert not heard.missed(1, 6)
    assert heard.missed(1, 6)
    assert not heard.missed(1, 6)
    tell(heard, 7)
    assert not heard.missed(1, 7)
    assert not heard.missed(1, 7)


def test_later_versions_do_not_hide_the_untold_one() -> None:
    heard = following(4)
    assert not heard.missed(1, 5)
    tell(heard, 6, 7, 8)
    assert heard.missed(1, 8)
    assert not heard.missed(1, 8)


def test_a_tournament_followed_for_the_first_time_may_have_missed_anything() -> None:
    heard = following(4)
    tell(heard, 9, tournament=2)
    assert heard.missed(2, 9)
    assert not heard.missed(2, 9)
    heard.forget_all_but({2})
    assert heard.missed(1, 4)
    assert not heard.missed(2, 9)
