"""Tables of three to six players: their seats, and the points a player entered for all of them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from app.storage.types import UtcDateTime

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _make(
        "pod",
        ("tournament", "round"),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("extra_seconds", sa.Integer(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("ending", sa.String(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
    )
    _make(
        "pod_seat",
        ("tournament", "pod", "player"),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=True),
    )
    _make(
        "pod_entry",
        ("tournament", "pod", "player"),
        sa.Column("points", sa.JSON(), nullable=False),
        sa.Column("ending", sa.String(), nullable=False),
        sa.Column("entered_at", UtcDateTime(), nullable=False),
        sa.UniqueConstraint("tournament_id", "pod_id", name=op.f("uq_pod_entry_tournament_id_pod_id")),
        indexed=("pod",),
    )


def _make(
    name: str,
    owners: Sequence[str],
    *columns: sa.schema.SchemaItem,
    indexed: Sequence[str] | None = None,
) -> None:
    """A table whose rows end with those of its owners."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        *(sa.Column(f"{owner}_id", sa.Integer(), nullable=False) for owner in owners),
        *columns,
        *(
            sa.ForeignKeyConstraint(
                [f"{owner}_id"],
                [f"{owner}.id"],
                name=op.f(f"fk_{name}_{owner}_id_{owner}"),
                ondelete="CASCADE",
            )
            for owner in owners
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sqlite_autoincrement=True,
    )
    for owner in owners if indexed is None else indexed:
        op.create_index(op.f(f"ix_{name}_{owner}_id"), name, [f"{owner}_id"])


def downgrade() -> None:
    for name in ("pod_entry", "pod_seat", "pod"):
        op.drop_table(name)
