"""Routes that are made ready when they are first asked for.

The framework reads the signature of each handler and of all it depends on, and builds what checks the answer:
a millisecond or two for each, a third of the program's start for two hundred and seventy. Finding a route
(`server/route_finder.py`) needs nothing of that but its path. `make_ready` does it for all while the program
answers already.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, get_name

_making = threading.RLock()


class LateRoute(APIRoute):
    """A route that knows its path, methods and handler, and the rest as soon as something asks for it."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        self._options = options
        self.path, self.endpoint = path, endpoint
        self.name = options.get("name") or get_name(endpoint)
        self.methods = {method.upper() for method in options.get("methods") or ("GET",)}
        self.include_in_schema = options.get("include_in_schema", True)

    def __getattr__(self, name: str) -> Any:
        """What is not there yet."""
        if name.startswith("__"):
            raise AttributeError(name)
        self.make()
        return object.__getattribute__(self, name)

    def make(self) -> None:
        """Make the route ready, once; a second thread waits for the first."""
        with _making:
            # Taken out first: what is not there while the route is made is not waited for.
            options = self.__dict__.pop("_options", None)
            if options is None:
                return
            # It may have been taken out of the description for programs since.
            options["include_in_schema"] = self.include_in_schema
            try:
                super().__init__(self.path, self.endpoint, **options)
            except BaseException:
                self._options = options  # so that the next who asks is told the same
                raise


class Router(APIRouter):
    """A router of such routes."""

    def __init__(self, **options: Any) -> None:
        super().__init__(route_class=LateRoute, **options)


def make_ready(routes: Iterable[BaseRoute], pause: float = 0.005) -> None:
    """Make all routes ready now; `pause` is the seconds between two, in which others are answered."""
    for route in routes:
        if isinstance(route, LateRoute):
            route.make()
            time.sleep(pause)
