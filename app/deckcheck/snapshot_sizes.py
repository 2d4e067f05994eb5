"""How large a snapshot of a format is, counted as its publisher counts it: every set its pool names, also
those that come out later, and the titles its list removes.

The pool of a day (pools.py) may be smaller, while sets are to come, or larger, where others were played.
"""

from dataclasses import asdict, dataclass
from typing import Any

from app.deckcheck.catalog import Catalog
from app.deckcheck.mwl import list_called
from app.deckcheck.snapshots import Snapshot, pool_products
from app.sides import Side


@dataclass(frozen=True, slots=True)
class SnapshotSizes:
    """Numbers of sets and titles; `corp` to `runner_identities` are of the `legal` titles."""

    sets: int
    titles: int
    removed: int
    legal: int
    corp: int
    runner: int
    corp_identities: int
    runner_identities: int

    def as_json(self, snapshot: Snapshot) -> dict[str, Any]:
        """As the API answers it, with the day the snapshot begins."""
        return {"from": snapshot.start.isoformat(), **asdict(self)}


def sizes_of(catalog: Catalog, snapshot: Snapshot) -> SnapshotSizes:
    """The sizes of a snapshot."""
    codes = pool_products(catalog.added)[snapshot.pool]
    titles = {title for code in codes for title in catalog.contents(code)}
    cards = [card for card in map(catalog.titled, titles) if card is not None]
    mwl = list_called(snapshot.list, catalog.added) if snapshot.list else None
    legal = [card for card in cards if mwl is None or not mwl.removes(card)]
    own = {side: [card for card in legal if card.side is side] for side in Side}
    return SnapshotSizes(
        sets=len(codes),
        titles=len(titles),
        removed=len(cards) - len(legal),
        legal=len(legal),
        corp=len(own[Side.CORP]),
        runner=len(own[Side.RUNNER]),
        corp_identities=sum(card.is_identity for card in own[Side.CORP]),
        runner_identities=sum(card.is_identity for card in own[Side.RUNNER]),
    )
