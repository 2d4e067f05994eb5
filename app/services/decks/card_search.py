"""Cards by name: exact titles first, then beginnings, then any part, then what is spelt alike."""

from datetime import date as Day
from functools import lru_cache
from typing import Any

from app.deckcheck.catalog import Card, Catalog
from app.deckcheck.folding import alphabetical, fold
from app.deckcheck.pools import CACHE_REFRESH, FormatNotYet, Pool, pool_at
from app.sides import Side


def search_cards(
    catalog: Catalog,
    words: str,
    day: Day,
    side: Side | None,
    *,
    identities_only: bool = False,
    limit: int = 20,
) -> list[dict[str, Any]]:
    """Up to `limit` matches: title, side, faction, type, product, copies in the pool, influence."""
    pool = _pool(catalog, day)
    wanted = fold(words)
    cards = [
        card
        for card in catalog.cards
        if (side is None or card.side is side) and (card.is_identity or not identities_only)
    ]
    return [_answer(card, catalog, pool) for card in _best(catalog, cards, words, wanted)[:limit]]


def _best(catalog: Catalog, cards: list[Card], words: str, wanted: str) -> list[Card]:
    if not wanted:
        return sorted(cards, key=lambda card: alphabetical(card.title))
    ranked = sorted(
        (rank, len(card.title), card.title, card)
        for card in cards
        if (rank := _rank(fold(card.title), wanted)) is not None
    )
    found = [card for *_, card in ranked]
    if found:
        return found
    allowed = {card.title: card for card in cards}
    exact = catalog.find(words)
    if exact is not None and exact.title in allowed:
        return [exact]
    return [allowed[title] for title in catalog.suggest(words, 10) if title in allowed]


def _rank(title: str, wanted: str) -> int | None:
    if title == wanted:
        return 0
    if title.startswith(wanted):
        return 1
    return 2 if wanted in title else None


@lru_cache(maxsize=64)
def _pool(catalog: Catalog, day: Day) -> Pool | None:
    try:
        return pool_at(catalog, CACHE_REFRESH, day)
    except FormatNotYet:
        return None


def _answer(card: Card, catalog: Catalog, pool: Pool | None) -> dict[str, Any]:
    product, copies = _in_pool(card, catalog, pool)
    return {
        "title": card.title,
        "side": card.side,
        "faction": card.faction,
        "type": card.type,
        "code": card.printings[-1].code,
        "influence": card.influence,
        "deck_limit": card.deck_limit,
        "product": product,
        "copies": copies,
    }


def _in_pool(card: Card, catalog: Catalog, pool: Pool | None) -> tuple[str, int]:
    """The product that brings the card into the pool and how many copies; else its newest product and 0."""
    if pool is not None and card.title in pool.base:
        return pool.sources[card.title], pool.base[card.title]
    for code, copies in pool.options.items() if pool is not None else ():
        if card.title in copies:
            return catalog.products[code].name, copies[card.title]
    return catalog.products[card.printings[-1].product].name, 0
