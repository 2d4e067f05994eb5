"""Taking entries out again that never played: strangers who joined for fun, or one person entered twice.

Whoever was ever paired stays, for results and standings count on them; they drop instead. The journal keeps
what was removed, so an undo brings it back, but for the personal links.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.sentences import say, say_count
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Kind, Refused, not_found
from app.services.kernel.installation import Installation
from app.services.people.places import give_free_places
from app.storage.cut import cut_seeds
from app.storage.kinds import JoinedBy
from app.storage.players import delete_players, players
from app.storage.pods import seated_ids
from app.storage.rounds import paired_player_ids
from app.storage.tables import Player


@dataclass(frozen=True)
class Removable:
    """An entry without a single pairing; `by_themselves` tells that no organizer entered it."""

    id: int
    name: str
    joined_at: datetime
    by_themselves: bool


def removable(installation: Installation, tournament_id: int) -> tuple[Removable, ...]:
    """The entries that may be removed, the newest first."""
    with installation.database.read_session() as session:
        kept = paired_player_ids(session, tournament_id)
        kept |= seated_ids(session, tournament_id)
        kept |= {seed.player_id for seed in cut_seeds(session, tournament_id)}
        found = [
            Removable(row.id, row.name, row.joined_at, row.joined_by is JoinedBy.PLAYER)
            for row in players(session, tournament_id)
            if row.id not in kept
        ]
    return tuple(reversed(found))


@command("remove_players")
def remove_players(work: Work, player_ids: Collection[int]) -> None:
    """Remove these entries with their decks, calls and sessions: all or none.

    Raises Refused: has-been-paired (409) with a name, not-found (404), nobody-chosen (422).
    """
    if not player_ids:
        raise Refused("nobody-chosen", "Tick the entries to remove.", Kind.INVALID)
    work.require()
    there = {row.id: row for row in players(work.session, work.tournament_id)}
    ids = sorted(set(player_ids))
    rows = [there[player_id] for player_id in ids if player_id in there]
    if len(rows) < len(ids):
        raise not_found("player")
    _refuse_paired(work, rows)
    said = say_count("{player} was removed", "{n} entries were removed", len(rows), player=rows[0].name)
    delete_players(work.session, work.tournament_id, ids)
    give_free_places(work)
    work.note(said, "players", "standings", "tournament")


def _refuse_paired(work: Work, rows: Sequence[Player]) -> None:
    paired = paired_player_ids(work.session, work.tournament_id)
    paired |= seated_ids(work.session, work.tournament_id)
    paired |= {seed.player_id for seed in cut_seeds(work.session, work.tournament_id)}
    for row in rows:
        if row.id in paired:
            raise Refused(
                "has-been-paired",
                say("{player} has been paired already: drop them instead.", player=row.name),
            )
