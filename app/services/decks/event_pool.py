"""The card pool of one event, with the organizer's changes, and the identities that can be played in it."""

from app.deckcheck.pools import Pool
from app.services.decks.card_pool import has_pool, pool_of
from app.services.kernel.errors import not_found
from app.services.kernel.installation import Installation
from app.sides import Side
from app.storage.tables import Tournament


def pool_if_any(installation: Installation, tournament_id: int) -> Pool | None:
    """The pool; None in a game without one. Raises Refused 404, and those of `pool_of`."""
    with installation.database.read_session() as session:
        row = session.get(Tournament, tournament_id)
        if row is None:
            raise not_found("tournament")
        return pool_of(installation.catalog, row) if has_pool(row) else None


def event_pool(installation: Installation, tournament_id: int) -> Pool:
    """The pool; raises Refused 404, and those of `pool_of`."""
    with installation.database.read_session() as session:
        row = session.get(Tournament, tournament_id)
        if row is None:
            raise not_found("tournament")
        return pool_of(installation.catalog, row)


def outside_pool(pool: Pool | None, *identities: str | None) -> list[str]:
    """Those of the titles that no deck of this pool plays; none where titles may come from anywhere."""
    if pool is None or pool.wild or pool.free_identity:
        return []
    return [title for title in identities if title and not _holds(pool, title)]


def _holds(pool: Pool, title: str) -> bool:
    return title in pool.base or any(title in option for option in pool.options.values())


def identities_in(pool: Pool | None, side: Side) -> list[str]:
    """Titles of the identities of a side in the pool, whichever products a deck chooses."""
    if pool is None:
        return []
    if pool.free_identity:
        return [card.title for card in pool.catalog.identities(side) if pool.is_out(card)]
    titles = set(pool.base).union(*pool.options.values())
    return [card.title for card in pool.catalog.identities(side) if card.title in titles]
