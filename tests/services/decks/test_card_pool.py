"""An organizer's changes of a pool, as they are kept with the event."""

from datetime import date

import pytest

from app.deckcheck.catalog import load_catalog
from app.deckcheck.formats import PoolError
from app.deckcheck.pools import pool_at
from app.services.decks.card_pool import overrides_of

CATALOG = load_catalog()


def test_an_organizer_may_let_new_products_count_from_the_second_friday() -> None:
    late = overrides_of({"legality": "second-friday"}, None)
    assert pool_at(CATALOG, "startup", date(2026, 3, 12), late).titles() < 225
    assert pool_at(CATALOG, "startup", date(2026, 3, 13), late).titles() == 225
    assert pool_at(CATALOG, "startup", date(2026, 3, 12)).titles() == 225
    with pytest.raises(PoolError, match="release or second-friday"):
        overrides_of({"legality": "first-monday"}, None)
