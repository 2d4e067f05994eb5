"""Every form of every page, filled with what no form should hold, by everybody: never a failure.

The forms are those a walk through the pages finds, so that each is sent nearly as a browser would send it,
with a few of its fields spoilt, or as something that is no form at all. An answer is a page, a way on or a
refusal; what was refused has changed nothing, and nothing that was typed becomes part of the page itself.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.services.kernel.permissions import Role
from app.web.requester import ACCOUNT_COOKIE, PLAYER_COOKIE
from tests.stages import Stages, player_session, session_of
from tests.walk import Form, page_routes, walks
from tests.web.filled import Hall, hall_of

EXAMPLES = 100 if os.environ.get("FULL_TESTS") else 3  # for each form and caller
CALLERS = ("nobody", "player", Role.JUDGE, Role.ORGANIZER, Role.OWNER)
ANSWERS = {200, 303, 400, 401, 403, 404, 409, 410, 413, 422}
MARKUP = "\"'><script>alert(1)</script>{{7*7}}"
HOSTILE = (
    *(
        "",
        " ",
        "\x00",
        "a\x00b",
        "\ud800",
        "\ufffe",
        "\u202eb",
        "\r\n",
        "+2AA-",
        "İ",
        "＜",
        "x" * 5000,
        "é" * 400_000,
    ),
    *("0", "-1", "+1", "1_0", "1.0", "1e3", "٣", "²", "999999999", str(2**31), str(2**63), "9" * 5000, "-0"),
    *(
        MARKUP,
        "2018-02-30",
        "0000-00-00",
        "round 3",
        "ERASE",
        "{",
        "[" * 3000,
        '{"remove": ["sc19"]}',
        "null",
    ),
    *(
        '{"remove": 3}',
        '{"a": {"b": [1e999]}}',
        "../..",
        "//evil.example",
        "none-0",
        "single-999",
        "double-3",
    ),
)
CHARSETS = ("utf-8", "utf-7", "utf-16", "undefined", "idna", "hex", "no-such")
GARBAGE = (
    b"",
    b"\x00\xff\xfe",
    b"%ED%A0%80=%00&=&&%=%zz",
    b"a" * 100_000,
    b"--x\r\n\r\n--x--",
    b'{"bid": 1}',
)
BOUNDARY = "x"


@dataclass(frozen=True)
class Sent:
    """A request to a form's address."""

    path: str
    content: bytes
    content_type: str


@pytest.fixture(scope="module")
def hall(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The application on a copy of the filled database."""
    with hall_of(*filled, tmp_path_factory.mktemp("hall")) as made:
        yield made


@pytest.fixture(scope="module")
def forms(hall: Hall) -> dict[str, list[Form]]:
    """All forms by the route that takes them."""
    found: dict[str, list[Form]] = {}
    for walked in walks(hall.http, hall.app, hall.stages).values():
        for route, some in walked.forms.items():
            found.setdefault(route, []).extend(some)
    return found


@st.composite
def spoilt(draw: st.DrawFn, form: Form) -> list[tuple[str, str]]:
    """The fields of a form, as it stands or with some of them missing, doubled, or holding something else."""
    values = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30))
    fields = []
    for name, value in form.fields:
        what = draw(st.integers(0, 9))
        if what == 0:
            continue
        if what in (1, 2, 3):
            value = draw(values)
        elif what == 4 and form.choices.get(name):
            value = draw(st.sampled_from(form.choices[name]))
        fields.append((name, value))
        if what == 5:
            fields.append((name, draw(values)))
    others = [name for name in form.choices if name not in dict(form.fields)]
    for name in draw(st.lists(st.sampled_from(others), max_size=3)) if others else []:
        fields.append((name, draw(st.one_of(st.sampled_from(form.choices[name]), values))))
    if draw(st.integers(0, 4)) == 0:
        fields.append((draw(st.sampled_from(["reason", "confirm", "file", "winner", "x"])), draw(values)))
    return fields


@st.composite
def requests(draw: st.DrawFn, form: Form) -> Sent:
    """A form sent in one of the ways forms are sent, or something that is none."""
    path = draw(st.sampled_from([form.action] * 9 + [form.action.partition("?")[0] + "?table=" + "9" * 20]))
    way = draw(st.integers(0, 9))
    if way == 0:
        kinds = ["application/x-www-form-urlencoded", f"multipart/form-data; boundary={BOUNDARY}"]
        kinds += ["multipart/form-data", "application/json", "", "text/plain; charset=x"]
        return Sent(path, draw(st.sampled_from(GARBAGE)), draw(st.sampled_from(kinds)))
    fields = draw(spoilt(form))
    if way < 6:
        return Sent(path, urlencoded(fields), "application/x-www-form-urlencoded")
    files = draw(st.lists(st.sampled_from(["file", "corp_file", "deck", "name", "x"]), max_size=2))
    content = draw(st.sampled_from(GARBAGE))
    charset = draw(st.sampled_from(CHARSETS))
    kind = f"multipart/form-data; boundary={BOUNDARY}; charset={charset}"
    return Sent(path, multipart(fields, dict.fromkeys(files, content)), kind)


def urlencoded(fields: list[tuple[str, str]]) -> bytes:
    """The fields as browsers send them; half a surrogate pair as the three bytes it would be."""
    return urlencode(fields, errors="surrogatepass").encode()


def multipart(fields: list[tuple[str, str]], files: dict[str, bytes]) -> bytes:
    """The fields and files as browsers send them."""
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
        + value.encode(errors="surrogatepass")
        for name, value in fields
    ]
    parts += [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="a"\r\n'.encode()
        + b"Content-Type: application/octet-stream\r\n\r\n"
        + content
        for name, content in files.items()
    ]
    return b"\r\n".join([*parts, f"--{BOUNDARY}--\r\n".encode()])


def cookie(caller: str, path: str, hall: Hall) -> st.SearchStrategy[str]:
    """The session of the caller's browser: of a helper, or of a player of the event in the path."""
    if caller == "nobody":
        return st.just("")
    if caller == "player":
        stage = next((each for each in hall.stages.all if f"/t/{each.code}/" in path), hall.stages.playing)
        return st.sampled_from([f"{PLAYER_COOKIE}={player_session(link)}" for link in stage.links.values()])
    return st.just(f"{ACCOUNT_COOKIE}={session_of(Role(caller))}")


def faults(hall: Hall, route: str, forms: list[Form], caller: str) -> list[str]:
    """What went wrong when the caller sent forms of one route."""
    found: dict[str, str] = {}

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def send(data: Any) -> None:
        form = data.draw(st.sampled_from(forms))
        sent = data.draw(requests(form))
        live = data.draw(st.sampled_from([{}, {"x-requested-with": "live"}]))
        session = data.draw(cookie(caller, form.action, hall))
        before = hall.writes()
        answer = hall.http.post(
            sent.path,
            content=sent.content,
            headers={
                "content-type": sent.content_type,
                "cookie": session,
                "origin": "http://testserver",
                **live,
            },
            follow_redirects=False,
        )
        hall.http.cookies.clear()
        changed = hall.writes() != before
        said = f"{caller}: POST {sent.path} {sent.content_type} {sent.content[:300]!r} {answer.status_code}"
        guessed = answer.status_code == 429 and route.endswith("/sign-in")
        if answer.status_code not in ANSWERS and not guessed:
            found[str(answer.status_code)] = said
        if changed and answer.status_code >= 400:
            found["changed"] = f"{said} changed something"
        if "<script>alert" in answer.text:
            found["markup"] = f"{said} put what was typed into the page"
        if changed:
            hall.reset()

    send()
    return list(found.values())


def test_every_form_stands_on_a_page(hall: Hall, forms: dict[str, list[Form]]) -> None:
    assert [route for route in page_routes(hall.app, "POST") if route not in forms] == []


@pytest.mark.fuzz
@pytest.mark.parametrize("caller", CALLERS)
def test_whatever_is_typed_is_taken_or_refused(hall: Hall, forms: dict[str, list[Form]], caller: str) -> None:
    found = [fault for route, some in forms.items() for fault in faults(hall, route, some, caller)]
    assert found == [], "\n\n".join(found)
