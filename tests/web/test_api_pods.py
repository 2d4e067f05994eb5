"""Whole events at tables of several players through the JSON API: seating, points, standings, final table."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Event, bearer, words
from tests.web.test_api_structures import made

Pod = dict[str, Any]


def event_of(http: TestClient, players: int, **settings: Any) -> Event:
    """An X.NET event with so many players, who name no identity and hand in nothing."""
    event = made(http, "table-points", 0, **settings)
    for number in range(players):
        answer = http.post(f"{event.path}/players", json={"name": f"P{number:02}"})
        assert answer.status_code == 201, answer.text
        event.tokens[answer.json()["id"]] = answer.json()["token"]
    return event


def ids(pod: Pod) -> list[int]:
    return [seat["player_id"] for seat in pod["seats"]]


def points_of(pod: Pod, round_number: int) -> dict[str, int]:
    """Points that differ from round to round and are sometimes equal; the first seat reaches the goal."""
    return {
        str(player): 120 + round_number if seat == 0 else 20 + (player * 7 * round_number) % 60 // 20 * 20
        for seat, player in enumerate(ids(pod))
    }


def enter(event: Event, pod: Pod, points: Mapping[str, int], **more: Any) -> Pod:
    """One player of the table enters the points, another confirms them."""
    body = {"points": dict(points), **more}
    first, second = ids(pod)[0], ids(pod)[-1]
    entered = event.post(f"/pods/{pod['id']}/result", body, event.tokens[first])
    assert (entered["state"], entered["final"], entered["entry"]["player_id"]) == ("reported", False, first)
    confirmed = event.post(f"/pods/{pod['id']}/result", body, event.tokens[second])
    assert (confirmed["state"], confirmed["final"], confirmed["entry"]) == ("done", True, None)
    return confirmed  # type: ignore[no-any-return]


def problem(event: Event, path: str, body: Any, token: str | None, status: int) -> tuple[str, str]:
    said = event.post(path, body, token, status)
    return said["code"], said["detail"]


def on_paper(tables: Sequence[Mapping[int, int]], players: Sequence[int]) -> dict[int, tuple[Any, Any]]:
    """Points and share of everybody, summed as one would with a pencil."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    share: dict[int, Fraction] = defaultdict(Fraction)
    for table in tables:
        for player, own in table.items():
            others = [other for who, other in table.items() if who != player]
            points[player] += sum(Fraction(own > o) + Fraction(own == o, 2) for o in others)
            share[player] += Fraction(own, own + sum(others))
    return {player: (points[player], share[player]) for player in players}


@pytest.mark.parametrize("players", [5, 6, 7, 11, 40])
def test_a_whole_event(http: TestClient, players: int) -> None:
    event = event_of(http, players, planned_rounds=3)
    shown = event.get()
    assert (shown["round_minutes"], shown["deck_policy"], shown["structure"]) == (120, "none", "table-points")
    sizes = {5: [5], 6: [3, 3], 7: [4, 3], 11: [4, 4, 3], 40: [4] * 10}[players]
    tables: list[dict[int, int]] = []
    met: dict[frozenset[int], int] = defaultdict(int)
    for number in (1, 2, 3):
        drawn = event.start_round()
        assert drawn["tables"] == [] and [len(pod["seats"]) for pod in drawn["pods"]] == sizes
        assert sorted(player for pod in drawn["pods"] for player in ids(pod)) == sorted(event.tokens)
        for pod in drawn["pods"]:
            extra = {3: [0, 0, 1], 4: [0, 0, 1, 2], 5: [0, 0, 1, 1, 2]}[len(pod["seats"])]
            assert [seat["extra_cards"] for seat in pod["seats"]] == extra
            assert [seat["seat"] for seat in pod["seats"]] == list(range(1, len(extra) + 1))
            for both in combinations(ids(pod), 2):
                met[frozenset(both)] += 1
            points = points_of(pod, number)
            done = enter(event, pod, points)
            assert {str(s["player_id"]): s["points"] for s in done["seats"]} == points
            tables.append({int(player): own for player, own in points.items()})
        event.post(f"/rounds/{number}/close")
    rows = event.get("/standings")["rows"]
    paper = on_paper(tables, list(event.tokens))
    assert {r["player_id"]: (Fraction(r["points"]), Fraction(r["share"]["fraction"])) for r in rows} == paper
    wanted = sorted(rows, key=lambda r: (*(-each for each in paper[r["player_id"]]), r["lot"]))
    assert [row["player_id"] for row in rows] == [row["player_id"] for row in wanted]
    assert [row["rank"] for row in rows] == list(range(1, players + 1))
    if players == 40:
        # 180 pairs sit together in three rounds; drawn at random about 7 of the later 120 would meet again.
        assert sum(times > 1 for times in met.values()) <= 7
    event.post("/finish")
    assert event.get()["phase"] == "finished"


def test_points_corrected_since_a_draft_are_told_at_the_draft_and_to_the_players(http: TestClient) -> None:
    event = event_of(http, 6, planned_rounds=3)
    pods = event.start_round()["pods"]
    for pod in pods:
        enter(event, pod, points_of(pod, 1))
    event.post("/rounds/1/close")
    stale = "Results changed since this draft was made: draw again."
    drawn = event.post("/rounds", {"expected_number": 2})
    assert drawn["quality"]["warnings"] == [] and "made_for" not in drawn["quality"]
    one, *_ = ids(pods[0])
    body = {"points": {**points_of(pods[0], 1), str(one): 60}, "ending": "time", "reason": "misread"}
    event.post(f"/pods/{pods[0]['id']}/result", body)
    entry = event.get("/journal", event.token)[0]["summary"]
    assert entry.endswith("(misread). Round 2 was paired before: its pairings stay as they are")
    page = http.get(f"/p/{event.tokens[one]}").text
    assert "Your result of round 1 was corrected: 60 points. The standings follow" in words(page)
    assert event.get("/rounds/2", event.token)["quality"]["warnings"] == [stale]
    assert event.post("/rounds/2/shuffle")["quality"]["warnings"] == []
    shown = event.post("/rounds/2/publish")
    assert "made_for" not in shown["quality"]
    assert "made_for" not in event.get("/rounds/2", event.token)["quality"]


@pytest.mark.parametrize("players", [1, 2])
def test_too_few_players(http: TestClient, players: int) -> None:
    event = event_of(http, players)
    said = event.post("/rounds", {"expected_number": 1}, status=409)
    assert said["code"] == "not-possible-now"
    assert said["detail"] == "At least three players are needed who have not dropped."


def test_bad_points_are_refused_and_nothing_changes(http: TestClient) -> None:
    event = event_of(http, 7)
    four, three = event.start_round()["pods"]
    path, token = f"/pods/{three['id']}/result", event.tokens[ids(three)[0]]
    a, b, c = (str(each) for each in ids(three))
    name = {str(seat["player_id"]): seat["name"] for seat in three["seats"]}

    def refused(points: Any, status: int = 422, who: str = token, **more: Any) -> tuple[str, str]:
        return problem(event, path, {"points": points, **more}, who, status)

    assert refused({a: 120, b: 50}) == (
        "points-missing", f"Enter the points of everybody; these are missing: {name[c]}.",
    )  # fmt: skip
    assert refused({a: 120, b: 50, c: 10, str(ids(four)[0]): 3})[0] == "not-at-table"
    assert refused({a: 119, b: 50, c: 10}) == (
        "goal-not-reached", "Nobody has 120 points: choose “at time” if the game ended so.",
    )  # fmt: skip
    assert refused({a: 120, b: -1, c: 10})[0] == "points-out-of-range"
    assert refused({a: 120, b: 1.5, c: 10})[0] == "invalid-request"
    assert refused({"x": 120})[0] == "invalid-request"
    code, said = refused({a: 120, b: 121, c: 10}, 409)
    assert code == "two-at-goal" and f"{name[a]} and {name[b]} have 120 points or more" in said
    stranger = event.tokens[ids(four)[0]]
    assert refused({a: 120, b: 50, c: 10}, 403, stranger)[0] == "not-your-table"
    assert event.get(f"/pods/{three['id']}", token)["entry"] is None
    said = event.post("/rounds/1/close", {}, status=409)
    assert said["detail"] == "Tables 1 and 2 have no final result."


def test_what_was_entered_last_waits_for_another_player(http: TestClient) -> None:
    event = event_of(http, 3)
    (pod,) = event.start_round()["pods"]
    path, (one, two, three) = f"/pods/{pod['id']}", ids(pod)
    first = {"points": {one: 120, two: 60, three: 20}}
    second = {"points": {one: 120, two: 61, three: 20}}
    event.post(f"{path}/result", first, event.tokens[one])
    # Sent twice it is entered once, and nobody confirms the own word.
    again = event.post(f"{path}/result", first, event.tokens[one])
    assert again["entry"]["points"] == {str(one): 120, str(two): 60, str(three): 20} and not again["final"]
    other = event.post(f"{path}/result", second, event.tokens[two])
    assert (other["entry"]["player_id"], other["final"]) == (two, False)
    done = event.post(f"{path}/result", second, event.tokens[three])
    assert done["final"] and [seat["points"] for seat in done["seats"]] == [120, 61, 20]
    assert [(seat["place"], seat["place_points"]) for seat in done["seats"]] == [(1, 2), (2, 1), (3, 0)]
    assert problem(event, f"{path}/result", first, event.tokens[one], 409)[0] == "result-final"
    # The desk corrects, takes back and accepts; the journal says so, and each can be undone.
    equal = {"points": {one: 120, two: 60, three: 60}, "reason": "misread"}
    fixed = event.post(f"{path}/result", equal)
    assert [(seat["place"], seat["place_points"]) for seat in fixed["seats"]] == [(1, 2), (2, 0.5), (2, 0.5)]
    said = [entry["summary"] for entry in event.get("/journal", event.token)]
    assert said[0] == "Olga table-points set the points of table 1 in round 1 (misread)"
    assert [s for s in said if "the points of table 1" in s][1:] == [
        "P02 confirmed the points of table 1" if three == max(event.tokens) else said[1],
        *[s for s in said if "entered the points" in s],
    ]
    number = event.get("/journal", event.token)[0]["number"]
    event.post(f"/journal/{number}/undo")
    assert [seat["points"] for seat in event.get(path)["seats"]] == [120, 61, 20]
    bare = event.http.delete(f"{event.path}{path}/result", headers=bearer(event.token))
    assert (bare.status_code, bare.json()["code"]) == (422, "reason-missing")
    address = f"{event.path}{path}/result?reason=Wrong+table"
    cleared = event.http.delete(address, headers=bearer(event.token)).json()
    assert event.get("/journal", event.token)[0]["summary"].endswith("were taken back (Wrong table)")
    assert (cleared["state"], cleared["final"]) == ("playing", False)
    event.post(f"{path}/result", first, event.tokens[one])
    assert event.post(f"{path}/accept")["final"]
    # A pairing whose points are in cannot be undone, nor can its publishing.
    entries = {e["command"]: e["number"] for e in event.get("/journal", event.token)}
    for command in ("pair_round", "publish_round"):
        refused = event.post(f"/journal/{entries[command]}/undo", status=409)
        assert refused["code"] == "cannot-undo", refused


def test_what_waits_for_a_word_is_told_to_the_table_and_the_staff_alone(http: TestClient) -> None:
    event = event_of(http, 7)
    four, three = event.start_round()["pods"]
    before = event.get("/rounds/1")
    event.post(f"/pods/{four['id']}/result", {"points": points_of(four, 1)}, event.tokens[ids(four)[0]])
    assert event.get("/rounds/1")["pods"] == before["pods"]
    stranger = event.get(f"/pods/{four['id']}", event.tokens[ids(three)[0]])
    assert (stranger["state"], stranger["entry"], stranger["may"]) == ("playing", None, [])
    own = event.get(f"/pods/{four['id']}", event.tokens[ids(four)[1]])
    assert (own["state"], own["may"]) == ("reported", ["report_pod"]) and own["entry"] is not None
    desk = event.get("/rounds/1", event.token)["pods"][0]
    assert desk["state"] == "reported" and desk["may"] == ["correct_pod", "clear_pod"]


def test_a_draft_is_changed_by_hand(http: TestClient) -> None:
    event = event_of(http, 7)
    event.post("/rounds", {"expected_number": 1}, status=201)
    assert event.http.get(f"{event.path}/rounds/1").status_code == 404
    draft = event.get("/rounds/1", event.token)
    four, three = draft["pods"]
    assert event.http.get(f"{event.path}/pods/{four['id']}").status_code == 404
    swapped = event.post("/rounds/1/swap", {"player_id": ids(four)[0], "other_id": ids(three)[0]})["pods"]
    assert ids(swapped[0])[0] == ids(three)[0] and ids(swapped[1])[0] == ids(four)[0]
    moved = event.post("/rounds/1/move", {"player_id": ids(three)[1], "pod_id": four["id"]})["pods"]
    assert [len(pod["seats"]) for pod in moved] == [5, 2]
    code, said = problem(event, "/rounds/1/publish", None, None, 422)
    assert (code, said) == (
        "table-size", "A table has 3 to 6 players, not 2: draw again, or move somebody.",
    )  # fmt: skip
    event.post("/rounds/1/shuffle")
    pair = {"first_id": ids(four)[0]}
    assert problem(event, "/rounds/1/pair", pair, None, 409)[0] == "several-at-a-table"
    late = event.http.post(f"{event.path}/players", json={"name": "Zoe"}).json()["id"]
    assert problem(event, "/rounds/1/publish", None, None, 409) == (
        "not-everybody-paired", "At no table yet: Zoe. Draw again, or move them to a table.",
    )  # fmt: skip
    unpaired = event.get("/rounds/1", event.token)["unpaired"]
    assert [seat["name"] for seat in unpaired] == ["Zoe"]
    pods = event.get("/rounds/1", event.token)["pods"]
    event.post("/rounds/1/move", {"player_id": late, "pod_id": pods[1]["id"]})
    event.post(f"/players/{ids(pods[0])[0]}/drop")
    assert problem(event, "/rounds/1/publish", None, None, 409)[0] == "dropped-player-paired"
    event.post("/rounds/1/fill-gaps")
    shown = event.post("/rounds/1/publish")
    assert [len(pod["seats"]) for pod in shown["pods"]] == [4, 3]
    # Who sits where is published: an undo of what was changed before does not move anybody.
    numbers = {e["command"]: e["number"] for e in event.get("/journal", event.token)}
    refused = event.post(f"/journal/{numbers['fill_gaps']}/undo", status=409)
    assert "The tables of round 1 are published." in refused["detail"]
    event.post("/rounds/1/withdraw")
    event.post(f"/journal/{numbers['fill_gaps']}/undo")


def test_the_final_table_decides_the_first_places(http: TestClient) -> None:
    event = event_of_two(http)
    for number in (1, 2):
        for pod in event.start_round()["pods"]:
            enter(event, pod, points_of(pod, number))
        event.post(f"/rounds/{number}/close")
    swiss = [row["player_id"] for row in event.get("/standings")["rows"]]
    assert event.get(token=event.token)["next"]["label"] == "Go on to the final table of 4"
    started = event.post("/cut", {}, status=201)
    assert (started["round"], started["bracket"]) == (3, None)
    (pod,) = event.get("/rounds/3", event.token)["pods"]
    assert sorted(ids(pod)) == sorted(swiss[:4])
    event.post("/rounds/3/publish")
    at = dict(zip(swiss[:4], (20, 60, 120, 60), strict=True))
    enter(event, pod, {str(player): own for player, own in at.items()})
    event.post("/rounds/3/close")
    event.post("/finish")
    lines = event.http.get(f"{event.path}/export/final-standings.csv").text.splitlines()
    names = {row["player_id"]: row["name"] for row in event.get("/standings")["rows"]}
    order = [swiss[2], swiss[1], swiss[3], swiss[0], *swiss[4:]]
    assert [line.split(",")[1] for line in lines[1:]] == [names[player] for player in order]
    assert event.http.get(f"{event.path}/bracket").status_code == 404


def event_of_two(http: TestClient) -> Event:
    """Two rounds and a final table for eight."""
    return event_of(http, 8, planned_rounds=2, cut={"kind": "table", "size": 4})


@pytest.mark.parametrize(
    ("structure", "cut", "said"),
    [
        ("table-points", {"kind": "single", "size": 4}, "so the cut is a final table (kind table) or none"),
        ("cache-refresh", {"kind": "table", "size": 4}, "A final table is for events where several sit"),
        ("table-points", {"kind": "table", "size": 8}, "A top cut of this kind has a size of 3, 4 or 5."),
    ],
)
def test_a_cut_fits_the_structure(http: TestClient, structure: str, cut: Any, said: str) -> None:
    event = made(http, "single-sided", 0)
    answer = http.patch(event.path, json={"structure": structure, "cut": cut}, headers=bearer(event.token))
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid-setting")
    assert said in answer.json()["detail"]


def test_the_goal_is_a_setting(http: TestClient) -> None:
    event = event_of(http, 3, settings={"goal_points": 100})
    (pod,) = event.start_round()["pods"]
    a, b, c = (str(each) for each in ids(pod))
    token = event.tokens[int(a)]
    body = {"points": {a: 99, b: 50, c: 10}}
    assert problem(event, f"/pods/{pod['id']}/result", body, token, 422)[1].startswith(
        "Nobody has 100 points"
    )
    enter(event, pod, {a: 100, b: 50, c: 10})
    answer = http.patch(event.path, json={"settings": {"goal_points": 10_001}}, headers=bearer(event.token))
    assert answer.json()["detail"] == "A game ends at 1 to 10000 points, or at none with 0."


def test_spreadsheets_have_the_columns_of_such_events(http: TestClient) -> None:
    event = event_of(http, 3)
    (pod,) = event.start_round()["pods"]
    a, b, c = ids(pod)
    enter(event, pod, {str(a): 120, str(b): 60, str(c): 60})
    event.post("/rounds/1/close")
    names = {seat["player_id"]: seat["name"] for seat in pod["seats"]}
    tables = http.get(f"{event.path}/export/pairings.csv").text.splitlines()
    assert tables == [
        "\ufeffround,table,seat,player,points,place,points by place,ending",
        f"1,1,1,{names[a]},120,1,2,points",
        f"1,1,2,{names[b]},60,2,0.5,points",
        f"1,1,3,{names[c]},60,2,0.5,points",
    ]
    rows = http.get(f"{event.path}/export/standings.csv").text.splitlines()
    assert rows[0].endswith(
        "rank,name,points,share,share fraction,tables won,tables played,game points,by lot,dropped"
    )
    assert rows[1] == f"1,{names[a]},2,0.5000,1\u20442,1,1,120,,"
    assert sorted(line.split(",", 2)[2] for line in rows[2:]) == ["0.5,0.2500,1\u20444,0,1,60,yes,"] * 2


def test_the_archive_brings_everything_back(http: TestClient) -> None:
    event = event_of_two(http)
    for pod in event.start_round()["pods"]:
        enter(event, pod, points_of(pod, 1))
    event.post("/rounds/1/close")
    running = event.start_round()["pods"]
    body = {"points": points_of(running[0], 2)}
    event.post(f"/pods/{running[0]['id']}/result", body, event.tokens[ids(running[0])[0]])
    archive = event.http.get(f"{event.path}/export/archive.json", headers=bearer(event.token))
    document = archive.json()
    assert (len(document["pod"]), len(document["pod_seat"]), len(document["pod_entry"])) == (4, 16, 1)
    made_again = http.post("/api/v1/tournaments/import", content=archive.content, headers=bearer(event.token))
    assert made_again.status_code == 201, made_again.text
    copy = Event(http, event.token, made_again.json()["code"])
    assert copy.http.get(f"{copy.path}/export/archive.json", headers=bearer(event.token)).json() == {
        **document,
        "tournament": {**document["tournament"], "code": copy.code},
    }
    assert copy.http.get(f"{copy.path}/export/standings.csv").text == (
        event.http.get(f"{event.path}/export/standings.csv").text
    )
    document["pod_entry"][0]["points"] = {"1": -5}
    bad = http.post(
        "/api/v1/tournaments/import", content=json.dumps(document).encode(), headers=bearer(event.token)
    )
    assert (bad.status_code, bad.json()["code"]) == (422, "bad-archive")
    nrtm = http.get(f"{event.path}/export/nrtm.json")
    assert (nrtm.status_code, nrtm.json()["code"]) == (409, "not-for-several")
