"""The cards of a pool as rows to read and to search: title, copies, where they come from, what the list
says.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from app.deckcheck.catalog import Card
from app.deckcheck.factions import faction_name
from app.deckcheck.folding import fold
from app.deckcheck.pools import Pool
from app.deckcheck.titles import card_title
from app.sentences import message, t, tn
from app.sides import Side

ROWS = 100  # rows of one page
_SIDES = {Side.CORP: message("corp"), Side.RUNNER: message("runner")}
_TYPES = {
    "agenda": message("agenda"),
    "asset": message("asset"),
    "event": message("event"),
    "hardware": message("hardware"),
    "ice": message("ice"),
    "identity": message("identity"),
    "operation": message("operation"),
    "program": message("program"),
    "resource": message("resource"),
    "upgrade": message("upgrade"),
}


@dataclass(frozen=True)
class CardRow:
    """A card of a pool; `products` are where it comes from, `list` what the list says of it, mostly empty."""

    title: str
    side: str
    faction: str
    type: str
    copies: int
    products: str
    list: str


@dataclass(frozen=True)
class PoolCards:
    """The rows of one page, the `first` to the `last` of `count`.

    `next` and `before` are where the pages around begin, or None.
    """

    rows: Sequence[CardRow]
    count: int
    first: int
    last: int
    next: int | None
    before: int | None


def pool_cards_shown(pool: Pool, words: str, start: int) -> PoolCards:
    """The cards whose title, type, faction or keywords hold the words, `ROWS` of them from `start` on.

    Sorted by side, faction and title.
    """
    titles = set(pool.base).union(*pool.options.values())
    known = (pool.catalog.titled(title) for title in titles)
    key = fold(words)
    found = [card for card in known if card is not None and (not key or _matches(pool, card, key))]
    found.sort(key=lambda card: (card.side, card.faction, fold(card.title)))
    start = start if 0 <= start < len(found) else 0
    rows = [_row(pool, card) for card in found[start : start + ROWS]]
    following = start + ROWS
    return PoolCards(
        rows=rows,
        count=len(found),
        first=start + 1,
        last=start + len(rows),
        next=following if following < len(found) else None,
        before=max(start - ROWS, 0) if start else None,
    )


def _matches(pool: Pool, card: Card, key: str) -> bool:
    """In English as the cards are printed, and in the words the page shows."""
    english = (card.title, card.type, pool.catalog.factions.get(card.faction, ""), card.keywords)
    return any(
        key in fold(word)
        for word in (*english, card_title(card.title), type_word(card.type), _faction(pool, card))
    )


def type_word(type_: str) -> str:
    """A type of cards in the reader's language."""
    return t(_TYPES[type_]) if type_ in _TYPES else type_


def _faction(pool: Pool, card: Card) -> str:
    """The name of a faction in the reader's language."""
    return faction_name(pool.catalog.factions.get(card.faction, card.faction))


def _row(pool: Pool, card: Card) -> CardRow:
    title = card.title
    boxes = [code for code, held in pool.options.items() if title in held]
    names = [pool.sources[title]] if title in pool.sources else []
    names += [pool.catalog.products[code].name for code in boxes]
    copies = pool.base.get(title, 0) + max((pool.options[code][title] for code in boxes), default=0)
    return CardRow(
        title=title,
        side=t(_SIDES[card.side]),
        faction=_faction(pool, card),
        type=type_word(card.type),
        copies=min(copies, card.deck_limit) if pool.whole_sets else copies,
        products=_any_of(names),
        list=_list_words(pool, card),
    )


def _any_of(names: Sequence[str]) -> str:
    """The products of a card of which any one will do."""
    said = "".join(names[:1])
    for name in names[1:]:
        said = t("{first} or {second}", first=said, second=name)
    return said


def _list_words(pool: Pool, card: Card) -> str:
    """What the list of the pool says about a card; empty for most."""
    mwl = pool.mwl
    if mwl is None:
        return ""
    if mwl.removes(card):
        return t("removed")
    if card.title in mwl.restricted:
        return t("restricted")
    if points := mwl.points.get(card.title):
        return tn("{n} point", "{n} points", points)
    if more := mwl.universal.get(card.title):
        return t("{number} influence more", number=more)
    return t("1 influence of the identity less") if card.title in mwl.penalty else ""
