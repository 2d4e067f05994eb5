"""Calls, penalties and deck checks on the pages of staff and players, and by the API; all without script."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import words

if TYPE_CHECKING:
    from tests.web.conftest import Clerk, Event

LIST = "NBN: Making News\n\n3x Hedge Fund\n2x Astroscript Pilot Program\n"


@pytest.fixture
def hall(event: "Event") -> "Event":
    """Four players at two tables of round 1; Ana has handed in a Corp list."""
    for name in ("Ana", "Ben", "Cleo", "Dan"):
        event.player(name)
    event.http.patch(
        f"{event.path}/players/{min(event.tokens)}",
        json={"corp_deck": LIST},
        headers={"authorization": f"Bearer {event.token}"},
    ).raise_for_status()
    event.start_round()
    return event


@pytest.fixture
def judges(hall: "Event", clerk: "Callable[..., Clerk]") -> "tuple[Clerk, Clerk]":
    """Two judges' phones."""
    mia, noa, olga = clerk("Mia"), clerk("Noa"), clerk("Olga")
    for name in ("Mia", "Noa"):
        olga.post(f"/t/{hall.code}/desk/staff", name=name, role="judge")
    return mia, noa


def table_of(hall: "Event", player_id: int) -> dict[str, Any]:
    tables = hall.get("/rounds/1")["tables"]
    return next(t for t in tables if player_id in (t["first"]["player_id"], t["second"]["player_id"]))


def own_page(hall: "Event", player_id: int) -> str:
    hall.http.get(f"/p/{hall.tokens[player_id]}")
    page = words(hall.http.get(f"/t/{hall.code}/me").text)
    hall.http.cookies.clear()
    return page


def call(hall: "Event", player_id: int, reason: str = "") -> int:
    made = hall.post("/calls", {"reason": reason}, hall.tokens[player_id], status=201)
    return int(made["id"])


def test_a_call_is_claimed_by_one_judge_and_ends_with_time(
    hall: "Event", judges: "tuple[Clerk, Clerk]"
) -> None:
    mia, noa = judges
    ana = min(hall.tokens)
    table = table_of(hall, ana)
    number = call(hall, ana, "A trace")
    path = f"/t/{hall.code}/desk/calls"
    for page in (f"/t/{hall.code}/desk", path, f"/t/{hall.code}/desk/players"):
        mia.get(page)
        assert f"1 player calls: Ana at table {table['table_number']}" in mia.words
    mia.get(path)
    assert "“A trace”" in mia.words and "I go there : Ana" in mia.words
    mia.post(f"{path}/{number}/claim")
    assert "You go there." in mia.words and "1 player calls" not in mia.words
    noa.post(f"{path}/{number}/claim", status=409)
    assert "Mia goes to Ana already." in noa.words
    assert "Mia comes to you." in own_page(hall, ana)
    mia.post(f"{path}/{number}/close", status=422, minutes="many", note="Explained the trace")
    assert "Say how many minutes" in mia.words and 'value="Explained the trace"' in mia.page
    mia.post(f"{path}/{number}/close", minutes="3", note="Explained the trace")
    assert "gave table" in mia.words and "+3 min" in mia.words and "Nobody waits for a judge." in mia.words
    assert hall.get(f"/tables/{table['id']}")["extra_seconds"] == 180
    assert "comes to you" not in own_page(hall, ana)
    assert "Calls 1 1 answered" in mia.words


def test_the_script_gets_the_part_with_the_refusal(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    mia, noa = judges
    path = f"/t/{hall.code}/desk/calls/{call(hall, min(hall.tokens))}"
    mia.live(f"{path}/claim")
    assert mia.page.lstrip().startswith("<div") and "You go there." in mia.words
    noa.live(f"{path}/claim", status=409)
    assert "Mia goes to Ana already." in noa.words and "Mia goes there." in noa.words
    part = mia.get(f"/t/{hall.code}/desk/parts/alarm")
    assert 'data-open-calls="0"' in part


def test_calls_by_the_api(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    ana, ben = sorted(hall.tokens)[:2]
    number = call(hall, ana, "Help")
    mine, others = (hall.get("/calls", hall.tokens[who]) for who in (ana, ben))
    assert [each["id"] for each in mine] == [number] and others == []
    assert hall.get("/calls", hall.token)[0]["state"] == "open"
    hall.post(f"/calls/{number}/claim", {}, hall.tokens[ben], status=403)
    assert hall.post(f"/calls/{number}/claim", None)["claimed_by"] == "Olga"
    closed = hall.post(f"/calls/{number}/close", {"note": "Done", "extra_seconds": 120})
    assert (closed["state"], closed["extra_seconds"], closed["note"]) == ("ended", 120, "Done")
    assert hall.get("/calls", hall.tokens[ana])[0]["note"] is None
    assert hall.get("/calls/waiting", hall.token)["calls"] == 1
    again = call(hall, ana)
    headers = {"authorization": f"Bearer {hall.tokens[ana]}"}
    taken = hall.http.delete(f"{hall.path}/calls/{again}", headers=headers)
    assert taken.json()["state"] == "taken-back"
    assert hall.http.delete(f"{hall.path}/calls/99", headers=headers).status_code == 404


def test_a_penalty_is_given_and_a_repeat_is_asked(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    mia, _ = judges
    ana, ben = sorted(hall.tokens)[:2]
    path = f"/t/{hall.code}/desk/penalties"
    fields = {"player": ana, "kind": "warning", "infraction": "Slow play", "note": "Two minutes"}
    mia.post(path, **fields)
    assert "Mia gave Ana a warning in round 1." in mia.words
    assert "Warning for Ana : Slow play" in mia.words or "Warning for Ana: Slow play" in mia.words
    mia.post(path, **fields)
    assert "This is a repeat" in mia.words and "Game loss instead" in mia.words
    assert len(hall.get("/penalties", hall.token)) == 1
    mia.post(path, **fields, sure="warning")
    assert [each["kind"] for each in hall.get("/penalties", hall.token)] == ["warning", "warning"]
    mia.get(f"/t/{hall.code}/desk/players/{ana}")
    assert mia.words.count("Slow play") == 2 and "Two minutes" in mia.words
    mia.get(f"/t/{hall.code}/desk/tables/{table_of(hall, ana)['id']}")
    assert "Penalty for Ana" in mia.words and mia.words.count("Slow play") == 2
    assert "Your penalties" in own_page(hall, ana) and "Your penalties" not in own_page(hall, ben)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"player": ""}, "Choose who gets the penalty."),
        ({"infraction": " "}, "Say what the penalty is for."),
        ({"kind": "scolding"}, "A penalty is one of"),
        ({"note": "x" * 301}, "300"),
        ({"player": "99"}, "There is no such player here"),
    ],
)
def test_what_is_no_penalty_keeps_what_was_typed(
    hall: "Event", judges: "tuple[Clerk, Clerk]", fields: dict[str, str], sentence: str
) -> None:
    mia, _ = judges
    typed = {"player": str(min(hall.tokens)), "kind": "warning", "infraction": "My own words", **fields}
    status = 404 if fields.get("player") == "99" else 422
    mia.post(f"/t/{hall.code}/desk/penalties", status=status, **typed)
    assert sentence in mia.words and "Nothing was changed" in mia.words
    assert f'value="{typed["infraction"]}"' in mia.page
    assert hall.get("/penalties", hall.token) == []


def test_a_disqualification_is_asked_once_more(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    mia, _ = judges
    ana = min(hall.tokens)
    fields = {"player": ana, "kind": "disqualification", "infraction": "Cheating"}
    mia.post(f"/t/{hall.code}/desk/penalties", **fields)
    assert "Disqualify Ana?" in mia.words
    assert not hall.get(f"/players/{ana}")["dropped"]
    mia.post(f"/t/{hall.code}/desk/penalties", **fields, sure="disqualification")
    assert "Mia disqualified Ana in round 1." in mia.words
    assert hall.get(f"/players/{ana}")["dropped"]
    table = table_of(hall, ana)
    winner = table["second"] if table["first"]["player_id"] == ana else table["first"]
    assert table["result"]["winner_id"] == winner["player_id"]


def test_penalties_by_the_api(hall: "Event") -> None:
    ana, ben = sorted(hall.tokens)[:2]
    body = {"player_id": ana, "kind": "warning", "infraction": "slow-play"}
    assert hall.post("/penalties", body, status=201)["suggested"] is None
    told = hall.get("/penalties/suggestion", hall.token, player_id=ana, infraction="Slow play")
    assert (told["kind"], len(told["earlier"])) == ("game-loss", 1)
    lost = hall.post("/penalties", {**body, "kind": "game-loss"}, status=201)
    assert (lost["suggested"], lost["infraction_name"], lost["round"]) == ("game-loss", "Slow play", 1)
    assert table_of(hall, ana)["result"]["final"]
    for wrong in ({"kind": "yellow"}, {"reason": "?"}, {"player_id": "1"}):
        hall.post("/penalties", {**body, **wrong}, status=422)
    hall.post("/penalties", body, hall.tokens[ben], status=403)
    assert len(hall.get("/penalties", hall.tokens[ana])) == 2
    assert hall.get("/penalties", hall.tokens[ben]) == []
    assert hall.get("/penalties", hall.tokens[ben], player_id=ana) == []


def test_a_table_leads_to_the_rulings_on_its_identities(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    mia, _ = judges
    table = table_of(hall, min(hall.tokens))
    path = f"/t/{hall.code}/desk/tables/{table['id']}"
    mia.get(path)
    ways = re.findall(r'<a class="btn quiet" href="(/judge[^"]+)"', mia.page)
    assert len(ways) == 4 and all(way.startswith("/judge?edition=2017-12&amp;card=") for way in ways)
    hall.settle(table)
    mia.get(path)
    settled = re.findall(r'<a class="btn quiet" href="(/judge[^"]+)"', mia.page)
    assert len(settled) == 2 and set(settled) < set(ways)
    mia.get(settled[0].replace("&amp;", "&"))
    assert "Judge" in mia.words


def test_a_deck_check_is_ticked_off_and_ends(hall: "Event", judges: "tuple[Clerk, Clerk]") -> None:
    mia, _ = judges
    ana = min(hall.tokens)
    path = f"/t/{hall.code}/desk/decks"
    mia.post(f"{path}/checks", status=422, tables="many")
    assert "Say how many tables" in mia.words
    mia.post(f"{path}/checks", tables="2")
    number = table_of(hall, ana)["table_number"]
    assert f"Table {number}: Ana" in mia.words
    check = mia.link(f"Table {number}: Ana")
    mia.get(check)
    assert "Not legal: " in mia.words and mia.words.index("Not legal: ") < mia.words.index("3 Hedge Fund")
    assert "3 Hedge Fund" in mia.words and f"Deck check, table {number}" in mia.words
    keys = re.findall(r'name="all" value="([^"]+)"', mia.page)
    mia.post(check, all=keys[0], **{f"found-{keys[1]}": "1"}, unlisted="Snare!")
    assert "Mia counted cards of Ana." in mia.words
    differs = re.findall(r"<li>([^<]+: 1 of [23])</li>", mia.page)
    assert len(differs) == 1 and f'value="{keys[0]}" checked' in mia.page
    mia.post(check, status=422, outcome="in-order", all=keys[0], **{f"found-{keys[1]}": "1"})
    assert "Cards differ from the list." in mia.words and f'value="{keys[0]}" checked' in mia.page
    mia.post(check, status=422, **{f"found-{keys[1]}": "some"})
    assert "Say how many copies of" in mia.words and 'value="some"' in mia.page
    mia.post(check, outcome="game-loss", all=keys[0], **{f"found-{keys[1]}": "1"})
    assert "The decks of Ana were checked" in mia.words and "Game loss" in mia.words
    assert f"Table {number}: Ana" not in mia.words, "the game is over"
    assert table_of(hall, ana)["result"]["final"]
    (given,) = hall.get("/penalties", hall.token)
    assert (given["kind"], given["infraction"], given["note"].startswith(differs[0][:5])) == (
        "game-loss",
        "illegal-deck",
        True,
    )


def test_deck_checks_by_the_api(hall: "Event") -> None:
    ana = min(hall.tokens)
    picked = hall.post("/deck-checks", {"tables": 2}, status=201)
    number = next(each["id"] for each in picked if each["player_id"] == ana)
    sheet = hall.get(f"/deck-checks/{number}", hall.token)
    title = sheet["decks"][0]["lines"][0]["title"]
    headers = {"authorization": f"Bearer {hall.token}"}
    count = {"counted": {"corp": {title: 1}}}
    kept = hall.http.put(f"{hall.path}/deck-checks/{number}/count", json=count, headers=headers)
    assert kept.json()["decks"][0]["differences"][0]["found"] == 1
    wrong = {"counted": {"corp": {"No such card": 1}}}
    assert (
        hall.http.put(f"{hall.path}/deck-checks/{number}/count", json=wrong, headers=headers).json()["code"]
        == "not-in-list"
    )
    ended = hall.post(f"/deck-checks/{number}/record", {"outcome": "warning"})
    assert ended["check"]["outcome"] == "warning" and title in ended["check"]["finding"]
    assert [each["kind"] for each in hall.get("/penalties", hall.token)] == ["warning"]
