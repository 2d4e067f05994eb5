"""Everything an event consists of."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("password_hash", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("pool_date", sa.Date(), nullable=False),
        sa.Column("mwl", sa.String(), nullable=True),
        sa.Column("pool_overrides", sa.JSON(), nullable=False),
        sa.Column("info", sa.String(), nullable=False),
        sa.Column("phase", sa.String(), nullable=False),
        sa.Column("registration_open", sa.Boolean(), nullable=False),
        sa.Column("round_minutes", sa.Integer(), nullable=False),
        sa.Column("planned_rounds", sa.Integer(), nullable=True),
        sa.Column("deck_policy", sa.String(), nullable=False),
        sa.Column("decks_change", sa.String(), nullable=False),
        sa.Column("decks_open", sa.String(), nullable=False),
        sa.Column("timed_win_points", sa.Integer(), nullable=False),
        sa.Column("cut_kind", sa.String(), nullable=False),
        sa.Column("cut_size", sa.Integer(), nullable=False),
        sa.Column("cut_sides", sa.String(), nullable=False),
        sa.Column("hide_last_rounds", sa.Integer(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
        sa.UniqueConstraint("code", name=op.f("uq_tournament_code")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_api_token_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_api_token_secret_hash")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_api_token_account_id"), ["account_id"], unique=False)

    op.create_table(
        "invitation",
        sa.Column("secret_hash", sa.String(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_by_account_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_invitation_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["used_by_account_id"],
            ["account.id"],
            name=op.f("fk_invitation_used_by_account_id_account"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("secret_hash", name=op.f("pk_invitation")),
    )
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invitation_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "journal",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_kind", sa.String(), nullable=False),
        sa.Column("actor_id", sa.Integer(), nullable=True),
        sa.Column("actor_name", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("summary", sa.String(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_journal_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_journal_tournament_id_number")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.create_index("ix_journal_tournament_id_id", ["tournament_id", "id"], unique=False)

    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_membership_account_id_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_membership_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint(
            "tournament_id", "account_id", name=op.f("uq_membership_tournament_id_account_id")
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_account_id"), ["account_id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("pronouns", sa.String(), nullable=False),
        sa.Column("corp_identity", sa.String(), nullable=True),
        sa.Column("runner_identity", sa.String(), nullable=True),
        sa.Column("first_round", sa.Integer(), nullable=False),
        sa.Column("first_round_bye", sa.Boolean(), nullable=False),
        sa.Column("dropped", sa.Boolean(), nullable=False),
        sa.Column("dropped_in_round", sa.Integer(), nullable=True),
        sa.Column("fixed_table", sa.Integer(), nullable=True),
        sa.Column("household", sa.String(), nullable=False),
        sa.Column("lot", sa.Integer(), nullable=False),
        sa.Column("link_hash", sa.String(), nullable=True),
        sa.Column("joined_by", sa.String(), nullable=False),
        sa.Column("erased", sa.Boolean(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_player_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_player_link_hash")),
        sa.UniqueConstraint("tournament_id", "lot", name=op.f("uq_player_tournament_id_lot")),
        sa.UniqueConstraint("tournament_id", "name_key", name=op.f("uq_player_tournament_id_name_key")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("quality", sa.JSON(), nullable=False),
        sa.Column("clock_length", sa.Integer(), nullable=False),
        sa.Column("clock_added", sa.Integer(), nullable=False),
        sa.Column("clock_elapsed", sa.Float(), nullable=False),
        sa.Column("clock_running_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("clock_started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paired_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_round_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("tournament_id", "number", name=op.f("uq_round_tournament_id_number")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sign_in_link",
        sa.Column("secret_hash", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"],
            ["account.id"],
            name=op.f("fk_sign_in_link_account_id_account"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("secret_hash", name=op.f("pk_sign_in_link")),
    )
    with op.batch_alter_table("sign_in_link", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_link_account_id"), ["account_id"], unique=False)

    op.create_table(
        "announcement",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_announcement_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_announcement_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcement")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("announcement", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_announcement_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "cut_seed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_cut_seed_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_cut_seed_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cut_seed")),
        sa.UniqueConstraint("tournament_id", "player_id", name=op.f("uq_cut_seed_tournament_id_player_id")),
        sa.UniqueConstraint("tournament_id", "seed", name=op.f("uq_cut_seed_tournament_id_seed")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("cut_seed", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_cut_seed_player_id"), ["player_id"], unique=False)

    op.create_table(
        "deck",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("verdict", sa.JSON(), nullable=False),
        sa.Column("override_reason", sa.String(), nullable=True),
        sa.Column("override_by", sa.String(), nullable=True),
        sa.Column("handed_in_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_deck_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_deck_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck")),
        sa.UniqueConstraint(
            "tournament_id", "player_id", "side", name=op.f("uq_deck_tournament_id_player_id_side")
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("deck", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deck_player_id"), ["player_id"], unique=False)

    op.create_table(
        "deck_check",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("picked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finding", sa.String(), nullable=True),
        sa.Column("checked_by", sa.String(), nullable=True),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_deck_check_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_deck_check_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deck_check")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("deck_check", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deck_check_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_deck_check_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "pairing",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=True),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=True),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("game_number", sa.Integer(), nullable=True),
        sa.Column("first_ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("second_ready_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("extra_seconds", sa.Integer(), nullable=False),
        sa.Column("auction", sa.Integer(), nullable=False),
        sa.Column("one_phone_id", sa.Integer(), nullable=True),
        sa.Column("one_phone_asked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("one_phone_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_by", sa.String(), nullable=True),
        sa.Column("bid_winner_id", sa.Integer(), nullable=True),
        sa.Column("bid_side", sa.String(), nullable=True),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("ending", sa.String(), nullable=True),
        sa.Column("corp_points", sa.Integer(), nullable=True),
        sa.Column("runner_points", sa.Integer(), nullable=True),
        sa.Column("winner_id", sa.Integer(), nullable=True),
        sa.Column("decided_by", sa.String(), nullable=True),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["bid_winner_id"], ["player.id"], name=op.f("fk_pairing_bid_winner_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["first_id"], ["player.id"], name=op.f("fk_pairing_first_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["one_phone_id"], ["player.id"], name=op.f("fk_pairing_one_phone_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["round.id"], name=op.f("fk_pairing_round_id_round"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["second_id"], ["player.id"], name=op.f("fk_pairing_second_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_pairing_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["winner_id"], ["player.id"], name=op.f("fk_pairing_winner_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pairing")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("pairing", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pairing_round_id"), ["round_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_pairing_tournament_id"), ["tournament_id"], unique=False)
        batch_op.create_index(
            "ix_pairing_tournament_id_first_id", ["tournament_id", "first_id"], unique=False
        )
        batch_op.create_index(
            "ix_pairing_tournament_id_second_id", ["tournament_id", "second_id"], unique=False
        )

    op.create_table(
        "web_session",
        sa.Column("secret_hash", sa.String(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=True),
        sa.Column("tournament_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_web_session_account_id_account"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_web_session_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_web_session_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("secret_hash", name=op.f("pk_web_session")),
    )
    with op.batch_alter_table("web_session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_web_session_account_id"), ["account_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_web_session_player_id"), ["player_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_web_session_tournament_id"), ["tournament_id"], unique=False)

    op.create_table(
        "auction_entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=False),
        sa.Column("entered_by_id", sa.Integer(), nullable=False),
        sa.Column("winner_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entered_by_id"],
            ["player.id"],
            name=op.f("fk_auction_entry_entered_by_id_player"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["pairing_id"],
            ["pairing.id"],
            name=op.f("fk_auction_entry_pairing_id_pairing"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_auction_entry_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["winner_id"], ["player.id"], name=op.f("fk_auction_entry_winner_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_auction_entry")),
        sa.UniqueConstraint(
            "tournament_id", "pairing_id", name=op.f("uq_auction_entry_tournament_id_pairing_id")
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("auction_entry", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_auction_entry_pairing_id"), ["pairing_id"], unique=False)

    op.create_table(
        "bid",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=False),
        sa.Column("auction", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=True),
        sa.Column("amount", sa.Integer(), nullable=True),
        sa.Column("entered_by", sa.String(), nullable=False),
        sa.Column("placed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["pairing.id"], name=op.f("fk_bid_pairing_id_pairing"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_bid_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bid")),
        sa.UniqueConstraint(
            "tournament_id",
            "pairing_id",
            "auction",
            "number",
            name=op.f("uq_bid_tournament_id_pairing_id_auction_number"),
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("bid", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_bid_pairing_id"), ["pairing_id"], unique=False)

    op.create_table(
        "game_report",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pairing_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("ending", sa.String(), nullable=True),
        sa.Column("corp_points", sa.Integer(), nullable=True),
        sa.Column("runner_points", sa.Integer(), nullable=True),
        sa.Column("reported_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["pairing_id"], ["pairing.id"], name=op.f("fk_game_report_pairing_id_pairing"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_game_report_player_id_player"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournament.id"],
            name=op.f("fk_game_report_tournament_id_tournament"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_report")),
        sa.UniqueConstraint(
            "tournament_id",
            "pairing_id",
            "player_id",
            name=op.f("uq_game_report_tournament_id_pairing_id_player_id"),
        ),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("game_report", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_report_pairing_id"), ["pairing_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("game_report", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_game_report_pairing_id"))

    op.drop_table("game_report")
    with op.batch_alter_table("bid", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_bid_pairing_id"))

    op.drop_table("bid")
    with op.batch_alter_table("auction_entry", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_auction_entry_pairing_id"))

    op.drop_table("auction_entry")
    with op.batch_alter_table("web_session", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_web_session_tournament_id"))
        batch_op.drop_index(batch_op.f("ix_web_session_player_id"))
        batch_op.drop_index(batch_op.f("ix_web_session_account_id"))

    op.drop_table("web_session")
    with op.batch_alter_table("pairing", schema=None) as batch_op:
        batch_op.drop_index("ix_pairing_tournament_id_second_id")
        batch_op.drop_index("ix_pairing_tournament_id_first_id")
        batch_op.drop_index(batch_op.f("ix_pairing_tournament_id"))
        batch_op.drop_index(batch_op.f("ix_pairing_round_id"))

    op.drop_table("pairing")
    with op.batch_alter_table("deck_check", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deck_check_tournament_id"))
        batch_op.drop_index(batch_op.f("ix_deck_check_player_id"))

    op.drop_table("deck_check")
    with op.batch_alter_table("deck", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deck_player_id"))

    op.drop_table("deck")
    with op.batch_alter_table("cut_seed", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_cut_seed_player_id"))

    op.drop_table("cut_seed")
    with op.batch_alter_table("announcement", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_announcement_tournament_id"))

    op.drop_table("announcement")
    with op.batch_alter_table("sign_in_link", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sign_in_link_account_id"))

    op.drop_table("sign_in_link")
    op.drop_table("round")
    op.drop_table("player")
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_membership_account_id"))

    op.drop_table("membership")
    with op.batch_alter_table("journal", schema=None) as batch_op:
        batch_op.drop_index("ix_journal_tournament_id_id")

    op.drop_table("journal")
    with op.batch_alter_table("invitation", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_invitation_tournament_id"))

    op.drop_table("invitation")
    with op.batch_alter_table("api_token", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_api_token_account_id"))

    op.drop_table("api_token")
    op.drop_table("tournament")
    op.drop_table("account")
