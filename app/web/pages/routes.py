"""All pages people see. The short address of a code comes last: it fits every single word."""

from fastapi import APIRouter

from app.web.pages import (
    checking,
    desk,
    desk_decks,
    desk_entry,
    desk_journal,
    desk_members,
    desk_player,
    desk_players,
    desk_rounds,
    desk_settings,
    desk_tables,
    display,
    figures,
    home,
    joining,
    open_lists,
    organizing,
    player,
    playing,
    printing,
    public,
    signing,
)

pages_router = APIRouter()
DESK = (
    organizing,
    desk,
    desk_entry,
    desk_rounds,
    desk_tables,
    desk_players,
    desk_player,
    desk_decks,
    desk_settings,
    desk_journal,
    desk_members,
    display,
    printing,
)

for module in (home, signing, checking, public, figures, open_lists, joining, player, playing, *DESK):
    pages_router.include_router(module.router)
pages_router.include_router(home.short_router)
