"""An organizer's events: the list of those the account helps to run, and a new one."""

from dataclasses import replace

from fastapi import Request
from starlette.responses import Response

from app.sentences import message, t
from app.services.event import tournaments
from app.services.event.settings import TournamentDraft
from app.services.kernel.actors import Actor
from app.services.kernel.errors import Kind, Refused
from app.time_zones import is_zone
from app.tournament.lifecycle import Phase
from app.web.context import Context, InContext
from app.web.forms import InForm, Posted, summary
from app.web.pages.answers import see_other
from app.web.pages.event_forms import (
    cut_options,
    draft_from,
    errors_of,
    format_options,
    policy_options,
    structure_options,
)
from app.web.presenters.desk_settings import EventsPage, OwnEvent
from app.web.requester import InSigned, Signed
from app.web.routes_made_late import Router
from app.web.templating import page
from app.web.views import ByField, FieldError
from app.words.written import short_day

router = Router()

PHASE_WORDS = {
    Phase.REGISTRATION: message("registration"),
    Phase.SWISS: message("being played"),
    Phase.TOP_CUT: message("top cut"),
    Phase.FINISHED: message("finished"),
}
ROLE_WORDS = {
    "owner": message("you own it"),
    "organizer": message("you run it"),
    "judge": message("you judge"),
    "display": message("screen"),
}


@router.get("/organize")
def my_events(request: Request, context: InContext, signed: InSigned) -> Response:
    """The events of the account, and the form for a new one."""
    if signed.account is None:
        return see_other("/sign-in?next=/organize")
    return _events(request, context, signed.account, _defaults(context))


@router.post("/organize")
def create(request: Request, context: InContext, signed: InSigned, form: InForm) -> Response:
    """Make an event and open its desk; a refusal keeps everything typed."""
    account = _account(signed)
    try:
        made = tournaments.create_tournament(
            context.installation, account, context.now(), _draft(form), seed=context.seed()
        )
    except Refused as refusal:
        return _events(request, context, account, form.values(), refusal)
    return see_other(f"/t/{made.code}/desk")


def _draft(form: Posted) -> TournamentDraft:
    """The settings of the form. The time zone is told by the browser: one that nobody knows is left out."""
    draft = draft_from(form)
    zone = draft.settings.get("time_zone")
    if zone is None or is_zone(zone):
        return draft
    return replace(draft, settings={**draft.settings, "time_zone": None})


def _account(signed: Signed) -> Actor:
    if signed.account is None or signed.account.id is None:
        raise Refused("not-signed-in", "Sign in as an organizer first.", Kind.NOT_SIGNED_IN)
    return signed.account


def _defaults(context: Context) -> dict[str, str]:
    return {
        "name": "",
        "date": context.now().astimezone().date().isoformat(),
        "format": "cache-refresh",
        "structure": "cache-refresh",
        "pool_date": "",
        "round_minutes": "",
        "planned_rounds": "",
        "deck_policy": "required",
        "cut": "none-0",
    }


def _events(
    request: Request, context: Context, account: Actor, typed: dict[str, str], refusal: Refused | None = None
) -> Response:
    events = [
        OwnEvent(
            code=event.code,
            name=event.name,
            href=f"/t/{event.code}/desk",
            date=short_day(event.date),
            phase=t(PHASE_WORDS[event.phase]),
            role=t(ROLE_WORDS.get(event.role or "", "")),
        )
        for event in tournaments.tournaments_of_account(context.installation, account.known_id)
    ]
    errors = errors_of(refusal)
    shown = EventsPage(
        events=events,
        typed=ByField(typed),
        errors=ByField(errors),
        summary=summary(errors) or ([FieldError("#f-name", refusal.sentence)] if refusal is not None else []),
        formats=format_options(),
        structures=structure_options(),
        cuts=cut_options(),
        policies=policy_options(),
        once=context.secret(),
    )
    return page(request, shown, status_code=int(refusal.kind) if refusal else 200)
