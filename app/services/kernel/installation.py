"""What every service works with: the database, the card catalogue and who is told of changes."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.deckcheck.catalog import Catalog
from app.live.notices import Notice
from app.services.kernel.memory import Memory
from app.storage.database import Database


@dataclass(frozen=True)
class Installation:
    """One running program. `tell` hands a notice to the live hub; it must never block or fail.

    `measure` is told of every command that changed something, and its seconds once its turn came.
    """

    database: Database
    catalog: Catalog
    tell: Callable[[Notice], None]
    measure: Callable[[str, float], None] = lambda _command, _seconds: None
    memory: Memory = field(default_factory=Memory, repr=False, compare=False)
    # Code -> id of tournaments asked for before: neither ever changes.
    known_codes: dict[str, int] = field(default_factory=dict, repr=False, compare=False)
