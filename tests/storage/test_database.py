"""Sessions on both engines: nothing is lost between writers, readers see one moment, failures are sentences."""

from app.storage.database import Database


def test_ping(database: Database) -> None:
    database.ping()
    assert database.is_migrated()
