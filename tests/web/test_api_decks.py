"""The public deck check: every form of list, every bad body, random bytes; never a 5xx, always in time."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.deckcheck.reading.source import text_of

CHECK = "/api/v1/decks/check"
LISTS = sorted(
    path for path in (Path(__file__).parents[1] / "deckcheck" / "lists").iterdir() if path.is_file()
)
TYPES = ["text/plain", "application/xml", "application/json", "text/plain; charset=latin-1"]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.name)
def test_every_form_is_read_as_pasted(http: Any, path: Path) -> None:
    raw = path.read_bytes()
    query = {"date": "2018-02-15"}
    sent = http.post(CHECK, content=raw, headers={"content-type": "text/plain"}, params=query)
    assert sent.status_code == 200, sent.text
    verdict = sent.json()
    assert verdict["cards"] >= 40 and "unknown-card" not in [v["code"] for v in verdict["violations"]]
    wrapped = http.post(CHECK, json={"deck": text_of(raw), **query})
    assert wrapped.json()["lines"] == verdict["lines"]


def test_identity_and_cards_by_title_or_code(http: Any) -> None:
    cards = {"Sure Gamble": 3, "01034": 2, "Déjà Vu": 1}
    answer = http.post(
        CHECK,
        json={"deck": {"identity": "Noise", "cards": cards}, "date": "2017-05-01", "details": True},
    )
    verdict = answer.json()
    assert verdict["identity"] == "Noise: Hacker Extraordinaire" and verdict["cards"] == 6
    assert {line["card"] for line in verdict["lines"]} >= {"Sure Gamble", "Diesel", "Déjà Vu"}
    assert verdict["advice"] and verdict["legal_ranges"] == []


def test_before_the_format_there_is_nothing_to_judge(http: Any) -> None:
    answer = http.post(CHECK, json={"deck": "Noise\n3 Sure Gamble", "date": "2017-04-27"})
    assert answer.status_code == 200 and not answer.json()["legal"]
    assert [violation["code"] for violation in answer.json()["violations"]] == ["format-not-yet"]


@pytest.mark.parametrize(
    ("kind", "body", "status", "code"),
    [
        ("text/plain", b"", 422, "unreadable-deck"),
        ("text/plain", b"no card in here", 422, "unreadable-deck"),
        ("text/plain", b"3 Sure Gamble\n" * 20_000, 413, "deck-too-large"),
        ("application/json", b"{", 422, "invalid-json"),
        ("application/json", b"[" * 100_000, 422, "invalid-json"),
        ("application/json", b"{}", 422, "deck-missing"),
        ("application/json", b'{"deck": "3 Sure Gamble", "hurry": 1}', 422, "unknown-field"),
        ("application/json", b'{"deck": "3 Sure Gamble", "format": "modern"}', 422, "invalid-pool"),
        ("application/json", b'{"deck": "3 Sure Gamble", "date": "soon"}', 422, "invalid-date"),
        ("application/json", b'{"deck": "3 Sure Gamble", "mwl": "9.9"}', 422, "unknown-mwl"),
        ("application/json", b'{"deck": "3 Sure Gamble", "deluxe": "Mars"}', 422, "invalid-pool"),
        ("application/json", b'{"deck": "3 Sure Gamble", "identity": 7}', 422, "invalid-field"),
        ("application/json", b'{"deck": "3 Sure Gamble", "date": "\\ud800"}', 422, "invalid-date"),
        ("application/json", b'{"deck": "3 Sure Gamble", "format": "\\ud800"}', 422, "invalid-pool"),
        ("application/json", b'{"deck": "3 Sure Gamble", "mwl": "\\ud800"}', 422, "unknown-mwl"),
        ("application/json", b'{"deck": "3 Sure Gamble", "deluxe": "\\ud800"}', 422, "invalid-pool"),
        ("application/json", b'{"deck": "3 Sure Gamble", "\\ud800": 1}', 422, "unknown-field"),
        ("application/xml", b"<!DOCTYPE a [<!ENTITY b 'c'>]><deck>&b;</deck>", 422, "unreadable-deck"),
    ],
)
def test_a_body_that_is_no_question(http: Any, kind: str, body: bytes, status: int, code: str) -> None:
    answer = http.post(CHECK, content=body, headers={"content-type": kind})
    assert answer.status_code == status, answer.text
    problem = answer.json()
    assert problem["code"] == code and problem["detail"].endswith(".")


def test_an_unknown_card_is_never_taken_silently(http: Any) -> None:
    answer = http.post(CHECK, content=b"Noise\n3 Sure Gambel", headers={"content-type": "text/plain"})
    unknown = next(v for v in answer.json()["violations"] if v["code"] == "unknown-card")
    assert unknown["suggestions"][0] == "Sure Gamble" and unknown["line"] == 2


_fragments = st.sampled_from(
    [
        "3x ",
        "Sure Gamble",
        "Noise",
        "\r\n",
        "\x00",
        "\ud800",
        "<deck>",
        "{",
        '"cards"',
        "●●●",
        "99999999999",
        "\ufeff",
    ]
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.one_of(
        st.binary(max_size=3000),
        st.lists(_fragments, max_size=200).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass")),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            lambda inner: (
                st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
            ),
            max_leaves=20,
        ).map(lambda value: json.dumps({"deck": value}).encode()),
    ),
    kind=st.sampled_from(TYPES),
)
def test_random_bodies_get_an_answer_in_time(http: Any, body: bytes, kind: str) -> None:
    began = time.perf_counter()
    answer = http.post(CHECK, content=body, headers={"content-type": kind})
    assert answer.status_code in (200, 413, 415, 422), answer.text
    assert time.perf_counter() - began < 5


def test_pools_cards_and_the_bid_table(http: Any) -> None:
    pool = http.get("/api/v1/pools/cache-refresh", params={"date": "2018-02-15"}).json()
    assert pool["titles"] == {"without_deluxe": 349, "one_deluxe": 404, "two_deluxes": 459}
    assert (
        http.get("/api/v1/pools/cache-refresh", params={"date": "2017-01-01"}).json()["code"]
        == "format-not-yet"
    )
    assert http.get("/api/v1/pools/nothing").status_code == 422
    found = http.get("/api/v1/cards", params={"q": "diesel", "date": "2018-02-15"}).json()["cards"][0]
    assert (found["title"], found["copies"], found["product"]) == ("Diesel", 2, "Revised Core Set")
    table = http.get("/api/v1/auction/table").json()
    assert table[5] == {"bid": 5, "starting_hand": 3, "starting_credits": 2} and len(table) == 11


def test_formats_of_today(http: Any) -> None:
    pool = http.get("/api/v1/pools/startup", params={"date": "2026-11-30"}).json()
    assert pool["titles"]["without_deluxe"] == 225
    assert (pool["mwl"], pool["copies"]) == ("Startup Balance Update 26.05", "limit")
    deck = {"identity": "Tāo Salonga: Telepresence Magician", "cards": {"Sure Gamble": 3, "Diesel": 3}}
    asked = {"deck": deck, "format": "standard", "date": "2026-11-30"}
    verdict = http.post("/api/v1/decks/check", json=asked).json()
    assert {violation["code"] for violation in verdict["violations"]} == {"not-in-pool", "deck-too-small"}
    assert verdict["mwl"] == "Standard Balance Update 26.08"


def test_a_cyberpunk_deck_as_an_object(http: Any) -> None:
    deck = {"legends": ["V: Streetkid", "V: Corporate Exile", "River Ward"], "cards": {"Mantis Blades": 4}}
    for details in (False, True):
        asked = {"deck": deck, "format": "cyberpunk", "date": "2026-11-30", "details": details}
        answer = http.post("/api/v1/decks/check", json=asked)
        assert answer.status_code == 200
        verdict = answer.json()
        codes = [violation["code"] for violation in verdict["violations"]]
        assert codes == ["legends-same-name", "deck-too-small", "copies-exceed-deck-limit"]
        assert [warning["code"] for warning in verdict["warnings"]] == ["not-checked"]
    refused = http.post("/api/v1/decks/check", json={"deck": {"legends": 3}, "format": "cyberpunk"})
    assert (refused.status_code, refused.json()["code"]) == (422, "unreadable-deck")
