"""One table at the desk: its auction, its reports, and the organizer's word on both."""

from collections.abc import Callable
from dataclasses import replace

from starlette.responses import Response

from app.judge.editions import edition_for
from app.sentences import t
from app.services.event import queries
from app.services.judging import penalties
from app.services.kernel.call import Done
from app.services.kernel.errors import Refused
from app.services.kernel.views import SeatView, TableView
from app.services.play import auctions, cut, disputes, results, settling
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.lifecycle import RoundState
from app.tournament.structures import structure
from app.web.forms import InForm, Posted, typed_in
from app.web.http.path_ids import Number
from app.web.pages.desk.frame import Desk, InDesk
from app.web.pages.game_forms import report_of
from app.web.presenters import dashboard, two_games
from app.web.presenters.auction import AuctionBoard, board, seat_shown, settled
from app.web.presenters.desk_table import TablePage, TablePart, reports_said, sides_now
from app.web.presenters.duel import beginning, desk_form
from app.web.presenters.penalties import table_judging
from app.web.presenters.results import (
    ReportForm,
    bid_words,
    by_seed,
    entry_words,
    final_words,
    names_of,
    report_form,
)
from app.web.presenters.round_names import round_of_table
from app.web.presenters.two_games import games_form, said_words
from app.web.routes_made_late import Router

router = Router(prefix="/t/{code}/desk/tables/{table_id}")


@router.get("")
def one_table(table_id: Number, desk: InDesk) -> Response:
    """Everything about a table."""
    return _table_page(desk, table_id)


@router.get("/part")
def part(table_id: Number, desk: InDesk) -> Response:
    """What changes by itself on that page: state, auction so far, reports."""
    return desk.fragment(_shown(desk, read_table(desk, table_id)))


def read_table(desk: Desk, table_id: int) -> TableView:
    """The table as this desk may see it; Refused (404)."""
    return queries.one_table(desk.installation, desk.here.tournament_id, table_id, desk.here.viewer)


def _table_page(
    desk: Desk,
    table_id: int,
    refusal: Refused | None = None,
    form: Posted | None = None,
    opened: str = "",
) -> Response:
    table = read_table(desk, table_id)
    running = desk.round_at(table.round)
    playing = running.state is RoundState.PUBLISHED
    refused = form.values() if form and opened == "result" else None
    duel = table.without_sides and not table.bye
    here = f"{desk.path}/tables/{table.id}"
    shown = TablePage(
        desk.frame("/rounds"),
        shown=_shown(desk, table),
        number=dashboard.number_of(table),
        names=dashboard.names_of(table),
        round_number=table.round,
        round_name=round_of_table(desk.view, table),
        draft=running.state is RoundState.DRAFT,
        by_seed=by_seed(table),
        chooses=playing and by_seed(table) and not table.settled,
        bought=table.auction is not None and not by_seed(table),
        beginning=beginning(table, f"{here}/began", live=False) if duel and playing else None,
        typed=typed_in(form),
        opened=opened,
        sides_typed=typed_in(form) if opened in ("settle", "sides") else sides_now(table),
        form=_result_form(desk, table, form if opened == "result" else None, refusal),
        games_form=games_form(table, f"{here}/games", refused),
        duel_form=desk_form(table, desk.path, refused, refusal),
        ties=structure(desk.view.structure).has_ties,
        seats=[(str(seat.player_id), seat.name) for seat in _seats(table)],
        sides=[("corp", t("Corp")), ("runner", t("Runner"))],
        judging=table_judging(
            table,
            penalties.penalties(desk.installation, desk.here.tournament_id, desk.here.viewer),
            desk.path,
            edition_for(desk.view.format),
        ),
    )
    return desk.page(shown, refusal)


def _seats(table: TableView) -> list[SeatView]:
    return [seat for seat in (table.first, table.second) if seat is not None]


def _shown(desk: Desk, table: TableView) -> TablePart:
    here = f"{desk.path}/tables/{table.id}"
    playing = desk.round_at(table.round).state is RoundState.PUBLISHED
    return TablePart(
        desk.part_frame,
        table=table,
        here=here,
        card=dashboard.table_card(table, desk.path),
        names_by_id=names_of(table),
        playing=playing,
        board=_board(desk, table, here, playing=playing),
        match=[seat_shown(seat) for seat in _seats(table)],
        moves=bool(table.bidding.bids),
        moves_words=dashboard.moves_words(table),
        bid_words=bid_words(table),
        settled=settled(table, None) if table.starting is not None else None,
        reports=reports_said(table),
        result=final_words(table),
        two_games=two_games.both_sides(table),
        claims=said_words(table),
        final=table.result is not None and table.result.final,
        entry=entry_words(table),
        ready=[seat.name for seat in _seats(table) if seat.ready],
        extra_minutes=table.extra_seconds // 60,
    )


def _board(desk: Desk, table: TableView, here: str, *, playing: bool) -> AuctionBoard | None:
    """The auction while it runs; the desk bids for whoever's turn it is, as two people do at one phone."""
    if table.bye or table.settled or by_seed(table) or two_games.both_sides(table):
        return None
    turn = table.bidding.turn if playing else None
    can_bid = turn is not None and desk.here.may("place_bid")
    return board(table, turn if can_bid else None, f"{here}/bids", both=True, live=False)


def _result_form(
    desk: Desk, table: TableView, form: Posted | None, refusal: Refused | None
) -> ReportForm | None:
    if table.starting is None:
        return None
    said = (
        table.reports[0]
        if table.reports and len(table.reports) == 1 and not (table.result and table.result.final)
        else None
    )
    action = f"{desk.path}/tables/{table.id}/result"
    shown = report_form(table, action, said, t("Set this result"), "set")
    if table.result is not None and table.result.final and table.result.outcome is not None:
        shown = replace(
            shown,
            outcome=table.result.outcome,
            ending=table.result.ending,
            corp_points=table.result.corp_points,
            runner_points=table.result.runner_points,
        )
    if form is not None:
        typed = form.values()
        shown = replace(
            shown,
            outcome=typed.get("outcome"),
            ending=typed.get("ending"),
            corp_points=typed.get("corp_points"),
            runner_points=typed.get("runner_points"),
            reason=typed.get("reason"),
        )
    errors = {refusal.field: refusal.sentence} if refusal is not None and refusal.field is not None else {}
    corrects = table.result is not None and table.result.final
    return replace(shown, final=True, live=False, errors=errors, ask_reason=corrects)


def carry_out(
    desk: Desk,
    table_id: int,
    form: Posted | None,
    opened: str,
    run: Callable[[], Done[object]],
    to: str | None = None,
) -> Response:
    """Give a command about a table and go on; a refusal keeps what was typed in the form `opened`."""
    return desk.carry_out(
        to or f"{desk.path}/tables/{table_id}",
        run,
        lambda refusal: _table_page(desk.afresh(), table_id, refusal, form, opened),
    )


@router.post("/bids")
def bid(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Bid or pass for the seat whose turn it is at the version the form showed."""
    desk.here.require("place_bid")

    def run() -> Done[object]:
        version = form.whole("version", "Load the page again and bid there.", "invalid-version")
        seat = Seat.FIRST if version % 2 == 0 else Seat.SECOND
        if "pass" in form:
            return auctions.pass_bid(desk.call, table_id, version=version, seat=seat)
        amount = form.whole("bid", "A bid is a whole number from 0 to 10.", "bid-not-whole-number")
        side = form.choice("side", Side, "Choose the side to bid for.") if "side" in form else None
        return auctions.place_bid(desk.call, table_id, version=version, amount=amount, side=side, seat=seat)

    return carry_out(desk, table_id, form, "bids", run)


@router.post("/settle")
def settle(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Enter how an auction held aloud ended."""
    desk.here.require("settle_auction")

    def run() -> Done[object]:
        winner = form.whole("winner", "Choose who won the bid.", "winner-missing")
        side = form.choice("side", Side, "Choose the side that was bid for.")
        amount = form.whole("bid", "A bid is a whole number from 0 to 10.", "bid-not-whole-number")
        return auctions.settle_auction(
            desk.call,
            table_id,
            winner_id=winner,
            side=side,
            bid=amount,
            reason=form.line("reason") or "",
        )

    return carry_out(desk, table_id, form, "settle", run)


@router.post("/confirm")
def confirm(table_id: Number, desk: InDesk) -> Response:
    """Confirm the settlement one player entered."""
    desk.here.require("settle_auction")
    return carry_out(desk, table_id, None, "", lambda: auctions.confirm_settlement(desk.call, table_id))


@router.post("/side")
def choose_side(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Enter which side the higher seed chose in a cut without bidding."""
    desk.here.require("settle_auction")

    def run() -> Done[object]:
        return cut.choose_side(desk.call, table_id, form.choice("side", Side, "Choose Corp or Runner."))

    return carry_out(desk, table_id, form, "side", run)


@router.post("/sides")
def correct_sides(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Correct who played which side and the bid, of any round, for a reason that is kept."""
    desk.here.require("correct_sides")

    def run() -> Done[object]:
        bid = form.optional_whole("bid", "A bid is a whole number from 0 to 10.", "bid-not-whole-number")
        return settling.correct_sides(
            desk.call,
            table_id,
            winner_id=form.whole("winner", "Choose a player.", "winner-missing"),
            side=form.choice("side", Side, "Choose the side this player had."),
            bid=bid,
            reason=form.text("reason"),
        )

    return carry_out(desk, table_id, form, "sides", run)


@router.post("/restart")
def restart(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Begin the auction again, for a reason that is kept."""
    desk.here.require("settle_auction")

    def run() -> Done[object]:
        return auctions.restart_auction(desk.call, table_id, reason=form.text("reason"))

    return carry_out(desk, table_id, form, "restart", run)


@router.post("/result")
def set_result(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Set or correct a result; replacing a final one needs a reason."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        report, reason = report_of(form), form.text("reason")
        winner = form.optional_whole("winner", "Choose who wins the forfeit.", "winner-missing")
        return results.correct_result(desk.call, table_id, report, winner_id=winner, reason=reason)

    return carry_out(desk, table_id, form, "result", run)


@router.post("/right")
def uphold(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Decide a dispute for the report of one player, as it was shown."""

    def run() -> Done[object]:
        player_id = form.whole("player", "Choose whose report is right.", "player-missing")
        return disputes.uphold_report(desk.call, table_id, player_id, report_of(form))

    return carry_out(desk, table_id, form, "", run, desk.path)


@router.post("/clear")
def clear(table_id: Number, desk: InDesk, form: InForm) -> Response:
    """Take the result and the reports back while the round is being played."""
    desk.here.require("correct_result")

    def run() -> Done[object]:
        return results.clear_result(desk.call, table_id, reason=form.text("reason"))

    return carry_out(desk, table_id, form, "clear", run)
