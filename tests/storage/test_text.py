"""Which text both engines can keep."""

import pytest
from sqlalchemy import text

from app.storage.database import Database
from app.storage.text import is_storable, storable


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Ana", "Ana"), ("日本 🎲", "日本 🎲"), ("a\x00b", "a\ufffdb"), ("\ud83c", "\ufffd"), ("", "")],
    ids=ascii,
)
def test_what_can_be_kept_comes_back_as_it_was(database: Database, written: str, kept: str) -> None:
    assert is_storable(written) == (written == kept)
    assert storable(written) == kept
    with database.read_session() as session:
        back = session.connection().execute(text("SELECT CAST(:value AS TEXT)"), {"value": kept}).scalar()
    assert back == kept
