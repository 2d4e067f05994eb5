"""Pages of a Cache Refresh event have no word of another structure: phone, desk, wall, paper, statistics.

Each word is looked for in pages of the structure it belongs to as well: the list is of words people read.
"""

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Event
from tests.web.test_api_structures import made, report
from tests.web.test_pages_structures import desk_of, phone, words

# What only pages of other structures say, by the structure.
FOREIGN = {
    "single-sided": (
        r"\ba tie\b",
        r"intentional draw",
        r"Corp–Runner|side balance",
        r"sides are assigned|assign",
    ),
    "double-sided": (r"2 for 1", r"[Gg]ame 2", r"both sides|two games"),
    "duel": (r"Gig", r"Cyberpunk", r"[Ww]ho begins"),
    "table-points": (
        r"X\.NET",
        r"extra card",
        r"Tables won|Which seat wins",
        r"[Ss]eat order|order of turns",
    ),
}
PRINTS = ("/pairings-by-name", "/pairings-by-table", "/slips", "/standings", "")


def pages(http: TestClient, structure: str) -> Iterator[tuple[str, str]]:
    """Name and text of every kind of page, from the draft of round 1 to after it; one of five has a bye."""
    event: Event = made(http, structure, 5)
    base, olga = f"/t/{event.code}", desk_of(http, event)

    def desk(path: str) -> str:
        return words(olga.get(base + path))

    players = list(event.tokens)
    drawn = event.post("/rounds", {"expected_number": 1}, status=201)
    yield "draft", desk("/desk/rounds/1")
    event.post("/rounds/1/publish")
    for number, player in enumerate(players):
        yield f"phone {number} before", phone(http, event, player)
    yield "wall of pairings", words(http.get(f"{base}/wall?show=pairings").text)
    yield "desk", desk("/desk")
    for kind in PRINTS[:3]:
        yield f"print {kind}", desk(f"/print{kind}")
    event.post("/rounds/1/clock", {"action": "start"})
    yield "wall", words(http.get(f"{base}/wall").text)
    for pod in drawn.get("pods") or []:
        points = {str(seat["player_id"]): 130 - 7 * seat["seat"] for seat in pod["seats"]}
        event.post(f"/pods/{pod['id']}/result", {"points": points, "certain": True}, event.token)
    for table in event.get("/rounds/1")["tables"]:
        if table["bye"]:
            continue
        if structure == "cache-refresh":
            event.post(f"/tables/{table['id']}/bids", {"version": 0, "side": "corp", "bid": 3},
                       event.token_at(table, "first"))  # fmt: skip
            yield "phone in an auction", phone(http, event, table["second"]["player_id"])
            event.post(f"/tables/{table['id']}/bids", {"version": 1, "pass": True},
                       event.token_at(table, "second"))  # fmt: skip
        for number in (1, 2) if structure == "double-sided" else (None,):
            said = {"outcome": "first" if structure == "duel" else "corp"}
            yield "phone of a game", phone(http, event, table["first"]["player_id"])
            yield "desk's table", desk(f"/desk/tables/{table['id']}")
            report(event, table, said if number is None else said | {"game": number})
        yield "phone after it", phone(http, event, table["first"]["player_id"])
    yield "pairings", words(http.get(f"{base}/pairings").text)
    event.post("/rounds/1/close")
    for number, player in enumerate(players):
        yield f"phone {number} between rounds", phone(http, event, player)
        yield "sheet", words(http.get(f"{base}/players/{player}").text)
    for path in ("", "/standings", "/statistics", "/rounds/1", "/wall?show=standings"):
        yield path or "event", words(http.get(f"{base}{path}").text)
    for kind in PRINTS[3:]:
        yield f"print {kind}", desk(f"/print{kind}")
    for path in ("", "/players", "/rounds/1", "/journal", "/settings"):
        yield f"desk{path} after it", desk(f"/desk{path}")


def test_cache_refresh_pages_have_nothing_of_the_others(http: TestClient) -> None:
    foreign = [word for each in FOREIGN.values() for word in each]
    read = list(pages(http, "cache-refresh"))
    assert len(read) > 40
    found = [
        (name, hit[0], text[max(0, hit.start() - 40) : hit.end() + 40])
        for name, text in read
        for word in foreign
        for hit in [re.search(word, text)]
        if hit is not None
    ]
    assert found == []


@pytest.mark.parametrize("structure", FOREIGN)
def test_those_words_are_what_the_others_say(http: TestClient, structure: str) -> None:
    said = " ".join(text for _, text in pages(http, structure))
    assert [word for word in FOREIGN[structure] if re.search(word, said) is None] == []
    assert "buy the side" not in said and "won the bid" not in said
