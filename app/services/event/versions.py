"""The versions of several events at once, for processes that tell each other what changed."""

from collections.abc import Collection

from sqlmodel import col, select

from app.storage.database import Database
from app.storage.tables import Tournament


def versions(database: Database, tournament_ids: Collection[int]) -> dict[int, int]:
    """The versions of these tournaments; who is gone is not in the answer."""
    query = select(Tournament.id, Tournament.version).where(col(Tournament.id).in_(tournament_ids))
    with database.read_session() as session:
        return {number: version for number, version in session.exec(query) if number is not None}
