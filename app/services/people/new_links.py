"""A new personal link for a player, which ends the old one and every browser signed in by it."""

from app.sentences import say
from app.services.decks.handed_in import living_player
from app.services.kernel.command import Work, command
from app.storage.accounts import close_sessions_of_player
from app.storage.credentials import secret_hash


@command("issue_link")
def reissue_link(work: Work, player_id: int, secret: str) -> int:
    """Replace the personal link: the old one and every browser signed in by it are out. The player's id.

    A repeat is answered by another process with a secret of its own: so that one has to open, too.
    """
    row = living_player(work, player_id)
    if row.link_hash == secret_hash(secret):
        return player_id
    work.require()
    row.link_hash = secret_hash(secret)
    close_sessions_of_player(work.session, work.tournament_id, player_id)
    work.note(say("{player} got a new personal link", player=row.name), "players")
    return player_id
