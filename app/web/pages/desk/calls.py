"""Players' calls at the desk: who waits, who goes, what was done, and how long it took."""

from collections.abc import Callable

from starlette.responses import Response

from app.services.judging import calls
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.web.forms import InForm, Posted
from app.web.http.path_ids import Number
from app.web.pages.desk.dashboard_parts import calls_part
from app.web.pages.desk.frame import Desk, InDesk
from app.web.presenters.calls import ended_calls, waiting_facts
from app.web.presenters.desk_parts import CallsPage
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/calls")


@router.get("")
def calls_page(desk: InDesk) -> Response:
    """All calls of the event, those that wait first."""
    desk.here.require("claim_call")
    return _calls_page(desk)


def _calls_page(desk: Desk, refusal: Refused | None = None, form: Posted | None = None) -> Response:
    place = (desk.installation, desk.here.tournament_id)
    shown = CallsPage(
        desk.frame("/calls"),
        calls_part=calls_part(desk, form=form),
        ended=ended_calls(calls.calls(*place, desk.here.viewer)),
        facts=waiting_facts(calls.waiting(*place)),
    )
    return desk.page(shown, refusal)


def _answer(desk: Desk, run: Callable[[], Done[object]], form: Posted | None) -> Response:
    """The part for the page's script, which stays where it is; else the page of calls."""
    if not desk.is_live:
        to = f"{desk.path}/calls"
        return desk.carry_out(to, run, lambda refusal: _calls_page(desk.afresh(), refusal, form))
    try:
        done = run()
    except Refused as refusal:
        return desk.answer(calls_part(desk.afresh(), refusal, form), refusal)
    return desk.answer(calls_part(desk.afresh()), done=done)


@router.post("/{call_id}/claim")
def claim(call_id: Number, desk: InDesk) -> Response:
    """Say that one goes there."""
    return _answer(desk, lambda: calls.claim_call(desk.call, call_id), None)


@router.post("/{call_id}/close")
def close(call_id: Number, desk: InDesk, form: InForm) -> Response:
    """End a call, with a note and more minutes for the table."""

    def run() -> Done[object]:
        minutes = form.optional_whole("minutes", "Say how many minutes, like 3.", "invalid-minutes") or 0
        return calls.close_call(desk.call, call_id, form.text("note"), minutes * 60)

    return _answer(desk, run, form)
