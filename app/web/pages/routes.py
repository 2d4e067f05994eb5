"""All pages people see. The short address of a code comes last: it fits every single word."""

from fastapi import APIRouter

from app.web.pages import checking, home, joining, player, playing, public, signing

pages_router = APIRouter()

for module in (home, signing, checking, public, joining, player, playing):
    pages_router.include_router(module.router)
pages_router.include_router(home.short_router)
