"""The cards of a pool as rows to read and to search: title, copies, where they come from, what the list
says.
"""

from typing import Any

from app.deckcheck.catalog import Card
from app.deckcheck.folding import fold
from app.deckcheck.pools import Pool
from app.web.presenters.values import Values, values_of

ROWS = 100  # rows of one page


def pool_cards_shown(pool: Pool, words: str, start: int) -> Values:
    """The cards whose title, type, faction or keywords hold the words, `ROWS` of them from `start` on.

    Sorted by side, faction and title. `next` and `before` are where the pages around begin, or None.
    """
    titles = set(pool.base).union(*pool.options.values())
    known = (pool.catalog.titled(title) for title in titles)
    key = fold(words)
    found = [card for card in known if card is not None and (not key or _matches(pool, card, key))]
    found.sort(key=lambda card: (card.side, card.faction, fold(card.title)))
    start = start if 0 <= start < len(found) else 0
    rows = [_row(pool, card) for card in found[start : start + ROWS]]
    following = start + ROWS
    shown: Values = values_of(
        {
            "rows": rows,
            "count": len(found),
            "first": start + 1,
            "last": start + len(rows),
            "next": following if following < len(found) else None,
            "before": max(start - ROWS, 0) if start else None,
        }
    )
    return shown


def _matches(pool: Pool, card: Card, key: str) -> bool:
    words = (card.title, card.type, pool.catalog.factions.get(card.faction, ""), card.keywords)
    return any(key in fold(word) for word in words)


def _row(pool: Pool, card: Card) -> dict[str, Any]:
    title = card.title
    boxes = [code for code, held in pool.options.items() if title in held]
    names = [pool.sources[title]] if title in pool.sources else []
    names += [pool.catalog.products[code].name for code in boxes]
    copies = pool.base.get(title, 0) + max((pool.options[code][title] for code in boxes), default=0)
    return {
        "title": title,
        "side": card.side.value,
        "faction": pool.catalog.factions.get(card.faction, card.faction),
        "type": card.type,
        "copies": min(copies, card.deck_limit) if pool.whole_sets else copies,
        "products": " or ".join(names),
        "list": _list_words(pool, card),
    }


def _list_words(pool: Pool, card: Card) -> str:
    """What the list of the pool says about a card; empty for most."""
    mwl = pool.mwl
    if mwl is None:
        return ""
    if mwl.removes(card):
        return "removed"
    if card.title in mwl.restricted:
        return "restricted"
    if points := mwl.points.get(card.title):
        return "1 point" if points == 1 else f"{points} points"
    if more := mwl.universal.get(card.title):
        return f"{more} influence more"
    return "1 influence of the identity less" if card.title in mwl.penalty else ""
