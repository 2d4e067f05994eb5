"""What a player does at the table: check in, bid or pass, enter a bidding held aloud, report and confirm.

Every form names its table, so that a phone that slept through a round cannot act at the next one by mistake.
"""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from starlette.responses import Response

from app.sentences import message
from app.services.kernel.call import Done
from app.services.kernel.errors import Kind, Refused
from app.services.play import (
    auctions,
    beginning,
    clocks,
    cut,
    intentional_draw,
    one_phone,
    results,
    two_games,
)
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report
from app.web.forms import InForm, Posted
from app.web.pages.game_forms import duel_of, games_of, two_for_one_of
from app.web.pages.player.own_page import after
from app.web.pages.player.player_state import Attempt
from app.web.phone_presence import PhoneAction, phone_across
from app.web.requester import InPlayerVisit, Visit
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/me")

_NUMBER = message("A bid is a whole number from 0 to 10: choose one.")
_POINTS = message("Agenda points are whole numbers.")
_VERSION = message("This form is too old: load the page again.")
_PHONE = message("Say what to do about one phone: load the page again.")
_SIDE = message("Choose a side: Corp or Runner.")


async def _table(table: Annotated[int, Query(ge=1, le=2**31 - 1)]) -> int:
    return table


InTable = Annotated[int, Depends(_table)]


def _attempt(request: Request, here: Visit, name: str, form: Posted, command: Callable[[], Any]) -> Response:
    """Do it and show the page again: as it is now, or with the refusal and what was typed."""
    try:
        command()
    except Refused as refusal:
        return after(request, here, Attempt(refusal, name, form))
    return after(request, here)


@router.post("/bid")
def bid(
    request: Request, here: InPlayerVisit, table: InTable, form: InForm, seat: Seat | None = None
) -> Response:
    """Bid or pass; a stale move comes back with the present state and says what happened first.

    `seat` says for whom, where one phone serves both.
    """
    here.require("place_bid")

    def move() -> Done[object]:
        version = form.whole("version", _VERSION, "invalid-version")
        if "pass" in form:
            return auctions.pass_bid(here.call, table, version=version, seat=seat)
        amount = form.whole("bid", _NUMBER, "bid-not-whole-number")
        side = form.choice("side", Side, _SIDE) if "side" in form else None
        return auctions.place_bid(here.call, table, version=version, amount=amount, side=side, seat=seat)

    return _attempt(request, here, "bid", form, move)


@router.post("/settlement")
def settlement(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Enter for both how a bidding held aloud ended; the same from the other player settles it.

    Confirming sends the values that were seen, so nobody confirms what the opponent changed meanwhile.
    """
    here.require("place_bid")

    def enter() -> Done[object]:
        return auctions.enter_settlement(
            here.call,
            table,
            winner_id=form.whole("winner", message("Say who won the bid."), "winner-missing"),
            side=form.choice("side", Side, message("Say which side the winner of the bid plays.")),
            bid=form.whole("bid", _NUMBER, "bid-not-whole-number"),
        )

    return _attempt(request, here, "settlement", form, enter)


@router.post("/one-phone")
def use_one_phone(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Offer this phone for both players, agree to the opponent's, or end it."""
    here.require("share_phone")

    def do() -> Done[object]:
        match form.choice("action", PhoneAction, _PHONE):
            case PhoneAction.SHARE:
                other = phone_across(here, table)
                return one_phone.share_phone(here.call, table, other=other)
            case PhoneAction.AGREE:
                return one_phone.agree_to_one_phone(here.call, table)
            case PhoneAction.END:
                return one_phone.end_one_phone(here.call, table)

    return _attempt(request, here, "one-phone", form, do)


@router.post("/side")
def choose_side(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """The higher seed of a cut game chooses the side."""
    here.require("place_bid")

    def choose() -> Done[object]:
        return cut.choose_side(here.call, table, form.choice("side", Side, _SIDE))

    return _attempt(request, here, "side", form, choose)


@router.post("/result")
def report(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Report how the game ended; the same as the opponent's report makes it final."""
    here.require("report_result")

    def send() -> Done[object]:
        return results.report_result(here.call, table, _report(form))

    return _attempt(request, here, "result", form, send)


@router.post("/duel")
def report_duel(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Report a game without sides; the same as the opponent's report makes it final."""
    here.require("report_result")
    return _attempt(
        request, here, "duel", form, lambda: results.report_result(here.call, table, duel_of(form))
    )


@router.post("/began")
def tell_who_begins(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Tell who begins a game without sides; nobody takes it back."""
    here.require("check_in")

    def tell() -> Done[object]:
        player = form.optional_whole("player", "Say who begins.", "player-missing")
        return beginning.tell_who_begins(here.call, table, player)

    return _attempt(request, here, "began", form, tell)


@router.post("/games")
def report_games(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Report one or both games, or 2 for 1; what the opponent says as well becomes final."""
    here.require("report_result")

    def send() -> Done[object]:
        games, taker = games_of(form), two_for_one_of(form)
        if not games and taker is None:
            raise Refused("outcome-missing", "Say who won at least one game.", Kind.INVALID)
        return two_games.report_games(here.call, table, games, taker)

    return _attempt(request, here, "games", form, send)


@router.post("/draw")
def intentional_draw_of(request: Request, here: InPlayerVisit, table: InTable, form: InForm) -> Response:
    """Propose an intentional draw or agree to one; or say no to it."""
    here.require("report_result")

    def send() -> Done[object]:
        if form.text("draw") == "1":
            return intentional_draw.agree_to_draw(here.call, table)
        return intentional_draw.take_back_draw(here.call, table)

    return _attempt(request, here, "draw", form, send)


def _report(form: Posted) -> Report:
    return Report(
        form.choice("outcome", Outcome, message("Say who won: Corp, Runner or a draw.")),
        form.choice("ending", Ending, message("Say how the game ended.")) if form.text("ending") else None,
        form.optional_whole("corp_points", _POINTS, "invalid-points"),
        form.optional_whole("runner_points", _POINTS, "invalid-points"),
    )


@router.post("/check-in")
def check_in(request: Request, here: InPlayerVisit, table: InTable) -> Response:
    """Say: I am at the table."""
    here.require("check_in")
    return _attempt(request, here, "check-in", Posted(), lambda: clocks.check_in(here.call, table))
