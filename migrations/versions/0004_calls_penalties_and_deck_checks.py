"""Calls for a judge in a table of their own, penalties, and what a deck check counted."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

from app.storage.types import UtcDateTime

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    _make("judge_call", *_call_columns())
    _make("penalty", *_penalty_columns())
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column("deck_check", sa.Column("counted", sa.JSON(none_as_null=True), nullable=True))
    op.add_column(
        "deck_check", sa.Column("unlisted", sa.String(), nullable=False, server_default=sa.text("''"))
    )
    op.add_column("deck_check", sa.Column("outcome", sa.String(), nullable=True))
    _calls_were_announcements()


def _make(name: str, *columns: sa.Column[object]) -> None:
    """A table whose rows belong to a player of an event."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        *columns,
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f(f"fk_{name}_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f(f"fk_{name}_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
        sqlite_autoincrement=True,
    )
    for column in ("player_id", "tournament_id"):
        op.create_index(op.f(f"ix_{name}_{column}"), name, [column])


def _call_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("made_at", UtcDateTime(), nullable=False),
        sa.Column("claimed_by", sa.String(), nullable=True),
        sa.Column("claimed_at", UtcDateTime(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("extra_seconds", sa.Integer(), nullable=False),
        sa.Column("ended_by", sa.String(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
    )


def _penalty_columns() -> tuple[sa.Column[object], ...]:
    return (
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("infraction", sa.String(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("given_by", sa.String(), nullable=False),
        sa.Column("given_at", UtcDateTime(), nullable=False),
    )


def _calls_were_announcements() -> None:
    """Calls move; the journal keeps them as it told them, and who answered is not known."""
    kept = "tournament_id, player_id, reason, made_at, ended_at, note, extra_seconds"
    op.execute(
        f"INSERT INTO judge_call ({kept}) "  # noqa: S608 - names of columns, written above
        "SELECT tournament_id, player_id, text, made_at, ended_at, '', 0 FROM announcement "
        "WHERE kind = 'call' AND player_id IS NOT NULL ORDER BY id"
    )
    op.execute("DELETE FROM announcement WHERE kind = 'call'")


def downgrade() -> None:
    op.execute(
        "INSERT INTO announcement (tournament_id, kind, player_id, text, made_at, ended_at) "
        "SELECT tournament_id, 'call', player_id, reason, made_at, ended_at FROM judge_call ORDER BY id"
    )
    for column in ("outcome", "unlisted", "counted"):
        op.drop_column("deck_check", column)
    op.drop_table("penalty")
    op.drop_table("judge_call")
