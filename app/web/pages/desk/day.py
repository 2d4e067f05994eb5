"""The day at the desk: which day the event belongs to, players who go to its other events in one tap."""

from collections.abc import Callable

from starlette.responses import Response

from app.services.event import days
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.services.people import moving
from app.services.people.entering import MOST_PLAYERS
from app.web.forms import InForm, Posted, typed_in
from app.web.pages.answers import see_other
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.event_forms import day_of
from app.web.presenters.days import DayDeskPage
from app.web.routes_made_late import Router
from app.web.views import ByField

router = Router(prefix="/t/{code}/desk/day")


@router.get("")
def show(desk: InDesk) -> Response:
    """The day, its events, and who can go to them."""
    return _page(desk)


def _page(desk: Desk, refusal: Refused | None = None, form: Posted | None = None) -> Response:
    own, account = desk.view.day, desk.here.actor.id
    found = days.day_view(desk.installation, own) if own else None
    others = [event for event in found.events if event.code != desk.here.code] if found else []
    shown = DayDeskPage(
        desk.frame("/day"),
        day=found.name if found else None,
        day_code=found.code if found else None,
        mine=[(each.code, each.name) for each in days.days_of_account(desk.installation, account or 0)],
        others=[(event.code, event.name) for event in others],
        players=moving.who_can_go(desk.installation, desk.here.tournament_id) if others else [],
        twice=[str(said) for said in days.sit_twice(desk.installation, desk.here.tournament_id)],
        # A new day is most often that of the event.
        typed=typed_in(form) if form is not None else ByField({"date": desk.view.date.isoformat()}),
    )
    return desk.page(shown, refusal)


def _do(desk: Desk, form: Posted, run: Callable[[], Done[object]]) -> Response:
    return desk.carry_out(f"{desk.path}/day", run, lambda refusal: _page(desk.afresh(), refusal, form))


@router.post("")
def choose(desk: InDesk, form: InForm) -> Response:
    """Put the event into a day, or take it out."""
    desk.here.require("set_day")
    return _do(desk, form, lambda: days.set_day(desk.call, form.line("day")))


@router.post("/new")
def make(desk: InDesk, form: InForm) -> Response:
    """Make a day and put the event into it; the same form again makes no second one."""
    desk.here.require("set_day")
    if (before := desk.done_before(f"{desk.path}/day")) is not None:
        return before

    def run() -> Done[object]:
        here = desk.here
        made = days.create_day(
            desk.installation,
            here.actor,
            here.context.now(),
            form.text("name"),
            day_of(form, "date"),
            form.text("place"),
            here.context.seed(),
        )
        return days.set_day(desk.call, made.code)

    return _do(desk, form, run)


@router.post("/move")
def move(desk: InDesk, form: InForm) -> Response:
    """Let a player go to another event of the day."""
    desk.here.require("move_player")
    try:
        player = form.whole("player", "Choose who shall go.", "player-missing")
        to = tournament_id_by_code(desk.installation, form.text("to"))
        moving.move_player(desk.call, player, to, desk.here.context.secret())
    except Refused as refusal:
        return _page(desk.afresh(), refusal, form)
    return see_other(f"{desk.path}/day")


@router.post("/out-of-cut")
def out_of_cut(desk: InDesk, form: InForm) -> Response:
    """Let those come who missed the cut of another event of the day."""
    desk.here.require("move_player")
    try:
        source = tournament_id_by_code(desk.installation, form.text("source"))
        secrets = [desk.here.context.secret() for _ in range(MOST_PLAYERS)]
        moving.move_those_out_of_the_cut(desk.call, source, secrets)
    except Refused as refusal:
        return _page(desk.afresh(), refusal, form)
    return see_other(f"{desk.path}/day")
