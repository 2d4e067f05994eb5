"""What an event looks like in numbers and pictures: statistics, and drawings to post elsewhere."""

from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from app.deckcheck.titles import card_title
from app.sentences import t
from app.services.event.brackets import bracket_view, final_order
from app.services.event.played import played
from app.services.event.standings import standings_view
from app.services.event.statistics import statistics_view
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.tournament.lifecycle import Phase
from app.web.cache.public_cache import made_once
from app.web.drawings.bracket import bracket_svg
from app.web.drawings.cards import champion_card, event_card
from app.web.drawings.png import can_draw, png_of
from app.web.drawings.standings import standings_svg
from app.web.pages.answers import page_or_part
from app.web.pages.frames import event_of, public_frame
from app.web.presenters.champion import champion_shown
from app.web.presenters.event import day_words, next_words
from app.web.presenters.factions import faction_of
from app.web.presenters.pod_statistics import pod_figures, pod_summary
from app.web.presenters.standings import in_final_order
from app.web.presenters.statistics import (
    MOST_SHOWN,
    StatisticsPage,
    figures,
    identity_rows,
    summary_words,
)
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router
from app.words.languages import ENGLISH
from app.words.reader import Reader, language, reading

router = Router(prefix="/t/{code}")
SVG = "image/svg+xml"
PNG = "image/png"


@router.get("/statistics")
def statistics(request: Request, here: InVisit) -> Response:
    """What the games tell, while the event runs and afterwards."""
    return made_once(request, here, "", lambda nobody: _statistics(request, nobody))


def _statistics(request: Request, here: Visit) -> Response:
    event = event_of(here)
    view = statistics_view(here.context.installation, here.tournament_id)
    rows = identity_rows(view)
    shown = StatisticsPage(
        frame=public_frame(event, "/standings"),
        summary=summary_words(view) if view.several is None else pod_summary(view.several),
        figures=[*(pod_figures(view.several) if view.several else []), *figures(view)],
        identities=rows[:MOST_SHOWN],
        more_identities=rows[MOST_SHOWN:],
        priced=any(line.price.count for line in view.sides),
        here=f"/t/{event.code}/statistics",
    )
    return page_or_part(request, shown)


@router.get("/pictures/standings.svg")
def standings_picture(request: Request, here: InVisit) -> Response:
    """The standings as a picture."""
    return made_once(request, here, "", lambda nobody: Response(_standings(nobody), media_type=SVG))


@router.get("/pictures/standings.png")
def standings_png(request: Request, here: InVisit) -> Response:
    """The standings as a picture for where SVG is not taken."""
    return made_once(request, here, "", lambda nobody: _png(lambda: _standings(nobody)))


def _png(draw: Callable[[], str]) -> Response:
    """A picture in the reader's language, in English where this computer lacks its letters."""
    spoken = language()
    with reading(Reader(spoken if can_draw(spoken) else ENGLISH)):
        return Response(png_of(draw()), media_type=PNG)


def _standings(here: Visit) -> str:
    event = event_of(here)
    view = standings_view(here.context.installation, here.tournament_id, PUBLIC_VIEWER)
    order = final_order(here.context.installation, here.tournament_id)
    final = event.phase is Phase.FINISHED
    return standings_svg(event.name, in_final_order(view, order), final=final, by_cut=bool(order))


@router.get("/pictures/champion.svg")
def champion_picture(request: Request, here: InVisit) -> Response:
    """The champion as a picture; not there before the end."""
    return made_once(request, here, "", lambda nobody: Response(_champion(nobody), media_type=SVG))


@router.get("/pictures/champion.png")
def champion_png(request: Request, here: InVisit) -> Response:
    """The champion's picture for link previews."""
    return made_once(request, here, "", lambda nobody: _png(lambda: _champion(nobody)))


def _champion(here: Visit) -> str:
    event, installation, number = event_of(here), here.context.installation, here.tournament_id
    view = standings_view(installation, number, PUBLIC_VIEWER)
    story = played(installation, number)
    champion = champion_shown(event.code, view, final_order(installation, number), story)
    if event.phase is not Phase.FINISHED or champion is None:
        raise Refused("no-champion", "The event is not over: there is no champion yet.", Kind.NOT_FOUND)
    titles = (("corp", champion.corp_identity), ("runner", champion.runner_identity))
    identities = [(side, card_title(title), faction_of(title)) for side, title in titles if title]
    return champion_card(event.name, champion.name, identities, champion.record)


@router.get("/pictures/event.png")
def event_png(request: Request, here: InVisit) -> Response:
    """The event's picture for link previews."""
    return made_once(request, here, "", lambda nobody: _png(lambda: _event(nobody)))


def _event(here: Visit) -> str:
    event = event_of(here)
    return event_card(event.name, day_words(event), next_words(event))


@router.get("/pictures/bracket.svg")
def bracket_picture(request: Request, here: InVisit) -> Response:
    """The bracket as a picture; not there before the cut."""
    return made_once(request, here, "", lambda nobody: _bracket(nobody))


def _bracket(here: Visit) -> Response:
    view = bracket_view(here.context.installation, here.tournament_id)
    title = t("{event}: bracket of the top {size}", event=event_of(here).name, size=view.size)
    return Response(bracket_svg(view, as_picture=True, title=title), media_type=SVG)
