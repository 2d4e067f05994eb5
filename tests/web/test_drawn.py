"""Pieces of pages that are drawn once: the same value in the same language, and no longer than it stands."""

from typing import Any

import pytest
from markupsafe import Markup

from app.web.cache.drawn import Drawn
from app.web.pages.desk import dashboard_parts
from app.words.reader import Reader, reading
from tests.web.conftest import Clerk, Event


def test_another_value_or_language_is_drawn_anew() -> None:
    drawn, asked = Drawn(), []

    def of(value: object) -> Markup:
        return drawn.of("here", value, lambda: (asked.append(value), Markup(str(value)))[1])

    first, equal = [1], [1]
    assert [of(first), of(first), of(equal), of(equal)] == ["[1]"] * 4
    assert len(asked) == 2, "an equal value may be of another moment"
    with reading(Reader("ja")):
        of(equal)
    assert len(asked) == 3
    of(equal)
    assert len(asked) == 3


def test_the_longest_unused_ones_are_dropped() -> None:
    drawn, values = Drawn(most=2), ["a", "b", "c"]
    for value in values:
        drawn.of(value, value, lambda: Markup("old"))
    assert drawn.of("c", "c", lambda: Markup("new")) == "old"
    assert drawn.of("a", "a", lambda: Markup("new")) == "new"


def test_a_result_draws_one_card_of_the_desk(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(8):
        event.player(f"Player {n}")
    tables = event.start_round()["tables"]
    olga, cards = Clerk(event.http, "Olga"), []
    draw = dashboard_parts._drawn
    monkeypatch.setattr(
        dashboard_parts, "_drawn", lambda card: (cards.append(card.table_number), draw(card))[1]
    )

    def grid() -> Any:
        cards.clear()
        return olga.get(f"/t/{event.code}/desk/parts/tables")

    page = grid()
    assert cards == ["1", "2", "3", "4"] and page.count('class="tcard ') == 4
    assert grid() == page and cards == []
    event.settle(tables[1], bid=7)
    page = grid()
    assert cards == ["2"] and "7 on Corp" in page and page.count('class="tcard ') == 4
    event.finish(tables[1])
    assert "Corp won" in grid() and cards == ["2"]
    renamed = tables[2]["first"]
    event.http.patch(
        f"{event.path}/players/{renamed['player_id']}",
        json={"name": "Renamed"},
        headers={"authorization": f"Bearer {event.token}"},
    )
    assert "<bdi>Renamed</bdi>" in grid() and len(cards) == 4, "names may stand at any table"
    assert 'data-table="2"' not in olga.get(f"/t/{event.code}/desk/parts/tables?show=open")
