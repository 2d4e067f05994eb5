"""The journal keeps changes of one kind as a group, which programs of before can't read.

Nothing is rewritten: entries of before are read as they are. Only the way back takes the groups apart.
"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from app.storage.packed_changes import unpack

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_JOURNAL = sa.table("journal", sa.column("id", sa.Integer), sa.column("changes", sa.JSON))


def upgrade() -> None:
    pass


def downgrade() -> None:
    connection = op.get_bind()
    for entry, changes in connection.execute(sa.select(_JOURNAL.c.id, _JOURNAL.c.changes)).all():
        apart = unpack(changes)
        if apart != changes:
            connection.execute(_JOURNAL.update().where(_JOURNAL.c.id == entry).values(changes=apart))
