"""Sentences of results, cuts and the clock that must be true in every case, and what waits for the desk."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from app.services.kernel.views import ClockView
from app.tournament.clock import ClockState
from app.web.presenters.clock import clock_shown
from app.web.templating import environment
from tests.web.conftest import bearer

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

NAMES = ("Ana", "Ben", "Chidi", "Dagny")


@pytest.fixture
def olga(clerk: "Callable[..., Clerk]", event: "Event") -> "Clerk":
    """The owner of `event` at the dashboard."""
    return clerk("Olga")


def joined(event: "Event", **settings: Any) -> None:
    for name in NAMES:
        event.player(name)
    if settings:
        changed = event.http.patch(event.path, json=settings, headers=bearer(event.token))
        assert changed.status_code == 200, changed.text


def cut_round(event: "Event", sides: str) -> list[dict[str, Any]]:
    """The published tables of the first round of a cut of four."""
    joined(event, planned_rounds=1, cut={"kind": "single", "size": 4, "sides": sides})
    for table in event.start_round()["tables"]:
        event.finish(event.settle(table))
    event.post("/rounds/1/close")
    event.post("/cut", {})
    event.post("/rounds/2/publish")
    tables: list[dict[str, Any]] = event.get("/rounds/2")["tables"]
    return tables


def test_a_forfeit_without_an_auction_is_no_game_anywhere(olga: "Clerk", event: "Event") -> None:
    joined(event)
    table = event.start_round()["tables"][0]
    winner = table["second"]["player_id"]
    walkover = {"outcome": "corp", "ending": "forfeit", "winner_id": winner}
    shown = event.post(f"/tables/{table['id']}/result", walkover)
    result, auction = shown["result"], shown["auction"]
    assert (result["outcome"], result["decided_by"], result["winner_id"]) == (None, "forfeit", winner)
    assert (auction["high_bid"], auction["winner"], auction["settled"], auction["bids"]) == (
        None,
        None,
        False,
        [],
    )
    assert (shown["corp_player_id"], shown["starting"], shown["set_up_notes"]) == (None, None, [])
    name = table["second"]["name"]
    said = f"{name} won by forfeit, no game"
    for page in (
        f"/desk/tables/{table['id']}",
        "/desk/rounds/1",
        "/desk",
        "/pairings?by=table",
        f"/players/{winner}",
    ):
        olga.get(f"/t/{event.code}{page}")
        assert said in olga.words, page
        assert "A draw is lost" not in olga.words and "bid 0" not in olga.words, page
    rows = list(csv.DictReader(io.StringIO(event.http.get(f"{event.path}/export/pairings.csv").text)))
    row = next(each for each in rows if each["winner"] == name)
    assert (row["decided by"], row["ending"]) == ("forfeit", "forfeit")
    assert {row[key] for key in ("bid", "bid winner", "corp", "runner", "outcome", "corp points")} == {""}
    assert event.post(f"/tables/{table['id']}/result", walkover)["result"] == result


def test_nobody_speaks_of_a_bid_where_sides_come_by_seed(olga: "Clerk", event: "Event") -> None:
    table = cut_round(event, "seed")[0]
    higher, lower = table["first"]["name"], table["second"]["name"]
    path = f"/t/{event.code}/desk/tables/{table['id']}"
    olga.get(path)
    assert f"{higher} is the higher seed and chooses a side" in olga.words
    assert "Settle the auction" not in olga.words and "Bids first" not in olga.words
    olga.post(f"{path}/side", side="corp")
    assert f"{higher}, the higher seed, chose Corp" in olga.words
    assert f"Nobody bid for a side. {higher}, the higher seed, wins a draw." in olga.words
    assert f"{higher} wins a draw: nobody bid, so it goes to the higher seed" in olga.words
    assert "with 0" not in olga.words and "won the bid" not in olga.words
    olga.post(f"{path}/side", status=409, side="runner")
    assert "are settled and stay" in olga.words
    olga.post(f"{path}/result", outcome="draw", ending="agenda")
    assert f"A draw: {higher} wins it, the higher seed" in olga.words and "by agenda points" not in olga.words
    assert "equal points win for the higher seed" in olga.get(f"/t/{event.code}")
    olga.get(f"/t/{event.code}/pairings")
    assert "Players, the higher seed first" in olga.words and lower in olga.words
    olga.post(f"{path}/sides", winner=str(table["second"]["player_id"]), side="corp", reason="swapped")
    assert event.get(f"/tables/{table['id']}")["corp_player_id"] == table["second"]["player_id"]


def test_the_bracket_tells_a_double_forfeit_and_the_walkover_after_it(olga: "Clerk", event: "Event") -> None:
    tables = cut_round(event, "auction")
    event.post(f"/tables/{tables[0]['id']}/result", {"outcome": "double-loss", "ending": "forfeit"})
    olga.get(f"/t/{event.code}/bracket")
    assert "Game 1, semifinal: forfeited by both" in olga.words
    assert "Game 3, final: walkover, no game" in olga.words
    assert "Nobody comes from game 1" in olga.words


def test_the_clock_can_be_started_until_it_is_started_also_in_the_cut(olga: "Clerk", event: "Event") -> None:
    tables = cut_round(event, "auction")
    olga.get(f"/t/{event.code}/desk")
    assert "Start the clock" in olga.words and "Close round 2" not in olga.words
    event.finish(event.settle(tables[0]))
    olga.get(f"/t/{event.code}/desk")
    assert "Start the clock" in olga.words and "Round 2 (semifinal): 1 of 2 tables still out" in olga.words
    event.settle(tables[1])
    event.post(f"/tables/{tables[1]['id']}/result", {"outcome": "corp"}, event.token_at(tables[1], "first"))
    olga.get(f"/t/{event.code}/desk")
    assert "Start the clock" in olga.words and "Table 2: accept the one report" in olga.words
    event.post("/rounds/2/clock", {"action": "start"})
    olga.get(f"/t/{event.code}/desk")
    assert "Start the clock" not in olga.words and "Close round 2" in olga.words


def test_a_round_whose_tables_are_all_done_is_closed_without_a_clock(olga: "Clerk", event: "Event") -> None:
    for table in cut_round(event, "auction"):
        event.finish(event.settle(table))
    olga.get(f"/t/{event.code}/desk")
    assert "Start the clock" not in olga.words and "Close round 2" in olga.words


def test_a_bidding_held_aloud_is_seen_and_accepted_together(olga: "Clerk", event: "Event") -> None:
    joined(event)
    tables = event.start_round()["tables"]
    for table in tables:
        told = {"action": "settle", "winner": table["first"]["player_id"], "side": "corp", "bid": 4}
        event.post(f"/tables/{table['id']}/auction", told, event.token_at(table, "first"))
    olga.get(f"/t/{event.code}/desk")
    assert "Tables 1, 2: accept the bidding held aloud" in olga.words
    assert "2 biddings held aloud wait for the other player" in olga.words
    name = tables[0]["first"]["name"]
    assert f"{name} says the bidding ended: {name} won it with 4 on Corp." in olga.words
    assert "a bidding held aloud waits" in olga.words
    event.post("/rounds/1/clock", {"action": "start"})
    olga.get(f"/t/{event.code}/desk")
    assert "Tables 1, 2: accept the bidding held aloud" in olga.words
    olga.post(f"/t/{event.code}/desk/accept-biddings", status=422)
    assert "Tick the biddings you accept" in olga.words
    olga.post(f"/t/{event.code}/desk/accept-biddings", table=[str(table["id"]) for table in tables])
    assert all(event.get(f"/tables/{table['id']}")["auction"]["high_bid"] == 4 for table in tables)
    assert "held aloud wait" not in olga.words


def test_harmony_medtech_needs_six_points_and_too_few_are_asked_about(event: "Event") -> None:
    joined(event)
    table = event.settle(event.start_round()["tables"][0])
    corp = table["corp_player_id"]
    path = f"/tables/{table['id']}/result"

    def report(outcome: str, corp_points: int, runner_points: int, ending: str = "agenda") -> Any:
        body = {
            "outcome": outcome,
            "ending": ending,
            "corp_points": corp_points,
            "runner_points": runner_points,
            "reason": "read again",
        }
        headers = bearer(event.token)
        return event.http.post(event.path + path, json=body, headers=headers)

    def named(title: str) -> None:
        headers = bearer(event.token)
        answer = event.http.patch(
            f"{event.path}/players/{corp}", json={"corp_identity": title}, headers=headers
        )
        assert answer.status_code == 200

    named("NBN: Making News")
    asked = report("corp", 3, 1)
    assert (asked.status_code, asked.json()["code"]) == (422, "agenda-points-too-few")
    assert "needs 7 of them, and the winner has 3. Did the game end at time" in asked.json()["detail"]
    assert report("corp", 6, 1).status_code == 422
    assert report("runner", 1, 7).status_code == 200
    assert report("corp", 3, 1, "time").status_code == 200
    named("Harmony Medtech: Biomedical Pioneer")
    assert report("runner", 1, 6).status_code == 200
    assert report("corp", 5, 1).status_code == 422
    shown = event.get(f"/tables/{table['id']}")
    assert "Harmony Medtech: 6 agenda points win this game, for both players." in shown["set_up_notes"]


def test_a_draw_has_equal_points_however_it_ended(event: "Event") -> None:
    joined(event)
    table = event.settle(event.start_round()["tables"][0])
    body = {"outcome": "draw", "corp_points": 2, "runner_points": 5}
    answer = event.post(f"/tables/{table['id']}/result", body, status=422)
    assert answer["code"] == "points-contradict-outcome"


def test_a_clock_paused_in_overtime_says_so() -> None:
    shown = clock_shown(ClockView(ClockState.PAUSED, -66, 2400, None, datetime(2018, 2, 15, tzinfo=UTC)))
    assert (shown.state, shown.seconds, shown.over) == ("paused", 66, True)
    template = environment().from_string(
        '{% from "components/clock.html" import clock %}{{ clock(value, none, "Finish the turn.") }}'
    )
    page = template.render(value=shown)
    assert ">+1:06<" in page and "paused" in page
    assert "data-at-time>" in page, "what to do at time is shown"
    before = template.render(value=replace(shown, over=False))
    assert ">1:06<" in before and "data-at-time hidden" in before


def test_the_wall_tells_which_tables_have_extra_time(olga: "Clerk", event: "Event") -> None:
    joined(event)
    tables = event.start_round()["tables"]
    event.post(f"/tables/{tables[1]['id']}/extra-time", {"seconds": 300})
    olga.get(f"/t/{event.code}/wall?show=tables")
    assert "Extra time: table 2 +5 min" in olga.words and "+5 min" in olga.words


def test_numbers_of_a_finished_event_and_of_timed_wins_are_true(olga: "Clerk", event: "Event") -> None:
    joined(event, planned_rounds=1, timed_win_points=1)
    tables = event.start_round()["tables"]
    for table in tables:
        event.finish(event.settle(table))
    event.post("/rounds/1/close")
    event.post(f"/players/{tables[0]['first']['player_id']}/drop")
    event.post("/finish")
    olga.get(f"/t/{event.code}")
    assert "Players 4 1 dropped" in olga.words
    olga.get(f"/t/{event.code}/standings")
    assert "A win and a bye are worth 3 points, a loss nothing." in olga.words
    assert "A win at time is worth 1." in olga.words


def test_when_the_cut_is_decided_nobody_is_told_of_next_games(olga: "Clerk", event: "Event") -> None:
    joined(event, planned_rounds=1)
    for table in event.start_round()["tables"]:
        event.finish(event.settle(table))
    event.post("/rounds/1/close")
    event.post("/cut", {"kind": "single", "size": 2})
    (final,) = event.post("/rounds/2/publish")["tables"]
    event.finish(event.settle(final))
    event.post("/rounds/2/close")
    olga.get(f"/t/{event.code}")
    assert "The cut is decided. The organizer announces the final standings next." in olga.words
    assert "next games of the cut" not in olga.words
