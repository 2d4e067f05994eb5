"""All routes of the JSON API, version 1."""

from fastapi import APIRouter

from app.web.api import days, decks, exports, health, judge, judging, live, pods, rounds, tables, tournaments

api_router = APIRouter()
for module in (health, days, decks, judge, tournaments, rounds, tables, pods, judging, exports, live):
    api_router.include_router(module.router)
