"""What every service works with: the database, the card catalogue and who is told of changes."""

from collections.abc import Callable
from dataclasses import dataclass

from app.deckcheck.catalog import Catalog
from app.live.notices import Notice
from app.storage.database import Database


@dataclass(frozen=True)
class Installation:
    """One running program. `tell` hands a notice to the live hub; it must never block or fail."""

    database: Database
    catalog: Catalog
    tell: Callable[[Notice], None]
