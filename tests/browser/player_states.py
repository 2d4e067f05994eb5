"""A hall in which a player stands in each state of their own page: which link shows which state.

Made twice: with short names, and with names of 40 characters and an announcement that stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count

from app.services.decks import handed_in
from app.services.event import announcements, queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import TableView
from app.services.people import registration
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.play import auctions, clocks, cut, one_phone, results, rounds
from app.services.play.one_phone import OtherPhone
from app.sides import Side
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of

CORPS = (
    "Haas-Bioroid: Engineering the Future",
    "Weyland Consortium: Building a Better World",
    "Jinteki: Personal Evolution",
    "NBN: Making News",
)
RUNNERS = (
    "Gabriel Santiago: Consummate Professional",
    "Steve Cambridge: Master Grifter",
    'Ayla "Bios" Rahim: Simulant Specialist',
    "Noise: Hacker Extraordinaire",
)
SHORT = (
    "Ana",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "Finn",
    "Gil",
    "Hana",
    "Ivo",
    "Jun",
    "Kaja",
    "Lior",
    "Mila",
    "Nuru",
)
# The scenes of the tables of a round, each with what both players are then shown.
SCENES = (
    "open", "raise 0", "raise 1", "raise 9", "aloud", "asked", "one phone", "game", "reported", "disputed",
    "done",
)  # fmt: skip
STATES = (
    *(f"{scene}, {seat}" for scene in SCENES for seat in ("first", "second")),
    "bye", "unpaired", "dropped", "waiting", "waiting for decks", "waiting, not legal",
    "seed, first", "seed, second", "between", "over, champion", "over",
)  # fmt: skip


def long_name(number: int) -> str:
    """A name of 40 characters."""
    return f"{SHORT[number % len(SHORT)]} Featherstonehaugh-Przybyszewski von {number:02d}"[:37].ljust(
        37, "x"
    ) + (f" {number:02d}")


def short_name(number: int) -> str:
    """A name of a few letters."""
    return f"{SHORT[number % len(SHORT)]}{'' if number < len(SHORT) else number}"


@dataclass
class Event:
    """An event in the making."""

    installation: Installation
    owner: Actor
    now: datetime
    names: Iterator[str]
    links: Iterator[str]
    tournament_id: int = 0
    code: str = ""

    def __post_init__(self) -> None:
        self.of: dict[int, str] = {}

    @property
    def call(self) -> Call:
        """A call by the organizer."""
        return call_of(self.installation, self.tournament_id, self.owner, self.now)

    def by(self, player_id: int) -> Call:
        """A call by a player."""
        player = Actor(ActorKind.PLAYER, player_id, "", self.tournament_id)
        return call_of(self.installation, self.tournament_id, player, self.now)

    def make(self, name: str, **settings: object) -> None:
        """Make the event."""
        draft = TournamentDraft(name, self.now.date(), **settings)  # type: ignore[arg-type]
        made = tournaments.create_tournament(self.installation, self.owner, self.now, draft, seed=len(name))
        self.tournament_id, self.code = made.id, made.code

    def join(self) -> int:
        """Another player; the id."""
        number, link = len(self.of), next(self.links)
        entry = Entry(next(self.names), "they/them", CORPS[number % 4], RUNNERS[number % 4])
        player_id = registration.register_player(self.call, entry, link).value.player_id
        self.of[player_id] = link
        return player_id

    def publish(self, number: int) -> list[TableView]:
        """Pair, publish and start a round; its tables."""
        rounds.pair_round(self.call, 7, number)
        rounds.publish_round(self.call, number)
        clocks.set_clock(self.call, number, "start")
        return self.tables(number)

    def tables(self, number: int) -> list[TableView]:
        """The tables of a round."""
        view = queries.round_view(self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.now)
        return view.tables

    def finish(self, tables: list[TableView], number: int) -> None:
        """Settle and decide what is open, and close the round."""
        for table in tables:
            if table.bye:
                continue
            auctions.settle_auction(
                self.call, table.id, winner_id=table.first.player_id, side=Side.CORP, bid=4
            )
            results.correct_result(self.call, table.id, Report(Outcome.CORP, Ending.AGENDA, 7, 4))
        rounds.close_round(self.call, number)

    def bid(self, table: TableView, side: Side, *amounts: int, settle: bool = False) -> None:
        """Bids in turn, and the pass that ends it."""
        assert table.second is not None
        seats = (table.first.player_id, table.second.player_id)
        for version, amount in enumerate(amounts):
            named = None if version else side
            place = (self.by(seats[version % 2]), table.id)
            auctions.place_bid(*place, version=version, amount=amount, side=named)
        if settle:
            auctions.pass_bid(self.by(seats[len(amounts) % 2]), table.id, version=len(amounts))

    def play(self, table: TableView, scene: str) -> None:
        """Bring a table to a scene."""
        assert table.second is not None
        one, two = self.by(table.first.player_id), self.by(table.second.player_id)
        seven_four, four_seven = (
            Report(Outcome.CORP, Ending.AGENDA, 7, 4),
            Report(Outcome.RUNNER, Ending.AGENDA, 4, 7),
        )
        if scene.startswith("raise"):
            last = int(scene.removeprefix("raise "))
            self.bid(table, Side.RUNNER, *((last,) if last < 9 else (1, 3, 6, 8, 9)))
        elif scene == "aloud":
            winner = table.second.player_id
            auctions.enter_settlement(one, table.id, winner_id=winner, side=Side.RUNNER, bid=4)
        elif scene in ("asked", "one phone"):
            other = OtherPhone.CONNECTED if scene == "asked" else OtherPhone.SILENT
            one_phone.share_phone(one, table.id, other=other)
        elif scene != "open":
            self.bid(table, Side.CORP, 1, 2, 4, settle=True)
        if scene in ("reported", "disputed", "done"):
            results.report_result(one, table.id, seven_four)
        if scene in ("disputed", "done"):
            results.report_result(two, table.id, four_seven if scene == "disputed" else seven_four)


@dataclass(frozen=True)
class PlayerStates:
    """The links of the players of each state."""

    links: dict[str, str]


def make_player_states(installation: Installation, now: datetime, *, long: bool) -> PlayerStates:
    """Fill an empty installation; `long` names have 40 characters, and an announcement stands."""
    owner = Actor(ActorKind.ORGANIZER, create_account(installation, now, "Olga", "sign-in-Olga").id, "Olga")
    numbers = count()
    names = (long_name(n) if long else short_name(n) for n in numbers)
    links = (f"link-of-a-player-{n:030d}" for n in count())
    found: dict[str, str] = {}
    for build in (_played, _waiting, _by_seed, _over):
        event = Event(installation, owner, now, names, links)
        found |= build(event, long)
    assert set(found) == set(STATES), set(STATES) ^ set(found)
    return PlayerStates(found)


def _name(long: bool, short: str) -> str:
    return f"{short} of the Northern Franconian League 2026" if long else short


def _say(event: Event, long: bool) -> None:
    if long:
        text = "The pizza is here. Eat by the window, not at the tables, and keep the cards clean, please."
        announcements.announce(event.call, text)


def _played(event: Event, long: bool) -> dict[str, str]:
    """A second round in which every table is in another scene."""
    event.make(_name(long, "Berlin Refresh"), planned_rounds=3, deck_policy="optional")
    for _ in range(2 * len(SCENES) + 2):
        event.join()
    event.now += timedelta(minutes=1)
    event.finish(event.publish(1), 1)
    last = max(event.of)
    registration.drop_player(event.call, last)
    tables = event.publish(2)
    found = {"dropped": event.of[last]}
    playing = [table for table in tables if not table.bye]
    for table, scene in zip(playing, SCENES, strict=True):
        event.play(table, scene)
        assert table.second is not None
        found[f"{scene}, first"] = event.of[table.first.player_id]
        found[f"{scene}, second"] = event.of[table.second.player_id]
    found["bye"] = next(event.of[table.first.player_id] for table in tables if table.bye)
    found["unpaired"] = event.of[event.join()]
    _say(event, long)
    return found


def _waiting(event: Event, long: bool) -> dict[str, str]:
    """Registration: decks missing, a deck that is not legal; and an event without decks."""
    event.make(_name(long, "Coming Refresh"), deck_policy="required")
    found = {"waiting for decks": event.of[event.join()]}
    player = event.join()
    for side, identity, card in (
        (Side.CORP, CORPS[1], "Hedge Fund"),
        (Side.RUNNER, RUNNERS[1], "Sure Gamble"),
    ):
        handed_in.hand_in_deck(event.by(player), player, side, f"{identity}\n\n3x {card}\n")
    found["waiting, not legal"] = event.of[player]
    _say(event, long)
    other = Event(event.installation, event.owner, event.now, event.names, event.links)
    other.make(_name(long, "Simple Refresh"), deck_policy="none")
    found["waiting"] = other.of[other.join()]
    _say(other, long)
    return found


def _by_seed(event: Event, long: bool) -> dict[str, str]:
    """A cut in which the higher seed chooses."""
    event.make(
        _name(long, "Cut Refresh"), planned_rounds=1, cut_kind="double", cut_size=4, cut_sides="seed",
        deck_policy="none",
    )  # fmt: skip
    for _ in range(4):
        event.join()
    event.finish(event.publish(1), 1)
    between = event.of[min(event.of)]
    cut.start_cut(event.call)
    number = cut.pair_cut(event.call, 3).value
    rounds.publish_round(event.call, number)
    table = event.tables(number)[0]
    assert table.second is not None
    _say(event, long)
    other = Event(event.installation, event.owner, event.now, event.names, event.links)
    other.make(_name(long, "Next Refresh"), planned_rounds=3, deck_policy="none")
    for _ in range(4):
        other.join()
    other.finish(other.publish(1), 1)
    between = other.of[min(other.of)]
    _say(other, long)
    return {
        "seed, first": event.of[table.first.player_id],
        "seed, second": event.of[table.second.player_id],
        "between": between,
    }


def _over(event: Event, long: bool) -> dict[str, str]:
    """Everything is over, with a champion."""
    event.make(_name(long, "Past Refresh"), planned_rounds=2, deck_policy="none")
    for _ in range(4):
        event.join()
    for number in (1, 2):
        event.finish(event.publish(number), number)
    tournaments.finish_tournament(event.call)
    from app.services.event.standings import standings_view

    rows = standings_view(event.installation, event.tournament_id, ORGANIZER_VIEWER).rows
    _say(event, long)
    return {"over, champion": event.of[rows[0].player_id], "over": event.of[rows[-1].player_id]}
