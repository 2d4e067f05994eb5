"""An event leaves as one file and comes in elsewhere with nothing lost, and no bad file leaves a trace."""

import itertools
import json
import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import func, select

from app.deckcheck.catalog import load_catalog
from app.services.decks import handed_in
from app.services.event import announcements, brackets, statistics, tournaments, undo
from app.services.exchange import archives, nrtm, spreadsheets
from app.services.exchange.archive_format import VERSION
from app.services.judging import calls, deck_checks, penalties
from app.services.kernel.actors import SYSTEM, Actor, ActorKind
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import members, privacy, registration
from app.services.people.accounts import create_account
from app.services.people.entering import MOST_PLAYERS
from app.services.play import auctions, clocks, cut, drafts, results, rounds
from app.sides import Side
from app.storage import journal
from app.storage.access_tables import Account, Membership
from app.storage.database import Database
from app.storage.tables import Bid, Deck, Journal, Pairing, Player, Round, Tournament
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of
from tests.services.conftest import CORP_LIST, Playing

pytestmark = pytest.mark.both_engines

SEEDS = itertools.count(11)
PENALTIES = (
    ("warning", "slow-play"),
    ("game-loss", "Own words"),
    ("disqualification", "cheating"),
)
ENDINGS = (Ending.AGENDA, Ending.FLATLINE, Ending.TIME, Ending.CONCESSION, None)


@pytest.fixture
def other(migrated_sqlite: Path, tmp_path: Path) -> Iterator[Installation]:
    """Another installation with nothing in it."""
    file = tmp_path / "other.sqlite3"
    shutil.copy(migrated_sqlite, file)
    database = Database(f"sqlite:///{file}")
    yield Installation(database, load_catalog(), lambda notice: None)
    database.dispose()


def import_into(there: Installation, content: str, now: Any, actor: Actor = SYSTEM) -> archives.Imported:
    return archives.import_archive(there, actor, now, content.encode(), seed=next(SEEDS))


def everything(installation: Installation, tournament_id: int, now: Any) -> dict[str, Any]:
    """Every export of an event."""
    return {
        "archive": archives.archive(installation, tournament_id),
        "nrtm": json.dumps(nrtm.nrtm(installation, tournament_id, ORGANIZER_VIEWER)),
        "standings": spreadsheets.standings_csv(installation, tournament_id, ORGANIZER_VIEWER),
        "pairings": spreadsheets.pairings_csv(installation, tournament_id, ORGANIZER_VIEWER, now),
        "decks": spreadsheets.decks_csv(installation, tournament_id),
        "statistics": statistics.statistics_view(installation, tournament_id),
    }


class Wild:
    """An event that goes on by whatever command comes to mind."""

    def __init__(self, playing: Any, chance: int, lists: tuple[str, str]) -> None:
        self.playing, self.random, self.lists = playing, random.Random(chance), lists
        self.names = iter(f"Player {number} ö„“" for number in range(10_000))

    def rows(self, model: Any) -> list[Any]:
        with self.playing.installation.database.read_session() as session:
            query = select(model).where(model.tournament_id == self.playing.tournament_id)
            return list(session.exec(query.order_by(model.id)))

    def some(self, model: Any, wanted: Callable[[Any], bool] = lambda row: True) -> Any:
        found = [row for row in self.rows(model) if wanted(row)]
        if not found:
            raise Refused("none", "There is none.")
        return self.random.choice(found)

    def table(self) -> Any:
        return self.some(Pairing, lambda row: row.second_id is not None)

    def last(self) -> Any:
        return max(self.rows(Round), key=lambda row: row.number, default=None)

    def step(self) -> None:
        moves = (self.go_on, self.join, self.hand_in, self.bid, self.call, self.judge, self.undo, self.odd)
        self.playing.now += timedelta(seconds=self.random.uniform(1, 90))
        try:
            self.random.choices(moves, (5, 1, 1, 3, 1, 1, 2, 3))[0]()
        except Refused:
            return

    def join(self) -> None:
        self.playing.join(next(self.names))

    def hand_in(self) -> None:
        side = self.random.choice(list(Side))
        text = self.lists[0 if side is Side.CORP else 1]
        handed_in.hand_in_deck(self.playing.call, self.some(Player).id, side, text)

    def bid(self) -> None:
        row = self.table()
        version = len([b for b in self.rows(Bid) if (b.pairing_id, b.auction) == (row.id, row.auction)])
        seat = Seat.FIRST if version % 2 == 0 else Seat.SECOND
        side = self.random.choice(list(Side)) if version == 0 else None
        if version > 1 and self.random.random() < 0.5:
            auctions.pass_bid(*self.playing.at(row.id), version=version, seat=seat)
        else:
            auctions.place_bid(
                *self.playing.at(row.id), version=version, amount=version * 2, side=side, seat=seat
            )

    def call(self) -> None:
        player = self.some(Player)
        actor = Actor(ActorKind.PLAYER, player.id, player.name, self.playing.tournament_id)
        call = call_of(self.playing.installation, self.playing.tournament_id, actor, self.playing.now)
        calls.call_organizer(call, "Judge, please")

    def judge(self) -> None:
        """A judge answers a call, or gives a penalty."""
        call = self.playing.call
        standing = calls.standing_calls(self.playing.installation, self.playing.tournament_id)
        if standing and self.random.random() < 0.5:
            calls.claim_call(call, standing[0].id)
            calls.close_call(call, standing[0].id, "Counted again", 60 if standing[0].table_id else 0)
            return
        kind, what = self.random.choice(PENALTIES)
        penalties.give_penalty(call, self.some(Player).id, kind, what, "Said so")

    def undo(self) -> None:
        newest = max(row.number for row in self.rows(Journal))
        undo.undo(self.playing.call, newest - self.random.randint(0, 2))

    def odd(self) -> None:
        call, number = self.playing.call, self.last().number if self.last() else 0
        self.random.choice(
            (
                lambda: registration.drop_player(call, self.some(Player).id),
                lambda: registration.reinstate_player(call, self.some(Player).id),
                lambda: drafts.shuffle_round(call, number, seed=self.random.randint(0, 999)),
                lambda: rounds.withdraw_round(call, number),
                lambda: rounds.delete_round(call, number, f"round {number}"),
                lambda: clocks.set_clock(call, number, self.random.choice(("start", "pause", "resume"))),
                lambda: results.clear_result(*self.playing.at(self.table().id), reason="wrong"),
                lambda: deck_checks.pick_deck_checks(call, 1, seed=self.random.randint(0, 999)),
                lambda: announcements.announce(call, "Lunch until two"),
                lambda: tournaments.edit_tournament(call, {"round_minutes": self.random.randint(30, 60)}),
            )
        )()

    def go_on(self) -> None:
        last, call = self.last(), self.playing.call
        if last is None or last.state == "closed":
            rounds.pair_round(call, self.random.randint(0, 999))
        elif last.state == "draft":
            rounds.publish_round(call, last.number)
        else:
            for table in self.playing.round(last.number).tables:
                if not table.bye and table.result is None:
                    self.finish(table)
            rounds.close_round(call, last.number)

    def finish(self, table: Any) -> None:
        if not table.auction.settled:
            self.playing.settle(table, self.random.randint(0, 10), self.random.choice(list(Side)))
        outcome = self.random.choice((Outcome.CORP, Outcome.RUNNER, Outcome.DRAW))
        ending = Ending.TIME if outcome is Outcome.DRAW else self.random.choice(ENDINGS)
        results.correct_result(*self.playing.at(table.id), Report(outcome, ending))


@pytest.fixture
def wild(playing: Any, corp_list: str, runner_list: str) -> Callable[[int, int], Wild]:
    """An event after a number of random commands."""

    def make(chance: int, steps: int) -> Wild:
        event = Wild(playing, chance, (corp_list, runner_list))
        tournaments.edit_tournament(playing.call, {"deck_policy": "optional"})
        for _ in range(5):
            event.join()
        for _ in range(steps):
            event.step()
        return event

    return make


@pytest.mark.parametrize("chance", range(3))
def test_export_import_export_is_equal_to_the_byte(
    wild: Any, playing: Any, other: Installation, chance: int, now: Any
) -> None:
    wild(chance, 60)
    before = everything(playing.installation, playing.tournament_id, now)
    imported = import_into(other, before["archive"], now)
    after = everything(other, imported.id, now)
    for name, content in before.items():
        assert after[name] == content, name
    assert before["archive"].count("\n") > 60


def test_an_archive_imports_beside_the_event_it_was_made_of(wild: Any, playing: Any, now: Any) -> None:
    event = wild(9, 50)
    archive = archives.archive(playing.installation, playing.tournament_id)
    first = import_into(playing.installation, archive, now)
    second = import_into(playing.installation, archive, now)
    assert len({first.code, second.code, first.archived_code}) == 3
    for imported in (first, second):
        copy = archives.archive(playing.installation, imported.id)
        assert copy == archive.replace(f'"code":"{first.archived_code}"', f'"code":"{imported.code}"', 1)
    assert archives.archive(playing.installation, playing.tournament_id) == archive
    event.join()
    with playing.installation.database.read_session() as session:
        ids = session.exec(select(Player.id)).all()
        mentioned = {
            change["id"]
            for entry in session.exec(select(Journal).where(Journal.tournament_id == second.id))
            for change in entry.changes
            if change["table"] == "player"
        }
        newest = session.exec(select(func.max(Player.id))).one()
    assert len(ids) == len(set(ids))
    assert newest is not None and newest > max(mentioned), "an id only the journal knows was given away"


@pytest.mark.postgres
def test_an_archive_moves_from_sqlite_to_postgresql(
    sqlite_database: Database, postgres_database: Database, now: Any
) -> None:
    here, there = (
        Installation(d, load_catalog(), lambda n: None) for d in (sqlite_database, postgres_database)
    )
    account = create_account(here, now, "Olga", "link")
    actor = Actor(ActorKind.ORGANIZER, account.id, "Olga")
    draft = tournaments.TournamentDraft("Moving", now.date(), deck_policy="none")
    made = tournaments.create_tournament(here, actor, now, draft, seed=3)
    call = call_of(here, made.id, actor, now)
    registration.register_players(call, [registration.Entry(n) for n in "ABC"], ["1", "2", "3"])
    rounds.pair_round(call, 5)
    rounds.delete_round(call, 1, "round 1")
    archive = archives.archive(here, made.id)
    for _ in range(2):
        imported = import_into(there, archive, now)
        assert archives.archive(there, imported.id).count("\n") == archive.count("\n")
        assert (imported.code == made.code) == (_ == 0)
    call = call_of(there, imported.id, SYSTEM, now)
    undo.undo(call, 4)
    joined = registration.register_player(call, registration.Entry("Late"), "link of Late").value
    with there.database.read_session() as session:
        back = session.exec(select(Round).where(Round.tournament_id == imported.id)).all()
        assert [row.number for row in back] == [1]
        assert session.get_one(Player, joined.player_id).name == "Late"


def test_undo_works_after_an_import_as_it_did_before(
    wild: Any, playing: Any, other: Installation, now: Any
) -> None:
    event = wild(2, 0)
    rounds.pair_round(playing.call, 1)
    rounds.publish_round(playing.call, 1)
    for table in playing.round(1).tables:
        if not table.bye:
            event.finish(table)
    rounds.delete_round(playing.call, 1, "round 1")
    imported = import_into(other, archives.archive(playing.installation, playing.tournament_id), now)
    newest = max(row.number for row in event.rows(Journal))
    for number in range(newest, 0, -1):
        said = []
        for installation, tournament_id in (
            (playing.installation, playing.tournament_id),
            (other, imported.id),
        ):
            try:
                said.append(
                    undo.undo(call_of(installation, tournament_id, SYSTEM, playing.now), number).value
                )
            except Refused as refused:
                said.append(refused.sentence)
        assert said[0] == said[1]
        assert archives.archive(other, imported.id) == archives.archive(
            playing.installation, playing.tournament_id
        )
        if number == newest:
            view = spreadsheets.pairings_csv(other, imported.id, ORGANIZER_VIEWER, now)
            assert view.count("\n") == 4, "the tables of the deleted round are back"
    assert said[0].endswith("its owner does that in the settings.")


def test_an_event_goes_on_after_an_import(wild: Any, playing: Any, other: Installation, now: Any) -> None:
    wild(1, 0)
    playing.play_round()
    playing.pair()
    imported = import_into(other, archives.archive(playing.installation, playing.tournament_id), now)
    there = type(playing)(other, imported.id, SYSTEM, playing.now)
    there.play_tables(2)
    there.play_round()
    standings = spreadsheets.standings_csv(other, imported.id, ORGANIZER_VIEWER)
    assert standings.count("\n") == 6


def test_the_importing_account_owns_the_event_and_the_archive_stays_the_same(
    playing: Any, other: Installation, now: Any
) -> None:
    installation = playing.installation
    create_account(installation, now, "Judith", "x")
    members.add_member(playing.call, "Judith", Role.JUDGE)
    archive = archives.archive(installation, playing.tournament_id)
    account = create_account(other, now, "Ingrid", "y")
    for name in ("Olga", "Judith"):
        create_account(other, now, name, name)
    ingrid = Actor(ActorKind.ORGANIZER, account.id, "Ingrid")
    imported = import_into(other, archive, now, ingrid)
    roles = {member.name: member.role for member in members.members(other, imported.id)}
    assert roles == {"Olga": Role.OWNER, "Judith": Role.JUDGE, "Ingrid": Role.OWNER}
    assert archives.archive(other, imported.id) == archive


def test_an_upload_makes_no_account_and_the_terminal_does(
    playing: Any, other: Installation, now: Any
) -> None:
    """FAULTS S12: one file made 150 accounts."""
    create_account(playing.installation, now, "Judith", "x")
    members.add_member(playing.call, "Judith", Role.JUDGE)
    archive = archives.archive(playing.installation, playing.tournament_id)
    ingrid = Actor(ActorKind.ORGANIZER, create_account(other, now, "Ingrid", "y").id, "Ingrid")
    create_account(other, now, "olga", "z")
    uploaded = import_into(other, archive, now, ingrid)
    roles = {member.name: member.role for member in members.members(other, uploaded.id)}
    assert roles == {"olga": Role.OWNER, "Ingrid": Role.OWNER}
    again = archives.archive(other, uploaded.id)
    assert json.loads(again)["accounts"] == ["olga", None]
    once_more = json.loads(archives.archive(other, import_into(other, again, now, ingrid).id))
    once_more["tournament"]["code"] = json.loads(again)["tournament"]["code"]
    assert once_more == json.loads(again)
    with other.database.read_session() as session:
        assert sorted(session.exec(select(Account.name)).all()) == ["Ingrid", "olga"]
    at_the_terminal = import_into(other, archive, now)
    roles = {member.name: member.role for member in members.members(other, at_the_terminal.id)}
    assert roles == {"olga": Role.OWNER, "Judith": Role.JUDGE}
    with other.database.read_session() as session:
        (judith,) = session.exec(select(Account).where(Account.name == "Judith")).all()
        assert judith.password_hash is None


def test_names_of_an_archive_are_cleaned_as_typed_ones_are(
    archived: dict[str, Any], other: Installation, now: Any
) -> None:
    archived["player"][0] |= {
        "name": "  Ana \u00a0 Love\u202elace",
        "name_key": "made up",
        "household": " red  house ",
    }
    joined = next(entry for entry in archived["journal"] if entry["command"] == "register_player")
    joined["changes"][0]["after"] |= {"name": "Ana   Lovelace", "name_key": "something else"}
    imported = import_into(other, json.dumps(archived), now)
    ana = json.loads(archives.archive(other, imported.id))["player"][0]
    assert (ana["name"], ana["name_key"], ana["household"]) == ("Ana Lovelace", "ana lovelace", "red house")
    with other.database.read_session() as session:
        first = journal.entry(session, imported.id, joined["number"])
        assert first is not None
        kept = first.changes[0]["after"]
    assert (kept["name"], kept["name_key"]) == ("Ana Lovelace", "ana lovelace")


def test_an_event_of_more_players_than_an_event_can_have_is_refused(
    archived: dict[str, Any], other: Installation, now: Any
) -> None:
    some = archived["player"][-1]
    for number in range(4, MOST_PLAYERS + 2):
        fresh = {"id": number, "name": f"P {number}", "name_key": f"p {number}", "lot": number}
        archived["player"].append({**some, **fresh})
    with pytest.raises(Refused, match="it has 2001 players; an event has up to 2000"):
        import_into(other, json.dumps(archived), now)
    archived["player"].pop()
    assert import_into(other, json.dumps(archived), now).name == "Archived"


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("player", {"link_hash": "0" * 64}),
        ("tournament", {"version": 1}),
        ("tournament", {"code": "BCDFG"}),
        ("tournament", {"seed": 1}),
        ("player", {"tournament_id": 1}),
    ],
)
def test_a_made_up_journal_writes_nothing_that_no_command_writes(
    archived: dict[str, Any], other: Installation, now: Any, table: str, values: dict[str, Any]
) -> None:
    """FAULTS S12: its undo gave somebody a link, the event another code, or the journal another number."""
    last = archived["journal"][-1]
    last["changes"] = [{"table": table, "id": 1, "before": values, "after": dict(values)}]
    with pytest.raises(Refused, match="the journal has values that"):
        import_into(other, json.dumps(archived), now)


def test_an_undo_leaves_alone_what_no_command_changes(
    archived: dict[str, Any], other: Installation, now: Any
) -> None:
    """Beside the import, undo itself puts nothing back that is never recorded."""
    imported = import_into(other, json.dumps(archived), now)
    with other.database.write_session(imported.id) as session:
        row = session.get_one(Tournament, imported.id)
        player_id = session.exec(select(Player.id).where(Player.tournament_id == imported.id)).first()
        own = {"table": "tournament", "id": imported.id}
        theirs = {"table": "player", "id": player_id}
        row.version += 1
        entry = Journal(
            tournament_id=imported.id,
            number=row.version,
            at=now,
            actor_kind="organizer",
            actor_name="X",
            command="edit_tournament",
            changes=[
                {**own, "before": {"code": "BCDFG", "seed": 3, "info": "a"}, "after": {"info": ""}},
                {**theirs, "before": {"link_hash": "x", "pronouns": "xe"}, "after": {"pronouns": ""}},
            ],
            summary="Made up",
        )
        journal.append(session, entry)
        number, code, seed = row.version, row.code, row.seed
    undo.undo(call_of(other, imported.id, SYSTEM, now), number)
    with other.database.read_session() as session:
        row, person = session.get_one(Tournament, imported.id), session.get_one(Player, player_id)
    assert (row.code, row.seed, row.info, row.version) == (code, seed, "a", number + 1)
    assert (person.link_hash, person.pronouns) == (None, "xe")


def test_an_archive_has_no_secret_and_players_need_new_links(
    playing: Any, other: Installation, now: Any
) -> None:
    playing.join("Ana")
    with playing.installation.database.read_session() as session:
        (ana,) = session.exec(select(Player)).all()
    archive = archives.archive(playing.installation, playing.tournament_id)
    assert ana.link_hash and ana.link_hash not in archive
    assert "hash" not in archive and "password" not in archive and "token" not in archive
    import_into(other, archive, now)
    with other.database.read_session() as session:
        assert session.exec(select(Player.link_hash)).all() == [None]


def test_an_erased_name_is_in_no_archive(wild: Any, playing: Any, other: Installation, now: Any) -> None:
    event = wild(3, 0)
    event.playing.join("Wilhelmina Quux")
    erased = max(row.id for row in event.rows(Player))
    registration.edit_player(playing.call, erased, {"name": "Mina Quuux"})
    event.call()
    playing.play_round()
    tournaments.finish_tournament(playing.call)
    privacy.erase_player(playing.call, erased, typed="erase")
    archive = archives.archive(playing.installation, playing.tournament_id)
    for part in ("Wilhelmina", "wilhelmina", "Quux", "quux", "Mina", "mina"):
        assert part not in archive
    imported = import_into(other, archive, now)
    assert archives.archive(other, imported.id) == archive


def test_a_cut_moves_too(playing: Any, other: Installation, now: Any) -> None:
    playing.join(*"ABCDEF")
    tournaments.edit_tournament(playing.call, {"planned_rounds": 1, "cut_kind": "double", "cut_size": 4})
    playing.play_round()
    cut.start_cut(playing.call)
    playing.play_tables(cut.pair_cut(playing.call, 5).value)
    imported = import_into(other, archives.archive(playing.installation, playing.tournament_id), now)
    here = brackets.bracket_view(playing.installation, playing.tournament_id)
    there = brackets.bracket_view(other, imported.id)
    assert [(g.first and g.first.name, g.second and g.second.name) for g in there.games] == [
        (g.first and g.first.name, g.second and g.second.name) for g in here.games
    ]


@pytest.fixture(scope="module")
def archive_text(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The archive of a small event with something in most tables, made once for all that spoil it."""
    file = tmp_path_factory.mktemp("archived") / "archived.sqlite3"
    shutil.copy(migrated_sqlite, file)
    database, now = Database(f"sqlite:///{file}"), datetime(2018, 2, 15, 13, 0, tzinfo=UTC)
    here = Installation(database, load_catalog(), lambda notice: None)
    olga = Actor(ActorKind.ORGANIZER, create_account(here, now, "Olga", "link").id, "Olga")
    draft = tournaments.TournamentDraft("Archived", now.date())
    made = tournaments.create_tournament(here, olga, now, draft, seed=7)
    playing = Playing(here, made.id, olga, now)
    playing.join("Ana", "Ben", "Cleo")
    handed_in.hand_in_deck(playing.call, min(playing.players), Side.CORP, CORP_LIST)
    number = playing.pair().number
    for table in playing.publish(number).tables:
        if not table.bye:
            auctions.place_bid(*playing.at(table.id), version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
            auctions.pass_bid(*playing.at(table.id), version=1, seat=Seat.SECOND)
            playing.finish(table)
    rounds.close_round(playing.call, number)
    text = archives.archive(here, made.id)
    database.dispose()
    return text


@pytest.fixture
def archived(archive_text: str) -> dict[str, Any]:
    """That archive as JSON, to be changed."""
    document: dict[str, Any] = json.loads(archive_text)
    return document


def put(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of an archive: the value at `tournament.phase`, `player.0.lot` and so on."""

    def change(document: Any) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        for part in way:
            document = document[part]
        document[last] = value

    return change


def take(path: str) -> Callable[[dict[str, Any]], None]:
    """A change of an archive: what is at a path is gone."""

    def change(document: Any) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        for part in way:
            document = document[part]
        del document[last]

    return change


CALL = {
    "id": 1,
    "kind": "announcement",
    "player_id": None,
    "made_at": "2018-02-15T13:00:00+00:00",
    "ended_at": None,
}
CHECK = {
    "id": 1,
    "player_id": 1,
    "round_number": 1,
    "picked_at": "2018-02-15T13:00:00+00:00",
    "counted": None,
    "unlisted": "",
    "outcome": "in-order",
    "finding": "In order",
    "checked_by": "Olga",
    "checked_at": "2018-02-15T13:00:00+00:00",
}
BAD = {
    "another program's": put("format", "nrtm"),
    "a newer version": put("version", VERSION + 1),
    "no version": take("version"),
    "an unknown table": put("api_token", []),
    "a missing table": take("bid"),
    "an unknown column": put("player.0.link_hash", "x"),
    "a missing column": take("player.0.lot"),
    "a text for a number": put("player.0.lot", "1"),
    "a truth for a number": put("bid.0.amount", True),
    "a number beyond the column": put("tournament.seed", 2**40),
    "an unknown phase": put("tournament.phase", "lunch"),
    "an unknown side": put("deck.0.side", "judge"),
    "a bid of 11": put("bid.0.amount", 11),
    "a setting no event has": put("tournament.round_minutes", 0),
    "an unknown format": put("tournament.format", "chess"),
    "a code of symbols": put("tournament.code", "../.."),
    "nothing where something is needed": put("player.0.name", None),
    "half a surrogate pair": put("player.0.name", "\ud800"),
    "a NUL": put("tournament.info", "a\x00b"),
    "a day that is none": put("tournament.date", "2018-02-30"),
    "a moment without zone": put("player.0.joined_at", "2018-02-15T13:00:00"),
    "two players of one name": lambda d: put("player.1.name", d["player"][0]["name"].upper())(d),
    "two equal lots": lambda d: put("player.1.lot", d["player"][0]["lot"])(d),
    "a row twice": lambda d: d["player"].append(d["player"][-1]),
    "a gap in the numbers": put("player.2.id", 9),
    "a player who is not there": lambda d: put("pairing.0.first_id", 4)(d),
    "a winner of nowhere": put("pairing.0.winner_id", 77),
    "a deck without a verdict's parts": put("deck.0.verdict", {"legal": "yes"}),
    "a deck with an empty verdict": put("deck.0.verdict", {}),
    "a deck check that ended at no time": lambda d: d["deck_check"].append({**CHECK, "checked_at": None}),
    "copies that are no number": put("deck.0.cards", {"Hedge Fund": "three"}),
    "wishes that are none": put("tournament.settings", {"apart_rounds": "all"}),
    "an account too many": lambda d: d["accounts"].append("Mallory"),
    "an account too few": put("accounts", []),
    "a role that is none": put("membership.0.role", "root"),
    "a journal with a gap": take("journal.1"),
    "a journal about another table": put("journal.0.changes.0.table", "account"),
    "a journal about unknown columns": put("journal.0.changes.0.after", {"link_hash": "x"}),
    "a journal that undoes the future": put("journal.0.undone_by", 999),
    "a version the journal lacks": put("tournament.version", 999),
    "an auction that nobody opened": lambda d: put("bid.0.side", None)(d) or put("bid.0.number", 0)(d),
    "a decision nobody knows": put("pairing.0.decided_by", "coin"),
    "a name of 290,000 letters": put("player.0.name", "x" * 290_000),
    "a name nobody sees": put("player.0.name", "\u200b\u200b"),
    "pronouns like a novel": put("player.0.pronouns", "x" * 31),
    "an endless announcement": lambda d: d["announcement"].append({**CALL, "text": "x" * 501}),
    "a name in the journal alone": lambda d: put(
        "journal.1.changes.0.after", {**d["journal"][1]["changes"][0]["after"], "name": "y" * 61}
    )(d),
    "a key without its name": lambda d: d["journal"][-1]["changes"].append(
        {"table": "player", "id": 1, "before": {"name_key": "b"}, "after": {"name_key": "a"}}
    ),
    "an account with an endless name": put("accounts.0", "x" * 61),
    "an actor with an endless name": put("journal.0.actor_name", "x" * 121),
    "somebody twice in a round": lambda d: put("pairing.1.first_id", d["pairing"][0]["first_id"])(d),
    "two tables of one number": lambda d: put("pairing.1.table_number", d["pairing"][0]["table_number"])(d),
    "a result in a draft": put("round.0.state", "draft"),
    "a winner without a result": lambda d: d["pairing"][0].update(
        final=False, winner_id=d["pairing"][0]["first_id"]
    ),
    "a number that is none": put("round.0.clock_elapsed", float("nan")),
}


@pytest.mark.parametrize("change", BAD.values(), ids=BAD.keys())
def test_a_bad_archive_is_refused_and_nothing_is_kept(
    archived: dict[str, Any], change: Any, other: Installation, now: Any
) -> None:
    change(archived)
    with pytest.raises(Refused, match="archive can") as refused:
        import_into(other, json.dumps(archived), now)
    assert (refused.value.code, refused.value.kind) == ("bad-archive", Kind.INVALID)
    with other.database.read_session() as session:
        for model in (Tournament, Account, Player, Membership, Deck, Journal):
            assert session.exec(select(func.count()).select_from(model)).one() == 0


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{", b"\xff\xfe", b"[" * 100_000, b'{"format": 1e999}', b"9" * 5000, b"null"]
)
def test_what_is_no_archive_is_refused(installation: Installation, now: Any, content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        archives.import_archive(installation, SYSTEM, now, content, seed=1)
    assert refused.value.code == "bad-archive"


def test_any_value_replaced_is_refused_or_makes_an_event_that_can_be_exported(
    archived: dict[str, Any], other: Installation, now: Any
) -> None:
    """No change of a single value anywhere may end in anything but a refusal or a sound import."""
    chance = random.Random(5)
    text = json.dumps(archived)
    outcomes = {True: 0, False: 0}
    for _ in range(100):
        document = json.loads(text)
        place, key = chance.choice(list(_places(document)))
        place[key] = chance.choice(
            [None, 0, -1, 1, 2, 7, "", "x", [], {}, True, 1.5, "2018-02-15", [1], {"a": 1}]
        )
        try:
            imported = import_into(other, json.dumps(document), now)
        except Refused as refusal:
            assert refusal.code == "bad-archive"
            outcomes[False] += 1
            continue
        outcomes[True] += 1
        assert everything(other, imported.id, now)["archive"].startswith('{"format"')
    assert outcomes[False] > 30


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from _places(item)


def test_only_an_account_may_import(archived: dict[str, Any], other: Installation, now: Any) -> None:
    player = Actor(ActorKind.PLAYER, 1, "Ana", 1)
    with pytest.raises(Refused) as refused:
        import_into(other, json.dumps(archived), now, player)
    assert refused.value.kind == Kind.FORBIDDEN


def test_an_import_adds_no_entry_to_the_journal(
    archived: dict[str, Any], other: Installation, now: Any
) -> None:
    imported = import_into(other, json.dumps(archived), now)
    with other.database.read_session() as session:
        numbers = [entry.number for entry in journal.all_entries(session, imported.id)]
    assert numbers == list(range(1, len(archived["journal"]) + 1))
