"""What everybody may see of an event where several sit at a table: tables, standings, one player's sheet."""

from collections.abc import Sequence
from dataclasses import dataclass

from fastapi import Request
from starlette.responses import Response

from app.sentences import t
from app.services.event.questions import asking
from app.services.kernel.viewer import PUBLIC_VIEWER
from app.services.kernel.views import RoundView, StandingsView, TournamentView
from app.tournament.lifecycle import RoundState, Stage
from app.tournament.rules import CutKind
from app.web.cache.public_cache import Rendered, Ticking
from app.web.pages.answers import page_or_part
from app.web.pages.frames import public_frame
from app.web.presenters import event as words
from app.web.presenters.clock import at_time, clock_shown
from app.web.presenters.pod_standings import (
    PodSheetPage,
    PodStandingsPage,
    own_place,
    pod_standing_rows,
    pods_named_like,
    record_lines,
    share_words,
    tied_by_lot,
)
from app.web.presenters.pods import PodsPage, pod_shown
from app.web.requester import Visit
from app.web.views import NavLink


@dataclass(frozen=True)
class Ranked:
    """The standings in the order to be shown, the ways to those of other rounds, part of a name asked for."""

    view: StandingsView
    final: bool
    by_cut: bool
    links: Sequence[NavLink]
    query: str


def pods_of_round(request: Request, event: TournamentView, shown: RoundView | None, base: str) -> Rendered:
    """The tables of a round where several sit."""
    number = shown.number if shown else None
    clock = clock_shown(shown.clock) if shown and shown.state is RoundState.PUBLISHED else None
    final = shown is not None and shown.stage is Stage.TOP_CUT
    title = t("Round {number}", number=number) if number else t("Pairings")
    view = PodsPage(
        frame=public_frame(event, "/pairings"),
        number=number,
        title=t("Final table") if final else title,
        lead=words.next_words(event) if number == event.round else t("This round is over."),
        tables=[pod_shown(pod, for_all=True) for pod in shown.pods] if shown else [],
        clock=clock,
        at_time=at_time(event),
        links=words.round_links(event.code, range(1, (event.round or 0) + 1), number, "/rounds/{}"),
        here=base,
    )
    answer = page_or_part(request, view)
    return Ticking(answer) if clock is not None and clock.ends_at else answer


def pod_standings(request: Request, event: TournamentView, told: Ranked, address: str) -> Response:
    """The standings by place, share and lot."""
    view, final, by_cut = told.view, told.final, told.by_cut
    cut_size = event.cut_size if event.cut_kind is not CutKind.NONE else 0
    shown = PodStandingsPage(
        frame=public_frame(event, "/standings"),
        title=t("Final standings") if final else t("Standings"),
        kicker=words.standings_kicker(view.after_round, final=final, by_cut=by_cut),
        lead=t("The final table decides the first places.") if by_cut else None,
        after_round=view.after_round,
        rows=pods_named_like(pod_standing_rows(view.rows, event.code, cut_size), told.query),
        cut_size=cut_size,
        tied=tied_by_lot(view.rows) if view.after_round and not (by_cut or told.query) else [],
        links=told.links if len(told.links) > 1 else [],
        query=told.query,
        here=address,
    )
    return page_or_part(request, shown)


def pod_sheet(request: Request, here: Visit, event: TournamentView, player_id: int) -> Response:
    """One player's place and tables; Refused (404)."""
    with asking(here.context.installation, here.tournament_id, PUBLIC_VIEWER, here.context.now()) as ask:
        person, row, order = ask.player(player_id), ask.standing_of(player_id), ask.final_order()
        view, record = ask.standings(), record_lines(ask.pods_of(player_id), player_id)
    rank = order.index(player_id) + 1 if player_id in order else None
    shown = PodSheetPage(
        frame=public_frame(event, "/standings"),
        name=person.name,
        pronouns=person.pronouns,
        place=own_place(row if view.after_round else None, rank, len(view.rows)),
        share=share_words(row) if row else "",
        record=record,
        here=f"/t/{event.code}/players/{player_id}",
    )
    return page_or_part(request, shown)
