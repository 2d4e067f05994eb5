"""New players within a command: free names, lots, the rows of all with a few statements, and their decks."""

from collections.abc import Sequence
from typing import NamedTuple

from app.sentences import message, say
from app.services.decks.card_pool import has_pool
from app.services.decks.deck_laws import slots_of
from app.services.decks.handed_in import (
    identity_of,
    put_deck,
)
from app.services.decks.identities import identity_named
from app.services.kernel.actors import ActorKind
from app.services.kernel.command import Work
from app.services.kernel.errors import Kind, Refused
from app.services.kernel.installation import Installation
from app.services.kernel.names import clean_line, clean_name
from app.services.people.entries import Entry
from app.services.people.places import (
    next_round,
)
from app.sides import DeckSlot, Side
from app.storage.bulk import insert_rows
from app.storage.credentials import secret_hash
from app.storage.new_ids import next_ids
from app.storage.players import (
    lots,
    name_key,
    names_by_key,
    player_by_name,
)
from app.storage.tables import Player
from app.tournament.draws import drawn

MOST_PLAYERS = 2000
LONGEST_PRONOUNS = 30


class Entered(NamedTuple):
    """A new player."""

    id: int
    name: str


def add_players(
    installation: Installation, work: Work, entries: Sequence[tuple[Entry, str]], *, staff: bool
) -> list[Entered]:
    """New players, each with the secret of a personal link; with as few statements as for one.

    Raises Refused: event-full (409).
    """
    names = [clean_name(entry.name) for entry, _ in entries]
    _refuse_any_taken(work, names, staff)
    taken, first_round = lots(work.session, work.tournament_id), next_round(work)
    if len(taken) + len(entries) > MOST_PLAYERS:
        raise Refused(
            "event-full",
            say(
                "This event has {players} of {most} players; no more fit.",
                players=len(taken),
                most=MOST_PLAYERS,
            ),
        )
    new = [
        {
            "id": player_id,
            "tournament_id": work.tournament_id,
            "name": name,
            "name_key": name_key(name),
            "pronouns": clean_line(entry.pronouns, LONGEST_PRONOUNS, "pronouns"),
            "corp_identity": identity_for(work, entry.corp_identity, Side.CORP),
            "runner_identity": identity_for(work, entry.runner_identity, Side.RUNNER),
            "first_round": first_round,
            "lot": _lot(work, player_id, taken),
            "link_hash": secret_hash(secret),
            "joined_by": "organizer" if staff else "player",
            "joined_at": work.now,
        }
        for name, (entry, secret), player_id in zip(
            names, entries, next_ids(work.session, Player, len(entries)), strict=True
        )
    ]
    ids = insert_rows(work.session, Player, new)
    for player_id, (entry, _) in zip(ids, entries, strict=True):
        if not staff or any(entry.deck_for(slot) for slot in DeckSlot):
            _hand_in(installation, work, work.session.get_one(Player, player_id), entry, staff)
    work.session.flush()
    return [Entered(player_id, name) for player_id, name in zip(ids, names, strict=True)]


def identity_for(work: Work, typed: str | None, side: Side) -> str | None:
    """The title of an identity that is named; a game without sides has none, so it keeps none."""
    return identity_named(work.installation.catalog, typed, side) if has_pool(work.tournament) else None


def _hand_in(installation: Installation, work: Work, row: Player, entry: Entry, staff: bool) -> None:
    needed = slots_of(work.tournament)
    for slot in (DeckSlot.CORP, DeckSlot.RUNNER, DeckSlot.ONE):
        if source := entry.deck_for(slot):
            put_deck(installation, work, row, slot, source)
        side = slot.side
        if side is not None and slot in needed and not staff and identity_of(row, slot) is None:
            raise Refused(
                "identity-missing",
                say("Name your {side} identity.", side=side.word),
                Kind.INVALID,
                field=f"{side}_identity",
            )


def _refuse_any_taken(work: Work, names: Sequence[str], staff: bool) -> None:
    seen = names_by_key(work.session, work.tournament_id, [name_key(name) for name in names])
    for name in names:
        if (other := seen.get(name_key(name))) is not None:
            raise _taken(other, staff)
        seen[name_key(name)] = name


def refuse_taken(work: Work, name: str, but: int | None) -> None:
    """Refused name-taken (409) where another player than `but` has this name."""
    other = player_by_name(work.session, work.tournament_id, name)
    if other is not None and other.id != but:
        raise _taken(other.name, work.actor.kind is ActorKind.ORGANIZER)


def _taken(name: str, staff: bool) -> Refused:
    told = message(
        "{name} is entered already. If that is you, open your personal link or ask the "
        "organizer for it; if not, add an initial to your name."
    )
    if staff:
        told = message("{name} is entered already. If this is somebody else, add an initial to the name.")
    return Refused("name-taken", say(told, name=name), field="name")


def _lot(work: Work, player_id: int, taken: set[int]) -> int:
    """The order of last resort: 31 bits drawn from the event's seed and the player, never given twice; it is
    among those `taken` from now on."""
    attempt = 0
    while (lot := drawn(work.tournament.seed, "standings lot", player_id, attempt) >> 33) in taken:
        attempt += 1
    taken.add(lot)
    return lot
