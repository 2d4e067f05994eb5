"""All pages people see. The short address of a code comes last: it fits every single word."""

from starlette.routing import BaseRoute

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

MODULES = (*PUBLIC, *PLAYER, *RUNNING, *JUDGING, wall, printing)
# One after the other and not router within router, which would look for each request's route twice.
PAGES: tuple[BaseRoute, ...] = (
    *(route for module in MODULES for route in module.router.routes),
    *home.short_router.routes,
)
