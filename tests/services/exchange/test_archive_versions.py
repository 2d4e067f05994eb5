"""Archives of earlier versions come in: sides nobody bid for, calls among the announcements."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.services.event.announcements import announce
from app.services.event.standings import standings_view
from app.services.exchange import archives
from app.services.exchange.archive_format import parse
from app.services.exchange.archive_versions import from_version_1
from app.services.judging.calls import calls
from app.services.judging.deck_checks import pick_deck_checks
from app.services.kernel.actors import SYSTEM
from app.services.kernel.viewer import ORGANIZER_VIEWER, Viewer

pytestmark = pytest.mark.both_engines

WORTH = ("first_points", "second_points", "first_won", "second_won", "tied", "games")
NO_SIDES = ("began", "first_dice", "second_dice")
NO_BID = {"bid_winner_id": None, "bid_side": None, "bid": None}


PODS = ("pod", "pod_seat", "pod_entry")


def version_6(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 6 wrote it, which knew no waiting list."""
    people = [{key: v for key, v in row.items() if key != "waiting_since"} for row in event["player"]]
    return {**event, "player": people, "version": 6}


def version_5(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 5 wrote it, which knew tables of two alone."""
    event = version_6(event)
    assert all(event[name] == [] for name in PODS)
    return {**{name: value for name, value in event.items() if name not in PODS}, "version": 5}


def version_4(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 4 wrote it."""
    event = {**version_5(event), "version": 4}
    for table in ("pairing", "game_report"):
        event[table] = [
            {key: value for key, value in row.items() if key not in NO_SIDES} for row in event[table]
        ]
    return event


def version_3(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 3 wrote it."""
    event = version_4(event)
    event = {name: value for name, value in event.items() if name not in ("judge_call", "penalty")}
    new = ("counted", "unlisted", "outcome")
    event["deck_check"] = [
        {key: value for key, value in row.items() if key not in new} for row in event["deck_check"]
    ]
    return {**event, "version": 3}


def old(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 1 wrote it."""
    event = version_2(event)
    event["version"] = 1
    event["pairing"] = [
        {key: value for key, value in row.items() if key not in ("sides_by", "corp_seat")}
        for row in event["pairing"]
    ]
    return event


def version_2(event: dict[str, Any]) -> dict[str, Any]:
    """The same event as a program of version 2 wrote it, which knew Cache Refresh alone."""
    event = version_3(event)
    event = {key: value for key, value in event.items() if key not in ("game", "round_report")}
    event["version"] = 2
    event["tournament"] = {key: v for key, v in event["tournament"].items() if key != "structure"}
    event["pairing"] = [
        {key: value for key, value in row.items() if key not in ("agreed", *WORTH)}
        for row in event["pairing"]
    ]
    return event


def test_an_archive_of_version_1_is_read(playing: Any) -> None:
    playing.join("Ana", "Ben", "Chidi", "Dagny")
    playing.play_round()
    event = json.loads(archives.archive(playing.installation, playing.tournament_id))
    assert event["version"] == 7
    uncounted = [{**row, **dict.fromkeys(WORTH)} for row in event["pairing"]]
    for earlier in (old(event), version_2(event)):
        read = parse(json.dumps(earlier).encode())
        assert read["pairing"] == uncounted
        assert read["tournament"]["structure"] == "cache-refresh"


def test_in_an_archive_of_version_6_everybody_has_a_place(playing: Any) -> None:
    playing.join("Ana", "Ben")
    event = json.loads(archives.archive(playing.installation, playing.tournament_id))
    read = parse(json.dumps(version_6(event)).encode())
    assert [(row["name"], row["waiting_since"]) for row in read["player"]] == [("Ana", None), ("Ben", None)]


def test_an_archive_of_version_5_has_no_table_of_several_players(playing: Any) -> None:
    playing.join("Ana", "Ben")
    playing.play_round()
    event = json.loads(archives.archive(playing.installation, playing.tournament_id))
    read = parse(json.dumps(version_5(event)).encode())
    assert [read[name] for name in PODS] == [[], [], []] and read["pairing"] == event["pairing"]


def test_what_tables_are_worth_is_counted_as_an_archive_comes_in(playing: Any) -> None:
    playing.join("Ana", "Ben", "Chidi")
    playing.play_round()
    whole = archives.archive(playing.installation, playing.tournament_id)
    event = json.loads(whole)
    lying = json.loads(whole)
    for row in lying["pairing"]:
        row["first_points"] = 5
    for brought in (version_2(event), lying):
        made = archives.import_archive(
            playing.installation, playing.organizer, playing.now, json.dumps(brought).encode(), seed=3
        )
        again = json.loads(archives.archive(playing.installation, made.id))
        assert again["pairing"] == event["pairing"]
    assert sorted(
        (row["first_points"], row["second_points"]) for row in event["pairing"] if row["second_id"]
    )[0] == (3, 0)


def test_an_archive_of_version_3_has_its_calls_in_a_table_of_their_own(playing: Any) -> None:
    playing.join("Ana", "Ben")
    announce(playing.call, "Lunch")
    playing.publish(playing.pair().number)
    pick_deck_checks(playing.call, 1, 5)
    event = json.loads(archives.archive(playing.installation, playing.tournament_id))
    then = event["announcement"][0]["made_at"]
    call = {"id": 2, "kind": "call", "player_id": 1, "text": "Help", "made_at": then, "ended_at": then}
    written = version_3(event)
    written["announcement"] = [*event["announcement"], call]
    # The journal of its time tells of the call as an announcement.
    made = {"table": "announcement", "id": 2, "before": None, "after": call}
    written["journal"][-1]["changes"].append(made)
    read = parse(json.dumps(written).encode())
    assert read["announcement"] == event["announcement"]
    assert [(row["player_id"], row["reason"], row["ended_by"]) for row in read["judge_call"]] == [
        (1, "Help", None)
    ]
    assert read["penalty"] == [] and read["deck_check"] == event["deck_check"]
    imported = archives.import_archive(
        playing.installation, SYSTEM, playing.now, json.dumps(written).encode(), seed=3
    )
    (found,) = calls(playing.installation, imported.id, Viewer(staff=True))
    assert (found.name, found.reason, found.state) == ("Ana", "Help", "taken-back")


def test_bids_of_0_that_nobody_made_are_taken_out() -> None:
    seeds = [{"player_id": number, "seed": number} for number in (1, 2, 3, 4)]
    seated = {
        "game_number": 1,
        "first_id": 4,
        "second_id": 1,
        "first_ready_at": "then",
        "second_ready_at": None,
    }
    chosen = {**seated, "settled_by": "seed", "bid_winner_id": 1, "bid_side": "runner", "bid": 0}
    waiting = {**seated, "settled_by": None, **NO_BID}
    forfeit = {"first_id": 1, "second_id": 2, "settled_by": "forfeit", "bid_winner_id": 2, "bid_side": "corp"}
    forfeit |= {"bid": 0, "outcome": "corp", "decided_by": "game", "game_number": None}
    new = from_version_1(
        {"tournament": {"cut_sides": "seed"}, "cut_seed": seeds, "pairing": [chosen, waiting, forfeit]}
    )["pairing"]
    turned = {"first_id": 1, "second_id": 4, "first_ready_at": None, "second_ready_at": "then", **NO_BID}
    assert new[0] == {**chosen, **turned, "sides_by": "seed", "corp_seat": "second"}
    assert new[1] == {**waiting, **turned, "sides_by": "seed", "corp_seat": None}
    assert {key: new[2][key] for key in (*NO_BID, "settled_by", "outcome", "sides_by", "corp_seat")} == {
        **NO_BID,
        "settled_by": None,
        "outcome": None,
        "sides_by": "auction",
        "corp_seat": None,
    }
    assert new[2]["decided_by"] == "forfeit"


def test_an_archive_of_version_4_has_no_game_without_sides(playing: Any) -> None:
    playing.join("Ana", "Ben")
    playing.play_round()
    event = json.loads(archives.archive(playing.installation, playing.tournament_id))
    read = parse(json.dumps(version_4(event)).encode())
    assert read["pairing"] == event["pairing"] and read["game_report"] == event["game_report"]
    assert {row["began"] for row in read["pairing"]} == {None}


def test_an_archive_written_by_the_version_before_structures_comes_in(playing: Any) -> None:
    whole = (Path(__file__).parents[2] / "files_of_before" / "archive.json").read_bytes()
    made = archives.import_archive(playing.installation, playing.organizer, playing.now, whole, seed=3)
    rows = standings_view(playing.installation, made.id, ORGANIZER_VIEWER).rows
    assert [(row.name, row.points) for row in rows] == [
        ("Dan", 3), ("Ana", 3), ("Ben", 2), ("Eve", 0), ("Cleo", 0),
    ]  # fmt: skip
