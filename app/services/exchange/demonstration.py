"""A filled event to look at: 24 players with legal decks, two rounds played, the third at its tables.

Everything is done by the commands people give, so that the journal, the standings and every page have a real
history. The same seed gives the same event; its afternoon ends at `now`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from app.deckcheck.pools import Pool
from app.services.decks.event_pool import event_pool, identities_in
from app.services.event import announcements, brackets
from app.services.event.settings import TournamentDraft
from app.services.event.tournaments import create_tournament, finish_tournament, set_registration
from app.services.exchange.afternoon import Afternoon
from app.services.exchange.sample_decks import as_text, sample_deck
from app.services.exchange.side_afternoons import DuelAfternoon, TablesAfternoon, duel_entries
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.people.entries import Entry
from app.services.people.registration import drop_player, register_player
from app.services.play import clocks, cut, rounds
from app.sides import Side
from app.tournament.structures import DEFAULT, Sides, Structure, structure

# fmt: off
NAMES = (
    "Ada Brandt", "Bao Nguyen", "Carla Rossi", "Dmitri Volkov", "Elif Yılmaz", "Femi Adeyemi",
    "Greta Lindqvist", "Hiro Tanaka", "Inés Ortega", "Jonas Weber", "Kofi Mensah", "Lena Hofmann",
    "Marek Nowák", "Nadia Haddad", "Oskar Nilsson", "Priya Raman", "Quentin Moreau", "Rosa Delgado",
    "Søren Kjær", "Tomás Silva", "Uma Patel", "Viktor Szabó", "Wen Li", "Yara Costa",
)
# fmt: on
LATE = "Zoë van Dijk"
# The structures that can be shown: the event's name, the format its decks are of, its rounds and its cut.
SHOWN: Mapping[str, tuple[str, str, int, str]] = {
    "cache-refresh": ("Demo Cache Refresh", "cache-refresh", 5, "double"),
    "single-sided": ("Demo single-sided Swiss", "standard", 5, "double"),
    "double-sided": ("Demo double-sided Swiss", "standard", 5, "double"),
    "duel": ("Demo Cyberpunk duel", "cyberpunk", 5, "single"),
    "table-points": ("Demo X.NET tables", "cache-refresh", 3, "table"),
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
    event = _afternoon(structure(kind))(installation, organizer, now - timedelta(hours=3), seed)
    name, format_code, planned_rounds, cut_kind = SHOWN[kind]
    draft = TournamentDraft(
        name,
        now.date(),
        format=format_code,
        structure=kind,
        info="A made-up event: every page shows what it shows in a real one.",
        planned_rounds=planned_rounds,
        cut_kind=cut_kind,
        cut_size=4,
    )
    made = create_tournament(installation, organizer, event.moment, draft, seed=seed)
    event.tournament_id = made.id
    secrets: dict[int, str] = {}
    entries = _entries(event, structure(kind))
    for _ in NAMES:
        _join(event, next(entries), secret(), secrets)
    set_registration(event.call(60), False)
    _play_round(event, 1)
    drop_player(event.call(60), min(secrets))
    late = secret()
    secrets[_enter(event, next(entries), late, organizer)] = late
    _play_round(event, 2)
    _third_round(event, now)
    first, second = event.two_who_can_play_on(3)
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
    entries = _entries(event, structure(DEFAULT))
    for _ in NAMES:
        _join(event, next(entries), secret(), secrets)
    for number in range(1, 5):
        _play_round(event, number)
    cut.start_cut(event.call(60))
    while not any(place.place == 1 for place in brackets.bracket_view(installation, made.id).places):
        number = cut.pair_cut(event.call(60), event.random.randrange(2**31)).value
        rounds.publish_round(event.call(30), number)
        event.play_all(number)
        rounds.close_round(event.call(60), number)
    finish_tournament(event.call(60))
    return Demonstration(made.code, made.id, secrets, ("", ""))


def _afternoon(kind: Structure) -> type[Afternoon]:
    """What is played in the afternoon of a structure."""
    if kind.has_pods:
        return TablesAfternoon
    return DuelAfternoon if kind.sides is Sides.NONE else Afternoon


def _entries(event: Afternoon, kind: Structure) -> Iterator[Entry]:
    """Everybody, the late player too, with the decks of the structure."""
    names = (*NAMES, LATE)
    if not kind.decks:
        return (Entry(name) for name in names)
    if kind.sides is Sides.NONE:
        return duel_entries(names, event.random)
    return _netrunner_entries(event, event_pool(event.installation, event.tournament_id), names)


def _netrunner_entries(event: Afternoon, pool: Pool, names: Sequence[str]) -> Iterator[Entry]:
    """Everybody with two identities and two legal decks."""
    choices: dict[Side, list[str]] = {}
    for side in Side:
        choices[side] = [
            title
            for title in identities_in(pool, side)
            if (card := pool.catalog.titled(title)) and sample_deck(pool, card, 0)
        ]
        event.random.shuffle(choices[side])
    for number, name in enumerate(names):
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
    event.play_all(number)
    rounds.close_round(event.call(60), number)


def _third_round(event: Afternoon, now: datetime) -> None:
    """Publish the third round and leave every table in another state, ten minutes into its clock."""
    event.moment = now - timedelta(minutes=16)
    _publish(event, 3)
    event.moment = now - timedelta(minutes=12)
    clocks.set_clock(event.call(0), 3, "start")
    event.moment = now - timedelta(minutes=10)
    event.show_all(3)
    announcements.announce(event.call(5), "Pizza arrives after this round: tell the desk what you eat.")
