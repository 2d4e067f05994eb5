"""A refusal names the field it is about: programs read it, and forms show the sentence there."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import Clerk, Event, bearer

SETTINGS = [
    ({"round_minutes": 601}, "round_minutes"),
    ({"planned_rounds": 31}, "planned_rounds"),
    ({"name": "\u200b"}, "name"),
    ({"settings": {"time_zone": "Middle-earth"}}, "time_zone"),
    ({"settings": {"blocked_tables": [0]}}, "blocked_tables"),
]


@pytest.mark.parametrize(("change", "field"), SETTINGS)
def test_a_setting_is_refused_by_its_name(event: Event, change: dict[str, Any], field: str) -> None:
    answer = event.http.patch(event.path, json=change, headers=bearer(event.token))
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.text


def test_a_refused_name_report_and_reason_are_named(event: Event) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    assert event.post("/players", {"name": "ana"}, status=409)["field"] == "name"
    (table,) = event.start_round()["tables"]
    event.settle(table)
    path = f"/tables/{table['id']}"
    points = {"outcome": "corp", "ending": "agenda", "runner_points": 99}
    assert event.post(f"{path}/result", points, status=422)["field"] == "runner_points"
    ending = {"outcome": "runner", "ending": "flatline"}
    assert event.post(f"{path}/result", ending, status=422)["field"] == "ending"
    again = event.post(f"{path}/auction", {"action": "restart"}, status=422)
    assert (again["code"], again["field"]) == ("reason-missing", "reason")
    assert "field" not in event.post(f"{path}/result", {"outcome": "first"}, status=422)


def test_a_form_shows_the_sentence_at_the_field(clerk: Callable[[str], Clerk], event: Event) -> None:
    olga = clerk("Olga")
    page = olga.get(f"/t/{event.code}/desk/settings")
    fields = dict(re.findall(r'name="(name|date|structure|format|pool_date)"[^>]*value="([^"]*)"', page))
    olga.post(f"/t/{event.code}/desk/settings", status=422, **{**fields, "name": " "})
    assert re.search(r'id="f-name"[^>]*aria-invalid="true"', olga.page)
    assert "A name is needed: give the one that others shall see." in olga.words
