"""The judge's desk for everybody: search, one card, all entries, timing charts, infractions, side games.

The pages hold nothing of any event or person. A browser may keep them for a tournament day, so that a phone
which opened one shows it without a network; the page of all entries is what judge.js then searches in.
"""

import gzip
from functools import lru_cache
from typing import Annotated

from fastapi import Query, Request
from starlette.responses import HTMLResponse, Response

from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import alphabetical
from app.judge.entries import entries
from app.judge.penalties import penalties
from app.judge.search import LONGEST_QUERY
from app.judge.side_games import GAMES, game_name, rules_cards
from app.judge.timing import timing
from app.services.decks.rulings import ask_desk, edition_asked
from app.services.kernel.errors import Refused, not_found
from app.web.context import InContext
from app.web.http.packing import accepts_gzip
from app.web.pages.answers import page_or_part
from app.web.pages.public.checking import day_typed
from app.web.presenters import judge as shown
from app.web.presenters.judge_charts import chart_shown, sources_shown
from app.web.presenters.judge_pages import AllPage, GamePage, PenaltiesPage, SearchPage, TimingPage
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import NavLink

router = Router(prefix="/judge")

# A tournament day. The colours are a cookie's choice, so another cookie asks anew.
KEPT = {"cache-control": "private, max-age=43200", "vary": "cookie, accept-encoding"}
_Text = Annotated[str, Query(max_length=LONGEST_QUERY)]
_Short = Annotated[str, Query(max_length=40)]


@router.get("")
def search(
    request: Request,
    context: InContext,
    q: _Text = "",
    card: _Text = "",
    edition: _Short = "",
    date: _Short = "",
) -> Response:
    """One field over all entries; with a card its rulings and what it changes before the game."""
    today = context.now().date()
    error, day = "", today
    try:
        day = day_typed(date, today)
    except Refused as refusal:
        error = refusal.sentence
    catalog = context.installation.catalog
    spoken = shown.desk_language()
    answer = ask_desk(catalog, edition, day, words=q, card=card, language=spoken)
    chosen, asked = answer.edition, bool(q.strip() or card.strip())
    view = SearchPage(
        nav=shown.pages_of_the_desk("/judge", chosen.id),
        edition=chosen,
        editions=shown.edition_links("/judge", chosen, q=q, card=card),
        everything=shown.judge_address("/judge/all", edition=chosen.id),
        timing_href=shown.judge_address("/judge/timing", edition=chosen.id),
        q=q,
        asked_card=card,
        asked=asked,
        day=date if error else day.isoformat(),
        error=error or None,
        entries=shown.entries_shown(answer.entries, chosen) if asked else [],
        card=shown.card_shown(answer.card) if answer.card else None,
        cards=shown.card_links((each.title for each in answer.cards), chosen),
        cited=[] if asked else shown.card_links(_cited(catalog, chosen.id), chosen),
        games=[NavLink(f"/judge/games/{game}", game_name(game, spoken)) for game in GAMES],
    )
    given = page_or_part(request, view, status=422 if error else 200)
    if not asked and not error and "x-requested-with" not in request.headers:
        given.headers.update({**KEPT, "vary": "cookie, x-requested-with"})
    return given


@lru_cache(maxsize=8)
def _cited(_catalog: Catalog, edition: str) -> tuple[str, ...]:
    """Titles of all cards with entries, in the order of the alphabet."""
    return tuple(sorted({title for entry in entries(edition) for title in entry.cards}, key=alphabetical))


@router.get("/all")
def everything(request: Request, edition: _Short = "") -> Response:
    """All entries on one page, packed for a phone that shall search them without a network."""
    spoken = shown.desk_language()
    chosen = edition_asked(edition, spoken)
    view = AllPage(
        nav=shown.pages_of_the_desk("/judge/all", chosen.id),
        edition=chosen,
        editions=shown.edition_links("/judge/all", chosen),
        entries=shown.entries_to_search(entries(chosen.id, spoken), chosen),
    )
    return _packed(request, page(request, view))


def _packed(request: Request, plain: HTMLResponse) -> Response:
    """The same a fifth as long, over TLS too: the page holds no secret that its length could give away."""
    if not accepts_gzip(request):
        plain.headers.update(KEPT)
        return plain
    return HTMLResponse(gzip.compress(bytes(plain.body), 6), headers={**KEPT, "content-encoding": "gzip"})


@router.get("/timing")
def timing_charts(request: Request, edition: _Short = "") -> Response:
    """Turns and runs of one edition as charts to follow step by step."""
    spoken = shown.desk_language()
    chosen = edition_asked(edition, spoken)
    structures = timing(chosen.id, spoken)
    view = TimingPage(
        nav=shown.pages_of_the_desk("/judge/timing", chosen.id),
        edition=chosen,
        editions=shown.edition_links("/judge/timing", chosen),
        charts=[chart_shown(structure) for structure in structures],
        sources=sources_shown(structures),
    )
    return page(request, view, headers=KEPT)


@router.get("/penalties")
def infractions(request: Request, edition: _Short = "") -> Response:
    """The infractions with what is known of their penalties."""
    chosen = edition_asked(edition)
    view = PenaltiesPage(
        nav=shown.pages_of_the_desk("/judge/penalties", chosen.id),
        groups=shown.penalty_groups(penalties(shown.desk_language())),
    )
    return page(request, view, headers=KEPT)


@router.get("/games/{game}")
def side_game(request: Request, game: str) -> Response:
    """The rules cards of a game at side events."""
    if game not in GAMES:
        raise not_found("game")
    spoken = shown.desk_language()
    cards = rules_cards(game, spoken)
    view = GamePage(
        nav=shown.pages_of_the_desk("", edition_asked("").id),
        name=game_name(game, spoken),
        source=shown.source_words(cards[0].source),
        rules=shown.rules_shown(cards),
    )
    return page(request, view, headers=KEPT)
