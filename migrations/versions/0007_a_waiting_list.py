"""Since when a player waits for a place."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from app.storage.types import UtcDateTime

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column("player", sa.Column("waiting_since", UtcDateTime(), nullable=True))


def downgrade() -> None:
    op.drop_column("player", "waiting_since")
