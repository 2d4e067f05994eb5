"""Who began a game without sides, and its Gig dice, with the table and with what a player reported."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_DICE = ("first_dice", "second_dice")


def upgrade() -> None:
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column("pairing", sa.Column("began", sa.String(), nullable=True))
    for table in ("pairing", "game_report"):
        for column in _DICE:
            op.add_column(table, sa.Column(column, sa.Integer(), nullable=True))


def downgrade() -> None:
    for table in ("game_report", "pairing"):
        for column in reversed(_DICE):
            op.drop_column(table, column)
    op.drop_column("pairing", "began")
