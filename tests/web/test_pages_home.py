"""The start page, the colours, and what anybody may ask without an event."""

import re
from typing import Any

import pytest

SAME = {"sec-fetch-site": "same-origin"}


def shown(page: Any) -> str:
    """The text a reader sees of a page's content."""
    main = page.text[page.text.index("<main") : page.text.index("</main")]
    bare = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", main, flags=re.S)
    return " ".join(bare.replace("&#34;", '"').replace("&#39;", "'").split())


def test_a_typed_code_leads_to_its_event(event: Any) -> None:
    answer = event.http.get("/t", params={"code": f" {event.code.lower()} "}, follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == f"/t/{event.code}"
    short = event.http.get(f"/{event.code.lower()}", follow_redirects=False)
    assert short.status_code == 303 and short.headers["location"] == f"/t/{event.code}"


@pytest.mark.parametrize(("code", "status"), [("QQQQQ", 404), ("", 422), ("x" * 50, 404)])
def test_a_wrong_code_comes_back_as_it_was_typed(http: Any, code: str, status: int) -> None:
    answer = http.get("/t", params={"code": code})
    assert answer.status_code == status and 'aria-invalid="true"' in answer.text
    assert f'name="code" type="text" value="{code}"' in answer.text


def test_colours_are_kept_and_lead_back(http: Any) -> None:
    answer = http.post(
        "/theme", data={"theme": "dark", "back": "/bids"}, headers=SAME, follow_redirects=False
    )
    assert answer.status_code == 303 and answer.headers["location"] == "/bids"
    assert 'data-theme="dark"' in http.get("/bids").text


@pytest.mark.parametrize(
    "back", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:x"]
)
def test_colours_never_lead_elsewhere(http: Any, back: str) -> None:
    answer = http.post("/theme", data={"theme": "light", "back": back}, headers=SAME, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_the_bid_table_has_every_price(http: Any) -> None:
    text = shown(http.get("/bids"))
    for row in ("0 5 cards 5 credits", "3 4 cards 3 credits", "9 1 card 0 credits", "10 0 cards 0 credits"):
        assert row in text


def test_the_pool_of_a_day(http: Any) -> None:
    text = shown(http.get("/pool", params={"date": "2018-02-15"}))
    assert "349" in text and "404" in text and "459" in text and "Terminal Directive" in text


@pytest.mark.parametrize("date", ["2016-01-01", "yesterday"])
def test_a_day_without_a_pool_is_told_at_its_field(http: Any, date: str) -> None:
    answer = http.get("/pool", params={"date": date})
    assert (
        answer.status_code == 422 and 'id="f-date-error"' in answer.text and f'value="{date}"' in answer.text
    )


def test_a_deck_is_judged_with_what_to_change(http: Any) -> None:
    deck = "Jinteki: Personal Evolution\n3x Hedge Fund\n1x Priority Requisition\n"
    answer = http.post("/check", data={"deck": deck, "date": "2018-02-15"}, headers=SAME)
    text = shown(answer)
    assert answer.status_code == 200 and "Not legal" in text and "What to change" in text
    assert "Cache Refresh on 15 February 2018" in text and "On no day so far." in text
    assert "3x Hedge Fund" in answer.text.partition("<textarea")[2]


def test_the_pool_lists_and_searches_its_cards(http: Any) -> None:
    asked = {"date": "2018-02-15"}
    first = http.get("/pool", params=asked)
    assert "1–100 of 569 titles." in shown(first) and "The next 100" in shown(first)
    last = shown(http.get("/pool", params=asked | {"start": 500}))
    assert "501–569 of 569 titles." in last and "The next 100" not in last and "The 100 before" in last
    diesel = shown(http.get("/pool", params=asked | {"q": "diesel"}))
    assert "1–1 of 1 title." in diesel and "Diesel runner Shaper event 2 Revised Core Set" in diesel
    restricted = shown(http.get("/pool", params=asked | {"q": "Magnum Opus"}))
    assert "program 2 Revised Core Set restricted" in restricted
    deluxe = shown(http.get("/pool", params=asked | {"q": "Clone Chip"}))
    assert "hardware 3 Creation and Control" in deluxe
    nothing = shown(http.get("/pool", params=asked | {"q": "<Ziggurat>"}))
    assert "No card of this pool has “&lt;Ziggurat&gt;” in its title" in nothing
    assert http.get("/pool", params=asked | {"start": -1}).status_code == 422


def test_a_deck_of_the_cyberpunk_tcg_is_judged_by_its_numbers(http: Any) -> None:
    deck = "Legends\n1 V: Streetkid\n1 V: Corporate Exile\n1 River Ward\n\nDeck\n4 Mantis Blades\n"
    answer = http.post("/check", data={"deck": deck, "format": "cyberpunk"}, headers=SAME)
    text = shown(answer)
    assert answer.status_code == 200 and "Not legal: 3 faults" in text and "No identity" not in text
    assert "4 Mantis Blades: a deck may have 3." in text and "names and RAM were not checked" in text
    assert "When this list is legal" not in text


def test_a_format_of_today_is_judged_and_shown(http: Any) -> None:
    deck = "Tāo Salonga: Telepresence Magician\n3 Sure Gamble\n3 Diesel\n2 Modded\n"
    text = shown(
        http.post("/check", data={"deck": deck, "format": "standard", "date": "2026-11-30"}, headers=SAME)
    )
    assert (
        "Not legal: 2 faults" in text
        and "Standard on 30 November 2026, Standard Balance Update 26.08" in text
    )
    assert (
        "2 titles are not in the pool of Standard on 30 November 2026: Diesel and Modded. lines 3, 4" in text
    )
    pool = shown(http.get("/pool", params={"format": "eternal", "date": "2026-11-30"}))
    assert "Eternal on 30 November 2026, Eternal Points List 26.03" in pool and "2017" in pool


def test_a_file_is_read_like_pasted_text(http: Any) -> None:
    files = {"file": ("deck.txt", b"Noise: Hacker Extraordinaire\n3x Sure Gamble\n")}
    answer = http.post("/check", data={"deck": "", "date": "2018-02-15"}, files=files, headers=SAME)
    assert answer.status_code == 200 and "Noise: Hacker Extraordinaire" in shown(answer)


def test_a_list_without_identity_is_asked_for_it(http: Any) -> None:
    deck = "3x Sure Gamble\n3x Diesel\n"
    answer = http.post("/check", data={"deck": deck, "date": "2018-02-15"}, headers=SAME)
    assert "The list does not say which one: name it." in shown(answer)
    again = http.post(
        "/check",
        data={"deck": deck, "date": "2018-02-15", "identity": "Chaos Theory: Wünderkind"},
        headers=SAME,
    )
    assert "Chaos Theory: Wünderkind" in shown(again) and "name it" not in shown(again)


@pytest.mark.parametrize(
    ("data", "status", "field", "sentence"),
    [
        ({"deck": "  "}, 422, "deck", "Paste a deck list"),
        ({"deck": "x" * 300_000}, 413, "deck", "up to 256 kB"),
        ({"deck": "3x Hedge Fund", "date": "soon"}, 422, "date", "write it as 2018-02-15"),
        ({"deck": "3x Hedge Fund", "format": "nonsense"}, 422, "format", ""),
        ({"deck": "3x Hedge Fund", "mwl": "nonsense"}, 422, "mwl", ""),
    ],
)
def test_what_cannot_be_checked_says_why_and_keeps_the_text(
    http: Any, data: dict[str, str], status: int, field: str, sentence: str
) -> None:
    answer = http.post("/check", data=data, headers=SAME)
    assert answer.status_code == status and sentence in shown(answer)
    assert f'href="#f-{field}"' in answer.text and data["deck"].strip() in answer.text
