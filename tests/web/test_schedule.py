"""The times of rounds are computed: on the page of the event, and at the desk as the day goes."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.web.conftest import Timepiece, bearer, words

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

TIMES = {"round_1_at": "10:00", "between_minutes": 15, "breaks": "2, 60, Lunch", "time_zone": "UTC"}


def say(event: "Event", status: int = 200, **settings: Any) -> dict[str, Any]:
    answer = event.http.patch(event.path, json={"settings": settings}, headers=bearer(event.token))
    assert answer.status_code == status, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_the_page_of_the_event_has_every_time(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    event.http.patch(
        event.path,
        json={"planned_rounds": 3, "cut": {"kind": "single", "size": 4}},
        headers=bearer(event.token),
    )
    assert "Schedule" not in words(event.http.get(f"/t/{event.code}").text)
    say(event, **TIMES)
    shown = words(event.http.get(f"/t/{event.code}").text)
    assert "10:00 Round 1 10:55 Round 2 11:35 Lunch, 60 min 12:35 Round 3 13:30 Top 4" in shown


def test_the_desk_says_when_the_next_round_is_expected(
    clerk: "Callable[..., Clerk]", event: "Event", timepiece: Timepiece
) -> None:
    event.http.patch(event.path, json={"planned_rounds": 2}, headers=bearer(event.token))
    say(event, **TIMES)
    olga, desk = clerk("Olga"), f"/t/{event.code}/desk"
    olga.get(desk)
    assert "Round 1 is planned at 10:00." in olga.words
    event.player("Ana"), event.player("Ben")
    event.start_round()
    timepiece.pass_time(minutes=20)
    event.post("/rounds/1/clock", {"action": "start"})
    olga.get(desk)
    said = re.search(r"Round 2 is expected at (\d+:\d\d); 10:55 was planned\.", olga.words)
    ends = timepiece.moment.hour * 60 + timepiece.moment.minute + 40 + 15
    assert said is not None and said[1] == f"{ends // 60}:{ends % 60:02}"

    # The clock has run out: the round ends now at the earliest.
    timepiece.pass_time(hours=3)
    olga.get(desk)
    late = timepiece.moment.hour * 60 + timepiece.moment.minute + 15
    assert f"Round 2 is expected at {late // 60}:{late % 60:02}; 10:55 was planned." in olga.words


def test_the_desk_says_nothing_of_a_planned_time_that_is_past(
    clerk: "Callable[..., Clerk]", event: "Event", timepiece: Timepiece
) -> None:
    event.http.patch(event.path, json={"planned_rounds": 2}, headers=bearer(event.token))
    say(event, **TIMES)
    olga, desk = clerk("Olga"), f"/t/{event.code}/desk"
    timepiece.pass_time(minutes=1)
    olga.get(desk)
    assert "is planned at" not in olga.words
    event.player("Ana"), event.player("Ben")
    event.start_round()
    olga.get(desk)
    assert "Round 2 is planned at 10:55." in olga.words
    timepiece.pass_time(hours=6)
    olga.get(desk)
    assert "is planned at" not in olga.words and "is expected at" not in olga.words


def test_what_is_no_time_is_refused_at_its_field(clerk: "Callable[..., Clerk]", event: "Event") -> None:
    assert say(event, 422, round_1_at="ten")["field"] == "round_1_at"
    assert say(event, 422, breaks="Lunch")["field"] == "breaks"
    olga = clerk("Olga")
    settings = f"/t/{event.code}/desk/settings"
    fields = dict(
        re.findall(r'name="(name|date|structure|format|pool_date)"[^>]*value="([^"]*)"', olga.get(settings))
    )
    page = olga.post(settings, status=422, **{**fields, "place": "", "round_1_at": "10", "breaks": ""})
    assert re.search(r'name="round_1_at"[^>]*aria-invalid="true"', page)
    assert "Write the time like 10:30" in olga.words
