"""A refused form of the desk says why at the field, which has the cursor, and is open if it was folded."""

import re
from collections.abc import Callable, Mapping

import pytest

from app.web.forms import Posted
from app.web.pages.desk.refused_form import at_the_field
from tests.web.conftest import Clerk, Event

SAID = '<p id="refused">No.</p>'
FORM = (
    '<form method="post" action="/a"><input type="hidden" name="n" value="1"><input name="minutes"></form>'
    '<details><summary>More</summary><form method="post" action="/a"><input type="hidden" name="n" value="2">'
    '<label for="m">Minutes</label>'
    '<input id="m" name="minutes" value="x" aria-describedby="m-hint"></form></details>'
)


def sent(**fields: str) -> Posted:
    return Posted(tuple(fields.items()))


def test_the_sentence_stands_at_the_field_of_the_form_that_was_sent() -> None:
    page = at_the_field(FORM, "/a", sent(n="2", minutes="x"), "minutes", SAID)
    first, second = page.split("<details")
    assert first == FORM.split("<details")[0]
    assert second.startswith(" open>")
    assert f'aria-describedby="m-hint refused" aria-invalid="true" autofocus>{SAID}</form>' in second


@pytest.mark.parametrize(
    ("action", "field"),
    [("/b", "minutes"), ("/a", "name"), ("/a", "n")],
    ids=["other form", "no field", "hidden"],
)
def test_a_page_without_such_a_field_stays_as_it_is(action: str, field: str) -> None:
    assert at_the_field(FORM, action, sent(n="2"), field, SAID) == FORM


@pytest.mark.parametrize(
    ("inside", "after"),
    [
        ('<select name="side"><option>Corp</option></select>', f"</select>{SAID}"),
        ('<textarea name="side">&lt;</textarea>', f"</textarea>{SAID}"),
        ('<fieldset><legend>Side</legend><input type="radio" name="side"></fieldset>', f"</legend>{SAID}"),
    ],
)
def test_every_kind_of_field_can_say_it(inside: str, after: str) -> None:
    page = at_the_field(f'<form method="post" action="/a">{inside}</form>', "/a", sent(), "side", SAID)
    assert after in page and page.count("aria-invalid") == 1


CHOICE = '<input type="radio" name="side" value="corp">'
OTHERS = "<fieldset><legend>Who won</legend></fieldset>"


@pytest.mark.parametrize(
    ("before", "choices", "inside"),
    [
        ("", CHOICE, f"{{tag}}{SAID}"),
        (OTHERS, CHOICE, f"{OTHERS}{{tag}}{SAID}"),
        (OTHERS, f"<fieldset>{CHOICE}</fieldset>", f"{OTHERS}<fieldset>{SAID}{{tag}}</fieldset>"),
        (
            "",
            f"<fieldset>\n<legend>Side</legend>{OTHERS}{CHOICE}</fieldset>",
            f"<fieldset>\n<legend>Side</legend>{SAID}{OTHERS}{{tag}}</fieldset>",
        ),
    ],
    ids=["alone", "after a fieldset", "no legend", "around another fieldset"],
)
def test_choices_say_it_at_their_own_legend_or_at_themselves(before: str, choices: str, inside: str) -> None:
    form = '<!doctype html><form method="post" action="/a">{0}</form>'
    page = at_the_field(form.format(before + choices), "/a", sent(), "side", SAID)
    tag = f'{CHOICE[:-1]} aria-invalid="true" autofocus aria-describedby="refused">'
    assert page == form.format(inside.format(tag=tag))


def test_a_field_that_says_it_by_itself_says_it_once() -> None:
    form = '<form method="post" action="/a"><input name="name" aria-invalid="true"></form>'
    assert at_the_field(form, "/a", sent(), "name", SAID) == form


REFUSED: list[tuple[str, Mapping[str, str], str]] = [
    ("/players", {"name": "Ana"}, "name"),
    ("/players", {"name": "Dan", "corp_identity": "Nonsense"}, "corp_identity"),
    ("/players/list", {"list": " "}, "list"),
    ("/players/{player}/entry", {"name": "Cleo", "fixed_table": "0"}, "fixed_table"),
    ("/players/{player}/entry", {"name": "Cleo", "first_round": "7"}, "first_round"),
    ("/announcements", {"text": " "}, "text"),
    ("/decks/checks", {"tables": "0"}, "tables"),
    ("/penalties", {"player": "{player}", "table": "", "infraction": "", "kind": "warning"}, "infraction"),
    ("/staff", {"name": "Nobody", "role": "judge"}, "name"),
    ("/rounds/1/delete", {"confirm": "yes"}, "confirm"),
    ("/tables/{table}/settle", {"winner": "{player}", "side": "corp", "bid": "11"}, "bid"),
    ("/tables/{table}/extra-time", {"minutes": "999"}, "minutes"),
]


@pytest.mark.parametrize(("path", "fields", "field"), REFUSED)
def test_the_desk_says_a_refusal_at_its_field(
    clerk: Callable[..., Clerk], event: Event, path: str, fields: Mapping[str, str], field: str
) -> None:
    player = min(event.player(name) for name in ("Ana", "Ben"))
    (table,) = event.start_round()["tables"]
    names = {"player": str(player), "table": str(table["id"])}
    olga = clerk("Olga")
    filled = {name: value.format(**names) for name, value in fields.items()}
    action = f"/t/{event.code}/desk{path.format(**names)}"
    headers = {"cookie": f"organizer={olga.secret}", "origin": "http://testserver"}
    answer = event.http.post(action, data=filled, headers=headers, follow_redirects=False)
    assert answer.status_code >= 400, answer.headers.get("location")
    (tag,) = re.findall(r'<(?:input|textarea|select)[^>]*aria-invalid="true"[^>]*>', answer.text)
    assert f'name="{field}"' in tag and "autofocus" in tag
    assert answer.text.count('id="refused"') == 1
    # No part of the address: the browser would scroll there instead of to the cursor.
    assert not re.search(r'<form method="post" action="[^"]*#', answer.text)
