"""Settings at the desk: all that can be changed about an event, its pool, its beginning and its end."""

from collections.abc import Callable, Mapping

from starlette.responses import Response

from app.deckcheck.formats import CUSTOM
from app.sentences import message, t
from app.services.decks.event_pool import pool_if_any
from app.services.event import copies, tournaments
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import settings_of
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.play import cut
from app.tournament.advice import advise
from app.tournament.lifecycle import Phase, RoundState
from app.tournament.structures import Sides, structure
from app.web.forms import InForm, Posted, summary
from app.web.pages.answers import see_other
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.event_forms import (
    changes_from,
    cut_of,
    cut_options,
    day_of,
    errors_of,
    format_options,
    language_options,
    mwl_options,
    policy_options,
    said,
    structure_options,
    typed_from,
)
from app.web.presenters.decks import pool_shown
from app.web.presenters.desk_settings import SettingsPage
from app.web.routes_made_late import Router
from app.web.views import ByField

router = Router(prefix="/t/{code}/desk/settings")

DECKS_CHANGE = [
    ("locked", message("Locked when round 1 is published")),
    ("between-rounds", message("May change between rounds")),
]
DECKS_OPEN = [
    ("never", message("Nobody but the player and the staff")),
    ("cut", message("Everybody, those of the cut, once it begins")),
    ("after-event", message("Everybody, when the event is over")),
]
CUT_SIDES = [("auction", message("Bought, as in Swiss")), ("seed", message("The higher seed chooses first"))]
CUSTOM_OPTION = (CUSTOM, message("Custom: see the card pool"))
ROUNDS_LATER = message("How many rounds suit the event is said here once players are in.")


@router.get("")
def settings(desk: InDesk) -> Response:
    """All settings, and the pool they make."""
    return _settings(desk)


def _settings(desk: Desk, refusal: Refused | None = None, form: Posted | None = None) -> Response:
    draft = settings_of(desk.installation, desk.here.tournament_id)
    typed = typed_from(draft)
    if form is not None:
        typed = {**typed, **form.values()}
    errors = errors_of(refusal)
    return desk.page(_page(desk, draft, ByField(typed), errors), refusal)


def _page(desk: Desk, draft: TournamentDraft, typed: ByField, errors: Mapping[str, str]) -> SettingsPage:
    pool = pool_if_any(desk.installation, desk.here.tournament_id)
    rules, phase, may = structure(draft.structure), desk.view.phase, desk.here.may
    fixed = desk.round is not None and (desk.round.number > 1 or desk.round.state is not RoundState.DRAFT)
    advised = advise(desk.view.players, rules.advice).sentence if desk.view.players > 1 else t(ROUNDS_LATER)
    return SettingsPage(
        desk.frame("/settings"),
        typed=typed,
        errors=ByField(errors),
        summary=summary(errors),
        # A custom pool is made on its own page, from the pool of a format.
        formats=[*format_options(), *(said([CUSTOM_OPTION]) if draft.format == CUSTOM else [])],
        lists=mwl_options(desk.installation.catalog.added),
        cuts=cut_options(),
        structures=[each for each in structure_options() if not fixed or each[0] == draft.structure],
        structure_fixed=fixed,
        languages_of_event=language_options(),
        ties=rules.has_ties,
        assigned=rules.sides is Sides.ASSIGNED,
        several=rules.has_pods,
        policies=policy_options(),
        decks_change=said(DECKS_CHANGE),
        decks_open=said(DECKS_OPEN),
        cut_sides=said(CUT_SIDES),
        advice=str(advised),
        pool=pool_shown(pool) if pool is not None else None,
        registration_open=desk.view.registration_open,
        may_start_cut=phase is Phase.SWISS and may("start_cut"),
        may_finish=phase in (Phase.SWISS, Phase.TOP_CUT) and may("finish_tournament"),
        finished=phase is Phase.FINISHED,
        may_delete=desk.view.round is None and may("delete_tournament"),
    )


def _do(desk: Desk, form: Posted | None, run: Callable[[], Done[object]], to: str = "/settings") -> Response:
    return desk.carry_out(f"{desk.path}{to}", run, lambda refusal: _settings(desk.afresh(), refusal, form))


@router.post("")
def save(desk: InDesk, form: InForm) -> Response:
    """Change the settings; what the form left as it was changes nothing."""
    desk.here.require("edit_tournament")

    def run() -> Done[object]:
        return tournaments.edit_tournament(desk.call, changes_from(form))

    return _do(desk, form, run)


@router.post("/registration")
def registration(desk: InDesk, form: InForm) -> Response:
    """Open or close the registration for those who join by themselves."""
    desk.here.require("set_registration")
    is_open = form.text("open") == "1"
    return _do(desk, None, lambda: tournaments.set_registration(desk.call, is_open), "/settings#ending")


@router.post("/cut")
def start_cut(desk: InDesk, form: InForm) -> Response:
    """Start the top cut with the kind and size chosen."""
    desk.here.require("start_cut")

    def run() -> Done[object]:
        kind, size = cut_of(form.text("cut"))
        if kind == "none":
            raise Refused("no-such-cut", "Choose how many play in the cut.", Kind.INVALID, field="cut")
        return cut.start_cut(desk.call, kind=kind, size=size)

    return _do(desk, form, run, "")


@router.post("/copy")
def copy(desk: InDesk, form: InForm) -> Response:
    """Make a new event with the settings and the staff of this one, and open its desk."""
    desk.here.require("copy_tournament")
    try:
        day = day_of(form, "copy_date")
        made = copies.copy_tournament(desk.call, form.text("copy_name"), day, seed=desk.here.context.seed())
    except Refused as refusal:
        return _settings(desk.afresh(), refusal, form)
    return see_other(f"/t/{made.code}/desk/settings")


@router.post("/delete")
def delete(desk: InDesk, form: InForm) -> Response:
    """Delete an event that has not begun, after its code was typed."""
    desk.here.require("delete_tournament")
    try:
        copies.delete_tournament(desk.call, form.text("confirm"))
    except Refused as refusal:
        return _settings(desk.afresh(), refusal, form)
    return see_other("/organize")


@router.post("/finish")
def finish(desk: InDesk) -> Response:
    """End the event."""
    desk.here.require("finish_tournament")
    return _do(desk, None, lambda: tournaments.finish_tournament(desk.call), "")


@router.post("/reopen")
def reopen(desk: InDesk) -> Response:
    """Go on with a finished event."""
    desk.here.require("reopen_tournament")
    return _do(desk, None, lambda: tournaments.reopen_tournament(desk.call), "")
