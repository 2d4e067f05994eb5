"""The lists of a player, for everybody where the organizer opened them: after the event, or for the cut."""

from fastapi import Request
from starlette.responses import Response

from app.services.decks.deck_views import decks_of
from app.services.event import queries
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.web.cache.public_cache import Ticking, made_once
from app.web.http.path_ids import Number
from app.web.pages.frames import event_of, still_frame
from app.web.presenters.checking import ListsPage, OpenList
from app.web.presenters.decks import verdict_shown
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router
from app.web.templating import page

router = Router(prefix="/t/{code}")


@router.get("/players/{player_id}/decks")
def open_lists(request: Request, here: InVisit, player_id: Number) -> Response:
    """Both lists with every card; refused (403) while they are not open to everybody."""
    # A deck that is handed in changes nothing else that everybody sees.
    return made_once(request, here, "", lambda nobody: Ticking(_lists(request, nobody, player_id)))


def _lists(request: Request, here: Visit, player_id: int) -> Response:
    installation, tournament_id = here.context.installation, here.tournament_id
    lists = decks_of(installation, tournament_id, player_id, PUBLIC_VIEWER)
    view = ListsPage(
        frame=still_frame(event_of(here), "/standings"),
        person=queries.player_view(installation, tournament_id, player_id, PUBLIC_VIEWER),
        decks=[OpenList(deck.side, verdict_shown(deck.told)) for deck in lists],
    )
    return page(request, view)
