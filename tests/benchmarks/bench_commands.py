"""How long each command holds the write lock in an event of 2,000 players and 10,000 journal entries.

    python tests/benchmarks/bench_commands.py [--players 2000] [--entries 10000]

Every command of the program is given at least once where the event stands, on a SQLite file whose disk is not
waited for: measured is the processor time from the lock to the commit, as others may keep this machine busy.
Ends with 1 if one holds it longer than 250 ms,
or if a command of the lifecycle's table was not given at all.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

from tests.calls import call_of

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sqlmodel import Session, select

from app.deckcheck.catalog import load_catalog
from app.services.decks import handed_in
from app.services.event import announcements, queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.event.undo import undo
from app.services.judging import calls, deck_checks
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.errors import Refused
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.people import members, privacy, registration
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.play import auctions, clocks, cut, drafts, one_phone, results, rounds
from app.sides import Side
from app.storage.database import Database
from app.storage.tables import Journal, Player, Tournament
from app.tournament.auction import Seat
from app.tournament.lifecycle import COMMANDS
from app.tournament.results import Ending, Outcome, Report
from tests.stages import write_hastily

ALLOWED_MS = 250.0
NOW = datetime(2018, 2, 15, 10, 0, tzinfo=UTC)
DECK = "NBN: Making News\n\n3x Hedge Fund\n"
CORP_WON = Report(Outcome.CORP, Ending.AGENDA, 7, 2)


class Watched(Database):
    """A database that notes how long each writer had the lock."""

    held: list[float]

    @contextmanager
    def write_session(self, tournament_id: int | None) -> Iterator[Session]:
        """As the database's own."""
        with super().write_session(tournament_id) as session:
            began = time.thread_time()
            try:
                yield session
            finally:
                # The commit is not in it where the command is refused, for then there is none.
                self.held.append((time.thread_time() - began) * 1000)
        self.held.append((time.thread_time() - began) * 1000)


@dataclass
class Hands:
    """The organizer's hands on the event; `spent` is milliseconds in the lock by what was done."""

    installation: Installation
    database: Watched
    owner: Actor
    id: int = 0
    now: datetime = NOW
    spent: dict[str, float] = field(default_factory=dict)
    given: set[str] = field(default_factory=set)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))

    def give(self, what: str, act: Callable[..., Any], *args: Any, **named: Any) -> Any:
        """Give a command whose first arguments are installation, event, actor and time."""
        return self._timed(
            what, lambda: act(self.installation, self.id, self.owner, self.now, *args, **named)
        )

    def as_player(self, what: str, act: Callable[..., Any], player_id: int, *args: Any) -> Any:
        """Give a command as a player."""
        actor = Actor(ActorKind.PLAYER, player_id, "a player", self.id)
        return self._timed(what, lambda: act(self.installation, self.id, actor, self.now, *args))

    def at(
        self, what: str, act: Callable[..., Any], table: int, actor: Actor | None = None, **named: Any
    ) -> Any:
        """Give a command about a table."""
        actor = actor or self.owner
        return self._timed(what, lambda: act(self.installation, self.id, table, actor, self.now, **named))

    def _timed(self, what: str, run: Callable[[], Any]) -> Any:
        self.now += timedelta(seconds=1)
        self.database.held = []
        try:
            return run()
        except Refused as refused:
            if not what.endswith("refused"):
                raise
            return refused
        finally:
            self.spent[what] = max(self.spent.get(what, 0.0), *self.database.held, 0.0)

    def table(self, number: int, place: int) -> Any:
        """A table of a round."""
        view = queries.round_view(self.installation, self.id, number, ORGANIZER_VIEWER, self.now)
        return view.tables[place]

    def last(self) -> int:
        """The number of the newest entry."""
        return queries.version(self.installation, self.id)


def fill_journal(hands: Hands, entries: int) -> None:
    """Entries as a long event has them, each a change of one player's row that was changed back later."""
    with hands.database.write_session(hands.id) as session:
        row = session.get_one(Tournament, hands.id)
        players = session.exec(select(Player.id).where(Player.tournament_id == hands.id)).all()
        for number in range(entries - row.version):
            row.version += 1
            before, after = ({"pronouns": ""}, {"pronouns": "xe"})
            change = {
                "table": "player",
                "id": players[number % len(players)],
                "before": before,
                "after": after,
            }
            session.add(
                Journal(
                    tournament_id=hands.id,
                    number=row.version,
                    at=NOW,
                    actor_kind="organizer",
                    actor_id=hands.owner.id,
                    actor_name="Olga",
                    command="edit_player",
                    summary=f"The entry of player {number} was changed: pronouns",
                    changes=[change],
                )
            )


def play(hands: Hands, players: int, entries: int) -> None:
    """An event from its first player to its end."""
    half = players // 2 - 10
    for part in range(2):
        names = [Entry(f"Player {part}-{number}") for number in range(half)]
        secrets = [f"link {part}-{number}" for number in range(half)]
        hands.give("enter half of all players", registration.register_players, names, secrets)
    entered = hands.last()
    fill_journal(hands, entries)
    hands.give("undo of half of all players", undo, entered)
    hands.give("undo of that undo", undo, hands.last())
    enter(hands)
    settings(hands)
    swiss(hands, entered)
    to_the_cut(hands)
    end(hands)


def enter(hands: Hands) -> None:
    """One player, and a list of 300."""
    names = [Entry(f"Late {number}") for number in range(15)]
    hands.give("enter a list", registration.register_players, names, [f"late {n}" for n in range(15)])
    own = Entry("Ana", "", "NBN: Making News", "Noise: Hacker Extraordinaire")
    made = hands.give("register_player", registration.register_player, own, "link of Ana")
    hands.give(
        "edit_player", registration.edit_player, made.player_id, {"fixed_table": 3, "household": "red"}
    )
    hands.give("hand_in_deck", handed_in.hand_in_deck, made.player_id, Side.CORP, DECK)
    hands.give("override_deck", handed_in.override_deck, made.player_id, Side.CORP, "A proxy")
    hands.give("issue_link", registration.reissue_link, made.player_id, "new link")
    hands.give("drop_player", registration.drop_player, made.player_id)
    hands.give("reinstate_player", registration.reinstate_player, made.player_id)


def settings(hands: Hands) -> None:
    """What is set about the event and its helpers."""
    create_account(hands.installation, NOW, "Judith", "link of Judith")
    hands.give("manage_members", members.add_member, "Judith", Role.JUDGE)
    hands.give("set_registration", tournaments.set_registration, False)
    cuts = {"planned_rounds": 2, "cut_kind": "double", "cut_size": 16, "deck_policy": "optional"}
    hands.give("edit_tournament", tournaments.edit_tournament, cuts)
    hands.give("edit_tournament, pool", tournaments.edit_tournament, {"pool_date": date(2018, 1, 1)})
    hands.give("announce", announcements.announce, "Lunch")


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
    rest = hands.table(1, 30)
    hands.as_player("call_organizer", calls.call_organizer, rest.first.player_id, "Help")
    view = queries.round_view(hands.installation, hands.id, 1, ORGANIZER_VIEWER, hands.now)
    waiting = tuple(table.id for table in view.tables if not table.bye and table.state != "done")
    hands.give("close_round", rounds.close_round, 1, waiting)
    hands.give("undo of close_round", undo, hands.last())
    hands.give("close_round", rounds.close_round, 1, waiting)
    hands.give("pair_round", rounds.pair_round, next(hands.seeds))
    hands.give("undo of pair_round", undo, hands.last())
    hands.give("pair_round", rounds.pair_round, next(hands.seeds))
    hands.give("publish_round", rounds.publish_round, 2)
    hands.give("delete_round", rounds.delete_round, 2, "round 2")
    hands.give("undo of delete_round", undo, hands.last())
    view = queries.round_view(hands.installation, hands.id, 2, ORGANIZER_VIEWER, hands.now)
    waiting = tuple(table.id for table in view.tables if not table.bye)
    hands.give("close_round", rounds.close_round, 2, waiting)


def one_table(hands: Hands, table: Any) -> None:
    """An auction and its game."""
    first = Actor(ActorKind.PLAYER, table.first.player_id, table.first.name, hands.id)
    second = Actor(ActorKind.PLAYER, table.second.player_id, table.second.name, hands.id)
    hands.at("check_in", clocks.check_in, table.id, first)
    hands.at("share_phone", one_phone.share_phone, table.id, first, other=one_phone.OtherPhone.SILENT)
    hands.at("place_bid", auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    hands.at("undo of place_bid", _undo_last, table.id)
    hands.at("place_bid", auctions.place_bid, table.id, version=0, amount=1, side=Side.CORP, seat=Seat.FIRST)
    hands.at("place_bid, pass", auctions.pass_bid, table.id, version=1, seat=Seat.SECOND)
    hands.at("settle_auction, restart", auctions.restart_auction, table.id)
    winner = {"winner_id": table.first.player_id, "side": Side.CORP, "bid": 2}
    hands.at("place_bid, enter", auctions.enter_settlement, table.id, first, **winner)
    hands.at("place_bid, confirm", auctions.confirm_settlement, table.id, second)
    hands.at("settle_auction", auctions.settle_auction, table.id, **{**winner, "bid": 3})
    hands.at("report_result", results.report_result, table.id, first, report=CORP_WON)
    hands.at("correct_result", results.correct_result, table.id, report=CORP_WON)
    hands.at("correct_result, clear", results.clear_result, table.id)
    hands.at("correct_result", results.correct_result, table.id, report=CORP_WON)


def _undo_last(installation: Installation, event: int, _table: int, actor: Actor, now: datetime) -> None:
    undo(call_of(installation, event, actor, now), queries.version(installation, event))


def to_the_cut(hands: Hands) -> None:
    """The cut begins."""
    hands.give("start_cut", cut.start_cut)
    hands.give("undo of start_cut", undo, hands.last())
    hands.give("start_cut", cut.start_cut)
    number = hands.give("pair_cut", cut.pair_cut, next(hands.seeds))
    hands.give("delete_round, cut", rounds.delete_round, number, f"round {number}")


def end(hands: Hands) -> None:
    """The end, after which a name is erased."""
    hands.give("finish_tournament", tournaments.finish_tournament)
    hands.give("reopen_tournament", tournaments.reopen_tournament)
    hands.give("finish_tournament", tournaments.finish_tournament)
    view = queries.players_view(hands.installation, hands.id, ORGANIZER_VIEWER)
    hands.give("erase_player", privacy.erase_player, view[0].id)


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--entries", type=int, default=10_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Watched(f"sqlite:///{Path(folder) / 'commands.sqlite3'}")
        database.held = []
        database.migrate()
        write_hastily(database)
        installation = Installation(database, load_catalog(), lambda _notice: None)
        account = create_account(installation, NOW, "Olga", "link of Olga")
        owner = Actor(ActorKind.ORGANIZER, account.id, "Olga")
        hands = Hands(installation, database, owner)
        draft = TournamentDraft("Two thousand", NOW.date())
        hands.id = tournaments.create_tournament(installation, owner, NOW, draft, seed=7).id
        play(hands, asked.players, asked.entries)
        database.dispose()
    for what, spent in sorted(hands.spent.items(), key=lambda item: -item[1]):
        print(f"{spent:9.1f} ms  {what}{'  TOO LONG' if spent > ALLOWED_MS else ''}")
    missing = {name for name in COMMANDS if not any(name in what for what in hands.spent)}
    print(f"not given: {', '.join(sorted(missing)) or 'none'}")
    return 1 if missing or max(hands.spent.values()) > ALLOWED_MS else 0


if __name__ == "__main__":
    sys.exit(main())
