"""Finds the route of a request by the words of its path, where a framework would try one after the other.

Two hundred routes take longer to try than most of their answers to make. Which of them can fit is the same
for all paths with the same words at the same places, so it is found once for each such shape; these few are
then asked in their order, so the answer is that of trying all.
"""

import re
from collections.abc import Sequence

from starlette.routing import BaseRoute, Match, Route
from starlette.types import Receive, Scope, Send

# Remembered shapes; words of routes at places where others have them make many.
MOST_SHAPES = 4000
_WORD = re.compile(r"[^{}]*")
Shape = tuple[str | None, ...]


class RouteFinder(BaseRoute):
    """Stands before all routes and hands a request to the one that fits, or leaves it to them."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._routes = [(route, _shape(route.path)) for route in routes]
        words: list[set[str]] = [set() for _ in range(max((len(s) for _, s in self._routes), default=0))]
        for _, shape in self._routes:
            for place, word in enumerate(shape):
                if word is not None:
                    words[place].add(word)
        self._words: Sequence[frozenset[str]] = [frozenset(each) for each in words]
        self._found: dict[Shape, Sequence[Route]] = {}

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """The full match of the route that fits, with it as `route`; else none."""
        if scope["type"] == "http":
            for route in self.candidates(scope["path"].removeprefix(scope.get("root_path", ""))):
                match, found = route.matches(scope)
                if match is Match.FULL:
                    found["route"] = route
                    return match, found
        return Match.NONE, {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the route that was found answer."""
        await scope["route"].handle(scope, receive, send)

    def candidates(self, path: str) -> Sequence[Route]:
        """The routes that can fit a path, in their order."""
        parts = path.split("/")
        if len(parts) > len(self._words):
            return ()
        shape = tuple(
            part if part in words else None for part, words in zip(parts, self._words, strict=False)
        )
        found = self._found.get(shape)
        if found is None:
            if len(self._found) >= MOST_SHAPES:
                self._found.clear()
            found = self._found[shape] = [route for route, told in self._routes if _fits(told, shape)]
        return found


def _shape(template: str) -> Shape:
    """The words of a template at their places; None where anything may stand."""
    if ":path}" in template:
        raise ValueError(f"{template} fits paths of any length: mount it instead")
    return tuple(part if _WORD.fullmatch(part) else None for part in template.split("/"))


def _fits(told: Shape, asked: Shape) -> bool:
    if len(told) != len(asked):
        return False
    return all(word is None or word == given for word, given in zip(told, asked, strict=True))
