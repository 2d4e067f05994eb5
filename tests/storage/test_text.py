"""Which text both engines can keep."""

import pytest
from sqlalchemy import text

from app.storage.database import Database
from app.storage.text import is_storable


@pytest.mark.parametrize(
    ("written", "is_kept"),
    [("Ana", True), ("日本 🎲", True), ("a\x00b", False), ("\ud83c", False), ("", True)],
    ids=ascii,
)
def test_what_can_be_kept_comes_back_as_it_was(database: Database, written: str, is_kept: bool) -> None:
    assert is_storable(written) == is_kept
    if not is_kept:
        return
    with database.read_session() as session:
        back = session.connection().execute(text("SELECT CAST(:value AS TEXT)"), {"value": written}).scalar()
    assert back == written
