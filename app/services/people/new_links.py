"""A new personal link for a player, which ends the old one and every browser signed in by it."""

from app.sentences import say
from app.services.decks.handed_in import living_player
from app.services.kernel.command import Work, command
from app.services.kernel.errors import Refused
from app.storage.accounts import close_sessions_of_player
from app.storage.credentials import secret_hash
from app.storage.journal import LINK_OF, has_newer_link
from app.storage.tables import Player


@command("issue_link", anew=True)
def reissue_link(work: Work, player_id: int, secret: str) -> int:
    """Replace the personal link: the old one and every browser signed in by it are out. The player's id.

    A repeat is answered by another process with a secret of its own: so that one has to open, too; but never
    one that was replaced since. Raises Refused: link-replaced (409).
    """
    row = living_player(work, player_id)
    if row.link_hash == secret_hash(secret):
        return player_id
    if (before := work.entry_of_request()) is not None:
        refuse_older_link(work, row, before)
    work.require()
    row.link_hash = secret_hash(secret)
    close_sessions_of_player(work.session, work.tournament_id, player_id)
    work.note(say("{player} got a new personal link", player=row.name), "players", **{LINK_OF: player_id})
    return player_id


def refuse_older_link(work: Work, row: Player, number: int) -> None:
    """Raise Refused link-replaced (409) where the player got another link after the entry with `number`."""
    if has_newer_link(work.session, work.tournament_id, row.id, number):
        why = say(
            "{player} got another personal link after this was first sent: open it, or ask for a new one.",
            player=row.name,
        )
        raise Refused("link-replaced", why)
