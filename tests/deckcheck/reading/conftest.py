"""The catalogue the reader's tests ask."""

import pytest

from app.deckcheck.catalog import Catalog, load_catalog


@pytest.fixture(scope="session")
def catalog() -> Catalog:
    return load_catalog()
