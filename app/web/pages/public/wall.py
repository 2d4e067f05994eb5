"""The projector: one page that shows by itself what the hall needs now, and comes back by itself.

It shows what everybody may see, also in the browser of an organizer: no draft, no bid, no hidden standings.
Without JavaScript the page loads itself again every 8 seconds and turns its pages so.
"""

from fastapi import Request
from markupsafe import Markup
from starlette.responses import Response

from app.sentences import say, t
from app.services.event import brackets
from app.services.event.played import played
from app.services.event.questions import Questions
from app.services.event.standings import standings_view
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import RoundView, TournamentView
from app.time_zones import local
from app.tournament.lifecycle import Phase, RoundState
from app.tournament.rules import CutKind
from app.tournament.structures import structure
from app.web.asides import VERSION
from app.web.cache.public_cache import Ticking, made_once, seen_by
from app.web.pages.answers import page_or_part
from app.web.pages.links import hall_address, join_qr
from app.web.presenters import wall
from app.web.presenters.brackets import bracket_shown
from app.web.presenters.champion import Champion, champion_shown
from app.web.presenters.clock import at_time, clock_shown
from app.web.presenters.event import stage_words
from app.web.presenters.round_names import round_name
from app.web.presenters.standings import in_final_order
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router
from app.web.templating import theme_of

router = Router(prefix="/t/{code}/wall")

SHOWS = ("pairings", "tables", "join", "standings", "bracket", "champion")
TOPICS = "tournament round clock results standings announcement players"
TURN_SECONDS = 8
KEPT_PAGES = 100


@router.get("")
def projector(request: Request, here: InVisit, show: str = "", page: int = 0) -> Response:
    """The wall; `show` holds one of its pages, without it the wall chooses."""
    here.require("see_display")
    if show and show not in SHOWS:
        raise Refused("not-found", say("The wall shows {pages}.", pages=list(SHOWS)), Kind.NOT_FOUND)

    def render(nobody: Visit) -> Ticking:
        return Ticking(page_or_part(request, view_of_wall(request, nobody, show, page)))

    if not 0 <= page < KEPT_PAGES:  # any number turns to some page, but not any number is kept
        return seen_by(request, here, render(here.as_nobody()))
    # It holds the address to join at: kept for those alone who reach the program there.
    return made_once(request, here, (show, page, hall_address(request, here.context)), render)


def view_of_wall(request: Request, here: Visit, show: str, page: int) -> wall.WallPage:
    """The wall of an event; `show` holds one of its pages, without it the wall chooses.

    It is what a visitor who is not signed in may see, whoever opened it: a hall reads it.
    """
    context, fixed = here.context, f"show={show}&" if show else ""
    with here.as_nobody().asking() as ask:
        event, said = ask.event(), ask.announcements()
        running = ask.round(event.round) if event.round is not None else None
        chosen = _chosen(event, running, show)
        leaves, number = _leaves(ask, chosen, running, fixed)
        tree = _tree(ask) if chosen == "bracket" else None
    playing = running is not None and running.state is RoundState.PUBLISHED
    tables = wall.outstanding(running)
    theme = theme_of(request)
    return wall.WallPage(
        theme="dark" if theme == "auto" else theme,
        name=event.name,
        code=here.code,
        stage=stage_words(event),
        topics=TOPICS,
        chosen=chosen,
        title=wall.wall_title(
            chosen,
            number,
            playing=round_name(event, running) if running else "",
            finished=event.phase is Phase.FINISHED,
        ),
        fragment=f"/t/{here.code}/wall" + (f"?show={show}" if show else ""),
        clock=clock_shown(running.clock) if running and playing else None,
        at_time=at_time(event),
        said=str(said[0].text) if said else None,
        said_long=bool(said) and len(str(said[0].text)) > wall.LONG_ANNOUNCEMENT,
        out_words=wall.outstanding_words(running),
        leaves=leaves,
        leaf=page % len(leaves) if leaves else 0,
        tables=tables,
        wide=wall.columns_of(len(tables)),
        join=_join(request, here, chosen, is_open=event.registration_open),
        players=event.players,
        tree=tree,
        champion=_champion(here, event) if chosen == "champion" else None,
        updated=local(context.now(), event.time_zone).strftime("%H:%M:%S"),
        turn_seconds=TURN_SECONDS,
        next_page=f"?{fixed}page={(page + 1) % max(len(leaves), 1)}",
        live_url=f"/api/v1/tournaments/{here.code}/live?topics={','.join(TOPICS.split())}",
        live_version=VERSION,
    )


def _chosen(event: TournamentView, running: RoundView | None, show: str) -> str:
    has_bracket = event.cut_kind != CutKind.TABLE
    chosen = show or wall.what_to_show(running, event.phase, has_bracket=has_bracket)
    if chosen == "bracket" and not has_bracket:
        return "standings" if running else "join"
    if chosen == "bracket" and event.phase not in (Phase.TOP_CUT, Phase.FINISHED):
        return "standings" if running else "join"
    if chosen == "champion" and event.phase is not Phase.FINISHED:
        return "standings" if running else "join"
    return chosen


def _join(request: Request, here: Visit, chosen: str, *, is_open: bool) -> wall.JoinBlock:
    hall = hall_address(request, here.context)
    label = t("Scan to join, or type the code") if is_open else t("Scan to follow")
    if chosen == "tables":
        label = t("Your table, results, standings")
    return wall.JoinBlock(label, here.code, f"{hall}/{here.code}", join_qr(hall, here.code))


def _tree(ask: Questions) -> Markup | None:
    try:
        view = ask.bracket()
    except Refused as refusal:
        if refusal.code != "no-cut":
            raise
        return None
    return bracket_shown(view).tree


def _champion(here: Visit, event: TournamentView) -> Champion | None:
    installation, tournament_id = here.context.installation, here.tournament_id
    view = standings_view(installation, tournament_id, PUBLIC_VIEWER)
    order = brackets.final_order(installation, tournament_id)
    return champion_shown(event.code, view, order, played(installation, tournament_id))


def _leaves(
    ask: Questions, chosen: str, running: RoundView | None, fixed: str
) -> tuple[list[wall.Leaf], int | None]:
    """The turning pages of what is shown, and the round it belongs to."""
    number = running.number if running else None
    if chosen == "pairings" and running:
        return wall.leaves_by_name(running, fixed), number
    if chosen in ("standings", "champion"):
        view, order = ask.standings(), ask.final_order()
        rows = in_final_order(view, order).rows if view.after_round else []
        return wall.standings_leaves(
            rows, structure(view.structure).has_ties, fixed, beside_champion=chosen == "champion"
        ), view.after_round or None
    return [], number
