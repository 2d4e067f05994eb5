"""Refusals, blockers, reasons, verdicts and the journal over the API, in the language a program asks for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.other_language import with_language
from tests.web.conftest import bearer

FRENCH = {"accept-language": "fr"}
DECK = "NBN: Making News\n3 Hedge Fund\n2 Enigma\n1 Diesel"


def words(*pairs: tuple[str, str]) -> str:
    """Entries of a file of translations."""
    return "\n".join(f'msgid "{text}"\nmsgstr "{said}"\n' for text, said in pairs)


def counted(one: str, many: str, *said: str) -> str:
    """An entry of a file of translations for a text about a number."""
    forms = "\n".join(f'msgstr[{place}] "{each}"' for place, each in enumerate(said))
    return f'msgid "{one}"\nmsgid_plural "{many}"\n{forms}\n'


ENTRIES = "\n".join(
    (
        words(
            ("Corp", "Corpo"),
            ("Runner", "Pirate"),
            ("{player} joined", "{player} participe"),
            ("Undone: {what}", "Annulé : {what}"),
            ("At least two players are needed who have not dropped.", "Il faut deux joueurs."),
            ("There is no such round here; check the address.", "Cette ronde n’existe pas."),
            ("The high bid is {high}: bid {next} or more, or pass; {amount} is too low.", "Plus de {high} !"),
            ("Both have {points}.", "Les deux ont {points}."),
            ("{card} is a {card_side} card; this is a {side} deck.", "{card} est {card_side}, pas {side}."),
            ("Cut {cuts}: it is a card of the other side.", "Retirez {cuts}."),
            ("{field} is missing.", "{field} manque."),
            ("{player} bid {bid} for {side} at table {table}", "{player} : {bid} pour {side}, table {table}"),
        ),
        counted("{n} point", "{n} points", "{n} point", "{n} points !"),
    )
)


@pytest.fixture(autouse=True)
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program with two languages, of which some is translated."""
    folder = tmp_path / "languages"
    folder.mkdir()
    with with_language(folder, monkeypatch, "fr", ENTRIES):
        yield


def told(event: Any, path: str, token: str | None = None) -> Any:
    """What the API answers a French program."""
    return event.http.get(event.path + path, headers=FRENCH | bearer(token or event.token)).json()


def sent(event: Any, path: str, body: Any, token: str | None = None) -> Any:
    """What the API answers a French program that posts."""
    headers = FRENCH | bearer(token or event.token)
    return event.http.post(event.path + path, json=body, headers=headers).json()


def test_a_refusal_keeps_its_code_in_every_language(event: Any) -> None:
    answer = event.http.get(event.path + "/rounds/7", headers=FRENCH)
    assert (answer.json()["code"], answer.json()["detail"]) == ("not-found", "Cette ronde n’existe pas.")
    assert answer.headers["content-language"] == "fr"
    assert event.http.get(event.path + "/rounds/7").json()["detail"] == (
        "There is no such round here; check the address."
    )


def test_what_blocks_a_command_is_told(event: Any) -> None:
    refused = sent(event, "/rounds", {"expected_number": 1})
    assert (refused["code"], refused["detail"]) == ("not-possible-now", "Il faut deux joueurs.")
    assert refused["blocked_by"] == ["Il faut deux joueurs."]
    assert told(event, "")["next"]["blocked_by"] == ["Il faut deux joueurs."]
    assert event.get("", event.token)["next"]["blocked_by"] == [
        "At least two players are needed who have not dropped."
    ]


def test_a_missing_field_is_named(event: Any) -> None:
    refused = sent(event, "/players", {"corp_identity": "NBN: Making News"})
    assert (refused["code"], refused["detail"]) == ("invalid-request", "name manque.")


def test_bids_reasons_and_the_journal(event: Any) -> None:
    for name in ("Ana", "Ben"):
        event.player(name)
    table = event.start_round()["tables"][0]
    first, second = (event.token_at(table, seat) for seat in ("first", "second"))
    event.post(f"/tables/{table['id']}/bids", {"version": 0, "side": "corp", "bid": 3}, first)
    refused = sent(event, f"/tables/{table['id']}/bids", {"version": 1, "bid": 2}, second)
    assert (refused["code"], refused["detail"]) == ("bid-too-low", "Plus de 3 !")
    (there,) = told(event, "/rounds/1")["tables"]
    assert there["reason"] == "Les deux ont 0 point."
    bid, *_, ben, ana, _made = told(event, "/journal")
    assert [ana["summary"], ben["summary"]] == ["Ana participe", "Ben participe"]
    assert bid["summary"] == f"{table['first']['name']} : 3 pour Corpo, table 1"
    english = event.get("/journal", event.token)
    assert english[0]["summary"] == f"{table['first']['name']} bid 3 for Corp at table 1"


def test_an_undo_says_what_it_undid(event: Any) -> None:
    event.player("Ana")
    last = event.get("/journal", event.token)[0]["number"]
    sent(event, f"/journal/{last}/undo", None)
    assert told(event, "/journal")[0]["summary"] == "Annulé : Ana participe"


def test_a_verdict_and_its_advice(event: Any) -> None:
    asked = {"deck": DECK, "format": "cache-refresh", "date": "2018-02-15", "details": True}
    verdict = event.http.post("/api/v1/decks/check", json=asked, headers=FRENCH).json()
    wrong = next(each for each in verdict["violations"] if each["code"] == "wrong-side")
    assert wrong["message"] == "Diesel est Pirate, pas Corpo."
    assert "Retirez 1 Diesel." in [each["message"] for each in verdict["advice"]]
    english = event.http.post("/api/v1/decks/check", json=asked).json()
    assert [each["code"] for each in english["violations"]] == [
        each["code"] for each in verdict["violations"]
    ]
    assert "Diesel is a Runner card; this is a Corp deck." in [v["message"] for v in english["violations"]]


def test_a_verdict_that_was_kept_is_told_in_the_language_of_who_reads_it(event: Any) -> None:
    joined = event.http.post(
        event.path + "/players",
        json={"name": "Ana", "corp_deck": DECK, "runner_identity": "Noise: Hacker Extraordinaire"},
    )
    assert joined.status_code == 201, joined.text
    english = messages(joined.json()["verdicts"]["corp"])
    assert "Diesel is a Runner card; this is a Corp deck." in english
    (there,) = told(event, "/players")
    assert "Diesel est Pirate, pas Corpo." in messages(there["decks"]["corp"])
    assert all("said" not in each for each in there["decks"]["corp"]["violations"])
    (there,) = event.get("/players", event.token)
    assert messages(there["decks"]["corp"]) == english


def messages(verdict: Any) -> list[str]:
    """What a verdict says is wrong."""
    return [each["message"] for each in verdict["violations"]]
