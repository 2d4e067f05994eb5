"""Every route for every role against the one table of permissions, and that nobody sees what he may not.

The routes come from the application itself, so a new one without an entry in route_actions.py fails. What is
refused must not have changed a row.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.services.kernel.permissions import Role, may
from tests.stages import Stages
from tests.web.callers import CALLERS, STAFF, House, add_stranger, every_route, house_of
from tests.web.filled import hall_of
from tests.web.route_actions import ROUTES, Ask, asks

DENIED = {401, 403, 404}
PLAYERS = ("player", "player of another table")


@pytest.fixture(scope="module")
def template(filled: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Stages]:
    """The filled database with an organizer of another event."""
    file = tmp_path_factory.mktemp("permissions") / "template.sqlite3"
    add_stranger(filled[0], file)
    return file, filled[1]


@pytest.fixture(scope="module")
def house(template: tuple[Path, Stages], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The application with all its scenes."""
    with hall_of(*template, tmp_path_factory.mktemp("house")) as hall:
        yield house_of(hall)


def routes_of(app: FastAPI) -> list[str]:
    """Every route of an application, like `GET /t/{code}`."""
    return [
        f"{method} {route.path}"
        for route in every_route(app.routes)
        for method in sorted((getattr(route, "methods", None) or set()) - {"HEAD"})
    ]


def allowed(ask: Ask, caller: str) -> bool:
    """What the table of permissions says of a caller."""
    if ask.door in ("open", "secret", "this computer"):
        return ask.door == "open"
    if ask.door == "account":
        return caller in STAFF or caller == "organizer of another event"
    role = STAFF.get(caller, Role.PLAYER if caller in PLAYERS else Role.PUBLIC)
    can = all(may(role, action) for action in ask.all_of)
    can = can and (not ask.any_of or any(may(role, action) for action in ask.any_of))
    if ask.door == "own pages":
        return can and role is Role.PLAYER
    return can and not (ask.own and caller == "player of another table")


def is_refused(answer: Any) -> bool:
    """Refused for who asks, or sent to sign in."""
    to_sign_in = answer.status_code == 303 and answer.headers["location"].startswith("/sign-in?")
    return to_sign_in or answer.status_code in DENIED


def test_every_route_is_in_the_map_and_nothing_else_is(house: House) -> None:
    routes = routes_of(house.hall.app)
    assert len(routes) == len(set(routes)) > 150
    assert [route for route in routes if route not in ROUTES] == [], "name them in route_actions.py"
    assert [route for route in ROUTES if route not in routes] == []


def test_a_new_route_without_an_entry_is_noticed() -> None:
    app = FastAPI(openapi_url=None)
    app.add_api_route("/t/{code}/secrets", lambda: None)
    assert [route for route in routes_of(app) if route not in ROUTES] == ["GET /t/{code}/secrets"]
    with pytest.raises(KeyError):
        asks("GET /t/{code}/secrets")


def test_only_files_are_mounted(house: House) -> None:
    mounted = [route.path for route in house.hall.app.routes if type(route).__name__ == "Mount"]
    assert sorted(mounted) == ["/api/docs/parts", "/static"]


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_a_route_is_open_to_whom_the_table_says(house: House, route: str) -> None:
    wrong = []
    for number, ask in enumerate(asks(route)):
        for caller in CALLERS:
            before = house.hall.writes()
            answer = house.ask(caller, route, ask)
            wrote = house.hall.writes() != before
            expected = allowed(ask, caller)
            if answer.status_code >= 500 or is_refused(answer) is expected or (wrote and not expected):
                wrong.append((number, caller, expected, answer.status_code, wrote, answer.text[-300:]))
            if wrote:
                house.hall.reset()
    assert wrong == []
