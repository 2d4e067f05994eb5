"""A table as its caller may see it: seats, auction, price, reports, result, and what may be done now.

Bids are for the two players and the staff until they are settled; unconfirmed reports likewise, and that
there is a bid or a report at all: everybody else reads `waiting` until the side is settled, then `playing`.
"""

from collections.abc import Mapping, Sequence

from app.sentences import Sentence
from app.services.kernel.viewer import Viewer
from app.services.kernel.views import (
    AuctionView,
    BidView,
    EntryView,
    OnePhoneView,
    ReportView,
    ResultView,
    SeatView,
    StartingView,
    StartView,
    TableView,
)
from app.services.play.draft_words import reason_words
from app.services.play.reporting import drawn_at
from app.services.play.table_access import serves_both
from app.services.play.two_games_view import NO_GAMES, BothGames, both_commands, draw_commands
from app.sides import Side
from app.storage.auctions import (
    assigned,
    auction_of,
    both_sides,
    by_seed,
    player_at,
    seat_of,
    settled_of,
    settlement_of,
    sides_of,
    with_bids,
)
from app.storage.tables import AuctionEntry, Bid, GameReport, Pairing, Player, Round
from app.storage.worth import INTENTIONAL_DRAW, TWO_FOR_ONE
from app.tournament.auction import Auction, Seat
from app.tournament.lifecycle import RoundState, TableState, table_state
from app.tournament.results import Report
from app.tournament.sides import NoSides, Settled, SidesOf
from app.tournament.starting import notes_for, start_of

_SHOWN_TO_ALL = {
    TableState.BIDDING: TableState.WAITING,
    TableState.REPORTED: TableState.PLAYING,
    TableState.DISPUTED: TableState.PLAYING,
}


def table_view(
    row: Pairing,
    round_row: Round,
    people: Mapping[int, Player],
    moves: Sequence[Bid],
    reports: Sequence[GameReport],
    entry: AuctionEntry | None,
    viewer: Viewer,
    both: BothGames = NO_GAMES,
) -> TableView:
    """The view of one table; `people` holds at least its players, `both` the rows of its two games."""
    first, second = people[row.first_id], people[row.second_id] if row.second_id else None
    auction, sides, settled = auction_of(row, moves), sides_of(row), settled_of(row)
    insider = viewer.concerns(row.first_id, row.second_id)
    state = both.state(row, round_row) if both_sides(row) else state_of(row, round_row, auction, reports)
    corp, runner = _players_by_side(row, sides)
    return TableView(
        id=row.id,
        round=round_row.number,
        table_number=row.table_number,
        bye=row.second_id is None,
        state=state if insider else _SHOWN_TO_ALL.get(state, state),
        first=_seat_view(first, insider and row.first_ready_at is not None),
        second=_seat_view(second, insider and row.second_ready_at is not None) if second else None,
        auction=None if assigned(row) else _auction_view(row, auction, insider),
        corp_player_id=corp,
        runner_player_id=runner,
        sides_by=row.sides_by,
        draw_winner_id=_draw_winner(row, settled),
        starting=_starting(people, corp, runner, sides),
        set_up_notes=list(_notes(people, corp, runner)),
        result=_result_view(row, reports, insider),
        reports=[report_view(report) for report in reports] if insider else None,
        entry=_entry_view(entry) if insider else None,
        one_phone=_one_phone_view(row) if insider else None,
        extra_seconds=row.extra_seconds,
        locked=viewer.staff and row.locked,
        reason=reason_words(row.reason, [person.name for person in (first, second) if person])
        if viewer.staff
        else "",
        game_number=row.game_number,
        may=commands_of(row, round_row, auction, settled, state, entry, viewer)
        + draw_commands(row, round_row, reports, both, viewer),
        games=both.views(row, insider),
        began_player_id=player_at(row, row.began) if row.began else None,
        round_reports=both.report_views(row) if insider else None,
    )


def state_of(row: Pairing, round_row: Round, auction: Auction, reports: Sequence[GameReport]) -> TableState:
    """The state word of a table."""
    said = [value_of(report) for report in reports]
    return table_state(
        published=round_row.state is not RoundState.DRAFT,
        bye=row.second_id is None,
        bids=len(auction.bids),
        settled=settled_of(row) is not None,
        reports=len(said),
        agreed=len(said) < 2 or said[0].agrees_with(said[1]),
        final=row.final,
    )


def value_of(report: GameReport) -> Report:
    """A row of a report as the value the rules work on."""
    ending = report.ending
    return Report(
        report.outcome,
        ending,
        report.corp_points,
        report.runner_points,
        report.first_dice,
        report.second_dice,
    )


def commands_of(
    row: Pairing,
    round_row: Round,
    auction: Auction,
    sides: Settled | None,
    state: TableState,
    entry: AuctionEntry | None,
    viewer: Viewer,
) -> list[str]:
    """What the caller may do at this table now."""
    if row.second_id is None or round_row.state is RoundState.DRAFT:
        return []
    running = round_row.state is RoundState.PUBLISHED
    if both_sides(row):
        return both_commands(row, state, running, viewer)
    if viewer.staff:
        return _staff_commands(row, sides, running)
    if viewer.player_id is None or not running or row.final:
        return []
    seat = seat_of(row, viewer.player_id)
    if seat is None:
        return []
    if serves_both(row, viewer.player_id):
        seat = auction.turn or seat
    if sides is None and by_seed(row):
        return ["check_in"] + (["choose_side"] if seat is Seat.FIRST else [])
    commands = _player_commands(seat, auction, sides, state, entry, viewer)
    if isinstance(sides, NoSides):
        commands.append("tell_who_begins")
    return commands + (_phone_commands(row, viewer.player_id) if sides is None else [])


def _staff_commands(row: Pairing, sides: Settled | None, running: bool) -> list[str]:
    if isinstance(sides, NoSides):
        return ["correct_result"] + (["tell_who_begins", "extend_table"] if running else [])
    commands = ["correct_result"] + (["correct_sides"] if sides is not None else [])
    if running and not with_bids(row):
        commands += ["extend_table"] + (["choose_side"] if sides is None else [])
    elif running:
        commands += ["settle_auction", "restart_auction", "extend_table"]
        if sides is None:
            commands.append("place_bid")
    return commands


def _player_commands(
    seat: Seat,
    auction: Auction,
    sides: Settled | None,
    state: TableState,
    entry: AuctionEntry | None,
    viewer: Viewer,
) -> list[str]:
    commands = ["check_in"]
    if sides is None:
        if auction.turn is seat:
            commands += ["place_bid"] + (["pass_bid"] if auction.bids else [])
        commands.append("enter_settlement")
        if entry is not None and entry.entered_by_id != viewer.player_id:
            commands.append("confirm_settlement")
    else:
        commands.append("report_result")
        if state in (TableState.REPORTED, TableState.DISPUTED):
            commands.append("confirm_result")
    return commands


def _phone_commands(row: Pairing, player_id: int) -> list[str]:
    """What a player may do about one phone for both, while there is something to bid."""
    if row.one_phone_id is None:
        return ["share_phone"]
    asked = row.one_phone_since is None and row.one_phone_id != player_id
    return (["agree_to_one_phone"] if asked else []) + ["end_one_phone"]


def _seat_view(player: Player, ready: bool) -> SeatView:
    return SeatView(
        player.id,
        player.name,
        player.pronouns,
        player.corp_identity,
        player.runner_identity,
        ready,
        player.dropped,
    )


def seat_view(player: Player) -> SeatView:
    """A player without a table, as a seat."""
    return _seat_view(player, ready=False)


def _auction_view(row: Pairing, auction: Auction, insider: bool) -> AuctionView:
    settled, settlement = sides_of(row) is not None, settlement_of(row)
    open_to_caller = insider or settled
    bidding = not settled and row.second_id is not None and not by_seed(row)
    turn = auction.turn if bidding else None
    return AuctionView(
        version=auction.version if open_to_caller else None,
        side=(settlement.side if settlement else auction.side) if open_to_caller else None,
        bids=[
            BidView(Seat.FIRST if i % 2 == 0 else Seat.SECOND, amount)
            for i, amount in enumerate(auction.bids)
        ]
        if open_to_caller
        else None,
        high_bid=(settlement.bid if settlement else auction.high_bid) if open_to_caller else None,
        turn=turn if insider else None,
        settled=settled,
        winner=settlement.winner if settlement else None,
        settled_by=row.settled_by,
        legal_bids=list(auction.legal_bids) if insider and bidding else [],
    )


def _players_by_side(row: Pairing, sides: SidesOf | None) -> tuple[int | None, int | None]:
    if sides is None:
        return None, None
    return player_at(row, sides.seat_of(Side.CORP)), player_at(row, sides.seat_of(Side.RUNNER))


def _draw_winner(row: Pairing, sides: Settled | None) -> int | None:
    winner = drawn_at(sides).winner if sides is not None else None
    return player_at(row, winner) if winner is not None else None


def _starting(
    people: Mapping[int, Player], corp: int | None, runner: int | None, sides: SidesOf | None
) -> StartingView | None:
    if sides is None or corp is None or runner is None:
        return None
    corp_start = start_of(Side.CORP, sides, people[corp].corp_identity)
    runner_start = start_of(Side.RUNNER, sides, people[runner].runner_identity)
    return StartingView(
        StartView(corp_start.hand, corp_start.credits), StartView(runner_start.hand, runner_start.credits)
    )


def _notes(people: Mapping[int, Player], corp: int | None, runner: int | None) -> tuple[Sentence, ...]:
    if corp is None or runner is None:
        return ()
    return notes_for(people[corp].corp_identity, people[runner].runner_identity)


def _result_view(row: Pairing, reports: Sequence[GameReport], insider: bool) -> ResultView | None:
    if row.final:
        return ResultView(
            row.outcome if row.outcome else None,
            row.winner_id,
            row.decided_by if row.decided_by else None,
            row.ending,
            row.corp_points,
            row.runner_points,
            final=True,
            intentional_draw=row.agreed == INTENTIONAL_DRAW,
            two_for_one=row.agreed == TWO_FOR_ONE,
            first_match_points=row.first_points,
            second_match_points=row.second_points,
            first_dice=row.first_dice,
            second_dice=row.second_dice,
        )
    if not insider or not reports:
        return None
    said = value_of(reports[0])
    return ResultView(
        said.outcome,
        None,
        None,
        said.ending,
        said.corp_points,
        said.runner_points,
        final=False,
        first_dice=said.first_dice,
        second_dice=said.second_dice,
    )


def report_view(report: GameReport) -> ReportView:
    """One player's report."""
    said = value_of(report)
    return ReportView(
        report.player_id,
        said.outcome,
        said.ending,
        said.corp_points,
        said.runner_points,
        report.reported_at,
        said.first_dice,
        said.second_dice,
    )


def _entry_view(entry: AuctionEntry | None) -> EntryView | None:
    if entry is None:
        return None
    return EntryView(entry.entered_by_id, entry.winner_id, entry.side, entry.bid)


def _one_phone_view(row: Pairing) -> OnePhoneView | None:
    if row.one_phone_id is None or row.one_phone_asked_at is None:
        return None
    return OnePhoneView(row.one_phone_id, row.one_phone_asked_at, row.one_phone_since)
