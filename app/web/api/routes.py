"""All routes of the JSON API, version 1."""

from fastapi import APIRouter

from app.web.api import decks, exports, health, live, rounds, tables, tournaments

api_router = APIRouter()
for module in (health, decks, tournaments, rounds, tables, exports, live):
    api_router.include_router(module.router)
