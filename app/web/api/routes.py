"""All routes of the JSON API, version 1."""

from starlette.routing import BaseRoute

from app.web.api import days, decks, exports, health, judge, judging, live, pods, rounds, tables, tournaments

MODULES = (health, days, decks, judge, tournaments, rounds, tables, pods, judging, exports, live)
API: tuple[BaseRoute, ...] = tuple(route for module in MODULES for route in module.router.routes)
