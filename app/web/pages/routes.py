"""All pages people see. The short address of a code comes last: it fits every single word."""

from fastapi import APIRouter

from app.web.pages.desk import (
    calls,
    dashboard,
    day,
    deck_checks,
    decks,
    duels,
    entry,
    events,
    invitation,
    journal,
    members,
    penalties,
    player,
    players,
    pods,
    pool,
    printing,
    rounds,
    settings,
    table_time,
    tables,
    two_games,
)
from app.web.pages.player import deck_page, joining, own_page, player_points, player_table
from app.web.pages.public import checking, event, figures, home, judge, open_lists, signing, wall
from app.web.pages.public import day as day_of_events

pages_router = APIRouter()
PUBLIC = (home, signing, checking, judge, event, figures, open_lists, day_of_events)
PLAYER = (joining, own_page, deck_page, player_table, player_points)
RUNNING = (
    events,
    dashboard,
    day,
    entry,
    rounds,
    tables,
    table_time,
    two_games,
    duels,
    pods,
    players,
    player,
    decks,
    settings,
    pool,
    journal,
    members,
    invitation,
)
JUDGING = (calls, penalties, deck_checks)

for module in (*PUBLIC, *PLAYER, *RUNNING, *JUDGING, wall, printing):
    pages_router.include_router(module.router)
pages_router.include_router(home.short_router)
