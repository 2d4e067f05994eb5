"""Who plays: joining, late entries, changes of an entry, drops and returns.

Players who join by themselves name both identities (or hand in decks that do). Where decks are required they
may join without them and hand them in until the first round is published; the organizer sees who owes one. A
late player enters the next round to be paired; the rounds before do not count for them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from app.deckcheck.sentences import told_verdict
from app.sentences import say, say_count
from app.services.decks.card_pool import judge_deck, read_deck
from app.services.decks.deck_laws import slots_of
from app.services.decks.handed_in import (
    Verdict,
    found_player,
    keep_identity,
    living_player,
    refuse_locked,
)
from app.services.kernel.actors import Actor, ActorKind
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.field_words import field_words
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line, clean_name
from app.services.kernel.permissions import require_own
from app.services.people.entering import LONGEST_PRONOUNS, add_players, identity_for, refuse_taken
from app.services.people.entries import MOST_LINES, Entry
from app.services.people.members import runs_event
from app.services.people.new_links import refuse_older_link
from app.services.people.places import (
    has_played,
    is_full,
    last_begun,
    leave_event,
    must_wait,
    next_round,
    put_on_waiting_list,
)
from app.sides import Side
from app.storage.credentials import secret_hash
from app.storage.journal import entries_with_key
from app.storage.penalties import is_disqualified
from app.storage.players import (
    deck_of,
    name_key,
    player_by_link,
    waiting_numbers,
)
from app.storage.rounds import last_round, rounds
from app.storage.tables import Player
from app.tournament.lifecycle import RoundState

HIGHEST_TABLE = 9999
REPEATED_WITHIN = timedelta(hours=1)
_OWN_FIELDS = frozenset({"name", "pronouns", "corp_identity", "runner_identity"})
_STAFF_FIELDS = frozenset({"first_round_bye", "fixed_table", "first_round", "household"})
LONGEST_HOUSEHOLD = 40


@dataclass(frozen=True)
class Registered:
    """A player who is in, with the verdict on each deck that came along; `waiting` is the number on the
    waiting list of who has no place yet.
    """

    player_id: int
    name: str
    verdicts: dict[str, Verdict | None]
    waiting: int | None = None


@command("register_player")
def register_player(work: Work, entry: Entry, secret: str) -> Registered:
    """Enter a player; `secret` becomes the personal link. The same call again is the same answer, a request
    with a key for an hour. Who joins by themselves while all places are taken comes to the waiting list.

    Raises Refused: registration-closed, name-taken (409), invalid-name, unknown-identity, identity-missing
    (422), and those of `hand_in_deck`; then nobody was entered. For a repeat: link-replaced, joined-before
    (409).
    """
    if (joined := _joined_before(work, secret, entry.name)) is not None:
        return _registered(work, joined)
    work.require()
    staff = runs_event(work.session, work.tournament_id, work.actor)
    if not staff and not work.tournament.registration_open:
        raise Refused("registration-closed", "The registration is closed: ask the organizer to enter you.")
    waits = not staff and must_wait(work)
    (entered,) = add_players(work.installation, work, [(entry, secret)], staff=staff)
    row = work.session.get_one(Player, entered.id)
    if waits:
        put_on_waiting_list(work, row)
    if not staff:
        work.actor = Actor(ActorKind.PLAYER, row.id, row.name, work.tournament_id)
    said = say("{player} joined", player=row.name)
    if waits:
        said = say("{player} joined the waiting list", player=row.name)
    work.note(said, "players")
    return _registered(work, row)


@command("add_players")
def register_players(work: Work, entries: Sequence[Entry], secrets: Sequence[str]) -> tuple[Registered, ...]:
    """Enter many at once, all or none, none for a repeat; `secrets` gives each a personal link.

    Raises Refused: no-entries (422).
    """
    if not 0 < len(entries) <= MOST_LINES or len(entries) != len(secrets):
        raise Refused(
            "no-entries",
            say("Give 1 to {most} players, one a line.", most=MOST_LINES),
            Kind.INVALID,
            field="list",
        )
    if work.is_repeat():
        return ()
    work.require()
    rows = add_players(work.installation, work, list(zip(entries, secrets, strict=True)), staff=True)
    said = say_count("{player} was entered", "{n} players were entered", len(rows), player=rows[0].name)
    work.note(said, "players")
    slots = slots_of(work.tournament)
    with_decks = {
        row.id
        for row, entry in zip(rows, entries, strict=True)
        if any(entry.deck_for(slot) for slot in slots)
    }
    return tuple(
        _registered(work, work.session.get_one(Player, row.id))
        if row.id in with_decks
        else Registered(row.id, row.name, dict.fromkeys(slot for slot in slots))
        for row in rows
    )


def _joined_before(work: Work, secret: str, name: str) -> Player | None:
    """Who joined by the same request, None for a new one; the link is `secret` then, unless another was given
    since. Raises Refused: link-replaced; joined-before, name-taken (409) for what was sent before too long.
    """
    same = player_by_link(work.session, secret_hash(secret))
    if work.actor.key is None and same is not None and same.tournament_id == work.tournament_id:
        # The form of a page: it holds the link itself.
        return same
    if (found := _joined_within_the_hour(work)) is not None:
        row, number = found
        if same is None:
            # Another process answered first, with a secret of its own.
            refuse_older_link(work, row, number)
            row.link_hash = secret_hash(secret)
        return row
    if same is not None:
        refuse_taken(work, clean_name(name), None)
        raise Refused(
            "joined-before",
            say(
                "{player} joined by this request before: open that personal link, or ask for a new one.",
                player=same.name,
            ),
        )
    return None


def _joined_within_the_hour(work: Work) -> tuple[Player, int] | None:
    """Who joined by a request with the same key within the last hour, and the number of its entry."""
    if work.actor.key is None:
        return None
    nobody, since = work.actor.kind is ActorKind.PUBLIC, work.now - REPEATED_WITHIN
    for entry in entries_with_key(work.session, work.tournament_id, work.actor.key, work.command, since):
        theirs = entry.actor_kind == ActorKind.PLAYER if nobody else entry.actor_id == work.actor.id
        made = [change["id"] for change in entry.changes if change["table"] == "player"]
        if theirs and made and entry.number is not None:
            row = work.session.get(Player, made[0])
            return (row, entry.number) if row is not None and not row.erased else None
    return None


def _registered(work: Work, row: Player) -> Registered:
    verdicts: dict[str, Verdict | None] = {}
    for slot in slots_of(work.tournament):
        deck = deck_of(work.session, work.tournament_id, row.id, slot)
        verdicts[slot] = told_verdict(deck.verdict) if deck else None
    queue = waiting_numbers(work.session, work.tournament_id) if row.waiting_since is not None else {}
    return Registered(row.id, row.name, verdicts, queue.get(row.id))


@command("edit_player")
def edit_player(work: Work, player_id: int, changes: Mapping[str, Any]) -> None:
    """Change an entry: name, pronouns, corp_identity, runner_identity; by organizers also first_round_bye,
    fixed_table (number or None), household (whose players are kept apart) and first_round (the first round
    the player is paired in).

    Players change their name before the first round only, identities as long as their decks may change.

    Raises Refused: not-allowed (403).
    """
    row = living_player(work, player_id)
    require_own(work.actor, work.tournament_id, player_id)
    staff = work.actor.kind in (ActorKind.ORGANIZER, ActorKind.SYSTEM)
    allowed = _OWN_FIELDS | _STAFF_FIELDS if staff else _OWN_FIELDS
    if set(changes) - allowed:
        named = [name[:80] for name in sorted(set(changes) - allowed)[:5]]
        raise Refused(
            "not-allowed", say("{fields} can't be changed here by you.", fields=named), Kind.FORBIDDEN
        )
    values = _checked(work.installation, work, row, changes)
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    if not changed:
        return
    work.require()
    _refuse_late_changes(work, row, work.actor, changed)
    before = row.name
    for name, value in changed.items():
        if name in ("corp_identity", "runner_identity"):
            _change_identity(work.installation, work, row, Side(name.partition("_")[0]), value)
        else:
            setattr(row, name, value)
    topics = ["players", "standings"] if "name" in changed else ["players"]
    told = field_words(changed.keys() - {"name_key"})
    work.note(say("The entry of {player} was changed: {fields}", player=before, fields=told), *topics)


def _checked(
    installation: Installation, work: Work, row: Player, changes: Mapping[str, Any]
) -> dict[str, Any]:
    values: dict[str, Any] = dict(changes)
    if "name" in changes:
        values["name"] = clean_name(changes["name"])
        values["name_key"] = name_key(values["name"])
        refuse_taken(work, values["name"], row.id)
    if "pronouns" in changes:
        values["pronouns"] = clean_line(changes["pronouns"] or "", LONGEST_PRONOUNS, "pronouns")
    for side in Side:
        field = f"{side}_identity"
        if field in changes:
            values[field] = identity_for(work, changes[field], side)
    if "household" in changes:
        values["household"] = clean_line(changes["household"] or "", LONGEST_HOUSEHOLD, "household")
    table = changes.get("fixed_table")
    if table is not None and not 1 <= table <= HIGHEST_TABLE:
        raise Refused(
            "invalid-table",
            say("A table has a number from 1 to {highest}.", highest=HIGHEST_TABLE),
            Kind.INVALID,
            field="fixed_table",
        )
    first = changes.get("first_round", 1)
    if not 1 <= first <= next_round(work) + 1:
        raise Refused(
            "invalid-round",
            say("The next round to be paired is round {round}.", round=next_round(work)),
            Kind.INVALID,
            field="first_round",
        )
    return values


def _refuse_late_changes(work: Work, row: Player, actor: Actor, changed: Mapping[str, Any]) -> None:
    if actor.kind is not ActorKind.PLAYER:
        return
    begun = any(r.state is not RoundState.DRAFT for r in rounds(work.session, work.tournament_id))
    if begun and "name" in changed:
        raise Refused(
            "name-locked", "The event has begun: ask the organizer to change your name.", field="name"
        )
    if changed.keys() & {"corp_identity", "runner_identity"}:
        refuse_locked(work, row, actor)


def _change_identity(
    installation: Installation, work: Work, row: Player, side: Side, title: str | None
) -> None:
    deck = deck_of(work.session, work.tournament_id, row.id, side)
    if deck is not None and deck.source:
        decklist = read_deck(installation.catalog, deck.source, title)
        if decklist.identity is not None and decklist.identity.title != title:
            raise Refused(
                "deck-names-identity",
                say(
                    "The {side} deck handed in plays {identity}: hand in another deck.",
                    side=side.word,
                    identity=decklist.identity.title,
                ),
            )
        deck.verdict = judge_deck(installation.catalog, work.tournament, decklist).as_kept()
    keep_identity(row, side, title)


@command("drop_player")
def drop_player(work: Work, player_id: int) -> None:
    """Take a player out of the rounds to come; a game being played goes on and counts."""
    row = found_player(work, player_id)
    require_own(work.actor, work.tournament_id, player_id)
    if row.dropped:
        return
    work.require()
    leave_event(work, row)
    if row.dropped_in_round:
        work.note(say("{player} dropped after round {round}", player=row.name, round=row.dropped_in_round))
    else:
        work.note(say("{player} dropped", player=row.name))


@command("reinstate_player")
def reinstate_player(work: Work, player_id: int) -> None:
    """Pair a dropped player again from the next round on; players themselves until the next pairing.

    Where all places are taken, who never sat at a table waits for one; the journal tells the organizer so.

    Raises Refused: disqualified, too-late, event-full (409).
    """
    row = found_player(work, player_id)
    require_own(work.actor, work.tournament_id, player_id)
    if not row.dropped:
        return
    work.require()
    last = last_round(work.session, work.tournament_id)
    if work.actor.kind is ActorKind.PLAYER and is_disqualified(work.session, work.tournament_id, player_id):
        raise Refused("disqualified", "You were disqualified: only an organizer can let you in again.")
    if work.actor.kind is ActorKind.PLAYER and (last.number if last else None) != row.dropped_in_round:
        raise Refused("too-late", "The next round is paired already: ask the organizer to let you in.")
    full = is_full(work)
    waits = work.actor.kind is ActorKind.PLAYER and (must_wait(work) if last_begun(work) is None else full)
    if waits and has_played(work, player_id):
        # Standings count their games: they are no entry that waits to come in.
        raise Refused("event-full", "Your place was taken: ask the organizer to let you in again.")
    row.dropped = False
    row.dropped_in_round = None
    said = say("{player} is back", player=row.name)
    if waits:
        put_on_waiting_list(work, row)
        said = say("{player} is back, on the waiting list", player=row.name)
    elif full:
        said = say("{player} is back; more play now than the event has places", player=row.name)
    work.note(said, "players", "standings", f"seat/{row.id}")
