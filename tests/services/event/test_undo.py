"""Undo from the journal: exact, refused with reasons, and itself undoable."""

import random
from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from sqlalchemy import event as engine_event
from sqlmodel import select

from app.services.decks import handed_in
from app.services.event.consistency import contradictions
from app.services.event.tournaments import edit_tournament, set_registration
from app.services.event.undo import undo, why_not
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.permissions import Role
from app.services.people import new_links, registration, sessions
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.people.members import add_member, remove_member
from app.services.play import auctions, clocks, cut, drafts, results, rounds
from app.sides import Side
from app.storage.journal import changes_since, entries
from app.storage.recording import RECORDED, row_id, row_values, table_name
from app.storage.tables import Bid, Deck, Journal, Pairing, Player, Round, Tournament
from app.storage.undo import changed_later, changed_since_each
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of

pytestmark = pytest.mark.both_engines

CORP_WON = Report(Outcome.CORP, Ending.AGENDA, 7, 2)


class Event:
    """An event driven by its services, with snapshots of all its rows."""

    def __init__(self, installation, event, organizer, now):
        self.installation, self.id, self.organizer, self.now = installation, event.id, organizer, now

    def __call__(self, act, *args, actor=None, **named):
        self.now += timedelta(seconds=7)
        return act(call_of(self.installation, self.id, actor or self.organizer, self.now), *args, **named)

    def enter(self, count):
        names = [Entry(f"Player {number}") for number in range(1, count + 1)]
        self(registration.register_players, names, [f"link {number}" for number in range(1, count + 1)])

    def at(self, act, table_id, **named):
        self.now += timedelta(seconds=7)
        return act(call_of(self.installation, self.id, self.organizer, self.now), table_id, **named)

    def rows(self, model):
        with self.installation.database.read_session() as session:
            return session.exec(select(model).where(model.tournament_id == self.id).order_by(model.id)).all()

    def snapshot(self):
        with self.installation.database.read_session() as session:
            return {
                (table_name(model), row_id(row)): row_values(row)
                for model in RECORDED
                for row in session.exec(select(model))
            }

    def contradictions(self):
        with self.installation.database.read_session() as session:
            return contradictions(session, session.get(Tournament, self.id))

    def last(self):
        with self.installation.database.read_session() as session:
            return entries(session, self.id)[0]

    def undo(self, number=None):
        return self(undo, number if number is not None else self.last().number).value

    def refused(self, number):
        with pytest.raises(Refused) as refused:
            self.undo(number)
        assert refused.value.code == "cannot-undo"
        assert refused.value.kind == Kind.CONFLICT
        return refused.value.sentence

    def number_of(self, command):
        with self.installation.database.read_session() as session:
            return next(e.number for e in entries(session, self.id) if e.command == command)

    def play(self):
        """Settle by hand and set a result at every open table."""
        for row in self.rows(Pairing):
            if not row.final and row.second_id is not None:
                self.at(auctions.settle_auction, row.id, winner_id=row.first_id, side=Side.CORP, bid=2)
                self.at(results.correct_result, row.id, report=CORP_WON)


@pytest.fixture
def count_statements(installation):
    """Collects the statements given within a block; one for many rows counts once."""

    @contextmanager
    def collect():
        statements = []
        engine = installation.database.engine

        def note(_connection, _cursor, statement, *_rest):
            statements.append(statement)

        engine_event.listen(engine, "before_cursor_execute", note)
        yield statements
        engine_event.remove(engine, "before_cursor_execute", note)

    return collect


@pytest.fixture
def run(installation, event, organizer, now):
    return Event(installation, event, organizer, now)


def test_an_undo_puts_the_row_back_and_marks_the_entry(run, told):
    run.enter(1)
    (player,) = run.rows(Player)
    before = run.snapshot()
    run(registration.edit_player, player.id, {"name": "Wrong", "fixed_table": 3})
    number = run.last().number
    assert str(run.undo(number)) == "Undone: The entry of Player 1 was changed: fixed table and name"
    assert run.snapshot() == before
    entry = run.last()
    assert (entry.command, entry.undoes) == ("undo", number)
    assert run.rows(Journal)[number - 1].undone_by == entry.number
    assert told[-1].topics >= {"players", "journal"}
    told.clear()
    run.undo(number)
    assert told == [], "undoing twice is undoing once"


def test_an_undo_can_be_undone_and_so_on(run):
    run(edit_tournament, {"round_minutes": 45})
    number, changed = run.last().number, run.snapshot()
    run.undo(number)
    unchanged = run.snapshot()
    first = run.last().number
    assert str(run.undo(first)) == "Done again: Settings were changed: round minutes"
    assert run.snapshot() == changed
    marks = {row.number: row.undone_by for row in run.rows(Journal)}
    assert marks[number] is None
    assert marks[first] == run.last().number
    run.undo()
    assert run.snapshot() == unchanged
    marks = {row.number: row.undone_by for row in run.rows(Journal)}
    assert (marks[number], marks[first]) == (first, None)


def test_a_later_change_of_the_same_thing_is_named(run):
    run.enter(1)
    (player,) = run.rows(Player)
    run(registration.edit_player, player.id, {"fixed_table": 3})
    number = run.last().number
    run(registration.edit_player, player.id, {"fixed_table": 4})
    assert run.refused(number) == (
        "“The entry of Player 1 was changed: fixed table” can't be undone. Since then:"
        f" #{number + 1} The entry of Player 1 was changed: fixed table."
        " Undo that first, or correct it by hand."
    )
    why = why_not(run.installation, run.id, [number])[number]
    assert str(*why) == f"#{number + 1} changed the same later: undo that first."
    run.undo(number + 1)
    assert why_not(run.installation, run.id, [number])[number] == ()
    run.undo(number)
    assert run.rows(Player)[0].fixed_table is None


def test_a_player_who_is_paired_is_not_removed_with_the_pairing(run):
    run.enter(4)
    number = run.last().number
    run(rounds.pair_round, seed=1)
    before = run.snapshot()
    assert f"This builds on it: #{number + 1} Round 1 was paired as a draft." in run.refused(number)
    assert run.snapshot() == before
    run.undo()
    run.undo(number)
    assert run.rows(Player) == run.rows(Round) == []


def test_a_joined_player_goes_with_deck_and_browser_and_comes_back(run, corp_list):
    ana = Entry("Ana", "", None, "Gabriel", corp_deck=corp_list)
    joined = run(registration.register_player, ana, "link of Ana", actor=PUBLIC).value
    herself = Actor(ActorKind.PLAYER, joined.player_id, "Ana", run.id)
    sessions.open_session(run.installation, run.now, "cookie", herself)
    there, number = run.snapshot(), run.last().number
    run.undo(number)
    assert not any(table in ("player", "deck") for table, _ in run.snapshot())
    assert sessions.session_of(run.installation, run.now, "cookie") is None
    run.undo()
    assert run.snapshot() == there


def test_a_name_that_was_given_to_another_stays_with_him(run):
    run.enter(2)
    one, two = run.rows(Player)
    run(registration.edit_player, one.id, {"name": "Uno"})
    number = run.last().number
    run(registration.edit_player, two.id, {"name": "Player 1"})
    before = run.snapshot()
    assert "What it would bring back has been given to another by now." in run.refused(number)
    assert run.snapshot() == before


def test_a_published_round_goes_back_until_somebody_bids(run):
    run.enter(4)
    run(rounds.pair_round, seed=1)
    draft = run.snapshot()
    run(rounds.publish_round, 1)
    publish = run.last().number
    run.undo(publish)
    assert run.snapshot() == draft
    run(rounds.publish_round, 1)
    publish = run.last().number
    table = run.rows(Pairing)[0]
    run.at(auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    assert "A bid was placed in round 1" in run.refused(publish)
    run.undo()
    run.undo(publish)
    assert run.snapshot() == draft


def test_only_the_last_bid_of_an_auction_is_taken_back(run):
    run.enter(2)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    (table,) = run.rows(Pairing)
    run.at(auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    first = run.last().number
    run.at(auctions.place_bid, table.id, version=1, amount=4, seat=Seat.SECOND)
    run.at(auctions.pass_bid, table.id, version=2, seat=Seat.FIRST)
    settled = run.last().number
    assert "later bids" in run.refused(first)
    run.at(results.correct_result, table.id, report=CORP_WON)
    assert "result that counts on its sides" in run.refused(settled)
    run.undo()
    run.undo(settled)
    (table,) = run.rows(Pairing)
    assert (table.bid, len(run.rows(Bid))) == (None, 2)


def test_a_closed_round_opens_again_until_the_next_is_paired(run):
    run.enter(4)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    run.play()
    played = run.snapshot()
    run(rounds.close_round, 1)
    close = run.last().number
    run(rounds.pair_round, seed=2)
    assert "Round 2 was paired" in run.refused(close)
    run.undo()
    run.undo(close)
    assert run.snapshot() == played


def test_the_result_of_a_closed_round_stays_but_its_correction_goes(run):
    run.enter(2)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    run.play()
    result = run.last().number
    run(rounds.close_round, 1)
    closed = run.snapshot()
    assert "round 1 is closed" in run.refused(result)
    (table,) = run.rows(Pairing)
    run.at(results.correct_result, table.id, report=Report(Outcome.RUNNER, None), reason="misread")
    assert run.snapshot() != closed
    run.undo()
    assert run.snapshot() == closed


def test_seats_stay_once_they_are_published(run):
    run.enter(4)
    run(rounds.pair_round, seed=1)
    one, two = run.rows(Pairing)
    run(drafts.swap_seats, 1, one.first_id, two.first_id)
    swap = run.last().number
    run(rounds.publish_round, 1)
    assert "The pairings of round 1 are published." in run.refused(swap)


def test_a_deleted_round_comes_back_with_all_its_results(run):
    run.enter(5)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    table = next(row for row in run.rows(Pairing) if row.second_id is not None)
    run.at(auctions.place_bid, table.id, version=0, amount=3, side=Side.RUNNER, seat=Seat.FIRST)
    run.play()
    run(clocks.set_clock, 1, "start")
    there = run.snapshot()
    run(rounds.delete_round, 1, "round 1")
    assert run.rows(Pairing) == []
    run.undo()
    assert run.snapshot() == there


def test_the_start_of_the_cut_goes_back_before_its_first_game(run):
    run(edit_tournament, {"cut_kind": "single", "cut_size": 2, "planned_rounds": 1})
    run.enter(4)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    run.play()
    run(rounds.close_round, 1)
    swiss = run.snapshot()
    run(cut.start_cut)
    start = run.last().number
    run(cut.pair_cut, seed=5)
    assert "top cut" in run.refused(start)
    run.undo()
    run.undo(start)
    assert run.snapshot() == swiss


def _to_the_cut(run, **settings):
    run.enter(4)
    run(edit_tournament, {"cut_kind": "single", "cut_size": 2, "planned_rounds": 1, **settings})
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    run.play()
    run(rounds.close_round, 1)


def test_a_game_of_the_cut_stays_won_while_later_games_depend_on_it(run):
    _to_the_cut(run, cut_size=4)
    run(cut.start_cut)
    run(cut.pair_cut, seed=5)
    run(rounds.publish_round, 2)
    run.play()
    result = run.last().number
    run(rounds.close_round, 2)
    run(cut.pair_cut, seed=6)
    assert "Later games of the cut depend on this one." in run.refused(result)


def test_the_settings_a_cut_began_with_stay(run):
    """FAULTS T2: the cut's size was changed, the cut begun, the change undone: no page could be shown."""
    _to_the_cut(run)
    run(edit_tournament, {"cut_size": 4})
    size = run.last().number
    run(edit_tournament, {"cut_sides": "seed"})
    sides = run.last().number
    run(cut.start_cut)
    before = run.snapshot()
    for number in (size, sides):
        assert "The top cut has begun with these settings." in run.refused(number)
    assert run.snapshot() == before
    run.undo()
    run.undo(sides)
    run.undo(size)
    assert run.snapshot()["tournament", run.id]["cut_size"] == 2


def test_an_undone_change_leaves_settings_that_fit_together(run):
    run(edit_tournament, {"cut_kind": "single", "cut_size": 2})
    run(edit_tournament, {"cut_size": 4})
    larger = run.last().number
    run(edit_tournament, {"cut_kind": "double"})
    assert "A top cut of this kind has a size of 4, 8 or 16." in run.refused(larger)


def test_the_clock_of_a_closed_round_is_not_started_by_an_undo(run):
    run.enter(2)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    run.play()
    run(clocks.set_clock, 1, "start")
    run(clocks.set_clock, 1, "pause")
    paused = run.last().number
    run(rounds.close_round, 1)
    assert "Round 1 is not being played, so its clock can't run." in run.refused(paused)


def test_two_tables_do_not_get_one_number_by_an_undo(run):
    run.enter(4)
    run(rounds.pair_round, seed=1)
    one, two = run.rows(Pairing)
    run(drafts.set_table_number, 1, one.id, 7)
    moved = run.last().number
    run(drafts.set_table_number, 1, two.id, one.table_number)
    assert "Two tables of round 1 would have the same number." in run.refused(moved)


def test_a_result_does_not_come_to_stand_on_other_sides(run):
    run.enter(2)
    run(rounds.pair_round, seed=1)
    run(rounds.publish_round, 1)
    (table,) = run.rows(Pairing)
    run.at(auctions.settle_auction, table.id, winner_id=table.first_id, side=Side.CORP, bid=2)
    run.at(auctions.settle_auction, table.id, winner_id=table.first_id, side=Side.RUNNER, bid=2)
    sides = run.last().number
    run.at(results.correct_result, table.id, report=CORP_WON)
    assert "has a result that counts on other sides" in run.refused(sides)


def test_decks_follow_the_pool_that_an_undo_brings_back(run, corp_list):
    run.enter(1)
    (player,) = run.rows(Player)
    run(edit_tournament, {"pool_date": date(2017, 5, 1)})
    number = run.last().number
    run(handed_in.hand_in_deck, player.id, Side.CORP, corp_list)
    assert not run.rows(Deck)[0].verdict["legal"], "the cards are newer than this pool"
    run.undo(number)
    assert run.rows(Deck)[0].verdict["legal"]
    run.undo()
    assert not run.rows(Deck)[0].verdict["legal"]


def test_at_most_three_reasons_are_told_the_newest_first(run):
    run.enter(12)
    entered = run.last().number
    for player in run.rows(Player):
        run(registration.edit_player, player.id, {"fixed_table": player.id})
    last = run.last().number
    with pytest.raises(Refused) as refused:
        run.undo(entered)
    reasons = refused.value.state["blocked_by"]
    assert [reason.split()[2] for reason in reasons] == [f"#{last}", f"#{last - 1}", f"#{last - 2}"]


def test_why_an_undo_is_refused_is_found_in_one_reading_of_the_journal(run, count_statements):
    """FAULTS S2: every row that stood in the way had the whole journal read once more."""
    run.enter(60)
    entered = run.last().number
    for player in run.rows(Player):
        run(registration.edit_player, player.id, {"fixed_table": player.id})
    with count_statements() as statements:
        run.refused(entered)
    assert len([each for each in statements if "journal" in each]) <= 3
    assert len(statements) < 40


def test_the_journal_tells_what_the_rows_would(run):
    """Which entries something changed since: by the entries after them, and by reading every row."""
    run.enter(6)
    player = run.rows(Player)[0]
    run(registration.edit_player, player.id, {"fixed_table": 3})
    run(registration.edit_player, player.id, {"pronouns": "xe"})
    run(registration.edit_player, player.id, {"fixed_table": 4})
    run.undo()
    run.undo()
    run(rounds.pair_round, 5)
    run.undo()
    run.undo()
    run(drafts.shuffle_round, 1, 9)
    run(rounds.publish_round, 1)
    (first, second, *_) = run.rows(Pairing)
    for table in (first, second):
        run.at(auctions.settle_auction, table.id, winner_id=table.first_id, side=Side.CORP, bid=3)
        run.at(results.correct_result, table.id, report=CORP_WON)
        run.undo()
    run(registration.edit_player, player.id, {"fixed_table": 3})
    run(edit_tournament, {"round_minutes": 45})
    run(edit_tournament, {"round_minutes": 40})
    with run.installation.database.read_session() as session:
        told = changes_since(session, run.id, 0, 1000)
        assert len(told) > 18 and all(changes for _, changes in told)
        moved = changed_since_each(session, [changes for _, changes in told])
    by_rows = [number for (number, _), is_moved in zip(told, moved, strict=True) if is_moved]
    assert sorted(changed_later(told)) == by_rows
    assert 0 < len(by_rows) < len(told) - 3
    some = told[len(told) // 2 :]
    assert changed_later(some).keys() == changed_later(told).keys() & {number for number, _ in some}


def test_entering_many_is_undone_with_few_statements(run, count_statements):
    run.enter(60)
    with count_statements() as statements:
        run.undo()
    assert run.rows(Player) == []
    assert len(statements) < 50


def test_what_makes_or_erases_is_not_undone(run, now):
    deleted = "A tournament is not undone but deleted: its owner does that in the settings."
    assert run.refused(1).endswith(f" was created” can't be undone. {deleted}")
    run.enter(1)
    (player,) = run.rows(Player)
    run(new_links.reissue_link, player.id, "another link")
    number = run.last().number
    assert "It changed nothing that could be put back." in run.refused(number)
    assert str(*why_not(run.installation, run.id, [number])[number]) == (
        "It changed nothing that could be put back."
    )
    assert str(*why_not(run.installation, run.id, [1])[1]) == deleted
    run(edit_tournament, {"round_minutes": 45})
    run.undo()
    undone = run.last().undoes
    assert str(*why_not(run.installation, run.id, [undone])[undone]) == "It is undone already."
    with pytest.raises(Refused) as refused:
        run.undo(10_000)
    assert refused.value.kind == Kind.NOT_FOUND


def test_nobody_undoes_what_he_may_not_do(run, installation, now):
    account = create_account(installation, now, "Helper", "x")
    helper = Actor(ActorKind.ORGANIZER, account.id, "Helper")
    run(add_member, "Helper", Role.OWNER)
    run(remove_member, account.id)
    removed = run.last().number
    run(add_member, "Helper", Role.ORGANIZER)
    run(edit_tournament, {"round_minutes": 45})
    for actor, number in ((helper, removed), (PUBLIC, run.last().number)):
        with pytest.raises(Refused) as refused:
            run(undo, number, actor=actor)
        assert refused.value.kind in (Kind.FORBIDDEN, Kind.NOT_SIGNED_IN)
    run(undo, run.last().number, actor=helper)


@pytest.mark.parametrize("chance", range(3))
def test_any_commands_undone_in_reverse_leave_the_same_rows(run, chance, corp_list, runner_list):
    """Random commands in whatever order the event allows; then each is undone, the last first."""
    random_ = random.Random(chance)
    history = []
    moves = _moves(run, random_, (corp_list, runner_list))
    run.enter(5)
    for _ in range(45):
        before, version = run.snapshot(), run.last().number
        try:
            (moves[0] if random_.random() < 0.35 else random_.choice(moves))()
        except Refused:
            if run.last().number == version:
                assert run.snapshot() == before, "a refused command changed something"
        assert run.contradictions() == []
        history.append((version, run.last().number, before))
    assert run.last().number > 25
    for version, last, before in reversed(history):
        for number in range(last, version, -1):
            run.undo(number)
        assert run.snapshot() == before


def _moves(run, random_, lists):
    counter = iter(range(10_000))

    def some(model, wanted=lambda row: True):
        found = [row for row in run.rows(model) if wanted(row)]
        if not found:
            raise Refused("none", "There is none.")
        return random_.choice(found)

    def table():
        return some(Pairing, lambda row: row.second_id is not None)

    def join():
        number = next(counter)
        run(registration.register_player, Entry(f"Player {number}"), f"link {number}")

    def hand_in():
        side = random_.choice(list(Side))
        run(handed_in.hand_in_deck, some(Player).id, side, lists[0 if side is Side.CORP else 1])

    def bid():
        row = table()
        version = len([b for b in run.rows(Bid) if (b.pairing_id, b.auction) == (row.id, row.auction)])
        seat = Seat.FIRST if version % 2 == 0 else Seat.SECOND
        side = Side.CORP if version == 0 else None
        run.at(auctions.place_bid, row.id, version=version, amount=version * 2, side=side, seat=seat)

    def settle():
        row = table()
        run.at(auctions.settle_auction, row.id, winner_id=row.second_id, side=Side.RUNNER, bid=2)

    def number():
        return max((row.number for row in run.rows(Round)), default=0)

    def go_on():
        last = max(run.rows(Round), key=lambda row: row.number, default=None)
        if last is None or last.state == "closed":
            run(rounds.pair_round, seed=random_.randint(0, 999))
        elif last.state == "draft":
            run(rounds.publish_round, last.number)
        else:
            run.play()
            run(rounds.close_round, last.number)

    return [
        go_on,
        join,
        hand_in,
        lambda: run(registration.edit_player, some(Player).id, {"fixed_table": random_.randint(1, 9)}),
        lambda: run(registration.drop_player, some(Player).id),
        lambda: run(registration.reinstate_player, some(Player).id),
        lambda: run(edit_tournament, {"round_minutes": random_.randint(30, 60)}),
        lambda: run(set_registration, random_.random() < 0.5),
        lambda: run(drafts.shuffle_round, number(), seed=random_.randint(0, 999)),
        lambda: run(rounds.withdraw_round, number()),
        bid,
        settle,
        lambda: run.at(auctions.restart_auction, table().id),
        lambda: run(clocks.set_clock, number(), random_.choice(["start", "pause", "resume", "reset"])),
        lambda: run.at(results.correct_result, table().id, report=CORP_WON),
        lambda: run.at(results.clear_result, table().id, reason="wrong"),
        lambda: run(rounds.delete_round, number(), f"round {number()}"),
    ]
