"""Deck lists for a check on paper: each deck by the types of its cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import alphabetical
from app.sentences import message, t
from app.services.decks.deck_views import DeckView, DeskRow
from app.sides import DeckSlot
from app.web.presenters.decks import short_slot_words, slot_words

# The order in which NetrunnerDB lists the types of a deck.
_CORP_TYPES = ("agenda", "asset", "upgrade", "operation", "ice")
_RUNNER_TYPES = ("event", "hardware", "resource", "icebreaker", "program")
_CARDS = message("Cards")
_ONE_TYPES = {
    "legend": message("Legends"),
    "unit": message("Units"),
    "program": message("Programs"),
    "gear": message("Gear"),
}
_TYPE_WORDS = {
    "agenda": message("Agendas"),
    "asset": message("Assets"),
    "upgrade": message("Upgrades"),
    "operation": message("Operations"),
    "ice": message("Ice"),
    "event": message("Events"),
    "hardware": message("Hardware"),
    "resource": message("Resources"),
    "icebreaker": message("Icebreakers"),
    "program": message("Programs"),
}

_OTHERS = message("Other cards")


@dataclass(frozen=True)
class CheckLine:
    """A card of a list: copies, title, and the influence it costs in all (0: none)."""

    copies: int
    title: str
    influence: int


@dataclass(frozen=True)
class CheckGroup:
    """The cards of one type."""

    name: str
    count: int
    lines: Sequence[CheckLine]


@dataclass(frozen=True)
class CheckList:
    """One deck for a check."""

    side: str
    identity: str
    count: int
    influence: int | None
    state: str
    groups: Sequence[CheckGroup]


@dataclass(frozen=True)
class PlayerLists:
    """The decks of a player."""

    name: str
    decks: Sequence[CheckList]


def player_lists(rows: Sequence[DeskRow], catalog: Catalog) -> list[PlayerLists]:
    """Everybody who handed in a deck, by name."""
    handed = [row for row in rows if any(row.decks.values())]
    return [
        PlayerLists(row.name, [check_list(deck, catalog) for deck in row.decks.values() if deck is not None])
        for row in sorted(handed, key=lambda row: alphabetical(row.name))
    ]


def check_list(deck: DeckView, catalog: Catalog) -> CheckList:
    """A deck by type in the order of NetrunnerDB, with what each card costs of the influence; one of another
    game by the types of its verdict."""
    if deck.side is DeckSlot.ONE:
        return _list_of_one(deck)
    identity = catalog.titled(deck.identity) if deck.identity else None
    faction = identity.faction if identity is not None else None
    groups: dict[str, list[CheckLine]] = {}
    for title, copies in deck.cards.items():
        card = catalog.titled(title)
        own = card is None or card.faction == faction
        influence = 0 if card is None or own else (card.influence or 0) * copies
        groups.setdefault(_kind(catalog, title), []).append(CheckLine(copies, title, influence))
    order = _CORP_TYPES if deck.side is DeckSlot.CORP else _RUNNER_TYPES
    return CheckList(
        side=str(short_slot_words(deck.side)),
        identity=deck.identity or t("no identity"),
        count=sum(deck.cards.values()),
        influence=sum(line.influence for lines in groups.values() for line in lines),
        state=_state(deck),
        groups=[_group(kind, groups[kind]) for kind in (*order, "") if kind in groups],
    )


def _list_of_one(deck: DeckView) -> CheckList:
    """The one deck of a game without sides: Legends first, then the other types, as far as they are known."""
    groups: dict[str, list[CheckLine]] = {}
    for line in deck.told.lines:
        groups.setdefault(line.type, []).append(CheckLine(line.copies, line.card, 0))
    order = [*(kind for kind in _ONE_TYPES if kind in groups), *(k for k in groups if k not in _ONE_TYPES)]
    return CheckList(
        side=slot_words(deck.side),
        identity=deck.told.name or t("no name"),
        count=sum(deck.cards.values()),
        influence=None,
        state=_state(deck),
        groups=[_group_of_one(kind, groups[kind]) for kind in order],
    )


def _group_of_one(kind: str, lines: Sequence[CheckLine]) -> CheckGroup:
    ordered = sorted(lines, key=lambda line: alphabetical(line.title))
    return CheckGroup(t(_ONE_TYPES.get(kind, _CARDS)), sum(line.copies for line in lines), ordered)


def _kind(catalog: Catalog, title: str) -> str:
    card = catalog.titled(title)
    if card is None:
        return ""
    breaker = card.type == "program" and "icebreaker" in card.keywords.casefold()
    kind = "icebreaker" if breaker else card.type
    return kind if kind in _TYPE_WORDS else ""


def _group(kind: str, lines: Sequence[CheckLine]) -> CheckGroup:
    ordered = sorted(lines, key=lambda line: alphabetical(line.title))
    return CheckGroup(t(_TYPE_WORDS.get(kind, _OTHERS)), sum(line.copies for line in lines), ordered)


def _state(deck: DeckView) -> str:
    if deck.told.legal:
        return t("legal")
    # words: a deck that is not legal was allowed, and why
    return t("allowed: {why}", why=deck.override_reason) if deck.override_reason else t("not legal")
