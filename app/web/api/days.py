"""Days: events that belong together; players who move between them, those out of a cut who begin another."""

from dataclasses import dataclass
from datetime import date

from app.services.event import days, queries
from app.services.event.days import DaySummary, DayView
from app.services.event.tournaments import tournament_id_by_code
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import TournamentView
from app.services.people import moving
from app.services.people.entering import MOST_PLAYERS
from app.web.api.documents import problems
from app.web.api.requests import Body, Line
from app.web.context import InContext
from app.web.http.path_ids import Number
from app.web.requester import InSigned, InVisit, Signed
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1", tags=["days"])
EVENT = "/tournaments/{code}"
_ALL = problems(401, 403, 404, 409)


class DayBody(Body):
    """A new day."""

    name: Line
    date: date
    place: Line = ""


class DayOfEventBody(Body):
    """The code of the day an event shall belong to; null takes it out."""

    day: Line | None


class MoveBody(Body):
    """The code of the event a player goes to."""

    to: Line


class FromBody(Body):
    """The code of the event whose players out of the cut come."""

    source: Line


@dataclass(frozen=True)
class Moved:
    """The player's id in the event named by `code`."""

    id: int
    code: str


@dataclass(frozen=True)
class Came:
    """How many players came."""

    players: int


def _account(signed: Signed) -> int:
    if signed.account is None or signed.account.id is None:
        raise Refused(
            "not-signed-in", "An organizer's token or session is needed for this.", Kind.NOT_SIGNED_IN
        )
    return signed.account.id


@router.post("/days", status_code=201, responses=problems(401, 403))
def create(body: DayBody, context: InContext, signed: InSigned) -> DaySummary:
    """Make a day; its five-letter code is in the answer."""
    _account(signed)
    assert signed.account is not None
    return days.create_day(
        context.installation, signed.account, context.now(), body.name, body.date, body.place, context.seed()
    )


@router.get("/days", responses=problems(401, 403))
def mine(context: InContext, signed: InSigned) -> list[DaySummary]:
    """The days of the caller's account."""
    return days.days_of_account(context.installation, _account(signed))


@router.get("/days/{day}", responses=problems(401, 404))
def show(day: str, context: InContext) -> DayView:
    """A day with its events."""
    return days.day_view(context.installation, day)


@router.post(EVENT + "/day", responses=_ALL)
def set_day(body: DayOfEventBody, here: InVisit) -> TournamentView:
    """Put the event into a day of one's own, or take it out."""
    here.require("set_day")
    days.set_day(here.call, body.day)
    return queries.tournament_view(here.context.installation, here.tournament_id, here.viewer)


@router.get(EVENT + "/sit-twice", responses=_ALL)
def sit_twice(here: InVisit) -> list[str]:
    """Who sits in running rounds here and in another event of the day, in sentences for the staff."""
    here.require("see_dashboard")
    return [str(said) for said in days.sit_twice(here.context.installation, here.tournament_id)]


@router.post(EVENT + "/players/{player_id}/move", responses=_ALL)
def move(player_id: Number, body: MoveBody, here: InVisit) -> Moved:
    """Let a player go to another event of the day, with name and personal link."""
    here.require("move_player")
    to = tournament_id_by_code(here.context.installation, body.to)
    moved = moving.move_player(here.call, player_id, to, here.context.secret())
    return Moved(moved, body.to.strip().upper())


@router.post(EVENT + "/players/out-of-cut", responses=_ALL)
def out_of_cut(body: FromBody, here: InVisit) -> Came:
    """Let those come who missed the cut of another event of the day."""
    here.require("move_player")
    source = tournament_id_by_code(here.context.installation, body.source)
    secrets = [here.context.secret() for _ in range(MOST_PLAYERS)]
    return Came(moving.move_those_out_of_the_cut(here.call, source, secrets))
