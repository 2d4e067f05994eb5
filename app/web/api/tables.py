"""Tables: the auction, the result, checking in, extra time. The path from thumb to thumb begins here."""

from fastapi import Request
from starlette.responses import Response

from app.services.event import queries
from app.services.kernel.actors import ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.views import TableView
from app.services.play import (
    auctions,
    beginning,
    clocks,
    cut,
    intentional_draw,
    one_phone,
    results,
    settling,
    two_games,
)
from app.web.api.documents import UNCHANGED, problems
from app.web.api.reasons import InReason, ReasonBody
from app.web.api.requests import (
    AuctionBody,
    BidBody,
    Body,
    CheckInBody,
    ExtraTimeBody,
    Id,
    OnePhoneBody,
    ResultBody,
)
from app.web.cache.public_cache import Ticking, held, json_of
from app.web.http.path_ids import Number
from app.web.phone_presence import PhoneAction, phone_across
from app.web.requester import InVisit, Visit
from app.web.routes_made_late import Router


class BeganBody(Body):
    """Who begins a game without sides; null takes it back."""

    player_id: Id | None


router = Router(prefix="/api/v1/tournaments/{code}/tables/{table_id}", tags=["tables"])
_ALL = problems(401, 403, 404, 409)


def _table(here: Visit, table_id: int) -> TableView:
    return queries.one_table(here.context.installation, here.tournament_id, table_id, here.viewer)


@router.get("", responses={**problems(401, 404), **UNCHANGED}, response_model=TableView)
def show(request: Request, table_id: Number, here: InVisit) -> Response:
    """Seats, auction, result, and what the caller may do now."""
    return held(request, here, "", lambda: Ticking(json_of(TableView, _table(here, table_id))))


@router.post("/bids", responses=_ALL)
def bid(table_id: Number, body: BidBody, here: InVisit) -> TableView:
    """Bid or pass; a stale version is 409 with the present state, a repeat is the same answer."""
    here.require("place_bid")
    try:
        if body.bid is None:
            auctions.pass_bid(here.call, table_id, version=body.version, seat=body.seat)
        else:
            auctions.place_bid(
                here.call,
                table_id,
                version=body.version,
                amount=body.bid,
                side=body.side,
                seat=body.seat,
            )
    except Refused as refusal:
        if refusal.kind is Kind.CONFLICT:
            refusal.state["table"] = _table(here, table_id)
        raise
    return _table(here, table_id)


@router.post("/auction", responses=_ALL)
def auction(table_id: Number, body: AuctionBody, here: InVisit) -> TableView:
    """Restart the auction, settle it by hand, confirm what a player entered, choose a side in the cut, or
    correct the sides of any round.

    A player may enter a settlement for both; it counts when the other enters the same or confirms.
    """
    here.require("place_bid")
    if body.action == "restart":
        here.require("settle_auction")
        auctions.restart_auction(here.call, table_id, reason=body.reason)
    elif body.action == "confirm":
        auctions.confirm_settlement(here.call, table_id)
    elif body.action == "choose-side":
        if body.side is None:
            raise Refused("side-missing", "Name the side: corp or runner.", Kind.INVALID)
        cut.choose_side(here.call, table_id, body.side)
    elif body.action == "correct":
        here.require("correct_sides")
        if body.winner is None or body.side is None:
            raise Refused("settlement-incomplete", "Name the player and the side.", Kind.INVALID)
        settling.correct_sides(
            here.call, table_id, winner_id=body.winner, side=body.side, bid=body.bid, reason=body.reason
        )
    else:
        _settle(here, table_id, body)
    return _table(here, table_id)


def _settle(here: Visit, table_id: int, body: AuctionBody) -> None:
    if body.winner is None or body.side is None or body.bid is None:
        raise Refused(
            "settlement-incomplete", "Name the winner of the bid, the side and the bid.", Kind.INVALID
        )
    settle = auctions.enter_settlement if here.actor.kind is ActorKind.PLAYER else auctions.settle_auction
    settle(here.call, table_id, winner_id=body.winner, side=body.side, bid=body.bid)


@router.post("/one-phone", responses=_ALL)
def use_one_phone(table_id: Number, body: OnePhoneBody, here: InVisit) -> TableView:
    """Offer the own phone for both players, agree to the opponent's, or end it.

    While it serves both, its player names the `seat` of each bid. The opponent must agree, unless no phone of
    theirs is connected: then it begins at once, or when the offer is sent again after a minute of silence.
    """
    here.require("share_phone")
    if body.action is PhoneAction.SHARE:
        one_phone.share_phone(here.call, table_id, other=phone_across(here, table_id))
    elif body.action is PhoneAction.AGREE:
        one_phone.agree_to_one_phone(here.call, table_id)
    else:
        one_phone.end_one_phone(here.call, table_id)
    return _table(here, table_id)


@router.post("/result", responses=_ALL)
def result(table_id: Number, body: ResultBody, here: InVisit) -> TableView:
    """A player reports; an organizer's word is final."""
    players = here.actor.kind is ActorKind.PLAYER
    if body.intentional_draw is not None:
        here.require("report_result" if players or not body.intentional_draw else "correct_result")
        if not body.intentional_draw:
            intentional_draw.take_back_draw(here.call, table_id)
        elif players:
            intentional_draw.agree_to_draw(here.call, table_id)
        else:
            intentional_draw.set_intentional_draw(here.call, table_id, reason=body.reason)
    elif body.of_two_games:
        here.require("report_result" if players else "correct_result")
        if players:
            two_games.report_games(here.call, table_id, body.games(), body.two_for_one)
        else:
            two_games.correct_games(
                here.call, table_id, body.games(), two_for_one_id=body.two_for_one, reason=body.reason
            )
    elif players:
        here.require("report_result")
        if body.winner_id is not None:
            raise Refused(
                "organizer-only", "Only an organizer names the winner of a forfeit.", Kind.FORBIDDEN
            )
        results.report_result(here.call, table_id, body.report())
    else:
        here.require("correct_result")
        results.correct_result(
            here.call,
            table_id,
            body.report(),
            winner_id=body.winner_id,
            winner_alone=body.winner_alone,
            reason=body.reason,
        )
    return _table(here, table_id)


@router.delete("/result", responses=_ALL)
def clear_result(
    table_id: Number, here: InVisit, body: ReasonBody | None = None, reason: InReason = ""
) -> TableView:
    """Take a result and its reports back while the round is being played; a final one for a `reason`."""
    here.require("correct_result")
    results.clear_result(here.call, table_id, reason=(body.reason if body else "") or reason)
    return _table(here, table_id)


@router.post("/check-in", responses=_ALL)
def check_in(table_id: Number, here: InVisit, body: CheckInBody | None = None) -> TableView:
    """Say: I am at the table."""
    here.require("check_in")
    clocks.check_in(here.call, table_id, body.seat if body else None)
    return _table(here, table_id)


@router.post("/began", responses=_ALL)
def began(table_id: Number, body: BeganBody, here: InVisit) -> TableView:
    """Tell who begins a game without sides, or take it back."""
    here.require("check_in")
    beginning.tell_who_begins(here.call, table_id, body.player_id)
    return _table(here, table_id)


@router.post("/extra-time", responses=_ALL)
def extra_time(table_id: Number, body: ExtraTimeBody, here: InVisit) -> TableView:
    """Give one table more time, in seconds."""
    here.require("set_clock")
    clocks.extend_table(here.call, table_id, body.seconds)
    return _table(here, table_id)
