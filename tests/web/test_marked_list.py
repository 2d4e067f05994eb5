"""The verdict of a deck is the list itself, in its own order, marked line by line."""

import json
import re
from html import unescape
from typing import Any

from tests.services.conftest import CORP_LIST
from tests.web.conftest import bearer

SAME = {"sec-fetch-site": "same-origin"}
LIST = """For Saturday

Gabriel Santiago: Consummate Professional
Event (9)
3x Sure Gamble
3x Diesel ●●
3 Account Siphon
// ask Ben about these
2x Grimoire
2x Hedge Fund
3x Deja Vu
something odd here
2 Sure Gambel
"""


def lines_of(page: str) -> list[tuple[str, str, str, list[str]]]:
    """Of each line of the list: its mark, its number, its text, what is said of it."""
    marked = re.search(r'<ol class="marked">(.*?)</ol>', page, re.DOTALL)
    assert marked
    found = []
    for mark, body in re.findall(r'<li(?: class="(\w+)")?>(.*?)</li>', marked[1], re.DOTALL):
        number = re.search(r'line-number">(\d*)<', body)
        text = re.search(r"<bdi>(.*?)</bdi>", body)
        assert number and text
        found.append(
            (mark, number[1], unescape(text[1]), [unescape(p) for p in re.findall(r"<p>(.*?)</p>", body)])
        )
    return found


def checked(http: Any, deck: str) -> str:
    answer = http.post("/check", data={"deck": deck, "date": "2018-02-15"}, headers=SAME)
    assert answer.status_code == 200
    return str(answer.text)


def test_every_line_of_the_list_says_how_it_was_taken(http: Any) -> None:
    page = checked(http, LIST)
    assert lines_of(page) == [
        ("", "1", "For Saturday", []),
        ("", "2", "", []),
        ("ok", "3", "Gabriel Santiago: Consummate Professional", []),
        ("", "4", "Event (9)", []),
        ("ok", "5", "3x Sure Gamble", []),
        ("fault", "6", "3x Diesel ●●", ["more copies than the boxes hold"]),
        ("fault", "7", "3 Account Siphon", ["not in the pool"]),
        ("", "8", "// ask Ben about these", []),
        ("fault", "9", "2x Grimoire", ["not in the pool"]),
        ("fault", "10", "2x Hedge Fund", ["of the other side"]),
        ("fault", "11", "3x Deja Vu", ["not in the pool"]),
        (
            "note",
            "12",
            "something odd here",
            ["This line was not read: “something odd here”. A card is written as 3x Title."],
        ),
        ("fault", "13", "2 Sure Gambel", ["not known"]),
    ]
    # Many cards of one cause are one sentence above the list.
    above = page[: page.index('<ol class="marked">')]
    assert "3 titles are not in the pool of Cache Refresh on 15 February 2018" in unescape(above)
    assert above.count("not in the pool of Cache Refresh") == 1


def test_a_title_written_otherwise_is_named(http: Any) -> None:
    page = checked(http, "Noise: Hacker Extraordinaire\n3x Apuesta segura\n3x Diesel")
    assert [line[2] for line in lines_of(page)][1:] == ["3x Apuesta segura", "3x Diesel"]
    assert page.count("read as ") == 1 and "read as Sure Gamble" in page


def test_a_list_without_lines_has_its_cards_in_its_order(http: Any) -> None:
    deck = {"Noise: Hacker Extraordinaire": 1, "Sure Gamble": 3, "Hedge Fund": 2, "Diesel": 1}
    assert lines_of(checked(http, json.dumps(deck))) == [
        ("ok", "", "3 Sure Gamble", []),
        ("fault", "", "2 Hedge Fund", ["of the other side"]),
        ("ok", "", "1 Diesel", []),
    ]


def test_remarks_are_the_players_own_where_lists_are_open_to_all(event: Any) -> None:
    listed = f"// borrowed from Ben\n{CORP_LIST}"
    made = event.post("/players", {"name": "Ana", "corp_deck": listed})
    event.player("Ben")
    event.http.patch(event.path, json={"decks_open": "after-event"}, headers=bearer(event.token))
    own = event.http.get(f"/t/{event.code}/me/decks", headers=bearer(made["token"])).text
    assert ("", "1", "// borrowed from Ben", []) in lines_of(own)
    for table in event.start_round()["tables"]:
        event.post(f"/tables/{table['id']}/result", {"outcome": "double-loss", "ending": "forfeit"})
    event.post("/rounds/1/close")
    event.post("/finish")
    shown = event.http.get(f"/t/{event.code}/players/{made['id']}/decks").text
    assert "borrowed" not in shown
    assert all(mark == "ok" and not number for mark, number, _, _ in lines_of(shown))
