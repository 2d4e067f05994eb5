"""The API keeps what its OpenAPI document says, whoever asks it for whatever, while events are running.

Requests are made by schemathesis out of the document itself: values that fit it and values that don't. Real
codes and ids take the place of made-up ones most of the time, or nothing but 404 would come back, and values
that databases choke on are put into bodies. What is refused must not have changed a thing.
"""

import copy
import json
import os
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.core import NOT_SET

from app.deckcheck.catalog import load_catalog
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.settings import Settings
from app.storage.database import Database
from tests.stages import FILLED_AT, Stage, Stages, make_stages, token_of
from tests.web.filled import Hall, hall_of, serving

# For each operation; each is asked by every caller.
EXAMPLES = 100 if os.environ.get("FULL_TESTS") else 4
CALLERS = ("nobody", "player", Role.JUDGE, Role.ORGANIZER, Role.OWNER)
# Stands for half a surrogate pair, which schemathesis can't handle itself.
HALF = "\ue0ff"
HOSTILE: tuple[Any, ...] = (
    *("\x00", "a\x00b", HALF, "x" * 5000, "", " ", "\u202e", "＜b＞", "İ", "0", "-1", "2018-02-30", "9" * 40),
    *(0, -1, 1, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**30, 0.5, 1e400, -0.0),
    *(None, True, [], {}, [[]], {"": None}),
)
NUMBERS = st.sampled_from([0, -1, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 10**40])
load_all_checks()
CHECKED = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
        "response_headers_conformance",
    ]
)


@dataclass(frozen=True)
class Asked:
    """An application that is asked, and what is in it."""

    http: TestClient
    stages: Stages
    # A number that changes when anything is written, where somebody watches.
    writes: Callable[[], int] = lambda: 0


@pytest.fixture(scope="module")
def hall(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The application on a copy of the filled database."""
    with hall_of(*filled, tmp_path_factory.mktemp("hall")) as made:
        yield made


def operations(http: TestClient) -> list[APIOperation[Any, Any, Any, Any]]:
    """Everything the document offers; one that schemathesis can't read is an error."""
    schema = schemathesis.openapi.from_dict(http.get("/api/openapi.json").json())
    return [found.ok() for found in schema.get_all_operations()]


@st.composite
def requests(
    draw: st.DrawFn, operation: Any, stages: Stages, callers: Collection[str]
) -> tuple[Case, dict[str, str | None]]:
    """A case of the operation, and the token each caller sends it with."""
    mode = draw(st.sampled_from([GenerationMode.POSITIVE, GenerationMode.NEGATIVE]))
    case: Case = draw(operation.as_strategy(mode))
    stage = draw(st.sampled_from(stages.all))
    for name in case.path_parameters or {}:
        if draw(st.integers(0, 9)):
            case.path_parameters[name] = draw(real(name, stage))
    if case.body is not NOT_SET and case.media_type == "application/json":
        case.body = draw(disturbed(case.body, stage))
    return case, {caller: draw(token(caller, stage)) for caller in callers}


def token(caller: str, stage: Stage) -> st.SearchStrategy[str | None]:
    """A helper's token, or that of any player of the event."""
    if caller == "nobody":
        return st.none()
    if caller == "player":
        return st.sampled_from(list(stage.links.values()))
    return st.just(token_of(Role(caller)))


def real(name: str, stage: Stage) -> st.SearchStrategy[Any]:
    """Values a parameter of this name really has at the event, and now and then a number nothing can have."""
    if name == "code":
        return st.sampled_from([stage.code, stage.code, stage.code.lower(), "ZZZZZ"])
    known = {
        "table_id": list(stage.tables),
        "pod_id": list(stage.pods),
        "day": ["ZZZZZ"],
        "player_id": list(stage.links),
        "number": [1, stage.round, 2, 5, 7],
        "call_id": [1, 2],
        "check_id": [1, 2],
        "format": ["cache-refresh", "socr9", "modded", "1.1.1.1"],
    }[name]
    return st.one_of(st.sampled_from(known), st.sampled_from(known), NUMBERS) if known else NUMBERS


@st.composite
def disturbed(draw: st.DrawFn, body: Any, stage: Stage) -> Any:
    """A body with real ids where ids belong, and perhaps one value replaced by something hostile."""
    body = copy.deepcopy(body)  # the generator shares what it makes between cases
    if isinstance(body, dict):
        for name in body:
            if name in ("winner", "winner_id", "player_id", "other_id", "first_id", "second_id"):
                body[name] = draw(st.sampled_from([*stage.links, body[name]]))
            elif name == "table_id" and stage.tables:
                body[name] = draw(st.sampled_from([*stage.tables, body[name]]))
            elif name in ("version", "expected_number"):
                body[name] = draw(st.sampled_from([0, 1, 2, 3, stage.round + 1, body[name]]))
            elif name == "confirm":
                body[name] = draw(st.sampled_from([f"round {stage.round}", body[name]]))
    place = draw(st.sampled_from([None, *places(body)]))
    if place is not None:
        holder, key = place
        holder[key] = draw(st.sampled_from(HOSTILE))
    return body


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value that another value could stand in."""
    if isinstance(value, dict):
        own = [(value, key) for key in value]
        return own + [place for inner in value.values() for place in places(inner)]
    if isinstance(value, list):
        own = [(value, index) for index in range(len(value))]
        return own + [place for inner in value for place in places(inner)]
    return []


def send(http: TestClient, case: Case, key: str | None) -> Any:
    """Ask the application what the case says."""
    sent = case.as_transport_kwargs(base_url="http://testserver")
    headers = {name: value for name, value in sent["headers"].items() if value is not None}
    if key is not None:
        headers["authorization"] = f"Bearer {key}"
    content = sent.get("data")
    if "json" in sent:
        content = json.dumps(sent["json"]).replace(json.dumps(HALF)[1:-1], "\\ud800")
    return http.request(
        sent["method"],
        sent["url"],
        params=sent.get("params"),
        headers=headers,
        content=content.encode() if isinstance(content, str) else content,
        files=sent.get("files"),
    )


def faults(asked: Asked, operation: Any, callers: Collection[str], examples: int) -> list[str]:
    """What went wrong when each of the callers asked one operation for the same many things."""
    found: dict[str, str] = {}

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(sent=requests(operation, asked.stages, callers))
    def ask(sent: tuple[Case, dict[str, str | None]]) -> None:
        case, keys = sent
        for caller, key in keys.items():
            before = asked.writes()
            answer = send(asked.http, case, key)
            changed = asked.writes() != before
            found.update(complaints(case, caller, answer, changed=changed))

    ask()
    return list(found.values())


def complaints(case: Case, caller: str, answer: Any, *, changed: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with one answer: a word for its kind, and all there is to know."""
    said = f"{caller}: {case.method} {case.formatted_path} {case.query} {case.body!r:.300}"
    if changed and (answer.is_error or case.method == "GET"):
        yield f"{caller} changed", f"{said} was answered {answer.status_code} and changed something"
    try:
        case.validate_response(answer, checks=CHECKED)
    except schemathesis.errors.SchemathesisError:
        raise
    except BaseExceptionGroup as group:
        for each in group.exceptions:
            kind = f"{caller} {type(each).__name__} {answer.status_code}"
            yield kind, f"{said}\n{each}\n{answer.text[:300]}"


@pytest.mark.fuzz
def test_every_answer_is_documented_whoever_asks(hall: Hall) -> None:
    found: list[str] = []
    for operation in operations(hall.http):
        hall.reset()
        found += faults(Asked(hall.http, hall.stages, hall.writes), operation, CALLERS, EXAMPLES)
    assert found == [], "\n\n".join(found)


@pytest.mark.fuzz
@pytest.mark.postgres
def test_postgresql_chokes_on_nothing_either(postgres_database: Database) -> None:
    stages = make_stages(Installation(postgres_database, load_catalog(), lambda _notice: None), FILLED_AT)
    settings = Settings(database_url=postgres_database.url, environment="development", rate_limits=False)
    with serving(settings) as http:
        found = [
            fault
            for operation in operations(http)
            for fault in faults(Asked(http, stages), operation, ("player", Role.OWNER), EXAMPLES // 2)
        ]
    assert found == [], "\n\n".join(found)
