"""A filled event to look at: 24 players with legal decks, two rounds played, the third at its tables.

Everything is done by the commands people give, so that the journal, the standings and every page have a real
history. The same seed gives the same event; its afternoon ends at `now`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.deckcheck.pools import Pool
from app.services.decks.event_pool import event_pool, identities_in
from app.services.event import announcements, brackets
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, finish_tournament, set_registration
from app.services.exchange.afternoon import Afternoon, scenes_of
from app.services.exchange.sample_decks import as_text, sample_deck
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.people.entries import Entry
from app.services.people.registration import drop_player, register_player
from app.services.play import clocks, cut, rounds
from app.sides import Side
from app.tournament.auction import Seat
from app.tournament.lifecycle import TableState
from app.tournament.sides import SidesBy
from app.tournament.structures import DEFAULT

# fmt: off
NAMES = (
    "Ada Brandt", "Bao Nguyen", "Carla Rossi", "Dmitri Volkov", "Elif Yılmaz", "Femi Adeyemi",
    "Greta Lindqvist", "Hiro Tanaka", "Inés Ortega", "Jonas Weber", "Kofi Mensah", "Lena Hofmann",
    "Marek Nowák", "Nadia Haddad", "Oskar Nilsson", "Priya Raman", "Quentin Moreau", "Rosa Delgado",
    "Søren Kjær", "Tomás Silva", "Uma Patel", "Viktor Szabó", "Wen Li", "Yara Costa",
)
# fmt: on
LATE = "Zoë van Dijk"
# The structures that can be shown: the event's name, and the format its decks are of.
SHOWN: Mapping[str, tuple[str, str]] = {
    "cache-refresh": ("Demo Cache Refresh", "cache-refresh"),
    "single-sided": ("Demo single-sided Swiss", "standard"),
    "double-sided": ("Demo double-sided Swiss", "standard"),
}


@dataclass(frozen=True)
class Demonstration:
    """The event as made: its code, every player's personal secret by id, and those of two at one table."""

    code: str
    tournament_id: int
    secrets: dict[int, str]
    pair: tuple[str, str]


def make_demonstration(
    installation: Installation,
    organizer: Actor,
    now: datetime,
    seed: int,
    secret: Callable[[], str],
    kind: str = DEFAULT,
) -> Demonstration:
    """Make the event and play it up to the third round; `secret` gives each player's personal link.

    `kind` is its structure, one of `SHOWN`. Raises ValueError with a sentence for another.
    """
    if kind not in SHOWN:
        raise ValueError(f"There is no demonstration of {kind}: choose one of {', '.join(SHOWN)}.")
    event = Afternoon(installation, organizer, now - timedelta(hours=3), seed)
    name, format_code = SHOWN[kind]
    draft = TournamentDraft(
        name,
        now.date(),
        format=format_code,
        structure=kind,
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
    first, second = _two_of_one_table(event)
    return Demonstration(made.code, made.id, secrets, (secrets[first], secrets[second]))


def make_finished_demonstration(
    installation: Installation, organizer: Actor, now: datetime, seed: int, secret: Callable[[], str]
) -> Demonstration:
    """An event of 24 players that is over: four rounds, a cut of four, a champion; nobody bids any more."""
    event = Afternoon(installation, organizer, now - timedelta(hours=5), seed)
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


def _two_of_one_table(event: Afternoon) -> tuple[int, int]:
    """Two players who can play on: of the first table that bids, else of the first one with one report; the
    one who has to do something first."""
    for table in event.tables(3):
        if table.second is None:
            continue
        pair = (table.first.player_id, table.second.player_id)
        if table.sides_by is SidesBy.AUCTION and table.bidding.turn is not None and table.bidding.version:
            return pair if table.bidding.turn is Seat.FIRST else pair[::-1]
        if table.sides_by is not SidesBy.AUCTION and table.state is TableState.REPORTED:
            return pair[::-1]
    raise AssertionError("no table of the third round can be played on")


def _entries(event: Afternoon, pool: Pool) -> Iterator[Entry]:
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


def _join(event: Afternoon, entry: Entry, secret: str, secrets: dict[int, str]) -> None:
    nobody = Actor(ActorKind.PUBLIC, None, entry.name)
    secrets[_enter(event, entry, secret, nobody)] = secret


def _enter(event: Afternoon, entry: Entry, secret: str, actor: Actor) -> int:
    role = Role.OWNER if actor is event.organizer else Role.PUBLIC
    call = Call(event.installation, event.tournament_id, actor, role, event.later(40))
    made = register_player(call, entry, secret).value
    event.names[made.player_id] = made.name
    return made.player_id


def _publish(event: Afternoon, number: int) -> None:
    rounds.pair_round(event.call(60), event.random.randrange(2**31), number)
    rounds.publish_round(event.call(30), number)


def _play_round(event: Afternoon, number: int) -> None:
    _publish(event, number)
    clocks.set_clock(event.call(120), number, "start")
    for table in event.tables(number):
        event.play(table)
    rounds.close_round(event.call(60), number)


def _third_round(event: Afternoon, now: datetime) -> None:
    """Publish the third round and leave every table in another state, ten minutes into its clock."""
    event.moment = now - timedelta(minutes=16)
    _publish(event, 3)
    event.moment = now - timedelta(minutes=12)
    clocks.set_clock(event.call(0), 3, "start")
    event.moment = now - timedelta(minutes=10)
    tables = event.tables(3)
    for table, scene in zip(tables, scenes_of(tables[0]), strict=True):
        event.show(table, scene)
    announcements.announce(event.call(5), "Pizza arrives after this round: tell the desk what you eat.")
