"""A player goes from one event of a day to another with name and personal link; those out of a cut go on.

The link opens the new event from then on, and so does a phone that was signed in. The player is dropped from
the event left while it runs. Each event's journal has its own entry; a move is taken back by moving back.
"""

from dataclasses import dataclass, replace

from sqlmodel import Session, col, update

from app.live.notices import Notice
from app.sentences import say
from app.services.decks.handed_in import living_player
from app.services.kernel.call import Call
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.kernel.permissions import may, require
from app.services.people.entering import add_players
from app.services.people.entries import Entry
from app.services.people.members import role_of
from app.services.people.places import leave_event
from app.storage.access_tables import WebSession
from app.storage.cut import cut_seeds
from app.storage.journal import LINK_OF
from app.storage.players import player_by_name, players
from app.storage.tables import Player, Tournament
from app.tournament.lifecycle import Phase


@dataclass(frozen=True)
class Moving:
    """What goes along: the name, the pronouns, the identities, and the hash of the personal link."""

    player_id: int
    name: str
    pronouns: str
    corp_identity: str | None
    runner_identity: str | None
    link_hash: str | None


def move_player(call: Call, player_id: int, to_id: int, secret: str) -> int:
    """Move a player into another event of the same day; the new id. `secret` is for who has no link.

    Raises Refused: 404; other-day, name-taken, went-on and what joining refuses (409); not-allowed (403) for
    who does not run both events. Nobody is moved then.
    """
    there = _check(call, to_id)
    with call.installation.database.read_session() as session:
        person = session.get(Player, player_id)
        if person is not None and person.tournament_id == call.tournament_id:
            if _may_return(person):
                raise Refused(
                    "went-on",
                    say("{name} went to another event of the day: move them from there.", name=person.name),
                )
            same = player_by_name(session, to_id, person.name)
            if same is not None and not _may_return(same):
                raise Refused("name-taken", say("{name} is in the other event already.", name=person.name))
    moving = hand_over_player(call, player_id, _name_of(call, to_id)).value
    try:
        new_id = receive_player(there, moving, secret).value
    except Refused:
        take_back_player(call, moving)
        raise
    _tell_phones(call, player_id)
    return new_id


def _tell_phones(call: Call, player_id: int) -> None:
    """Tell the phones on the page that was left: they belong to the other event only from now on."""
    with call.installation.database.read_session() as session:
        version = _event(session, call.tournament_id).version
    call.installation.tell(Notice(call.tournament_id, version, frozenset({f"day/{player_id}"})))


def who_can_go(installation: Installation, tournament_id: int) -> list[tuple[int, str]]:
    """Id and name of the players who can be moved: neither erased nor in another event already."""
    with installation.database.read_session() as session:
        return [
            (person.id, person.name)
            for person in players(session, tournament_id)
            if not person.erased and not _may_return(person)
        ]


def move_those_out_of_the_cut(call: Call, from_id: int, secrets: list[str]) -> int:
    """Let an event begin with those of another who missed its cut and have not dropped; how many came.

    `secrets` are for who has no link, one for each player of that event is enough. Raises Refused no-cut
    (409), and those of `move_player` but for names that are there already, which stay where they are.
    """
    source = replace(_check(call, from_id), installation=call.installation)
    with call.installation.database.read_session() as session:
        seeds = {seed.player_id for seed in cut_seeds(session, from_id)}
        if not seeds:
            raise Refused("no-cut", say("The other event has no cut yet: its cut tells who is out."))
        out = [p for p in players(session, from_id) if p.id not in seeds and not p.dropped and not p.erased]
    came = 0
    for person, secret in zip(out, secrets, strict=False):
        try:
            move_player(source, person.id, call.tournament_id, secret)
            came += 1
        except Refused as refusal:
            if refusal.code != "name-taken":
                raise
    return came


def _check(call: Call, other_id: int) -> Call:
    """The call in the other event, which must be of the same day and run by the same person."""
    with call.installation.database.read_session() as session:
        here, there = _event(session, call.tournament_id), _event(session, other_id)
        role = role_of(session, other_id, call.actor)
    require(call.role, "move_player")
    if not may(role, "move_player"):
        raise Refused(
            "not-allowed", say("You do not run the other event: ask its organizer."), Kind.FORBIDDEN
        )
    if here.day is None or here.day != there.day or here.id == there.id:
        raise Refused(
            "other-day", say("Players move between events of one day: put both into the same day first.")
        )
    return Call(call.installation, other_id, call.actor, role, call.now)


def _event(session: Session, tournament_id: int) -> Tournament:
    row = session.get(Tournament, tournament_id)
    if row is None:
        raise not_found("tournament")
    return row


def _name_of(call: Call, tournament_id: int) -> str:
    with call.installation.database.read_session() as session:
        return _event(session, tournament_id).name


def _may_return(row: Player) -> bool:
    return row.dropped and row.link_hash is None and not row.erased


@command("hand_over_player")
def hand_over_player(work: Work, player_id: int, to: str) -> Moving:
    """Let a player go to the event named: dropped while this one runs, without the personal link here."""
    row = living_player(work, player_id)
    work.require()
    moving = Moving(player_id, row.name, row.pronouns, row.corp_identity, row.runner_identity, row.link_hash)
    row.link_hash = None
    if work.tournament.phase != Phase.FINISHED and not row.dropped:
        leave_event(work, row)
    work.note(
        say("{player} went to {event}", player=row.name, event=to),
        "players",
        f"seat/{row.id}",
        **{LINK_OF: row.id},
    )
    return moving


@command("take_back_player")
def take_back_player(work: Work, moving: Moving) -> None:
    """The other event did not take the player: the link is theirs again, and they are back."""
    row = living_player(work, moving.player_id)
    work.require()
    row.link_hash = moving.link_hash
    if work.tournament.phase != Phase.FINISHED:
        row.dropped, row.dropped_in_round = False, None
    work.note(
        say("{player} stays, the other event did not take them", player=row.name),
        "players",
        **{LINK_OF: row.id},
    )


@command("receive_player", anew=True)
def receive_player(work: Work, moving: Moving, secret: str) -> int:
    """Enter a player of another event of the day, with the personal link and the signed-in phones."""
    work.require()
    row = player_by_name(work.session, work.tournament_id, moving.name)
    if row is not None and _may_return(row):
        row.dropped, row.dropped_in_round = False, None
    else:
        entry = Entry(moving.name, moving.pronouns, moving.corp_identity, moving.runner_identity)
        (entered,) = add_players(work.installation, work, [(entry, secret)], staff=True)
        row = work.session.get_one(Player, entered.id)
    if moving.link_hash is not None:
        row.link_hash = moving.link_hash
    work.session.add(row)
    work.session.flush()
    phones = update(WebSession).where(col(WebSession.player_id) == moving.player_id)
    work.session.execute(phones.values(player_id=row.id, tournament_id=work.tournament_id))
    came = say("{player} came from another event of the day", player=row.name)
    work.note(came, "players", **{LINK_OF: row.id})
    return row.id
