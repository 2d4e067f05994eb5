"""The frame of the organizer's pages: who may see the desk, its header, what was just done, refusals.

A command that changed something leaves its number in the journal, and the page that follows says what that
entry says, with a button to undo it. A refused one shows the page again with the sentence and what was typed.
Every form carries a key, so that a double tap or a lost answer does nothing twice.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import HTMLResponse, Response

from app.services.event import queries
from app.services.event.announcements import AnnouncementView
from app.services.event.in_the_way import NEVER
from app.services.event.listing import Notice
from app.services.judging.calls import CallView
from app.services.kernel.call import Call, Done
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.views import RoundView, TournamentView
from app.tournament.lifecycle import RoundState
from app.web.forms import Posted
from app.web.http.path_ids import MOST_NUMBER
from app.web.pages.answers import is_live, own_path, see_other
from app.web.pages.desk.refused_form import SAID, at_the_field
from app.web.presenters.calls import Alarm, alarm_of
from app.web.presenters.clock import clock_shown
from app.web.presenters.dashboard import header_of
from app.web.presenters.desk_frame import (
    DeskFrame,
    DeskPage,
    DeskPart,
    NewsPart,
    PartFrame,
    RefusedPart,
    Said,
)
from app.web.presenters.rulings import rulings_of
from app.web.requester import InVisit, Visit
from app.web.templating import page, render

NO_STORE = {"cache-control": "no-store"}
_POSTED = re.compile(r'<form\b[^>]*\bmethod="post"[^>]*>')


@dataclass(frozen=True)
class Present:
    """What pages of the desk show of one moment, read in one session."""

    view: TournamentView
    round: RoundView | None
    calls: tuple[CallView, ...]
    announced: tuple[AnnouncementView, ...]
    notice: Notice


@dataclass(frozen=True)
class Desk:
    """One request to the desk of an event, with the event and its last round read when first asked for."""

    request: Request
    here: Visit

    @property
    def installation(self) -> Installation:
        """The installation."""
        return self.here.context.installation

    def afresh(self) -> "Desk":
        """The same request with nothing read yet: a command may be refused for what changed meanwhile."""
        return Desk(self.request, self.here)

    @property
    def call(self) -> Call:
        """What every command on the event begins with."""
        return self.here.call

    @property
    def path(self) -> str:
        """The address of the dashboard."""
        return f"/t/{self.here.code}/desk"

    @cached_property
    def _present(self) -> "Present":
        here = self.here
        with here.asking() as ask:
            view = ask.event(here.viewer)
            running = ask.round(view.round) if view.round is not None else None
            if running is not None and running.state is RoundState.DRAFT and not here.may("see_drafts"):
                running = ask.round(running.number - 1) if running.number > 1 else None
            return Present(view, running, ask.standing_calls(), ask.announcements(), ask.notice())

    @property
    def view(self) -> TournamentView:
        """The event, of one moment with `round`, `calls` and `announced`."""
        return self._present.view

    @property
    def round(self) -> RoundView | None:
        """The last round the caller may see: a draft only for who may edit it."""
        return self._present.round

    @property
    def calls(self) -> tuple[CallView, ...]:
        """Who waits for a judge, the longest first."""
        return self._present.calls

    @property
    def announced(self) -> tuple[AnnouncementView, ...]:
        """What everybody is told now, the newest first."""
        return self._present.announced

    @property
    def notice(self) -> Notice:
        """Where the event is, and when its rounds are to begin."""
        return self._present.notice

    @property
    def alarm(self) -> Alarm | None:
        """The calls nobody goes to yet, for who may go; None for others."""
        if not self.here.may("claim_call"):
            return None
        return alarm_of(self.calls)

    def round_at(self, number: int) -> RoundView:
        """A round by its number; Refused (404)."""
        with self.here.asking() as ask:
            return ask.round(number)

    def frame(self, current: str, *, clock: bool = True) -> DeskFrame:
        """What surrounds a page; `current` is its entry in the navigation."""
        running = self.round if clock else None
        return DeskFrame(
            **vars(self.part_frame),
            live_url=f"/api/v1/tournaments/{self.here.code}/live",
            live_version=self.view.version,
            rulings=rulings_of(self.view.structure, self.view.format),
            bid_table=self.view.has_bids,
            header=header_of(self.view, current, self.here.may),
            header_clock=clock_shown(running.clock)
            if running and running.state is RoundState.PUBLISHED
            else None,
            alarm=self.alarm,
            said=self._said(),
        )

    @property
    def part_frame(self) -> PartFrame:
        """What a part of a page may use."""
        return PartFrame(event=self.view, code=self.here.code, desk=self.path, may=self.here.may)

    def page(self, shown: DeskPage, refusal: Refused | None = None) -> Response:
        """A whole page of the desk; `refusal` is why nothing was changed, and gives the status."""
        if refusal is None:
            return self._keyed(page(self.request, shown))
        told = replace(shown, frame=replace(shown.frame, refusal=refusal.sentence))
        return self._keyed(page(self.request, told, status_code=int(refusal.kind)), refusal)

    def fragment(self, shown: DeskPart) -> Response:
        """A part of a page, for live.js."""
        return self._keyed(HTMLResponse(render(shown)))

    def answer(
        self, shown: DeskPart, refusal: Refused | None = None, done: Done[object] | None = None
    ) -> Response:
        """The part that answers a form sent by live.js, with what is said of the command just given.

        It takes the place of what was said of an earlier one: else that one would be undone by mistake.
        """
        news = NewsPart(self.part_frame, self.said_of(done.entry) if done and done.entry else None)
        status = int(refusal.kind) if refusal else 200
        return self._keyed(HTMLResponse(render(shown) + render(news), status), refusal)

    def _keyed(self, answer: HTMLResponse, refusal: Refused | None = None) -> Response:
        """The answer with a key in every form that does something, and with the reason of a refusal at its
        field; here, so that none can be forgotten."""
        text = bytes(answer.body).decode()
        posted: Posted | None = getattr(self.request.state, "posted", None)
        if refusal is not None and refusal.field is not None and posted is not None:
            said = render(RefusedPart(self.part_frame, SAID, refusal.sentence))
            text = at_the_field(text, self.request.url.path, posted, refusal.field, said)
        field = f'<input type="hidden" name="once" value="{self.here.context.secret()}">'
        text = _POSTED.sub(lambda found: found[0] + field, text)
        return HTMLResponse(text, answer.status_code, NO_STORE)

    @property
    def is_live(self) -> bool:
        """Whether the page's script asks for a part."""
        return is_live(self.request)

    def carry_out(
        self, to: str, run: Callable[[], Done[object]], again: Callable[[Refused], Response]
    ) -> Response:
        """Give a command and go on to `to`, which says what was done; `again` answers a refusal."""
        try:
            done = run()
        except Refused as refusal:
            return again(refusal)
        return see_other(with_news(to, done))

    def done_before(self, to: str) -> Response | None:
        """The way on for a form that was sent and carried out before; None for a new one."""
        found = queries.number_of_request(self.installation, self.here.tournament_id, self.here.actor)
        return see_other(f"{to}?did={found}") if found is not None else None

    def _said(self) -> Said | None:
        number = self.request.query_params.get("did", "")
        if not (number.isascii() and number.isdigit()) or not 0 < int(number[:12]) < MOST_NUMBER:
            return None
        return self.said_of(int(number[:12]))

    def said_of(self, wanted: int) -> Said | None:
        """What the page says of a command by its number in the journal; None for what is not there."""
        here = self.here
        found = queries.journal_view(self.installation, here.tournament_id, here.viewer, wanted + 1, 1)
        if not found or found[0].number != wanted:
            return None
        entry = found[0]
        undoable = entry.undone_by is None and entry.command not in NEVER and self.here.may("undo")
        return Said(
            text=str(entry.summary),
            undone=entry.undone_by is not None,
            undo=f"{self.path}/journal/{entry.number}/undo" if undoable else None,
            back=self._page,
        )

    @property
    def _page(self) -> str:
        """The page the caller is on: a form sent by live.js goes to another address."""
        if not self.is_live:
            return self.request.url.path
        # Cut at the host, not parsed: anything can stand in a header.
        _, slash, path = self.request.headers.get("referer", "").partition("://")[2].partition("/")
        return own_path((slash + path).partition("?")[0], self.path)


def with_news(to: str, done: Done[object]) -> str:
    """The address with the number of the journal entry that the command wrote, if it wrote one."""
    if done.entry is None:
        return to
    path, hash_, part = to.partition("#")
    return f"{path}{'&' if '?' in path else '?'}did={done.entry}{hash_}{part}"


async def desk(request: Request, here: InVisit) -> Desk:
    """The desk of the event in the address, for its staff; Refused (401, 403) for others."""
    here.require("see_dashboard")
    return Desk(request, here)


InDesk = Annotated[Desk, Depends(desk)]
