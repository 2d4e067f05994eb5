"""Events in which every command is given, each where it touches as much as it can."""

from datetime import date
from typing import Any

from app.judge.penalties import PenaltyKind
from app.services.decks import handed_in
from app.services.event import announcements, days, queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.event.undo import undo
from app.services.judging import calls, deck_checks, penalties
from app.services.kernel.call import Call
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import invitations, members, moving, new_links, privacy, registration, removal
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.play import (
    auctions,
    clocks,
    cut,
    drafts,
    intentional_draw,
    late_players,
    one_phone,
    results,
    rounds,
    settling,
    two_games,
)
from app.services.play.disputes import uphold_report
from app.services.play.two_games import OneGame
from app.services.play.whole_table import enter_table
from app.sides import Side
from app.tournament.auction import Seat, Settlement
from app.tournament.results import Ending, Outcome, Report
from tests.benchmarks.hands import Hands, fill_journal

DECK = "NBN: Making News\n\n3x Hedge Fund\n"
CORP_WON = Report(Outcome.CORP, Ending.AGENDA, 7, 2)
RUNNER_WON = Report(Outcome.RUNNER, Ending.AGENDA, 2, 7)


def play(hands: Hands, players: int, entries: int) -> None:
    """An event from its first player to its end."""
    enter_many(hands, players)
    entered = hands.last()
    hands.give("remove_players, half", removal.remove_players, hands.newest_players(players // 2 - 10))
    hands.give("undo of remove_players", undo, hands.last())
    fill_journal(hands, entries)
    hands.give("undo of half of all players", undo, entered)
    hands.give("undo of that undo", undo, hands.last())
    day(hands)
    enter(hands)
    settings(hands)
    swiss(hands, entered)
    to_the_cut(hands, "auction")
    end(hands)


def play_assigned(hands: Hands, players: int) -> None:
    """An event of single-sided Swiss, whose cut has its sides by seed."""
    enter_many(hands, players)
    hands.give("pair_round, single-sided", rounds.pair_round, next(hands.seeds))
    hands.give("edit_draft, sides", drafts.swap_sides, 1, hands.table(1, 3).id)
    close_empty(hands, 1, "single-sided")
    hands.give("pair_round, single-sided", rounds.pair_round, next(hands.seeds))
    hands.give("edit_draft, shuffle single-sided", drafts.shuffle_round, 2, next(hands.seeds))
    hands.give("delete_round, single-sided", rounds.delete_round, 2, "round 2")
    to_the_cut(hands, "seed")


def play_two_games(hands: Hands, players: int) -> None:
    """A round of double-sided Swiss."""
    hands.give("edit_tournament, structure", tournaments.edit_tournament, {"structure": "single-sided"})
    enter_many(hands, players)
    hands.give("pair_round, double-sided", rounds.pair_round, next(hands.seeds))
    # Another structure draws the draft of round 1 again, as it gives the sides.
    for structure in ("cache-refresh", "double-sided"):
        hands.give("edit_tournament, structure", tournaments.edit_tournament, {"structure": structure})
    hands.give("publish_round, double-sided", rounds.publish_round, 1)
    one, other = hands.table(1, 3), hands.table(1, 4)
    games = (OneGame(1, CORP_WON), OneGame(2, CORP_WON))
    for seat in (one.first, one.second):
        hands.at(
            "report_result, games", two_games.report_games, one.id, hands.player(seat.player_id), games=games
        )
    hands.at("correct_result, games", two_games.correct_games, one.id, games=games[::-1], reason="Misread")
    draw = {"structure": "double-sided", "settings": {"id_points": 1}}
    hands.give("edit_tournament, points", tournaments.edit_tournament, draw)
    hands.at("correct_result, draw", intentional_draw.set_intentional_draw, other.id)
    close_empty(hands, 1, "double-sided")
    hands.give("undo of close_round, double-sided", undo, hands.last())


def enter_many(hands: Hands, players: int) -> None:
    """All players of an event, in two lists."""
    half = players // 2 - 10
    for part in range(2):
        names = [Entry(f"Player {part}-{number}") for number in range(half)]
        secrets = [f"link {hands.id} {part}-{number}" for number in range(half)]
        hands.give("enter half of all players", registration.register_players, names, secrets)


def close_empty(hands: Hands, number: int, structure: str) -> None:
    """A round at whose tables nobody plays."""
    hands.give(f"publish_round, {structure}", rounds.publish_round, number)
    without = tuple(table.id for table in hands.tables(number) if not table.bye)
    hands.give(f"close_round, {structure}", rounds.close_round, number, without)


def enter(hands: Hands) -> None:
    """One player, and a list of 300."""
    names = [Entry(f"Late {number}") for number in range(15)]
    hands.give("enter a list", registration.register_players, names, [f"late {n}" for n in range(15)])
    own = Entry("Ana", "", "NBN: Making News", "Noise: Hacker Extraordinaire")
    made = hands.give("register_player", registration.register_player, own, "link of Ana").value
    hands.give(
        "edit_player", registration.edit_player, made.player_id, {"fixed_table": 3, "household": "red"}
    )
    hands.give("hand_in_deck", handed_in.hand_in_deck, made.player_id, Side.CORP, DECK)
    hands.give("override_deck", handed_in.override_deck, made.player_id, Side.CORP, "A proxy")
    hands.give("issue_link", new_links.reissue_link, made.player_id, "new link")
    hands.give("drop_player", registration.drop_player, made.player_id)
    hands.give("reinstate_player", registration.reinstate_player, made.player_id)


def settings(hands: Hands) -> None:
    """What is set about the event and its helpers."""
    create_account(hands.installation, hands.now, "Judith", "link of Judith")
    hands.give("manage_members", members.add_member, "Judith", Role.JUDGE)
    hands.give("set_registration", tournaments.set_registration, False)
    plan = {"planned_rounds": 2, "deck_policy": "optional"}
    hands.give("edit_tournament", tournaments.edit_tournament, plan)
    hands.give("edit_tournament, pool", tournaments.edit_tournament, {"pool_date": date(2018, 1, 1)})
    said = hands.give("announce", announcements.announce, "Lunch").value
    hands.give("end_announcement", announcements.end_announcement, said)
    hands.give("manage_members, invite", members.invite_member, Role.JUDGE, "Cem", "invitation")
    hands.free(
        "accept_invitation",
        lambda: invitations.join_by_invitation(hands.installation, hands.now, "invitation", "Cem", None),
    )


def swiss(hands: Hands, entered: int) -> None:
    """Two rounds; everything that can be done in one is done in the first."""
    hands.give("pair_round", rounds.pair_round, next(hands.seeds))
    hands.give("edit_draft, shuffle", drafts.shuffle_round, 1, next(hands.seeds))
    one, other = hands.table(1, 5), hands.table(1, 6)
    hands.give("edit_draft, swap", drafts.swap_seats, 1, one.first.player_id, other.first.player_id)
    hands.give("edit_draft, lock", drafts.lock_table, 1, one.id, True)
    hands.give("edit_draft, table number", drafts.set_table_number, 1, one.id, 9000)
    hands.give("edit_draft, take apart", drafts.take_apart, 1, other.id)
    pair = (other.second.player_id, one.first.player_id)
    hands.give("edit_draft, pair", drafts.pair_by_hand, 1, *pair)
    hands.give("publish_round", rounds.publish_round, 1)
    hands.give("undo of publish_round", undo, hands.last())
    hands.give("publish_round", rounds.publish_round, 1)
    hands.give("withdraw_round", rounds.withdraw_round, 1)
    hands.give("publish_round", rounds.publish_round, 1)
    hands.give("undo of half of all players, refused", undo, entered)
    hands.give("set_clock", clocks.set_clock, 1, "start")
    hands.give("check_decks", deck_checks.pick_deck_checks, 3, next(hands.seeds))
    one_table(hands, hands.table(1, 20))
    judging(hands)
    other_ways(hands)
    waiting = tuple(table.id for table in hands.tables(1) if not table.bye and table.state != "done")
    hands.give("close_round", rounds.close_round, 1, waiting)
    hands.give("undo of close_round", undo, hands.last())
    hands.give("close_round", rounds.close_round, 1, waiting)
    corrected = hands.table(1, 20)
    sides = {"winner_id": corrected.second.player_id, "side": Side.RUNNER, "bid": 2, "reason": "Misread"}
    hands.at("correct_sides", settling.correct_sides, corrected.id, **sides)
    hands.give("drop_player", registration.drop_player, hands.table(1, 50).first.player_id)
    hands.give("pair_round", rounds.pair_round, next(hands.seeds))
    hands.give("undo of pair_round", undo, hands.last())
    hands.give("pair_round", rounds.pair_round, next(hands.seeds))
    hands.give("publish_round", rounds.publish_round, 2)
    hands.give("delete_round", rounds.delete_round, 2, "round 2")
    hands.give("undo of delete_round", undo, hands.last())
    late = hands.give("register_player", registration.register_player, Entry("Late"), "link of Late").value
    hands.give("play_bye", late_players.play_bye, 2, late.player_id)
    waiting = tuple(table.id for table in hands.tables(2) if not table.bye)
    hands.give("close_round", rounds.close_round, 2, waiting)


def judging(hands: Hands) -> None:
    """Calls and penalties."""
    caller, other = hands.table(1, 30), hands.table(1, 31)
    call = hands.as_player("call_organizer", calls.call_organizer, caller.first.player_id, "Help").value
    hands.give("claim_call", calls.claim_call, call)
    hands.give("close_call", calls.close_call, call, "Explained", 120)
    hands.as_player("call_organizer", calls.call_organizer, other.first.player_id, "Help")
    hands.as_player("take_back_call", calls.take_back_call, other.first.player_id)
    for kind in (PenaltyKind.WARNING, PenaltyKind.GAME_LOSS):
        hands.give("give_penalty", penalties.give_penalty, other.first.player_id, kind, "slow-play")


def other_ways(hands: Hands) -> None:
    """Tables entered in one line, and a dispute that the organizer decides."""
    paper, disputed = hands.table(1, 40), hands.table(1, 41)
    hands.at(
        "enter_table", enter_table, paper.id, settlement=Settlement(Seat.FIRST, Side.CORP, 2), report=CORP_WON
    )
    winner = {"winner_id": disputed.first.player_id, "side": Side.CORP, "bid": 2}
    hands.at("settle_auction", auctions.settle_auction, disputed.id, **winner)
    first, second = (hands.player(seat.player_id) for seat in (disputed.first, disputed.second))
    hands.at("report_result", results.report_result, disputed.id, first, report=CORP_WON)
    hands.at("report_result", results.report_result, disputed.id, second, report=RUNNER_WON)
    hands.at("uphold_report", uphold_report, disputed.id, player_id=first.id, seen=CORP_WON)


def one_table(hands: Hands, table: Any) -> None:
    """An auction and its game."""
    first, second = hands.player(table.first.player_id), hands.player(table.second.player_id)
    hands.at("check_in", clocks.check_in, table.id, first)
    hands.at("share_phone", one_phone.share_phone, table.id, first, other=one_phone.OtherPhone.SILENT)
    hands.at("place_bid", auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    hands.at("undo of place_bid", _undo_last, table.id)
    hands.at("place_bid", auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    hands.at("place_bid, pass", auctions.pass_bid, table.id, version=1, seat=Seat.SECOND)
    hands.at("settle_auction, restart", auctions.restart_auction, table.id, reason="again")
    winner = {"winner_id": table.first.player_id, "side": Side.CORP, "bid": 2}
    hands.at("place_bid, enter", auctions.enter_settlement, table.id, first, **winner)
    hands.at("place_bid, confirm", auctions.confirm_settlement, table.id, second)
    hands.at("settle_auction", auctions.settle_auction, table.id, **{**winner, "bid": 3})
    hands.at("report_result", results.report_result, table.id, first, report=CORP_WON)
    hands.at("correct_result", results.correct_result, table.id, report=CORP_WON)
    hands.at("correct_result, clear", results.clear_result, table.id, reason="wrong")
    hands.at("correct_result", results.correct_result, table.id, report=CORP_WON)


def _undo_last(call: Call, _table: int) -> None:
    undo(call, queries.version(call.installation, call.tournament_id))


def to_the_cut(hands: Hands, sides: str) -> None:
    """The cut begins; with sides by seed the first of its sides is chosen."""
    cuts = {"cut_kind": "double", "cut_size": 16, "cut_sides": sides}
    hands.give("edit_tournament", tournaments.edit_tournament, cuts)
    hands.give("start_cut", cut.start_cut)
    hands.give("undo of start_cut", undo, hands.last())
    hands.give("start_cut", cut.start_cut)
    number = hands.give("pair_cut", cut.pair_cut, next(hands.seeds)).value
    if sides == "seed":
        hands.give("publish_round, cut", rounds.publish_round, number)
        hands.at("choose_side", cut.choose_side, hands.table(number, 0).id, side=Side.CORP)
        return
    hands.give("delete_round, cut", rounds.delete_round, number, f"round {number}")


def day(hands: Hands) -> None:
    """The event becomes one of a day, and players go on to another event of it."""
    made = days.create_day(hands.installation, hands.owner, hands.now, "A day", hands.now.date(), "", seed=3)
    hands.give("set_day", days.set_day, made.code)
    draft = TournamentDraft("The other one", hands.now.date())
    here, other = (
        hands.id,
        tournaments.create_tournament(hands.installation, hands.owner, hands.now, draft, seed=9),
    )
    hands.id = other.id
    hands.give("set_day", days.set_day, made.code)
    hands.id = here
    for who in hands.newest_players(2):  # two, so that the field stays odd
        secret = f"a secret as long as those of links are {who}"
        hands.give("move_player", moving.move_player, who, other.id, secret)


def end(hands: Hands) -> None:
    """The end, after which a name is erased."""
    hands.give("finish_tournament", tournaments.finish_tournament)
    hands.give("reopen_tournament", tournaments.reopen_tournament)
    hands.give("finish_tournament", tournaments.finish_tournament)
    view = queries.players_view(hands.installation, hands.id, ORGANIZER_VIEWER)
    hands.give("erase_player", privacy.erase_player, view[0].id, typed="erase")
