"""Routes that are made when they are asked for are those the framework makes at once."""

import threading
from typing import Annotated

import pytest
from fastapi import Depends, FastAPI
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from app.web.app import routes
from app.web.routes_made_late import LateRoute, Router, make_ready


def named(name: str) -> str:
    """Something a handler depends on."""
    return name.upper()


def is_made(route: APIRoute) -> bool:
    """Whether everything of a route is there."""
    return "app" in vars(route)


@pytest.fixture
def router() -> Router:
    """A router with one route of each kind."""
    made = Router(prefix="/halls/{name}")

    @made.get("", tags=["halls"])
    def show(shown: Annotated[str, Depends(named)], size: int = 1) -> dict[str, int]:
        """One hall."""
        return {shown: size}

    @made.post("", status_code=201, include_in_schema=False)
    def make(name: str) -> str:
        """Make one."""
        return name

    return made


def test_a_route_is_made_by_the_first_request_for_it(router: Router) -> None:
    app = FastAPI()
    app.router.routes.extend(router.routes)
    show, make = (route for route in router.routes if isinstance(route, LateRoute))
    assert (show.path, show.name, show.methods) == ("/halls/{name}", "show", {"GET"})
    assert not is_made(show)
    http = TestClient(app)
    assert http.get("/halls/a?size=4").json() == {"A": 4}
    assert http.get("/halls/a?size=large").status_code == 422
    assert is_made(show)
    assert http.post("/halls/a").status_code == 201
    assert is_made(make)


def test_what_was_said_of_a_route_before_it_was_made_holds(router: Router) -> None:
    show, make = (route for route in router.routes if isinstance(route, LateRoute))
    show.include_in_schema = False
    make_ready(router.routes, pause=0)
    assert is_made(show) and is_made(make)
    assert (show.include_in_schema, make.include_in_schema) == (False, False)
    assert show.tags == ["halls"] and make.status_code == 201


def test_a_name_that_no_route_has_is_missing(router: Router) -> None:
    assert not hasattr(router.routes[0], "colour")
    assert not hasattr(router.routes[0], "__colour__")


def test_two_threads_that_ask_get_a_whole_route(router: Router) -> None:
    found: list[object] = []
    route = router.routes[0]
    threads = [threading.Thread(target=lambda: found.append(route.dependant)) for _ in range(8)]  # type: ignore[attr-defined]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len({id(each) for each in found}) == 1


def test_every_route_of_the_program_can_be_made() -> None:
    make_ready(routes(), pause=0)
    late = [route for route in routes() if isinstance(route, LateRoute)]
    assert len(late) > 200 and all(map(is_made, late))
