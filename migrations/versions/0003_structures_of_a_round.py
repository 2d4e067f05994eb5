"""How a round is played and counted: the structure, what a table was worth, two games of a round."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_WORTH = ("first_points", "second_points", "first_won", "second_won", "tied", "games")
_PAIRING = sa.table(
    "pairing",
    *(
        sa.column(name)
        for name in (
            *(
                "id",
                "tournament_id",
                "second_id",
                "first_id",
                "game_number",
                "final",
                "winner_id",
                "decided_by",
            ),
            *("ending", *_WORTH),
        )
    ),
)
_TOURNAMENT = sa.table("tournament", sa.column("id"), sa.column("timed_win_points"))


def upgrade() -> None:
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column(
        "tournament", sa.Column("structure", sa.String(), nullable=False, server_default="cache-refresh")
    )
    op.add_column("pairing", sa.Column("agreed", sa.String(), nullable=True))
    for name in _WORTH:
        op.add_column("pairing", sa.Column(name, sa.Integer(), nullable=True))
    _make_game()
    _make_round_report()
    _count_results()


def _make_game() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("corp_seat", sa.String(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("ending", sa.String(), nullable=True),
        sa.Column("corp_points", sa.Integer(), nullable=True),
        sa.Column("runner_points", sa.Integer(), nullable=True),
        sa.Column("winner_id", sa.Integer(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_game_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["pairing.id"], name=op.f("fk_game_pairing_id_pairing"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["winner_id"], ["player.id"], name=op.f("fk_game_winner_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint(
            "tournament_id", "pairing_id", "number", name=op.f("uq_game_tournament_id_pairing_id_number")
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_game_pairing_id"), "game", ["pairing_id"])


def _make_round_report() -> None:
    op.create_table(
        "round_report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("corp_seat", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("ending", sa.String(), nullable=True),
        sa.Column("corp_points", sa.Integer(), nullable=True),
        sa.Column("runner_points", sa.Integer(), nullable=True),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_round_report_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pairing_id"],
            ["pairing.id"],
            name=op.f("fk_round_report_pairing_id_pairing"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_round_report_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_report")),
        sa.UniqueConstraint(
            "tournament_id",
            "pairing_id",
            "player_id",
            "number",
            name=op.f("uq_round_report_tournament_id_pairing_id_player_id_number"),
        ),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_round_report_pairing_id"), "round_report", ["pairing_id"])


def _count_results() -> None:
    """Every result of before is one of Cache Refresh: 3 points for a win and a bye, its own at time."""
    pairing = _PAIRING.c
    timed = sa.select(_TOURNAMENT.c.timed_win_points).where(_TOURNAMENT.c.id == pairing.tournament_id)
    at_time = sa.and_(pairing.ending == "time", pairing.decided_by == "game")
    win = sa.case((at_time, timed.scalar_subquery()), else_=3)
    bye = pairing.second_id.is_(None)

    def won(seat: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
        return sa.and_(pairing.winner_id.is_not(None), pairing.winner_id == seat)

    op.execute(
        _PAIRING.update()
        .where(pairing.final.is_(sa.true()), pairing.game_number.is_(None))
        .values(
            first_points=sa.case((bye, 3), (won(pairing.first_id), win), else_=0),
            first_won=sa.case((bye, 0), (won(pairing.first_id), 1), else_=0),
            second_points=sa.case((bye, None), (won(pairing.second_id), win), else_=0),
            second_won=sa.case((bye, None), (won(pairing.second_id), 1), else_=0),
            tied=0,
            games=sa.case((bye, 0), else_=1),
        )
    )


def downgrade() -> None:
    op.drop_table("round_report")
    op.drop_table("game")
    for name in (*_WORTH, "agreed"):
        op.drop_column("pairing", name)
    op.drop_column("tournament", "structure")
