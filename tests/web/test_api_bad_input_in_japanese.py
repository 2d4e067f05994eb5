"""What cannot be taken of a Japanese program is refused in Japanese: nothing is said as a library says it.

Every route of the API is asked for what it can do, with each part of the address, the query and the body
spoilt in turn, and with bodies that are none.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.deckcheck.catalog import load_catalog
from app.services.kernel.permissions import Role
from tests.stages import Stages, token_of
from tests.web.callers import House, add_stranger, filled_in, house_of
from tests.web.filled import hall_of
from tests.web.route_actions import ROUTES, Ask, asks

API = [route for route in ROUTES if " /api/v1/" in route]
SPOILT: tuple[Any, ...] = (
    *(None, -1, 3.5, 10**40, "", "nobody", "2018-02-30", "2018-02-15T10:30", "x" * 5000, "\x00"),
    *(["x"], {}, {"nobody": {"1": None}}, [[{"kind": "x"}]]),
)
BODIES = (b"", b"{", b"\xff", b"[]", b"5", b'"x"', b"null", b'{"nothing_known": 1}', b"[" * 5000)
IN_ADDRESS = ("99999999", "9" * 30, "nobody")
DECKS: tuple[Any, ...] = (
    *("", "nobody", "<html>", "<deck>", "<!DOCTYPE x>", "{}", "{", '{"cards": 3}', "http://nobody.example/1"),
    "NBN: Making News\n99 Hedge Fund\n3x Nobody At All\nthree Hedge Fund\nHedge\n1 Diesel",
    {"identity": "NBN: Making News", "cards": {"Hedge Fund": 10**400}},
    {"identity": "NBN: Making News", "cards": {"Hedge Fund": "9" * 400}},
    {"identity": "NBN: Making News", "cards": {"Hedge Fund": ["three", "of", "them"]}},
    {"identity": "NBN: Making News", "cards": {"Hedge Fund": {"copies": "three of them"}}},
    {"identity": "NBN: Making News", "cards": {"Hedge Fund": None}},
    {"identity": 5, "cards": [5, {"name": "Hedge Fund"}]},
    {"legends": {"V": 1.5}, "cards": ["x"]},
)
# Sentences have two Latin words in a row; codes and names of fields are one each, or stand between others.
WORDS = re.compile(r"[A-Za-z][A-Za-z’']+,? [a-z][a-z’']+")
# Examples to type, what was sent, names of products, and the status in the words of HTTP.
NAMES = ("Cache Refresh", "plain text", "Nobody At All", "three Hedge Fund", "Sure Gamble", "round ")
KEPT = frozenset({"title", "type", "code"})


@dataclass(frozen=True)
class Sent:
    """One request: its address, and what is in it."""

    method: str
    path: str
    content: bytes | None
    content_type: str = "application/json"


@pytest.fixture(scope="module")
def house(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The application with all its scenes."""
    template = tmp_path_factory.mktemp("template") / "template.sqlite3"
    add_stranger(filled[0], template)
    with hall_of(template, filled[1], tmp_path_factory.mktemp("house")) as hall:
        yield house_of(hall)


@pytest.fixture(scope="module")
def names() -> list[str]:
    """What stands in sentences as it is: titles of cards and names of products, the longest first."""
    catalog = load_catalog()
    found = {card.title for card in catalog.cards}
    found |= {each.name for each in (*catalog.products.values(), *catalog.cycles.values())}
    return sorted({*found, *NAMES}, key=len, reverse=True)


@pytest.fixture(scope="module")
def fields(house: House) -> Mapping[str, tuple[list[str], list[str]]]:
    """By route, the names of the fields of its body and of its query, as the document of the API has them."""
    document = house.hall.http.get("/api/openapi.json").json()
    return {
        f"{method.upper()} {path}": (
            list(_resolved(document, _schema(operation)).get("properties", {})),
            [each["name"] for each in operation.get("parameters", []) if each["in"] == "query"],
        )
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    }


def _schema(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    return next((each["schema"] for each in content.values() if "schema" in each), {})


def _resolved(document: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    for each in (schema, *schema.get("anyOf", [])):
        if "$ref" in each:
            return dict(document["components"]["schemas"][each["$ref"].rpartition("/")[2]])
    return schema


def spoilt(house: House, route: str, ask: Ask, known: tuple[list[str], list[str]]) -> Iterator[Sent]:
    """The request of a route with each of its parts spoilt in turn."""
    method, _, template = route.partition(" ")
    values = {**house.scenes[ask.stage].values, "own_token": 1}
    values |= {name: filled_in(value, values) for name, value in ask.params.items()}
    path, query = filled_in(template, values, whole=False), filled_in(ask.query, values, whole=False)
    in_body, in_query = known
    for name in re.findall(r"\{(\w+)\}", template):
        for value in IN_ADDRESS:
            yield Sent(method, filled_in(template, {**values, name: value}, whole=False), b"{}")
    for name in in_query:
        for value in (*IN_ADDRESS, "", "x" * 400, "2018-02-30", "-1"):
            yield Sent(method, f"{path}?{query}&{name}={value}", None)
    if method == "GET":
        return
    for content in BODIES:
        yield Sent(method, path, content)
    yield Sent(method, path, b"x", "text/plain; charset=none")
    yield Sent(method, path, b"--x\r\n", "multipart/form-data; boundary=x")
    body = {name: filled_in(value, values) for name, value in ask.body.items()}
    for name in {**dict.fromkeys(in_body), **body}:
        for value in (*SPOILT, *(DECKS if "deck" in name else ())):
            yield Sent(method, path, json.dumps({**body, name: value}).encode())
        yield Sent(method, path, json.dumps({key: body[key] for key in body if key != name}).encode())


def sentences(answer: Any) -> Iterator[str]:
    """All texts of an answer but those that are the same in every language."""
    if isinstance(answer, Mapping):
        for name, value in answer.items():
            if name not in KEPT:
                yield from sentences(value)
    elif isinstance(answer, list):
        for each in answer:
            yield from sentences(each)
    elif isinstance(answer, str):
        yield answer


def english(texts: Iterable[str], names: Iterable[str]) -> list[str]:
    """The texts that hold a piece of English."""
    found = []
    for text in texts:
        left = text
        for name in names:
            left = left.replace(name, "·")
        if WORDS.search(left):
            found.append(text)
    return found


@pytest.mark.fuzz
@pytest.mark.parametrize("route", API)
def test_no_refusal_has_an_english_sentence(
    house: House, fields: Mapping[str, tuple[list[str], list[str]]], names: list[str], route: str
) -> None:
    found: dict[str, Sent] = {}
    ask = asks(route)[0]
    owner, player = token_of(Role.OWNER), house.scenes[ask.stage].stage.links[house.scenes[ask.stage].own]
    for place, sent in enumerate(spoilt(house, route, ask, fields.get(route, ([], [])))):
        for key in (owner, player) if place % 4 == 0 else (owner,):
            writes = house.hall.writes()
            answer = house.hall.http.request(
                sent.method,
                sent.path,
                content=sent.content,
                headers={
                    "accept-language": "ja",
                    "content-type": sent.content_type,
                    "authorization": f"Bearer {key}",
                },
            )
            if house.hall.writes() != writes:
                house.hall.reset()
            if answer.status_code >= 500:
                found[str(answer.status_code)] = sent
            elif answer.status_code >= 400:
                found.update(dict.fromkeys(english(sentences(answer.json()), names), sent))
    assert found == {}


def test_english_is_found() -> None:
    assert english(["日付です input is too short"], []) == ["日付です input is too short"]
    assert english(["a huge number は枚数になりません。"], []) == ["a huge number は枚数になりません。"]
    assert english(["3x Hedge Fund はありません。 true か false"], ["Hedge Fund"]) == []
