"""Nobody is told what does not concern him, whatever address he asks.

Two forms: every secret has a word of its own, which appears in no answer to who may not read it; and two
halls that differ only in secrets answer outsiders with the same bytes.
"""

import re
import shutil
import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from app.deckcheck.catalog import load_catalog
from app.live.hub import Hub, Subscription
from app.services.decks import deck_views, handed_in
from app.services.event import announcements, queries
from app.services.judging import calls, deck_checks, penalties
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.call import Call
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import Role
from app.services.kernel.topics import FOR_ALL, FOR_STAFF
from app.services.kernel.viewer import ORGANIZER_VIEWER
from app.services.kernel.views import TableView
from app.services.people import accounts, members, registration
from app.services.play import auctions, clocks, drafts, pod_results, results, rounds, two_games
from app.sides import Side
from app.storage.database import Database
from app.tournament.results import Ending, Outcome, Report
from tests.calls import call_of
from tests.stages import FILLED_AT, HELPERS, Stage, Stages, player_session, session_of, several_points
from tests.web.callers import PLACE, STRANGER, add_stranger, every_route, filled_in
from tests.web.filled import Hall, hall_of

Template = tuple[Path, Stages]
WITH_WORDS = ("playing", "draft", "several")
# Events of two at a table in the other structures; their secrets are reports that wait for a second word.
STRUCTURES = ("two_games", "sides", "duel")
EVENTS = (*WITH_WORDS, *STRUCTURES)
# Of the routes without an event those that tell of events or of who is signed in.
OUTSIDE = frozenset({"/", "/organize", "/account", "/api/v1/tournaments"})
PRINTS = ("pairings-by-name", "pairings-by-table", "slips", "standings", "poster", "bids", "decks")
FIGURES = ("tables", "next", "clock", "reports", "calls", "alarm", "entry")


@dataclass(frozen=True)
class People:
    """Who sits where in the event being played: the table that bids, one that reported, one that is done."""

    bidder: int
    opponent: int
    other: int
    bidding: TableView
    reported: TableView
    waiting: TableView

    @property
    def cookies(self) -> dict[str, str]:
        """A cookie that only some of the callers have; nobody has none."""
        helpers = {role.value: f"organizer={session_of(role)}" for role in HELPERS}
        return {"nobody": "", "stranger": f"organizer=session-{STRANGER}", **helpers}


def people_of(installation: Installation, stage: Stage) -> People:
    view = queries.round_view(installation, stage.tournament_id, stage.round, ORGANIZER_VIEWER, FILLED_AT)
    first = {table.state.value: table for table in reversed(view.tables) if table.second is not None}
    bidding, done = first["bidding"], first["done"]
    assert bidding.second is not None
    return People(
        bidding.first.player_id,
        bidding.second.player_id,
        done.first.player_id,
        bidding,
        first["reported"],
        first["waiting"],
    )


def cookies_of(people: People, stages: Stages) -> dict[str, str]:
    """Every caller's cookie: the staff's, a stranger's, and those of three players of the event."""
    links = stages.playing.links
    players = {"bidder": people.bidder, "opponent": people.opponent, "other": people.other}
    sessions = {name: f"player={player_session(links[who])}" for name, who in players.items()}
    of_draft = f"player={player_session(next(iter(stages.draft.links.values())))}"
    return {**people.cookies, **sessions, "in the draft": of_draft}


def at_tables_of_several(hall: Hall) -> dict[str, str]:
    """The cookies of a player at each of the two tables of several players."""
    stage, installation = hall.stages.several, hall.app.state.context.installation
    view = queries.round_view(installation, stage.tournament_id, stage.round, ORGANIZER_VIEWER, FILLED_AT)
    links = [stage.links[pod.seats[-1].player_id] for pod in view.pods]
    return {
        name: f"player={player_session(link)}"
        for name, link in zip(("at table 1", "at table 2"), links, strict=True)
    }


def at_tables_of_structures(hall: Hall) -> dict[str, str]:
    """The cookies of the opponent at the first table of each structure, and of a player at the second one."""
    found = {}
    for event in STRUCTURES:
        stage = getattr(hall.stages, event)
        installation = hall.app.state.context.installation
        view = queries.round_view(installation, stage.tournament_id, stage.round, ORGANIZER_VIEWER, FILLED_AT)
        here, there = view.tables[:2]
        assert here.second is not None
        for name, seat in (("opponent", here.second), ("elsewhere", there.first)):
            found[f"{name} in {event}"] = f"player={player_session(stage.links[seat.player_id])}"
    return found


class Hands:
    """The commands that fill an event with secrets."""

    def __init__(self, file: Path, stages: Stages) -> None:
        self.database = Database(f"sqlite:///{file}")
        self.installation = Installation(self.database, load_catalog(), lambda _: None)
        self.stages = stages
        self.people = people_of(self.installation, stages.playing)
        self.owner = Actor(ActorKind.ORGANIZER, stages.accounts[Role.OWNER], HELPERS[Role.OWNER])

    def at(self, stage: Stage) -> tuple[Call]:
        return (call_of(self.installation, stage.tournament_id, self.owner, FILLED_AT),)

    def player(self, player_id: int) -> Actor:
        names = {
            seat.player_id: seat.name
            for table in (self.people.bidding, self.people.reported, self.people.waiting)
            for seat in (table.first, table.second)
            if seat is not None
        }
        name = names.get(player_id, "somebody")
        return Actor(ActorKind.PLAYER, player_id, name, self.stages.playing.tournament_id)

    def table(self, table: TableView, actor: Actor) -> tuple[Call, int]:
        tournament_id = self.stages.playing.tournament_id
        return call_of(self.installation, tournament_id, actor, FILLED_AT), table.id

    def hand_in(self, player_id: int, comment: str) -> None:
        """The player's own Corp list again, with a comment of its own."""
        place = (self.installation, self.stages.playing.tournament_id)
        own = deck_views.decks_of(*place, player_id, ORGANIZER_VIEWER)[0]
        source = f"// {comment}\n{own.source}"
        handed_in.hand_in_deck(*self.at(self.stages.playing), player_id, Side.CORP, source)

    def household(self, player_id: int, name: str) -> None:
        registration.edit_player(*self.at(self.stages.playing), player_id, {"household": name})


# Stands behind every word, and would be seen by a browser if it were not escaped.
MARKUP = "<img src=x onerror=y>"
# Each word, and who may read it.
STAFF = frozenset({"owner", "organizer", "judge"})
RUN = frozenset({"owner", "organizer"})
WORDS: Mapping[str, frozenset[str]] = {
    "HOUSEOFBIDDER": STAFF,
    "HOUSEOFOTHER": STAFF,
    # Judges read what is in a list, and not how it was written.
    "DECKOFBIDDER": RUN | {"bidder"},
    "DECKOFOPPONENT": RUN | {"opponent"},
    "DECKOFOTHER": RUN | {"other"},
    "WHYALLOWED": STAFF | {"bidder"},
    "CALLOFBIDDER": STAFF | {"bidder"},
    "CALLOFOTHER": STAFF | {"other"},
    "NOTEONCALL": STAFF,
    "INFRACTIONOFBIDDER": STAFF | {"bidder"},
    "NOTEONPENALTY": STAFF | {"bidder"},
    "FINDINGOFCHECK": STAFF,
    "CARDOFNOLIST": STAFF,
    "REASONOFJUDGE": STAFF,
    "LABELOFLINK": STAFF,
    "changed places in round": RUN,
}


def tell_secrets(hands: Hands) -> None:
    """Give every secret a word of its own."""
    playing, people = hands.stages.playing, hands.people
    hands.household(people.bidder, f"HOUSEOFBIDDER{MARKUP}")
    hands.household(people.other, f"HOUSEOFOTHER{MARKUP}")
    for who in ("bidder", "opponent", "other"):
        hands.hand_in(getattr(people, who), f"DECKOF{who.upper()}{MARKUP}")
    handed_in.override_deck(*hands.at(playing), people.bidder, Side.CORP, f"WHYALLOWED{MARKUP}")
    where = (hands.installation, playing.tournament_id)
    for who in ("bidder", "other"):
        caller = hands.player(getattr(people, who))
        calls.call_organizer(call_of(*where, caller, FILLED_AT), f"CALLOF{who.upper()}{MARKUP}")
    opponent = hands.player(people.opponent)
    ended = calls.call_organizer(call_of(*where, opponent, FILLED_AT)).value
    calls.close_call(*hands.at(playing), ended, f"NOTEONCALL{MARKUP}")
    told = (f"INFRACTIONOFBIDDER{MARKUP}", f"NOTEONPENALTY{MARKUP}")
    penalties.give_penalty(*hands.at(playing), people.bidder, "warning", *told)
    check = deck_checks.deck_checks(*where)[0]
    deck_checks.record_deck_check(
        *hands.at(playing), check.id, f"FINDINGOFCHECK{MARKUP}", "in-order", {}, f"CARDOFNOLIST{MARKUP}"
    )
    own = hands.table(people.reported, hands.owner)
    results.correct_result(*own, Report(Outcome.CORP), reason=f"REASONOFJUDGE{MARKUP}")
    members.invite_member(*hands.at(playing), Role.DISPLAY, f"LABELOFLINK{MARKUP}", "invitation-with-label")
    accounts.set_password(hands.installation, hands.stages.accounts[Role.OWNER], "PASSWORDOFOWNER")
    announcements.announce(*hands.at(playing), f"SAIDTOALL{MARKUP}")
    swap_in_draft(hands, 0)


def swap_in_draft(hands: Hands, which: int) -> None:
    """Let two players of the draft change places; another two for another `which`."""
    stage = hands.stages.draft
    view = queries.round_view(
        hands.installation, stage.tournament_id, stage.round, ORGANIZER_VIEWER, FILLED_AT
    )
    seated = [seat.player_id for table in view.tables for seat in (table.first, table.second) if seat]
    waiting = [seat.player_id for seat in view.unpaired]
    drafts.swap_seats(*hands.at(stage), stage.round, seated[which], waiting[which])


@dataclass(frozen=True)
class Address:
    """An address to be asked, and the event it is of."""

    path: str
    event: str | None


def addresses(app: FastAPI, stages: Stages, people: People, check_id: int) -> list[Address]:
    """Every route with GET, for all events, and for each player and table that matters."""
    templates = [
        route.path
        for route in every_route(app.routes)
        if "GET" in (getattr(route, "methods", None) or ())
        and ("{code}" in route.path or route.path in OUTSIDE)
    ]
    choices: dict[str, dict[str, list[Any]]] = {}
    for event in EVENTS:
        stage: Stage = getattr(stages, event)
        here = [people.bidder, people.other] if event == "playing" else list(stage.links)[:1]
        tables = [people.bidding.id, people.reported.id] if event == "playing" else stage.tables[:1]
        choices[event] = {
            "code": [stage.code],
            "number": [stage.round],
            "player_id": here,
            "table_id": list(tables),
            "pod_id": list(stage.pods),
            "name": list(FIGURES),
            "kind": list(PRINTS),
            "format": ["cache-refresh"],
            "side": ["corp"],
            "check_id": [check_id if event == "playing" else 1],
            "key": [members.key_of_link("invitation-with-label")],
        }
    found: list[Address] = []
    for template in templates:
        for event in EVENTS if "{code}" in template else EVENTS[:1]:
            names = PLACE.findall(template)
            for values in product(*(choices[event][name] for name in names)):
                path = filled_in(template, dict(zip(names, values, strict=True)), whole=False)
                found.append(Address(path, event if "{code}" in template else None))
    return found


class Walker:
    """One hall, asked as anybody."""

    def __init__(self, hall: Hall, people: People) -> None:
        self.hall = hall
        self.people = people
        # The streams of a closed hub say hello and end, where they would go on for an hour.
        hall.app.state.context.hub.close()
        self.cookies = cookies_of(self.people, hall.stages)
        self.cookies |= at_tables_of_several(hall) | at_tables_of_structures(hall)
        context, playing = hall.app.state.context, hall.stages.playing
        check = deck_checks.deck_checks(context.installation, playing.tournament_id)[0]
        self.addresses = addresses(hall.app, hall.stages, self.people, check.id)

    def answer(self, caller: str, address: str) -> str:
        """Everything an answer says, headers and all, but for the id the log gives it."""
        cookie = self.cookies[caller]
        headers = {"cookie": cookie} if cookie else {}
        found = self.hall.http.get(address, headers=headers, follow_redirects=False)
        self.hall.http.cookies.clear()
        assert found.status_code < 500, (address, found.text[-300:])
        told = [f"{name}: {value}" for name, value in found.headers.items() if name != "x-request-id"]
        return "\n".join([str(found.status_code), *told, "", found.text])

    def answers(self, caller: str, event: str | None = None) -> Iterator[tuple[str, str]]:
        """Every address with its answer; of one event alone where it is named, else of those with words."""
        for address in self.addresses:
            if address.event == event if event else address.event in (None, *WITH_WORDS):
                yield address.path, self.answer(caller, address.path)


@pytest.fixture(scope="module")
def template(filled: Template, tmp_path_factory: pytest.TempPathFactory) -> Template:
    """The filled events with an organizer of another one."""
    file = tmp_path_factory.mktemp("secrets") / "template.sqlite3"
    add_stranger(filled[0], file)
    return file, filled[1]


@pytest.fixture(scope="module")
def walker(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walker]:
    """A hall full of secrets."""
    file = tmp_path_factory.mktemp("told") / "told.sqlite3"
    shutil.copy(template[0], file)
    hands = Hands(file, template[1])
    tell_secrets(hands)
    hands.database.dispose()
    with hall_of(file, template[1], tmp_path_factory.mktemp("hall")) as hall:
        yield Walker(hall, hands.people)


def hashes(file: Path) -> list[str]:
    """Every hash of a secret that the database keeps."""
    found: list[str] = []
    with closing(sqlite3.connect(file)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            for column in (each for each in columns if each.endswith("_hash")):
                found += [row[0] for row in connection.execute(f'SELECT {column} FROM "{table}"') if row[0]]
    return found


READERS = ("nobody", "bidder", "opponent", "other", "judge", "organizer")


# A browser shows these as text, because no answer may be taken for another kind than it says.
PLAIN = re.compile("^content-type: (application/(problem[+])?json|text/csv)", re.M)
# What everybody gets alike has an ETag, and a stream has no content.
NOT_KEPT = re.compile("^cache-control: no-store$|^etag: |^content-type: text/event-stream|^303$", re.M)


@pytest.mark.parametrize("caller", READERS)
def test_no_answer_holds_a_word_that_is_not_for_its_reader(walker: Walker, caller: str) -> None:
    stages = walker.hall.stages
    keys = [*hashes(walker.hall.template), *stages.playing.links.values(), stages.invitation, stages.sign_in]
    keys += [f"{kind}-{name}" for kind in ("token", "session") for name in (*HELPERS.values(), STRANGER)]
    forbidden = [word for word, readers in WORDS.items() if caller not in readers]
    secrets = [*keys, "PASSWORDOFOWNER", "invitation-with-label", *forbidden]
    leaks, read = [], set()
    for path, answer in walker.answers(caller):
        leaks += [(path, secret) for secret in secrets if secret in answer]
        leaks += [(path, MARKUP)] if MARKUP in answer and not PLAIN.search(answer) else []
        leaks += [(path, "kept")] if caller != "nobody" and not NOT_KEPT.search(answer) else []
        read |= {word for word in WORDS if word in answer}
    assert leaks == []
    assert read == {word for word, readers in WORDS.items() if caller in readers}, "and the others are read"


def differ(hands: Hands, which: int) -> None:
    """Secrets of two kinds: a bid and a report where the other hall has somebody come to the table."""
    playing, people = hands.stages.playing, hands.people
    hands.household(people.bidder, ("Left", "Right")[which])
    hands.hand_in(people.bidder, ("one list", "another list")[which])
    here = (hands.installation, playing.tournament_id)
    bidding, reported, waiting = people.bidding, people.reported, people.waiting
    turn = bidding.first if bidding.auction.turn == "first" else bidding.second
    assert turn is not None and reported.second is not None and bidding.auction.version is not None
    highest = bidding.auction.high_bid or 0
    auctions.place_bid(
        *hands.table(bidding, hands.player(turn.player_id)),
        version=bidding.auction.version,
        amount=highest + 1 + which,
    )
    opener = hands.player(waiting.first.player_id)
    reporter = hands.player(reported.second.player_id)
    if which:
        auctions.place_bid(*hands.table(waiting, opener), version=0, amount=2, side=Side.CORP)
        results.report_result(*hands.table(reported, reporter), Report(Outcome.RUNNER))
    else:
        clocks.check_in(
            *hands.table(waiting, hands.player(waiting.second.player_id if waiting.second else 0))
        )
        clocks.check_in(*hands.table(reported, reporter))
    calls.call_organizer(call_of(*here, hands.player(people.bidder), FILLED_AT), ("Come", "Go")[which])
    swap_in_draft(hands, which)
    enter_points(hands, which)
    report_alone(hands, which)


def report_alone(hands: Hands, which: int) -> None:
    """At the first table of each structure one player tells how it ended, and something else in the other
    hall."""
    stages, outcome = hands.stages, (Outcome.CORP, Outcome.RUNNER)[which]
    rounds.publish_round(*hands.at(stages.sides), stages.sides.round)
    for event in STRUCTURES:
        stage = getattr(stages, event)
        where = (hands.installation, stage.tournament_id)
        table = queries.round_view(*where, stage.round, ORGANIZER_VIEWER, FILLED_AT).tables[0]
        actor = Actor(ActorKind.PLAYER, table.first.player_id, table.first.name, stage.tournament_id)
        place = (call_of(*where, actor, FILLED_AT), table.id)
        if event == "two_games":
            two_games.report_games(*place, [two_games.OneGame(1, Report(outcome))])
        elif event == "duel":
            winner = (Outcome.FIRST, Outcome.SECOND)[which]
            dice = {"first_dice": (7, 3)[which], "second_dice": (3, 7)[which]}
            results.report_result(*place, Report(winner, Ending.GIGS, **dice))
        else:
            results.report_result(*place, Report(outcome))


def enter_points(hands: Hands, which: int) -> None:
    """A player enters the points of the second table of several players; others in the other hall."""
    stage = hands.stages.several
    where = (hands.installation, stage.tournament_id)
    pod = queries.round_view(*where, stage.round, ORGANIZER_VIEWER, FILLED_AT).pods[1]
    seat = pod.seats[which]
    actor = Actor(ActorKind.PLAYER, seat.player_id, "Somebody", stage.tournament_id)
    call = call_of(*where, actor, FILLED_AT)
    pod_results.report_pod(call, pod.id, several_points(pod, 140 + which))


@pytest.fixture(scope="module")
def halves(template: Template, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Walker]]:
    """Two halls that differ in nothing an outsider may see."""
    folder = tmp_path_factory.mktemp("halves")
    files = [folder / "left.sqlite3", folder / "right.sqlite3"]
    for which, file in enumerate(files):
        shutil.copy(template[0], file)
        hands = Hands(file, template[1])
        differ(hands, which)
        hands.database.dispose()
    with (
        hall_of(files[0], template[1], tmp_path_factory.mktemp("left")) as left,
        hall_of(files[1], template[1], tmp_path_factory.mktemp("right")) as right,
    ):
        yield [Walker(left, hands.people), Walker(right, hands.people)]


def differences(halves: list[Walker], caller: str, event: str | None = None) -> Iterator[str]:
    for (path, one), (_, other) in zip(*(walker.answers(caller, event) for walker in halves), strict=True):
        if one != other:
            yield path


@pytest.mark.parametrize("caller", ["nobody", "stranger", "other"])
def test_two_halls_that_differ_in_secrets_are_the_same_to_outsiders(
    halves: list[Walker], caller: str
) -> None:
    assert list(differences(halves, caller, "playing")) == []


@pytest.mark.parametrize("caller", ["nobody", "display", "at table 1"])
def test_points_that_wait_for_a_second_word_are_those_of_their_table(
    halves: list[Walker], caller: str
) -> None:
    assert list(differences(halves, caller, "several")) == []


@pytest.mark.parametrize("event", STRUCTURES)
@pytest.mark.parametrize("caller", ["nobody", "stranger", "display", "elsewhere in {}"])
def test_a_report_that_waits_is_that_of_its_table_in_every_structure(
    halves: list[Walker], caller: str, event: str
) -> None:
    assert list(differences(halves, caller.format(event), event)) == []


@pytest.mark.parametrize("caller", ["nobody", "display", "in the draft", "judge"])
def test_a_draft_is_the_same_to_who_may_not_see_it(halves: list[Walker], caller: str) -> None:
    assert list(differences(halves, caller, "draft")) == []


@pytest.mark.parametrize(
    ("caller", "event"),
    [
        ("bidder", "playing"),
        ("judge", "playing"),
        ("owner", "draft"),
        ("at table 2", "several"),
        ("judge", "several"),
        *(("judge", event) for event in STRUCTURES),
        *((f"opponent in {event}", event) for event in STRUCTURES),
    ],
)
def test_the_same_halls_differ_to_whom_it_concerns(halves: list[Walker], caller: str, event: str) -> None:
    assert next(differences(halves, caller, event))


TOPICS = ("table/{bidding}", "seat/{bidder}", "seat/{opponent}", "table/{reported}", *sorted(FOR_STAFF))


def heard(walker: Walker, monkeypatch: pytest.MonkeyPatch, caller: str, code: str, asked: str) -> set[str]:
    """The topics a stream really listens to."""
    hub: Hub = walker.hall.app.state.context.hub
    told: set[str] = set()
    subscribe = hub.subscribe

    def subscribed(event: int, topics: Collection[str], limits: Any = None) -> Subscription:
        told.update(topics)
        return subscribe(event, topics, limits)

    monkeypatch.setattr(hub, "subscribe", subscribed)
    walker.answer(caller, f"/api/v1/tournaments/{code}/live?topics={asked}")
    monkeypatch.undo()
    return told


@pytest.mark.parametrize(
    ("caller", "own"),
    [
        ("nobody", ()),
        ("stranger", ()),
        ("display", ()),
        ("other", ()),
        ("bidder", ("table/{bidding}", "seat/{bidder}")),
        ("opponent", ("table/{bidding}", "seat/{opponent}")),
        ("judge", TOPICS),
    ],
)
def test_a_stream_hears_of_what_its_reader_may_see(
    walker: Walker, monkeypatch: pytest.MonkeyPatch, caller: str, own: tuple[str, ...]
) -> None:
    people, code = walker.people, walker.hall.stages.playing.code
    ids = {
        "bidding": people.bidding.id,
        "reported": people.reported.id,
        "bidder": people.bidder,
        "opponent": people.opponent,
    }
    asked = ",".join(each.format(**ids) for each in TOPICS)
    assert heard(walker, monkeypatch, caller, code, asked) == {each.format(**ids) for each in own}
    assert heard(walker, monkeypatch, caller, code, ",".join(FOR_ALL)) == FOR_ALL
    if caller != "judge":
        assert not heard(walker, monkeypatch, caller, code, "") & FOR_STAFF


def test_players_do_not_hear_of_their_table_while_it_is_a_draft(
    walker: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = walker.hall.stages.draft
    where = (walker.hall.app.state.context.installation, stage.tournament_id, stage.round)
    table = queries.round_view(*where, ORGANIZER_VIEWER, FILLED_AT).tables[0]
    walker.cookies["drawn"] = f"player={player_session(stage.links[table.first.player_id])}"
    assert not heard(walker, monkeypatch, "drawn", stage.code, f"table/{table.id}")
