"""A filled event to look at: 24 players with legal decks, two rounds played, the third at its tables.

Everything is done by the commands people give, so that the journal, the standings and every page have a real
history. The same seed gives the same event; its afternoon ends at `now`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from app.deckcheck.pools import Pool
from app.services.decks.event_pool import event_pool, identities_in
from app.services.event import announcements, brackets, queries
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, finish_tournament, set_registration
from app.services.exchange.sample_decks import as_text, sample_deck
from app.services.judging import calls
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import TableView
from app.services.people.entries import Entry
from app.services.people.registration import drop_player, register_player
from app.services.play import auctions, clocks, cut, results, rounds
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.results import Ending, Outcome, Report

# fmt: off
NAMES = (
    "Ada Brandt", "Bao Nguyen", "Carla Rossi", "Dmitri Volkov", "Elif Yılmaz", "Femi Adeyemi",
    "Greta Lindqvist", "Hiro Tanaka", "Inés Ortega", "Jonas Weber", "Kofi Mensah", "Lena Hofmann",
    "Marek Nowák", "Nadia Haddad", "Oskar Nilsson", "Priya Raman", "Quentin Moreau", "Rosa Delgado",
    "Søren Kjær", "Tomás Silva", "Uma Patel", "Viktor Szabó", "Wen Li", "Yara Costa",
)
# fmt: on
LATE = "Zoë van Dijk"
# Bids of one auction in order; the last word is a pass unless the last bid is 10.
AUCTIONS: tuple[tuple[Side, tuple[int, ...]], ...] = (
    (Side.CORP, (2, 3)),
    (Side.RUNNER, (0,)),
    (Side.CORP, (1, 2, 4, 5)),
    (Side.RUNNER, (3,)),
    (Side.CORP, (0, 1, 2, 3, 4)),
    (Side.CORP, (4, 6)),
    (Side.RUNNER, (1, 10)),
    (Side.CORP, (3, 4, 7)),
)
REPORTS = (
    Report(Outcome.CORP, Ending.AGENDA, 7, 4),
    Report(Outcome.RUNNER, Ending.AGENDA, 3, 8),
    Report(Outcome.CORP, Ending.FLATLINE, 4, 5),
    Report(Outcome.RUNNER, Ending.AGENDA, 5, 7),
    Report(Outcome.DRAW, Ending.TIME, 5, 5),
    Report(Outcome.RUNNER, Ending.TIME, 4, 6),
    Report(Outcome.CORP, Ending.CONCESSION),
    Report(Outcome.RUNNER, Ending.DECKED, 2, 4),
    Report(Outcome.CORP, Ending.TIME, 6, 2),
)
# The twelve tables of the third round: how far each has come.
# fmt: off
SCENES = (
    "bidding", "opened", "raised", "playing", "reported", "playing", "disputed", "done", "waiting",
    "bidding", "playing", "done",
)
# fmt: on


@dataclass(frozen=True)
class Demonstration:
    """The event as made: its code, every player's personal secret by id, those of the first open auction."""

    code: str
    tournament_id: int
    secrets: dict[int, str]
    bidding: tuple[str, str]


class _Afternoon:
    """The event in the making: whose turn, what time it is, and which of the varied games comes next."""

    def __init__(self, installation: Installation, organizer: Actor, begin: datetime, seed: int) -> None:
        self.installation = installation
        self.organizer = organizer
        self.moment = begin
        self.random = Random(seed)  # noqa: S311 - no secret is drawn
        self.tournament_id = 0
        self.names: dict[int, str] = {}
        self.games = 0

    def later(self, seconds: float) -> datetime:
        self.moment += timedelta(seconds=seconds)
        return self.moment

    def call(self, seconds: float, player: Actor | None = None) -> Call:
        """A call so many seconds later, by the organizer or by a player."""
        role = Role.OWNER if player is None else Role.PLAYER
        return Call(
            self.installation, self.tournament_id, player or self.organizer, role, self.later(seconds)
        )

    def player(self, table: TableView, seat: Seat) -> Actor:
        holder = table.first if seat is Seat.FIRST or table.second is None else table.second
        return Actor(ActorKind.PLAYER, holder.player_id, holder.name, self.tournament_id)

    def tables(self, number: int) -> list[TableView]:
        view = queries.round_view(
            self.installation, self.tournament_id, number, ORGANIZER_VIEWER, self.moment
        )
        return view.tables

    def bid(self, table: TableView, side: Side, amounts: Sequence[int], *, settle: bool = True) -> None:
        """The bids in turn, and the pass that ends it where one is needed."""
        seats = (Seat.FIRST, Seat.SECOND)
        for version, amount in enumerate(amounts):
            actor = self.player(table, seats[version % 2])
            named = side if version == 0 else None
            auctions.place_bid(self.call(3, actor), table.id, version=version, amount=amount, side=named)
        if settle and amounts[-1] < 10:
            actor = self.player(table, seats[len(amounts) % 2])
            auctions.pass_bid(self.call(3, actor), table.id, version=len(amounts))

    def report(self, table: TableView, seats: Sequence[Seat], *reports: Report) -> None:
        """One report of each seat."""
        for seat, report in zip(seats, reports, strict=True):
            actor = self.player(table, seat)
            results.report_result(self.call(2, actor), table.id, report)

    def play(self, table: TableView) -> None:
        """A whole game that differs from the one before."""
        self.bid(table, *AUCTIONS[self.games % len(AUCTIONS)])
        report = REPORTS[self.games % len(REPORTS)]
        self.games += 1
        self.report(table, (Seat.FIRST, Seat.SECOND), report, report)


def make_demonstration(
    installation: Installation, organizer: Actor, now: datetime, seed: int, secret: Callable[[], str]
) -> Demonstration:
    """Make the event and play it up to the third round; `secret` gives each player's personal link."""
    event = _Afternoon(installation, organizer, now - timedelta(hours=3), seed)
    draft = TournamentDraft(
        "Demo Cache Refresh",
        now.date(),
        info="A made-up event: every page shows what it shows in a real one.",
        planned_rounds=5,
        cut_kind="double",
        cut_size=4,
    )
    made = create_tournament(installation, organizer, event.moment, draft, seed=seed)
    event.tournament_id = made.id
    pool = event_pool(installation, made.id)
    secrets: dict[int, str] = {}
    entries = _entries(event, pool)
    for _ in NAMES:
        _join(event, next(entries), secret(), secrets)
    set_registration(event.call(60), False)
    _play_round(event, 1)
    drop_player(event.call(60), min(secrets))
    late = secret()
    secrets[_enter(event, next(entries), late, organizer)] = late
    _play_round(event, 2)
    _third_round(event, now)
    first, second = _first_bidders(event)
    return Demonstration(made.code, made.id, secrets, (secrets[first], secrets[second]))


def make_finished_demonstration(
    installation: Installation, organizer: Actor, now: datetime, seed: int, secret: Callable[[], str]
) -> Demonstration:
    """An event of 24 players that is over: four rounds, a cut of four, a champion; nobody bids any more."""
    event = _Afternoon(installation, organizer, now - timedelta(hours=5), seed)
    draft = TournamentDraft(
        "Winter Refresh", now.date(), planned_rounds=4, cut_kind="double", cut_size=4, deck_policy="optional"
    )
    made = create_tournament(installation, organizer, event.moment, draft, seed=seed)
    event.tournament_id = made.id
    secrets: dict[int, str] = {}
    entries = _entries(event, event_pool(installation, made.id))
    for _ in NAMES:
        _join(event, next(entries), secret(), secrets)
    for number in range(1, 5):
        _play_round(event, number)
    cut.start_cut(event.call(60))
    while not any(place.place == 1 for place in brackets.bracket_view(installation, made.id).places):
        number = cut.pair_cut(event.call(60), event.random.randrange(2**31)).value
        rounds.publish_round(event.call(30), number)
        for table in event.tables(number):
            event.play(table)
        rounds.close_round(event.call(60), number)
    finish_tournament(event.call(60))
    return Demonstration(made.code, made.id, secrets, ("", ""))


def _first_bidders(event: _Afternoon) -> tuple[int, int]:
    """The players of the first table that bids, the one whose turn it is first."""
    for table in event.tables(3):
        if table.second is not None and table.bidding.turn is not None and table.bidding.version:
            pair = (table.first.player_id, table.second.player_id)
            return pair if table.bidding.turn is Seat.FIRST else pair[::-1]
    raise AssertionError("no table bids in the third round")


def _entries(event: _Afternoon, pool: Pool) -> Iterator[Entry]:
    """Everybody with two identities and two legal decks; the late player hands theirs in as well."""
    choices: dict[Side, list[str]] = {}
    for side in Side:
        choices[side] = [
            title
            for title in identities_in(pool, side)
            if (card := pool.catalog.titled(title)) and sample_deck(pool, card, 0)
        ]
        event.random.shuffle(choices[side])
    for number, name in enumerate([*NAMES, LATE]):
        texts = []
        for side in Side:
            identity = pool.catalog.titled(choices[side][number % len(choices[side])])
            assert identity is not None
            # A deck of seed 0 exists, so another seed is only for variety.
            deck = sample_deck(pool, identity, number) or sample_deck(pool, identity, 0)
            assert deck is not None
            texts.append(as_text(deck))
        yield Entry(name, corp_deck=texts[0], runner_deck=texts[1])


def _join(event: _Afternoon, entry: Entry, secret: str, secrets: dict[int, str]) -> None:
    nobody = Actor(ActorKind.PUBLIC, None, entry.name)
    secrets[_enter(event, entry, secret, nobody)] = secret


def _enter(event: _Afternoon, entry: Entry, secret: str, actor: Actor) -> int:
    role = Role.OWNER if actor is event.organizer else Role.PUBLIC
    call = Call(event.installation, event.tournament_id, actor, role, event.later(40))
    made = register_player(call, entry, secret).value
    event.names[made.player_id] = made.name
    return made.player_id


def _publish(event: _Afternoon, number: int) -> None:
    rounds.pair_round(event.call(60), event.random.randrange(2**31), number)
    rounds.publish_round(event.call(30), number)


def _play_round(event: _Afternoon, number: int) -> None:
    _publish(event, number)
    clocks.set_clock(event.call(120), number, "start")
    for table in event.tables(number):
        event.play(table)
    rounds.close_round(event.call(60), number)


def _third_round(event: _Afternoon, now: datetime) -> None:
    """Publish the third round and leave every table in another state, ten minutes into its clock."""
    event.moment = now - timedelta(minutes=16)
    _publish(event, 3)
    event.moment = now - timedelta(minutes=12)
    clocks.set_clock(event.call(0), 3, "start")
    event.moment = now - timedelta(minutes=10)
    for table, scene in zip(event.tables(3), SCENES, strict=True):
        _play_scene(event, table, scene)
    announcements.announce(event.call(5), "Pizza arrives after this round: tell the desk what you eat.")


def _play_scene(event: _Afternoon, table: TableView, scene: str) -> None:
    both = (Seat.FIRST, Seat.SECOND)
    if scene == "waiting":
        clocks.check_in(event.call(5, event.player(table, Seat.FIRST)), table.id)
    elif scene == "opened":
        event.bid(table, Side.CORP, (2,), settle=False)
    elif scene in ("bidding", "raised"):
        event.bid(table, Side.RUNNER, (1, 3) if scene == "bidding" else (0, 2, 5), settle=False)
    elif scene == "done":
        event.play(table)
    else:
        event.bid(table, *AUCTIONS[event.games % len(AUCTIONS)])
        event.games += 1
    if scene == "reported":
        event.report(table, both[:1], REPORTS[0])
    elif scene == "disputed":
        event.report(table, both, REPORTS[0], REPORTS[1])
        caller = event.player(table, Seat.SECOND)
        calls.call_organizer(event.call(5, caller), "We count different points.")
