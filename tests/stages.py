"""One installation with an event in every stage, for tests that walk all routes: of the API, forms, pages.

The event being played is the demonstration's, which shows a table in every state; the others are small. The
same accounts help at all of them, each with a token and a session whose secrets are made of the name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import event as engine_event

from app.services.decks import handed_in
from app.services.event import announcements, days, queries, tournaments
from app.services.event.settings import TournamentDraft
from app.services.exchange.afternoon import SCENES
from app.services.exchange.demonstration import make_demonstration
from app.services.judging import calls, deck_checks, penalties
from app.services.kernel.actors import PUBLIC, Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.pod_views import PodView
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import RoundView
from app.services.people import members, registration, sessions
from app.services.people.accounts import create_account
from app.services.people.entries import Entry
from app.services.play import (
    auctions,
    clocks,
    cut,
    drafts,
    one_phone,
    pod_results,
    results,
    rounds,
    two_games,
)
from app.services.play.one_phone import OtherPhone
from app.sides import Side
from app.storage.database import Database
from app.tournament.pod_results import PodReport
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of

FILLED_AT = datetime(2018, 2, 15, 13, 0, tzinfo=UTC)
HELPERS = {Role.OWNER: "Olga", Role.ORGANIZER: "Orin", Role.JUDGE: "Judy", Role.DISPLAY: "Dora"}
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn")
CORPS = ("NBN: Making News", "Jinteki: Personal Evolution", "Haas-Bioroid: Engineering the Future")
RUNNERS = ("Noise: Hacker Extraordinaire", "Gabriel Santiago: Consummate Professional")


@dataclass(frozen=True)
class Stage:
    """An event: its code, the secrets of its players' links by id, its last round and its tables by id.

    `seats` are the links of both players of a table, by what the demonstration calls the state of that table.
    `pods` are tables of several players.
    """

    code: str
    tournament_id: int
    links: dict[int, str]
    round: int = 0
    tables: tuple[int, ...] = ()
    seats: dict[str, tuple[str, str]] = field(default_factory=dict)
    pods: tuple[int, ...] = ()


@dataclass(frozen=True)
class Stages:
    """The events, and how their helpers come in: `token_of` and `session_of` are secrets by role."""

    open: Stage
    draft: Stage
    playing: Stage
    late: Stage
    two_games: Stage
    sides: Stage
    several: Stage
    dealt: Stage
    duel: Stage
    cut: Stage
    finished: Stage
    accounts: dict[Role, int]
    invitation: str
    sign_in: str
    day: str = ""

    @property
    def all(self) -> tuple[Stage, ...]:
        """The events in the order of their stages."""
        return (
            self.open,
            self.draft,
            self.playing,
            self.late,
            self.two_games,
            self.sides,
            self.several,
            self.dealt,
            self.duel,
            self.cut,
            self.finished,
        )


def token_of(role: Role) -> str:
    """The API token of a helper."""
    return f"token-{HELPERS[role]}"


def session_of(role: Role) -> str:
    """The session of a helper's browser."""
    return f"session-{HELPERS[role]}"


def player_session(link: str) -> str:
    """The session of a player's browser."""
    return f"session-{link}"


@dataclass
class _Hands:
    """The owner's hands on one event."""

    installation: Installation
    owner: Actor
    now: datetime
    name: str
    tournament_id: int = 0
    code: str = ""
    links: dict[int, str] = field(default_factory=dict)
    seeds: Iterator[int] = field(default_factory=lambda: count(1))

    @property
    def call(self) -> Call:
        return call_of(self.installation, self.tournament_id, self.owner, self.now)

    def make(self, **settings: object) -> None:
        draft = TournamentDraft(self.name, self.now.date(), **settings)  # type: ignore[arg-type]
        made = tournaments.create_tournament(
            self.installation, self.owner, self.now, draft, seed=len(self.name)
        )
        self.tournament_id, self.code = made.id, made.code

    def join(self, names: tuple[str, ...] = NAMES) -> None:
        for number, name in enumerate(names):
            entry = Entry(name, "they", CORPS[number % len(CORPS)], RUNNERS[number % len(RUNNERS)])
            secret = f"link-{self.name.replace(' ', '-')}-{name}"
            made = registration.register_player(self.call, entry, secret).value
            self.links[made.player_id] = secret

    def round(self, number: int) -> RoundView:
        return queries.round_view(self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.now)

    def settle_and_finish(self, number: int) -> None:
        for table in self.round(number).tables:
            if table.bye:
                continue
            place = (call_of(self.installation, self.tournament_id, self.owner, self.now), table.id)
            if not table.auction.settled:
                auctions.settle_auction(*place, winner_id=table.first.player_id, side=Side.CORP, bid=2)
            results.correct_result(*place, Report(Outcome.CORP))

    def play(self, number: int) -> None:
        rounds.pair_round(self.call, next(self.seeds), number)
        rounds.publish_round(self.call, number)
        self.settle_and_finish(number)
        rounds.close_round(self.call, number)

    def stage(self, number: int) -> Stage:
        shown = self.round(number) if number else None
        tables = tuple(table.id for table in shown.tables) if shown else ()
        pods = tuple(pod.id for pod in shown.pods) if shown else ()
        return Stage(self.code, self.tournament_id, self.links, number, tables, pods=pods)


def write_hastily(database: Database) -> None:
    """Let SQLite not wait for the disk: what these tests write need not outlive a power cut."""
    if database.log is not None:
        database.log.sync = lambda _descriptor: None
        engine_event.listen(
            database.engine, "connect", lambda opened, _record: opened.execute("PRAGMA synchronous = OFF")
        )


def make_stages(installation: Installation, now: datetime) -> Stages:
    """Fill an empty installation."""
    accounts = {
        role: create_account(installation, now, name, f"sign-in-{name}").id for role, name in HELPERS.items()
    }
    owner = Actor(ActorKind.ORGANIZER, accounts[Role.OWNER], HELPERS[Role.OWNER])
    hands = [
        _Hands(installation, owner, now, f"{word} event")
        for word in (
            *("Open", "Draft", "Late", "Two games", "Sides", "Several", "Dealt", "Duel"),
            *("Cut", "Finished"),
        )
    ]
    events = (
        _open(hands[0]),
        _draft(hands[1]),
        _playing(installation, owner, now),
        _late(hands[2]),
        _two_games(hands[3]),
        _sides(hands[4]),
        _several(hands[5]),
        _dealt(hands[6]),
        _duel(hands[7]),
        _cut(hands[8]),
        _finished(hands[9]),
    )
    for event in events:
        for role, name in HELPERS.items():
            if role is not Role.OWNER:
                members.add_member(call_of(installation, event.tournament_id, owner, now), name, role)
        for player_id, link in event.links.items():
            player = Actor(ActorKind.PLAYER, player_id, "", event.tournament_id)
            sessions.open_session(installation, now, player_session(link), player)
    for role, name in HELPERS.items():
        sessions.create_token(installation, now, name, "test", sessions.Scope.WRITE, token_of(role))
        helper = Actor(ActorKind.ORGANIZER, accounts[role], name)
        sessions.open_session(installation, now, session_of(role), helper)
    invitation = "invitation-of-a-judge"
    place = (call_of(installation, events[0].tournament_id, owner, now),)
    members.invite_member(*place, Role.JUDGE, "the second judge", invitation)
    day = days.create_day(installation, owner, now, "Saturday", now.date(), "Hall 3", 5).code
    together = (events[0], next(event for event in events if event.pods))
    for event in together:
        days.set_day(call_of(installation, event.tournament_id, owner, now), day)
    return Stages(*events, accounts, invitation, f"sign-in-{HELPERS[Role.JUDGE]}", day)


def _open(event: _Hands) -> Stage:
    """Registration is open; one has handed in a deck that is not legal."""
    event.make(info="Bring a pen.")
    event.join(NAMES[:3])
    handed_in.hand_in_deck(event.call, min(event.links), Side.CORP, f"{CORPS[0]}\n\n3x Hedge Fund\n")
    return event.stage(0)


def _draft(event: _Hands) -> Stage:
    """The second round is being drawn: a table is kept, another was taken apart."""
    event.make(deck_policy="none")
    event.join()
    event.play(1)
    rounds.pair_round(event.call, next(event.seeds), 2)
    first, second, _ = event.round(2).tables
    drafts.lock_table(event.call, 2, first.id, True)
    drafts.take_apart(event.call, 2, second.id)
    return event.stage(2)


def _playing(installation: Installation, owner: Actor, now: datetime) -> Stage:
    """The demonstration: its third round is being played; two tables are picked for a deck check.

    Who bids first at the first table that bids waits for a judge and has a warning.
    At the table that waits, one player has entered how a bidding held aloud ended. At the first that bids,
    one phone serves both; where a bid was opened, one player asks for that.
    """
    numbers = count(1)
    made = make_demonstration(installation, owner, now, 7, lambda: f"link-demo-{next(numbers)}")
    event = _Hands(installation, owner, now, "", made.tournament_id, made.code, made.secrets)
    deck_checks.pick_deck_checks(event.call, 2, 5)
    announcements.announce(event.call, "The bar closes at four.")
    bidding = next(table for table in event.round(3).tables if table.state == "bidding")
    caller = Actor(ActorKind.PLAYER, bidding.first.player_id, bidding.first.name, event.tournament_id)
    calls.call_organizer(call_of(installation, event.tournament_id, caller, now), "May I look at that?")
    penalties.give_penalty(event.call, bidding.first.player_id, "warning", "slow-play", "Two minutes a turn")
    seats = {}
    for table, state in zip(event.round(3).tables, SCENES, strict=True):
        scene = state
        assert table.second is not None
        player = Actor(ActorKind.PLAYER, table.first.player_id, table.first.name, event.tournament_id)
        place = (call_of(installation, event.tournament_id, player, now), table.id)
        if scene == "waiting":
            auctions.enter_settlement(*place, winner_id=table.first.player_id, side=Side.RUNNER, bid=4)
        elif scene == "bidding" and "one phone" not in seats:
            scene = "one phone"
            one_phone.share_phone(*place, other=OtherPhone.SILENT)
        elif scene == "opened":
            one_phone.share_phone(*place, other=OtherPhone.CONNECTED)
        seats[scene] = (event.links[table.first.player_id], event.links[table.second.player_id])
    return replace(event.stage(3), seats=seats)


def _late(event: _Hands) -> Stage:
    """The first round is being played; one has the bye, and a player has joined who could play them. The
    places are taken, so the next one waits."""
    event.make(deck_policy="none", settings={"player_limit": 4})
    event.join(NAMES[:3])
    number = rounds.pair_round(event.call, next(event.seeds), 1).value
    rounds.publish_round(event.call, number)
    event.join(NAMES[3:4])
    stranger = call_of(event.installation, event.tournament_id, PUBLIC, event.now)
    entry = Entry(NAMES[4], "they", CORPS[0], RUNNERS[0])
    made = registration.register_player(stranger, entry, "link-Late-event-Eve").value
    event.links[made.player_id] = "link-Late-event-Eve"
    return event.stage(number)


def _two_games(event: _Hands) -> Stage:
    """A round of two games is at its tables, where players may agree to an intentional draw; at the last one
    the first game is over."""
    event.make(structure="double-sided", deck_policy="none")
    event.join(NAMES[:4])
    number = rounds.pair_round(event.call, next(event.seeds), 1).value
    rounds.publish_round(event.call, number)
    stage = event.stage(number)
    two_games.correct_games(event.call, stage.tables[-1], [two_games.OneGame(1, Report(Outcome.CORP))])
    return stage


def _sides(event: _Hands) -> Stage:
    """The first round of an event whose pairings assign the sides is being drawn."""
    event.make(structure="single-sided", deck_policy="none")
    event.join(NAMES[:4])
    return event.stage(rounds.pair_round(event.call, next(event.seeds), 1).value)


def _several(event: _Hands) -> Stage:
    """Two tables of several players play the second round; the points of one wait for a second word."""
    event.make(structure="table-points", planned_rounds=2, cut_kind="table", cut_size=4)
    event.join((*NAMES, "Gus"))
    for number in (1, 2):
        rounds.pair_round(event.call, next(event.seeds), number)
        rounds.publish_round(event.call, number)
        if number == 1:
            for pod in event.round(1).pods:
                pod_results.correct_pod(event.call, pod.id, several_points(pod, 120))
            rounds.close_round(event.call, 1)
    pod = event.round(2).pods[0]
    player = Actor(ActorKind.PLAYER, pod.seats[0].player_id, pod.seats[0].name, event.tournament_id)
    entering = call_of(event.installation, event.tournament_id, player, event.now)
    pod_results.report_pod(entering, pod.id, several_points(pod, 177))
    return event.stage(2)


def _dealt(event: _Hands) -> Stage:
    """Tables of several players are dealt for the first round, which is not shown yet."""
    event.make(structure="table-points")
    event.join((*NAMES, "Gus"))
    return event.stage(rounds.pair_round(event.call, next(event.seeds), 1).value)


def _duel(event: _Hands) -> Stage:
    """A round of a game without sides is at its tables; at the last one a player told how it ended."""
    event.make(structure="duel", deck_policy="none")
    event.join(NAMES[:4])
    number = rounds.pair_round(event.call, next(event.seeds), 1).value
    rounds.publish_round(event.call, number)
    last = event.round(number).tables[-1]
    player = Actor(ActorKind.PLAYER, last.first.player_id, last.first.name, event.tournament_id)
    telling = call_of(event.installation, event.tournament_id, player, event.now)
    results.report_result(telling, last.id, Report(Outcome.FIRST, Ending.GIGS, first_dice=7, second_dice=3))
    return event.stage(number)


def several_points(pod: PodView, most: int) -> PodReport:
    """The first seat reaches the goal with `most` points, the others have fewer."""
    return PodReport({seat.player_id: most - (60 + seat.seat) * (seat.seat > 1) for seat in pod.seats})


def _cut(event: _Hands) -> Stage:
    """The first games of a cut are at their tables; the higher seed chooses a side. Its pool is custom."""
    deluxe = {"name": "deluxe", "products": ["cac", "hap"], "choose": 1}
    slots = [{"name": "core", "products": {"core2": 1}}, deluxe]
    pool = {"format": "custom", "pool_overrides": {"slots": slots}}
    event.make(planned_rounds=1, cut_kind="double", cut_size=4, cut_sides="seed", **pool)
    event.join()
    event.play(1)
    cut.start_cut(event.call)
    number = cut.pair_cut(event.call, next(event.seeds)).value
    rounds.publish_round(event.call, number)
    clocks.set_clock(event.call, number, "start")
    return event.stage(number)


def _finished(event: _Hands) -> Stage:
    """Everything is over; lists are open to everybody."""
    removed = {"remove": ["td"]}
    event.make(planned_rounds=1, deck_policy="optional", decks_open="after-event", pool_overrides=removed)
    event.join(NAMES[:4])
    event.play(1)
    announcements.announce(event.call, "Thank you all.")
    tournaments.finish_tournament(event.call)
    return event.stage(1)
