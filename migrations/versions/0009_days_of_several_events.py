"""Days: events that belong together, with a name, a place and a public page."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from app.storage.types import UtcDateTime

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "day",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_day_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_day")),
        sa.UniqueConstraint("code", name=op.f("uq_day_code")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_day_account_id"), "day", ["account_id"])
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column("tournament", sa.Column("day", sa.String(), nullable=True))
    op.create_index(op.f("ix_tournament_day"), "tournament", ["day"])


def downgrade() -> None:
    op.drop_index(op.f("ix_tournament_day"), table_name="tournament")
    op.drop_column("tournament", "day")
    op.drop_table("day")
