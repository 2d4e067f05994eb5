"""A 17-player, 5-round event through the JSON API alone, and what everybody may see of it meanwhile."""

from fractions import Fraction
from typing import Any

OUTCOMES = (
    ("corp", "agenda"),
    ("runner", "agenda"),
    ("draw", "time"),
    ("corp", "flatline"),
    ("runner", "decked"),
)


def play(event: Any, table: dict[str, Any], number: int) -> None:
    event.settle(table, bid=number % 11 if number % 11 < 10 else 9, side=("corp", "runner")[number % 2])
    outcome, ending = OUTCOMES[number % len(OUTCOMES)]
    done = event.finish(table, outcome, ending)
    assert done["state"] == "done" and done["result"]["final"]
    winner = done["result"]["winner_id"]
    if outcome == "draw":
        bid_winner = done[done["auction"]["winner"]]["player_id"]
        assert done["result"]["decided_by"] == "draw-rule" and winner != bid_winner
    else:
        assert winner == done[f"{outcome}_player_id"]


def test_seventeen_players_five_rounds(event: Any, timepiece: Any) -> None:
    players = [event.player(f"Player {letter}") for letter in "ABCDEFGHIJKLMNOPQ"]
    assert event.get()["phase"] == "registration" and event.get()["players"] == 17
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    for number in range(1, 6):
        shown = event.start_round()
        assert event.get()["round"] == number and event.get()["phase"] == "swiss"
        seated = [t[s]["player_id"] for t in shown["tables"] for s in ("first", "second") if t[s]]
        assert sorted(seated) == sorted(players)
        for index, table in enumerate(shown["tables"]):
            if table["bye"]:
                byes.append(table["first"]["player_id"])
                assert table["state"] == "done" and table["result"]["decided_by"] == "bye"
                continue
            both = frozenset((table["first"]["player_id"], table["second"]["player_id"]))
            assert both not in met
            met.add(both)
            play(event, table, number * 7 + index)
        assert shown["quality"]["rematches"] == 0 and shown["quality"]["proven_optimal"]
        event.post(f"/rounds/{number}/clock", {"action": "start"})
        timepiece.pass_time(minutes=30)
        assert event.get(f"/rounds/{number}/clock")["remaining_seconds"] == 10 * 60
        event.post(f"/rounds/{number}/close")
    assert len(byes) == len(set(byes)) == 5
    standings = event.get("/standings")
    assert standings["after_round"] == 5
    rows = standings["rows"]
    assert [row["rank"] for row in rows] == list(range(1, 18))
    for row in rows:
        assert row["points"] == 3 * row["wins"] + 3 * row["byes"]
        assert row["wins"] + row["losses"] + row["byes"] == 5
        assert abs(float(Fraction(row["sos"]["fraction"])) - row["sos"]["decimal"]) < 1e-4
    assert sum(row["points"] for row in rows) == 5 * 9 * 3
    assert event.get()["next"]["command"] == "finish_tournament"
    assert event.post("/finish")["phase"] == "finished"
    commands = [entry["command"] for entry in event.get("/journal", event.token, limit=1000)]
    assert commands.count("close_round") == 5 and commands[0] == "finish_tournament"


def test_bids_are_for_the_table_until_they_are_settled(event: Any) -> None:
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    table = event.start_round()["tables"][0]
    path = f"/tables/{table['id']}"
    first, second = event.token_at(table, "first"), event.token_at(table, "second")
    stranger = next(token for token in event.tokens.values() if token not in (first, second))
    event.post(f"{path}/bids", {"version": 0, "side": "runner", "bid": 4}, first)
    for token in (None, stranger):
        hidden = event.get(path, token)["auction"]
        assert hidden["bids"] is None and hidden["high_bid"] is None and hidden["side"] is None
        assert hidden["version"] is None and hidden["turn"] is None
    for token in (first, second, event.token):
        shown = event.get(path, token)["auction"]
        assert shown["bids"] == [{"seat": "first", "bid": 4}] and shown["turn"] == "second"
    event.post(f"{path}/bids", {"version": 1, "pass": True}, second)
    public = event.get(path)
    assert public["auction"]["settled"] and public["auction"]["high_bid"] == 4
    assert public["starting"] == {"corp": {"hand": 5, "credits": 5}, "runner": {"hand": 3, "credits": 3}}
    assert public["runner_player_id"] == table["first"]["player_id"]
