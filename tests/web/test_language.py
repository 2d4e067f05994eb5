"""In which language an answer comes: chosen, the event's, the browser's; and that none meets another's."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.web.drawings import png
from app.web.drawings.png import can_draw
from tests.other_language import with_language

SAME = {"sec-fetch-site": "same-origin"}
UNKNOWN = "No tournament has this code: look at the poster again, it is five letters."
FRENCH = f"""
msgid "Language"
msgstr "Langue"

msgid "{UNKNOWN}"
msgstr "Aucun tournoi n’a ce code."

msgid "Scan to join, or type the code"
msgstr "Scannez"

msgid "No standings yet"
msgstr "Pas de classement"

msgid "Standings before round 1"
msgstr "Classement avant la ronde 1"
"""


@pytest.fixture(autouse=True)
def french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The program with two languages, of which little is translated."""
    folder = tmp_path / "languages"
    folder.mkdir()
    with with_language(folder, monkeypatch, "fr", FRENCH):
        yield


def language_of(answer: Any) -> str:
    """What a page says its language is, which must be that of its header and of its switch."""
    told = str(answer.headers["content-language"])
    assert f'<html lang="{told}"' in answer.text
    assert ("Langue" in answer.text) is (told == "fr")
    assert f'lang="{told}" aria-pressed="true"' in answer.text
    return told


def test_a_page_comes_in_the_language_of_the_browser(http: Any) -> None:
    assert language_of(http.get("/bids")) == "en"
    answer = http.get("/bids", headers={"accept-language": "fr-CH, de;q=0.5"})
    assert language_of(answer) == "fr"
    assert {"accept-language", "cookie"} <= set(answer.headers["vary"].lower().replace(" ", "").split(","))
    assert 'hreflang="fr" href="/bids?lang=fr"' in answer.text


def test_the_switch_keeps_the_choice_and_leads_back(http: Any) -> None:
    answer = http.post(
        "/language", data={"language": "fr", "back": "/bids"}, headers=SAME, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, "/bids")
    assert language_of(http.get("/bids", headers={"accept-language": "en"})) == "fr"


def test_an_address_can_name_the_language_and_links_keep_it(http: Any) -> None:
    assert language_of(http.get("/bids?lang=fr")) == "fr"
    assert language_of(http.get("/bids")) == "fr"
    assert language_of(http.get("/bids?lang=tlh")) == "fr"


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example"])
def test_an_unknown_language_changes_nothing_and_nobody_is_led_elsewhere(http: Any, back: str) -> None:
    answer = http.post(
        "/language",
        data={"language": "x\r\nset-cookie: a=b", "back": back},
        headers=SAME,
        follow_redirects=False,
    )
    assert answer.headers["location"] == "/" and "set-cookie" not in answer.headers


def test_an_event_has_the_language_its_organizer_set_unless_one_chose_another(
    event: Any, timepiece: Any
) -> None:
    event.http.cookies.clear()
    page = f"/t/{event.code}/pairings"
    assert [language_of(event.http.get(page)) for _ in range(2)] == ["en", "en"]
    answer = event.http.patch(
        event.path, json={"settings": {"language": "fr"}}, headers={"authorization": f"Bearer {event.token}"}
    )
    assert answer.status_code == 200 and answer.json()["language"] == "fr"
    timepiece.pass_time(seconds=11)
    assert [language_of(event.http.get(page)) for _ in range(2)] == ["fr", "fr"]
    chosen = {"cookie": "language=en"}
    assert [language_of(event.http.get(page, headers=chosen)) for _ in range(2)] == ["en", "en"]


def test_an_event_cannot_be_held_in_a_language_the_program_does_not_speak(event: Any) -> None:
    answer = event.http.patch(
        event.path, json={"settings": {"language": "tlh"}}, headers={"authorization": f"Bearer {event.token}"}
    )
    assert answer.json()["code"] == "unknown-language"
    assert answer.json()["detail"] == (
        "The pages cannot be shown in this language: choose one of English (en) or Français (fr)."
    )


def test_public_pages_are_kept_for_each_language(event: Any) -> None:
    event.http.cookies.clear()
    page = f"/t/{event.code}/standings"
    for _ in range(2):
        for wish in ("en", "fr"):
            assert language_of(event.http.get(page, headers={"accept-language": wish})) == wish


def test_programs_read_sentences_in_their_language_and_codes_in_none(http: Any) -> None:
    asked = "/api/v1/tournaments/QQQQQ"
    assert http.get(asked).json()["detail"] == UNKNOWN
    french = http.get(asked, headers={"accept-language": "fr"}).json()
    assert (french["code"], french["detail"]) == ("unknown-code", "Aucun tournoi n’a ce code.")


def test_the_organizer_chooses_the_language_of_the_event(clerk: Any, event: Any, timepiece: Any) -> None:
    olga = clerk()
    settings = f"/t/{event.code}/desk/settings"
    assert '<option value="fr">Français</option>' in olga.get(settings)
    olga.post(settings, language="fr")
    assert event.get("")["language"] == "fr"
    timepiece.pass_time(seconds=11)
    assert '<option value="fr" selected>' in olga.get(settings)
    olga.post(settings, language="")
    assert event.get("")["language"] is None


def test_wall_standings_and_pictures_are_kept_for_each_language(event: Any) -> None:
    """What is made from values for everybody is made in every language, wherever it is kept."""
    event.http.cookies.clear()
    told = {
        "wall": ("Scan to join, or type the code", "Scannez"),
        "standings": ("No standings yet", "Pas de classement"),
        "pictures/standings.svg": ("Standings before round 1", "Classement avant la ronde 1"),
    }
    live = {"x-requested-with": "live"}
    for page, (english, french) in told.items():
        for headers in ({}, {} if page.endswith("svg") else live):
            for _ in range(2):
                texts = [
                    event.http.get(
                        f"/t/{event.code}/{page}", headers={**headers, "accept-language": wish}
                    ).text
                    for wish in ("en", "fr")
                ]
                assert [english in each for each in texts] == [True, False]
                assert [french in each for each in texts] == [False, True]


def test_a_png_speaks_a_language_whose_letters_this_computer_can_draw(
    event: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    event.http.cookies.clear()
    page = f"/t/{event.code}/pictures/standings.png"
    english, french = (
        event.http.get(page, headers={"accept-language": wish}).content for wish in ("en", "fr")
    )
    assert english != french
    assert can_draw("fr")
    # Cuneiform, which no typeface here has: its name stands for its letters.
    monkeypatch.setattr(png, "own_name", lambda _code: "\U00012000\U00012001")
    assert not can_draw("akk")
