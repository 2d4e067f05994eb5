"""How Alembic runs: on the connection the program hands over, or from the command line on DATABASE_URL."""

from typing import Any

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection
from sqlalchemy.types import TypeDecorator

from app.settings import Settings
from app.storage import migration
from app.storage.database import Database
from app.storage.tables import metadata


def plain_type(kind: str, item: Any, autogen: AutogenContext) -> str | bool:
    """Write columns with SQLAlchemy's own types, so that an old migration never depends on today's code."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"sa.{item.impl!r}"
    return False


def run(connection: Connection) -> None:
    """Run what was asked on a connection whose transaction somebody else commits."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        compare_server_default=True,
        render_as_batch=True,
        render_item=plain_type,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


def run_from_command_line() -> None:
    """Run on the database of the settings, with the same precautions as at the program's start."""
    if context.is_offline_mode():
        raise SystemExit("Migrations run on a database; writing them out as SQL is not supported.")
    database = Database(Settings().database_url)
    try:
        with migration.migrating(database.engine) as connection:
            run(connection)
    finally:
        database.dispose()


given: Connection | None = context.config.attributes.get("connection")
if given is None:
    run_from_command_line()
else:
    run(given)
