"""Rounds: pair, edit the draft, publish, run the clock, close."""

from fastapi import Request
from starlette.responses import Response

from app.services.event import queries
from app.services.kernel.views import ClockView, RoundView
from app.services.play import clocks, drafts, late_players, rounds
from app.web.api.documents import UNCHANGED, problems
from app.web.api.requests import (
    ClockBody,
    CloseBody,
    DeleteBody,
    HandPairBody,
    LockBody,
    PlayByeBody,
    RoundBody,
    SwapBody,
    SwapSidesBody,
    TableNumberBody,
    TakeApartBody,
)
from app.web.cache.public_cache import Rendered, Ticking, held, json_of
from app.web.http.path_ids import Number
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router

router = Router(prefix="/api/v1/tournaments/{code}/rounds", tags=["rounds"])
_ALL = problems(401, 403, 404, 409)


def _round(here: Visit, number: int) -> RoundView:
    with here.asking() as ask:
        return ask.round(number)


@router.get("", responses={**problems(401, 404), **UNCHANGED}, response_model=list[RoundView])
def all_rounds(request: Request, here: InVisit) -> Response:
    """All rounds with their tables; drafts for the staff only."""

    def render() -> Rendered:
        with here.asking() as ask:
            shown = ask.rounds()
        return Ticking(json_of(list[RoundView], shown))  # they tell the time

    return held(request, here, "", render)


@router.post("", status_code=201, responses=_ALL)
def pair(body: RoundBody, here: InVisit) -> RoundView:
    """Pair the next round as a draft; a repeat with the same expected number is harmless."""
    here.require("pair_round")
    number = rounds.pair_round(here.call, here.context.seed(), body.expected_number).value
    return _round(here, number)


@router.get("/{number}", responses={**problems(401, 404), **UNCHANGED}, response_model=RoundView)
def show(request: Request, number: Number, here: InVisit) -> Response:
    """One round."""
    # It tells the time.
    return held(request, here, "", lambda: Ticking(json_of(RoundView, _round(here, number))))


@router.delete("/{number}", responses=_ALL)
def delete(number: Number, body: DeleteBody, here: InVisit) -> dict[str, int]:
    """Delete the last round; `confirm` is the typed text: round N."""
    here.require("delete_round")
    rounds.delete_round(here.call, number, body.confirm)
    return {"deleted": number}


@router.post("/{number}/publish", responses=_ALL)
def publish(number: Number, here: InVisit) -> RoundView:
    """Show the pairings to everybody."""
    here.require("publish_round")
    rounds.publish_round(here.call, number)
    return _round(here, number)


@router.post("/{number}/withdraw", responses=_ALL)
def withdraw(number: Number, here: InVisit) -> RoundView:
    """Back to a draft while nobody has bid."""
    here.require("withdraw_round")
    rounds.withdraw_round(here.call, number)
    return _round(here, number)


@router.post("/{number}/close", responses=_ALL)
def close(number: Number, here: InVisit, body: CloseBody | None = None) -> RoundView:
    """Close the round; `without_result` tables end 0-0, at `end_as_tie` tables the second game is a tie."""
    here.require("close_round")
    given = body or CloseBody()
    rounds.close_round(here.call, number, tuple(given.without_result), tuple(given.end_as_tie))
    return _round(here, number)


@router.post("/{number}/shuffle", responses=_ALL)
def shuffle(number: Number, here: InVisit) -> RoundView:
    """Draw the unlocked tables of a draft with another seed."""
    here.require("edit_draft")
    drafts.shuffle_round(here.call, number, here.context.seed())
    return _round(here, number)


@router.post("/{number}/fill-gaps", responses=_ALL)
def fill_gaps(number: Number, here: InVisit) -> RoundView:
    """Draw only who lost the opponent or sits nowhere; whole tables of the draft stay."""
    here.require("edit_draft")
    drafts.fill_gaps(here.call, number, here.context.seed())
    return _round(here, number)


@router.post("/{number}/play-bye", responses=_ALL)
def play_bye(number: Number, body: PlayByeBody, here: InVisit) -> RoundView:
    """Let a player who came late, or dropped by mistake, play who has the bye of the running round."""
    here.require("play_bye")
    late_players.play_bye(here.call, number, body.player_id)
    return _round(here, number)


@router.post("/{number}/swap", responses=_ALL)
def swap(number: Number, body: SwapBody, here: InVisit) -> RoundView:
    """Let two players change places; one may have the bye."""
    here.require("edit_draft")
    drafts.swap_seats(here.call, number, body.player_id, body.other_id)
    return _round(here, number)


@router.post("/{number}/swap-sides", responses=_ALL)
def swap_sides(number: Number, body: SwapSidesBody, here: InVisit) -> RoundView:
    """Let the two players of a table change their assigned sides."""
    here.require("edit_draft")
    drafts.swap_sides(here.call, number, body.table_id)
    return _round(here, number)


@router.post("/{number}/lock", responses=_ALL)
def lock(number: Number, body: LockBody, here: InVisit) -> RoundView:
    """Keep a table through the next draws, or let it go."""
    here.require("edit_draft")
    drafts.lock_table(here.call, number, body.table_id, body.locked)
    return _round(here, number)


@router.post("/{number}/take-apart", responses=_ALL)
def take_apart(number: Number, body: TakeApartBody, here: InVisit) -> RoundView:
    """Remove a pairing from the draft; its players wait for another."""
    here.require("edit_draft")
    drafts.take_apart(here.call, number, body.table_id)
    return _round(here, number)


@router.post("/{number}/pair", responses=_ALL)
def pair_by_hand(number: Number, body: HandPairBody, here: InVisit) -> RoundView:
    """Pair two players who wait, or give one of them the bye."""
    here.require("edit_draft")
    drafts.pair_by_hand(here.call, number, body.first_id, body.second_id)
    return _round(here, number)


@router.post("/{number}/table-number", responses=_ALL)
def table_number(number: Number, body: TableNumberBody, here: InVisit) -> RoundView:
    """Give a table another number."""
    here.require("edit_draft")
    drafts.set_table_number(here.call, number, body.table_id, body.table_number)
    return _round(here, number)


@router.get("/{number}/clock", responses=problems(401, 404))
def clock(number: Number, here: InVisit) -> ClockView:
    """Remaining seconds and the server's time."""
    return queries.clock_view(
        here.context.installation, here.tournament_id, number, here.viewer, here.context.now()
    )


@router.post("/{number}/clock", responses=_ALL)
def set_clock(number: Number, body: ClockBody, here: InVisit) -> ClockView:
    """Start, pause, resume, add seconds, reset."""
    here.require("set_clock")
    now = here.context.now()
    clocks.set_clock(here.call, number, body.action, body.seconds)
    return queries.clock_view(here.context.installation, here.tournament_id, number, here.viewer, now)
