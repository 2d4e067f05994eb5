"""The finder of routes answers as trying all of them would, and tries few."""

import re
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.routing import Match, Mount, Route

from app.settings import Settings
from app.web.app import create_app
from app.web.routes_made_late import LateRoute
from app.web.server.route_finder import MOST_SHAPES, RouteFinder

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# What no template has, and what some template has as a word at another place.
FILLINGS = ("ABCDE", "7", "desk", "live")
ELSEWHERE = ("/", "//", "/t", "/t/", "/t//me", "/nothing/here", "/t/ABCDE/me/", "/a/b/c/d/e/f/g/h/i/j/k")


def asked(method: str, path: str) -> dict[str, object]:
    return {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}


@pytest.fixture(scope="module")
def routes(tmp_path_factory: pytest.TempPathFactory) -> list[Route]:
    app = create_app(Settings(data_dir=tmp_path_factory.mktemp("data")))
    return [route for route in app.routes if isinstance(route, APIRoute)]


def paths(routes: list[Route]) -> list[str]:
    filled = {re.sub(r"\{\w+\}", word, route.path) for route in routes for word in FILLINGS}
    return sorted(filled | set(ELSEWHERE))


def test_the_finder_finds_what_trying_all_routes_finds(routes: list[Route]) -> None:
    finder, wrong, found_some = RouteFinder(routes), [], 0
    for path in paths(routes):
        for method in METHODS:
            tried = next(
                (each for each in routes if each.matches(asked(method, path))[0] is Match.FULL), None
            )
            match, found = finder.matches(asked(method, path))
            found_some += match is Match.FULL
            if found.get("route") is not tried:
                wrong.append((method, path, tried, found))
    assert wrong == []
    assert found_some > 2 * len(routes)


def test_few_routes_are_tried_for_any_path(routes: list[Route]) -> None:
    finder = RouteFinder(routes)
    tried = {path: len(finder.candidates(path)) for path in paths(routes)}
    assert max(tried.values()) <= 8
    assert tried["/t/ABCDE/me/fragment"] == 1
    assert tried["/nothing/here"] <= 1


def test_paths_made_up_by_chance_do_not_fill_the_memory(routes: list[Route]) -> None:
    finder = RouteFinder(routes)
    for number in range(3 * MOST_SHAPES):
        finder.candidates(f"/t/{number}/x{number}")
    assert len(finder._found) == 1


def test_a_request_reaches_the_route_that_was_found_before_all_others(tmp_path: Path) -> None:
    kinds = [type(route) for route in create_app(Settings(data_dir=tmp_path)).routes]
    assert kinds.index(RouteFinder) < kinds.index(LateRoute)
    assert {kind for kind in kinds[: kinds.index(RouteFinder)] if kind is not Mount} <= {Route}


def test_a_route_of_any_length_is_refused() -> None:
    with pytest.raises(ValueError, match="mount it instead"):
        RouteFinder([Route("/files/{path:path}", lambda request: None)])
