"""Sides without a bid: those a cut gives by seed, and forfeits that no game was played for."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_PAIRING = sa.table(
    "pairing",
    *(
        sa.column(name)
        for name in (
            *("id", "tournament_id", "first_id", "second_id", "first_ready_at", "second_ready_at"),
            *("game_number", "sides_by", "corp_seat", "settled_by", "settled_at", "bid_winner_id"),
            *("bid_side", "bid", "outcome", "decided_by"),
        )
    ),
)
_TOURNAMENT = sa.table("tournament", sa.column("id"), sa.column("cut_sides"))
_SEED = sa.table("cut_seed", sa.column("tournament_id"), sa.column("player_id"), sa.column("seed"))


def upgrade() -> None:
    # Added in place: a copy of the table would forget which ids SQLite gave to rows that are gone.
    op.add_column("pairing", sa.Column("sides_by", sa.String(), nullable=False, server_default="auction"))
    op.add_column("pairing", sa.Column("corp_seat", sa.String(), nullable=True))
    _forfeits_had_no_bid()
    _seeds_had_no_bid()


def _forfeits_had_no_bid() -> None:
    op.execute(
        _PAIRING.update()
        .where(_PAIRING.c.settled_by == "forfeit")
        .values(
            settled_by=None,
            settled_at=None,
            bid_winner_id=None,
            bid_side=None,
            bid=None,
            outcome=None,
            decided_by="forfeit",
        )
    )


def _seeds_had_no_bid() -> None:
    """The first seat becomes the higher seed's, and the bid of 0 that nobody made goes."""
    connection = op.get_bind()
    seeds = {
        (row.tournament_id, row.player_id): row.seed for row in connection.execute(sa.select(_SEED)).all()
    }
    by_seed = sa.select(_TOURNAMENT.c.id).where(_TOURNAMENT.c.cut_sides == "seed")
    query = sa.select(_PAIRING).where(
        _PAIRING.c.game_number.is_not(None),
        (_PAIRING.c.settled_by == "seed")
        | (_PAIRING.c.settled_by.is_(None) & _PAIRING.c.tournament_id.in_(by_seed)),
    )
    for row in connection.execute(query).mappings().all():
        higher_first = seeds.get((row["tournament_id"], row["first_id"]), 0) < seeds.get(
            (row["tournament_id"], row["second_id"]), 0
        )
        new: dict[str, object] = {"sides_by": "seed"}
        if not higher_first:
            new |= {"first_id": row["second_id"], "second_id": row["first_id"]}
            new |= {"first_ready_at": row["second_ready_at"], "second_ready_at": row["first_ready_at"]}
        if row["settled_by"] == "seed":
            corp = row["bid_winner_id"]
            if row["bid_side"] != "corp":
                corp = row["first_id"] if corp == row["second_id"] else row["second_id"]
            first = row["first_id"] if higher_first else row["second_id"]
            new |= {"corp_seat": "first" if corp == first else "second"}
            new |= {"bid_winner_id": None, "bid_side": None, "bid": None}
        connection.execute(_PAIRING.update().where(_PAIRING.c.id == row["id"]).values(**new))


def downgrade() -> None:
    op.drop_column("pairing", "corp_seat")
    op.drop_column("pairing", "sides_by")
